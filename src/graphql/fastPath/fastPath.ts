// The fast path of the graph (http/fastPath.ts). Once an operation went through Apollo (parsed, validated, measured) and was
// answered by one statement, a later request with the same body but for its variables, of the same client, runs that
// statement without Apollo.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../domain/errors.ts';
import type { Admission } from '../../domain/requestLimits.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { answerQuestion, giveBackAnswer } from '../../engine/answerQuestion.ts';
import { createRequestBudget, spentCost, databaseMillis, spendingDatabase } from '../../engine/requestBudget.ts';
import { peekBody } from '../../http/peekBody.ts';
import { answerFast, fastRequest, type FastPathParts, type FastRequest } from '../../http/fastPath.ts';
import { floatVariables } from '../floatVariables.ts';
import { hasFixedSize, measureOperation, requireAffordable } from '../limits.ts';
import type { Plan, Variables } from '../plans/operationPlan.ts';
import { readVariables, splitBody, type SentBody } from './sentBody.ts';

/** What the fast path of the graph needs. */
export interface GraphFastPathParts extends FastPathParts {
  readonly schema: GraphQLSchema;
}

/** An operation that one statement answers. */
export interface KnownOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly plan: Plan;
}

/** The fast path. */
export interface GraphFastPath {
  /** Answers the request, or calls `next` with it as it came. */
  take(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Remembers what a request ran that was answered with one statement, on the regular path, with an answer of that type. */
  learn(request: IncomingMessage, operation: KnownOperation): void;
  /** Remembers the type of an answer to a request that accepts what this one does. */
  learnType(request: IncomingMessage, contentType: string): void;
  /** What the statement of the request failed with here; it is not to be tried again. */
  failureOf(request: IncomingMessage): ServiceError | null;
}

interface Learned extends KnownOperation {
  /** Null where it depends on the variables. */
  readonly cost: number | null;
}

/** Bodies beyond this wait unread on the regular path. */
const longestBody = 16 * 1024;
/** Characters of the texts that are remembered; a text stands for some ten times as much of its operation. */
const mostText = 1_000_000;

/** A fast path that knows no operation yet. */
export function createGraphFastPath(parts: GraphFastPathParts): GraphFastPath {
  const { schema } = parts;
  const operations = new LRUCache<string, Learned>({
    maxSize: mostText,
    sizeCalculation: (_, key) => key.length + 500,
  });
  const types = new LRUCache<string, string>({ max: 50 });
  const noted = new WeakMap<IncomingMessage, string>();
  const failures = new WeakMap<IncomingMessage, ServiceError>();

  const answered = async (call: Call): Promise<boolean> => {
    const { request, viewer } = call;
    const bytes = await peekBody(request, call.length);
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
    return answer(parts, call, { known, variables, contentType });
  };

  return {
    take(request, response, next) {
      const call = callOf(parts, request, response);
      if (!call) {
        next();
        return;
      }
      answered(call).then(
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
  };
}

interface Call extends FastRequest {
  /** Bytes of its body. */
  readonly length: number;
}

const plainJson = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;

function callOf(parts: GraphFastPathParts, request: IncomingMessage, response: ServerResponse): Call | null {
  const { method, url, headers } = request;
  if (method !== 'POST' || url !== '/graphql' || !plainJson.test(headers['content-type'] ?? '')) return null;
  const length = Number(headers['content-length'] ?? NaN);
  if (!(length > 0 && length <= longestBody)) return null;
  const call = fastRequest(parts, request, response);
  return call && { length, ...call };
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
}

function answer(parts: GraphFastPathParts, call: Call, { known, variables, contentType }: Run): Promise<boolean> {
  return answerFast(parts, call, async (admission) => {
    const body = await bodyOf(parts, call, admission, { known, variables });
    const headers = { 'cache-control': 'no-store', 'content-type': contentType };
    return body === null ? null : { text: dataOf(body), tag: null, headers, sent: () => giveBackAnswer(body) };
  });
}

const [dataBegins, dataEnds] = [Buffer.from('{"data":'), Buffer.from('}')];

function dataOf(body: string | Buffer): string | readonly Buffer[] {
  return typeof body === 'string' ? `{"data":${body}}` : [dataBegins, body, dataEnds];
}

// Null for what the regular path is to answer. Throws what refuses the operation, and what its statement fails with.
async function bodyOf(
  { schema, budget: limits }: GraphFastPathParts,
  { services, viewer, heldAt, noteUse }: Call,
  admission: Admission | null,
  { known, variables }: Pick<Run, 'known' | 'variables'>,
): Promise<string | Buffer | null> {
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
  noteUse();
  const beyond = spentCost(budget.spent()) - cost;
  if (beyond > 0) await admission?.chargeSpent(beyond);
  return answered.text;
}
