// The fast path of the graph (http/fastPath.ts). Once an operation went through Apollo (parsed, validated, measured) and was
// answered by one statement, a later request with the same body but for its variables, of the same client, runs that
// statement without Apollo. So does a change that one statement can make (http/fastWrite.ts): its resolvers run as always.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { execute, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../domain/errors.ts';
import type { Admission } from '../../domain/requestLimits.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { answerQuestion, giveBackAnswer } from '../../engine/answerQuestion.ts';
import { chargeAhead, chargeBeyond, createRequestBudget, type RequestBudget } from '../../engine/requestBudget.ts';
import { peekBody } from '../../http/peekBody.ts';
import {
  answerFast,
  createFastPath,
  databaseOf,
  fastRequest,
  type FastPath,
  type FastPathParts,
  type FastRequest,
} from '../../http/fastPath.ts';
import { changeFast } from '../../http/fastWrite.ts';
import { floatVariables } from '../operation/floatVariables.ts';
import { hasFixedSize, measureOperation, requireAffordable } from '../operation/limits.ts';
import type { AnsweredOperation } from '../plans/answerAsText.ts';
import type { Plan, Variables } from '../plans/operationPlan.ts';
import { readVariables, splitBody, type SentBody } from './sentBody.ts';

/** What the fast path of the graph needs. */
export interface GraphFastPathParts extends FastPathParts {
  readonly schema: GraphQLSchema;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
}

/** The fast path. */
export interface GraphFastPath {
  readonly take: FastPath;
  /** Remembers what a request ran that one statement answered or could make, on the regular path, with an answer of that type. */
  learn(request: IncomingMessage, operation: AnsweredOperation): void;
  /** Remembers the type of an answer to a request that accepts what this one does. */
  learnType(request: IncomingMessage, contentType: string): void;
}

interface Learned extends AnsweredOperation {
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
    take: createFastPath(
      (request, response) => callOf(parts, request, response),
      answered,
      ({ request }, error) => {
        if (error instanceof ServiceError) parts.left.note(request, error);
      },
    ),
    learn(request, { document, operation, plan }) {
      const key = noted.get(request);
      if (key === undefined) return;
      const cost = hasFixedSize(document) ? costOf(schema, { document, operation }, {}) : null;
      operations.set(key, { document, operation, plan, cost });
    },
    learnType(request, contentType) {
      if (noted.has(request)) types.set(acceptOf(request), contentType);
    },
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
  if (!(length > 0 && length <= Math.min(longestBody, parts.bodyLimit))) return null;
  const call = fastRequest(parts, request, response);
  return call && { length, ...call };
}

const acceptOf = ({ headers }: IncomingMessage): string => (headers.accept ?? '').slice(0, 200);

// Registered documents are each client's own, and some clients run no others.
function keyOf(viewer: Viewer, { around, variables }: SentBody): string {
  const client = viewer.oauth?.clientUrn ?? viewer.clientUrn;
  return `${String(client)} ${String(viewer.trustedDocumentsOnly)} ${String(variables !== null)}\n${around}`;
}

function variablesOf(schema: GraphQLSchema, { operation }: AnsweredOperation, sent: SentBody): Variables | null {
  try {
    return floatVariables(schema, operation, readVariables(sent));
  } catch {
    return null;
  }
}

// Throws QUERY_TOO_COMPLEX.
function costOf(
  schema: GraphQLSchema,
  { document, operation }: Pick<AnsweredOperation, 'document' | 'operation'>,
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
  const { schema } = parts;
  const headers = { 'cache-control': 'no-store', 'content-type': contentType };
  const { plan, document, operation } = known;
  if (plan === null)
    return changeFast(parts, call, async (context) => {
      const run = { schema, document, operationName: operation.name?.value, variableValues: variables };
      const cost = await chargeBefore(schema, context, { known, variables });
      const result = await execute({ ...run, contextValue: context });
      await chargeBeyond(context, cost);
      const [failed] = result.errors ?? [];
      if (failed) throw failed.originalError ?? failed;
      // Nothing that one statement changes is accepted with a warning.
      return { text: JSON.stringify({ data: result.data }), tag: null, headers };
    });
  return answerFast(parts, call, async (admission) => {
    const body = await bodyOf(parts, call, admission, { known, plan, variables });
    return body === null ? null : { text: dataOf(body), tag: null, headers, sent: () => giveBackAnswer(body) };
  });
}

/** An operation with its variables. */
type Asked = Pick<Run, 'known' | 'variables'>;

// Throws QUERY_TOO_COMPLEX and RATE_LIMITED.
async function chargeBefore(
  schema: GraphQLSchema,
  charged: { readonly admission: Admission | null; readonly budget: RequestBudget },
  { known, variables }: Asked,
): Promise<number> {
  const cost = known.cost ?? costOf(schema, known, variables);
  await chargeAhead(charged, cost);
  return cost;
}

const [dataBegins, dataEnds] = [Buffer.from('{"data":'), Buffer.from('}')];

function dataOf(body: string | Buffer): string | readonly Buffer[] {
  return typeof body === 'string' ? `{"data":${body}}` : [dataBegins, body, dataEnds];
}

// Null for what the regular path is to answer. Throws what refuses the operation, and what its statement fails with.
async function bodyOf(
  { schema, budget: limits }: GraphFastPathParts,
  call: Call,
  admission: Admission | null,
  { known, plan, variables }: Asked & { readonly plan: Plan },
): Promise<string | Buffer | null> {
  const { services, viewer, heldAt, noteUse } = call;
  const budget = createRequestBudget(limits);
  const cost = await chargeBefore(schema, { admission, budget }, { known, variables });
  const put = await plan(services, variables);
  if (put === null) return null;
  const { baseUrl, contract, kindOf, cursorKey, callers } = services;
  const context = {
    viewer,
    baseUrl,
    contract,
    kindOf,
    cursorKey,
    callers,
    database: databaseOf(call, budget, true),
    budget,
  };
  const answered = await answerQuestion(context, put.read.question, put.inputs);
  if (answered === null || !heldAt(answered.at)) return null;
  noteUse();
  await chargeBeyond({ admission, budget }, cost);
  return answered.text;
}
