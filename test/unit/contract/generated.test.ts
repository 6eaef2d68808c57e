// What is printed from the contract stands in the tree: a change of a printer, or of the SDL, is seen in what it writes.
import { readFileSync } from 'node:fs';
import { parse, print } from 'graphql';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { printApolloCache } from '../../../src/contract/print/apolloCache.ts';
import { printOperations } from '../../../src/contract/print/operations.ts';
import { printRows } from '../../../src/contract/print/rows.ts';

const contract = loadContract();
const stored = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const asJson = (value: unknown): string => JSON.stringify(value, null, 1);
const asSdl = (text: string): string => print(parse(text, { noLocation: true }));

test('the cache of Apollo is what is printed', () => {
  expect(asJson(printApolloCache())).toBe(asJson(JSON.parse(stored('schema/generated/apolloCache.json'))));
});

test('the operations are what is printed', () => {
  expect(asSdl(printOperations(contract))).toBe(asSdl(stored('schema/generated/operations.graphql')));
});

test('the types of rows are what is printed', async () => {
  const path = 'src/generated/rows.ts';
  expect(await format(printRows(contract), { ...(await resolveConfig(path)), filepath: path })).toBe(stored(path));
});
