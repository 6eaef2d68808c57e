// Two PostgreSQL servers that take each other's place: a primary and its synchronous standby, each at an address that stays.
import path from 'node:path';
import { startCluster, type Cluster } from './cluster.ts';

/** The pair; as a server it is whichever takes writes. */
export interface Pair extends Cluster {
  /** The address of both. */
  readonly hosts: string;
  /**
   * Stops the primary at once, or lets it stand still for so many milliseconds, and promotes the standby; resolves when the other
   * is a synchronous standby again, and the gateways have noted that it is.
   */
  failover(frozenMillis?: number): Promise<void>;
}

const isSynchronous = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`;
const isNoted = `SELECT 1 FROM setting WHERE name = 'event log' AND (value->>'isSynchronous')::boolean
  AND right(value->>'past', 8) = left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/** Starts both in folders of this one. */
export async function startPair(folder: string): Promise<Pair> {
  const first = await startCluster(path.join(folder, 'db-a'));
  const places = [
    { folder: path.join(folder, 'db-a'), server: first },
    { folder: path.join(folder, 'db-b'), server: await first.standby(path.join(folder, 'db-b')) },
  ] as const;
  await makeSynchronous(first);
  const now = { primary: 0 as 0 | 1 };
  const primary = (): Cluster => places[now.primary].server;
  const ports = places.map(({ server }) => `127.0.0.1:${String(server.port)}`).join(',');
  return {
    get url() {
      return primary().url;
    },
    get port() {
      return primary().port;
    },
    hosts: first.url.replace(/127\.0\.0\.1:\d+/, ports),
    crash: () => primary().crash(),
    start: () => primary().start(),
    terminate: () => primary().terminate(),
    freeze: (milliseconds) => primary().freeze(milliseconds),
    ask: (sql) => primary().ask(sql),
    standby: (...where) => primary().standby(...where),
    async stop() {
      // The primary would wait for a standby that is gone.
      await primary().stop();
      await places[now.primary === 0 ? 1 : 0].server.stop();
    },
    async failover(frozenMillis = 0) {
      const old = places[now.primary];
      now.primary = now.primary === 0 ? 1 : 0;
      if (frozenMillis === 0) await old.server.crash();
      const thawed = frozenMillis > 0 ? old.server.freeze(frozenMillis) : null;
      await primary().ask('SELECT pg_promote()');
      await thawed;
      // It has come back, takes nothing for lack of a standby, and makes room for its successor's.
      if (thawed) await old.server.crash();
      Object.assign(old, { server: await primary().standby(old.folder, old.server.port) });
      await makeSynchronous(primary());
      await until(primary(), isNoted);
    },
  };
}

async function makeSynchronous(server: Cluster): Promise<void> {
  await server.ask(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
  await server.ask('SELECT pg_reload_conf()');
  await until(server, isSynchronous);
}

async function until(server: Cluster, sql: string): Promise<void> {
  while ((await server.ask(sql).catch(() => [])).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
}
