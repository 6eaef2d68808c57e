// What is resolved of the rows of an execution without a statement: what they hold, what a view has put there, and what code gives. All else
// is asked for together (rowsAtHand.ts).
import { defaultOrder, newestFirst } from '../../contract/listQuery.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { historyOf } from '../../actions/content/itemHistory.ts';
import { itemLists, singleItems } from '../../contract/listedItems.ts';
import { columnValue, computedValue } from '../../engine/fields.ts';
import type { ReferencedViews } from '../../actions/content/viewEntity.ts';
import { historyUrlOf, type Field, type Resource } from '../../contract/resource.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { parseInstant } from '../../domain/instant.ts';
import { itemUrnOf, type Row } from '../../engine/context.ts';
import { connectionOf, pageRequest, connectionAround, selectsTotal } from '../operation/connection.ts';
import { Named } from '../operation/answered.ts';
import type { GraphContext } from '../operation/context.ts';
import { readNames } from '../questions/readInput.ts';

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
  for (const [name, field] of singleItems(resource))
    resolvers[name] = (row, args) => itemsInView(row, field).find((item) => item['name'] === args['name']) ?? null;
  const lists = itemLists(resource);
  if (lists.length > 0)
    resolvers['items'] = (row, args) => lists.flatMap((field) => named(itemsInView(row, field), args));
  return resolvers;
}

function resolverOf(resource: Resource, field: Field): Resolve | null {
  if (field.isWriteOnly) return () => null;
  if (field.typeClass === 'HISTORY') return (row) => row;
  if (field.isPaged) return field.target ? aroundResolver(resource, field.target, field) : null;
  if (field.storage === 'COMPUTED') return (row, _, context) => computedValue(context, resource, row, field);
  // Of a row in a view.
  if (field.storage !== 'COLUMN')
    return field.target?.isItem
      ? (row, args) => named(itemsInView(row, field), args)
      : (row, _, context) => context.loaders.list(resource.name, field.name, row.urn);
  if (field.typeClass === 'LINK') return linkResolver(field);
  return field.typeName === 'URL' ? (row, _, context) => columnValue(context, row, field) : null;
}

// inView put them there.
const itemsInView = (row: Row, { typeName }: Field): Row[] =>
  (row['$items'] as readonly Row[]).filter((item) => item.$kind === typeName);

function named(items: readonly Row[], args: Record<string, unknown>): readonly Row[] {
  const wanted = readNames(args);
  return wanted ? items.filter((item) => wanted.includes(String(item['name']))) : items;
}

// Of a row in a view: the page that an item refers to is shown as a view, too.
function linkResolver(field: Field): Resolve {
  return async (row, _, context) => {
    const urn = row[field.name];
    if (typeof urn !== 'string') return null;
    if (field.typeName !== 'Entity') return new Named(field.typeName, urn);
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

// A page of a long list, of a row in a view, or around one of its rows, where one is named.
function aroundResolver(resource: Resource, target: Resource, field: Field): Resolve {
  return async (row, args, context, info) => {
    const own = isSet(args['orderBy']) ? undefined : defaultOrder(target);
    const request = pageRequest(context, { resource: target, list: `${resource.name}.${field.name}` }, args, own);
    if (isSet(args['around'])) return connectionAround(context, { resource, field, parent: row.urn }, args, request);
    const query = { ...request.query, wantsCount: selectsTotal(info) };
    const page = await context.loaders.page(resource.name, field.name, row.urn, query);
    return connectionOf(context, request, page, () => Promise.resolve(page.totalCount));
  };
}

/** Resolvers of an item kind's history. */
export function historyResolvers(resource: Resource): Record<string, Resolve> {
  const order = newestFirst(resource);
  return {
    item: (row) => new Named(resource.name, itemUrnOf(row)),
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
