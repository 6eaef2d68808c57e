// The server that takes writes, where an address names several hosts. After a failover it is another one: whoever loses a
// connection, or is refused a write, has all hosts tried again, and all connections are opened to the one that is found.
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../../domain/errors.ts';
import { addressesOf } from '../../domain/serverAddresses.ts';
import { connectMillis, ListenedClient } from './connections.ts';
import { connectionLost, fromDatabase } from './databaseErrors.ts';

/** The server that takes writes, as far as it is known. */
export interface Writer {
  /** Its address: that of one host. */
  url(): string;
  /** Whether it has to be looked for. */
  readonly isOneOfMany: boolean;
  /** Says that it may be another one now: all hosts are tried. With one host nothing happens. */
  lost(): void;
  /** Resolves when it is known. Throws UNAVAILABLE when no host takes writes for two seconds. */
  found(): Promise<void>;
  stop(): void;
}

const probeMillis = 1_000;
const againMillis = 200;

/** The writer among the hosts of an address; with several, looking for it begins at once. */
export function followWriter(url: string): Writer {
  const hosts = addressesOf(url);
  if (hosts.length === 1)
    return {
      url: () => url,
      isOneOfMany: false,
      lost: () => undefined,
      found: () => Promise.resolve(),
      stop: () => undefined,
    };
  const now = { url: hosts[0] ?? url, isStopped: false };
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    while (!now.isStopped) {
      const found = await writerAmong(hosts);
      if (found !== null) {
        now.url = found;
        return;
      }
      await wait(againMillis);
    }
  };
  const lost = (): void => {
    looking ??= look().finally(() => (looking = null));
  };
  lost();
  return {
    url: () => now.url,
    isOneOfMany: true,
    lost,
    async found() {
      if (looking && !(await inTime(looking))) throw connectionLost();
    },
    stop: () => void (now.isStopped = true),
  };
}

/** The address of the host that takes writes, tried once. Throws UNAVAILABLE when none of several does, and what a host refuses for good. */
export async function findWriter(url: string): Promise<string> {
  const hosts = addressesOf(url);
  const found = hosts.length === 1 ? url : await writerAmong(hosts);
  if (found !== null) return found;
  // What does not pass by itself is the reason, where a host has one.
  for (const host of hosts)
    await timelineOf(host).catch((error: unknown) => {
      if (!(fromDatabase(error) instanceof ServiceError)) throw error;
    });
  throw new ServiceError('UNAVAILABLE', 'none of its hosts takes writes');
}

async function inTime(looking: Promise<void>): Promise<boolean> {
  const end = new AbortController();
  try {
    return await Promise.race([looking.then(() => true), wait(connectMillis, false, { signal: end.signal })]);
  } finally {
    end.abort();
  }
}

// Of two that take writes the one that was promoted last is meant: the other came back unaware of it.
async function writerAmong(hosts: readonly string[]): Promise<string | null> {
  const found = await Promise.all(
    hosts.map(async (url) => ({ url, timeline: await timelineOf(url).catch(() => null) })),
  );
  const writers = found.filter((one): one is { url: string; timeline: string } => one.timeline !== null);
  return writers.toSorted((a, b) => b.timeline.localeCompare(a.timeline))[0]?.url ?? null;
}

const timelineSql = `SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;

// Null for a server that takes no writes. Throws what the driver throws when none answers.
async function timelineOf(url: string): Promise<string | null> {
  const client = new ListenedClient({
    connectionString: url,
    connectionTimeoutMillis: probeMillis,
    query_timeout: probeMillis,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(timelineSql);
    return rows[0]?.timeline ?? null;
  } finally {
    client.end().catch(() => undefined);
  }
}
