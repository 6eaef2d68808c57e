// The lists inside a resource as pages of their own: `/n/v1/task/{urn}/logs`, `/n/v1/entitylist/{urn}/entities`. Long
// lists take every parameter of a list; short ones come in the order they are kept in, and can be counted.
import type { FastifyReply } from 'fastify';
import { listFingerprint, sealed, cursorOf } from '../../engine/cursor.ts';
import { computedValue } from '../../engine/fields.ts';
import { readResource } from '../../engine/readResource.ts';
import { type Condition, type Position, checkOrder } from '../../contract/listQuery.ts';
import { targetOf, fieldOf, type Field, type Resource } from '../../contract/resource.ts';
import { invalidParameter, notFound } from '../../domain/errors.ts';
import { sendText } from '../response/answer.ts';
import { pathUrn, type Act, type Call } from '../request/handle.ts';
import { listParameters, pageParameters, pageSize, readListRequest, readPositions } from '../request/listParameters.ts';
import { addressOf, paginationOf, nestedListName } from '../response/pagination.ts';
import { flagParameter, textParameter, listParameter, readTogether } from '../request/queryParameters.ts';
import { sendPage } from './readRoutes.ts';
import { bodyTexts } from '../response/represent.ts';
import { bodyText } from '../response/writeJson.ts';
import type { Row } from '../../engine/context.ts';
import { readShape, shapeParameters } from '../request/shape.ts';
import { readAround, type LongList } from '../../engine/readAround.ts';
import { parseUrn } from '../../domain/urn.ts';

/** The fields of a kind that have a path of their own: lists of resources. */
export function nestedLists(resource: Resource): readonly Field[] {
  return resource.fields.filter((field) => field.isList && field.typeClass === 'LINK');
}

/** The parameters of a nested list. */
export function nestedParameters(resource: Resource, field: Field): readonly string[] {
  const around = field.isPagedAround ? ['around'] : [];
  if (field.isPaged) return [...listParameters(targetOf(field)), ...around];
  return [...pageParameters, ...shapeParameters, 'count'];
}

/** GET a page of a list inside a resource. NOT_FOUND when the resource may not be read. */
export function readNested(resource: Resource, field: Field): Act {
  return async (call) => {
    const { context } = call;
    const urn = pathUrn(call);
    const parent = await readResource(context, resource, urn);
    if (!parent) throw notFound();
    return field.isPaged ? sendLong(call, resource, field, urn) : sendShort(call, resource, field, parent);
  };
}

const pathOf = (resource: Resource, field: Field, urn: string): string =>
  `/n/v1/${resource.path}/${urn}/${field.name.toLowerCase()}`;

// What makes a row of the list's kind one of this parent's: the link back or, of a role, the subject of a permission.
function parentConditions(field: Field, urn: string): readonly Condition[] {
  const child = targetOf(field);
  const equal = (name: string, value: string): Condition => ({ field: fieldOf(child, name), operator: 'eq', value });
  if (field.inverseOf !== null) return [equal(field.inverseOf, urn)];
  return [equal('subjectScope', 'ROLE'), equal('subjectUrn', urn)];
}

function sendLong(call: Call, resource: Resource, field: Field, urn: string): Promise<FastifyReply> {
  const { context, parameters } = call;
  if (field.isPagedAround && hasAround(call)) {
    const at = { name: nestedListName({ resource, field }, urn), path: pathOf(resource, field, urn) };
    return sendAround(call, { resource, field, parent: urn }, at);
  }
  const child = targetOf(field);
  const fixed = parentConditions(field, urn);
  const name = nestedListName({ resource, field }, urn);
  const request = readListRequest(context, child, parameters, { name, fixed });
  return sendPage(call, { resource: child, member: field.name }, request, pathOf(resource, field, urn));
}

// A short list is read as a whole, as it stands in its resource. A cursor into it is the place and the urn of a row, so
// that it still leads on when that row is gone.
async function sendShort(call: Call, resource: Resource, field: Field, parent: Row): Promise<FastifyReply> {
  const { context, parameters } = call;
  const child = targetOf(field);
  const list = listFingerprint(nestedListName({ resource, field }, parent.urn), []);
  const [limit, wantsCount, shape] = readTogether(
    () => pageSize(parameters),
    () => flagParameter(parameters, 'count'),
    () => readShape(child, parameters),
  );
  const rows = await rowsOf(call, resource, field, parent);
  const { from, to, isBackward, hasMore } = cut(call, rows, list, limit);
  const page = { rows: rows.slice(from, to), hasMore, totalCount: rows.length };
  const query = { order: [], limit, after: null, before: null, isBackward, wantsCount };
  const path = pathOf(resource, field, parent.urn);
  const cursor = (row: Row): string => sealed(context.cursorKey, list, [rows.indexOf(row), row.urn]);
  const bodies = await bodyTexts(context, { resource: child, rows: page.rows }, shape);
  const rest = {
    pagination: paginationOf(context, { page, query, list, path, parameters }, cursor),
    url: addressOf(context, path, parameters),
  };
  return sendText(call, 200, bodyText({ [field.name]: `[${bodies.join(',')}]` }, rest));
}

async function rowsOf({ context }: Call, resource: Resource, field: Field, parent: Row): Promise<readonly Row[]> {
  if (field.storage !== 'COMPUTED') return context.loaders.list(resource.name, field.name, parent.urn);
  // computedValue gives the rows of a list of links.
  return (await computedValue(context, resource, parent, field)) as readonly Row[];
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly isBackward: boolean;
  readonly hasMore: boolean;
}

function cut({ context, parameters }: Call, rows: readonly Row[], list: string, limit: number): Cut {
  const { after, before } = readPositions(context, parameters, list, ['place']);
  // The place of the cursor's row, or of the gap it left.
  const placeOf = ([place, urn]: Position): { readonly at: number; readonly isGone: boolean } => {
    const at = rows.findIndex((row) => row.urn === urn);
    return at >= 0 ? { at, isGone: false } : { at: Math.min(Number(place), rows.length), isGone: true };
  };
  if (before !== null) {
    const to = placeOf(before).at;
    const from = Math.max(0, to - limit);
    return { from, to, isBackward: true, hasMore: from > 0 };
  }
  const start = after === null ? { at: 0, isGone: true } : placeOf(after);
  const from = start.isGone ? start.at : start.at + 1;
  return { from, to: from + limit, isBackward: false, hasMore: from + limit < rows.length };
}

/** Whether the page around a row is requested. */
function hasAround({ parameters }: Call): boolean {
  return parameters.has('around');
}

/** Answers the page. Its pagination also holds `before` and `previousUrl`: cursor and address of what comes earlier. */
async function sendAround(
  call: Call,
  list: LongList,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<FastifyReply> {
  const { context, parameters } = call;
  for (const other of parameters.keys()) {
    if (other === 'after' || other === 'before' || other === 'count' || other.startsWith('filter')) {
      throw invalidParameter(other.slice(0, 100), `around and ${other.slice(0, 100)} are not allowed together.`);
    }
  }
  const child = targetOf(list.field);
  const [limit, order, shape] = readTogether(
    () => pageSize(parameters),
    () => checkOrder(child, listParameter(parameters, 'sort'), 'sort'),
    () => readShape(child, parameters),
  );
  const page = await readAround(context, list, parseUrn(textParameter(parameters, 'around')), { order, limit });
  const bound = listFingerprint(name, order);
  const rest = new Map([...parameters].filter(([parameter]) => parameter !== 'around'));
  const query = { order, limit, after: null, before: null, isBackward: false };
  const [first] = page.rows;
  const before = first ? cursorOf(context, bound, order, first) : null;
  const bodies = await bodyTexts(context, { resource: child, rows: page.rows }, shape);
  const around = {
    pagination: {
      ...paginationOf(context, { page, query, list: bound, path, parameters: rest }),
      before,
      previousUrl:
        page.hasEarlier && before !== null ? addressOf(context, path, new Map([...rest, ['before', before]])) : null,
    },
    url: addressOf(context, path, parameters),
  };
  return sendText(call, 200, bodyText({ [list.field.name]: `[${bodies.join(',')}]` }, around));
}
