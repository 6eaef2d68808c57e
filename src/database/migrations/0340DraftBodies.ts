// A kept body says whether it shows drafts, so that it is not sent to a client that may no longer see them.
import { Statements } from './statements.ts';

/** Adds the column. */
export class DraftBodies1795340000000 extends Statements {
  readonly name = 'DraftBodies1795340000000';
  protected readonly statements = [
    // Of the bodies that are kept nothing is known: those of content are made anew for clients that see no drafts.
    `ALTER TABLE "webhook_body" ADD COLUMN "shows_drafts" boolean NOT NULL DEFAULT true`,
    `ALTER TABLE "webhook_body" ALTER COLUMN "shows_drafts" DROP DEFAULT`,
  ];
}
