// How far the dropping of a range of deliveries has come: a large backlog is looked through once, a part at a time.
import { Statements } from './statements.ts';

/** Adds the place. */
export class DiscardProgress1795788300000 extends Statements {
  readonly name = 'DiscardProgress1795788300000';
  protected readonly statements = [
    `ALTER TABLE "webhook_pace" ADD COLUMN "discard_target" uuid, ADD COLUMN "discard_position" bigint`,
  ];
}
