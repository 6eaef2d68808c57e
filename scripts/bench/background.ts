// What the service does after it answered: its events are numbered, and its words are indexed.
import type { Client } from '../../test/support/client.ts';
import { withClient } from '../../test/support/database.ts';
import type { Place } from './place.ts';

/** Has the words of what was written past the service indexed from its next start on. */
export async function lackWords({ databaseUrl }: Pick<Place, 'databaseUrl'>): Promise<void> {
  await withClient(databaseUrl, (database) => database.query(`DELETE FROM setting WHERE name = 'search index'`));
}

/** Has the words of these pages, written past the service, indexed as those of pages that were changed, and no others. */
export async function queueWords({ databaseUrl }: Place, pages: readonly string[]): Promise<void> {
  const queued = `INSERT INTO search_queue (tenant, urn, is_of_drafts) SELECT tenant, urn, false FROM entity WHERE urn = ANY($1)`;
  // Else each start goes on to index what lacks words, beside what is measured.
  const complete = `INSERT INTO setting (name, value) VALUES ('search index', '"COMPLETE"') ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`;
  await withClient(databaseUrl, async (database) => {
    await database.query(queued, [pages]);
    await database.query(complete);
  });
}

/** Resolves when all that was written is numbered and indexed: what is measured next does not share the machine with it. */
export async function backgroundDone({ databaseUrl }: Place, admin: Client): Promise<void> {
  const isNumbered = (): Promise<boolean> =>
    withClient(databaseUrl, async (database) => {
      const { rows } = await database.query(`SELECT 1 FROM webhook_trigger WHERE sequence IS NULL LIMIT 1`);
      return rows.length === 0;
    });
  const isIndexed = async (): Promise<boolean> => {
    const answer = await admin.rest('GET', '/n/v1/searches?query=words&includeScopes=ENTITY&version=LATEST&limit=1');
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.status === 'FULL_RESULT';
  };
  while (!(await isNumbered()) || !(await isIndexed())) await new Promise((resolve) => setTimeout(resolve, 200));
}
