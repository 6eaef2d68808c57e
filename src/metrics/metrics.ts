// The service's Prometheus metrics for the operator: names, labels and buckets are defined only here. Labels take their
// values from short fixed lists, so the number of series does not grow with what is stored.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Observation, Observe } from '../domain/observation.ts';
import type { Database, PoolState, ReadCounts } from '../database/connection/database.ts';
import { waitingWork, type WaitingWork } from '../database/engine/waitingWork.ts';
import { logState, type LogState } from '../database/events/sequenceStore.ts';
import { queueState, type QueueState } from '../database/events/webhookHealthStore.ts';

/** The metrics of one process. */
export interface Metrics {
  readonly observe: Observe;
  /** All metrics as text, in the Prometheus exposition format 0.0.4, after reading the state again. */
  text(): Promise<string>;
  readonly contentType: string;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const requestBuckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const imageBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const attemptBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Makes metrics without any history. `state` is called for each text. */
export function createMetrics(state: () => Promise<OperatorState>): Metrics {
  const registry = new Registry();
  const observed = observedMetrics(registry);
  const present = presentMetrics(registry);
  collectDefaultMetrics({ register: registry });
  return {
    observe: (observation) => count(observed, observation),
    async text() {
      show(present, await state());
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

type Observed = ReturnType<typeof observedMetrics>;

function observedMetrics(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  return {
    requests: new Counter({
      name: 'commonplace_http_requests_total',
      help: 'Requests with a response.',
      labelNames: ['face', 'method', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'commonplace_http_request_duration_seconds',
      help: 'Time from the request to the end of its response. Streams are observed when they end.',
      labelNames: ['face', 'method', 'status'],
      buckets: requestBuckets,
      registers,
    }),
    subscribers: gauge('commonplace_subscribers', 'Subscriptions that are running in this process.'),
    natsFollowed: gauge(
      'commonplace_events_through_nats',
      'Whether events reach this process through NATS: 1, or 0 where it reads them in the database.',
    ),
    answers: new Counter({
      name: 'commonplace_subscription_answers_total',
      help: 'Subscription payloads that were executed and serialized, counted once for all subscribers that share them.',
      registers,
    }),
    sent: new Counter({
      name: 'commonplace_subscription_events_sent_total',
      help: 'Subscription payloads that were sent, counted per subscriber.',
      registers,
    }),
    attempts: new Counter({
      name: 'commonplace_webhook_attempts_total',
      help: 'Attempts to deliver a webhook, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'commonplace_webhook_attempt_duration_seconds',
      help: 'How long attempts to deliver a webhook took.',
      labelNames: ['outcome'],
      buckets: attemptBuckets,
      registers,
    }),
    putBack: new Counter({
      name: 'commonplace_webhook_put_back_total',
      help: 'Deliveries that were claimed, could not be sent in time, and were put back.',
      registers,
    }),
    ...processMetrics(registers),
    exhausted: new Counter({
      name: 'commonplace_webhook_exhausted_total',
      help: 'Deliveries that failed after their last attempt.',
      registers,
    }),
  };
}

function processMetrics(registers: Registry[]) {
  return {
    blocked: new Counter({
      name: 'commonplace_event_loop_blocked_total',
      help: 'How often the event loop was blocked for 250 ms or more.',
      registers,
    }),
    cut: new Counter({
      name: 'commonplace_connections_cut_total',
      help: 'Connections that the server closed during a response, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    purged: new Counter({
      name: 'commonplace_purged_rows_total',
      help: 'Deleted rows that were removed permanently.',
      registers,
    }),
    imageSeconds: new Histogram({
      name: 'commonplace_image_work_duration_seconds',
      help: 'Time spent decoding and encoding images, by SIZE or UPLOAD and outcome.',
      labelNames: ['work', 'outcome'],
      buckets: imageBuckets,
      registers,
    }),
    swept: new Counter({
      name: 'commonplace_swept_files_total',
      help: 'Files that were removed because no row refers to them.',
      registers,
    }),
  };
}

function count(metrics: Observed, observation: Observation): void {
  switch (observation.kind) {
    case 'REQUEST_ANSWERED': {
      const method = methods.has(observation.method) ? observation.method : 'OTHER';
      const status = `${String(Math.floor(observation.status / 100))}xx`;
      const labels = { face: observation.face, method, status };
      metrics.requests.inc(labels);
      metrics.requestSeconds.observe(labels, observation.seconds);
      return;
    }
    case 'CONNECTION_CUT':
      metrics.cut.inc({ reason: observation.reason });
      return;
    case 'LOOP_BLOCKED':
      metrics.blocked.inc();
      return;
    case 'SUBSCRIBER_CAME':
      metrics.subscribers.inc();
      return;
    case 'SUBSCRIBER_LEFT':
      metrics.subscribers.dec();
      return;
    case 'NATS_FOLLOWED':
    case 'NATS_LEFT':
      metrics.natsFollowed.set(observation.kind === 'NATS_FOLLOWED' ? 1 : 0);
      return;
    case 'EVENT_DELIVERED':
      metrics.answers.inc();
      metrics.sent.inc(observation.subscribers);
      return;
    case 'DELIVERY_ATTEMPTED':
      metrics.attempts.inc({ outcome: observation.outcome });
      metrics.attemptSeconds.observe({ outcome: observation.outcome }, observation.seconds);
      return;
    case 'DELIVERIES_PUT_BACK':
      metrics.putBack.inc(observation.count);
      return;
    case 'ROWS_PURGED':
      metrics.purged.inc(observation.rows);
      return;
    case 'FILES_SWEPT':
      metrics.swept.inc(observation.files);
      return;
    case 'IMAGE_WORKED_ON': {
      const { isUpload, isDone, seconds } = observation;
      const labels = { work: isUpload ? 'UPLOAD' : 'SIZE', outcome: isDone ? 'DONE' : 'FAILED' };
      metrics.imageSeconds.observe(labels, seconds);
      return;
    }
    case 'DELIVERIES_EXHAUSTED':
      metrics.exhausted.inc(observation.count);
      return;
  }
}

type Present = ReturnType<typeof presentMetrics>;

function presentMetrics(registry: Registry) {
  const gauge = <T extends string = never>(name: string, help: string, labelNames: T[] = []): Gauge<T> =>
    new Gauge<T>({ name, help, labelNames, registers: [registry] });
  return {
    up: gauge('commonplace_database_up', '1 when the database answered this scrape, else 0.'),
    newest: gauge('commonplace_event_log_newest_sequence', 'Number of events ever recorded, over all tenants.'),
    epoch: gauge('commonplace_event_log_epoch', 'The epoch of the event log: raised when the database lost its tail.'),
    partitions: gauge(
      'commonplace_event_log_partitions',
      'Partitions of the event log, including the default partition.',
    ),
    waiting: gauge('commonplace_event_log_unsequenced', 'Committed changes that are not in the event log yet.'),
    waitingSeconds: gauge(
      'commonplace_event_log_lag_seconds',
      'Age of the oldest committed change that is not in the event log yet; 0 if there is none.',
    ),
    queue: gauge('commonplace_webhook_queue_length', 'Unfinished deliveries, by status, up to 100,000 of them.', [
      'status',
    ]),
    oldest: gauge(
      'commonplace_webhook_oldest_undelivered_seconds',
      'Age of the oldest event not yet delivered to an active subscription; 0 if there is none.',
    ),
    work: gauge(
      'commonplace_background_waiting',
      'Changes that wait for background work, by its work, up to 10,000 of each.',
      ['work'],
    ),
    open: gauge('commonplace_database_connections_open', 'Open connections to PostgreSQL.', ['pool']),
    inUse: gauge('commonplace_database_connections_in_use', 'Connections that are in use.', ['pool']),
    reads: new Counter({
      name: 'commonplace_standby_reads_total',
      help: 'Statements that a standby may answer, by the server that answered.',
      labelNames: ['server'],
      registers: [registry],
    }),
    queued: gauge('commonplace_database_connections_waited_for', 'Requests that wait for a connection.', ['pool']),
  };
}

// Values that the database did not return are left out rather than shown stale.
function show(metrics: Present, { log, queue, work, pools, reads }: OperatorState): void {
  metrics.up.set(log && queue ? 1 : 0);
  set(metrics.newest, log?.newest);
  set(metrics.epoch, log?.epoch);
  set(metrics.partitions, log?.partitions);
  set(metrics.waiting, log?.unsequenced);
  set(metrics.waitingSeconds, log?.lagSeconds);
  set(metrics.oldest, queue?.oldestSeconds);

  metrics.reads.reset();
  if (reads) {
    metrics.reads.inc({ server: 'standby' }, reads.replica);
    metrics.reads.inc({ server: 'primary' }, reads.primary);
  }
  metrics.queue.reset();
  for (const [status, length] of Object.entries(queue?.byStatus ?? {})) metrics.queue.set({ status }, length);
  metrics.work.reset();
  for (const [name, waiting] of Object.entries(work ?? {})) metrics.work.set({ work: name }, waiting);
  for (const { name, open, inUse, waiting } of pools) {
    metrics.open.set({ pool: name }, open);
    metrics.inUse.set({ pool: name }, inUse);
    metrics.queued.set({ pool: name }, waiting);
  }
}

function set(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

/** The state of the service. Values that come from the database are null while it does not respond. */
interface OperatorState {
  readonly log: LogState | null;
  readonly queue: QueueState | null;
  readonly work: WaitingWork | null;
  readonly pools: readonly PoolState[];
  /** Null where there are no standbys to read from. */
  readonly reads: ReadCounts | null;
}

/** Reads the state; `report` is called with the reason why the database did not answer. Never throws. */
export async function readOperatorState(database: Database, report: (error: unknown) => void): Promise<OperatorState> {
  // Before the reads below take connections of their own.
  const pools = database.pools();
  const reads = database.readCounts();
  try {
    const [log, queue, work] = await Promise.all([logState(database), queueState(database), waitingWork(database)]);
    return { log, queue, work, pools, reads };
  } catch (error) {
    report(error);
    return { log: null, queue: null, work: null, pools, reads };
  }
}
