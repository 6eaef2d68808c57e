// Pages of lists for callers who hold 100, 10,000 and 100,000 grants on single objects of a table of 100,000 rows: the
// cost of a page must depend on the page, not on how much else may be read.
import { withClient } from '../../test/support/database.ts';
import { createClient, type Client } from '../../test/support/client.ts';
import { openPlace, type Place } from './place.ts';
import { median, type Row } from './table.ts';

const objects = 100_000;
const grants = [100, 10_000, 100_000] as const;
const rounds = 15;

/** The requests; `after` is filled with a cursor from the middle of the list. */
const questions: readonly { readonly what: string; readonly path: string; readonly isDeep?: true }[] = [
  { what: 'projects by name', path: '/n/v1/projects?limit=50' },
  { what: 'projects by name, descending', path: '/n/v1/projects?limit=50&sort=-name' },
  { what: 'projects by name, from the middle', path: '/n/v1/projects?limit=50', isDeep: true },
  { what: 'projects of one status in four', path: '/n/v1/projects?limit=50&filter[status]=ON_HOLD' },
  { what: 'projects by name, with their total', path: '/n/v1/projects?limit=50&count=true' },
  { what: 'entities, oldest first', path: '/n/v1/entities?limit=50' },
  { what: 'entities, newest first', path: '/n/v1/entities?limit=50&sort=-createdTimestamp' },
  { what: 'entities, with their total', path: '/n/v1/entities?limit=50&count=true' },
  { what: 'text items of entities', path: '/n/v1/textitems?limit=50' },
  { what: 'text items, with their total', path: '/n/v1/textitems?limit=50&count=true' },
];

/** Runs the bench. */
export async function lists(): Promise<readonly Row[]> {
  const place = await openPlace();
  try {
    const service = await place.service();
    const callers = await makeCallers(place, place.client(service), service.url);
    const rows: Row[] = [];
    for (const { what, path, isDeep } of questions) {
      let first: number | null = null;
      for (const [at, caller] of callers.entries()) {
        const milliseconds = await timeOf(caller, isDeep ? await inTheMiddle(caller, path, grants[at] ?? 0) : path);
        const against = first === null ? null : { what: `${String(grants[0])} grants`, value: first };
        first ??= milliseconds;
        rows.push({
          what: `${what}, ${(grants[at] ?? 0).toLocaleString('en')} grants`,
          value: milliseconds,
          unit: 'ms',
          against,
        });
      }
    }
    return rows;
  } finally {
    await place.close();
  }
}

async function makeCallers(place: Place, admin: Client, url: string): Promise<Client[]> {
  const owner = place.company();
  await withClient(place.databaseUrl, async (database) => {
    // As the service itself writes them, but a hundred thousand at once.
    await database.query(
      `WITH made AS (SELECT gen_random_uuid() AS urn, n FROM generate_series(1, $2::int) n),
       known AS (INSERT INTO resource (urn, kind) SELECT urn, 'Project' FROM made)
       INSERT INTO project (urn, version, owner, tenant, name, status, created_timestamp, updated_timestamp)
       SELECT urn, 1, $1, $1, md5(n::text), CASE WHEN n % 4 = 0 THEN 'ON_HOLD' ELSE 'ACTIVE' END, now(), now() FROM made`,
      [owner, objects],
    );
    await database.query(
      `WITH made AS (SELECT gen_random_uuid() AS urn, n FROM generate_series(1, $2::int) n),
       known AS (INSERT INTO resource (urn, kind) SELECT urn, 'Entity' FROM made)
       INSERT INTO entity (urn, version, owner, tenant, name, language, variant, status, live_timestamp, created_timestamp, updated_timestamp)
       SELECT urn, 1, $1, $1, md5(n::text), 'en', '', 'PUBLISHED', now(), now() - n * interval '1 second', now() FROM made`,
      [owner, objects],
    );
    await database.query(
      `WITH made AS (SELECT gen_random_uuid() AS urn, urn AS entity FROM entity),
       known AS (INSERT INTO resource (urn, kind) SELECT urn, 'TextItem' FROM made)
       INSERT INTO item (urn, version, kind, owner, tenant, entity, entry, name, sort_order, is_published, value_string, created_timestamp, updated_timestamp)
       SELECT urn, 1, 'TextItem', $1, $1, entity, urn, 'title', 0, true, 'x', now(), now() FROM made`,
      [owner],
    );
  });
  const callers: Client[] = [];
  for (const count of grants) {
    const client = await admin.rest('POST', '/n/v1/apiclient', { body: { owner, name: `Holds ${String(count)}` } });
    const expirationTimestamp = new Date(Date.now() + 86_400_000).toISOString();
    const token = await admin.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient: client.body.urn, expirationTimestamp },
    });
    await withClient(place.databaseUrl, async (database) => {
      for (const [table, scope] of [
        ['project', 'PROJECT'],
        ['entity', 'ENTITY'],
      ] as const) {
        await database.query(
          `WITH made AS (SELECT gen_random_uuid() AS edge, urn FROM (SELECT urn FROM ${table} ORDER BY md5(urn::text || $2::text) LIMIT $3) o),
           known AS (INSERT INTO resource (urn, kind) SELECT edge, 'Permission' FROM made)
           INSERT INTO permission (urn, version, owner, tenant, subject_urn, subject_scope, object_urn, object_scope, label, granted_by, created_timestamp, updated_timestamp)
           SELECT edge, 1, $1, $1, $2::uuid, 'API_CLIENT', urn, '${scope}', 'READ', '{}', now(), now() FROM made`,
          [owner, client.body.urn, count],
        );
      }
    });
    callers.push(createClient(url, String(token.body.bearerToken)));
  }
  await withClient(place.databaseUrl, (database) => database.query('VACUUM ANALYZE'));
  return callers;
}

async function timeOf(caller: Client, path: string): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < rounds; at += 1) {
    const started = performance.now();
    const { status, text } = await caller.rest('GET', path);
    times.push(performance.now() - started);
    if (status !== 200) throw new Error(`${path}: ${text}`);
  }
  return median(times);
}

// Pages up to about the middle of what the caller may read, up to a limit.
async function inTheMiddle(caller: Client, path: string, count: number): Promise<string> {
  let after = '';
  for (let read = 0; read < Math.min(count / 2, 2_000); read += 50) {
    const { body } = await caller.rest('GET', `${path}${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`);
    after = String(body.pagination.after);
  }
  return `${path}&after=${encodeURIComponent(after)}`;
}
