// A million deliveries wait for one subscription that allows few a minute, and a hundred others are healthy: how long after
// its commit an event reaches them, and how many the one is sent beside what it allows.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { Tenant } from '../../test/support/service.ts';
import { makeBacklog } from '../../test/support/backlog.ts';
import { withClient } from '../../test/support/database.ts';
import { apiClient, entity, rename, subscribe } from '../../test/support/webhooks.ts';
import type { Place } from './place.ts';
import { percentile, type Row } from './table.ts';

const waiting = Number(process.env['BENCH_WAITING'] ?? 1_000_000);
const healthy = 100;
const changes = 30;
const perMinute = 600;

/** Runs it, and says what was seen. */
export async function backlogRows(place: Place): Promise<readonly Row[]> {
  const slow = await receiver();
  const fast = await receiver();
  const service = await place.service();
  const tenant: Tenant = { ...place.client(service), company: place.company(), token: place.token };
  await tenant.rest('GET', '/n/v1/webhooksubscriptions?limit=200').then(async ({ body }) => {
    for (const { urn } of body.webhooksubscriptions)
      await tenant.rest('DELETE', `/n/v1/webhooksubscription/${String(urn)}`);
  });
  const client = (await apiClient(tenant)).urn;
  const targets: string[] = [];
  for (let at = 0; at < 200; at += 1) targets.push(await entity(tenant));
  const watched = await entity(tenant);
  const throttled = await subscribe(tenant, (await apiClient(tenant)).urn, slow.url, {
    event: 'UPDATE',
    eventsPerMinute: perMinute,
    status: 'PAUSED',
  });
  await withClient(place.databaseUrl, (db) =>
    makeBacklog(db, { subscription: throttled, owner: tenant.company, count: waiting, targets }),
  );
  for (let at = 0; at < healthy; at += 1)
    await subscribe(tenant, client, `${fast.url}/${String(at)}`, { event: 'UPDATE', targetUrn: watched });
  await tenant.rest('PATCH', `/n/v1/webhooksubscription/${throttled}`, { body: { status: 'ACTIVE' } });
  const late: number[] = [];
  for (let at = 1; at <= changes; at += 1) {
    const known = service.commits.length;
    await rename(tenant, watched, `Change ${String(at)}`);
    while (fast.times.length < at * healthy || service.commits.length === known)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const committed = service.commits[known] ?? NaN;
    late.push(...fast.times.slice((at - 1) * healthy).map((time) => time - committed));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  while (slow.times.length === 0 || performance.timeOrigin + performance.now() - (slow.times[0] ?? 0) < 65_000)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const began = slow.times[0] ?? 0;
  const inMinute = slow.times.filter((time) => time < began + 60_000).length;
  await service.stop();
  for (const { server } of [slow, fast]) server.close();
  const label = `${String(healthy)} healthy beside ${waiting.toLocaleString('en')} waiting`;
  return [
    { what: `commit to receipt, ${label}, median`, value: percentile(late, 0.5), unit: 'ms', against: null },
    { what: `commit to receipt, ${label}, worst`, value: Math.max(...late), unit: 'ms', against: null },
    {
      what: 'sent to the one in its first minute',
      value: inMinute,
      unit: 'deliveries',
      against: { what: 'allowed', value: perMinute },
    },
  ];
}

// Answers at once, and notes when it was asked.
async function receiver(): Promise<{ readonly url: string; readonly times: number[]; readonly server: Server }> {
  const times: number[] = [];
  const server = createServer((request, response) => {
    times.push(performance.timeOrigin + performance.now());
    request.resume();
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`,
    times,
    server,
  };
}
