// An index that an earlier version made is emptied by the upgrade, and filled again: searches say that they are partial until then, which
// searchIndex.test.ts shows.
import { expect, test } from 'vitest';
import { migrate } from '../../src/database/connection/migrate.ts';
import { WordsOfAllScripts1795892000000 } from '../../src/database/migrations/0892WordsOfAllScripts.ts';
import { withClient } from '../support/database.ts';
import { migratedBefore } from '../support/migratedBefore.ts';

test.each([
  ['documents', 1, []],
  ['nothing', 0, [{ value: 'FILLED' }]],
])('an index with %s in it', async (_, documents, state) => {
  const old = await migratedBefore(WordsOfAllScripts1795892000000);
  try {
    const urn = crypto.randomUUID();
    await withClient(old.url, async (client) => {
      await client.query(`INSERT INTO resource (urn, kind) VALUES ($1, 'Project')`, [urn]);
      await client.query(
        `INSERT INTO search_document (urn, kind, owner, tenant, language, name, live, created_timestamp, updated_timestamp)
         SELECT $1, 'Project', $1, $1, 'en', 'Old', 'old', now(), now() FROM generate_series(1, $2::int)`,
        [urn, documents],
      );
    });
    await migrate(old.url);
    await withClient(old.url, async (client) => {
      expect((await client.query('SELECT 1 FROM search_document')).rows).toEqual([]);
      expect((await client.query(`SELECT value FROM setting WHERE name = 'search index'`)).rows).toEqual(state);
    });
  } finally {
    await old.drop();
  }
});
