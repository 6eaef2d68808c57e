// Starts the metrics and the operator's own port: metrics and health, separate from the port that callers use, so that metrics
// are never exposed by accident, and health does not wait behind the connections of callers: a turn of the event loop accepts one on each port.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { type Metrics, createMetrics, readOperatorState } from './metrics.ts';
import type { Database } from '../database/connection/database.ts';
import type { Observe } from '../domain/observation.ts';

/** Where the operator's port is, and what it shows. */
export interface MetricsServerParts {
  readonly metrics: Metrics;
  /** Whether the process can answer requests. */
  readonly isReady: () => Promise<boolean>;
  /** 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** Called for scrapes that failed. */
  readonly report: (error: unknown) => void;
}

/** A server that listens. */
export interface MetricsServer {
  /** The address of the metrics. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts listening. Rejects when the port is taken. */
export async function startMetricsServer(parts: MetricsServerParts): Promise<MetricsServer> {
  const { host } = parts;
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 10_000 }, (request, response) => {
    answer(parts, request, response).catch((error: unknown) => {
      parts.report(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.listen(parts.port, host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : parts.port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}/metrics`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

const json = 'application/json; charset=utf-8';

const answers: Readonly<Record<string, (parts: MetricsServerParts) => Promise<Answer>>> = {
  '/metrics': async ({ metrics }) => ({ status: 200, contentType: metrics.contentType, text: await metrics.text() }),
  '/healthz': async () => ({ status: 200, contentType: json, text: '{"status":"ok"}' }),
  '/readyz': async ({ isReady }) =>
    (await isReady())
      ? { status: 200, contentType: json, text: '{"status":"ready"}' }
      : { status: 503, contentType: json, text: '{"status":"not ready"}' },
};

async function answer(parts: MetricsServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const read = answers[path];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!read || !isRead) {
    response.writeHead(read ? 405 : 404, read ? { Allow: 'GET, HEAD' } : {});
    response.end();
    return;
  }
  const { status, contentType, text } = await read(parts);
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  // Of an answer to HEAD, Node sends the head alone.
  response.end(text);
}

/** What the metrics are made of. */
export interface MetricsStart {
  readonly database: Database;
  /** Where they are read; null for nowhere, and then nothing is counted. */
  readonly address: { readonly port: number; readonly host: string } | null;
  readonly isReady: () => Promise<boolean>;
  readonly report: (error: unknown) => void;
}

/** Metrics at work. */
export interface RunningMetrics {
  readonly observe: Observe;
  /** The address they are read at; null for none. */
  readonly url: string | null;
  stop(): Promise<void>;
}

/** Starts the metrics of this process. Rejects when their port is taken. */
export async function startMetrics({ database, address, isReady, report }: MetricsStart): Promise<RunningMetrics> {
  if (!address) return { observe: () => undefined, url: null, stop: async () => undefined };
  const metrics = createMetrics(() => readOperatorState(database, report));
  const server = await startMetricsServer({ ...address, metrics, isReady, report });
  return { observe: metrics.observe, url: server.url, stop: () => server.close() };
}
