// The inbox of an identity: its notifications with something to report, newest first, and their number.
// Resource reference 6.6.
import type { OrderTerm, Position } from '../../contract/listQuery.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import { inboxRows, unreadMentions, unreadThreads } from '../engine/inboxSql.ts';
import { positionSql } from '../engine/listedRows.ts';
import { orderSql } from '../engine/listStatement.ts';
import { selectList, type Row } from '../engine/row.ts';
import { onlyRow, Parameters, prepared, type Executor } from '../connection/statement.ts';

/** The counts of an inbox, and a mark that differs whenever what waits in it does. */
export interface InboxState {
  readonly unreadThreadCount: number;
  readonly unreadMentionCount: number;
  readonly mark: string;
}

/** The state of the identity's inbox now, as the scope shows it. Muted threads do not count. */
export async function inboxState(executor: Executor, scope: AccessScope, identityUrn: string): Promise<InboxState> {
  const p = new Parameters();
  const resource = executor.contract.kinds.MessageThreadNotification;
  const text =
    `SELECT ${unreadThreads} AS threads, ${unreadMentions} AS mentions,` +
    ` COALESCE(sum(hashtextextended(concat_ws(' ', "urn", "version"), 0)) FILTER (WHERE "notified_count" > 0), 0) AS mark` +
    ` FROM ${inboxRows(resource, scope, { identity: identityUrn, isAll: true }, p)}`;
  const row = await onlyRow<{ threads: number; mentions: number; mark: string }>(executor, prepared(text, p));
  return { unreadThreadCount: row.threads, unreadMentionCount: row.mentions, mark: row.mark };
}

/** Which page of an inbox. */
export interface InboxPage {
  readonly order: readonly OrderTerm[];
  readonly limit: number;
  readonly after: Position | null;
  readonly before: Position | null;
  readonly isBackward: boolean;
}

/** A page of an identity's notifications: those with something to report, or all. */
export async function inboxPage(
  executor: Executor,
  scope: AccessScope,
  { identity, isAll }: { readonly identity: string; readonly isAll: boolean },
  page: InboxPage,
): Promise<{ readonly rows: readonly Row[]; readonly hasMore: boolean }> {
  const p = new Parameters();
  const resource = executor.contract.kinds.MessageThreadNotification;
  const text =
    `SELECT ${selectList(resource, 't')}, true AS "$seesDrafts" FROM ${inboxRows(resource, scope, { identity, isAll }, p)}` +
    positionSql({ resource, viewer: scope.viewer }, page, p) +
    ` ORDER BY ${orderSql(page.order, 't', page.isBackward)} LIMIT ${p.add(page.limit + 1, 'int')}`;
  // The statement selects what Row names.
  const found = (await executor.query(prepared(text, p))) as unknown as Row[];
  const rows = found.slice(0, page.limit);
  return { rows: page.isBackward ? rows.reverse() : rows, hasMore: found.length > page.limit };
}
