// Who takes part in the threads of the data set: 20 people in each, so that each of 1,000 people is told of about ten threads, and
// every API client of ten more.
import { sizesAt } from './dataset.ts';

const { identities, threads, groups } = sizesAt(1);
const urn = (kind: string, number: string): string => `md5('${kind}' || ${number})::uuid`;
const members = 20;
const tenant = `(SELECT urn FROM company WHERE urn = owner ORDER BY created_timestamp, urn LIMIT 1)`;
// The number of the identity that is the m-th member of thread i.
const memberOf = `(1 + (i * ${String(members)} + m) % ${String(identities)})`;

const notification = (select: string, from: string): string =>
  `WITH made AS (INSERT INTO message_thread_notification (urn, version, created_timestamp, updated_timestamp, message_thread, identity, notification_count, mention_count, level, is_following, owner, tenant, notified_count, counted_change)` +
  ` SELECT gen_random_uuid(), 1, x.at, x.at, x.thread, x.identity, 2, 0, 'ALL', true, t.urn, t.urn, 2, 0 FROM (SELECT timestamptz '2026-06-01Z' + i * interval '1 minute' AS at, ${urn('thread', 'i')} AS thread, ${select} FROM ${from}) x` +
  `, (SELECT ${tenant} AS urn) t RETURNING urn) INSERT INTO resource (urn, kind) SELECT urn, 'MessageThreadNotification' FROM made`;

/** Statements that write them, after all callers of a bench were made. */
export const communityRows: readonly string[] = [
  `WITH made AS (INSERT INTO group_membership (urn, version, created_timestamp, updated_timestamp, identity, "group", status, status_timestamp, enrollment, role, email_notification, sms_notification, in_app_notification, owner, tenant)` +
    ` SELECT gen_random_uuid(), 1, now(), now(), ${urn('identity', 'x.n')}, ${urn('group', 'x.g')}, 'ACTIVE', now(), 'BY_OWNER_WITHOUT_CONSENT', 'MEMBER', 'UNSUBSCRIBED', 'UNSUBSCRIBED', 'SUBSCRIBED', t.urn, t.urn` +
    ` FROM (SELECT DISTINCT ${memberOf} AS n, 1 + i % ${String(groups)} AS g FROM generate_series(1, ${String(threads)}) i, generate_series(0, ${String(members - 1)}) m) x, (SELECT ${tenant} AS urn) t RETURNING urn)` +
    ` INSERT INTO resource (urn, kind) SELECT urn, 'GroupMembership' FROM made`,
  notification(
    `${urn('identity', memberOf)} AS identity`,
    `generate_series(1, ${String(threads)}) i, generate_series(0, ${String(members - 1)}) m`,
  ),
  notification('c.identity', `generate_series(2, 11) i, api_client c WHERE c.identity IS NOT NULL`),
  'ANALYZE message_thread_notification, group_membership',
];
