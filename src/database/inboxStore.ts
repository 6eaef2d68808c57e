// How much the inbox of an identity holds. Resource reference 6.6.
import { Parameters, prepared, type Executor } from './statement.ts';

/** The counts of an inbox, and a mark that differs whenever one of its notifications was written. */
export interface InboxState {
  readonly unreadThreadCount: number;
  readonly unreadMentionCount: number;
  readonly mark: string;
}

/** The state of the identity's inbox now. */
export async function inboxState(executor: Executor, identityUrn: string): Promise<InboxState> {
  const p = new Parameters();
  const text =
    `SELECT count(*) FILTER (WHERE "notification_count" > 0)::int AS threads,` +
    ` COALESCE(sum("mention_count"), 0)::int AS mentions,` +
    ` concat_ws(' ', count(*), COALESCE(sum("version"), 0), COALESCE(sum("notification_count"), 0)) AS mark` +
    ` FROM "message_thread_notification" WHERE "identity" = ${p.add(identityUrn, 'uuid')} AND "deleted_timestamp" IS NULL`;
  const [row] = await executor.query(prepared(text, p));
  return {
    unreadThreadCount: Number(row?.['threads'] ?? 0),
    unreadMentionCount: Number(row?.['mentions'] ?? 0),
    mark: String(row?.['mark'] ?? ''),
  };
}
