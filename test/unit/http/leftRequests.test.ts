// What a fast path has tried for a request is not tried again on the regular path.
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { Context } from '../../../src/engine/context.ts';
import { createLeftRequests } from '../../../src/http/leftRequests.ts';

const done = async () => [{ done: true }];
const database = { query: done, transaction: done, writeAtOnce: done } as unknown as Context['database'];
const failure = new Error('too long');

test.each<[string, Error | 'NOTHING_DONE' | null, Readonly<Record<string, boolean>>]>([
  ['nothing', null, { answer: true, read: true, step: true, change: true }],
  ['a failure', failure, { answer: false, read: true, step: false, change: false }],
  ['that one statement does not do', 'NOTHING_DONE', { answer: true, read: true, step: true, change: false }],
])('of which %s was found out does what is left', async (_, found, expected) => {
  const left = createLeftRequests();
  const request = {} as IncomingMessage;
  if (found !== null) left.note(request, found);
  const seen = left.databaseOf(request, database);
  const statement = { text: '', values: [] } as unknown as Parameters<typeof seen.query>[0];
  const works = {
    answer: seen.query({ ...statement, saysEpoch: true }),
    read: seen.query(statement),
    step: seen.transaction(async () => 1 as never),
    change: seen.writeAtOnce?.(statement, undefined as never) ?? Promise.reject(failure),
  };
  const outcomes = Object.entries(works).map(async ([name, work]) => [
    name,
    await work.then(
      () => true,
      () => false,
    ),
  ]);
  expect(Object.fromEntries(await Promise.all(outcomes))).toEqual(expected);
});
