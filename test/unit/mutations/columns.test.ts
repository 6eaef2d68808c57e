// Slips of columns in SQL: one is taken for another of the same table, and an assignment is missing.
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { columnSlips } from '../../mutations/columns.ts';
import { textsOf } from '../../mutations/sqlTokens.ts';

const made = (source: string): string[] =>
  textsOf(source, ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true)).flatMap((tokens) =>
    columnSlips(source, tokens).map(
      ({ kind, start, end, replacement }) => `${kind}: ${source.slice(0, start)}${replacement}${source.slice(end)}`,
    ),
  );

describe('a column is taken for another of the same table', () => {
  test.each<[source: string, slips: string[]]>([
    [
      '`SELECT 1 FROM "t" x WHERE x."a" = 1 AND x."b" = 2`',
      [
        'sql column: `SELECT 1 FROM "t" x WHERE x."b" = 1 AND x."b" = 2`',
        'sql column: `SELECT 1 FROM "t" x WHERE x."a" = 1 AND x."a" = 2`',
      ],
    ],
    ['`SELECT 1 FROM "t" x JOIN "s" y ON x."a" = y."b"`', []],
    ['`SELECT count("a") AS "b" FROM "c"`', []],
    ['`INSERT INTO "t" ("a", "b") VALUES (1, 2) ON CONFLICT ("a", "b") DO NOTHING`', []],
  ])('%s', (source, slips) => {
    expect(made(source)).toEqual(slips);
  });

  test('one of the same ending comes first, and the table may be an expression', () => {
    const source = '`SELECT ${x}."to_timestamp", ${x}."urn", ${x}."from_timestamp" FROM t`';

    expect(made(source)[0]).toBe(
      'sql column: `SELECT ${x}."from_timestamp", ${x}."urn", ${x}."from_timestamp" FROM t`',
    );
  });
});

describe('an assignment is missing', () => {
  test.each<[source: string, slips: string[]]>([
    [
      '`UPDATE t SET a = 1, b = f(2, 3), c = 4 WHERE d = 5`',
      [
        'sql set: `UPDATE t SET b = f(2, 3), c = 4 WHERE d = 5`',
        'sql set: `UPDATE t SET a = 1, c = 4 WHERE d = 5`',
        'sql set: `UPDATE t SET a = 1, b = f(2, 3) WHERE d = 5`',
      ],
    ],
    ['`UPDATE "t" x SET "a" = ${p} WHERE d = 5`', ['sql set: `UPDATE "t" x SET "a" = x."a" WHERE d = 5`']],
    [
      '`ON CONFLICT (a) DO UPDATE SET b = EXCLUDED.b, c = ${p}` + ` RETURNING 1`',
      [
        'sql set: `ON CONFLICT (a) DO UPDATE SET c = ${p}` + ` RETURNING 1`',
        'sql set: `ON CONFLICT (a) DO UPDATE SET b = EXCLUDED.b` + ` RETURNING 1`',
      ],
    ],
    ['`UPDATE t SET a = 1,` + ` b = 2`', ['sql set: `UPDATE t SET b = 2`', 'sql set: `UPDATE t SET a = 1`']],
    // What would be no program is left out.
    ["`UPDATE t SET a = 1,` + ' b = 2'", []],
    ['`SET LOCAL a = 1`', []],
  ])('%s', (source, slips) => {
    expect(made(source).filter((one) => one.startsWith('sql set'))).toEqual(slips);
  });
});
