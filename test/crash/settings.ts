// How large a crash run is: arguments such as `--changes=500`, or the same in the environment as CRASH_CHANGES=500.
import { parseArgs } from 'node:util';

/** The size of a run. */
export interface CrashSettings {
  readonly changes: number;
  /** Processes killed with SIGKILL during writing. */
  readonly kills: number;
  /** Times that PostgreSQL is stopped immediately and started again. */
  readonly databaseCrashes: number;
  /** Times that all connections to PostgreSQL are ended. */
  readonly terminations: number;
  /** Times that all of PostgreSQL is stopped for longer than any request may take, and goes on. */
  readonly freezes: number;
  /** Times that a NATS server is killed and started again; with none there is no NATS. */
  readonly natsCrashes: number;
  /** NATS servers: one, or three in a cluster, of which one at a time is killed. */
  readonly natsServers: number;
  /** Times that the primary is stopped at once and its synchronous standby promoted; with none there is no standby. */
  readonly failovers: number;
  /** Times that the primary stands still instead, as a machine without power does, and comes back later, unaware. */
  readonly frozenFailovers: number;
  /** Connections to PostgreSQL that a PgBouncer before it shares among the gateways; with none there is no PgBouncer. */
  readonly pooled: number;
  readonly gateways: number;
  readonly writers: number;
  /** Subscribers of each transport. */
  readonly subscribers: number;
  /** Writing ends early after this many seconds; what was done is compared, and the run fails. */
  readonly seconds: number;
  /** Milliseconds from the end of a fault of PostgreSQL after which both faces and streams have to work; 0 for no bound. */
  readonly recovery: number;
  readonly seed: number;
}

const defaults: CrashSettings = {
  changes: 20_000,
  kills: 30,
  databaseCrashes: 5,
  natsCrashes: 0,
  natsServers: 1,
  failovers: 0,
  frozenFailovers: 0,
  pooled: 0,
  terminations: 60,
  freezes: 0,
  gateways: 3,
  writers: 8,
  subscribers: 3,
  seconds: 3_600,
  recovery: 0,
  seed: Date.now() % 1_000_000,
};

/** The settings of this run. Throws for unknown settings and for values that are not whole numbers. */
export function readSettings(): CrashSettings {
  const names = Object.keys(defaults);
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ options, allowPositionals: false });
  const read = (name: keyof CrashSettings): number => {
    const variable = `CRASH_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
    const text = values[name] ?? process.env[variable] ?? String(defaults[name]);
    if (!/^\d{1,9}$/.test(text)) throw new Error(`${name}: a whole number is expected.`);
    return Number(text);
  };
  return {
    changes: read('changes'),
    kills: read('kills'),
    databaseCrashes: read('databaseCrashes'),
    natsCrashes: read('natsCrashes'),
    natsServers: read('natsServers'),
    terminations: read('terminations'),
    failovers: read('failovers'),
    frozenFailovers: read('frozenFailovers'),
    pooled: read('pooled'),
    freezes: read('freezes'),
    gateways: Math.max(1, read('gateways')),
    writers: Math.max(1, read('writers')),
    subscribers: read('subscribers'),
    seconds: read('seconds'),
    recovery: read('recovery'),
    seed: read('seed'),
  };
}
