// Prints what a crash run did and the checker's findings.
import { print } from '../../scripts/print.ts';
import { repeatedRequests } from './checkHooks.ts';
import { repeatsOf } from './checkStreams.ts';
import { groupBy } from '../../src/domain/groupBy.ts';
import type { Evidence } from './evidence.ts';
import type { Faults } from './faults.ts';
import type { CrashSettings } from './settings.ts';
import type { Subscriber } from './subscriber.ts';

/** Seconds that each part of a run took. */
export type Spans = Record<'setUp' | 'writing' | 'rest' | 'checking', number>;

/** The content of the report. */
export interface Report {
  readonly settings: CrashSettings;
  readonly evidence: Evidence;
  readonly spans: Spans;
  readonly faults: Faults['count'];
  readonly refusedStarts: number;
  /** Between two changes, in milliseconds. */
  readonly longestSilence: number;
  readonly recoveries: ReturnType<Faults['recoveries']>;
  readonly subscribers: readonly Subscriber[];
  readonly violations: readonly string[];
}

const mostTold = 40;

/** Prints the table, then the violations by sort, then the first of them in full. */
export function printReport(report: Report): void {
  const { violations, evidence, settings } = report;
  const rows = [...sizes(report), ...delivered(report)];
  const width = Math.max(...rows.map(([name]) => name.length));
  print(`\nseed ${String(settings.seed)}`);
  for (const [name, value] of rows) print(`${name.padEnd(width)}  ${value}`);
  print(`${'violations'.padEnd(width)}  ${String(violations.length)}`);
  for (const [sort, own] of groupBy(violations, (v) => v.split(':', 1)[0] ?? v))
    print(`  ${sort}: ${String(own.length)}`);
  for (const violation of violations.slice(0, mostTold)) print(`  - ${violation}`);
  if (evidence.streams.length === 0) print('Nobody followed.');
}

function sizes({ settings, spans, faults, refusedStarts, longestSilence, recoveries }: Report): [string, string][] {
  const seconds = (value: number): string => `${value.toFixed(1)} s`;
  return [
    ['gateways', String(settings.gateways)],
    ['gateways killed', `${String(faults.kills)}, and all at once at the end`],
    [
      'database crashes, NATS crashes, times that all connections were ended, that PostgreSQL stood still',
      `${String(faults.databaseCrashes)}, ${String(faults.natsCrashes)}, ${String(faults.terminations)}, ${String(faults.freezes)}`,
    ],
    [
      'failovers from a primary that stopped, that stood still, longest time without a change',
      `${String(faults.failovers)}, ${String(faults.frozenFailovers)}, ${String(longestSilence)} ms`,
    ],
    [
      'longest from the end of a fault of PostgreSQL to a change over REST, over the graph, to an event',
      `${String(recoveries.REST)} ms, ${String(recoveries.GRAPH)} ms, ${String(recoveries.STREAM)} ms`,
    ],
    ['starts refused while the database was away', String(refusedStarts)],
    [
      'set up, writing, coming to rest, checking',
      [spans.setUp, spans.writing, spans.rest, spans.checking].map(seconds).join(', '),
    ],
  ];
}

function delivered({ evidence, subscribers }: Report): [string, string][] {
  const { writes, objects, triggers, requests, deliveries } = evidence;
  const count = (outcome: string): string => String(writes.filter((w) => w.outcome === outcome).length);
  const committed = objects.reduce((sum, o) => sum + o.version, 0);
  const statuses = [...groupBy(deliveries, (d) => d.status)]
    .map(([status, own]) => `${String(own.length)} ${status}`)
    .join(', ');
  const repeated = subscribers.reduce((sum, s) => sum + repeatsOf(s), 0);
  return [
    ['requests acknowledged, unknown, refused', `${count('ACKNOWLEDGED')}, ${count('UNKNOWN')}, ${count('REFUSED')}`],
    ['unknown and refused by code', codes(writes)],
    ['changes committed', `${String(committed)} of ${String(objects.length)} objects`],
    ['triggers', String(triggers.length)],
    ['events seen, repeated', `${String(subscribers.reduce((sum, s) => sum + s.seen.length, 0))}, ${String(repeated)}`],
    [
      'subscribers, connections',
      `${String(subscribers.length)}, ${String(subscribers.reduce((sum, s) => sum + s.connections(), 0))}`,
    ],
    ['deliveries', statuses],
    ['requests received, repeated after success', `${String(requests.length)}, ${String(repeatedRequests(requests))}`],
  ];
}

function codes(writes: Evidence['writes']): string {
  const sensitive = writes.filter((w) => w.outcome !== 'ACKNOWLEDGED');
  return [...groupBy(sensitive, (w) => w.code || 'no answer')]
    .map(([code, own]) => `${String(own.length)} ${code}`)
    .join(', ');
}
