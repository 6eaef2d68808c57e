// The door of this room: the short way of a read. Once an operation went through Apollo (parsed, validated, measured) and
// was answered by one statement, a request with the same body but for its variables, of the same client, goes from here to
// that statement and back. Nothing is decided here that is decided otherwise elsewhere: the caller is the one decided last,
// and the statement itself says whether that decision still held when it read; limits, cost and budget are the same. Whatever
// is not plainly the usual case is left to the long way, whose request has then been neither read nor counted.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { credentialOf, noteTokenUse } from '../../actions/access/authenticate.ts';
import type { Observe } from '../../domain/observation.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Admission } from '../../domain/requestLimits.ts';
import { isTokenForm } from '../../domain/tokenForm.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { answerQuestion } from '../../engine/answerQuestion.ts';
import type { Services } from '../../engine/context.ts';
import { createRequestBudget, spentCost, type BudgetLimits } from '../../engine/requestBudget.ts';
import { databaseMillis, spendingDatabase } from '../../engine/spendingDatabase.ts';
import { bearerToken } from '../../http/bearer.ts';
import { codedJson, type CodedAnswer } from '../../http/compression.ts';
import type { Connections } from '../../http/connections.ts';
import { quotaHeaders } from '../../http/requestLimits.ts';
import { noteAnswer, requestIdOf } from '../../http/server.ts';
import { floatVariables } from '../floatVariables.ts';
import { hasFixedSize, measureOperation, requireAffordable } from '../limits.ts';
import type { Plan, Variables } from '../plans/operationPlan.ts';
import { peekBody, readVariables, splitBody, type SentBody } from './sentBody.ts';

/** What the short way is made of. */
export interface ShortWayParts {
  readonly schema: GraphQLSchema;
  /** Throws as long as there are none. */
  readonly services: () => Services;
  readonly connections: Connections;
  readonly budget: BudgetLimits | undefined;
  readonly observe: Observe;
  readonly log: (facts: Readonly<Record<string, unknown>>) => void;
  /** Whether the process takes no more than it must: then requests are the long way's. */
  readonly isBusy: () => boolean;
}

/** An operation that one statement answers. */
export interface KnownOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly plan: Plan;
}

/** The short way. */
export interface ShortWay {
  /** Answers the request, or calls `next` with it as it came. */
  take(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Remembers what a request ran that was answered with one statement, on the long way, with an answer of that type. */
  learn(request: IncomingMessage, operation: KnownOperation): void;
  /** Remembers the type of an answer to a request that accepts what this one does. */
  learnType(request: IncomingMessage, contentType: string): void;
  /** What the statement of the request failed with here; it is not to be tried again. */
  failureOf(request: IncomingMessage): ServiceError | null;
  /** Leaves all requests to the long way from now on. */
  close(): void;
}

interface Learned extends KnownOperation {
  /** Null where it depends on the variables. */
  readonly cost: number | null;
}

/** Bodies beyond this wait unread on the long way. */
const longestBody = 16 * 1024;
/** Characters of the texts that are remembered; a text stands for some ten times as much of its operation. */
const mostText = 1_000_000;

/** A short way that has learned nothing yet. */
export function createShortWay(parts: ShortWayParts): ShortWay {
  const { schema } = parts;
  const operations = new LRUCache<string, Learned>({
    maxSize: mostText,
    sizeCalculation: (_, key) => key.length + 500,
  });
  const types = new LRUCache<string, string>({ max: 50 });
  const noted = new WeakMap<IncomingMessage, string>();
  const failures = new WeakMap<IncomingMessage, ServiceError>();
  let isClosed = false;
  const isOpen = (): boolean => !isClosed && !parts.isBusy();

  const answered = async (asked: Asked): Promise<boolean> => {
    const { request, viewer } = asked;
    const bytes = await peekBody(request, asked.length);
    const sent = bytes && splitBody(bytes);
    if (!sent) return false;
    const key = keyOf(viewer, sent);
    const known = operations.get(key);
    const contentType = types.get(acceptOf(request));
    if (!known || contentType === undefined) {
      noted.set(request, key);
      return false;
    }
    const variables = variablesOf(schema, known, sent);
    if (variables === null) return false;
    return answer(parts, asked, { known, variables, contentType, isOpen });
  };

  return {
    take(request, response, next) {
      const asked = isOpen() ? askedBy(parts, request, response) : null;
      if (!asked) {
        next();
        return;
      }
      answered(asked).then(
        (isAnswered) => {
          if (!isAnswered) next();
        },
        (error: unknown) => {
          if (error instanceof ServiceError) failures.set(request, error);
          next();
        },
      );
    },
    learn(request, { document, operation, plan }) {
      const key = noted.get(request);
      if (key === undefined) return;
      const cost = hasFixedSize(document) ? costOf(schema, { document, operation }, {}) : null;
      operations.set(key, { document, operation, plan, cost });
    },
    learnType(request, contentType) {
      if (noted.has(request)) types.set(acceptOf(request), contentType);
    },
    failureOf: (request) => failures.get(request) ?? null,
    close() {
      isClosed = true;
    },
  };
}

/** A request that may go the short way, and the caller of whom a decision is kept. */
interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly began: number;
  readonly length: number;
  readonly services: Services;
  readonly token: string;
  readonly viewer: Viewer;
  readonly heldAt: NonNullable<ReturnType<Services['callers']['keptOf']>>['heldAt'];
}

/** Headers that say more than the short way listens to. */
const others = ['origin', 'cookie', 'content-encoding', 'transfer-encoding', 'idempotency-key', 'expect', 'upgrade'];

const plainJson = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;

function askedBy(parts: ShortWayParts, request: IncomingMessage, response: ServerResponse): Asked | null {
  const { method, url, headers } = request;
  if (method !== 'POST' || url !== '/graphql' || !plainJson.test(headers['content-type'] ?? '')) return null;
  const length = Number(headers['content-length'] ?? NaN);
  if (!(length > 0 && length <= longestBody) || others.some((name) => headers[name] !== undefined)) return null;
  const began = performance.now();
  try {
    const services = parts.services();
    // A replica may be behind what was acknowledged, and knows an older epoch.
    if (services.database.positions) return null;
    const token = bearerToken(headers.authorization);
    if (token === null || (token.startsWith('ccs_') && !isTokenForm(token))) return null;
    const kept = services.callers.keptOf(credentialOf(token));
    if (kept?.viewer.kind !== 'CLIENT' || (kept.viewer.clientUrn ?? kept.viewer.identityUrn) === null) return null;
    return { request, response, began, length, services, token, viewer: kept.viewer, heldAt: (at) => kept.heldAt(at) };
  } catch {
    // The long way says what is wrong.
    return null;
  }
}

const acceptOf = ({ headers }: IncomingMessage): string => (headers.accept ?? '').slice(0, 200);

// Registered documents are each client's own, and some clients run no others.
function keyOf(viewer: Viewer, { around, variables }: SentBody): string {
  const client = viewer.oauth?.clientUrn ?? viewer.clientUrn;
  return `${String(client)} ${String(viewer.trustedDocumentsOnly)} ${String(variables !== null)}\n${around}`;
}

function variablesOf(schema: GraphQLSchema, { operation }: KnownOperation, sent: SentBody): Variables | null {
  try {
    return floatVariables(schema, operation, readVariables(sent));
  } catch {
    return null;
  }
}

// Throws QUERY_TOO_COMPLEX.
function costOf(
  schema: GraphQLSchema,
  { document, operation }: Pick<KnownOperation, 'document' | 'operation'>,
  variables: Variables,
): number {
  const size = measureOperation(schema, document, operation, variables);
  requireAffordable(size);
  return Math.max(1, size.cost);
}

interface Run {
  readonly known: Learned;
  readonly variables: Variables;
  readonly contentType: string;
  readonly isOpen: () => boolean;
}

async function answer(
  parts: ShortWayParts,
  asked: Asked,
  { known, variables, contentType, isOpen }: Run,
): Promise<boolean> {
  const { services, viewer } = asked;
  const admission = (await services.limiter?.admit(viewer, '')) ?? null;
  // What refuses a request counts none, and the long way says so.
  if (admission?.refusal) return false;
  const body = await bodyOf(parts, asked, admission, { known, variables }).catch((error: unknown) => {
    admission?.takeBack();
    throw error;
  });
  const coded = body && (await codedJson(`{"data":${body}}`, asked.request.headers['accept-encoding']));
  if (!coded || !isOpen() || !parts.connections.mayAnswer(asked.request.socket, coded.bytes)) {
    admission?.takeBack();
    return false;
  }
  send(parts, asked, admission, { ...coded, contentType });
  return true;
}

// Null for what the long way is to answer. Throws what refuses the operation, and what its statement fails with.
async function bodyOf(
  { schema, budget: limits }: ShortWayParts,
  { services, viewer, heldAt, token }: Asked,
  admission: Admission | null,
  { known, variables }: Pick<Run, 'known' | 'variables'>,
): Promise<string | null> {
  const cost = known.cost ?? costOf(schema, known, variables);
  await admission?.chargeCost(cost);
  const put = known.plan(services, variables);
  if (put === null) return null;
  const budget = createRequestBudget(limits);
  const database = spendingDatabase(services.database.within(databaseMillis), budget);
  const { baseUrl, kindOf, cursorKey } = services;
  const context = { viewer, baseUrl, kindOf, cursorKey, database, budget };
  const answered = await answerQuestion(context, put.read.question, put.inputs);
  if (answered === null || !heldAt(answered.at)) return null;
  noteTokenUse(services, credentialOf(token), viewer);
  const beyond = spentCost(budget.spent()) - cost;
  if (beyond > 0) await admission?.chargeSpent(beyond);
  return answered.text;
}

interface Sent extends CodedAnswer {
  readonly contentType: string;
}

function send(parts: ShortWayParts, asked: Asked, admission: Admission | null, sent: Sent): void {
  const { request, response, began } = asked;
  const id = requestIdOf(request);
  const headers = {
    vary: sent.isNegotiated ? 'Origin, Accept-Encoding' : 'Origin',
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    ...(admission && quotaHeaders(admission)),
    'cache-control': 'no-store',
    'content-type': sent.contentType,
    ...(sent.coding !== null && { 'content-encoding': sent.coding }),
    'content-length': sent.bytes,
  };
  response.once('finish', () => {
    const milliseconds = performance.now() - began;
    const facts = { id, method: 'POST', path: '/graphql', status: 200, milliseconds };
    noteAnswer(facts, parts.observe, (said) => parts.log({ reqId: id, ...said }));
  });
  // What was looked at has not been taken yet.
  request.resume();
  response.writeHead(200, headers).end(sent.body);
}
