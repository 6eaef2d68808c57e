// Turns what PostgreSQL and its driver throw into errors of the service. The only place that knows SQLSTATE codes.
import { ServiceError, type Violation } from '../domain/errors.ts';

interface PostgresError {
  readonly code?: string;
  readonly constraint?: string;
  readonly message: string;
}

const unavailable = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53400',
  '08000',
  '08003',
  '08006',
  '08001',
  '08004',
  '25006',
  '53100',
  '53200',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Whether running the whole transaction again may succeed: a serialisation failure or a deadlock. */
export function isRetryable(error: unknown): boolean {
  const { code } = asPostgres(error);
  return code === '40001' || code === '40P01';
}

/** The service's error for what the database refused; anything unknown is given back as it is, to be logged as a bug. */
export function fromDatabase(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const { code, constraint, message } = asPostgres(error);
  if (code === '23505') return taken(constraint ?? '');
  if (code === '57014' || code === '55P03') return new ServiceError('TIMEOUT');
  if (isRetryable(error)) return new ServiceError('CONFLICT', 'Another change was made at the same time; try again.');
  const isLost =
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered/;
  if ((code && unavailable.has(code)) || isLost.test(message)) {
    return new ServiceError('UNAVAILABLE', undefined, [], { retryAfterSeconds: 1 });
  }
  return error;
}

// Unique indexes are named uq_<table>__<column>__<column>, so that the answer can name the fields.
function taken(constraint: string): ServiceError {
  const [, ...columns] = constraint.startsWith('uq_') ? constraint.split('__') : [];
  const fields = columns.map((c) => c.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  if (fields.length === 0) return new ServiceError('ALREADY_EXISTS');
  const message = `Another one has the same ${fields.join(', ')}.`;
  const violation: Violation = { path: `/${fields.at(-1) ?? ''}`, code: 'ALREADY_EXISTS', message };
  return new ServiceError('ALREADY_EXISTS', message, [violation]);
}

function asPostgres(error: unknown): PostgresError {
  if (!(error instanceof Error)) return { message: '' };
  // Every driver error carries these members when PostgreSQL or the socket gave them; TypeORM keeps them under driverError.
  const wrapped = (error as { driverError?: unknown }).driverError;
  return wrapped instanceof Error ? wrapped : error;
}
