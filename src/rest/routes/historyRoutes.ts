// The histories of items: reading their values, selecting the live one, restoring an old one. Spec: Item history
// objects; resource reference 3.3.
import type { FastifyReply } from 'fastify';
import { chooseLive, type EntryOfItem, noDrafts, restoreValue } from '../../actions/content/itemHistory.ts';
import { requiredVersion } from '../../engine/conditions.ts';
import { requireCaller } from '../../engine/authorize.ts';
import { listFingerprint } from '../../engine/cursor.ts';
import { historyText } from '../../engine/historyText.ts';
import { readResource } from '../../engine/readResource.ts';
import { newestFirst, type ListQuery } from '../../contract/listQuery.ts';
import type { Resource } from '../../contract/resource.ts';
import { invalid, notFound, type ViolationCode } from '../../domain/errors.ts';
import { parseUrn } from '../../domain/urn.ts';
import { sendEmpty, sendText } from '../response/answer.ts';
import { bodyObject, pathUrn, type Act, type Call } from '../request/handle.ts';
import { pageParameters, pageSize, readPage, type ListRequest } from '../request/listParameters.ts';
import { bodyQuestion, limitExpanded } from '../response/bodyQuestion.ts';
import { newestInside, paginationBetween } from '../response/pagination.ts';
import { flagParameter, instantParameter, readTogether } from '../request/queryParameters.ts';
import { objectText } from '../response/writeJson.ts';
import { readShape, shapeParameters } from '../request/shape.ts';

/** The parameters of a history. */
export const historyParameters: readonly string[] = [...pageParameters, ...shapeParameters, 'count', 'asOf'];

/** GET: a page of the values, newest first. */
export function readValues(resource: Resource): Act {
  return async (call) => sendHistory(call, resource, requestOf(call, resource));
}

/** PUT `{ "item": { "urn": <entry> } }`: makes that value the live one. */
export function chooseValue(resource: Resource): Act {
  return async (call) => {
    const request = requestOf(call, resource);
    await chooseLive(call.context, await readChosen(call, resource));
    return sendChanged(call, resource, request);
  };
}

/** POST .../restore, same body: writes that value again as the newest one. */
export function restoreOldValue(resource: Resource): Act {
  return async (call) => {
    const request = requestOf(call, resource);
    await restoreValue(call.context, await readChosen(call, resource));
    return sendChanged(call, resource, request);
  };
}

async function readChosen(call: Call, resource: Resource): Promise<EntryOfItem> {
  const itemUrn = pathUrn(call);
  const chosen = { resource, itemUrn, ...namedEntry(call) };
  return {
    ...chosen,
    expectedVersion: await requiredVersion(call.context, { resource, urn: itemUrn }, call.conditions),
  };
}

function namedEntry(call: Call): Pick<EntryOfItem, 'entryUrn' | 'path'> {
  const { item } = bodyObject(call);
  const isLink = typeof item === 'object' && item !== null && 'urn' in item;
  const urn = parseUrn(isLink ? item.urn : item);
  const path = isLink ? '/item/urn' : '/item';
  if (urn !== null) return { entryUrn: urn, path };
  const code: ViolationCode = item === undefined ? 'REQUIRED' : item === null ? 'NULL_NOT_ALLOWED' : 'INVALID_FORMAT';
  throw invalid([{ path, code, message: 'Expected the urn of an entry of this history.' }]);
}

async function sendChanged(call: Call, resource: Resource, request: HistoryRequest): Promise<FastifyReply> {
  return call.preferences.returns === 'minimal' ? sendEmpty(call, 204) : sendHistory(call, resource, request);
}

/** Which history is shown, and how: read before anything is changed. */
interface HistoryRequest extends Pick<ListRequest, 'list' | 'shape'> {
  readonly urn: string;
  readonly asOf: string | null;
  readonly query: ListQuery;
}

function requestOf(call: Call, resource: Resource): HistoryRequest {
  const { context, parameters } = call;
  const urn = pathUrn(call);
  const [shape, asOf, wantsCount] = readTogether(
    () => readShape(resource, parameters),
    () => instantParameter(parameters, 'asOf'),
    () => flagParameter(parameters, 'count'),
    () => pageSize(parameters),
  );
  const order = newestFirst(resource);
  const list = listFingerprint(`${resource.name}History/${urn}`, order);
  return {
    urn,
    shape,
    asOf,
    list,
    query: { ...readPage(context, parameters, list, order), conditions: [], wantsCount },
  };
}

async function sendHistory(
  call: Call,
  resource: Resource,
  { urn, shape, asOf, list, query }: HistoryRequest,
): Promise<FastifyReply> {
  const { context, parameters } = call;
  requireCaller(context.viewer);
  const whole = { ...shape, fields: null };
  const [item, entry] = [bodyQuestion(resource, whole), bodyQuestion(resource, shape)];
  const inside = shape.expand.size > 0 ? [newestInside(context)] : [];
  const history = await historyText(context, { urn, query, fingerprint: list, asOf }, { item, entry, inside });
  if (history === null) throw (await readResource(context, resource, urn)) ? noDrafts() : notFound();
  if (history === undefined) throw notFound();
  await limitExpanded(item, whole, history.item);
  await limitExpanded(entry, shape, history.rows);
  const paged = { query, list, path: pathOf(resource, urn), parameters };
  const pagination = JSON.stringify(paginationBetween(context, paged, history));
  const rows = String(history.rows);
  return sendText(
    call,
    200,
    objectText([
      ['item', history.item],
      ['pagination', pagination],
      ['history', rows],
      ['url', history.url],
    ]),
  );
}

const pathOf = (resource: Resource, urn: string): string => `/n/v1/${resource.historyPath ?? ''}/${urn}`;
