// Which failures of PostgreSQL and its driver callers may retry, and which connections are not reused.
import { describe, expect, test } from 'vitest';
import { fromDatabase, isConnectionLost } from '../../../../src/database/connection/databaseErrors.ts';
import { ServiceError } from '../../../../src/domain/errors.ts';

const coded = (code: string, message = 'refused'): Error => Object.assign(new Error(message), { code });

describe('a lost connection', () => {
  test.each([
    ...['57P01', '57P02', '57P03', '57P05', '08000', '08003', '08006', '08007', '25P03'].map((code) => coded(code)),
    ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].map((c) => coded(c)),
    coded('EPIPE', 'write EPIPE'),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Client was closed and is not queryable'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Query read timeout'),
    new Error('Cannot use a pool after calling end on the pool'),
    new Error('Query runner already released. Cannot run queries anymore.'),
    Object.assign(new Error('wrapped'), { driverError: new Error('Query read timeout') }),
  ])('is UNAVAILABLE with Retry-After, and the connection is not reused: %s', (error) => {
    expect(fromDatabase(error)).toMatchObject({ code: 'UNAVAILABLE', extras: { retryAfterSeconds: 1 } });
    expect(isConnectionLost(error)).toBe(true);
  });
});

test.each(['53000', '53100', '53200', '53300', '53400', '58000', '58030', '40003', '25006'])(
  'a server that cannot continue is UNAVAILABLE: %s',
  (code) => {
    expect(fromDatabase(coded(code))).toMatchObject({ code: 'UNAVAILABLE', extras: { retryAfterSeconds: 1 } });
  },
);

test.each([
  ['57014', 'TIMEOUT'],
  ['55P03', 'TIMEOUT'],
  ['40001', 'CONFLICT'],
  ['23505', 'ALREADY_EXISTS'],
  ['23P01', 'ALREADY_EXISTS'],
])('%s is %s, and its connection is reused', (code, answer) => {
  expect(fromDatabase(coded(code))).toMatchObject({ code: answer });
  expect(isConnectionLost(coded(code))).toBe(false);
});

test('what is taken is said of all columns of its index, at the last of them', () => {
  const error = Object.assign(coded('23505'), { constraint: 'uq_role__owner__default_name' });
  const message = 'Another one has the same owner, defaultName.';
  const violations = [{ path: '/defaultName', code: 'ALREADY_EXISTS', message }];
  expect(fromDatabase(error)).toMatchObject({ message, violations });
});

test('a statement with a parameter too many is a bug, not a lost connection', () => {
  const error = coded('08P01');
  expect(fromDatabase(error)).toBe(error);
  expect(isConnectionLost(error)).toBe(false);
});

test('what PgBouncer ends a connection with, 08P01 as FATAL, is a lost connection', () => {
  const error = Object.assign(coded('08P01'), { severity: 'FATAL', message: 'server conn crashed?' });
  expect(fromDatabase(error)).toMatchObject({ code: 'UNAVAILABLE', extras: { retryAfterSeconds: 1 } });
  expect(isConnectionLost(error)).toBe(true);
});

test('an unexpected error stays unchanged: a bug', () => {
  for (const error of [coded('42601'), coded('22P02'), new TypeError('x is undefined'), 'text', null])
    expect(fromDatabase(error)).toBe(error);
  const known = new ServiceError('NOT_FOUND');
  expect(fromDatabase(known)).toBe(known);
});
