// What a caller has with everyone of a company counts where everyone has something there: so few companies of ten thousand are looked at
// for each row. That a company is one of them is a part of what is decided once for a caller, whatever the edge is on.
import { Statements } from './statements.ts';

// Edges on all other objects move the access epoch of themselves.
const isForEveryone = (row: string): string =>
  `${row}."subject_scope" = 'EVERYONE' AND ${row}."object_scope" NOT IN ('COMPANY', 'GROUP', 'ROLE')`;
const facts = (row: string): string => `ROW(${row}."subject_urn", ${row}."deleted_timestamp", ${row}."tenant")`;
const conditions = {
  INSERT: isForEveryone('NEW'),
  UPDATE: `${isForEveryone('NEW')} AND ${facts('OLD')} IS DISTINCT FROM ${facts('NEW')}`,
  DELETE: isForEveryone('OLD'),
};

/** Adds the index, and the triggers. */
export class EveryoneEdges1795824000000 extends Statements {
  readonly name = 'EveryoneEdges1795824000000';
  protected readonly statements = [
    `CREATE INDEX "ix_permission_everyone" ON "permission" ("tenant", "subject_urn") WHERE "subject_scope" = 'EVERYONE' AND "deleted_timestamp" IS NULL`,
    ...Object.entries(conditions).map(
      ([event, condition]) =>
        `CREATE CONSTRAINT TRIGGER "access_epoch_everyone_${event.toLowerCase()}" AFTER ${event} ON "permission"` +
        ` DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION "move_access_epoch"()`,
    ),
  ];
}
