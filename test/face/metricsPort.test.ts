// The port of METRICS_PORT: what it answers, refuses and reports, and that it closes.
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { startMetricsServer } from '../../src/metrics/metricsServer.ts';

const nothing = { log: null, queue: null, work: null, pools: [], reads: null } as const;

test('the port answers with the text and how to take it, and reports a scrape that failed', async () => {
  const reported: unknown[] = [];
  const failure = new Error('The state cannot be read');
  let isBroken = false;
  const metrics = createMetrics(async () => {
    if (isBroken) throw failure;
    return nothing;
  });
  const report = (error: unknown): number => reported.push(error);
  const isReady = async (): Promise<boolean> => !isBroken;
  const server = await startMetricsServer({ metrics, isReady, port: 0, host: '127.0.0.1', report });
  try {
    const answer = await fetch(`${server.url}?at=once`);
    expect(answer.status).toBe(200);
    expect(['content-type', 'cache-control', 'x-content-type-options'].map((name) => answer.headers.get(name))).toEqual(
      ['text/plain; version=0.0.4; charset=utf-8', 'no-store', 'nosniff'],
    );
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(await answer.text()));
    expect((await fetch(server.url, { headers: { cookie: 'a'.repeat(17_000) } })).status).toBe(431);
    const refused = await fetch(server.url, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(new URL('/', server.url))).status).toBe(404);
    const head = await fetch(server.url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const health = async (path: string): Promise<unknown[]> => {
      const got = await fetch(new URL(path, server.url));
      return [got.status, got.headers.get('cache-control'), await got.json()];
    };
    expect(await health('/healthz')).toEqual([200, 'no-store', { status: 'ok' }]);
    expect(await health('/readyz')).toEqual([200, 'no-store', { status: 'ready' }]);
    isBroken = true;
    expect(await health('/readyz')).toEqual([503, 'no-store', { status: 'not ready' }]);
    expect((await fetch(server.url)).status).toBe(500);
    expect(reported).toEqual([failure]);
  } finally {
    await server.close();
  }
});

test('the port closes although a scrape is not answered', async () => {
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const metrics = createMetrics(() => {
    isAsked();
    return new Promise(() => undefined);
  });
  const parts = { metrics, isReady: async () => true, port: 0, host: '127.0.0.1', report: () => undefined };
  const server = await startMetricsServer(parts);
  const scrape = fetch(server.url).catch(() => 'cut');
  await asked;
  await server.close();
  expect(await scrape).toBe('cut');
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

test.skipIf(!hasIpv6)('the address of the port can be opened where it is one of IPv6', async () => {
  const metrics = createMetrics(async () => nothing);
  const parts = { metrics, isReady: async () => true, port: 0, host: '::1', report: () => undefined };
  const server = await startMetricsServer(parts);
  try {
    expect(new URL(server.url).hostname).toBe('[::1]');
    expect((await fetch(server.url)).status).toBe(200);
  } finally {
    await server.close();
  }
});
