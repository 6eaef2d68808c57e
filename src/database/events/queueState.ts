// The queue of unfinished deliveries: the states of its rows, and what several writers of it share. A lane is what one
// subscription is sent about one target, in order: only its oldest delivery is ever READY, IN_FLIGHT or LATER, the others are
// BEHIND. A delivery is unfinished exactly as long as it has a row in the queue.

/** By name. The numbers stand in the conditions of indexes: see the migrations. */
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
 * The order of the index of the states, as SQL, for looks at a state of one subscription, although none needs an order: after a
 * backlog the statistics say that nearly all rows are of that state and that subscription, and the whole table would be read in
 * search of one that is of another.
 */
export const byState = (queued: string): string => `ORDER BY ${queued}."sequence" NULLS FIRST`;

/** The order of the key of the queue, as SQL, for looks at whatever is of one subscription: for the same reason. */
export const byLane = (queued: string): string => `ORDER BY ${queued}."target_urn", ${queued}."position"`;

/**
 * The time, as SQL, for looks at what is due: read once. A function that is called for each row would be no part of the search of
 * an index, and what is not due yet would be read too.
 */
export const nowOnce = '(SELECT clock_timestamp())';

/** Whether deliveries wait for their place, as SQL. In the order of the index, for the same reason as `byState`. */
export const hasNewSql = `(SELECT "subscription" FROM "webhook_queue" WHERE "state" = ${String(queueState.NEW)} ORDER BY "subscription" LIMIT 1) IS NOT NULL`;

/** Whether deliveries are to be dropped, as SQL. */
export const hasDiscardsSql = `EXISTS (SELECT 1 FROM "webhook_pace" WHERE "discard_reason" IS NOT NULL)`;

/** When the first subscription may have something to send, as SQL; NULL for never. */
export const readyAtSql = `(SELECT min("wake_timestamp") FROM "webhook_pace")`;

/** Whether a worker has something to do now that writes brought about, as SQL: to place, to drop or to send. Reads the first entries of three indexes. */
export const hasWorkSql = `(${hasNewSql} OR ${hasDiscardsSql} OR (${readyAtSql} <= clock_timestamp()) IS TRUE)`;

/**
 * Has the commit not wait for the disk: a column for the select list of a statement that runs in its transaction. For what is
 * done again when a crash of the database loses it, while locks that others wait for are held.
 */
export const unawaitedSql = `set_config('synchronous_commit', 'off', true)`;

/** Queues deliveries (SQL of a relation with their columns); they are given their place by a worker. */
export function enqueueSql(deliveries: string): string {
  return (
    `INSERT INTO "webhook_queue" ("tenant", "subscription", "target_urn", "position", "delivery", "state", "due_timestamp", "created_timestamp")` +
    ` SELECT d."tenant", d."subscription", ${laneOf('d')}, d."urn", ${String(queueState.NEW)}, clock_timestamp(), d."created_timestamp" FROM ${deliveries} d`
  );
}

/** The lane of a delivery and its place there, as SQL of two columns: a delivery of no event has a lane of its own. */
export function laneOf(delivery: string, names?: readonly [string, string]): string {
  const [lane, place] = names?.map((name) => ` AS ${name}`) ?? ['', ''];
  return `COALESCE(${delivery}."target_urn", ${delivery}."urn")${lane ?? ''}, COALESCE(${delivery}."position", 0)${place ?? ''}`;
}

/** Whether `queued` is the row of that delivery in the queue, as SQL. */
export function isRowOf(queued: string, delivery: string): string {
  return `(${queued}."subscription", ${queued}."target_urn", ${queued}."position") = (${delivery}."subscription", ${laneOf(delivery)})`;
}

/** Whether an older delivery of the same lane is unfinished, as SQL: whether it is not the first that the key of the queue has. */
export function hasOlder(queued: string): string {
  return (
    `(SELECT o."position" FROM "webhook_queue" o WHERE o."subscription" = ${queued}."subscription"` +
    ` AND o."target_urn" = ${queued}."target_urn" ORDER BY o."position" LIMIT 1) < ${queued}."position"`
  );
}

/**
 * Says that there may be something to send for these subscriptions (SQL of a list); they are looked at at once. Always
 * writes: a claim that runs meanwhile may be about to say that there is nothing, and is waited for. Paces are locked in one order
 * everywhere, so that no two of those who wait do so for each other.
 */
export function wakeSql(subscriptions: string): string {
  const locked = `SELECT l."subscription" FROM "webhook_pace" l WHERE l."subscription" IN (${subscriptions}) ORDER BY l."subscription" FOR UPDATE`;
  return `UPDATE "webhook_pace" SET "wake_timestamp" = clock_timestamp() WHERE "subscription" = ANY(ARRAY(${locked}))`;
}

/**
 * Of the paces that `wakeSql` writes, those that are not to be looked at already, as a condition behind it. For who has them locked:
 * no claim runs then that may be about to say that there is nothing.
 */
export const isAsleep = `("wake_timestamp" <= clock_timestamp()) IS NOT TRUE`;

/** Of the lanes (SQL: rows of subscription and target_urn), brings the oldest delivery forward that waits behind another. */
export function advanceSql(lanes: string): string {
  return (
    `UPDATE "webhook_queue" q SET "state" = ${String(queueState.READY)} FROM (${lanes}) l CROSS JOIN LATERAL (SELECT d."position", d."state"` +
    ` FROM "webhook_queue" d WHERE d."subscription" = l."subscription" AND d."target_urn" = l."target_urn" ORDER BY d."position" LIMIT 1) n` +
    ` WHERE n."state" = ${String(queueState.BEHIND)} AND (q."subscription", q."target_urn", q."position") = (l."subscription", l."target_urn", n."position")`
  );
}
