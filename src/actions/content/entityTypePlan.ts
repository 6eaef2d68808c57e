// What a change of an entity type would break: its pages are looked at some at a time, with the fields that it is to have. Resource
// reference 16.19.
import { fieldOf } from '../../contract/resource.ts';
import { typedItems } from '../../database/content/typedItemStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { deviationsOf, type Deviation } from '../../domain/entityType.ts';
import { invalid, notFound } from '../../domain/errors.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { definitionProblems, wholeField, type SentField } from './entityTypeKind.ts';
import { listOf } from './typeRules.ts';

/** What would be broken, of the pages that were looked at. */
export interface EntityTypePlan {
  readonly pages: readonly {
    readonly entity: string;
    readonly live: readonly Deviation[];
    readonly newest: readonly Deviation[];
  }[];
  readonly checkedCount: number;
  /** The last page that was looked at; null when that was the last one of all. */
  readonly after: string | null;
}

// Pages that are looked at in one request.
const atOnce = 50;

/** What is planned. */
interface Planned {
  /** The fields that the type is to have; those it has when absent. */
  readonly fields: readonly SentField[] | null;
  readonly after: string | null;
}

/** The pages of the type, by urn, that would break the fields. Live values are told of to who may see the page, newer ones to who sees drafts. */
export async function entityTypePlan(context: Context, urn: string, planned: Planned): Promise<EntityTypePlan> {
  requireCaller(context.viewer);
  const type = await context.loaders.byUrn('EntityType', urn);
  if (!type) throw notFound();
  const { contract, database } = context;
  const fields = planned.fields?.map(wholeField) ?? type.fields;
  const problems = definitionProblems(contract, fields, '/fields');
  if (problems.length > 0) throw invalid(problems);
  const page = await context.loaders.page('EntityType', 'entities', urn, {
    order: [{ field: fieldOf(contract.kinds.Entity, 'urn'), isDescending: false }],
    limit: atOnce,
    after: planned.after === null ? null : [planned.after],
    before: null,
    isBackward: false,
    conditions: [],
  });
  // The kind of the list.
  const rows = page.rows as readonly Row<'Entity'>[];
  const names = fields.map(({ name }) => name);
  const urnsOf = (some: readonly Row<'Entity'>[]): string[] => some.map((row) => row.urn);
  const drafts = rows.filter((row) => row.$seesDrafts);
  const [live, newest] = await Promise.all([
    typedItems(database, urnsOf(rows.filter((row) => row.liveTimestamp !== null)), names, 'LIVE'),
    typedItems(database, urnsOf(drafts), names, 'NEWEST'),
  ]);
  const lists = listOf(contract);
  const brokenBy = (items: ReturnType<typeof live.get>): Deviation[] =>
    items ? deviationsOf(fields, items, lists) : [];
  const pages = rows
    .map((row) => ({ entity: row.urn, live: brokenBy(live.get(row.urn)), newest: brokenBy(newest.get(row.urn)) }))
    .filter((one) => one.live.length > 0 || one.newest.length > 0);
  return { pages, checkedCount: rows.length, after: page.hasMore ? (rows.at(-1)?.urn ?? null) : null };
}
