// The inbox of an identity: its notifications that hold something to tell, newest first, and how much that is.
// Resource reference 6.6.
import type { OrderTerm, Position } from '../contract/listQuery.ts';
import { resourceOf, type Contract } from '../contract/resource.ts';
import type { AccessScope } from '../domain/accessScope.ts';
import { beyondSql, orderSql } from './listStatement.ts';
import { selectList, type Row } from './row.ts';
import { inScope } from './scope.ts';
import { Parameters, prepared, type Executor } from './statement.ts';

/** The counts of an inbox, and a mark that differs whenever what waits in it does. */
export interface InboxState {
  readonly unreadThreadCount: number;
  readonly unreadMentionCount: number;
  readonly mark: string;
}

/** The state of the identity's inbox now. Muted threads do not count. */
export async function inboxState(executor: Executor, identityUrn: string): Promise<InboxState> {
  const p = new Parameters();
  const text =
    `SELECT count(*) FILTER (WHERE "told_count" > 0)::int AS threads,` +
    ` COALESCE(sum("mention_count") FILTER (WHERE "told_count" > 0), 0)::int AS mentions,` +
    ` COALESCE(sum(hashtextextended(concat_ws(' ', "urn", "version"), 0)) FILTER (WHERE "told_count" > 0), 0) AS mark` +
    ` FROM "message_thread_notification" WHERE "identity" = ${p.add(identityUrn, 'uuid')} AND "deleted_timestamp" IS NULL`;
  const [row] = await executor.query(prepared(text, p));
  return {
    unreadThreadCount: Number(row?.['threads'] ?? 0),
    unreadMentionCount: Number(row?.['mentions'] ?? 0),
    mark: String(row?.['mark'] ?? ''),
  };
}

/** Which page of an inbox. */
export interface InboxPage {
  readonly order: readonly OrderTerm[];
  readonly limit: number;
  readonly after: Position | null;
  readonly before: Position | null;
  readonly isBackward: boolean;
}

/** A page of an identity's notifications: those with something to tell, or all. */
export async function inboxPage(
  executor: Executor,
  contract: Contract,
  scope: AccessScope,
  identity: string,
  isAll: boolean,
  page: InboxPage,
): Promise<{ readonly rows: readonly Row[]; readonly hasMore: boolean }> {
  const p = new Parameters();
  const resource = resourceOf(contract, 'MessageThreadNotification');
  const after = page.after ? ` AND ${beyondSql(page.order, resource, page.after, false, p)}` : '';
  const before = page.before ? ` AND ${beyondSql(page.order, resource, page.before, true, p)}` : '';
  const text =
    `SELECT ${selectList(resource, 't')}, true AS "$seesDrafts" FROM "message_thread_notification" t` +
    ` WHERE t."identity" = ${p.add(identity, 'uuid')}${isAll ? '' : ` AND t."told_count" > 0`}` +
    ` AND ${inScope(contract, resource, 't', scope, p)}${after}${before}` +
    ` ORDER BY ${orderSql(page.order, 't', page.isBackward)} LIMIT ${p.add(page.limit + 1, 'int')}`;
  // The statement selects what Row names.
  const found = (await executor.query(prepared(text, p))) as unknown as Row[];
  const rows = found.slice(0, page.limit);
  return { rows: page.isBackward ? rows.reverse() : rows, hasMore: found.length > page.limit };
}
