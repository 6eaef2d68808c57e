// The one connection of a process that serves the event log: it holds the sequencer's lock, hears and sends wake-ups,
// and reads new events. What needs the lock runs on the connection that holds it, so losing one is losing both.
import pg from 'pg';
import type { Contract } from '../../contract/resource.ts';
import { editorsChannel } from '../connection/channels.ts';
import { closeNow, ListenedClient, columnParsers } from '../connection/connections.ts';
import type { Executor } from '../connection/statement.ts';

/**
 * WRITTEN: some process committed triggers. SEQUENCED: the leader gave out numbers. DELIVERABLE: it found that the workers of webhooks have
 * something to do.
 */
export type Signal = 'WRITTEN' | 'SEQUENCED' | 'DELIVERABLE';

/** What a database is known by. */
export interface Past {
  /** The server's identifier, the database's, and the timeline. */
  readonly past: string;
  /** Whether commits wait for a synchronous standby. */
  readonly isSynchronous: boolean;
}

/** An open connection. After `onLost` it does nothing any more. */
export interface EventLink extends Executor {
  /** Takes the sequencer's lock when it is free; it is held until the connection ends. */
  tryLead(): Promise<boolean>;
  /** What the database is known by; null where the server does not tell. */
  past(): Promise<Past | null>;
  /** Wakes every other process of this database; carries nothing. */
  send(signal: Signal): Promise<void>;
  close(): Promise<void>;
  /** Ends it at once; what it has not answered is lost, and `onLost` called. */
  drop(): void;
}

/** How the connection is opened and what is called for it. */
export interface EventLinkOptions {
  readonly url: string;
  readonly contract: Contract;
  readonly onSignal: (signal: Signal) => void;
  /** Called with an entity of which some process said that others edit it now. */
  readonly onEditors: (entity: string) => void;
  /** Called once, when the connection ended without `close`. */
  readonly onLost: (error: Error | null) => void;
}

const sequencerLock = 727_276;

const channels: Readonly<Record<Signal, string>> = {
  WRITTEN: 'commonplace_trigger_written',
  SEQUENCED: 'commonplace_event_sequenced',
  DELIVERABLE: 'commonplace_webhook_deliverable',
};

const signalBy: ReadonlyMap<string, Signal> = new Map(
  (['WRITTEN', 'SEQUENCED', 'DELIVERABLE'] as const).map((signal) => [channels[signal], signal]),
);

// A peer that vanished without a word is found out by the server within about two seconds, which frees the lock. Statements are planned
// once: planning one again took as long as numbering a change that comes by itself.
const session =
  '-c timezone=UTC -c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=5000 -c plan_cache_mode=force_generic_plan' +
  ' -c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=1 -c tcp_user_timeout=2000';

function clientOf(url: string): ListenedClient {
  return new ListenedClient({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 7_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
    application_name: 'commonplace events',
    options: session,
    types: columnParsers,
  });
}

/** Opens the connection and begins to listen. */
export async function openEventLink(options: EventLinkOptions): Promise<EventLink> {
  const { url, contract, onSignal, onEditors, onLost } = options;
  const client = clientOf(url);
  const state = { isOpen: false };
  const lost = (error: Error | null): void => {
    if (!state.isOpen) return;
    state.isOpen = false;
    client.end().catch(() => undefined);
    onLost(error);
  };
  client.on('error', lost);
  client.on('end', () => lost(null));
  const own = { pid: 0 };
  client.on('notification', ({ channel, processId, payload }) => {
    const signal = signalBy.get(channel);
    if (channel === editorsChannel) onEditors(payload ?? '');
    // What this process says of the log reaches it by a shorter way.
    else if (signal && processId !== own.pid) onSignal(signal);
  });
  const run: Executor['query'] = async (statement) => {
    try {
      // pg types rows loosely; plain objects are what it gives.
      return (await client.query({ ...statement, values: [...statement.values] })).rows as Record<string, unknown>[];
    } catch (error) {
      // A statement that failed leaves doubt about what holds; a new connection does not.
      lost(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  };
  let turn: Promise<unknown> = Promise.resolve();
  // One statement after the other: the driver keeps no queue.
  const query: Executor['query'] = (statement) => {
    const mine = turn.then(() => run(statement));
    turn = mine.catch(() => undefined);
    return mine;
  };
  const tell = (text: string): ReturnType<Executor['query']> => query({ text, values: [] });
  try {
    await client.connect();
    const [row] = await tell('SELECT pg_backend_pid() AS pid');
    own.pid = Number(row?.['pid']);
    for (const channel of [...signalBy.keys(), editorsChannel]) await tell(`LISTEN ${channel}`);
    state.isOpen = true;
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
  return {
    contract,
    query,
    async tryLead() {
      const [row] = await query({ text: 'SELECT pg_try_advisory_lock($1::bigint) AS held', values: [sequencerLock] });
      return row?.['held'] === true;
    },
    past: () => pastOf(client),
    send: (signal) => tell(`NOTIFY ${channels[signal]}`).then(() => undefined),
    drop: () => closeNow(client),
    async close() {
      state.isOpen = false;
      await client.end().catch(() => undefined);
    },
  };
}

const pastSql =
  `SELECT c.system_identifier || ' ' || d.oid || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS past,` +
  ` current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') IN ('on', 'remote_apply') AS sync` +
  ` FROM pg_control_system() c, pg_database d WHERE d.datname = current_database()`;

// Managed servers may keep it to themselves: that is no reason to do without the connection.
async function pastOf(client: ListenedClient): Promise<Past | null> {
  try {
    // The statement names what it returns.
    const { rows } = await client.query<{ past: string; sync: boolean }>(pastSql);
    return rows[0] ? { past: rows[0].past, isSynchronous: rows[0].sync } : null;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return null;
    throw error;
  }
}
