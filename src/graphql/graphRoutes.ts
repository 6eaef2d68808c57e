// The routes of the graph. A body that is known from an earlier request puts its question at once; all others go to Apollo, and so does what
// one statement did not answer. GraphQL over HTTP; resource reference 11.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../domain/errors.ts';
import type { Viewer } from '../domain/viewer.ts';
import { CallerMoved } from '../engine/callerProof.ts';
import { beforeAwaitedBody } from '../http/awaitedBody.ts';
import { keyOf } from '../http/idempotency.ts';
import { readBody } from '../http/jsonBody.ts';
import { perRequest, type PerRequest } from '../http/perRequest.ts';
import type { GraphContext } from './operation/context.ts';
import type { AnsweredOperation } from './plans/answerAsText.ts';
import {
  answerKnown,
  answerViews,
  createKnownOperations,
  type AskingContext,
  type KnownOperation,
  type KnownOperations,
} from './plans/knownOperations.ts';
import type { Variables } from './questions/readInput.ts';
import { readVariables, splitBody, type SentBody } from './plans/sentBody.ts';
import type { ViewAnswers } from './plans/viewOperation.ts';
import { isPlain } from './subscriptions/streamRequest.ts';

/** The contexts of requests (start/requestContexts.ts). */
export interface GraphContexts {
  /** The context of a request whose caller was proved ahead. Throws UNAUTHENTICATED for a token that is not valid. */
  of(request: FastifyRequest): Promise<GraphContext>;
  /** Does the work for the caller as it was decided last, which its statements prove, and once more where that did not hold. */
  proving<T>(request: FastifyRequest, work: (context: GraphContext) => Promise<T>): Promise<T>;
  /** The same for work that puts a question. */
  asking<T>(request: FastifyRequest, work: (context: AskingContext) => Promise<T>): Promise<T>;
  /** The viewer as it is known now; null for one that is not. */
  viewerOf(request: FastifyRequest): Viewer | null;
  /** Takes back what the request was counted and charged, and counts it anew. */
  recount(request: FastifyRequest): Promise<void>;
}

/** What Apollo is to run. */
export interface ApolloRun {
  readonly context: GraphContext;
  /** What the statement of the operation failed with: it is not run again. */
  readonly failure: ServiceError | null;
  /** Remembers what it ran. */
  readonly learn: (operation: AnsweredOperation) => void;
}

/** The context is null where its caller is to be proved ahead. */
type Run = Pick<ApolloRun, 'failure'> & { readonly context: GraphContext | null };

/** What the routes are made of. */
export interface GraphRouteParts {
  readonly schema: GraphQLSchema;
  readonly contexts: GraphContexts;
  /** Whether operations are known from one request to the next. */
  readonly hasKnown: boolean;
  /** Answers that show views alone. */
  readonly views: ViewAnswers;
  /** Apollo, as Fastify calls it. It asks for what it is to run by `runOf`. */
  readonly apollo: (runOf: (request: FastifyRequest) => Promise<ApolloRun>) => RouteHandlerMethod;
}

/** A body of a request that may be known. */
interface Sent {
  readonly body: SentBody;
  readonly bytes: Buffer;
  /** What it was known as when it came, and its variables; null where it was not. */
  readonly known: { readonly operation: KnownOperation; readonly viewer: Viewer; readonly variables: Variables } | null;
}

/** Longer bodies are not remembered. */
const longestBody = 16 * 1024;

/** Registers `/graphql` and `/graphql/stream`. */
export function registerGraphRoutes(app: FastifyInstance, parts: GraphRouteParts): void {
  const { contexts } = parts;
  const sent = perRequest<Sent>('sent');
  const types = new LRUCache<string, string>({ max: 50 });
  const { handler, knownAs } = handling(app, parts, { sent, types });
  void app.register(async (scope) => {
    if (parts.hasKnown) leaveKnown(scope, sent, knownAs);
    // Queries and mutations may come to the path of events, too.
    for (const url of ['/graphql', '/graphql/stream'])
      scope.route({
        url,
        method: ['GET', 'POST'],
        // Apollo refuses it; then it is not offered either.
        exposeHeadRoute: false,
        preParsing: beforeAwaitedBody((request) => contexts.of(request)),
        preHandler: [trustWithoutCookie, passOverEmpty],
        onSend: (request, reply, payload, done) => {
          const accept = acceptOf(request);
          if (reply.statusCode === 200 && !types.has(accept))
            types.set(accept, String(reply.getHeader('Content-Type')));
          done(null, finished(request, reply, payload));
        },
        handler,
      });
  });
}

interface Handling {
  readonly handler: RouteHandlerMethod;
  readonly knownAs: (request: FastifyRequest, body: SentBody) => Sent['known'];
}

function handling(
  app: FastifyInstance,
  parts: GraphRouteParts,
  { sent, types }: { readonly sent: PerRequest<Sent>; readonly types: Pick<LRUCache<string, string>, 'get'> },
): Handling {
  const { schema, contexts } = parts;
  const operations = createKnownOperations(schema);
  const byApollo = apolloRuns(app, parts, operations, sent);
  // Another viewer may be another client, which runs other documents.
  const of = (viewer: Viewer, { body, known }: Omit<Sent, 'bytes'>): KnownOperation | null =>
    known?.viewer === viewer ? known.operation : operations.of(viewer, body);
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { body, known }: Omit<Sent, 'bytes'>,
    context: AskingContext,
  ) => {
    const operation = of(context.viewer, { body, known });
    const type = types.get(acceptOf(request));
    if (!operation?.plan || !known || type === undefined)
      return byApollo(request, reply, { context: null, failure: null });
    const run = { plan: operation.plan, variables: known.variables };
    const answered = await answerKnown(schema, context, operation, run).catch(refusalOf);
    if (answered !== null && !(answered instanceof ServiceError)) return send(reply, type, answered);
    // What was counted by now is counted by Apollo.
    await contexts.recount(request);
    return byApollo(request, reply, { context: null, failure: answered });
  };
  return {
    handler(request, reply) {
      const one = sent.get(request);
      if (!one?.known) return byApollo(request, reply, { context: null, failure: null });
      const { known } = one;
      const done =
        known.operation.plan === null
          ? contexts.proving(request, async (context) => {
              const operation = of(context.viewer, one);
              const type = types.get(acceptOf(request));
              const kept = operation && (await keptViews(parts, context, operation, known.variables));
              return kept && type !== undefined
                ? send(reply, type, kept)
                : byApollo(request, reply, { context, failure: null });
            })
          : contexts.asking(request, (context) => answer(request, reply, one, context));
      // A caller that is refused where it was decided anew, or an operation that costs more than is left.
      return done.catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        return byApollo(request, reply, { context: null, failure: null });
      });
    },
    knownAs(request, body) {
      // What is sent under a key, or may ask for events, is looked into before it is run.
      if (keyOf(request) !== undefined || !isPlain(request)) return null;
      const viewer = contexts.viewerOf(request);
      const operation = viewer && operations.of(viewer, body);
      const variables = operation && readable(body);
      return viewer && operation && variables && { operation, viewer, variables };
    },
  };
}

// What has Apollo answer a request.
function apolloRuns(
  app: FastifyInstance,
  { contexts, apollo: apolloFor }: GraphRouteParts,
  operations: KnownOperations,
  sent: PerRequest<Sent>,
): (request: FastifyRequest, reply: FastifyReply, run: Run) => Promise<unknown> {
  const runs = perRequest<Run>('run');
  const apollo = apolloFor(async (request) => {
    const { context: given, failure } = runs.get(request) ?? { context: null, failure: null };
    const context = given ?? (await contexts.of(request));
    const learn = (operation: AnsweredOperation): void => {
      const { body } = sent.get(request) ?? {};
      if (body && keyOf(request) === undefined) operations.learn(context.viewer, body, operation);
    };
    return { context, failure, learn };
  });
  return async (request, reply, run) => {
    const { known, bytes } = sent.get(request) ?? {};
    if (known && bytes) request.body = readBody(request.headers, bytes);
    runs.set(request, run);
    return apollo.call(app, request, reply);
  };
}

// The answer of an operation that shows views alone, where it is kept. A change requires its caller by itself; views have proved theirs.
async function keptViews(
  parts: Pick<GraphRouteParts, 'schema' | 'views'>,
  context: GraphContext,
  operation: KnownOperation,
  variables: Variables,
): Promise<Buffer | null> {
  return operation.showsViews ? answerViews(parts, context, operation, variables) : null;
}

// What Apollo says as it says all refusals.
function refusalOf(error: unknown): ServiceError {
  if (!(error instanceof ServiceError) || error instanceof CallerMoved) throw error;
  return error;
}

// Known bodies are not read as JSON: what they hold is known but for their variables.
function leaveKnown(
  scope: FastifyInstance,
  sent: PerRequest<Sent>,
  knownAs: (request: FastifyRequest, body: SentBody) => Sent['known'],
): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    try {
      const body = bytes.length <= longestBody ? splitBody(bytes) : null;
      const known = body && knownAs(request, body);
      if (body) sent.set(request, { body, bytes, known });
      done(null, known ? undefined : readBody(request.headers, bytes));
    } catch (error) {
      done(error as Error);
    }
  });
}

// Null for what is to be refused as every body is.
function readable(body: SentBody): Variables | null {
  try {
    return readVariables(body);
  } catch {
    return null;
  }
}

function send(reply: FastifyReply, type: string, answer: string | Buffer): FastifyReply {
  return reply.header('cache-control', 'no-store').header('content-type', type).send(answer);
}

const acceptOf = ({ headers }: FastifyRequest): string => (headers.accept ?? '').slice(0, 200);

// Another site can only make a browser send what the browser adds by itself, which is a cookie: a request without one
// carries its credentials in a header, or none, and needs no guard against forgery. Clients that send queries by GET rely on it.
function trustWithoutCookie(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.headers.cookie === undefined) request.headers['apollo-require-preflight'] ??= '1';
  done();
}

// A parameter that holds nothing is absent, as everywhere; Apollo would read it as JSON.
function passOverEmpty({ raw }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (raw.url?.includes('?')) raw.url = raw.url.replace(/([?&])(?:variables|extensions)=(?=&|$)/g, '$1');
  done();
}

function finished(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  // Refusals that Apollo makes by itself are not kept, either.
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
  if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
  // What is no request at all, or no caller's, is refused before it has a context to take the id from.
  return payload.replaceAll('"requestId":""', `"requestId":${JSON.stringify(request.id)}`);
}
