// The fast path of REST writes (http/fastPath.ts): the usual change of one item, which is one statement that also requires the
// decision about the caller to hold. Whatever that statement does not do, refusals included, is left to the regular path.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Contract, Resource } from '../contract/resource.ts';
import type { Context } from '../engine/context.ts';
import { chargeBeyond } from '../engine/requestBudget.ts';
import { updateResource } from '../engine/updateResource.ts';
import {
  createFastPath,
  fastRequest,
  type FastAnswer,
  type FastPath,
  type FastPathParts,
  type FastRequest,
} from '../http/fastPath.ts';
import { changeFast } from '../http/fastWrite.ts';
import { readJson } from '../http/jsonBody.ts';
import { peekBody } from '../http/peekBody.ts';
import { requireJson } from './request/requestHeaders.ts';
import { readQuery, refuseUnknown } from './request/queryParameters.ts';
import { readShape } from './request/shape.ts';
import { versionHeaders, writtenText } from './response/answer.ts';
import { updateParameters, writeConditions } from './routes/writeRoutes.ts';

/** A request for the change of one item. */
interface Call extends FastRequest {
  readonly resource: Resource;
  readonly urn: string;
  /** Bytes of its body. */
  readonly length: number;
}

const address = /^\/n\/v1\/([a-z]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?.{0,500})?$/;
const plainJson = /^application\/(?:merge-patch\+)?json(?:\s*;\s*charset=utf-8)?$/i;

/** A request with one of these headers takes the regular path, too: the route of one resource reads them. */
const others = [...writeConditions, 'prefer'];

/** Bodies beyond this wait unread on the regular path. */
const longestBody = 16 * 1024;

/** A fast path of the changes of items. */
export function createRestFastWrites(
  parts: FastPathParts & { readonly contract: Contract; readonly bodyLimit: number },
): FastPath {
  const most = Math.min(longestBody, parts.bodyLimit);
  const kinds = new Map<string, Resource>(
    parts.contract.resources
      .filter(({ isItem, operations }) => isItem && operations.has('UPDATE'))
      .map((resource) => [resource.path, resource]),
  );
  const callOf = (request: IncomingMessage, response: ServerResponse): Call | null => {
    const { url = '', headers } = request;
    const [, path = '', urn = ''] = address.exec(url) ?? [];
    const resource = kinds.get(path);
    const length = Number(headers['content-length'] ?? NaN);
    if (!resource || !(length > 0 && length <= most) || !plainJson.test(headers['content-type'] ?? '')) return null;
    if (others.some((name) => headers[name] !== undefined)) return null;
    const call = fastRequest(parts, request, response);
    if (!call || call.viewer.requireIfMatch || call.services.kindOf(resource).isChangedAtOnce !== true) return null;
    return { ...call, resource, urn, length };
  };
  const answered = async (call: Call): Promise<boolean> => {
    const body = await peekBody(call.request, call.length);
    return body !== null && changeFast(parts, call, (context) => answer(context, call, body));
  };
  return createFastPath(callOf, answered, () => undefined);
}

// Throws what is wrong with the request, which the regular path answers.
async function answer(context: Context, call: Call, body: Buffer): Promise<FastAnswer | null> {
  const { request, resource, urn } = call;
  requireJson(request.headers.accept);
  const parameters = readQuery(request.url ?? '');
  refuseUnknown(parameters, updateParameters);
  const shape = readShape(resource, parameters);
  const input = readJson(body);
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  if (!isObject || parameters.has('force') || shape.expand.size > 0) return null;
  const options = { expectedVersion: null, isStrict: false, isForced: false };
  const { row } = await updateResource(context, { resource, urn }, input, options);
  const { text, tag } = await writtenText(context, { resource, row }, shape);
  // The change is made, whether it could be charged or not.
  await chargeBeyond(context).catch(() => undefined);
  const headers = {
    ...versionHeaders(row),
    'cache-control': 'private, no-cache',
    'content-type': 'application/json; charset=utf-8',
  };
  return { text, tag, headers };
}
