// Rendered pages in a list: `/v/v1/entityviews`. What is not asked for by `fields` is not rendered. Resource reference 16.20.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isKnownByItems, listViews, viewOf, type ListedView } from '../../actions/content/listViews.ts';
import { itemLists } from '../../contract/listedItems.ts';
import { fieldOf } from '../../contract/resource.ts';
import type { Context } from '../../engine/context.ts';
import { cursorOf } from '../../engine/cursor.ts';
import { addVary } from '../../http/contentCoding.ts';
import { handle, type Call, type RestParts, register } from '../request/handle.ts';
import { listParameters, readListRequest } from '../request/listParameters.ts';
import type { Shape } from '../request/shape.ts';
import { readViewRequest } from '../request/viewParameters.ts';
import { sendText, textOf } from '../response/answer.ts';
import { addressOf, forwardPagination } from '../response/pagination.ts';
import type { Body } from '../response/represent.ts';
import { representPage, representView } from '../response/representView.ts';

const path = '/v/v1/entityviews';

/** Those of lists that this one does not take: it leads forward, is not counted, and shows no links in full. */
const notTaken: ReadonlySet<string> = new Set(['before', 'count', 'expand']);
const ofViews = ['language', 'variant', 'atTimestamp', 'owner', 'render'] as const;

/** Registers the list of views. */
export function registerViewList(scope: FastifyInstance, parts: RestParts): void {
  const known = [
    ...listParameters(parts.contract.kinds.Entity).filter((name) => !notTaken.has(name) && name !== 'owner'),
    ...ofViews,
  ];
  register(scope, path, { GET: handle(parts, known, readViews, { audience: 'ANYONE' }) });
}

async function readViews(call: Call): Promise<FastifyReply> {
  const { context, parameters, request, reply } = call;
  const { Entity: entity } = context.contract.kinds;
  const { owner, ...options } = readViewRequest({ path: '/' }, parameters, request.headers['variant']);
  const { query, list, shape } = readListRequest(context, entity, parameters, {
    name: 'entityviews',
    fixed: owner === null ? [] : [{ field: fieldOf(entity, 'owner'), operator: 'eq', value: owner }],
  });
  const { views, hasMore, end } = await listViews(context, query, options);
  const bodies = await Promise.all(views.map((one) => bodyOf(context, one, shape)));
  const after = end && cursorOf(context, list, query.order, end);
  const text = await textOf(context, {
    entityviews: bodies.filter((body) => body !== null),
    pagination: forwardPagination(call, path, { after, isMorePages: hasMore, limit: query.limit }),
    url: addressOf(context, path, parameters),
  });
  addVary(reply, ['Accept-Language', 'Variant', 'Authorization', 'Cookie']);
  reply.header('Cache-Control', 'private, max-age=0, must-revalidate');
  return sendText(call, 200, text);
}

async function bodyOf(context: Context, one: ListedView, shape: Shape): Promise<Body | null> {
  const { page, request } = one;
  if (!showsItems(context, shape) && !isKnownByItems(one))
    return representPage(context, page, page.alternativeLanguages, shape);
  const view = await viewOf(context, one);
  return view && representView(context, request, view, { ...shape, references: new Set<string>() });
}

function showsItems({ contract }: Context, { fields }: Shape): boolean {
  return fields === null || itemLists(contract.kinds.Entity).some(({ name }) => fields.has(name));
}
