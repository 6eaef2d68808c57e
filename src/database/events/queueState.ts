// The states of an unfinished delivery in the queue of its subscription. A lane is what one subscription is sent about one
// target, in order: only its oldest delivery is ever READY, IN_FLIGHT or LATER, the others are BEHIND.

/** By name; a finished delivery has none. The numbers stand in the conditions of indexes: see the migrations. */
export const queueState = {
  /** Waits behind an older one of its lane. */
  BEHIND: 0,
  /** May be sent. */
  READY: 1,
  /** Is being sent; its due time is the end of the lease. */
  IN_FLIGHT: 2,
  /** Has just been created or requested again; its place is yet to be decided. */
  NEW: 3,
  /** Failed and is sent again at its due time. */
  LATER: 4,
} as const;

/** Distinguishes the statements of the background loop from those of requests. */
export const mark = '/* webhooks */ ';

/**
 * Says that there may be something to send for these subscriptions (SQL of a list); they are looked at at once. Always
 * writes: a claim that runs meanwhile may be about to say that there is nothing, and is waited for.
 */
export function wakeSql(subscriptions: string): string {
  return `UPDATE "webhook_pace" SET "wake_timestamp" = clock_timestamp() WHERE "subscription" IN (${subscriptions})`;
}

/** Of the lanes (SQL: rows of subscription and target_urn), brings the oldest delivery forward that waits behind another. */
export function advanceSql(lanes: string): string {
  return (
    `UPDATE "webhook_delivery" SET "queue_state" = ${String(queueState.READY)} WHERE "urn" IN (SELECT n."urn" FROM (${lanes}) l` +
    ` CROSS JOIN LATERAL (SELECT d."urn", d."queue_state" FROM "webhook_delivery" d WHERE d."subscription" = l."subscription"` +
    ` AND d."target_urn" = l."target_urn" AND d."due_timestamp" IS NOT NULL ORDER BY d."position" LIMIT 1) n` +
    ` WHERE n."queue_state" = ${String(queueState.BEHIND)})`
  );
}
