// Metrics as they are counted and shown, and while the database does not answer: known values are reported, unknown ones are
// omitted.
import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/metrics/metrics.ts';

const nothing = { log: null, queue: null, work: null, pools: [], reads: null } as const;

/** The series of the service that are not 0, without `commonplace_`. */
const seriesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('commonplace_') && !line.endsWith(' 0'))
    .map((line) => line.slice('commonplace_'.length));

test('a scrape is answered without the database, and shows no stale value', async () => {
  const pools = [{ name: 'read', open: 4, inUse: 4, waiting: 7 }] as const;
  const states = [
    {
      log: { epoch: 1, newest: 12, unsequenced: 0, lagSeconds: 0, partitions: 2 },
      queue: null,
      work: null,
      pools,
      reads: null,
    },
    { log: null, queue: null, work: null, pools, reads: null },
  ];
  const metrics = createMetrics(async () => states.shift() ?? nothing);
  expect(await metrics.text()).toContain('\ncommonplace_event_log_newest_sequence 12\n');
  const without = await metrics.text();
  expect(without).not.toMatch(/^commonplace_event_log_newest_sequence /m);
  expect(without).not.toMatch(/^commonplace_webhook_queue_length\{/m);
  expect(without).toContain('\ncommonplace_database_up 0\n');
  expect(without).toContain('\ncommonplace_database_connections_waited_for{pool="read"} 7\n');
});

test('unknown methods are counted as one', async () => {
  const metrics = createMetrics(async () => nothing);
  for (const method of ['BREW', 'WHEN'])
    metrics.observe({ kind: 'REQUEST_ANSWERED', face: 'other', method, status: 404, seconds: 0.01 });
  expect(await metrics.text()).toContain(
    '\ncommonplace_http_requests_total{face="other",method="OTHER",status="4xx"} 2\n',
  );
});

test('statements that standbys may answer are counted by who did, once however often they are looked at', async () => {
  const reads = { replica: 9, primary: 1 };
  const metrics = createMetrics(async () => ({ ...nothing, reads }));
  await metrics.text();
  const text = await metrics.text();
  expect(text).toContain('\ncommonplace_standby_reads_total{server="standby"} 9\n');
  expect(text).toContain('\ncommonplace_standby_reads_total{server="primary"} 1\n');
});

test('each observation is counted in its own series, by as much as it says', async () => {
  const metrics = createMetrics(async () => nothing);
  expect(seriesOf(await metrics.text())).toEqual([]);
  const request = { kind: 'REQUEST_ANSWERED', face: 'rest', method: 'GET' } as const;
  metrics.observe({ ...request, status: 200, seconds: 0.25 });
  metrics.observe({ ...request, status: 299, seconds: 0.5 });
  metrics.observe({ ...request, status: 500, seconds: 20 });
  metrics.observe({ kind: 'LOOP_BLOCKED', seconds: 0.4 });
  for (const kind of ['SUBSCRIBER_CAME', 'SUBSCRIBER_CAME', 'SUBSCRIBER_CAME', 'SUBSCRIBER_LEFT'] as const)
    metrics.observe({ kind });
  for (const kind of ['NATS_FOLLOWED', 'NATS_LEFT', 'NATS_FOLLOWED'] as const) metrics.observe({ kind });
  metrics.observe({ kind: 'EVENT_DELIVERED', subscribers: 3 });
  metrics.observe({ kind: 'DELIVERY_ATTEMPTED', outcome: 'SUCCEEDED', seconds: 0.25 });
  metrics.observe({ kind: 'DELIVERY_ATTEMPTED', outcome: 'TIMEOUT', seconds: 30 });
  metrics.observe({ kind: 'DELIVERIES_PUT_BACK', count: 4 });
  metrics.observe({ kind: 'DELIVERIES_EXHAUSTED', count: 5 });
  metrics.observe({ kind: 'ROWS_PURGED', rows: 6 });
  metrics.observe({ kind: 'FILES_SWEPT', files: 7 });
  const counted = seriesOf(await metrics.text()).filter((line) => !line.includes('_bucket'));
  expect(counted.toSorted()).toEqual(
    [
      'http_requests_total{face="rest",method="GET",status="2xx"} 2',
      'http_requests_total{face="rest",method="GET",status="5xx"} 1',
      'http_request_duration_seconds_sum{face="rest",method="GET",status="2xx"} 0.75',
      'http_request_duration_seconds_count{face="rest",method="GET",status="2xx"} 2',
      'http_request_duration_seconds_sum{face="rest",method="GET",status="5xx"} 20',
      'http_request_duration_seconds_count{face="rest",method="GET",status="5xx"} 1',
      'event_loop_blocked_total 1',
      'subscribers 2',
      'events_through_nats 1',
      'subscription_answers_total 1',
      'subscription_events_sent_total 3',
      'webhook_attempts_total{outcome="SUCCEEDED"} 1',
      'webhook_attempts_total{outcome="TIMEOUT"} 1',
      'webhook_attempt_duration_seconds_sum{outcome="SUCCEEDED"} 0.25',
      'webhook_attempt_duration_seconds_count{outcome="SUCCEEDED"} 1',
      'webhook_attempt_duration_seconds_sum{outcome="TIMEOUT"} 30',
      'webhook_attempt_duration_seconds_count{outcome="TIMEOUT"} 1',
      'webhook_put_back_total 4',
      'webhook_exhausted_total 5',
      'purged_rows_total 6',
      'swept_files_total 7',
    ].toSorted(),
  );
  metrics.observe({ kind: 'NATS_LEFT' });
  expect(seriesOf(await metrics.text())).not.toContain('events_through_nats 1');
});

test('each part of the state is shown in its own series, and no longer once it is gone', async () => {
  const log = { epoch: 2, newest: 12, unsequenced: 3, lagSeconds: 4, partitions: 13 };
  const queue = { byStatus: { PENDING: 5, IN_FLIGHT: 11, RETRYING: 6 }, oldestSeconds: 7 };
  const pools = [{ name: 'write', open: 8, inUse: 9, waiting: 10 }] as const;
  const work = { pages: 14, rows: 15, unread: 16 };
  const states = [
    { log, queue, work, pools, reads: null },
    { log, queue: { ...queue, byStatus: { PENDING: 1, IN_FLIGHT: 0, RETRYING: 0 } }, work, pools: [], reads: null },
    { log, queue: null, work: null, pools: [], reads: null },
  ];
  const metrics = createMetrics(async () => states.shift() ?? nothing);
  const ofLog = [
    'event_log_epoch 2',
    'event_log_lag_seconds 4',
    'event_log_newest_sequence 12',
    'event_log_partitions 13',
    'event_log_unsequenced 3',
  ];
  expect(seriesOf(await metrics.text()).toSorted()).toEqual([
    'background_waiting{work="pages"} 14',
    'background_waiting{work="rows"} 15',
    'background_waiting{work="unread"} 16',
    'database_connections_in_use{pool="write"} 9',
    'database_connections_open{pool="write"} 8',
    'database_connections_waited_for{pool="write"} 10',
    'database_up 1',
    ...ofLog,
    'webhook_oldest_undelivered_seconds 7',
    'webhook_queue_length{status="IN_FLIGHT"} 11',
    'webhook_queue_length{status="PENDING"} 5',
    'webhook_queue_length{status="RETRYING"} 6',
  ]);
  expect(seriesOf(await metrics.text())).toContain('webhook_queue_length{status="PENDING"} 1');
  const half = await metrics.text();
  expect(half).toContain('\ncommonplace_database_up 0\n');
  expect(half).not.toMatch(/^commonplace_webhook_(queue_length|oldest)/m);
  expect(half).not.toMatch(/^commonplace_background_waiting/m);
});
