// Counts and sums over the parts of many objects at once: one statement per question, regardless of the number of objects.
// What is counted is what the caller may read; resource reference 5.4 alone counts open blockers regardless of who may see
// them, and a group or a thread is counted for those who may read it.
import { resourceOf, type Contract } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { audienceSql } from './audience.ts';
import { attemptsSql, bodiesSql, healthSql, sequencesSql, subjectsSql } from './deliveryAggregates.ts';
import { computedSql, openBlockers } from './computedSql.ts';
import { holds, inScope, shown } from './scope.ts';
import { translationsSql } from './translations.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

interface Aggregate {
  /**
   * Selects `urn` and `value` for the objects whose urns, an array, are given; `readable` limits rows `t` of the kind to those the caller
   * reads, `drafts` says of which entities, under an alias, it sees drafts.
   */
  readonly sql: (urns: string, readable: (kind: string) => string, drafts: (alias: string) => string) => string;
  /** The value of an object the statement does not name. */
  readonly none: unknown;
}

const aggregates: Readonly<Record<string, Aggregate>> = {
  'Entity.audience': {
    sql: (urns) => `SELECT t."urn", ${audienceSql('t')} AS value FROM "entity" t WHERE t."urn" = ANY(${urns})`,
    none: 'GRANTED',
  },
  'Entity.parent': {
    sql: (urns) =>
      `SELECT t."urn", ${computedSql('Entity.parent', 't')} AS value FROM "entity" t WHERE t."urn" = ANY(${urns})`,
    none: null,
  },
  'Entity.translations': {
    sql: (urns, readable, drafts) => translationsSql(urns, { readable: readable('Entity'), drafts }),
    none: [],
  },
  'WebhookDelivery.subject': { sql: subjectsSql, none: 'WEBHOOK_SUBSCRIPTION' },
  'WebhookDelivery.sequence': { sql: sequencesSql, none: null },
  'WebhookDelivery.attempts': { sql: attemptsSql, none: [] },
  'WebhookDelivery.body': { sql: bodiesSql, none: null },
  'WebhookSubscription.health': { sql: (urns) => healthSql(urns), none: null },
  'WebhookTrigger.subscriptions': {
    sql: (
      urns,
    ) => `SELECT "trigger" AS urn, json_agg("subscription" ORDER BY "subscription") AS value FROM "webhook_delivery"
      WHERE "trigger" = ANY(${urns}) AND "subscription" IS NOT NULL GROUP BY 1`,
    none: [],
  },
  'Group.memberCount': {
    sql: (urns) => `SELECT "group" AS urn, count(*)::int AS value FROM "group_membership" WHERE "group" = ANY(${urns})
      AND "status" = 'ACTIVE' AND "deleted_timestamp" IS NULL GROUP BY 1`,
    none: 0,
  },
  'MessageThread.postCount': {
    sql: (urns) => `SELECT "urn", "post_count" AS value FROM "message_thread" WHERE "urn" = ANY(${urns})`,
    none: 0,
  },
  'MessageThread.lastPostTimestamp': {
    // By the index of the posts of a thread, from its end.
    sql: (urns) => `SELECT thread.urn, last."created_timestamp" AS value FROM unnest(${urns}) AS thread(urn)
      CROSS JOIN LATERAL (SELECT "created_timestamp" FROM "thread_post" WHERE "message_thread" = thread.urn AND "deleted_timestamp" IS NULL
        ORDER BY "created_timestamp" DESC LIMIT 1) last`,
    none: null,
  },
  'ThreadPost.replyCount': {
    sql: (urns) => `SELECT "reply_to" AS urn, count(*)::int AS value FROM "thread_post" WHERE "reply_to" = ANY(${urns})
      AND NOT "is_deleted" AND "deleted_timestamp" IS NULL GROUP BY 1`,
    none: 0,
  },
  'Project.taskCounts': {
    sql: (
      urns,
      readable,
    ) => `SELECT urn, json_object_agg(status, tasks) AS value FROM (SELECT t."project" AS urn, t."status" AS status, count(*)::int AS tasks
      FROM "task" t WHERE t."project" = ANY(${urns}) AND ${readable('Task')} GROUP BY 1, 2) counted GROUP BY 1`,
    none: {},
  },
  'Task.openBlockerCount': {
    sql: (urns) => `SELECT o."from_urn" AS urn, count(*)::int AS value FROM ${openBlockers}
      WHERE o."from_urn" = ANY(${urns}) GROUP BY 1`,
    none: 0,
  },
};

/** Whether there is an aggregate of that name, `Kind.field`. */
export const isAggregate = (name: string): boolean => name in aggregates;

/** The answer to the named question for each object, as that viewer may know it. */
export async function aggregateOf(
  executor: Executor,
  viewer: Viewer,
  name: string,
  urns: readonly string[],
): Promise<Map<string, unknown>> {
  const aggregate = aggregates[name];
  if (!aggregate) throw new Error(`There is no aggregate ${name}`);
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const text = aggregate.sql(wanted, ...seenBy(executor.contract, viewer, p));
  const rows = await rowsOf<{ urn: string; value: unknown }>(executor, prepared(text, p));
  const found = new Map(rows.map((row) => [row.urn, row.value]));
  return new Map(urns.map((urn) => [urn, found.has(urn) ? found.get(urn) : aggregate.none]));
}

/** The same for one row, as SQL; null for a name that is not an aggregate. */
export function aggregateSql(
  { contract, viewer }: { readonly contract: Contract; readonly viewer: Viewer },
  name: string,
  urn: string,
  p: Parameters,
): string | null {
  const aggregate = aggregates[name];
  if (!aggregate) return null;
  const { none } = aggregate;
  const value = `(SELECT c.value FROM (${aggregate.sql(`ARRAY[${urn}]`, ...seenBy(contract, viewer, p))}) c)`;
  if (none === null) return value;
  return `coalesce(${value}, '${typeof none === 'object' ? JSON.stringify(none) : String(none)}')`;
}

function seenBy(
  contract: Contract,
  viewer: Viewer,
  p: Parameters,
): [readable: (kind: string) => string, drafts: (alias: string) => string] {
  const readable = (kind: string): string => {
    const resource = resourceOf(contract, kind);
    const scope = accessScope(viewer, resource.labels.read);
    // A page that was never live is there for who sees its drafts.
    return kind === 'Entity' ? shown(resource, 't', scope, p) : inScope(resource, 't', scope, p);
  };
  const resource = contract.kinds.Entity;
  return [readable, (alias) => holds({ resource, alias }, { viewer, label: 'READ_DRAFT' }, p)];
}
