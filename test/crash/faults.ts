// The faults of a crash run during writing: gateways are killed, PostgreSQL crashes, stands still and ends connections.
import type { Chance } from './chance.ts';
import type { CrashSettings } from './settings.ts';
import type { Stage } from './stage.ts';

const kinds = [
  'kills',
  'databaseCrashes',
  'natsCrashes',
  'terminations',
  'failovers',
  'frozenFailovers',
  'freezes',
] as const;
type Kind = (typeof kinds)[number];

/** What shows that the service works: a change over one of the faces, or an event. */
const signs = ['REST', 'GRAPH', 'STREAM'] as const;
type Sign = (typeof signs)[number];

/** Faults so far, and those still in progress. */
export interface Faults {
  readonly count: Record<Kind, number>;
  /** Notes such a sign. */
  readonly seen: (sign: Sign) => void;
  /** The longest time from the end of a fault of PostgreSQL to the next sign of each, in milliseconds; those that another fault cut short are left out. */
  readonly recoveries: () => Readonly<Record<Sign, number>>;
  /** The longest time between two changes that were done, in milliseconds. */
  longestSilence(): number;
  /** Causes the faults that are due when this part (0 to 1) of the changes is done. */
  reached(part: number): void;
  /** Resolves once everything that was stopped is running again. */
  settled(): Promise<void>;
}

/** Spreads the faults over the run: kills and database crashes at random moments, each in its share of the time. */
export function planFaults(stage: Stage, chance: Chance, settings: CrashSettings): Faults {
  const count = {
    kills: 0,
    databaseCrashes: 0,
    natsCrashes: 0,
    terminations: 0,
    failovers: 0,
    frozenFailovers: 0,
    freezes: 0,
  };
  const silence = { longest: 0, since: performance.now() };
  const due = kinds.flatMap((kind) => momentsOf(chance, settings[kind]).map((at) => ({ at, kind })));
  due.sort((a, b) => a.at - b.at);
  const running = new Set<Promise<void>>();
  // One crash of a server after the other, however close they are due.
  const servers = { databaseCrashes: Promise.resolve(), natsCrashes: Promise.resolve(), failovers: Promise.resolve() };
  const start = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  const recovery = noteRecoveries();
  const ofDatabase = async (work: () => Promise<void>): Promise<void> => {
    const ended = recovery.began();
    await work();
    ended();
  };
  return {
    count,
    seen: recovery.seen,
    recoveries: recovery.longest,
    longestSilence: () => Math.round(silence.longest),
    reached(part) {
      const now = performance.now();
      Object.assign(silence, { longest: Math.max(silence.longest, now - silence.since), since: now });
      while (due[0] && due[0].at <= part) {
        const { kind } = due[0];
        due.shift();
        if (kind === 'kills') start(killOne(stage, chance, count));
        else if (kind === 'terminations') start(ofDatabase(() => endConnections(stage, count)));
        else if (kind === 'freezes')
          start((servers.databaseCrashes = servers.databaseCrashes.then(() => ofDatabase(() => freeze(stage, count)))));
        else if (kind === 'natsCrashes')
          start((servers[kind] = servers[kind].then(() => crash(stage, chance, kind, count))));
        else if (kind === 'databaseCrashes')
          start((servers[kind] = servers[kind].then(() => ofDatabase(() => crash(stage, chance, kind, count)))));
        else start((servers.failovers = servers.failovers.then(() => ofDatabase(() => failOver(stage, kind, count)))));
      }
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
      recovery.quiet();
    },
  };
}

interface Recoveries {
  /** A fault begins; the answer is called when its cause has ended. */
  began(): () => void;
  readonly seen: (sign: Sign) => void;
  readonly longest: () => Readonly<Record<Sign, number>>;
  /** Nothing is changed from now on: where nothing was since the last fault, no event is due. */
  readonly quiet: () => void;
}

function noteRecoveries(): Recoveries {
  const longest = { REST: 0, GRAPH: 0, STREAM: 0 };
  let faults = 0;
  let ended: number | null = null;
  let awaited = new Set<Sign>();
  return {
    began() {
      faults += 1;
      ended = null;
      return () => {
        faults -= 1;
        if (faults > 0) return;
        ended = performance.now();
        awaited = new Set(signs);
      };
    },
    seen(sign) {
      if (ended === null || !awaited.delete(sign)) return;
      longest[sign] = Math.max(longest[sign], Math.round(performance.now() - ended));
    },
    longest: () => longest,
    quiet() {
      if (awaited.has('REST') && awaited.has('GRAPH')) awaited.clear();
    },
  };
}

// One moment in each of `total` equal shares, so that they are spread and still at random.
function momentsOf(chance: Chance, total: number): number[] {
  return Array.from({ length: total }, (_, at) => (at + chance.next() * 0.95) / total);
}

async function killOne({ fleet }: Stage, chance: Chance, count: Faults['count']): Promise<void> {
  for (;;) {
    const gateway = chance.of(fleet.gateways.filter((g) => g.url !== null));
    if (!gateway) {
      await pause(100);
      continue;
    }
    count.kills += 1;
    await gateway.kill();
    await pause(chance.below(1_000));
    await gateway.start();
    return;
  }
}

async function endConnections({ cluster }: Stage, count: Faults['count']): Promise<void> {
  count.terminations += 1;
  await cluster.terminate();
}

/** Longer than a request may take. */
const freezeMillis = 12_000;

async function freeze({ cluster }: Stage, count: Faults['count']): Promise<void> {
  count.freezes += 1;
  await cluster.freeze(freezeMillis);
}

async function failOver({ pair }: Stage, kind: 'failovers' | 'frozenFailovers', count: Faults['count']): Promise<void> {
  count[kind] += 1;
  await pair?.failover(kind === 'frozenFailovers' ? freezeMillis : 0);
}

async function crash(
  { cluster, nats }: Stage,
  chance: Chance,
  kind: 'databaseCrashes' | 'natsCrashes',
  count: Faults['count'],
): Promise<void> {
  count[kind] += 1;
  const server = chance.of(nats);
  await (kind === 'databaseCrashes' ? cluster.crash() : server?.kill());
  await pause(chance.below(1_500));
  await (kind === 'databaseCrashes' ? cluster.start() : server?.start());
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
