// The inbox of an identity as SQL over its notifications `t`: which there are, and what is unread. Resource reference 6.6.
import type { Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { Parameters } from '../connection/statement.ts';
import { inScope } from './scope.ts';

/** The notifications of the identity that the scope shows: those with something to report, or all; behind FROM. */
export function inboxRows(
  resource: Resource,
  scope: AccessScope,
  { identity, isAll }: { readonly identity: unknown; readonly isAll: boolean },
  p: Parameters,
): string {
  return (
    `"message_thread_notification" t WHERE t."identity" = ${p.add(identity, 'uuid')}${isAll ? '' : ` AND t."notified_count" > 0`}` +
    ` AND ${inScope(resource, 't', scope, p)}`
  );
}

/** Over all of them: how many threads hold unread posts. Muted threads do not count. */
export const unreadThreads = `(count(*) FILTER (WHERE t."notified_count" > 0))::int`;
/** Over all of them: how many unread posts mention the identity. */
export const unreadMentions = `coalesce(sum(t."mention_count") FILTER (WHERE t."notified_count" > 0), 0)::int`;
