// Queries and mutations that come over a WebSocket, run as requests to `/graphql`: the same caller, limits, budget and
// answers as over HTTP, by the same code.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { writeExactly } from '../../http/jsonBody.ts';

/** Where the requests of a socket come from. */
export interface Handshake {
  /** The headers of its upgrade. */
  readonly headers: IncomingHttpHeaders;
  /** The other end of the connection. */
  readonly peer: string | undefined;
  /** What the client said when it initialized the connection. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** The answer to a request; `isResult` unless it was refused as a whole, when the text holds `errors` alone. */
export interface SocketAnswer {
  readonly isResult: boolean;
  readonly text: string;
}

/** Runs one request of a socket. */
export type AnswerRequest = (handshake: Handshake, request: unknown) => Promise<SocketAnswer>;

// Who sends the request, where from, and what language it prefers.
const kept = ['cookie', 'origin', 'user-agent', 'accept-language', 'x-forwarded-for', 'sec-fetch-site'] as const;

/** Requests to the server, without a connection of their own. */
export function socketRequests(app: FastifyInstance): AnswerRequest {
  return async ({ headers, peer, params }, request) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      remoteAddress: peer ?? '',
      headers: {
        ...Object.fromEntries(kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))),
        ...authorizationOf({ headers, params }),
        ...named('x-csrf-token', params),
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
      },
      payload: writeExactly(request),
    });
    const text = answer.payload;
    // What was run may be answered with an error status all the same.
    return { isResult: answer.statusCode < 300 || 'data' in answer.json<object>(), text };
  };
}

/** The Authorization header of a socket: what it was initialized with, else that of its upgrade. */
export function authorizationOf({ headers, params }: Pick<Handshake, 'headers' | 'params'>): {
  readonly authorization?: string;
} {
  const { authorization = headers.authorization } = named('authorization', params);
  return authorization === undefined ? {} : { authorization };
}

/** What of the parameters of a connection is kept, as long as that is open. */
export function paramsOf(params: Readonly<Record<string, unknown>>): Handshake['params'] {
  return { ...named('authorization', params), ...named('x-csrf-token', params) };
}

function named(name: string, params: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(params).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof given === 'string' ? { [name]: given } : {};
}
