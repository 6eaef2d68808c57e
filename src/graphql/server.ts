// The graph over HTTP: Apollo Server on Fastify, with the limits, error form and CSRF guard of the service.
// GraphQL over HTTP; resource reference 1.8, 1.10, 11.
import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler, fastifyApolloDrainPlugin } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OperationTypeNode, type GraphQLSchema } from 'graphql';
import { ServiceError } from '../domain/errors.ts';
import type { GraphContext } from './context.ts';
import { asGraphQLError, formatError } from './errors.ts';
import { demandModest, measureOperation } from './limits.ts';

/** What the graph is made of. */
export interface GraphParts {
  readonly schema: GraphQLSchema;
  /** The caller of a request with everything actions need. Throws UNAUTHENTICATED for a token that is not valid. */
  contextFor(request: FastifyRequest): Promise<GraphContext>;
  /** Hears of errors that are bugs. */
  report(bug: unknown, requestId: string): void;
}

const mostTokens = 2_000;

/** Serves the graph at `/graphql`. The returned server must be stopped after the HTTP server. */
export async function registerGraph(app: FastifyInstance, parts: GraphParts): Promise<ApolloServer<GraphContext>> {
  const apollo = new ApolloServer<GraphContext>({
    schema: parts.schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // Ours closes the service in order; Apollo's own handlers would keep the process from ending.
    stopOnTerminationSignals: false,
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    parseOptions: { maxTokens: mostTokens },
    hideSchemaDetailsFromClientErrors: true,
    formatError: (formatted, error) => formatError(formatted, error, '', (bug) => parts.report(bug, '')),
    plugins: [
      fastifyApolloDrainPlugin(app),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      limits(parts.schema),
      answers(),
    ],
  });
  await apollo.start();
  const handler = fastifyApolloHandler(apollo, {
    context: async (request) => {
      try {
        return await parts.contextFor(request);
      } catch (error) {
        throw error instanceof ServiceError ? withStatus(error) : error;
      }
    },
  });
  app.route({ url: '/graphql', method: ['GET', 'POST'], handler });
  return apollo;
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
  const where = 'Subscriptions are served over WebSocket (graphql-transport-ws) here and as events at /graphql/stream.';
  return new ServiceError('BAD_REQUEST', where);
}

function limits(schema: GraphQLSchema): ApolloServerPlugin<GraphContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, operation, request, contextValue }) => {
        if (!operation) return;
        if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw withStatus(subscriptionsElsewhere());
        const size = measureOperation(schema, document, operation, request.variables ?? {});
        if (size.isIntrospection && contextValue.viewer.kind === 'ANONYMOUS') {
          throw withStatus(new ServiceError('UNAUTHENTICATED', 'Reading the schema needs a bearer token.'));
        }
        try {
          demandModest(size);
          await contextValue.admission?.chargeCost(Math.max(1, size.cost));
        } catch (error) {
          throw error instanceof ServiceError ? withStatus(error) : error;
        }
      },
    }),
  };
}

// What GraphQL over HTTP asks for beyond Apollo's defaults, and the request id of every error.
function answers(): ApolloServerPlugin<GraphContext> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ request, response, contextValue }) => {
        const { body, http } = response;
        // What is answered is for the caller alone, the CSRF token of a session included.
        http.headers.set('cache-control', 'no-store');
        if (body.kind !== 'single') return;
        tellRemarks(body.singleResult, contextValue);
        const errors = body.singleResult.errors ?? [];
        for (const error of errors) Object.assign(error.extensions ?? {}, { requestId: contextValue.requestId });
        // Every field failed for want of a caller: the request as a whole was not authenticated.
        const isUnauthenticated =
          errors.length > 0 && errors.every((e) => e.extensions?.['code'] === 'UNAUTHENTICATED');
        if (
          wantsPlainJson(request.http?.headers.get('accept')) &&
          errors.some((e) => e.extensions?.['code'] === 'BAD_REQUEST')
        ) {
          http.status = 200;
        }
        const { data } = body.singleResult;
        if (isUnauthenticated && (data === null || data === undefined || Object.values(data).every((v) => v === null)))
          http.status ??= 401;
        if (isUnauthenticated) http.headers.set('www-authenticate', 'Bearer error="invalid_token"');
      },
    }),
  };
}

// How the languages of views were chosen, by the names of the fields, and what was accepted with a warning.
function tellRemarks(result: { extensions?: Record<string, unknown> }, { remarks }: GraphContext): void {
  const { languages, warnings } = remarks;
  if (languages.size === 0 && warnings.length === 0) return;
  result.extensions = {
    ...result.extensions,
    ...(languages.size > 0 && { language: Object.fromEntries(languages) }),
    ...(warnings.length > 0 && { warnings }),
  };
}

// A client that asks for application/json by name expects 200 also where the document is wrong (GraphQL over HTTP,
// "application/json": SHOULD); the newer media type tells by its status.
function wantsPlainJson(accept: string | undefined): boolean {
  return (
    accept !== undefined && accept.includes('application/json') && !accept.includes('application/graphql-response+json')
  );
}
