// Which subscriptions a trigger is delivered to, decided when it is written: the text of the statement's end that both
// ways of writing a trigger share. Resource reference 9.5, Matching.

/**
 * The end of a `WITH fresh AS (... triggers ...)` statement: writes a delivery for each subscription that is active and
 * matches, and gives those of DELETE events, of which the right to read is settled at once.
 */
export const planSql = `, matched AS (
  SELECT gen_random_uuid() AS urn, f."urn" AS trigger, f."subject", f."event", f."target_urn", f."position",
    f."created_timestamp" AS at, s."urn" AS subscription, s."owner", s."api_client"
  FROM fresh f JOIN "webhook_subscription" s ON s."owner" = f."owner" AND s."subject" = f."subject"
    AND (f."event" = 'ALL' OR s."event" = 'ALL' OR s."event" = f."event")
    AND (s."target_urn" IS NULL OR s."target_urn" = f."target_urn")
  WHERE s."status" = 'ACTIVE' AND s."deleted_timestamp" IS NULL
    AND (s."expiration_timestamp" IS NULL OR s."expiration_timestamp" > clock_timestamp())
), known AS (
  INSERT INTO "resource" ("urn", "kind") SELECT m.urn, 'WebhookDelivery' FROM matched m
), planned AS (
  INSERT INTO "webhook_delivery" ("urn", "version", "trigger", "subscription", "status", "attempt_count",
    "next_attempt_timestamp", "attempts", "created_timestamp", "updated_timestamp", "owner", "target_urn", "position",
    "due_timestamp", "schedule_step", "is_test", "is_manual")
  SELECT m.urn, 1, m.trigger, m.subscription, 'PENDING', 0, m.at, '[]', m.at, m.at, m."owner", m."target_urn",
    m."position", m.at, 0, false, false FROM matched m
)
SELECT m.urn, m."api_client", m."subject", m."target_urn" FROM matched m WHERE m."event" = 'DELETE'`;

/** A delivery of a DELETE event whose receiver has yet to be checked. */
export interface PlannedDelete {
  readonly delivery: string;
  readonly apiClient: string;
  readonly subject: string;
  readonly target: string;
}

/** The rows that a statement with `planSql` gives. */
export function plannedDeletes(rows: readonly Record<string, unknown>[]): PlannedDelete[] {
  return rows.map((row) => ({
    delivery: String(row['urn']),
    apiClient: String(row['api_client']),
    subject: String(row['subject']),
    target: String(row['target_urn']),
  }));
}
