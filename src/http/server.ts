// The HTTP server that both faces share: its limits, how it reads bodies, and the responses that neither face sends.
// Resource reference 1.6, 1.10; RFC 9110.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { ServiceError, type ErrorCode } from '../domain/errors.ts';
import { faceOf, type Observe } from '../domain/observation.ts';
import type { PageOrigins } from '../domain/pageOrigins.ts';
import { compressAnswers } from './compression.ts';
import { allowOrigins } from './crossOrigin.ts';
import { tooManyUnread, usualConnections, type Connections } from './connections.ts';
import { readBody } from './jsonBody.ts';
import { watchMethods } from './offeredMethods.ts';
import { writeRawAnswer, type AnswerError } from './rawAnswer.ts';
import { sendsSharedBytes } from './staticDocument.ts';

/** How the server is made. */
export interface ServerOptions {
  readonly logger: FastifyBaseLogger;
  /** What the server's connections share. */
  readonly connections: Connections;
  /** Hooks that see answers before they are compressed. */
  readonly beforeCoding: (app: FastifyInstance) => void;
  /** Largest JSON body in bytes. */
  readonly bodyLimit: number;
  /** Called for each request that was answered. */
  readonly observe: Observe;
  /** Whose pages may read answers, and send requests. */
  readonly origins: () => PageOrigins;
  /** The answer to an error, in the shape of its face. */
  readonly errorAnswer: AnswerError;
}

const timeouts = { requestTimeout: 30_000, keepAliveTimeout: usualConnections.idleMillis };

const requestIdForm = /^[A-Za-z0-9._-]{1,128}$/;

/** The id of a request: the one it names itself by, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && requestIdForm.test(given) ? given : randomUUID();
}

function refuseSchemas(): never {
  throw new Error('Routes have no JSON schemas here: see contract/rules.');
}

/** A server without routes. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const serverOptions = {
    ...{ maxHeaderSize: 16 * 1024, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // Node would refuse a request without one without a body.
    requireHostHeader: false,
  };
  const app = Fastify({
    // What Fastify would set on a server of its own.
    serverFactory: (handler) => {
      const server = options.connections.serve(handler, { ...serverOptions, ...timeouts }, ({ reason, ...request }) => {
        options.observe({ kind: 'CONNECTION_CUT', reason });
        options.logger.warn({ reason, ...request }, 'a connection was ended before its request was answered');
      });
      // Node would end the connection without a word.
      server.on('connect', (request: IncomingMessage, socket: Duplex) => refuseTunnel(request, socket, options));
      return server;
    },
    loggerInstance: options.logger,
    // `logRequests` below writes the one line of each request.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // A logger of its own for each request would be made for its one line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: options.bodyLimit,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 4096 },
    // A path whose escapes are broken never reaches a route: it names nothing.
    frameworkErrors: (_error, request, reply) => {
      const refusal = new ServiceError('NOT_FOUND');
      const answer = options.errorAnswer(refusal, { url: '/', id: request.id, accept: request.headers.accept });
      // The typed reply of a request without a route is generic; it takes what every reply takes.
      void (reply as FastifyReply).status(answer.status).headers(answer.headers).send(answer.body);
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, options),
    // No route has a JSON schema: the contract's rules check what comes in. Fastify would load its compilers all the same.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    trustProxy: false,
    genReqId: requestIdOf,
  });
  readOnlyJson(app);
  answerErrors(app, options);
  allowOrigins(app, options.origins);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    if (isUnmet(request.raw.headers) && !refusal(request)) void refuseExpectation(request, reply, options);
    else done(refusal(request));
  });
  options.beforeCoding(app);
  compressAnswers(app);
  refusePiledUp(app, options);
  sayGoodbye(app);
  logRequests(app, options.observe);
  return app;
}

// What a host may hold in a URI: RFC 3986, 3.2.2, and a port.
const hostForm = /^[A-Za-z0-9._~%!$&'()*+,;=:[\]-]*$/;

// Node would look at it, and refuse by itself what has none: RFC 9112, 3.2.
function hasHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion !== '1.1';
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  return hosts.length === 1 && hostForm.test(headers.host);
}

// RFC 9110, 10.1.1.
const isUnmet = ({ expect }: IncomingMessage['headers']): boolean =>
  expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect);

function refuseExpectation(request: FastifyRequest, reply: FastifyReply, options: ServerOptions): FastifyReply {
  const error = new ServiceError('BAD_REQUEST', 'The only supported expectation is 100-continue.');
  const failed = { url: request.raw.url ?? '', id: request.id, accept: request.headers.accept };
  const { headers, body } = options.errorAnswer(error, failed);
  // The list of codes has none of its own: the body says the status, in the form of its face.
  const text = JSON.stringify(body, (name, value: unknown) =>
    (name === 'httpCode' || name === 'status') && value === error.status ? 417 : value,
  );
  return reply.code(417).headers(headers).send(text);
}

// A caller that does not read its answers gets refusals in place of more of them.
function refusePiledUp(app: FastifyInstance, options: ServerOptions): void {
  options.connections.countAnswers(app, {
    isShared: (reply) => sendsSharedBytes(reply as FastifyReply),
    refuse: (refused, refusedReply) => {
      const [request, reply] = [refused as FastifyRequest, refusedReply as FastifyReply];
      const failed = { url: request.raw.url ?? '', id: request.id, accept: request.headers.accept };
      const { status, headers, body } = options.errorAnswer(tooManyUnread(), failed);
      for (const name of ['ETag', 'Last-Modified', 'Content-Encoding', 'Content-Length', 'Location']) {
        reply.removeHeader(name);
      }
      reply.code(status).headers(headers);
      return JSON.stringify(body);
    },
  });
}

// While the server stops, each answer has its caller close the connection: a request sent on it later would be cut.
function sayGoodbye(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('Connection', 'close');
    done();
  });
}

function readOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const types = ['application/json', 'application/merge-patch+json'];
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      // parseAs: 'buffer' gives a Buffer.
      done(null, readBody(request.headers, body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

const unreadable: Readonly<Record<string, readonly [number, ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: [431, 'PAYLOAD_TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'TIMEOUT'],
};

// What is no request has no reply either: its answer is written to the connection, which ends.
function refuseUnreadable(error: Error & { readonly code: string }, socket: Socket, options: ServerOptions): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code] = unreadable[error.code] ?? [400, 'BAD_REQUEST'];
  const request = { url: '/', id: randomUUID(), accept: undefined };
  const { headers, body } = options.errorAnswer(new ServiceError(code), request);
  writeRawAnswer(socket, { status, headers, body: { ...body, httpCode: status, status } });
  socket.destroy(error);
}

// The service is no proxy.
function refuseTunnel(request: IncomingMessage, socket: Duplex, { errorAnswer }: ServerOptions): void {
  const error = new ServiceError('BAD_REQUEST', 'The CONNECT method is not supported.');
  writeRawAnswer(socket, errorAnswer(error, { url: '/', id: requestIdOf(request), accept: request.headers.accept }));
  socket.destroy();
}

// What every route would refuse. Bodies are taken as they are: a compressed one could be a bomb.
function refusal({ raw }: FastifyRequest): ServiceError | undefined {
  const encoding = raw.headers['content-encoding'];
  if (encoding && encoding.toLowerCase() !== 'identity') return new ServiceError('UNSUPPORTED_MEDIA_TYPE');
  return hasHost(raw)
    ? undefined
    : new ServiceError('BAD_REQUEST', 'An HTTP/1.1 request must have exactly one Host header.');
}

function answerErrors(app: FastifyInstance, options: ServerOptions): void {
  const answer = (error: unknown, request: FastifyRequest) =>
    options.errorAnswer(error, { url: request.raw.url ?? '', id: request.id, accept: request.headers.accept });
  app.setErrorHandler((error, request, reply) => {
    // A body that was read to its end leaves the requests behind it where they are, whatever it held: Fastify would end the connection.
    if (request.raw.complete && reply.hasHeader('connection')) reply.removeHeader('connection');
    const { status, headers, body } = answer(error, request);
    // What the service refuses for the moment needs a line only where something else is the reason.
    const isLogged = !(error instanceof ServiceError) || error.cause !== undefined;
    if (status >= 500 && isLogged && !isGone(request))
      request.log.error({ requestId: request.id, err: error }, 'request failed');
    return reply.status(status).headers(headers).send(body);
  });

  const offered = watchMethods(app, ['/*']);
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const allow = offered.of(path);
    if (allow && request.method === 'OPTIONS') return reply.header('Allow', allow.join(', ')).code(204).send();
    const error = allow
      ? new ServiceError('METHOD_NOT_ALLOWED', `This path offers ${allow.join(', ')}.`, [], { allow })
      : new ServiceError('NOT_FOUND');
    const { status, headers, body } = answer(error, request);
    return reply.status(status).headers(headers).send(body);
  });
}

// A caller that left before its request was there is no failure of ours.
function isGone({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

// Counts an answered request, and writes its line into the log, without its query: searches and tokens do not belong there.
function logRequests(app: FastifyInstance, observe: Observe): void {
  app.addHook('onResponse', (request, reply, done) => {
    const [whole = ''] = (request.raw.url ?? '').split('?', 1);
    // The secret of a preview link stands in its path.
    const path = whole.replace(/ccs_p_[\w-]+/, 'ccs_p_...');
    const { method, log, id: requestId } = request;
    const { statusCode: status, elapsedTime: milliseconds } = reply;
    observe({ kind: 'REQUEST_ANSWERED', face: faceOf(path), method, status, seconds: milliseconds / 1000 });
    log.info({ requestId, method, path, status, milliseconds: Math.round(milliseconds) }, 'request');
    done();
  });
}
