// What a search reads: the documents that hold its words, of the caller's tenant alone, each once. And what it finds.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretHash } from '../../src/engine/secret.ts';
import { viewerByTokenHash } from '../../src/database/access/tokenStore.ts';
import {
  compileQuery,
  countHits,
  findHits,
  hitsStatement,
  type HitOrder,
  type SearchQuestion,
} from '../../src/database/search/searchStore.ts';
import { accessScope } from '../../src/domain/accessScope.ts';
import { parseSearchQuery } from '../../src/domain/searchQuery.ts';
import type { Viewer } from '../../src/domain/viewer.ts';
import { chanceOf } from '../crash/chance.ts';
import { withClient } from '../support/database.ts';
import { readOf, type PlanNode } from '../support/plans.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

const pagesOf = { large: 2_000, small: 10 };

let service: TestService;
const viewers = new Map<string, Viewer>();

beforeAll(async () => {
  service = await startService();
  for (const [size, pages] of Object.entries(pagesOf)) {
    const tenant = await service.tenant();
    const known = await viewerByTokenHash(service.services.database, secretHash(tenant.token));
    if (!known) throw new Error('The tenant has no viewer');
    viewers.set(size, known.viewer);
    await addPages(tenant, pages);
  }
});
afterAll(() => service.close());

// Every second one has a draft. What PostgreSQL knows of the tables is that they are empty, as until a minute after an import.
async function addPages({ company }: Tenant, pages: number): Promise<void> {
  await withClient(service.databaseUrl, async (client) => {
    const tables = ['entity', 'search_document', 'search_draft'];
    for (const table of tables) await client.query(`ALTER TABLE "${table}" SET (autovacuum_enabled = false)`);
    const known = await client.query(`SELECT 1 FROM entity LIMIT 1`);
    if (known.rowCount === 0) await client.query(`ANALYZE ${tables.join(', ')}`);
    const made = `made AS (SELECT gen_random_uuid() AS urn, i FROM generate_series(1, $2::int) i),
       known AS (INSERT INTO resource (urn, kind) SELECT urn, 'Entity' FROM made),
       pages AS (INSERT INTO entity (urn, version, owner, tenant, name, path, language, variant, status, live_timestamp, created_timestamp, updated_timestamp)
         SELECT urn, 1, $1, $1, 'Page ' || i, '/' || urn, 'en', '', 'PUBLISHED', now(), now() - i * interval '1 second', now() FROM made),
       drafts AS (INSERT INTO search_draft (urn, tenant, words, added, digest)
         SELECT urn, $1, 'common:1 draft:2'::tsvector, 'draft', urn FROM made WHERE i % 2 = 0)`;
    await client.query(
      `WITH ${made} INSERT INTO search_document (urn, kind, owner, tenant, language, name, live, created_timestamp, updated_timestamp)
         SELECT urn, 'Entity', $1, $1, 'en', 'Page ' || i,
           to_tsvector('simple', 'common word' || i || (SELECT string_agg(' text' || (i * 7919 + n * 4729) % 5000, '') FROM generate_series(1, 120) n)), now() - i * interval '1 second', now() FROM made`,
      [company, pages],
    );
  });
}

interface Asked {
  readonly by: string;
  readonly word: string | null;
  readonly version: SearchQuestion['version'];
  readonly order: HitOrder;
}

async function plannedFor({ by, word, version, order }: Asked): Promise<PlanNode> {
  const viewer = viewers.get(by);
  if (!viewer) throw new Error(`There is no tenant ${by}`);
  const scope = accessScope(viewer, version === 'LATEST' ? 'READ_DRAFT' : 'READ');
  const kinds = [{ resource: service.services.contract.kinds.Entity, scope, filter: [] }];
  const sought = await compileQuery(service.services.database, parseSearchQuery(word ?? ''));
  const question = { kinds, query: sought?.query ?? null, version, order, owner: null, languages: null };
  const { text, values } = hitsStatement(question, null, 50);
  return withClient(service.databaseUrl, async (client) => {
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
    return (rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }])[0].Plan;
  });
}

const versions = ['PUBLISHED', 'LATEST'] as const;
const orders = ['RELEVANCE', 'NAME', 'CREATED', 'UPDATED'] as const;
const searches = versions.flatMap((version) =>
  orders.flatMap((order) => [
    { version, order, word: 'common' },
    // Many forms of several words; of drafts each word is looked for by itself.
    ...(version === 'PUBLISHED' ? [{ version, order, word: 'common "common" commo* common -uncommon -rare' }] : []),
    ...(order === 'RELEVANCE' ? [] : [{ version, order, word: null }]),
  ]),
);
const tables = ['search_document', 'search_draft', 'entity'];

describe.each(['of empty tables', 'of the tables as they are'])('with statistics %s', (statistics) => {
  beforeAll(async () => {
    if (statistics !== 'of empty tables')
      await withClient(service.databaseUrl, (client) => client.query(`ANALYZE ${tables.join(', ')}`));
  });

  test.each(searches)('$version by $order of "$word" reads each page a few times', async (search) => {
    const plan = await plannedFor({ by: 'large', ...search });
    expect(plan['Actual Rows']).toBe(51);
    for (const table of tables) expect(readOf(plan, table), table).toBeLessThan(4 * pagesOf.large);
  });

  test.each(searches)('$version by $order of "$word" reads nothing of other tenants', async (search) => {
    const plan = await plannedFor({ by: 'small', ...search });
    expect(plan['Actual Rows']).toBe(10);
    for (const table of tables) expect(readOf(plan, table), table).toBeLessThan(5 * pagesOf.small);
  });

  test.each(versions)('a word of one page is looked up, in its %s values', async (version) => {
    const plan = await plannedFor({ by: 'large', word: 'word41', version, order: 'RELEVANCE' });
    expect(plan['Actual Rows']).toBe(1);
    for (const table of tables) expect(readOf(plan, table), table).toBeLessThan(10);
  });
});

describe('what is found is what the words say', () => {
  const pages = 150;
  const vocabulary = ['alpha', 'alphabet', 'beta', 'gamma', 'running', 'runs'];
  const chance = chanceOf(20261126);
  const word = (): string => chance.of(vocabulary) ?? '';
  const some = (most: number): string => Array.from({ length: chance.below(most + 1) }, () => word()).join(' ');
  const queries = Array.from({ length: 60 }, () => {
    const [one, two] = [word(), word()];
    const forms = [one, `${one} ${two}`, `"${one} ${two}"`, `${one} -${two}`, `-${one}`, `${one.slice(0, 4)}*`];
    return `${chance.of(forms) ?? one}${chance.below(3) === 0 ? ` ${chance.of(forms) ?? one}` : ''}`;
  });
  let viewer: Viewer;

  // Live words and those of a draft, either of them absent in some.
  beforeAll(async () => {
    const tenant = await service.tenant();
    const known = await viewerByTokenHash(service.services.database, secretHash(tenant.token));
    if (!known) throw new Error('The tenant has no viewer');
    ({ viewer } = known);
    const texts = Array.from({ length: pages }, (_, at) => ({
      live: at % 5 === 0 ? null : some(5),
      draft: at % 3 === 0 ? null : some(5),
    }));
    await withClient(service.databaseUrl, async (client) => {
      await client.query(
        `WITH texts AS (SELECT gen_random_uuid() AS urn, t.* FROM jsonb_to_recordset($2::jsonb) AS t (live text, draft text)),
           known AS (INSERT INTO resource (urn, kind) SELECT urn, 'Entity' FROM texts),
           pages AS (INSERT INTO entity (urn, version, owner, tenant, name, path, language, variant, status, live_timestamp, created_timestamp, updated_timestamp)
             SELECT urn, 1, $1, $1, 'Page', '/' || urn, 'en', '', 'PUBLISHED', now(), now(), now() FROM texts),
           words AS (SELECT urn, to_tsvector('english', live) || to_tsvector('simple', live) AS live,
             to_tsvector('english', draft) || to_tsvector('simple', draft) AS draft FROM texts),
           drafts AS (INSERT INTO search_draft (urn, tenant, words, added, digest)
             SELECT urn, $1, draft, COALESCE(ts_delete(strip(draft), tsvector_to_array(live)), strip(draft)), urn FROM words WHERE draft IS NOT NULL)
         INSERT INTO search_document (urn, kind, owner, tenant, language, name, live, created_timestamp, updated_timestamp)
           SELECT urn, 'Entity', $1, $1, 'en', 'Page', live, now(), now() FROM words`,
        [tenant.company, JSON.stringify(texts)],
      );
    });
  });

  test.each(versions)('of %s values, whatever is looked for and left out', async (version) => {
    const { database, contract } = service.services;
    const words = version === 'LATEST' ? 'COALESCE(f.words, d.live)' : 'd.live';
    let hits = 0;
    for (const text of queries) {
      const sought = await compileQuery(database, parseSearchQuery(text));
      if (!sought) throw new Error(`There is no word in ${text}`);
      const { query } = sought;
      const scope = accessScope(viewer, version === 'LATEST' ? 'READ_DRAFT' : 'READ');
      const kinds = [{ resource: contract.kinds.Entity, scope, filter: [] }];
      const question = { kinds, query, version, order: 'RELEVANCE', owner: null, languages: null } as const;
      const found = await findHits(database, question, null, 500);
      const expected = await withClient(service.databaseUrl, async (client) => {
        const { rows } = await client.query<{ urn: string }>(
          `SELECT d.urn FROM search_document d LEFT JOIN search_draft f ON f.urn = d.urn WHERE d.tenant = $1 AND d.kind = 'Entity' AND ${words} @@ $2::tsquery`,
          [viewer.tenantUrn, query.all],
        );
        return rows.map(({ urn }) => urn);
      });
      expect(found.map(({ urn }) => urn).sort(), text).toEqual(expected.sort());
      expect(await countHits(database, question), text).toBe(expected.length);
      hits += expected.length;
    }
    expect(hits).toBeGreaterThan(1_000);
  });
});
