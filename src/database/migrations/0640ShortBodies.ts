// Signatures of attempts as bytes, beside the other headers; and bodies as short texts, beside those that have none. What was kept
// before stays as it is. A process of an older version takes a body that is short for one that is not kept, and makes it anew.
import { Statements } from './statements.ts';

/** Adds the columns, which are empty in all rows that are there. */
export class ShortBodies1795390000000 extends Statements {
  readonly name = 'ShortBodies1795390000000';
  protected readonly statements = [
    `ALTER TABLE "webhook_attempt" ADD COLUMN "signatures" bytea`,
    `ALTER TABLE "webhook_body" ALTER COLUMN "body" DROP NOT NULL`,
    `ALTER TABLE "webhook_body" ADD COLUMN "short_body" text`,
  ];
}
