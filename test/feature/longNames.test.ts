// Names may be longer than what an index holds: they are stored, found, and put in order among the others on both faces.
// Resource reference 1.7.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reader } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

// Nothing in it repeats, so that it stays as long when it is compressed.
const noise = (length: number): string => {
  const words = Array.from({ length: length / 32 + 1 }, () => crypto.randomUUID().replaceAll('-', ''));
  return words.join('').slice(0, length);
};
// The root collation of Unicode, which English has.
const asPeopleDo = new Intl.Collator('en').compare;
const short = (name: string | null): string => (name === null ? 'null' : `${name.slice(0, 8)} ${String(name.length)}`);

interface Named {
  readonly urn: string;
  readonly name: string | null;
}

async function pages(path: string, query: string, names: (body: Record<string, Named[]>) => Named[]): Promise<Named[]> {
  const found: Named[] = [];
  let next: string | null = `/n/v1/${path}?limit=2&count=true&${query}`;
  while (next !== null) {
    const { status, body, text } = await tenant.rest('GET', next);
    expect(status, text).toBe(200);
    found.push(...names(body));
    next = body.pagination.nextUrl;
  }
  return found;
}

test('an entity list has a name of any length, and is found by it', async () => {
  const name = noise(9_000);
  const { urn } = await made(tenant, 'entitylist', { owner: tenant.company, name, entities: [] });
  const query = '{ entityLists(where: { name: { startsWith: "START" } }) { nodes { urn } } }'.replace(
    'START',
    name.slice(0, 9),
  );
  expect((await tenant.data(query)).entityLists.nodes).toEqual([{ urn }]);
});

test('entities are in the order of their names, however long these are, page by page and both ways', async () => {
  const [start, other] = ['é'.repeat(998), '😀'.repeat(480)];
  // Of 1,996 to 4,000 bytes, and some more than once.
  const names = [
    'é',
    start,
    `${start}aaaa`,
    `${start}aaaab`,
    `${start}${noise(20)}`,
    `${start}aaaab`,
    other,
    `${other}z`,
    `${other}😀${'a'.repeat(90)}`,
  ];
  const all = [...names, ...names.slice(2, 5), 'z', 'a'];
  for (const name of all)
    await made(tenant, 'entity', {
      urn: crypto.randomUUID(),
      owner: tenant.company,
      name,
      language: 'en',
      status: 'PUBLISH',
    });
  const sorted = all.toSorted(asPeopleDo);
  const nodes = (body: Record<string, Named[]>): Named[] => body['entities'] ?? [];
  const found = await pages('entities', 'sort=name', nodes);
  expect(found.map(({ name }) => short(name))).toEqual(sorted.map(short));
  expect(found.map(({ name }) => name)).toEqual(sorted);
  const turned = await pages('entities', 'sort=-name', nodes);
  expect(turned.map(({ urn }) => urn)).toEqual(found.map(({ urn }) => urn).toReversed());
  const last: string[] = [];
  let before: string | null = null;
  do {
    const page = `last: 3, orderBy: [{ field: NAME }]${before === null ? '' : `, before: "${before}"`}`;
    const { entities } = await tenant.data(
      `{ entities(${page}) { nodes { urn } totalCount pageInfo { startCursor hasPreviousPage } } }`,
    );
    expect(entities.totalCount).toBe(all.length);
    last.unshift(...entities.nodes.map((node: Named) => node.urn));
    before = entities.pageInfo.hasPreviousPage ? entities.pageInfo.startCursor : null;
  } while (before !== null);
  expect(last).toEqual(found.map(({ urn }) => urn));
});

test('identities without a name come last, whatever the direction', async () => {
  const [long, longer] = ['y'.repeat(1_024), '😀'.repeat(1_000)];
  const urns = new Map<string, string | null>();
  for (const name of ['b', 'a', long, longer, null, null, 'a'])
    urns.set(
      (await made(tenant, 'identity', { owner: tenant.company, type: 'PERSON', ...(name === null ? {} : { name }) }))
        .urn,
      name,
    );
  const nodes = (body: Record<string, Named[]>): Named[] => body['identities'] ?? [];
  const own = (found: readonly Named[]): string[] =>
    found.filter(({ urn }) => urns.has(urn)).map(({ urn }) => short(urns.get(urn) ?? null));
  const some = [longer, 'a', 'a', 'b', long].map(short);
  expect(own(await pages('identities', '', nodes))).toEqual([...some, 'null', 'null']);
  expect(own(await pages('identities', 'sort=-name', nodes))).toEqual([...some.toReversed(), 'null', 'null']);
});

test('a total is exact to 10,000, however many edges show the rows', async () => {
  const client = await made(tenant, 'apiclient', { owner: tenant.company, name: 'Holder' });
  const expirationTimestamp = new Date(Date.now() + 7_200_000).toISOString();
  const { bearerToken } = await made(tenant, 'apiclientbearertoken', { apiClient: client.urn, expirationTimestamp });
  const fill = (from: number, to: number, labels: readonly string[]): Promise<unknown> =>
    withClient(service.databaseUrl, async (database) => {
      await database.query(
        `WITH made AS (SELECT gen_random_uuid() AS urn, n FROM generate_series($3::int, $4::int) n),
         edges AS (SELECT gen_random_uuid() AS edge, urn, label FROM made, unnest($5::text[]) label),
         known AS (INSERT INTO resource (urn, kind) SELECT urn, 'Project' FROM made UNION ALL SELECT edge, 'Permission' FROM edges),
         held AS (INSERT INTO permission (urn, version, owner, tenant, subject_urn, subject_scope, object_urn, object_scope, label, granted_by, created_timestamp, updated_timestamp)
           SELECT edge, 1, $1, $1, $2, 'API_CLIENT', urn, 'PROJECT', label, '{}', now(), now() FROM edges)
         INSERT INTO project (urn, version, owner, tenant, name, status, created_timestamp, updated_timestamp)
         SELECT urn, 1, $1, $1, 'Project ' || n, 'ACTIVE', now(), now() FROM made`,
        [tenant.company, client.urn, from, to, labels],
      );
      // As PostgreSQL does soon after so many rows were written: what the total costs before is not what is tried here.
      await database.query('ANALYZE "project", "permission"');
    });
  const holder = service.client(bearerToken);
  const total = async (): Promise<unknown[]> => {
    const { body } = await holder.rest('GET', '/n/v1/projects?limit=1&count=true');
    const { projects } = await holder.data('{ projects(first: 1) { totalCount } }');
    return [body.pagination.totalCount ?? null, projects.totalCount];
  };
  // Three edges on each of many.
  await fill(1, 9_000, ['READ', 'COMMENT', 'UPDATE']);
  expect(await total()).toEqual([9_000, 9_000]);
  await fill(9_001, 10_000, ['READ']);
  expect(await total()).toEqual([10_000, 10_000]);
  await fill(10_001, 14_000, ['READ']);
  expect(await total()).toEqual([null, null]);
});

test('a cursor on a long name tells nothing of what the name became since its caller lost the row', async () => {
  // Soon after so many rows were written, PostgreSQL does this by itself.
  await withClient(service.databaseUrl, (database) => database.query('ANALYZE "project", "permission"'));
  const bearer = await reader(service, tenant, []);
  const named = (letter: string): string => letter.repeat(100);
  const [, lost, last] = await Promise.all(
    ['b', 'm', 'y'].map(async (letter) => {
      const urn = crypto.randomUUID();
      await made(tenant, 'project', { urn, owner: tenant.company, name: named(letter) });
      const edge = { owner: tenant.company, objectScope: 'PROJECT', objectUrn: urn, label: 'READ' };
      const subject = { subjectScope: 'API_CLIENT', subjectUrn: bearer.urn };
      return { urn, edge: String((await made(tenant, 'permission', { ...edge, ...subject })).urn) };
    }),
  );
  if (!lost || !last) throw new Error('Three were made');
  const query = `query ($after: String) { projects(first: 2, after: $after, orderBy: [{ field: NAME, direction: ASC }]) {
    nodes { urn } pageInfo { endCursor } } }`;
  const { projects } = await bearer.data(query, {});
  expect(projects.nodes[1]).toEqual({ urn: lost.urn });
  const { endCursor: after } = projects.pageInfo;
  const rest = await bearer.rest('GET', '/n/v1/projects?limit=2&sort=name');
  const seen = async (): Promise<unknown[]> => [
    (await bearer.data(query, { after })).projects.nodes,
    (await bearer.rest('GET', rest.body.pagination.nextUrl)).body.projects.map(({ urn }: Named) => urn),
  ];
  expect(await seen()).toEqual([[{ urn: last.urn }], [last.urn]]);
  expect((await tenant.rest('DELETE', `/n/v1/permission/${lost.edge}`)).status).toBe(204);
  const before = await seen();
  await tenant.rest('PATCH', `/n/v1/project/${lost.urn}`, { body: { name: named('z') } });
  expect(await seen()).toEqual(before);
  // What a caller may read is gone on behind, also as it is now.
  expect((await tenant.rest('PATCH', `/n/v1/project/${last.urn}`, { body: { name: named('a') } })).status).toBe(200);
  const first = await bearer.data(query, {});
  expect(first.projects.nodes[0]).toEqual({ urn: last.urn });
});
