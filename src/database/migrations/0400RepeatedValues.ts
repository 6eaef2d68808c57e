// An entry that discarding drafts has written repeats the live one, which stays live: readers without READ_DRAFT go on seeing
// its version and time.
import { Statements } from './statements.ts';

/** Adds the columns. */
export class RepeatedValues1795357200000 extends Statements {
  readonly name = 'RepeatedValues1795357200000';
  protected readonly statements = [
    `ALTER TABLE "item_value" ADD COLUMN "repeats" uuid`,
    `ALTER TABLE "item" ADD COLUMN "is_repeated" boolean NOT NULL DEFAULT false`,
  ];
}
