// Records that something changed, in the transaction of the change: the webhook trigger row is the outbox. Its place in
// the log, `sequence`, is given after the commit. Spec: Webhook Trigger; resource reference 9.2, 9.8.
import { newUrn } from '../../domain/urn.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Transaction } from '../connection/database.ts';
import { tenantOf } from './tenant.ts';
import { planSql, type PlannedDelete } from './deliveryPlan.ts';
import { Parameters, prepared, rowsOf } from '../connection/statement.ts';

/** One change to announce. */
export interface Announcement {
  readonly owner: string;
  readonly subject: string;
  readonly event: 'CREATE' | 'UPDATE' | 'DELETE' | 'ALL';
  readonly targetUrn: string;
  readonly targetVersion: string;
  /** Names of the fields that changed; only for UPDATE. */
  readonly changedFields: readonly string[];
  readonly actor: Actor;
  readonly timestamp: string;
}

/**
 * Writes trigger rows in the given order, and their deliveries. Must come after the changed rows are locked. Returns the
 * deliveries of DELETE events.
 */
export async function announce(transaction: Transaction, changes: readonly Announcement[]): Promise<PlannedDelete[]> {
  if (changes.length === 0) return [];
  const p = new Parameters();
  const urns = changes.map(() => newUrn());
  const column = (values: unknown[], type: string): string => p.add(values, type);
  const text =
    `WITH fresh AS (INSERT INTO "webhook_trigger" ("urn", "version", "owner", "tenant", "subject", "event", "target_urn", "target_version",` +
    ` "changed_fields", "actor", "created_timestamp", "updated_timestamp")` +
    ` SELECT t.urn, 1, t.owner, ${tenantOf('t.owner')}, t.subject, t.event, t.target, t.version,` +
    ` ARRAY(SELECT json_array_elements_text(t.fields)), t.actor, t.at, t.at FROM unnest(${column(urns, 'uuid[]')},` +
    ` ${column(
      changes.map((c) => c.owner),
      'uuid[]',
    )}, ${column(
      changes.map((c) => c.subject),
      'text[]',
    )},` +
    ` ${column(
      changes.map((c) => c.event),
      'text[]',
    )}, ${column(
      changes.map((c) => c.targetUrn),
      'uuid[]',
    )},` +
    ` ${column(
      changes.map((c) => c.targetVersion),
      'bigint[]',
    )},` +
    ` ${column(
      changes.map((c) => JSON.stringify(c.event === 'UPDATE' ? c.changedFields : [])),
      'json[]',
    )},` +
    ` ${column(
      changes.map((c) => JSON.stringify(c.actor)),
      'json[]',
    )},` +
    ` ${column(
      changes.map((c) => c.timestamp),
      'timestamptz[]',
    )})` +
    ` WITH ORDINALITY AS t(urn, owner, subject, event, target, version, fields, actor, at, n) ORDER BY t.n` +
    ` RETURNING "urn", "owner", "subject", "event", "target_urn", "position", "created_timestamp")${planSql}`;
  transaction.announced();
  // Only deletes settle something with the planned deliveries.
  if (changes.some(({ event }) => event === 'DELETE')) return rowsOf<PlannedDelete>(transaction, prepared(text, p));
  transaction.send(prepared(text, p));
  return [];
}

/** Plans the deliveries of a trigger that was written like any other resource. */
export async function announceAgain(transaction: Transaction, triggerUrn: string): Promise<void> {
  const p = new Parameters();
  const text =
    `WITH fresh AS (SELECT "urn", "owner", "subject", "event", "target_urn", "position", "created_timestamp"` +
    ` FROM "webhook_trigger" WHERE "urn" = ${p.add(triggerUrn, 'uuid')})${planSql}`;
  await transaction.query(prepared(text, p));
  transaction.announced();
}
