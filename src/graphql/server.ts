// The graph over HTTP: Apollo Server on Fastify, with the limits, error form and CSRF guard of the service.
// GraphQL over HTTP; resource reference 1.8, 1.10, 11.
import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler, fastifyApolloDrainPlugin } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OperationTypeNode, type GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { registeredDocument, type SentDocument } from '../actions/access/registeredDocuments.ts';
import type { Contract } from '../contract/resource.ts';
import { isObject } from '../contract/scalarRules.ts';
import { ServiceError } from '../domain/errors.ts';
import { chargeAhead, chargeBeyond } from '../engine/requestBudget.ts';
import { saidBeside, type GraphContext } from './operation/context.ts';
import { nameOperation } from './operation/nameOperation.ts';
import { asGraphQLError, formatError, withoutHints } from './operation/errors.ts';
import { hintsForTheFirst, withHabits } from './operation/habits.ts';
import { floatVariables, noLostFloats } from './operation/floatVariables.ts';
import { requireAffordable, requireShort, measureOperation } from './operation/limits.ts';
import { asksCost, saidCost } from './operation/price.ts';
import { asksExplain, requireExplaining, saidExplain } from './operation/explain.ts';
import { recorded, recording } from '../tracing/recorded.ts';
import { readJson } from '../http/jsonBody.ts';
import { documentTurns } from '../domain/loopTurns.ts';
import { keepAnswer, stringifyAnswer, textAnswers, type TextParts } from './plans/answerAsText.ts';
import { createViewAnswers, type ViewAnswers } from './plans/viewOperation.ts';
import { registerGraphRoutes, type ApolloRun, type GraphContexts } from './graphRoutes.ts';

/** What the graph is made of. */
export interface GraphParts {
  readonly schema: GraphQLSchema;
  readonly contract: Contract;
  /** Whether operations that are covered are answered by one statement each; else all are executed field by field. */
  readonly hasTextPlan: boolean;
  /** Whether callers without a token may read the schema. */
  readonly isSchemaOpen: boolean;
  readonly contexts: GraphContexts;
  /** Called for errors that are bugs. */
  report(bug: unknown, requestId: string): void;
}

const mostTokens = 2_000;

/** Serves the graph at `/graphql`. The returned server must be stopped after the HTTP server. */
export async function registerGraph(app: FastifyInstance, parts: GraphParts): Promise<ApolloServer<GraphContext>> {
  const report = (bug: unknown): void => parts.report(bug, '');
  const format = (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError =>
    formatError(formatted, error, '', report);
  const errors = { report, format: (error: GraphQLError) => format(error.toJSON(), error) };
  const text = {
    ...parts,
    ...errors,
    answered: learn,
    views: createViewAnswers(),
    failureOf: ({ loaders }: GraphContext) => runs.get(loaders)?.failure ?? null,
  };
  const apollo = new ApolloServer<GraphContext>({
    schema: parts.schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // Ours closes the service in order; Apollo's own handlers would keep the process from ending.
    stopOnTerminationSignals: false,
    // Apollo keeps the texts of automatic persisted queries in a cache of its own, bounded by their bytes.
    persistedQueries: { ttl: null },
    stringifyResult: stringifyAnswer,
    allowBatchedHttpRequests: false,
    parseOptions: { maxTokens: mostTokens },
    validationRules: [hintsForTheFirst, noLostFloats],
    // Hints are for those who may read the schema: see answers.
    hideSchemaDetailsFromClientErrors: false,
    formatError: (formatted, error) => format(formatted, error),
    plugins: [fastifyApolloDrainPlugin(app), ...pluginsOf(parts, text)],
  });
  await apollo.start();
  registerGraphRoutes(app, {
    ...parts,
    hasKnown: parts.hasTextPlan,
    views: text.views,
    apollo: (runOf) => {
      const handle = fastifyApolloHandler(apollo, {
        context: async (request) => {
          try {
            const run = await runOf(request);
            const { context } = run;
            await keepSent(context, request);
            runs.set(context.loaders, run);
            return context;
          } catch (error) {
            throw error instanceof ServiceError ? withStatus(error) : error;
          }
        },
      });
      return (request, reply) => {
        const run = async (): Promise<unknown> => handle.call(app, request, reply);
        return asksExplain(sentDocument(request).extensions) ? recorded(run) : run();
      };
    },
  });
  return apollo;
}

function pluginsOf(parts: GraphParts, text: TextParts): ApolloServerPlugin<GraphContext>[] {
  return [
    ApolloServerPluginCacheControlDisabled(),
    ApolloServerPluginLandingPageDisabled(),
    registeredDocuments(),
    limits(parts),
    ...(parts.hasTextPlan ? [textAnswers(text)] : []),
    answers(parts, text.views),
  ];
}

/** What Apollo runs, by the loaders of its context: it hands on a copy of the context. */
const runs = new WeakMap<GraphContext['loaders'], ApolloRun>();

const learn: TextParts['answered'] = ({ loaders }, operation) => {
  // What an operation cost or ran is told by Apollo.
  if (!priced.has(loaders) && recording() === null) runs.get(loaders)?.learn(operation);
};

/** The variables of requests by GET as they were sent, by their loaders: Apollo reads their numbers as doubles. */
const variables = new WeakMap<GraphContext['loaders'], Readonly<Record<string, unknown>>>();

// What is no object is Apollo's to refuse.
function variablesInQuery({ method, query }: FastifyRequest): Readonly<Record<string, unknown>> | null {
  if (method !== 'GET') return null;
  const { variables: text } = query as Readonly<Record<string, unknown>>;
  try {
    const read = typeof text === 'string' ? readJson(Buffer.from(text)) : null;
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

/** The registered texts that requests run, by their loaders. */
const documents = new WeakMap<GraphContext['loaders'], string>();

async function keepSent(context: GraphContext, request: FastifyRequest): Promise<void> {
  const document = await documentFor(context, sentDocument(request));
  if (document !== null) documents.set(context.loaders, document);
  const exact = variablesInQuery(request);
  if (exact !== null) variables.set(context.loaders, exact);
}

async function documentFor(context: GraphContext, sent: SentDocument): Promise<string | null> {
  if (typeof sent.query === 'string') requireShort(sent.query);
  return registeredDocument(context, sent);
}

function sentDocument({ method, body, query }: FastifyRequest): SentDocument {
  // Fastify gives objects for both; their members are looked at where they are used.
  if (method !== 'GET') return typeof body === 'object' && body !== null ? body : {};
  const sent = query as Readonly<Record<string, unknown>>;
  return { ...sent, extensions: parsedOrNull(sent['extensions']) };
}

// What is no JSON is Apollo's to refuse.
function parsedOrNull(text: unknown): unknown {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : null;
  } catch {
    return null;
  }
}

function registeredDocuments(): ApolloServerPlugin<GraphContext> {
  return {
    requestDidStart: async ({ request, contextValue }) => {
      // The empty text names none (GraphQL over HTTP, "GET").
      if (request.operationName === '') delete request.operationName;
      const exact = variables.get(contextValue.loaders);
      if (exact) request.variables = exact;
      const document = documents.get(contextValue.loaders);
      if (document === undefined) return;
      request.query = document;
      const { persistedQuery: _, ...others } = request.extensions ?? {};
      request.extensions = others;
    },
  };
}

// A wrong token ends the request with its HTTP status, before anything of the document is looked at.
function withStatus(error: ServiceError): Error {
  const failure = asGraphQLError(error);
  const { retryAfterSeconds } = error.extras;
  const headers = new HeaderMap(retryAfterSeconds === undefined ? [] : [['retry-after', String(retryAfterSeconds)]]);
  Object.assign(failure.extensions, { http: { status: error.status, headers } });
  return failure;
}

function subscriptionsElsewhere(): ServiceError {
  const where =
    'Subscriptions are served over WebSocket (graphql-transport-ws) and, to requests that accept text/event-stream, as events.';
  return new ServiceError('BAD_REQUEST', where);
}

function limits({ schema, isSchemaOpen }: GraphParts): ApolloServerPlugin<GraphContext> {
  return {
    requestDidStart: async () => ({
      // Documents that are known from before are not parsed.
      parsingDidStart: () => documentTurns.take(1),
      didResolveOperation: async ({ document, operation, request, contextValue }) => {
        if (!operation)
          throw withStatus(
            new ServiceError('BAD_REQUEST', 'operationName: the document has no operation with this name.'),
          );
        if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw withStatus(subscriptionsElsewhere());
        nameOperation(operation);
        try {
          request.variables = floatVariables(schema, operation, request.variables ?? {});
          if (asksExplain(request.extensions)) requireExplaining(contextValue.viewer);
          const size = measureOperation(schema, document, operation, request.variables);
          if (!isSchemaOpen && size.introspections > 0 && contextValue.viewer.kind === 'ANONYMOUS')
            throw new ServiceError('UNAUTHENTICATED', 'Introspection requires a bearer token.');
          requireAffordable(size);
          const cost = Math.max(1, size.cost);
          await chargeAhead(contextValue, cost);
          charged.set(contextValue, cost);
          if (asksCost(request.extensions)) priced.add(contextValue.loaders);
          if (operation.operation === OperationTypeNode.QUERY) {
            contextValue.onlyReads();
            contextValue.shown?.noteRead();
          }
        } catch (error) {
          throw error instanceof ServiceError ? withStatus(error) : error;
        }
      },
    }),
  };
}

/** The operations whose callers ask what they cost, by their loaders. */
const priced = new WeakSet<GraphContext['loaders']>();

/** What an operation was charged before it ran. */
const charged = new WeakMap<GraphContext, number>();

// What GraphQL over HTTP requires beyond Apollo's defaults, and the request id of every error.
function answers({ isSchemaOpen, schema }: GraphParts, views: ViewAnswers): ApolloServerPlugin<GraphContext> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ request, response, contextValue, operation }) => {
        const { body, http } = response;
        // What is answered is for the caller alone, the CSRF token of a session included.
        http.headers.set('cache-control', 'no-store');
        const paid = charged.get(contextValue);
        if (paid !== undefined) await chargeBeyond(contextValue, paid);
        if (body.kind !== 'single') return;
        const failure = contextValue.budget.failure();
        // The partial result of an aborted read is discarded. A change that was made is reported all the same.
        if (failure && operation?.operation !== OperationTypeNode.MUTATION) {
          const { message, extensions } = asGraphQLError(failure);
          body.singleResult = { errors: [{ message, extensions }] };
          http.status = failure.status;
        }
        const isPriced = paid !== undefined && priced.has(contextValue.loaders);
        const explain = paid === undefined ? null : saidExplain();
        const said = {
          ...saidBeside(contextValue),
          ...(isPriced && { cost: saidCost(contextValue, paid) }),
          ...(explain && { explain }),
        };
        if (Object.keys(said).length > 0) body.singleResult.extensions = { ...body.singleResult.extensions, ...said };
        const maySeeNames = isSchemaOpen || contextValue.viewer.kind !== 'ANONYMOUS';
        reword(body.singleResult, maySeeNames ? (message) => withHabits(schema, message) : withoutHints);
        const errors = body.singleResult.errors ?? [];
        for (const error of errors) Object.assign(error.extensions ?? {}, { requestId: contextValue.requestId });
        // Every field failed for want of a caller: the request as a whole was not authenticated.
        const isUnauthenticated =
          errors.length > 0 && errors.every((e) => e.extensions?.['code'] === 'UNAUTHENTICATED');
        if (
          request.query &&
          wantsPlainJson(request.http?.headers.get('accept')) &&
          errors.some((e) => e.extensions?.['code'] === 'BAD_REQUEST')
        ) {
          http.status = 200;
        }
        const { data } = body.singleResult;
        if (isUnauthenticated && (data === null || data === undefined || Object.values(data).every((v) => v === null)))
          http.status ??= 401;
        keepAnswer(views, contextValue, response);
      },
    }),
  };
}

// A hint names what was not sent: not to a caller who may not read the schema.
function reword(result: { errors?: readonly GraphQLFormattedError[] }, worded: (message: string) => string): void {
  if (!result.errors) return;
  result.errors = result.errors.map((error) => ({ ...error, message: worded(error.message) }));
}

// A client that asks for application/json by name expects 200 also where the document is wrong, though not where there is
// none (GraphQL over HTTP, "application/json": SHOULD); the newer media type signals it by the status.
function wantsPlainJson(accept: string | undefined): boolean {
  return (
    accept !== undefined && accept.includes('application/json') && !accept.includes('application/graphql-response+json')
  );
}
