// An address of several PostgreSQL servers, taken apart.
import { expect, test } from 'vitest';
import { addressesOf } from '../../../src/domain/serverAddresses.ts';

test('an address of several hosts is one address for each, in their order, with all that they share', () => {
  expect(addressesOf('postgres://me:a%40b,c@one:5432,two,[::1]:5433/db?sslmode=require')).toEqual([
    'postgres://me:a%40b,c@one:5432/db?sslmode=require',
    'postgres://me:a%40b,c@two/db?sslmode=require',
    'postgres://me:a%40b,c@[::1]:5433/db?sslmode=require',
  ]);
  expect(addressesOf('postgresql://one,two:1/db')).toEqual(['postgresql://one/db', 'postgresql://two:1/db']);
});

test('an address of one host stays as it is', () => {
  for (const url of ['postgresql://one/db,other', 'postgres://me@/db?host=/run/a,b', 'postgres://a:1/db'])
    expect(addressesOf(url)).toEqual([url]);
});
