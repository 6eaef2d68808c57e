// Computed fields as SQL over one row, which lists are filtered by and answers are made from. They say the same as the field does
// (`Kind.computed`).
import { assetPath, imagePath, urnPattern } from '../../domain/imagePath.ts';
import { categoryOf, taskStatuses } from '../../domain/taskStatus.ts';
import { isParentSql } from '../mapping/pathTree.ts';
import { audienceSql } from './audience.ts';

/** The edges `o`, from tasks to tasks `b` that block them and are not done. */
export const openBlockers =
  `"link" o JOIN "task" b ON b."urn" = o."to_urn" AND o."field" = 'Task.blockedBy'` +
  ` AND b."status" NOT IN ('COMPLETED', 'CLOSED') AND b."deleted_timestamp" IS NULL`;

/**
 * Whether the trigger is the one of the delivery, as SQL: by its place, too, which names the partition of the log. Not in a subquery
 * or a common table expression of a statement that locks or changes rows: where such a row was changed meanwhile, PostgreSQL 18 (to 18.4 at
 * least) looks into the wrong partitions there, or at memory that it gave back, and ends all connections.
 */
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
  // Addresses of the service itself are kept without the host.
  'Asset.src': (alias) => `(CASE WHEN ${alias}."content_type" IS NOT NULL THEN '${assetPath}' || ${alias}."urn" END)`,
  'Entity.audience': audienceSql,
  'Entity.parent': (alias) =>
    `(SELECT ${alias}up."urn" FROM "entity" ${alias}up WHERE ${isParentSql(`${alias}up`, alias)})`,
  'LinkItem.asset': (alias) => `substring(${alias}."href" from '^${assetPath}(${urnPattern})$')::uuid`,
  'ImageItemFile.src': (alias) => `('${imagePath}' || ${alias}."urn")`,
  // What is OPEN has a due time.
  'PaymentInvoice.isOverdue': (alias) =>
    `(${alias}."status" = 'OPEN' AND ${alias}."due_timestamp" < statement_timestamp())`,
  'Permission.isActive': (alias) =>
    `(coalesce(${alias}."from_timestamp" <= statement_timestamp(), true) AND coalesce(${alias}."to_timestamp" > statement_timestamp(), true))`,
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
  if (!value) throw new Error(`No SQL says ${name}`);
  return value(alias);
}
