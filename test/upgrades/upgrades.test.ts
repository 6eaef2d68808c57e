// A database of every release since 0.2.0 starts with this version and keeps what it held: test/upgrades has one of each, with what
// that release answered of it, made by `npm run fixture`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { migrate } from '../../src/database/connection/migrate.ts';
import { foldedMigrations } from '../../src/database/migrations/0001Initial.ts';
import { oldestRelease } from '../../src/database/migrations/bridges.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { routinesOf } from '../support/routines.ts';
import { schemaDrift } from '../../scripts/schemaDrift.ts';
import { createDatabase, withClient } from '../support/database.ts';
import { createClient } from '../support/client.ts';
import { startService } from '../support/service.ts';
import { differences, readAnswers, type Answers, type Ask } from './answers.ts';
import { settings, token } from './settings.ts';

const releases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const kept = (release: string, file: string): string =>
  gunzipSync(readFileSync(path.join(import.meta.dirname, release, file))).toString('utf8');

/** Makes the database what the release left. */
async function stand(url: string, release: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await client.query(kept(release, 'database.sql.gz'));
  });
}

const namesOf = (url: string): Promise<string[]> =>
  withClient(url, async (client) =>
    (await client.query<{ name: string }>('SELECT name FROM migration ORDER BY timestamp')).rows.map((row) => row.name),
  );

/** What is told differently on purpose, by release: the difference, and why. */
const onPurpose: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  '0.2.0': [
    [/lastUsedTimestamp: /, 'reading uses the token'],
    [/publishTimestamp: null became "20/, 'a canceled schedule had left live content without its date'],
    [/markdowns.*<h1>Heading.* became .*<h1 id=/, 'headings have ids'],
  ],
  '0.3.0': [[/lastUsedTimestamp: /, 'reading uses the token']],
};

test(`there is a database of ${oldestRelease}`, () => {
  expect(releases).toContain(oldestRelease);
});

describe.each(releases)('a database of %s', (release) => {
  test('is brought to the schema of this version, and says the same of all that it held, on both faces', async () => {
    const service = await startService(
      { ...settings, EVENT_RETENTION_DAYS: '3650', DELETED_DAYS: '3650' },
      {
        way: async (url) => {
          await stand(url, release);
          await migrate(url);
          return url;
        },
      },
    );
    try {
      expect(await schemaDrift(service.databaseUrl, loadContract())).toEqual([]);
      await expect(await routinesOf(service.databaseUrl)).toMatchFileSnapshot('../golden/routines.sql');
      const client = createClient(service.url, token);
      const ask: Ask = async (request) => {
        if (!request.startsWith('/')) return await client.graph(request);
        const answer = await client.rest('GET', request);
        if (answer.status >= 400) return 'refused';
        return JSON.parse(answer.text.replaceAll(service.url, '')) as unknown;
      };
      // The release left what it answered.
      const before = JSON.parse(kept(release, 'answers.json.gz')) as Answers;
      const now = await readAnswers(ask);
      const found = Object.entries(before).flatMap(([request, answer]) => differences(answer, now[request], request));
      const meant = (onPurpose[release] ?? []).map(([pattern]) => pattern);
      expect(found.filter((one) => !meant.some((pattern) => pattern.test(one)))).toEqual([]);
      for (const pattern of meant) expect(found.filter((one) => pattern.test(one))).not.toEqual([]);
    } finally {
      await service.close();
    }
  });
});

describe('a database of 0.2.0', () => {
  test('is migrated once when two processes start on it, and goes on from where a failure left it', async () => {
    const database = await createDatabase();
    try {
      await stand(database.url, '0.2.0');
      const before = await namesOf(database.url);
      await withClient(database.url, (client) =>
        client.query('CREATE VIEW "ix_access_record_last" AS SELECT 1 AS taken'),
      );
      await expect(migrate(database.url)).rejects.toThrow(/ix_access_record_last/);
      expect(await namesOf(database.url)).toEqual(before);
      await withClient(database.url, (client) => client.query('DROP VIEW "ix_access_record_last"'));
      await Promise.all([migrate(database.url), migrate(database.url)]);
      expect(await namesOf(database.url)).toEqual(migrations.map((migration) => new migration().name));
    } finally {
      await database.drop();
    }
  });

  test('that lacks what 0.2.0 brought is left as it is, and told which version takes it over', async () => {
    const database = await createDatabase();
    try {
      await stand(database.url, '0.2.0');
      const missing = 'DeliveryQueue1795317000000';
      expect(foldedMigrations).toContain(missing);
      await withClient(database.url, (client) => client.query('DELETE FROM migration WHERE name = $1', [missing]));
      const before = await namesOf(database.url);
      await expect(migrate(database.url)).rejects.toThrow(
        `The database was made by a version before 0.2.0, the oldest that this version takes over, and lacks what came since (${missing}): start version 0.2.0 on it once, then this one. Nothing was changed.`,
      );
      expect(await namesOf(database.url)).toEqual(before);
    } finally {
      await database.drop();
    }
  });
});
