// What the gateways of cells say to each other: whether a token is good there, and requests of tenants that live there, passed
// on as they came. A gateway that another one speaks to answers for itself and asks nobody. docs/scaling.md.
import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Cell } from '../domain/cell.ts';
import { ServiceError } from '../domain/errors.ts';

/** The header by which a gateway is known to another one. */
const fromCell = 'cell-from';

/** Whether a gateway of another cell sends a request with these headers. */
export const isOfCell = (headers: IncomingHttpHeaders): boolean => headers[fromCell] !== undefined;

/**
 * The cell that answers in the place of this one, where a request with these headers was refused: that of a tenant that lives
 * elsewhere. Null for none, and for what was passed on once: its caller is told where its tenant lives now.
 */
export function cellInPlace(refusal: unknown, headers: IncomingHttpHeaders): Cell | null {
  if (!(refusal instanceof ServiceError) || refusal.code !== 'TENANT_MOVED' || isOfCell(headers)) return null;
  return refusal.extras.cell ?? null;
}

/** What another cell is told of a request that is passed on: where it came from, and that it was. */
export function passedOnWith(headers: IncomingHttpHeaders, peer: string | undefined): Record<string, string> {
  const forwarded = [headers['x-forwarded-for'] ?? [], peer ?? []].flat().join(', ');
  return { 'x-forwarded-for': forwarded, [fromCell]: '1' };
}

const askMillis = 2_000;

/** What the gateways of a cell say of a token; throws where they cannot tell. */
export async function askCell(cell: Cell, token: string): Promise<'HERE' | 'UNKNOWN' | Cell> {
  const answer = await fetch(`${cell.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', [fromCell]: '1' },
    body: '{"query":"{__typename}"}',
    redirect: 'error',
    signal: AbortSignal.timeout(askMillis),
  });
  // Of the graph, or of something else that stands at the address.
  const { data, errors } = (await answer.json()) as SaidOfToken;
  const { code, cell: other } = errors?.[0]?.extensions ?? {};
  // Some clients send registered documents alone.
  if (data || code === 'UNKNOWN_DOCUMENT') return 'HERE';
  if (code === 'UNAUTHENTICATED') return 'UNKNOWN';
  if (code !== 'TENANT_MOVED' || !other) throw new Error(`The cell ${cell.name} answered ${String(answer.status)}`);
  return other;
}

interface SaidOfToken {
  readonly data?: unknown;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string; readonly cell?: Cell } }[];
}

/** Passes a request on, and its answer back. UNAVAILABLE where the cell gives none. */
export type PassOn = (request: FastifyRequest, reply: FastifyReply, cell: Cell) => Promise<void>;

/** Passes requests on for as long as the server is open; streams end when it closes, so that their readers come back. */
export function passToCells(app: FastifyInstance): PassOn {
  const agents = { http: new Agent({ keepAlive: true }), https: new TlsAgent({ keepAlive: true }) };
  const streams = new Set<IncomingMessage>();
  const now = { isClosing: false };
  app.addHook('preClose', (done) => {
    now.isClosing = true;
    for (const answer of streams) answer.destroy();
    done();
  });
  app.addHook('onClose', async () => {
    agents.http.destroy();
    agents.https.destroy();
  });
  return async (request, reply, cell) => {
    const answer = await send(request, reply.raw, cell, agents);
    reply.hijack();
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
    if (isStream) streams.add(answer);
    const headers = withoutHops(answer);
    reply.raw.writeHead(answer.statusCode ?? 502, [...headers, ...(now.isClosing ? ['Connection', 'close'] : [])]);
    // What is cut off there is cut off here.
    pipeline(answer, reply.raw, () => streams.delete(answer));
  };
}

function send(
  { raw, id }: FastifyRequest,
  response: ServerResponse,
  cell: Cell,
  agents: { readonly http: Agent; readonly https: TlsAgent },
): Promise<IncomingMessage> {
  const { protocol, hostname, port, pathname } = new URL(cell.url);
  const [open, agent] = protocol === 'https:' ? [httpsRequest, agents.https] : [httpRequest, agents.http];
  const more = { ...passedOnWith(raw.headers, raw.socket.remoteAddress), 'x-request-id': id };
  const kept = withoutHops(raw, ['host', 'expect', ...Object.keys(more)]);
  const headers = [...kept, ...Object.entries(more).flat()];
  const isChunked = raw.headers['transfer-encoding'] !== undefined;
  const to = open({
    ...{ hostname: hostname.replace(/^\[|\]$/g, ''), port, agent },
    path: `${pathname.replace(/\/$/, '')}${raw.url ?? '/'}`,
    ...(raw.method !== undefined && { method: raw.method }),
    headers: ['host', new URL(cell.url).host, ...headers, ...(isChunked ? ['transfer-encoding', 'chunked'] : [])],
  });
  response.once('close', () => to.destroy());
  raw.pipe(to);
  return new Promise((resolve, reject) => {
    to.on('response', resolve);
    to.on('error', (cause) => reject(unreachable(cell, cause)));
  });
}

// Nobody knows whether the request has come to the other side.
function unreachable({ name }: Cell, cause: Error): ServiceError {
  const error = new ServiceError('UNAVAILABLE', `The cell ${name}, where this tenant lives, does not answer.`);
  error.cause = cause;
  return error;
}

const hops = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

// Names and values in turn, as Node has and takes them, without what is of one connection (RFC 9110, 7.6.1).
function withoutHops({ rawHeaders, headers }: IncomingMessage, others: readonly string[] = []): string[] {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const out = new Set([...hops, ...named, ...others]);
  return rawHeaders.filter((_, at) => !out.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));
}
