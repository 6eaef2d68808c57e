// The fast path of REST writes (http/fastPath.ts): the usual change of one item, which is one statement that also requires the
// decision about the caller to hold. Whatever that statement does not do, refusals included, is left to the regular path.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Contract, Resource } from '../contract/resource.ts';
import type { Admission } from '../domain/requestLimits.ts';
import type { Context } from '../engine/context.ts';
import { chargeBeyondFree } from '../engine/requestBudget.ts';
import { updateResource } from '../engine/updateResource.ts';
import { answerFast, fastRequest, type FastAnswer, type FastPathParts, type FastRequest } from '../http/fastPath.ts';
import { readJson } from '../http/jsonBody.ts';
import { peekBody } from '../http/peekBody.ts';
import { fastContext } from './fastContext.ts';
import { requireJson } from './request/requestHeaders.ts';
import { readQuery, refuseUnknown } from './request/queryParameters.ts';
import { readShape } from './request/shape.ts';
import { versionHeaders, warningHeaders, writtenText } from './response/answer.ts';
import { updateParameters } from './routes/writeRoutes.ts';

/** The fast path of REST writes. */
export interface RestFastWrites {
  /** Carries out and answers the request, or calls `next` with it as it came. */
  take(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** What the request failed with here, when it may have changed something: it is not to be tried again. */
  failureOf(request: IncomingMessage): Error | null;
  /** Whether the one statement has found that this request needs more than it. */
  wasTried(request: IncomingMessage): boolean;
}

/** Thrown when the request has to take the regular path. Nothing is changed then. */
class NeedsRegularPath extends Error {}

/** A request for the change of one item. */
interface Call extends FastRequest {
  readonly resource: Resource;
  readonly urn: string;
  readonly body: Buffer;
}

const address = /^\/n\/v1\/([a-z]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?.{0,500})?$/;
const plainJson = /^application\/(?:merge-patch\+)?json(?:\s*;\s*charset=utf-8)?$/i;

/** A request with one of these headers takes the regular path, too: the route of one resource reads them. */
const others = ['if-match', 'if-none-match', 'prefer', 'accept-language'];

/** Bodies beyond this wait unread on the regular path. */
const longestBody = 16 * 1024;

/** How far the statement of a request has come. */
type Progress = {
  now: 'NOT_SENT' | 'SENT' | 'NOTHING_DONE' | 'DONE';
};

/** A fast path of the changes of items. */
export function createRestFastWrites(
  parts: FastPathParts & { readonly contract: Contract; readonly bodyLimit: number },
): RestFastWrites {
  const most = Math.min(longestBody, parts.bodyLimit);
  const kinds = new Map<string, Resource>(
    parts.contract.resources
      .filter(({ isItem, operations }) => isItem && operations.has('UPDATE'))
      .map((resource) => [resource.path, resource]),
  );
  const failures = new WeakMap<IncomingMessage, Error>();
  const tried = new WeakSet<IncomingMessage>();
  const callOf = async (request: IncomingMessage, response: ServerResponse): Promise<Call | null> => {
    const { url = '', headers } = request;
    const [, path = '', urn = ''] = address.exec(url) ?? [];
    const resource = kinds.get(path);
    const length = Number(headers['content-length'] ?? NaN);
    if (!resource || !(length > 0 && length <= most) || !plainJson.test(headers['content-type'] ?? '')) return null;
    if (others.some((name) => headers[name] !== undefined)) return null;
    const call = fastRequest(parts, request, response);
    if (!call || call.viewer.requireIfMatch || call.services.kindOf(resource).isChangedAtOnce !== true) return null;
    const body = await peekBody(request, length);
    return body && { ...call, resource, urn, body };
  };
  const answered = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const call = await callOf(request, response);
    if (!call) return false;
    const progress: Progress = { now: 'NOT_SENT' };
    try {
      return await answerFast(parts, call, (admission) => answer(parts, call, admission, progress));
    } catch (error) {
      if (progress.now === 'NOTHING_DONE') tried.add(request);
      else if (progress.now !== 'NOT_SENT')
        failures.set(request, error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  };
  return {
    take(request, response, next) {
      answered(request, response).then((isAnswered) => {
        if (!isAnswered) next();
      }, next);
    },
    failureOf: (request) => failures.get(request) ?? null,
    wasTried: (request) => tried.has(request),
  };
}

// Throws what is wrong with the request, which the regular path answers.
async function answer(
  parts: FastPathParts,
  call: Call,
  admission: Admission | null,
  progress: Progress,
): Promise<FastAnswer | null> {
  const { request, response, resource, urn, under, noteUse } = call;
  requireJson(request.headers.accept);
  const parameters = readQuery(request.url ?? '');
  refuseUnknown(parameters, updateParameters);
  const shape = readShape(resource, parameters);
  const input = readJson(call.body);
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  if (!isObject || parameters.has('force') || shape.expand.size > 0) return null;
  const limited = (database: Context['database']): Context['database'] => onlyAtOnce(database, progress);
  const context = fastContext(parts, call, { admission, held: { decidedUnder: under }, limited });
  const options = { expectedVersion: null, isStrict: false, isForced: false };
  const { row } = await updateResource(context, { resource, urn }, input, options);
  const { text, tag } = await writtenText(context, { resource, row }, shape);
  noteUse();
  response.once('finish', () => void chargeBeyondFree(context).catch(() => undefined));
  const headers = {
    ...versionHeaders(row),
    'cache-control': 'private, no-cache',
    ...warningHeaders(context),
    'content-type': 'application/json; charset=utf-8',
  };
  return { text, tag, headers, isDone: true };
}

// Nothing is read or written on the word of a kept decision but by the statement that requires it to hold.
function onlyAtOnce(database: Context['database'], progress: Progress): Context['database'] {
  const { writeAtOnce: write } = database;
  return {
    ...database,
    query: (statement) =>
      progress.now === 'DONE' ? database.query(statement) : Promise.reject(new NeedsRegularPath()),
    transaction: () => Promise.reject(new NeedsRegularPath()),
    writeAtOnce:
      write &&
      (async (statement, row) => {
        if (statement.requiresEpoch !== true || progress.now !== 'NOT_SENT') throw new NeedsRegularPath();
        progress.now = 'SENT';
        const rows = await write(statement, row);
        progress.now = rows.length > 0 ? 'DONE' : 'NOTHING_DONE';
        return rows;
      }),
  };
}
