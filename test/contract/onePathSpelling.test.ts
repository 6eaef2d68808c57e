// A database with paths of pages that are one since each has one spelling (spec, 16.12).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/database/connection/migrate.ts';
import { OnePathSpelling1795900000000 } from '../../src/database/migrations/0900OnePathSpelling.ts';
import { withClient, type TestDatabase } from '../support/database.ts';
import { migratedBefore } from '../support/migratedBefore.ts';

const [company, other] = [crypto.randomUUID(), crypto.randomUUID()];
const names = ['plain', 'escaped', 'mixed', 'german', 'alone', 'elsewhere', 'removed', 'spaced'] as const;
const urns = Object.fromEntries(names.map((name) => [name, crypto.randomUUID()])) as Record<
  (typeof names)[number],
  string
>;

let database: TestDatabase;
const said: string[] = [];
beforeAll(async () => {
  database = await migratedBefore(OnePathSpelling1795900000000);
  await withClient(database.url, async (client) => {
    await client.query(`INSERT INTO "resource" ("urn", "kind") SELECT unnest($1::uuid[]), 'Entity'`, [
      Object.values(urns),
    ]);
    const page = (name: (typeof names)[number], path: string, more: { [column: string]: unknown } = {}) => {
      const row = { owner: company, language: 'en', created: '2026-01-02', deleted: null, ...more };
      return client.query(
        `INSERT INTO "entity" ("urn", "version", "created_timestamp", "updated_timestamp", "owner", "tenant", "name", "path", "language", "variant", "status", "deleted_timestamp")
         VALUES ($1, 3, $2, $2, $3, $3, $4, $5, $6, '', 'DRAFT_UNPUBLISHED', $7)`,
        [urns[name], row.created, row.owner, name, path, row.language, row.deleted],
      );
    };
    await page('plain', '/a&b+c');
    await page('escaped', '/a%26b%2Bc', { created: '2026-01-03' });
    await page('mixed', '/a%26b+c', { created: '2026-01-01' });
    await page('german', '/a%26b%2Bc', { created: '2026-01-03', language: 'de' });
    await page('alone', '/c%2B%2B');
    await page('elsewhere', '/a%26b%2Bc', { owner: other });
    await page('removed', '/c++', { deleted: '2026-01-04' });
    await page('spaced', '/über uns');
    await client.query(
      `INSERT INTO "entity_redirect" ("tenant", "urn", "owner", "path", "language", "variant", "entity", "expires_timestamp")
       SELECT "tenant", gen_random_uuid(), "owner", '/old%2Bone', 'en', '', "urn", now() + interval '1 day' FROM "entity" WHERE "name" = 'plain'`,
    );
  });
  await migrate(database.url, { onProgress: (message) => said.push(message) });
});
afterAll(() => database.drop());

test('Each has one path afterwards, and its languages have it together', async () => {
  const rows = await withClient(database.url, async (client) => {
    const sql = `SELECT "name", "path", "version"::int AS version, "updated_timestamp" > now() - interval '1 hour' AS changed FROM "entity"`;
    return (await client.query<{ name: string; path: string; version: number; changed: boolean }>(sql)).rows;
  });
  expect(Object.fromEntries(rows.map(({ name, path, version, changed }) => [name, [path, version, changed]]))).toEqual({
    plain: ['/a&b+c', 3, false],
    mixed: ['/a&b+c-2', 4, true],
    escaped: ['/a&b+c-3', 4, true],
    german: ['/a&b+c-3', 4, true],
    alone: ['/c++', 4, true],
    elsewhere: ['/a&b+c', 4, true],
    removed: ['/c++', 3, false],
    spaced: ['/über%20uns', 4, true],
  });
});

test('Former addresses are spelled so, too', async () => {
  const { rows } = await withClient(database.url, (client) => client.query('SELECT "path" FROM "entity_redirect"'));
  expect(rows).toEqual([{ path: '/old+one' }]);
});

test('Those that were numbered are named, and no others', () => {
  const numbered = said.filter((message) => message.startsWith('The path '));
  expect(
    numbered.map((message) =>
      message.replace(/\(([^)]*)\)/, (_, all: string) => `(${all.split(', ').sort().join(', ')})`),
    ),
  ).toEqual([
    `The path /a%26b+c is one with /a&b+c, where company ${company} has another page: it is now /a&b+c-2 (${urns.mixed})`,
    `The path /a%26b%2Bc is one with /a&b+c, where company ${company} has another page: it is now /a&b+c-3 (${[urns.escaped, urns.german].sort().join(', ')})`,
  ]);
});
