// Metrics while the database does not answer: known values are reported, unknown ones are omitted.
import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/metrics/metrics.ts';

test('a scrape is answered without the database, and shows no stale value', async () => {
  const pools = [{ name: 'read', open: 4, inUse: 4, waiting: 7 }] as const;
  const states = [
    { log: { epoch: 1, newest: 12, unsequenced: 0, lagSeconds: 0 }, queue: null, pools, reads: null },
    { log: null, queue: null, pools, reads: null },
  ];
  const metrics = createMetrics(async () => states.shift() ?? { log: null, queue: null, pools: [], reads: null });
  expect(await metrics.text()).toContain('\ncommonplace_event_log_newest_sequence 12\n');
  const without = await metrics.text();
  expect(without).not.toMatch(/^commonplace_event_log_newest_sequence /m);
  expect(without).not.toMatch(/^commonplace_webhook_queue_length\{/m);
  expect(without).toContain('\ncommonplace_database_up 0\n');
  expect(without).toContain('\ncommonplace_database_connections_waited_for{pool="read"} 7\n');
});

test('unknown methods are counted as one', async () => {
  const metrics = createMetrics(async () => ({ log: null, queue: null, pools: [], reads: null }));
  for (const method of ['BREW', 'WHEN'])
    metrics.observe({ kind: 'REQUEST_ANSWERED', face: 'other', method, status: 404, seconds: 0.01 });
  expect(await metrics.text()).toContain(
    '\ncommonplace_http_requests_total{face="other",method="OTHER",status="4xx"} 2\n',
  );
});

test('statements that standbys may answer are counted by who did, once however often they are looked at', async () => {
  const reads = { replica: 9, primary: 1 };
  const metrics = createMetrics(async () => ({ log: null, queue: null, pools: [], reads }));
  await metrics.text();
  const text = await metrics.text();
  expect(text).toContain('\ncommonplace_standby_reads_total{server="standby"} 9\n');
  expect(text).toContain('\ncommonplace_standby_reads_total{server="primary"} 1\n');
});
