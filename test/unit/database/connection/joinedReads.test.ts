// Reads of one row each that are ready together are one statement, and each request is answered as if it had been alone.
import { expect, test } from 'vitest';
import { createJoinedReads, type JoinableRead } from '../../../../src/database/connection/joinedReads.ts';
import { createDatabaseTime, unlimitedTime } from '../../../../src/database/connection/databaseTime.ts';
import type { Statement } from '../../../../src/database/connection/statement.ts';

const [group, another] = [{}, {}];
const read = (urn: string, of: object = group): JoinableRead => ({
  text: 'of a row',
  values: ['viewer', `{${urn}}`, 'tenant'],
  joinable: { group: of, lists: [1] },
});

const urnsIn = ({ values }: Statement): string[] => String(values[1]).slice(1, -1).split(',');

/** A database that answers each urn with itself, the last one first, and fails for the urns of these names. */
function answering(failures: Readonly<Record<string, Error>> = {}) {
  const sent: string[][] = [];
  const reads = createJoinedReads((statement) => {
    const urns = urnsIn(statement);
    sent.push(urns);
    const failed = urns.find((urn) => urn in failures);
    if (failed !== undefined) return Promise.reject(failures[failed] ?? new Error(failed));
    return Promise.resolve(urns.map((urn, index) => ({ answer: `of ${urn}`, at: index + 1 })).reverse());
  });
  return { sent, reads };
}

test('those of one turn are one statement for each group, and each has its own row, also where several want the same', async () => {
  const { sent, reads } = answering();
  const rows = await Promise.all(
    [read('a'), read('b'), read('c', another), read('a'), read('d')].map((one) => reads(one, unlimitedTime)),
  );
  expect(rows.map(([row]) => row?.['answer'])).toEqual(['of a', 'of b', 'of c', 'of a', 'of d']);
  expect(rows.map((each) => each.length)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set(rows.flat()).size).toBe(5);
  expect(sent).toEqual([['a', 'b', 'a', 'd'], ['c']]);
  await reads(read('e'), unlimitedTime);
  expect(sent[2]).toEqual(['e']);
});

test('what they differ in may be several lists, whose places belong together', async () => {
  const sent: Statement[] = [];
  const reads = createJoinedReads((statement) => {
    sent.push(statement);
    const count = String(statement.values[0]).split(',').length;
    return Promise.resolve(Array.from({ length: count }, (_, at) => ({ at: at + 1, place: at })));
  });
  const both = (path: string, parts: string): JoinableRead => ({
    text: 'of a view',
    values: [`{${path}}`, 'tenant', `{"{${parts}}"}`],
    joinable: { group, lists: [0, 2] },
  });
  const rows = await Promise.all(
    [both('a', 'x,y'), both('NULL', ''), both('c', 'z')].map((one) => reads(one, unlimitedTime)),
  );
  expect(sent.map(({ values }) => values)).toEqual([['{a,NULL,c}', 'tenant', '{"{x,y}","{}","{z}"}']]);
  // Each as if it had been alone.
  expect(rows).toEqual([0, 1, 2].map((place) => [{ at: 1, place }]));
});

test('a statement reads 32 rows at most', async () => {
  const { sent, reads } = answering();
  const names = Array.from({ length: 65 }, (_, number) => `n${String(number)}`);
  const rows = await Promise.all(names.map((name) => reads(read(name), unlimitedTime)));
  expect(rows.map(([row]) => row?.['answer'])).toEqual(names.map((name) => `of ${name}`));
  expect(sent.map((urns) => urns.length)).toEqual([32, 32, 1]);
});

test('what one of them fails with is its own: the others are read again, each by itself', async () => {
  const { sent, reads } = answering({ b: new Error('too much') });
  const ended = await Promise.allSettled(['a', 'b', 'c'].map((urn) => reads(read(urn), unlimitedTime)));
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(sent).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
});

test('a lost connection fails all of them, and nothing is read again', async () => {
  const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
  const { sent, reads } = answering({ b: lost });
  const ended = await Promise.allSettled(['a', 'b', 'c'].map((urn) => reads(read(urn), unlimitedTime)));
  expect(ended).toEqual([1, 2, 3].map(() => ({ status: 'rejected', reason: lost })));
  expect(sent).toHaveLength(1);
});

test('each is counted the bytes of its own row, and who may read no more of them is refused alone', async () => {
  const { reads } = answering();
  const times = [1, 2].map(() => createDatabaseTime(1_000));
  const [spent, fresh] = times;
  const limit = 32 * 1024 * 1024;
  for (const time of times) expect(time.take(limit - 'of ü'.length)).toBe(true);
  const ended = await Promise.allSettled([
    reads(read('ü'), spent ?? unlimitedTime),
    reads(read('u'), fresh ?? unlimitedTime),
  ]);
  expect(ended).toMatchObject([{ status: 'rejected', reason: { code: 'RESULT_TOO_LARGE' } }, { status: 'fulfilled' }]);
});
