// Pages as readers see them, in a list: of the versions of one path the one that a view of that path shows. What is listed is what is
// live; a version is on the list where the view chooses it, so that each path is there once, in the place of that version. Resource
// reference 16.20.
import type { Condition, ListQuery, Position } from '../../contract/listQuery.ts';
import { fieldOf } from '../../contract/resource.ts';
import { viewCandidates } from '../../database/content/viewStore.ts';
import { pageOfRows } from '../../database/engine/resourceStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { readScope } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { positionOf } from '../../engine/cursor.ts';
import { listingViewer, namedBy } from '../../engine/everyone.ts';
import { traced } from '../../tracing/traced.ts';
import { shownPage, type ShownPage } from './composeView.ts';
import { choose, languagesByOwner, pageAt, type Composition, type Languages } from './findView.ts';
import { asViewReader, viewEntity, type EntityView } from './viewEntity.ts';
import type { ViewOptions, ViewRequest } from './viewRequest.ts';

/** A page that is on the list. */
export interface ListedView {
  /** The version that the view shows, as the list is put in order. */
  readonly row: Row;
  /** The same with what a view says of it, without its items. */
  readonly page: ShownPage;
  /** What the view of the page is asked for by. */
  readonly request: ViewRequest;
}

/** The view of a page that is on the list; null for one that is no longer there, or was not yet at the time that is shown. */
export async function viewOf(context: Context, { request }: ListedView): Promise<EntityView | null> {
  try {
    const view = await viewEntity(context, request);
    return 'redirect' in view ? null : view;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Whether a page has to be rendered to know that it is shown: what was live before is known by its items. */
export const isKnownByItems = ({ request }: ListedView): boolean => request.atTimestamp !== null;

/** A page of the list. */
export interface ViewList {
  readonly views: readonly ListedView[];
  readonly hasMore: boolean;
  /** The last version that was looked at: where the next page begins. Null for none. */
  readonly end: Row | null;
}

/** How often versions are read for one page of the list, and how many at a time at most: a page that needs more is a short one. */
const most = { reads: 5, versions: 200 } as const;

/** What the list is asked for by; variants and languages are those of the options. */
export type ViewListQuery = Pick<ListQuery, 'conditions' | 'order' | 'limit' | 'after'>;

/**
 * The pages that the caller may VIEW and whose chosen version meets the conditions. Fewer than the limit, with more to come, where
 * most versions are in other languages. Throws FORBIDDEN as the view does.
 */
export function listViews(context: Context, query: ViewListQuery, options: ViewOptions): Promise<ViewList> {
  return traced({ kind: 'ACTION', name: 'list views' }, () => list(asViewReader(context), query, options));
}

async function list(context: Context, query: ViewListQuery, options: ViewOptions): Promise<ViewList> {
  const entity = context.contract.kinds.Entity;
  const viewer = await listingViewer(context, namedBy(entity, query.conditions));
  const reading: Reading = {
    ...{ context: { ...context, viewer }, options, scope: readScope(viewer, entity), chosen: new Map() },
    languages: languagesByOwner(context),
  };
  const views: ListedView[] = [];
  const size = Math.min(most.versions, Math.max(50, 2 * (query.limit + 1)));
  let after: Position | null = query.after;
  let end: Row | null = null;
  let isMore = true;
  for (let reads = 0; reads < most.reads && isMore && views.length <= query.limit; reads += 1) {
    const { rows, hasMore } = await pageOfRows(context.database, reading.scope, entity, {
      ...{ order: query.order, limit: size, after, before: null, isBackward: false, wantsCount: false, isOfLive: true },
      conditions: [...query.conditions, ...ofPages(context, options)],
    });
    context.budget.addRows(rows.length);
    views.push(...(await chosenOf(reading, rows)));
    end = rows.at(-1) ?? end;
    after = end && positionOf(query.order, end);
    isMore = hasMore;
  }
  const shown = views.slice(0, query.limit);
  const isCut = views.length > query.limit;
  return { views: shown, hasMore: isCut || isMore, end: isCut ? (shown.at(-1)?.row ?? null) : end };
}

// The versions that may answer: of a page, in the default variant or the one that is wanted.
function ofPages(context: Context, { variant }: ViewOptions): Condition[] {
  const entity = context.contract.kinds.Entity;
  return [
    { field: fieldOf(entity, 'path'), operator: 'isNull', value: false },
    { field: fieldOf(entity, 'variant'), operator: 'in', value: ['', variant ?? ''] },
  ];
}

/** What the choices of one list are made with. */
interface Reading {
  readonly context: Context;
  readonly options: ViewOptions;
  readonly scope: AccessScope;
  readonly languages: Languages;
  /** What was chosen of each page that was looked at; null for nothing. */
  readonly chosen: Map<string, Composition | null>;
}

// Those of the versions that the view of their path shows.
async function chosenOf(reading: Reading, rows: readonly Row[]): Promise<ListedView[]> {
  const { context, options, chosen } = reading;
  await choosePages(reading, rows);
  return rows.flatMap((row): ListedView[] => {
    const choice = chosen.get(keyOf(row));
    if (!choice || choice.chosen.entity.urn !== row.urn) return [];
    const request = { ...options, address: { path: String(row['path']) }, owner: row.$owner };
    return [{ row, page: shownPage(context, choice), request }];
  });
}

const keyOf = (row: Row): string => `${row.$owner} ${String(row['path'])}`;

// Looks for the versions of all pages that were not looked at before, and chooses among them.
async function choosePages(
  { context, options, scope, languages, chosen }: Reading,
  rows: readonly Row[],
): Promise<void> {
  const unknown = new Map(rows.filter((row) => !chosen.has(keyOf(row))).map((row) => [keyOf(row), row]));
  if (unknown.size === 0) return;
  const addresses = [...unknown].map(([key, row]) => [key, { path: String(row['path']), owner: row.$owner }] as const);
  const found = await viewCandidates(
    context.database,
    scope,
    addresses.map(([, address]) => address),
  );
  context.budget.addRows(found.length);
  const byPage = groupBy(found, keyOf);
  await Promise.all(
    addresses.map(async ([key, address]) => {
      const page = pageAt(context, options, address, byPage.get(key) ?? []);
      chosen.set(key, page && (await choose(context, options, page, languages)));
    }),
  );
}
