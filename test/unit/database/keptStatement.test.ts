// Statements that are composed once per viewer and question, and reused with new values.
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { kept, Parameters, prepared } from '../../../src/database/connection/statement.ts';

const question = (owner: object, name: string, own: string, values: readonly unknown[], written: string[] = []) =>
  kept(owner, name, values, ([first, second]) => {
    written.push(name);
    const p = new Parameters();
    return prepared(`SELECT ${p.add(first, 'uuid[]')}, ${p.add(own, 'text')}, ${p.add(second, 'int')}`, p);
  });

test('a list of urns is sent as it is at the moment, and what nobody can change is put into bytes once', () => {
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  const sent = (list: readonly string[]): unknown => {
    const p = new Parameters();
    p.add(list, 'uuid[]');
    return p.values[0];
  };
  const list = [one];
  const before = sent(list);
  list.push(two);
  expect(sent(list)).not.toEqual(before);
  expect(sent(list)).toEqual(sent([one, two]));
  const fixed = Object.freeze([one, two]);
  expect(sent(fixed)).toBe(sent(fixed));
  expect(sent(fixed)).toEqual(sent([one, two]));
  const named = Object.freeze(['x']);
  expect([sent(named), sent(named)]).toEqual([named, named]);
});

test('a statement is composed once for an owner and a question, and carries the values of each run', () => {
  const owner = {};
  const written: string[] = [];
  const one = question(owner, 'a', 'own', [['x'], 1], written);
  const two = question(owner, 'a', 'own', [['y'], null], written);
  expect(written).toEqual(['a']);
  expect([one.values, two.values]).toEqual([
    [['x'], 'own', 1],
    [['y'], 'own', null],
  ]);
  expect([two.text, two.name]).toEqual([one.text, one.name]);
  expect(one.text).toBe('SELECT $1::uuid[], $2::text, $3::int');
});

test('another owner and another question have their own statements', () => {
  const owner = {};
  expect(question(owner, 'a', 'one', [[], 1]).values).toEqual([[], 'one', 1]);
  expect(question({}, 'a', 'two', [[], 1]).values).toEqual([[], 'two', 1]);
  expect(question(owner, 'b', 'three', [[], 1]).values).toEqual([[], 'three', 1]);
});

test('lists of the owner are kept as the text that the driver would write for each run', () => {
  const companies = ['a', 'a "quoted" one', 'back\\slash, comma', '{}', ''];
  const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
    prepareValue: (value: unknown) => string;
  };
  const owner = {};
  const run = (): readonly unknown[] =>
    kept(owner, 'mine', [], () => {
      const p = new Parameters();
      return prepared(`SELECT ${p.add(companies, 'text[]')}, ${p.add([1, 2], 'int[]')}`, p);
    }).values;
  expect([run(), run()]).toEqual([1, 2].map(() => [prepareValue(companies), [1, 2]]));
});

test('of one owner 500 questions are kept; any more are composed for each run', () => {
  const owner = {};
  const written: string[] = [];
  const ask = (name: string): unknown => question(owner, name, 'own', [[], 1], written);
  for (let at = 0; at < 501; at += 1) ask(String(at));
  written.splice(0);
  for (const name of ['0', '499', '500', '500']) ask(name);
  expect(written).toEqual(['500', '500']);
});
