// Rows as a statement should find them, and the same rows with one value changed, so that it should not: what each
// condition of a statement is there for. Rows are written directly, so that any state can be made in a moment.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { openDatabase, type Database, type Transaction } from '../../../src/database/connection/database.ts';
import { createDatabase, stopClock } from '../../support/database.ts';

/** A table and the values that matter; the others are filled in. */
export type Given = readonly [table: string, values: Readonly<Record<string, unknown>>];

/** Gives a urn by its name: the same one within a scenario, another one in the next. */
export type Names = (name: string) => string;

/** A statement and what it depends on. */
export interface Case {
  /** The rows that are found, by name. */
  readonly rows: (urn: Names) => Readonly<Record<string, Given>>;
  /** Whether the statement finds them. */
  readonly finds: (urn: Names) => Promise<boolean>;
  /**
   * Values, as `row.column`, with which it does not. `urn` gives urns by name here, too. What ends at an instant has ended
   * at it, what begins at one has begun: where `past` or `future` stands here, `now` is tried as well.
   */
  readonly not: (urn: Names) => Readonly<Record<string, unknown>>;
  /** Values with which it does all the same. */
  readonly still?: Readonly<Record<string, unknown>>;
}

/** The instant at which the cases are tried: the database's clock stands still there. */
export const now = new Date().toISOString();

/** So long before that instant; a minute more, for what is a minute too old. */
export const ago = (days: number, minutes = 0): string =>
  new Date(Date.parse(now) - days * 86_400_000 - minutes * 60_000).toISOString();

/** An instant that lies behind, and one that lies ahead. */
export const [past, future] = [ago(0, 60), ago(0, -60)];

/** The row of that name was deleted. */
export const dead = (name: string): Readonly<Record<string, unknown>> => ({ [`${name}.deleted_timestamp`]: past });

interface Column {
  readonly name: string;
  readonly type: string;
}

/** A database of the test file's own, to try statements on. */
export interface Trials {
  readonly database: Database;
  /** Runs work in a transaction. */
  readonly inside: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** One column of the row with that key. */
  readonly value: (table: string, column: string, of: string, key?: string) => Promise<unknown>;
  /** Tests that each case finds its rows, and not the changed ones. */
  prove(cases: Readonly<Record<string, Case>>): void;
}

/** Opens the database before the tests of the file, and closes it after them. */
export function useTrials(): Trials {
  let opened: Opened | undefined;
  const open = (): Opened => {
    if (!opened) throw new Error('The database is open while tests run.');
    return opened;
  };
  beforeAll(async () => {
    opened = await openTrials();
  });
  afterAll(() => open().close());
  return {
    get database() {
      return open().database;
    },
    inside: (work) => open().database.transaction(work),
    value: async (table, column, of, key = 'urn') => {
      const text = `SELECT "${column}" AS value FROM "${table}" WHERE "${key}" = $1`;
      const [row] = await open().database.query({ text, values: [of] });
      return row?.['value'];
    },
    prove(cases) {
      test.each(Object.entries(cases))('%s, and nothing else', async (_, one) => {
        const { is, should } = await open().results(one);
        expect(is).toEqual(should);
      });
    },
  };
}

interface Opened {
  readonly database: Database;
  /** What the case finds: as its rows stand, and with each change, by `row.column value`. */
  results(one: Case): Promise<{ readonly is: Record<string, boolean>; readonly should: Record<string, boolean> }>;
  close(): Promise<void>;
}

async function openTrials(): Promise<Opened> {
  const made = await createDatabase();
  await stopClock(made.url, now);
  const database = await openDatabase({ url: made.url, contract: loadContract(), poolSize: 3 });
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  // Rows stand by themselves here: what they name need not be there, and nothing follows from them.
  await client.query(`SET session_replication_role = 'replica'`);
  const { rows: constraints } = await client.query<{ drop: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop FROM pg_constraint
     WHERE contype IN ('c', 'f') AND conrelid <> 0 AND coninhcount = 0 AND connamespace = 'public'::regnamespace`,
  );
  for (const { drop } of constraints) await client.query(drop);
  await client.query('DELETE FROM "setting"');
  const { rows: known } = await client.query<Column & { table: string }>(
    `SELECT table_name AS table, column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'
     AND is_generated = 'NEVER'`,
  );

  // All rows in one statement: nothing of them depends on another.
  async function insert(rows: readonly Given[]): Promise<void> {
    const parameters: unknown[] = [];
    const inserts = rows.map(([table, values], at) => {
      const all: Record<string, unknown> = { ...values };
      for (const one of known) if (one.table === table && !(one.name in all)) all[one.name] = filling(one.type);
      const names = Object.keys(all);
      const placed = names.map((name) => `$${String(parameters.push(all[name]))}`);
      return `i${String(at)} AS (INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) OVERRIDING SYSTEM VALUE VALUES (${placed.join(', ')}))`;
    });
    await client.query(`WITH ${inserts.join(', ')} SELECT 1`, parameters);
  }

  async function found(one: Case, change?: readonly [place: string, value: unknown]): Promise<boolean> {
    const urns = new Map<string, string>();
    const urn: Names = (name) => {
      const same = urns.get(name) ?? randomUUID();
      urns.set(name, same);
      return same;
    };
    const rows = one.rows(urn);
    const [row, column] = change?.[0].split('.') ?? [];
    const given = Object.entries(rows).map(([name, [table, values]]): Given => {
      if (name !== row || column === undefined) return [table, values];
      const value = change?.[1];
      const isNamed = typeof value === 'string' && value.startsWith('urn:');
      return [table, { ...values, [column]: isNamed ? urn(value.slice(4)) : value }];
    });
    await insert(given);
    const answer = await one.finds(urn);
    const tables = [...new Set(given.map(([table]) => table))];
    await client.query(tables.map((table) => `DELETE FROM "${table}"`).join('; '));
    return answer;
  }

  return {
    database,
    async results(one) {
      const nothing: Names = (name) => `urn:${name}`;
      const stands = one.rows(nothing);
      const is: Record<string, boolean> = { 'as it stands': await found(one) };
      const should: Record<string, boolean> = { 'as it stands': true };
      const attempt = async (place: string, value: unknown, isFound: boolean): Promise<void> => {
        const name = `${place} ${value === now ? 'now' : String(value)}`;
        is[name] = await found(one, [place, value]);
        should[name] = isFound;
      };
      const { still = {} } = one;
      for (const [place, value] of Object.entries(one.not(nothing))) {
        const values: readonly unknown[] = Array.isArray(value) ? value : [value];
        for (const each of values) await attempt(place, each, false);
        const [row = '', column = ''] = place.split('.');
        const isStated = [...values, still[place]].flat().includes(now) || stands[row]?.[1][column] === now;
        if (isStated || values.includes(past) === values.includes(future)) continue;
        await attempt(place, now, values.includes(future));
      }
      for (const [place, value] of Object.entries(still))
        for (const each of Array.isArray(value) ? (value as readonly unknown[]) : [value])
          await attempt(place, each, true);
      return { is, should };
    },
    async close() {
      await client.end();
      await database.close();
      await made.drop();
    },
  };
}

function filling(type: string): unknown {
  if (type === 'uuid') return randomUUID();
  if (type === 'boolean') return false;
  if (type.startsWith('timestamp')) return ago(0, 1);
  if (/int|double|numeric|real/.test(type)) return 1;
  if (type.startsWith('json')) return '{}';
  if (type === 'ARRAY') return [];
  return randomUUID();
}
