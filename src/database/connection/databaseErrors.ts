// Turns what PostgreSQL and its driver throw into errors of the service. The only place that knows SQLSTATE codes.
import { ConcurrentChangeError, ServiceError, type Violation } from '../../domain/errors.ts';

interface PostgresError {
  readonly code?: string;
  readonly severity?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
  readonly message: string;
  readonly name: string;
}

/** The database answers, but takes no writes: a standby, or a server that was set so. */
export class ReadOnlyDatabaseError extends ServiceError {
  constructor() {
    super('UNAVAILABLE', 'Only reads are possible now; try again shortly.', [], { retryAfterSeconds: 1 });
  }
}

// SQLSTATE classes: 08 connection, 53 resources, 57P intervention by an operator, 58 the system below PostgreSQL. Besides
// them: sessions ended for idling, and a commit of which nothing was heard. 08P01 as an ERROR is a statement that we sent wrong:
// a bug. PgBouncer gives it as FATAL for whatever ends a connection that it shares: the server went away, or none was free in time.
const unavailableState = /^((08(?!P01)|53|57P|58)[0-9A-Z]+|25P03|40003)$/;

const unavailableSystem = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENOBUFS',
  'ENOENT',
  'ENOTFOUND',
  'ENOTCONN',
  'EPIPE',
  'ETIMEDOUT',
]);

// What pg, its pool and TypeORM say, without a code, once a connection is gone or cannot be had.
const lost =
  /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|Query read timeout|is not queryable|after calling end on the pool|Client has already been|socket has been ended|write after end|already released/i;
const lostNames = new Set(['QueryRunnerAlreadyReleasedError', 'ConnectionIsNotSetError']);

/** Whether running the whole transaction again may succeed: a serialization failure, a deadlock, or a subscription that was made meanwhile. */
export function isRetryable(error: unknown): boolean {
  const { code } = asPostgres(error);
  return code === '40001' || code === '40P01' || lacksState(error);
}

// A delivery of which nobody keeps the state that it is to carry has no place in the queue (triggerStore.ts).
function lacksState(error: unknown): boolean {
  const { code, table, column } = asPostgres(error);
  return code === '23502' && table === 'webhook_queue' && column === 'state';
}

/**
 * Whether the connection that gave the error is in doubt: it ended, or a statement on it was given up and may still run.
 * It must be closed and not used again, not even for a rollback. So is one that takes no writes: the server has become a
 * standby, or was one, and the next connection may find the primary.
 */
export function isConnectionLost(error: unknown): boolean {
  const { code, severity, message, name } = asPostgres(error);
  if (code === '25006' || (code === '08P01' && severity === 'FATAL')) return true;
  if (code !== undefined && (/^(08(?!P01)|57P|25P03)/.test(code) || unavailableSystem.has(code))) return true;
  return lost.test(message) || lostNames.has(name);
}

/** The unique set that a statement broke, by its name in the database; null for any other error. */
export function brokenConstraint(error: unknown): string | null {
  const { code, constraint } = asPostgres(error);
  return isTaken(code) ? (constraint ?? null) : null;
}

/** The service's error for what the database refused; anything unknown is given back as it is, to be logged as a bug. */
export function fromDatabase(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const { code, constraint } = asPostgres(error);
  if (isTaken(code)) return taken(constraint ?? '');
  if (code === '57014' || code === '55P03') return new ServiceError('TIMEOUT');
  if (code === '25006') return new ReadOnlyDatabaseError();
  if (isRetryable(error)) return new ConcurrentChangeError();
  if ((code && (unavailableState.test(code) || unavailableSystem.has(code))) || isConnectionLost(error))
    return connectionLost();
  return error;
}

// Of a unique index, and of a constraint that may be checked late.
const isTaken = (code: string | undefined): boolean => code === '23505' || code === '23P01';

/** What callers are answered whose connection was lost, or who found none. */
export function connectionLost(): ServiceError {
  return new ServiceError('UNAVAILABLE', undefined, [], { retryAfterSeconds: 1 });
}

// Unique indexes, and the constraints that are checked late, are named uq_<table>__<column>__<column>, so that the answer can name the fields.
function taken(constraint: string): ServiceError {
  const [, ...columns] = constraint.startsWith('uq_') ? constraint.split('__') : [];
  const fields = columns.map((c) => c.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  if (fields.length === 0) return new ServiceError('ALREADY_EXISTS');
  const message = `Another one has the same ${fields.join(', ')}.`;
  const violation: Violation = { path: `/${fields.at(-1) ?? ''}`, code: 'ALREADY_EXISTS', message };
  return new ServiceError('ALREADY_EXISTS', message, [violation]);
}

function asPostgres(error: unknown): PostgresError {
  if (!(error instanceof Error)) return { message: '', name: '' };
  // Every driver error carries these members when PostgreSQL or the socket gave them; TypeORM keeps them under driverError.
  const wrapped = (error as { driverError?: unknown }).driverError;
  return wrapped instanceof Error ? wrapped : error;
}
