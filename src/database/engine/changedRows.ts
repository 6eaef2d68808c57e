// Rows that get their next versions, as parts of the statements that change them: those of one step of a transaction
// (changeStore.ts), and the one that is a whole change (change.ts).
import { lastEditOf } from '../../contract/fieldGroups.ts';
import type { Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Parameters } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { actorSql } from './actorSql.ts';
import { entryOf } from './itemEntry.ts';
import { selectList, type Row } from './row.ts';
import { shown } from './scope.ts';

/** What becomes of the rows `t` of a kind, as SQL. */
export interface ChangedRows {
  /** Assignments to columns. */
  readonly set: readonly string[];
  /** Which rows: the statement from FROM or WHERE on. */
  readonly of: string;
  /** When. */
  readonly at: string;
  /** Whose edit it is; absent where the service changes what follows from something else. */
  readonly actor?: Actor | undefined;
  /** What is given beside the rows; begins with a comma. */
  readonly more?: string;
}

/**
 * The parts of a WITH clause that change rows, each to its next version. `changed` gives them as they are then. An edit of items, each of
 * which names the urn of its new entry, makes them drafts and appends their values to their histories.
 */
export function changedSql(resource: Resource, { set, of, at, actor, more = '' }: ChangedRows, p: Parameters): string {
  const edit = lastEditOf(resource);
  const columns = new Map([
    ['updated_timestamp', at],
    ['version', 't."version" + 1'],
    ...(resource.isItem && actor ? [['is_published', 'false'] as const] : []),
    ...(edit && actor ? [[edit.time.column, at] as const, [edit.by.column, actorSql(actor, p)] as const] : []),
  ]);
  const own = [...columns].map(([name, value]) => `${quote(name)} = ${value}`);
  const how = { isTombstone: false, timestamp: null };
  const entry = resource.isItem && actor ? `, ${entryOf(resource.contract, 'changed', { ...how, actor }, p)}` : '';
  return `changed AS (UPDATE ${quote(resource.table)} t SET ${[...set, ...own].join(', ')} ${of} RETURNING t.*${more})${entry}`;
}

/** A row as it was stored. */
export type StoredRow = Row & {
  /** Whether the reader of the write may read it as it is. */
  readonly $isRead: boolean;
};

/** The end of such a statement, which gives the rows of the relation as `StoredRow`. */
export function writtenSql(resource: Resource, rows: string, reader: AccessScope | null, p: Parameters): string {
  const isRead = reader === null ? 'true' : `(${shown(resource, 't', reader, p)}) IS TRUE`;
  return `SELECT ${selectList(resource, 't')}, true AS "$seesDrafts", ${isRead} AS "$isRead" FROM ${rows} t`;
}
