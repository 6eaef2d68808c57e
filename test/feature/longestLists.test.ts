// The longest lists that callers may send: they are taken whole. What is one longer is refused by the tables of the contract tests.
import { beforeAll, expect, test } from 'vitest';
import { community, type Community } from '../support/community.ts';
import { copy } from '../support/copies.ts';
import { withClient } from '../support/database.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

/** The urns of so many living rows of the tenant. */
async function urnsOf(table: string, count: number): Promise<string[]> {
  const text = `SELECT urn FROM "${table}" WHERE tenant = $1 AND deleted_timestamp IS NULL ORDER BY urn LIMIT $2`;
  const values = [town.admin.company, count];
  const found = await withClient(service.databaseUrl, (pg) => pg.query<{ urn: string }>(text, values));
  expect(found.rows).toHaveLength(count);
  return found.rows.map(({ urn }) => urn);
}

test('a role is held by 5,000 people, and by others instead', async () => {
  const { identity } = await town.person('Anna');
  await copy(service.databaseUrl, { table: 'identity', urn: identity }, 5_100, { name: `'Person ' || n.i` });
  const role = await town.make('role', { name: 'Readers' });
  const people = await urnsOf('identity', 5_100);
  for (const identities of [people.slice(0, 5_000), people.slice(100)]) {
    const { status, body } = await town.admin.rest('PATCH', `/n/v1/role/${role}`, { body: { identities } });
    expect([status, body.code]).toEqual([200, undefined]);
    const held = `SELECT subject_urn FROM permission WHERE object_urn = $1 AND deleted_timestamp IS NULL ORDER BY 1`;
    const { rows } = await withClient(service.databaseUrl, (pg) => pg.query<{ subject_urn: string }>(held, [role]));
    expect(rows.map((row) => row.subject_urn)).toEqual(identities);
  }
});

test('a list of pages has 5,000 entries, which change their places', async () => {
  const page = await town.page();
  const columns = { name: `'Page ' || n.i`, path: `'/copy-' || n.urn` };
  await copy(service.databaseUrl, { table: 'entity', urn: page.urn }, 5_000, columns);
  // As autovacuum does within a minute of so many pages.
  await withClient(service.databaseUrl, (pg) => pg.query('ANALYZE entity'));
  const pages = await urnsOf('entity', 5_000);
  const urn = crypto.randomUUID();
  const sent = async (method: string, path: string, entities: readonly string[]): Promise<void> => {
    const body = { owner: town.admin.company, urn, name: 'Pages', entities: entities.map((entity) => ({ entity })) };
    const headers = { Prefer: 'return=minimal' };
    expect((await town.admin.rest(method, `/n/v1/${path}`, { body, headers })).status).toBeLessThan(300);
    const text = 'SELECT entity FROM entity_list_item WHERE entity_list = $1 ORDER BY sort_order';
    const { rows } = await withClient(service.databaseUrl, (pg) => pg.query<{ entity: string }>(text, [urn]));
    expect(rows.map((row) => row.entity)).toEqual(entities);
  };
  await sent('POST', 'entitylist', pages);
  await sent('PATCH', `entitylist/${urn}`, pages);
  await sent('PATCH', `entitylist/${urn}`, [...pages].reverse());
});

test('a post mentions 500 people', async () => {
  const [anna, group] = [await town.person('Bert'), await town.group()];
  await town.join(group, anna);
  const { urn } = (await anna.rest('GET', '/n/v1/groupmemberships')).body.groupmemberships[0];
  const people = (await urnsOf('identity', 500)).filter((one) => one !== anna.identity);
  await withClient(service.databaseUrl, (pg) =>
    pg.query(
      `WITH n AS MATERIALIZED (SELECT gen_random_uuid() AS urn, identity FROM unnest($2::uuid[]) identity),
       known AS (INSERT INTO resource (urn, kind) SELECT urn, 'GroupMembership' FROM n)
       INSERT INTO group_membership SELECT (jsonb_populate_record(m, jsonb_build_object('urn', n.urn, 'identity', n.identity))).*
         FROM group_membership m, n WHERE m.urn = $1`,
      [urn, people],
    ),
  );
  const thread = await town.make('messagethread', { group });
  const mentions = [...people, anna.identity].slice(0, 500);
  const post = await town.make('threadpost', { messageThread: thread, content: 'Hello', mentions }, anna);
  const { body } = await anna.rest('GET', `/n/v1/threadpost/${post}`);
  expect(body.mentions).toHaveLength(mentions.length);
});
