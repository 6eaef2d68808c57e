// Resolvers of the fields of every kind, made from the contract: columns as they are, links and lists through the
// loaders, computed fields by the code both faces share.
import { defaultOrder, newestFirst } from '../../contract/listQuery.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { historyOf } from '../../actions/content/itemHistory.ts';
import { columnValue, computedValue } from '../../engine/fields.ts';
import type { ReferencedViews } from '../../actions/content/viewEntity.ts';
import { historyUrlOf, targetOf, type Contract, type Field, type Resource } from '../../contract/resource.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { parseInstant } from '../../domain/instant.ts';
import { itemUrnOf, type Row } from '../../engine/context.ts';
import { connectionOf, pageRequest, connectionAround, selectsTotal } from '../operation/connection.ts';
import type { GraphContext } from '../operation/context.ts';

/** The resolver of one field of a kind. */
export type Resolve = (
  row: Row,
  args: Record<string, unknown>,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => unknown;

/** Field resolvers of one kind. Plain columns are left to graphql-js's default resolver. */
export function fieldResolvers(resource: Resource): Record<string, Resolve> {
  const resolvers: Record<string, Resolve> = {};
  for (const field of resource.fields) {
    const resolve = resolverOf(resource, field);
    if (resolve) resolvers[field.name] = resolve;
  }
  return resolvers;
}

function resolverOf(resource: Resource, field: Field): Resolve | null {
  if (field.isWriteOnly) return () => null;
  if (field.typeClass === 'HISTORY') return (row) => row;
  // The permissions of a role are a page of edges like any other; code gives all other computed fields.
  if (field.storage === 'COMPUTED' && resource.name === 'Role' && field.isPaged) return pagedResolver(resource, field);
  if (field.storage === 'COMPUTED') return (row, _, context) => computedValue(context, resource, row, field);
  if (field.isPaged) return pagedResolver(resource, field);
  if (field.storage === 'COLUMN') {
    if (field.typeClass === 'LINK') return linkResolver(field);
    return field.typeName === 'URL' ? (row, _, context) => columnValue(context, row, field) : null;
  }
  return (row, _, context) =>
    (isItems(resource.contract, field) ? itemsInView(row, field) : null) ?? list(context, resource, field, row);
}

const list = (context: GraphContext, resource: Resource, field: Field, row: Row): Promise<readonly Row[]> =>
  context.loaders.list(resource.name, field.name, row.urn);

const isInView = (row: Row): boolean => row['$view'] !== undefined;

const isItems = (contract: Contract, field: Field): boolean => targetOf(field).isItem;

/** The items of a list as the view shows them; null outside a view. */
export function itemsInView(row: Row, field: Field): Row[] | null {
  if (!isInView(row)) return null;
  // inView put them there.
  return (row['$items'] as readonly Row[]).filter((item) => item.$kind === field.typeName);
}

function linkResolver(field: Field): Resolve {
  return async (row, _, context) => {
    const urn = row[field.name];
    if (typeof urn !== 'string') return null;
    if (field.typeName !== 'Entity' || !isInView(row)) return context.loaders.byUrn(field.typeName, urn);
    // inView put it there.
    const views = row['$view'] as ReferencedViews;
    const shown = await views.load(urn);
    if (shown) return inView(shown.entity, shown.items, views);
    const hidden = await context.loaders.byUrn('Entity', urn);
    return hidden && inView(hidden, [], views);
  };
}

/** An entity as a view shows it: its lists hold rendered live values, and its references lead to more such entities. */
export function inView(entity: Row, items: readonly Row[], views: ReferencedViews): Row {
  return { ...entity, $view: views, $items: items.map((item) => ({ ...item, $view: views })) };
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

function pagedResolver(resource: Resource, field: Field): Resolve {
  const target = targetOf(field);
  return async (row, args, context, info) => {
    const own = isSet(args['orderBy']) ? undefined : defaultOrder(target);
    const request = pageRequest(context, { resource: target, list: `${resource.name}.${field.name}` }, args, own);
    if (isSet(args['around'])) {
      const list = { resource, field, parent: row.urn };
      return connectionAround(context, list, args, request);
    }
    const query = { ...request.query, wantsCount: selectsTotal(info) };
    const page = await context.loaders.page(resource.name, field.name, row.urn, query);
    return connectionOf(context, request, page, () => Promise.resolve(page.totalCount));
  };
}

/** Resolvers of an item kind's history. */
export function historyResolvers(resource: Resource): Record<string, Resolve> {
  const order = newestFirst(resource);
  return {
    item: (row, _, context) => context.loaders.byUrn(resource.name, itemUrnOf(row)),
    url: (row, _, context) => historyUrlOf(context, resource, itemUrnOf(row)),
    async history(row, args, context) {
      const sent = args['asOf'] ?? null;
      const asOf = sent === null ? null : parseInstant(sent);
      if (sent !== null && asOf === null) throw invalidParameter('asOf', 'A date-time is expected.');
      const request = pageRequest(context, { resource, list: `${resource.name}.history` }, args, order);
      const page = await historyOf(context, row, request.query, asOf);
      return connectionOf(context, request, page, () => context.loaders.historyCount(itemUrnOf(row), asOf));
    },
  };
}
