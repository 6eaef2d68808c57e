// The connections of a process to PostgreSQL. Every one of them, of whichever pool, is made here: it has an error listener
// from its first moment to its last, so that a lost connection ends statements and never the process; and PostgreSQL's text
// becomes plain values: 64 bit integers stay text, instants become canonical UTC text and never Date objects, JSON is parsed.
import { userInfo } from 'node:os';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { BoundedQuery, type QueryResult, type SentStatement } from './boundedQuery.ts';
import { unlimitedTime, type DatabaseTime } from './databaseTime.ts';
import type { Statement } from './statement.ts';
import { readWholeMessages, type DriverConnection } from './wholeMessages.ts';
import { traced } from '../../tracing/traced.ts';
import { canonicalFraction } from '../../domain/instant.ts';

const instantTypes = [1184, 1114];

/** `2026-11-21 04:57:43.1+00`, as a session in UTC prints it, to `2026-11-21T04:57:43.100Z`. */
function instantFromPostgres(text: string): string {
  const zone = text.lastIndexOf('+');
  const local = zone > 0 ? text.slice(0, zone) : text;
  const point = local.indexOf('.');
  const seconds = (point > 0 ? local.slice(0, point) : local).replace(' ', 'T');
  return `${seconds}.${canonicalFraction(point > 0 ? local.slice(point + 1) : '')}Z`;
}

/** The `types` option of every pg pool and client of the service. */
export const columnParsers = {
  getTypeParser(oid: number, format?: string): (value: string) => unknown {
    if (format !== 'binary' && instantTypes.includes(oid)) return instantFromPostgres;
    // pg's own table types its parsers loosely; text in, value out is what it promises.
    return pg.types.getTypeParser(oid, 'text') as (value: string) => unknown;
  },
};

// As libpq does: an address without a user means that of the system, also where the environment does not name it.
pg.defaults.user ??= userOfSystem();

function userOfSystem(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // An account without a name, as containers have.
    return undefined;
  }
}

/**
 * A client that always listens for its own errors. A lost connection is reported by the statement that fails, and by the
 * pool for idle connections; between the two, while a connection is checked out or returned, there is no other listener.
 */
export class ListenedClient extends pg.Client {
  /** Whether the server follows another one and takes no writes; it says so, also when that ends. */
  isOnStandby = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    // pg's client has it; its types leave it out.
    const { connection } = this as unknown as { readonly connection: DriverConnection };
    readWholeMessages(connection);
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby') this.isOnStandby = parameterValue === 'on';
    });
  }
}

/** How long finding a connection may take at most, in milliseconds. */
export const connectMillis = 2_000;
/** How long a statement may take at most, in milliseconds: more than the server's own limit, for one that does not answer. */
export const statementMillis = 7_000;

/** What every connection that serves requests keeps to; times in milliseconds. */
export const sessionLimits = {
  timezone: 'UTC',
  // Statements are many and short: compiling one costs more than running it.
  jit: 'off',
  statement_timeout: '5000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
} as const;

// Pages are short, too: to start other processes for one costs more than the page.
const session = Object.entries({ ...sessionLimits, max_parallel_workers_per_gather: '0' })
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/**
 * Settings of a connection that plans each named statement once. PostgreSQL would otherwise plan short reads again on every
 * run, because it estimates a generic plan as costlier than a custom one: planning costs up to nine times the read.
 */
export const plannedOnce = `${session} -c plan_cache_mode=force_generic_plan`;
/** Settings of a connection for statements whose best plan depends on their values (statement.ts). */
export const plannedByValue = `${session} -c plan_cache_mode=auto`;

/** What all connections that serve requests have in common; `Client` is what pg's pools make them with. */
export const connectionOptions = {
  query_timeout: statementMillis,
  types: columnParsers,
  keepAlive: true,
  Client: ListenedClient,
} as const;

/** What runs a statement on a connection. */
export interface Connection {
  query(query: pg.Submittable): unknown;
}

/**
 * Sends a statement; it is given up, and its connection with it, when the time is over, or after `most` milliseconds. Throws what
 * the driver throws, and RESULT_TOO_LARGE for rows that no answer could hold, or that are more than the request may read.
 */
export function send(
  connection: Connection,
  statement: Statement,
  time: DatabaseTime,
  most = Math.min(statementMillis, Math.ceil(time.left())),
): Promise<Record<string, unknown>[]> {
  return traced({ kind: 'STATEMENT', text: statement.text }, () => sendUntraced(connection, statement, time, most));
}

/** The same, for who says by itself what runs. */
export function sendUntraced(
  connection: Connection,
  { text, values, name, saysEpoch = false }: Statement,
  time: DatabaseTime,
  most: number,
): Promise<Record<string, unknown>[]> {
  const query = { text, values, name, time, milliseconds: most, keepsBytes: saysEpoch };
  return submit(connection, query, ({ rows }) => rows);
}

/** Sends a command of the transaction itself; answers its tag, such as COMMIT. Throws what the driver throws. */
export function command(connection: Connection, text: string, milliseconds: number): Promise<string> {
  const query = { text, time: unlimitedTime, milliseconds: Math.min(statementMillis, Math.ceil(milliseconds)) };
  return traced({ kind: 'STATEMENT', text }, () => submit(connection, query, ({ command: tag = '' }) => tag));
}

function submit<T>(connection: Connection, sent: SentStatement, pick: (result: QueryResult) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    connection.query(new BoundedQuery(sent, (error, result) => (error ? reject(error) : resolve(pick(result)))));
  });
}

// pg's client has it; its types leave it out.
function streamOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;
}

/** Closes a connection without waiting for what it is doing. */
export function closeNow(client: pg.ClientBase): void {
  // Its own `end` would wait for the statements that are sent.
  streamOf(client).destroy();
}

/**
 * Holds back what is sent on a connection until everything that is ready to be sent now has been: it leaves in one write.
 * Each write costs both sides as much as a small statement, and wakes the server's process for itself.
 */
export function gatherWrites(
  client: pg.ClientBase,
  whenReady: (leave: () => void) => void = (leave) => process.nextTick(leave),
): () => void {
  const stream = streamOf(client);
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    whenReady(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}
