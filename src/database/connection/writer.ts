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
  /** Says that it does not answer: the hosts are asked once whether one of them was promoted, and nobody waits for that. */
  suspect(): void;
  /** Calls back when it has become another one; what the old one has not answered it never will. */
  onMoved(moved: () => void): void;
  /** Resolves when it is known. Throws UNAVAILABLE when no host takes writes for two seconds. */
  found(): Promise<void>;
  stop(): void;
}

interface FoundWriter {
  readonly url: string;
  /** Eight digits that grow with each promotion. */
  readonly timeline: string;
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
      suspect: () => undefined,
      onMoved: () => undefined,
      found: () => Promise.resolve(),
      stop: () => undefined,
    };
  const now = { url: hosts[0] ?? url, timeline: null as string | null, isStopped: false };
  const listeners: (() => void)[] = [];
  const take = ({ url: found, timeline }: FoundWriter): void => {
    const isOther = now.url !== found;
    Object.assign(now, { url: found, timeline });
    if (isOther) for (const moved of listeners) moved();
  };
  let looking: Promise<void> | null = null;
  let suspecting: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    while (!now.isStopped) {
      const found = await writerAmong(hosts, now.timeline);
      if (found !== null) {
        take(found);
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
    suspect() {
      suspecting ??= promotedSince(hosts, now.timeline).then((found) => {
        suspecting = null;
        if (found) take(found);
      });
    },
    onMoved: (moved) => void listeners.push(moved),
    async found() {
      if (looking && !(await inTime(looking))) throw connectionLost();
    },
    stop: () => void (now.isStopped = true),
  };
}

/** The address of the host that takes writes, tried once. Throws UNAVAILABLE when none of several does, and what a host refuses for good. */
export async function findWriter(url: string): Promise<string> {
  const hosts = addressesOf(url);
  const found = hosts.length === 1 ? url : ((await writerAmong(hosts))?.url ?? null);
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

// Of two that take writes the one that was promoted last is meant: the other came back unaware of it. So all hosts are waited for,
// unless one was promoted since the writer was known: a machine that is gone says nothing until the time is over.
async function writerAmong(hosts: readonly string[], known: string | null = null): Promise<FoundWriter | null> {
  const asked = askAll(hosts);
  const promoted = await firstPromoted(asked, known);
  if (promoted) return promoted;
  const writers = (await Promise.all(asked)).filter((one) => one !== null);
  return writers.toSorted((a, b) => b.timeline.localeCompare(a.timeline))[0] ?? null;
}

const promotedSince = (hosts: readonly string[], known: string | null): Promise<FoundWriter | null> =>
  firstPromoted(askAll(hosts), known);

// Those that take writes; null for the others, and for those that do not answer.
function askAll(hosts: readonly string[]): Promise<FoundWriter | null>[] {
  return hosts.map(async (url) => {
    const timeline = await timelineOf(url).catch(() => null);
    return timeline === null ? null : { url, timeline };
  });
}

async function firstPromoted(
  asked: readonly Promise<FoundWriter | null>[],
  known: string | null,
): Promise<FoundWriter | null> {
  if (known === null) return null;
  const promoted = asked.map(async (one) => {
    const found = await one;
    if (found && found.timeline > known) return found;
    throw new Error('Not promoted since');
  });
  return Promise.any(promoted).catch(() => null);
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
