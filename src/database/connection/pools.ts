// Pools of connections to a server, wherever it is when a connection is opened.
import pg from 'pg';
import { closeNow, connectionOptions, connectMillis, ListenedClient } from './connections.ts';
import { ReadOnlyDatabaseError } from './databaseErrors.ts';
import type { Writer } from './writer.ts';

/** The connections of a pool that is opened here or by TypeORM. */
export interface PoolConnections {
  readonly options: pg.PoolConfig;
  /** Listens to the pool that was opened with the options, and returns it. */
  readonly watch: (pool: pg.Pool) => pg.Pool;
}

interface PoolParts {
  /** Called for idle connections that broke; they are replaced by themselves. */
  readonly onLost: (error: Error) => void;
  /** With `pipeline` statements are sent before those ahead of them are answered. */
  readonly more?: pg.PoolConfig & { readonly pipeline?: boolean };
}

/** A pool of so many connections. */
export function openPool(writer: Writer, size: number, settings: string | null, parts: PoolParts): pg.Pool {
  const { options, watch } = connectionsTo(writer, size, settings, parts);
  return watch(new pg.Pool(options));
}

/** So many connections to the server that takes writes; `settings` are those of its sessions, null where it takes none. */
export function connectionsTo(
  writer: Writer,
  size: number,
  settings: string | null,
  { onLost, more = {} }: PoolParts,
): PoolConnections {
  // Those to the server before, a machine that is gone maybe, would be waited for until their time is over.
  const open = new Set<ListenedClient>();
  writer.onMoved(() => {
    for (const client of open) closeNow(client);
    open.clear();
  });
  const options: pg.PoolConfig = {
    ...connectionOptions,
    // A connection pool takes none, and has been found to keep the limits by itself.
    ...(settings === null ? {} : { options: settings }),
    // Each connection goes to the server that takes writes when it is opened.
    Client: class extends ListenedClient {
      constructor(config?: string | pg.ClientConfig) {
        // The pool gives its own options.
        super({ ...(config as pg.ClientConfig), connectionString: writer.url() });
        open.add(this);
        this.once('end', () => open.delete(this));
      }
    },
    max: size,
    connectionTimeoutMillis: connectMillis,
    ...more,
  };
  return {
    options,
    watch: (pool) =>
      pool.on('error', (error, client) => {
        // The pool makes them of the class above. Of connections to the server before nothing is to be learned.
        if (open.has(client as pg.PoolClient & ListenedClient)) writer.lost();
        onLost(withoutClient(error));
      }),
  };
}

/**
 * A connection of the pool, to the server that takes writes. Where there are several hosts, one that cannot be reached or
 * is a standby has all of them tried, and is tried no second time. Throws what the driver throws.
 */
export async function checkOut(pool: pg.Pool, writer: Writer): Promise<pg.PoolClient> {
  if (!writer.isOneOfMany) return pool.connect();
  await writer.found();
  try {
    return await onWriter(pool);
  } catch {
    writer.lost();
    await writer.found();
    return onWriter(pool);
  }
}

async function onWriter(pool: pg.Pool): Promise<pg.PoolClient> {
  // The pool makes them of this class.
  const client = (await pool.connect()) as pg.PoolClient & ListenedClient;
  if (!client.isOnStandby) return client;
  client.release(true);
  throw new ReadOnlyDatabaseError();
}

// pg hangs its whole client on the error, with statements and buffers: nothing for a log.
const withoutClient = (error: Error): Error => Object.defineProperty(error, 'client', { enumerable: false });

/** How many connections a pool has, and how much of the service waits for one. */
export interface PoolState {
  /** `read` serves single statements, `write` transactions, `replica` reads on replicas. */
  readonly name: 'read' | 'write' | 'replica';
  readonly open: number;
  readonly inUse: number;
  readonly waiting: number;
}

/** The state of pools that serve the same, with so many who wait in the queue before them. */
export function poolState(name: PoolState['name'], pools: readonly pg.Pool[], inLine: number): PoolState {
  const sum = (count: (pool: pg.Pool) => number): number => pools.reduce((all, pool) => all + count(pool), 0);
  const open = sum((pool) => pool.totalCount);
  return {
    name,
    open,
    inUse: open - sum((pool) => pool.idleCount),
    waiting: inLine + sum((pool) => pool.waitingCount),
  };
}
