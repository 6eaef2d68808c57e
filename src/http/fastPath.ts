// What the fast paths of both faces share. A fast path answers a request with the one statement that reads or writes for it, past
// the server's routes. It decides nothing by itself: the caller's last decision is used, and the statement reports whether it
// still held when it read, or writes only if it does; limits, budget, headers, metrics and log are the same. Every other request is left to the regular path, which
// finds it neither read nor counted.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { credentialOf, noteTokenUse } from '../actions/access/authenticate.ts';
import type { CredentialKey, KeptCaller } from '../domain/callers.ts';
import type { Observe } from '../domain/observation.ts';
import { turnOfText } from '../domain/loopTurns.ts';
import type { Admission } from '../domain/requestLimits.ts';
import { isTokenForm } from '../domain/tokenForm.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { Services } from '../engine/context.ts';
import { databaseMillis, spendingDatabase, type BudgetLimits, type RequestBudget } from '../engine/requestBudget.ts';
import { bearerToken } from './credentials.ts';
import { codedJson, codingOfKnown, type CodedAnswer } from './compression.ts';
import { hasLeft, tooManyUnread, type Connections } from './connections.ts';
import { codedTag } from './contentCoding.ts';
import type { LeftRequests } from './leftRequests.ts';
import { quotaHeaders } from './requestLimits.ts';
import { noteAnswer, requestIdOf } from './server.ts';

/** What a fast path needs. */
export interface FastPathParts {
  /** Throws as long as there are none. */
  readonly services: () => Services;
  readonly connections: Connections;
  readonly budget: BudgetLimits | undefined;
  readonly observe: Observe;
  readonly log: (facts: Readonly<Record<string, unknown>>) => void;
  /** Whether all requests take the regular path now: the process ends, or sheds load. */
  readonly isClosed: () => boolean;
  readonly left: LeftRequests;
}

/** Thrown where a request has to take the regular path. */
export class NeedsRegularPath extends Error {}

/** A fast path: answers the request, or calls `next` with it as it came. */
export type FastPath = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * A fast path for the requests that `callOf` has a call for. `answered` says whether it answered; `failed` is called with what it threw.
 */
export function createFastPath<Call>(
  callOf: (request: IncomingMessage, response: ServerResponse) => Call | null,
  answered: (call: Call) => Promise<boolean>,
  failed: (call: Call, error: unknown) => void,
): FastPath {
  return (request, response, next) => {
    const call = callOf(request, response);
    if (!call) {
      next();
      return;
    }
    answered(call).then(
      (isAnswered) => {
        if (!isAnswered) next();
      },
      (error: unknown) => {
        failed(call, error);
        next();
      },
    );
  };
}

/** A request that may take a fast path, with its caller. */
export interface FastRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The id of the request. */
  readonly id: string;
  readonly began: number;
  readonly services: Services;
  readonly viewer: Viewer;
  /** Notes that the caller's token was used. */
  readonly noteUse: () => void;
  readonly under: KeptCaller['under'];
  readonly heldAt: KeptCaller['heldAt'];
}

/** The database for the request, which spends its budget; `isRead` where it changes nothing. */
export function databaseOf(
  { request, response, services }: FastRequest,
  budget: RequestBudget,
  isRead: boolean,
): Services['database'] {
  const isVain = (): boolean => isRead && hasLeft(response);
  const requester = { caller: request.headers.authorization ?? '', response, isVain };
  return spendingDatabase(services.database.within(databaseMillis, requester), budget);
}

/** A request with one of these headers takes the regular path. */
const others = ['origin', 'content-encoding', 'idempotency-key'];

/** The request with its caller; null where it is left to the regular path. */
export function fastRequest(
  parts: FastPathParts,
  request: IncomingMessage,
  response: ServerResponse,
): FastRequest | null {
  const { headers } = request;
  if (parts.isClosed() || others.some((name) => headers[name] !== undefined)) return null;
  const began = performance.now();
  try {
    const services = parts.services();
    // A replica may be behind what was acknowledged, and knows an older epoch.
    if (services.database.positions) return null;
    const credential = credentialIn(request);
    if (credential === null) return null;
    const kept = services.callers.keptOf(credential);
    if (kept?.viewer.kind !== 'CLIENT' || (kept.viewer.clientUrn ?? kept.viewer.identityUrn) === null) return null;
    const { viewer } = kept;
    const noteUse = (): void => noteTokenUse(services, credential, viewer);
    const { under } = kept;
    const id = requestIdOf(request);
    return { request, response, id, began, services, viewer, noteUse, under, heldAt: (at) => kept.heldAt(at) };
  } catch {
    // The regular path answers with the error.
    return null;
  }
}

// What each connection sent last: a caller sends the same again and again, and hashing it is a twentieth of a short read.
const lastSent = new WeakMap<Socket, { readonly authorization: string; readonly credential: CredentialKey | null }>();

// Throws UNAUTHENTICATED.
function credentialIn({ headers: { authorization }, socket }: IncomingMessage): CredentialKey | null {
  if (authorization === undefined) return null;
  const last = lastSent.get(socket);
  if (last?.authorization === authorization) return last.credential;
  const token = bearerToken(authorization);
  const isWrong = token === null || (token.startsWith('ccs_') && !isTokenForm(token));
  const credential = isWrong ? null : credentialOf(token);
  lastSent.set(socket, { authorization, credential });
  return credential;
}

/** An answer as it is made: JSON, null where the caller has it already; its tag if it has one, and the headers of its face. */
export interface FastAnswer {
  readonly text: string | readonly Buffer[] | null;
  readonly tag: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Called once all of it has been handed to the system, so that nobody reads the bytes of its text any more. */
  readonly sent?: () => void;
}

/**
 * Counts the request, makes its answer and sends it. Where the regular path is to answer, nothing is counted and the result
 * is false. Throws what `make` throws, and nothing is counted then, either; UNAVAILABLE where too many answers wait to be read
 * for this one to be sent.
 */
export async function answerFast(
  parts: FastPathParts,
  call: FastRequest,
  make: (admission: Admission | null) => Promise<FastAnswer | null>,
): Promise<boolean> {
  const admission = (await call.services.limiter?.admit(call.viewer, '')) ?? null;
  // A refused request is not counted, and the regular path answers it.
  if (admission?.refusal) return false;
  const made = await make(admission).catch((error: unknown) => {
    admission?.takeBack();
    throw error;
  });
  const coded = made && (await codedAnswer(made, call.request));
  if (!coded) {
    admission?.takeBack();
    return false;
  }
  if (!parts.connections.mayAnswer(call.request.socket, coded.bytes)) {
    admission?.takeBack();
    throw tooManyUnread();
  }
  await turnOfText(coded.bytes);
  send(parts, call, { admission, made, coded });
  return true;
}

function codedAnswer({ text, tag }: FastAnswer, { headers }: IncomingMessage): CodedAnswer | Promise<CodedAnswer> {
  const accepted = headers['accept-encoding'];
  if (text !== null) return codedJson(text, accepted);
  const coding = tag === null ? null : codingOfKnown(tag, { sent: headers['if-none-match'], accepted });
  // How long the answer would have been is not known here.
  return { body: '', bytes: 0, coding, isNegotiated: true };
}

interface Sent {
  readonly admission: Admission | null;
  readonly made: FastAnswer;
  readonly coded: CodedAnswer;
}

function send(
  parts: FastPathParts,
  { request, response, id, began }: FastRequest,
  { admission, made, coded }: Sent,
): void {
  const { text, tag, headers } = made;
  const { body, bytes, coding, isNegotiated } = coded;
  const status = text === null ? 304 : 200;
  const all = {
    vary: isNegotiated ? 'Origin, Accept-Encoding' : 'Origin',
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    ...(admission && quotaHeaders(admission)),
    ...(tag !== null && { etag: coding === null || tag.startsWith('W/') ? tag : codedTag(tag, coding) }),
    ...headers,
    ...(parts.isClosed() && { connection: 'close' }),
    ...(text !== null && coding !== null && { 'content-encoding': coding }),
    ...(text !== null && { 'content-length': bytes }),
  };
  response.once('finish', () => {
    const milliseconds = performance.now() - began;
    // Of a connection that ended, some of it may not have been.
    if (!request.socket.destroyed) made.sent?.();
    const { method = '', url = '' } = request;
    const [path = ''] = url.split('?', 1);
    noteAnswer({ method, path, status, milliseconds }, parts.observe, (said) => parts.log({ requestId: id, ...said }));
  });
  // What was looked at has not been taken yet.
  request.resume();
  response.writeHead(status, all);
  if (typeof body === 'string') {
    response.end(body);
    return;
  }
  // All of it leaves in one write.
  response.cork();
  for (const piece of body) response.write(piece);
  response.end();
}
