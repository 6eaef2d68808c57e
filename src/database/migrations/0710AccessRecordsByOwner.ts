// A page of the record of access is read from an index of the companies that administer it, by each filter that is offered: by the
// tenant alone, what others have was looked through for it. No index has what a use changes, which is written where the row is.
import { Statements } from './statements.ts';

const listed = (name: string, column: string | null = null): string =>
  `CREATE INDEX "ix_access_record_${name}" ON "access_record" ("owner", ${column === null ? '' : `"${column}", `}"first_timestamp", "position")`;

const given = (column: string): string => `${listed(column, column)} WHERE "${column}" IS NOT NULL`;

/** Replaces the indexes. */
export class AccessRecordsByOwner1795801500000 extends Statements {
  readonly name = 'AccessRecordsByOwner1795801500000';
  protected readonly statements = [
    `DROP INDEX "ix_access_record_listed"`,
    `DROP INDEX "ix_access_record_last"`,
    `CREATE INDEX "ix_access_record_first" ON "access_record" ("first_timestamp")`,
    listed('listed'),
    listed('event', 'event'),
    ...['identity', 'api_client', 'operation', 'target'].map(given),
  ];
}
