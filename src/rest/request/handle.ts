// What every REST request goes through before its own handler: the caller, whether JSON is accepted, parameters and
// preferences. Uses the server through Fastify and the rest of the service through the Context it receives. What is answered to
// the methods that a path does not offer is in router.ts.
import type { FastifyReply, FastifyRequest, RouteHandlerMethod, FastifyInstance, preParsingHookHandler } from 'fastify';
import { beforeAwaitedBody } from '../../http/awaitedBody.ts';
import { requireCaller } from '../../engine/authorize.ts';
import { kindOfMethod, type RequestKind } from '../../domain/requestHeaders.ts';
import { passOverConditions, readConditions, type Conditions } from '../../engine/conditions.ts';
import type { Context } from '../../engine/context.ts';
import type { Contract } from '../../contract/resource.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { parseUrn } from '../../domain/urn.ts';
import { requireJson, readPreferences, type Preferences } from './requestHeaders.ts';
import { readQuery, refuseUnknown, type QueryParameters } from './queryParameters.ts';
import { isObject } from '../../contract/scalarRules.ts';

/** The contexts of requests (start/requestContexts.ts). */
export interface RestContexts {
  /** The context of a request whose caller was proved ahead. Throws UNAUTHENTICATED for a token that is not valid. */
  of(request: FastifyRequest): Promise<Context>;
  /** Does the work for the caller as it was decided last, which its statements prove, and once more where that did not hold. */
  proving<T>(request: FastifyRequest, work: (context: Context) => Promise<T>): Promise<T>;
}

/** What the REST face is made of. */
export interface RestParts {
  readonly contract: Contract;
  readonly contexts: RestContexts;
}

/** A request on its way to an action. */
export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: Context;
  readonly parameters: QueryParameters;
  readonly preferences: Preferences;
  readonly isStrict: boolean;
  readonly conditions: Conditions;
}

/** Answers a call. */
export type Act = (call: Call) => Promise<FastifyReply>;

/** Whom a route answers: callers with a token, or anyone. */
export type Audience = 'CALLERS' | 'ANYONE';

/** What is special about a route. */
export interface RouteForm {
  /** CALLERS if not given. */
  readonly audience?: Audience;
  /**
   * When its caller is proved: before it acts, if not given, or by the statements that it acts with (engine/callerProof.ts): then it
   * sends nothing before one of them has answered.
   */
  readonly proof?: 'AHEAD' | 'BY_STATEMENTS';
  /** What it does to the resource that it names, where its method does not say so. */
  readonly kind?: RequestKind;
}

/**
 * The handler of an action that answers JSON. `known` are its parameters; others are refused.
 * A caller without a token is refused before anything that was sent is looked at, unless the route is for anyone.
 */
export function handle(
  parts: RestParts,
  known: readonly string[],
  act: Act,
  route: RouteForm = {},
): RouteHandlerMethod {
  const actForJson: Act = (call) => {
    requireJson(call.request.headers.accept);
    return act(call);
  };
  return handleBytes(parts, known, actForJson, route);
}

/** The same for an action that settles the media type itself. */
export function handleBytes(
  parts: RestParts,
  known: readonly string[],
  act: Act,
  { audience = 'CALLERS', proof = 'AHEAD', kind: ofRoute }: RouteForm = {},
): RouteHandlerMethod {
  const recognize = async (request: FastifyRequest): Promise<Context> => {
    const context = await parts.contexts.of(request);
    if (audience === 'CALLERS') requireCaller(context.viewer);
    return context;
  };
  const handler: RouteHandlerMethod = (request, reply) => {
    const work = async (context: Context): Promise<FastifyReply> => {
      if (audience === 'CALLERS') requireCaller(context.viewer);
      const parameters = readQuery(request.raw.url ?? '');
      const preferences = readPreferences(request.headers['prefer']);
      const isStrict = preferences.handling === 'strict';
      refuseUnknown(parameters, known);
      const kind = ofRoute ?? kindOfMethod(request.method);
      passOverConditions(context, request.headers, kind, isStrict);
      const conditions = readConditions(request.headers, kind);
      return act({ request, reply, context, parameters, preferences, isStrict, conditions });
    };
    return proof === 'AHEAD' ? parts.contexts.of(request).then(work) : parts.contexts.proving(request, work);
  };
  beforeBodies.set(handler, beforeAwaitedBody(recognize));
  return handler;
}

/** What each handler looks at before a body is read. */
const beforeBodies = new WeakMap<RouteHandlerMethod, preParsingHookHandler>();

/** The canonical urn at that place of the path. One that is no uuid names nothing: NOT_FOUND. */
export function pathUrn({ request: { params } }: Pick<Call, 'request'>, name = 'urn'): string {
  // Fastify gives the parameters of a path by name.
  const urn = parseUrn((params as Readonly<Record<string, unknown>>)[name]);
  if (urn === null) throw notFound();
  return urn;
}

/** The JSON object sent as the body. Throws BAD_REQUEST for anything else, and for no body at all. */
export function bodyObject({ request }: Pick<Call, 'request'>): Readonly<Record<string, unknown>> {
  const body: unknown = request.body;
  if (!isObject(body) || Buffer.isBuffer(body))
    throw new ServiceError('BAD_REQUEST', 'The body must be a JSON object.');
  return body;
}

/** Handlers by method. GET answers HEAD as well. */
export type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', RouteHandlerMethod>>>;

/** Registers a path with these methods; a path that offers none stays unknown. */
export function register(scope: FastifyInstance, url: string, methods: Methods): void {
  for (const [method, handler] of Object.entries(methods)) {
    const preParsing = beforeBodies.get(handler);
    scope.route({ method, url, handler, exposeHeadRoute: true, ...(preParsing && { preParsing }) });
  }
}
