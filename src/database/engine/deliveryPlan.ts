// Which subscriptions a trigger is delivered to, decided when it is written: the text of the statement's end that both
// ways of writing a trigger share. Resource reference 9.5, Matching.

/**
 * The part of a `WITH fresh AS (... triggers ...)` clause that writes a delivery for each subscription that is active and
 * matches, of the owner and of the companies above it.
 */
export const deliveriesSql = `, line AS (
  WITH RECURSIVE up AS (SELECT f."owner" AS below, f."owner" AS urn FROM fresh f
    UNION SELECT u.below, c."parent_company" FROM up u JOIN "company" c ON c."urn" = u.urn WHERE c."parent_company" IS NOT NULL)
  SELECT below, urn FROM up
), matched AS (
  SELECT gen_random_uuid() AS urn, f."urn" AS trigger, f."subject", f."event", f."target_urn", f."position",
    f."created_timestamp" AS at, s."urn" AS subscription, s."owner", s."tenant", s."api_client"
  FROM fresh f JOIN line l ON l.below = f."owner" JOIN "webhook_subscription" s ON s."owner" = l.urn AND s."subject" = f."subject"
    AND (f."event" = 'ALL' OR s."event" = 'ALL' OR s."event" = f."event")
    AND (s."target_urn" IS NULL OR s."target_urn" = f."target_urn")
  WHERE s."status" = 'ACTIVE' AND s."deleted_timestamp" IS NULL
    AND (s."expiration_timestamp" IS NULL OR s."expiration_timestamp" > clock_timestamp())
), planned AS (
  INSERT INTO "webhook_delivery" ("urn", "version", "trigger", "subscription", "status", "attempt_count",
    "next_attempt_timestamp", "created_timestamp", "updated_timestamp", "owner", "tenant", "target_urn", "position",
    "schedule_step", "is_test", "is_manual")
  SELECT m.urn, 1, m.trigger, m.subscription, 'PENDING', 0, m.at, m.at, m.at, m."owner", m."tenant", m."target_urn",
    m."position", 0, false, false FROM matched m
), queued AS (
  INSERT INTO "webhook_queue" ("tenant", "subscription", "target_urn", "position", "delivery", "state", "due_timestamp", "created_timestamp")
  SELECT m."tenant", m.subscription, m."target_urn", m."position", m.urn, 3, m.at, m.at FROM matched m
)`;

/** The end of such a statement: it plans, and gives the deliveries of DELETE events, of which the right to read is settled at once. */
export const planSql = `${deliveriesSql}
SELECT m.urn AS "delivery", m."api_client" AS "apiClient", m."subject", m."target_urn" AS "target" FROM matched m WHERE m."event" = 'DELETE'`;

/** A delivery of a DELETE event whose receiver has yet to be checked: a row of `planSql`. */
export interface PlannedDelete {
  readonly delivery: string;
  readonly apiClient: string;
  readonly subject: string;
  readonly target: string;
}
