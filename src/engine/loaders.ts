// The batched reads of one request: everything requested in one turn of the event loop becomes one statement per kind.
// Created for each request, so nothing read for one caller is ever shown to another.
import DataLoader from 'dataloader';
import { plainFilter, plainTerm } from '../contract/listQuery.ts';
import { listedBy } from '../contract/fieldGroups.ts';
import { fieldOf, inverseOf, isForEveryone, resourceOf, targetOf, type Resource } from '../contract/resource.ts';
import { aggregateOf } from '../database/engine/aggregateStore.ts';
import { historyCounts, historyPages } from '../database/content/historyStore.ts';
import { memberListOf, rowsByMembership } from '../database/access/memberStore.ts';
import { valuesOf } from '../database/content/viewStore.ts';
import {
  countsReferring,
  itemsByUrn,
  itemsOfEntities,
  pagesReferring,
  rowsByUrn,
  rowsLinked,
  rowsReferring,
  type Page,
  type PageQuery,
} from '../database/engine/resourceStore.ts';
import type { ItemRow, Row } from '../database/engine/row.ts';
import { groupBy } from '../domain/groupBy.ts';
import type { AccessScope } from '../domain/accessScope.ts';
import { throughRoles, type Viewer } from '../domain/viewer.ts';
import { namedScope, readScope, scopeFor } from './authorize.ts';
import type { Loaders, Services } from './context.ts';
import type { RequestBudget } from './requestBudget.ts';

const emptyPage: Page = { rows: [], hasMore: false, totalCount: null };

/** Loaders for one request of this viewer; with a budget they wait for what it holds back. */
export function makeLoaders(services: Services, viewer: Viewer, budget?: RequestBudget): Loaders {
  const reader = new Reader(services, viewer);
  const { loader, forget } = questions(budget);
  let views: Loaders | null = null;
  const resource = (kind: string): Resource => resourceOf(services.contract, kind);
  return {
    // The rows of a loader are those of the kind that it is named after.
    byUrn: <Name extends string>(kind: Name, urn: string) =>
      loader<Row | null>(`urn ${kind}`, (urns) => reader.byUrn(resource(kind), urns), null).load(
        urn,
      ) as Promise<Row<Name> | null>,
    list(kind, name, parent) {
      const child = resource(fieldOf(resource(kind), name).typeName);
      return child.isItem && kind === 'Entity'
        ? loader<readonly Row[]>('items', (keys) => reader.items(keys), []).load(`${parent} ${child.name}`)
        : loader<readonly Row[]>(`list ${kind}.${name}`, (urns) => reader.list(resource(kind), name, urns), []).load(
            parent,
          );
    },
    page: (kind, name, parent, page) =>
      loader<Page>(
        `page ${kind}.${name} ${pageKey(page)}`,
        (urns) => reader.pages(resource(kind), name, urns, page),
        emptyPage,
      ).load(parent),
    ...historyLoaders({ services, viewer, loader }),
    pageCount: (kind, name, parent) =>
      loader<number | null>(`count ${kind}.${name}`, (urns) => reader.counts(resource(kind), name, urns), 0).load(
        parent,
      ),
    viewItems: (entity, view) =>
      loader<readonly ItemRow[]>(
        `view ${view.at} ${String(view.newest)}`,
        (urns) => reader.viewItems(urns, view),
        [],
      ).load(entity),
    aggregate: (name, urn) =>
      loader<unknown>(`aggregate ${name}`, (urns) => aggregateOf(services.database, viewer, name, urns), null).load(
        urn,
      ),
    inViews() {
      views ??= makeLoaders(services, throughRoles(viewer), budget);
      return views;
    },
    clear() {
      forget();
      views = null;
    },
  };
}

function historyLoaders({ services, viewer, loader }: LoaderParts): Pick<Loaders, 'history' | 'historyCount'> {
  const { database } = services;
  const drafts = (): AccessScope => scopeFor(viewer, 'READ_DRAFT');
  return {
    history: (item, page, asOf) =>
      loader<Page>(
        `history ${pageKey(page)} ${asOf ?? ''}`,
        (items) => historyPages(database, drafts(), items, { page, asOf }),
        emptyPage,
      ).load(item),
    historyCount: (item, asOf) =>
      loader<number | null>(
        `history count ${asOf ?? ''}`,
        (items) => historyCounts(database, drafts(), items, asOf),
        0,
      ).load(item),
  };
}

interface LoaderParts {
  readonly services: Services;
  readonly viewer: Viewer;
  readonly loader: ReturnType<typeof questions>['loader'];
}

type Batch<T> = (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>;

// One loader per question; the batch function is created by the first request for it.
function questions(budget?: RequestBudget): {
  loader: <T>(question: string, batch: Batch<T>, none: T) => DataLoader<string, T>;
  forget: () => void;
} {
  let made = new Map<string, DataLoader<string, unknown>>();
  const options = budget && { batchScheduleFn: (dispatch: () => void) => dispatchWhenCalm(budget, dispatch) };
  return {
    loader<T>(question: string, batch: Batch<T>, none: T) {
      const known = made.get(question);
      // A question always has the same answer type: its key consists of the names above.
      if (known) return known as DataLoader<string, T>;
      const fresh = new DataLoader<string, T>(async (keys) => {
        const found = await batch(keys);
        return keys.map((key) => found.get(key) ?? none);
      }, options);
      made.set(question, fresh);
      return fresh;
    },
    forget() {
      made = new Map();
    },
  };
}

// Everything that is requested in one turn is one statement, also where that turn was split into several to yield to others.
function dispatchWhenCalm(budget: RequestBudget, dispatch: () => void): void {
  void Promise.resolve().then(() =>
    process.nextTick(() => {
      const calm = budget.calm();
      if (calm) void calm.then(() => dispatchWhenCalm(budget, dispatch));
      else dispatch();
    }),
  );
}

function pageKey(page: PageQuery): string {
  return JSON.stringify([
    page.order.map(plainTerm),
    page.limit,
    page.after,
    page.before,
    page.isBackward,
    page.wantsCount === true,
    page.conditions?.map(plainFilter),
  ]);
}

class Reader {
  private readonly services: Services;
  private readonly viewer: Viewer;

  constructor(services: Services, viewer: Viewer) {
    this.services = services;
    this.viewer = viewer;
  }

  // An item's urn may also be that of one entry of its history.
  async byUrn(resource: Resource, urns: readonly string[]): Promise<Map<string, Row>> {
    const { database } = this.services;
    const scope = namedScope(this.viewer, resource);
    const rows: readonly Row[] = resource.isItem
      ? await itemsByUrn(database, scope, resource, urns)
      : await rowsByUrn(database, scope, { resource, urns });
    return new Map(rows.map((row) => [row.urn, row]));
  }

  async items(keys: readonly string[]): Promise<Map<string, readonly ItemRow[]>> {
    const { database, contract } = this.services;
    const pairs = keys.map((key) => key.split(' '));
    const each = (at: 0 | 1): string[] => [...new Set(pairs.map((pair) => pair[at] ?? ''))];
    const scope = namedScope(this.viewer, contract.kinds.TextItem);
    const rows = await itemsOfEntities(database, scope, { entities: each(0), kinds: each(1) });
    return groupBy(rows, (row) => `${row.entity} ${row.$kind}`);
  }

  async list(resource: Resource, name: string, parents: readonly string[]): Promise<Map<string, readonly Row[]>> {
    const { database } = this.services;
    const field = fieldOf(resource, name);
    const target = targetOf(field);
    const scope = this.scopeWithin(resource, target);
    const members = memberListOf(resource, name);
    if (members) {
      const found = await rowsByMembership(database, scope, { target, list: members, parents });
      return groupBy(found, (row) => String(row.$parent));
    }
    const rows =
      field.storage === 'INVERSE'
        ? await rowsReferring(database, scope, {
            resource: target,
            field: inverseOf(field),
            parents,
          })
        : await rowsLinked(database, scope, { resource, field, parents });
    return groupBy(rows, (row) => String(row.$parent));
  }

  pages(resource: Resource, name: string, parents: readonly string[], page: PageQuery): Promise<Map<string, Page>> {
    const { database } = this.services;
    const field = fieldOf(resource, name);
    const target = targetOf(field);
    return pagesReferring(
      database,
      this.scopeWithin(resource, target),
      { resource: target, field: listedBy(field), parents },
      page,
    );
  }

  counts(resource: Resource, name: string, parents: readonly string[]): Promise<Map<string, number | null>> {
    const { database } = this.services;
    const field = fieldOf(resource, name);
    const target = targetOf(field);
    return countsReferring(database, this.scopeWithin(resource, target), {
      resource: target,
      field: listedBy(field),
      parents,
    });
  }

  // What lives in content of another tenant is read with it; whatever else there is lives in what is of the caller's own.
  private scopeWithin(parent: Resource, target: Resource): AccessScope {
    return isForEveryone(parent) ? namedScope(this.viewer, target) : readScope(this.viewer, target);
  }

  async viewItems(
    entities: readonly string[],
    view: { readonly at: string; readonly newest: boolean },
  ): Promise<Map<string, readonly ItemRow[]>> {
    const values = view.newest
      ? ({ serves: 'NEWEST_AT', at: view.at } as const)
      : ({ serves: 'LIVE_AT', at: view.at } as const);
    const rows = await valuesOf(this.services.database, new Map(entities.map((urn) => [urn, values])));
    return groupBy(rows, (row) => row.entity);
  }
}
