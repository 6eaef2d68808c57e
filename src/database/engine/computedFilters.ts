// Computed fields that lists can be filtered by, as SQL over one row. They say the same as the field does.
import { categoryOf, taskStatuses } from '../../domain/taskStatus.ts';

/** The edges `o`, from tasks to tasks `b` that block them and are not done. */
export const openBlockers =
  `"link" o JOIN "task" b ON b."urn" = o."to_urn" AND o."field" = 'Task.blockedBy'` +
  ` AND b."status" NOT IN ('COMPLETED', 'CLOSED') AND b."deleted_timestamp" IS NULL`;

/** Whether the trigger is the one of the delivery, as SQL: by its place, too, which names the partition of the log. */
export const isEventOf = (trigger: string, delivery: string): string =>
  `${trigger}."urn" = ${delivery}."trigger" AND ${trigger}."position" = ${delivery}."position"`;

/** The subject of the event of a delivery; a test is about its subscription. */
export function deliverySubject(alias: string): string {
  return (
    `(CASE WHEN ${alias}."is_test" THEN 'WEBHOOK_SUBSCRIPTION' ELSE COALESCE((SELECT e."subject" FROM "webhook_trigger" e` +
    ` WHERE ${isEventOf('e', alias)}), (SELECT o."subject" FROM "webhook_subscription" o WHERE o."urn" = ${alias}."subscription")) END)`
  );
}

/** The number of the event of a delivery; null for a delivery of no event. */
export function deliverySequence(alias: string): string {
  return `(SELECT e."sequence" FROM "webhook_trigger" e WHERE ${isEventOf('e', alias)})`;
}

const categories = taskStatuses.map((status) => `WHEN '${status}' THEN '${categoryOf(status)}'`).join(' ');

const values: Readonly<Record<string, (alias: string) => string>> = {
  'Task.isBlocked': (alias) => `EXISTS (SELECT 1 FROM ${openBlockers} WHERE o."from_urn" = ${alias}."urn")`,
  'Task.statusCategory': (alias) => `(CASE ${alias}."status" ${categories} END)`,
  'WebhookDelivery.subject': deliverySubject,
  'WebhookDelivery.sequence': deliverySequence,
};

/** Whether the value of the field, named `Kind.field`, can be said in SQL over one row. */
export const hasComputedSql = (name: string): boolean => Object.hasOwn(values, name);

/** The value of the field, named `Kind.field`, on the row `alias`. One that is not known here is a programming error. */
export function computedSql(name: string, alias: string): string {
  const value = values[name];
  if (!value) throw new Error(`Lists cannot be filtered by ${name}`);
  return value(alias);
}
