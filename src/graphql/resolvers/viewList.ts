// Rendered pages in a list. What is not selected is not rendered: a list of paths and languages reads no items. Resource reference 16.20.
import type { GraphQLResolveInfo } from 'graphql';
import { isKnownByItems, listViews, viewOf, type ListedView } from '../../actions/content/listViews.ts';
import { referencedViews } from '../../actions/content/viewEntity.ts';
import { itemLists, singleItems } from '../../contract/listedItems.ts';
import type { Condition } from '../../contract/listQuery.ts';
import { fieldOf } from '../../contract/resource.ts';
import type { Row } from '../../engine/context.ts';
import { cursorOf } from '../../engine/cursor.ts';
import { pageRequest } from '../operation/connection.ts';
import type { GraphContext } from '../operation/context.ts';
import { selectedFields } from '../operation/selectedFields.ts';
import { inView } from './fields.ts';
import type { GraphVerb } from './verbs.ts';
import { viewOptions } from './view.ts';

/** `Query.entityViews`. */
export const entityViews: GraphVerb = async (context, args, info) => {
  const { Entity: entity } = context.contract.kinds;
  const options = viewOptions(args, info);
  // graphql-js has made them what the SDL says.
  const request = pageRequest(context, { resource: entity, list: 'EntityView' }, args);
  const owner = args['owner'];
  const ofOwner: Condition[] =
    typeof owner === 'string' ? [{ field: fieldOf(entity, 'owner'), operator: 'eq', value: owner }] : [];
  const { order, limit, after, conditions } = request.query;
  const list = await listViews(context, { order, limit, after, conditions: [...ofOwner, ...conditions] }, options);
  const cursor = (row: Row): string => cursorOf(context, request.fingerprint, order, row);
  const nodes = await Promise.all(list.views.map((one) => nodeOf(context, one, showsItems(context, info))));
  const edges = list.views.flatMap(({ row }, at) => {
    const node = nodes[at];
    return node ? [{ cursor: () => cursor(row), node }] : [];
  });
  const [first] = list.views;
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: list.hasMore,
      hasPreviousPage: after !== null,
      startCursor: () => (first ? cursor(first.row) : null),
      endCursor: () => (list.end ? cursor(list.end) : null),
    },
    totalCount: null,
    totalCountIsEstimate: true,
  };
};

async function nodeOf(context: GraphContext, one: ListedView, isRendered: boolean): Promise<Row | null> {
  const views = referencedViews(context, one.request);
  if (!isRendered && !isKnownByItems(one)) return inView(one.page, [], views);
  const view = await viewOf(context, one);
  return view && inView(view.entity, view.items, views);
}

// Whether items are selected of the pages.
function showsItems({ contract }: GraphContext, { fieldNodes, fragments }: GraphQLResolveInfo): boolean {
  const { Entity: entity } = contract.kinds;
  const items = new Set(['items', ...itemLists(entity).map(({ name }) => name), ...singleItems(entity).keys()]);
  const wrappers = new Set(['edges', 'node', 'nodes']);
  const isOrHolds = (sets: Parameters<typeof selectedFields>[0]): boolean => {
    for (const { node } of selectedFields(sets, fragments)) {
      const name = node.name.value;
      if (items.has(name)) return true;
      if (wrappers.has(name) && node.selectionSet && isOrHolds([node.selectionSet])) return true;
    }
    return false;
  };
  return isOrHolds(fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []));
}
