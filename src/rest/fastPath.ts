// The fast path of REST (http/fastPath.ts): reads of one resource, whose row and lists one statement reads together with the
// access epoch. The body is made by the functions that the route calls.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Contract, Resource } from '../contract/resource.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Context } from '../engine/context.ts';
import type { Admission } from '../domain/requestLimits.ts';
import { plainTags } from '../http/contentCoding.ts';
import type { ReadAt } from '../domain/callers.ts';
import { chargeBeyond } from '../engine/requestBudget.ts';
import { fastContext } from '../http/fastContext.ts';
import {
  answerFast,
  createFastPath,
  fastRequest,
  NeedsRegularPath,
  type FastAnswer,
  type FastPath,
  type FastPathParts,
  type FastRequest,
} from '../http/fastPath.ts';
import { requireJson } from './request/requestHeaders.ts';
import { readQuery, refuseUnknown } from './request/queryParameters.ts';
import { versionHeaders } from './response/answer.ts';
import { isReadByCommonRoute, readAnswer, readParameters } from './routes/readRoutes.ts';

/** A kind and its parameters. */
interface Kind {
  readonly resource: Resource;
  readonly parameters: readonly string[];
}

/** A request for one resource of a kind. */
interface Call extends FastRequest {
  readonly kind: Kind;
  readonly urn: string;
  /** The kind and what is wanted of it: what the statement follows from. */
  readonly question: string;
  /** Whether a statement has said that the decision about the caller held. */
  readonly isHeld: { now: boolean };
}

const address = /^\/n\/v1\/([a-z]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\?.{0,500})?$/;

/** Failures that cost time, and would again. */
const dear: ReadonlySet<string> = new Set(['TIMEOUT', 'UNAVAILABLE', 'RESULT_TOO_LARGE']);

/** How many questions are remembered that no statement answers as a whole. */
const mostUncovered = 1_000;

/** A fast path of the reads of these kinds. */
export function createRestFastPath(parts: FastPathParts & { readonly contract: Contract }): FastPath {
  const kinds = new Map<string, Kind>(
    parts.contract.resources
      .filter(isReadByCommonRoute)
      .map((resource) => [resource.path, { resource, parameters: readParameters(resource) }]),
  );
  const uncovered = new LRUCache<string, true>({ max: mostUncovered });
  const callOf = (request: IncomingMessage, response: ServerResponse): Call | null => {
    if (request.method !== 'GET') return null;
    const [, path = '', urn = '', query = ''] = address.exec(request.url ?? '') ?? [];
    const kind = kinds.get(path);
    const question = `${path}${query}`;
    // What is preferred, and a condition by date, are read by the route of one resource.
    if (!kind || uncovered.has(question)) return null;
    if (request.headers['prefer'] !== undefined || request.headers['if-modified-since'] !== undefined) return null;
    const call = fastRequest(parts, request, response);
    return call && { kind, urn, question, isHeld: { now: false }, ...call };
  };
  return createFastPath(
    callOf,
    (call) => answerFast(parts, call, (admission) => answer(parts, call, admission)),
    ({ request, question, isHeld }, error) => {
      if (error instanceof ServiceError && dear.has(error.code)) parts.left.note(request, error);
      if (error instanceof NeedsRegularPath && !isHeld.now) uncovered.set(question, true);
    },
  );
}

async function answer(parts: FastPathParts, call: Call, admission: Admission | null): Promise<FastAnswer | null> {
  const { request, urn, kind, isHeld, noteUse } = call;
  requireJson(request.headers.accept);
  const parameters = readQuery(request.url ?? '');
  refuseUnknown(parameters, kind.parameters);
  const context = contextOf(parts, call, admission);
  const known = request.headers['if-none-match'];
  const sent = known === undefined ? undefined : plainTags(known);
  const { row, tag, text } = await readAnswer({ context, parameters, readsAhead: true }, kind.resource, urn, {
    tags: sent,
  });
  if (!isHeld.now) return null;
  noteUse();
  await chargeBeyond(context);
  const headers = {
    ...versionHeaders(row),
    'cache-control': 'private, no-cache',
    ...(text !== null && { 'content-type': 'application/json; charset=utf-8' }),
  };
  return { text, tag, headers };
}

function contextOf(parts: FastPathParts, call: Call, admission: Admission | null): Context {
  const { isHeld } = call;
  const held = {
    requireHeld(at: ReadAt): void {
      // The decision has to be made again.
      if (!call.heldAt(at)) throw new CallerMoved();
      isHeld.now = true;
    },
  };
  return fastContext(parts, call, { admission, held, limited: (database) => unlessHeld(database, isHeld) });
}

/** The caller may be another one by now. */
class CallerMoved extends Error {}

// Nothing is read on the word of a kept decision before a statement has said that it held when that statement read.
function unlessHeld(database: Context['database'], isHeld: { readonly now: boolean }): Context['database'] {
  return {
    ...database,
    query(statement) {
      if (!isHeld.now && statement.saysEpoch !== true) return Promise.reject(new NeedsRegularPath());
      return database.query(statement);
    },
    transaction: () => Promise.reject(new NeedsRegularPath()),
    writeAtOnce: null,
  };
}
