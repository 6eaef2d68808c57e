// Pending deliveries, created by the thousand, as after a night without a receiver. Written past the service, which
// would take an hour for a million.
import type pg from 'pg';
import type { Database } from '../../src/database/connection/database.ts';
import { placeNew } from '../../src/database/events/laneStore.ts';

/** What is pending for one subscription. */
export interface Backlog {
  readonly subscription: string;
  readonly owner: string;
  readonly count: number;
  /** Targets of the deliveries, in turn. */
  readonly targets: readonly string[];
  /** Whether the planner does not hear of it. */
  readonly isUnnoticed?: boolean;
}

/** Creates triggers that are in the log, and deliveries of them that are not numbered yet. */
export async function makeBacklog(
  client: pg.Client,
  { subscription, owner, count, targets, isUnnoticed = false }: Backlog,
): Promise<void> {
  const batch = 20_000;
  for (let from = 0; from < count; from += batch) {
    const size = Math.min(batch, count - from);
    await client.query(
      `WITH sub AS (SELECT "tenant" FROM "webhook_subscription" WHERE "urn" = $1::uuid), n AS (SELECT i, gen_random_uuid() AS trigger, gen_random_uuid() AS delivery,
          ($3::uuid[])[1 + (i % cardinality($3::uuid[]))::int] AS target FROM generate_series($4::bigint, $4::bigint + $5::bigint - 1) i),
        known AS (INSERT INTO "resource" ("urn", "kind") SELECT trigger, 'WebhookTrigger' FROM n
          UNION ALL SELECT delivery, 'WebhookDelivery' FROM n),
        head AS (UPDATE "event_log" l SET "last_sequence" = l."last_sequence" + $5::bigint, "last_ordinal" = (SELECT max("last_ordinal") FROM "event_log") + $5::bigint
          FROM sub WHERE l."tenant" = sub.tenant RETURNING l."last_sequence" - $5::bigint AS base, l."last_ordinal" - $5::bigint AS place),
        told AS (INSERT INTO "webhook_trigger" ("urn", "version", "owner", "tenant", "subject", "event", "target_urn", "target_version",
            "changed_fields", "actor", "created_timestamp", "updated_timestamp", "sequence", "ordinal")
          SELECT trigger, 1, $2::uuid, sub.tenant, 'ENTITY', 'UPDATE', target, 1, ARRAY['name'], '{"urn":null,"type":"SYSTEM"}'::json, now(), now(),
            base + 1 + i - $4::bigint, place + 1 + i - $4::bigint FROM n, head, sub ORDER BY i RETURNING "urn", "target_urn", "position"),
        made AS (INSERT INTO "webhook_delivery" ("urn", "version", "trigger", "subscription", "status", "attempt_count", "next_attempt_timestamp",
            "created_timestamp", "updated_timestamp", "owner", "tenant", "target_urn", "position", "schedule_step", "is_test", "is_manual")
          SELECT n.delivery, 1, t."urn", $1::uuid, 'PENDING', 0, now(), now(), now(), $2::uuid, sub.tenant, t."target_urn", t."position",
            0, false, false FROM sub, told t JOIN n ON n.trigger = t."urn" RETURNING *)
        INSERT INTO "webhook_queue" ("tenant", "subscription", "target_urn", "position", "delivery", "state", "due_timestamp", "created_timestamp")
        SELECT "tenant", "subscription", "target_urn", "position", "urn", 3, now(), now() FROM made`,
      [subscription, owner, targets, from, size],
    );
  }
  if (isUnnoticed) return;
  await client.query('VACUUM ANALYZE "webhook_delivery", "webhook_queue"');
  await client.query('VACUUM ANALYZE "webhook_trigger"');
}

/** Gives all that is new its place, beside the loops of services. */
export async function placeAll(database: Database): Promise<void> {
  for (let last = { hasMore: true, isHeld: false }; last.hasMore || last.isHeld;) last = await placeNew(database);
}
