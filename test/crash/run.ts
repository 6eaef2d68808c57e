// `npm run test:crash`: writers, subscribers and webhook receivers run while gateways are killed and PostgreSQL
// crashes; afterwards an independent checker compares what all of them received. Exit code 1 for any violation.
import { print } from '../../scripts/print.ts';
import { sensitive } from './breakages.ts';
import { chanceOf } from './chance.ts';
import { check } from './check.ts';
import type { Evidence, WriteEntry } from './evidence.ts';
import { planFaults, type Faults } from './faults.ts';
import { comeToRest } from './quiet.ts';
import { readRows } from './readEvidence.ts';
import { printReport, type Spans } from './report.ts';
import { readSettings } from './settings.ts';
import { buildStage, type Stage } from './stage.ts';
import { startSubscriber, type Subscriber } from './subscriber.ts';
import { runWriter, type Desk } from './writer.ts';

const settings = readSettings();
const chance = chanceOf(settings.seed);
/** Longer than becoming idle and checking can take. */
const spareSeconds = 900;
const deadline = setTimeout(
  () => {
    print(`The run is not over after ${String(settings.seconds + spareSeconds)} s.`);
    process.exit(1);
  },
  (settings.seconds + spareSeconds) * 1_000,
);

const spans: Spans = { setUp: 0, writing: 0, rest: 0, checking: 0 };
const stage = await timed('setUp', () => buildStage(settings, chance));
const violations = await perform().finally(() => stage.clear());
clearTimeout(deadline);
process.exit(violations.length > 0 ? 1 : 0);

async function perform(): Promise<readonly string[]> {
  const incidents: string[] = [];
  const faults = planFaults(stage, chance.branch('faults'), settings);
  const subscribers = startSubscribers(stage, faults, incidents);
  const journal: WriteEntry[] = [];
  await timed('writing', () => write(stage, faults, journal, incidents));
  const rest = await timed('rest', () => comeToRest(stage, subscribers));
  await Promise.all(subscribers.map((s) => s.stop()));
  incidents.push(...stage.fleet.incidents, ...rest.left, ...late(faults));
  const evidence = await collect(subscribers, journal, incidents, rest.last);
  const found = await timed('checking', async () => check(evidence));
  const blind = sensitive(evidence, check).map((kind) => `the checker does not tell of: ${kind}`);
  printReport({
    settings,
    evidence,
    spans,
    faults: faults.count,
    longestSilence: faults.longestSilence(),
    recoveries: faults.recoveries(),
    refusedStarts: stage.fleet.refusedStarts(),
    subscribers,
    violations: [...found, ...blind],
  });
  return [...found, ...blind];
}

async function write(on: Stage, faults: Faults, journal: WriteEntry[], incidents: string[]): Promise<void> {
  const count = { done: 0, wanted: settings.changes, isOver: false };
  const desk: Desk = {
    token: on.token,
    company: on.company,
    page: on.page,
    living: () => on.fleet.living(),
    known: new Map(),
    journal,
    incidents,
    count,
    onAnswer: faults.seen,
    onDone: () => faults.reached(count.done / count.wanted),
  };
  // An interrupted run still checks what was done so far.
  const end = (): void => void (count.isOver = true);
  process.once('SIGINT', end);
  const late = setTimeout(end, settings.seconds * 1_000);
  const progress = setInterval(() => {
    const { kills, databaseCrashes } = faults.count;
    print(
      `${String(count.done)} of ${String(count.wanted)} changes, ${String(kills)} kills, ${String(databaseCrashes)} database crashes`,
    );
  }, 10_000);
  await Promise.all(
    Array.from({ length: settings.writers }, (_, at) =>
      runWriter(desk, `writer${String(at + 1)}`, chance.branch(`writer ${String(at)}`)),
    ),
  );
  clearInterval(progress);
  clearTimeout(late);
  if (count.done < count.wanted)
    incidents.push(`only ${String(count.done)} of ${String(count.wanted)} changes were made`);
  await faults.settled();
}

// A machine that does other things beside says nothing about recovery: only a run that asks for a bound has one.
function late(faults: Faults): string[] {
  return Object.entries(faults.recoveries()).flatMap(([sign, took]) =>
    settings.recovery > 0 && took > settings.recovery
      ? `late recovery: ${sign} took ${String(took)} ms after the end of a fault`
      : [],
  );
}

function startSubscribers(on: Stage, faults: Faults, incidents: string[]): Subscriber[] {
  return (['WEBSOCKET', 'EVENT_STREAM'] as const).flatMap((transport) =>
    Array.from({ length: settings.subscribers }, (_, at) => {
      const name = `${transport === 'WEBSOCKET' ? 'socket' : 'stream'} ${String(at + 1)}`;
      return startSubscriber({
        name,
        transport,
        token: on.token,
        from: on.from,
        chance: chance.branch(name),
        living: () => on.fleet.living(),
        onEvent: () => faults.seen('STREAM'),
        onIncident: (incident) => incidents.push(incident),
      });
    }),
  );
}

async function collect(
  subscribers: readonly Subscriber[],
  writes: readonly WriteEntry[],
  incidents: readonly string[],
  last: number,
): Promise<Evidence> {
  const rows = await readRows(stage.cluster.url, stage.from, new Set([stage.page]));
  // Rows written for the setup are not compared, except for the numbers of the log.
  const isOurs = new Set(writes.map((w) => w.target));
  return {
    ...rows,
    history: rows.history.filter((h) => isOurs.has(h.urn)),
    hooks: stage.hooks,
    writes,
    // What the service announced by itself after subscribers had left was for nobody to see.
    triggers: rows.triggers.filter(({ sequence }) => sequence === null || sequence <= last),
    log: { ...rows.log, last: Math.min(rows.log.last, last) },
    streams: subscribers.map(({ name, from, seen }) => ({ name, from, seen })),
    requests: [...stage.receivers.fast.requests, ...stage.receivers.failing.requests],
    incidents,
  };
}

async function timed<T>(span: keyof Spans, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    spans[span] = (performance.now() - began) / 1_000;
  }
}
