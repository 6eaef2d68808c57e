// The operator's own port: `GET /metrics` and nothing else, separate from the port that callers use, so that metrics
// are never exposed by accident.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Metrics } from './metrics.ts';

/** Where the operator's port is, and what it shows. */
export interface MetricsServerParts {
  readonly metrics: Metrics;
  /** 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** Hears of scrapes that failed. */
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
    answer(parts.metrics, request, response).catch((error: unknown) => {
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

async function answer(metrics: Metrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path] = (request.url ?? '').split('?', 1);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (path !== '/metrics' || !isRead) {
    response.writeHead(path === '/metrics' ? 405 : 404, path === '/metrics' ? { Allow: 'GET, HEAD' } : {});
    response.end();
    return;
  }
  const text = await metrics.text();
  response.writeHead(200, {
    'Content-Type': metrics.contentType,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
