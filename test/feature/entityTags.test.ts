// Strong entity tags of reads: one tag never names two bodies, and unchanged bodies are not sent again, for pages,
// threads and every other kind whose body depends on more than its own row.
import { beforeAll, expect, test } from 'vitest';
import { community, type Community, type Person } from '../support/community.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;
let town: Community;
let anna: Person;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  town = await community(service);
  anna = await town.person('Anna');
});

/** The bodies seen so far, by their tags. */
function witness(client: Pick<Tenant, 'rest'>, path: string) {
  const bodies = new Map<string, string>();
  return async (): Promise<string> => {
    const answer = await client.rest('GET', path);
    expect(answer.status, answer.text).toBe(200);
    const tag = String(answer.headers.get('etag'));
    expect(tag).toMatch(/^"\d/);
    expect(bodies.get(tag) ?? answer.text).toBe(answer.text);
    bodies.set(tag, answer.text);
    const again = await client.rest('GET', path, { headers: { 'if-none-match': tag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    return tag;
  };
}

test('a page gets a new tag after each change of an item, of its name, and of a file in it', async () => {
  const urn = crypto.randomUUID();
  const made = await tenant.rest('POST', '/n/v1/entity', {
    body: { urn, owner: tenant.company, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' },
  });
  expect(made.status, made.text).toBe(201);
  const path = `/n/v1/entity/${urn}`;
  const look = witness(tenant, path);
  const tags = [await look()];
  const item = await tenant.rest('POST', '/n/v1/textitem', {
    body: { entity: urn, name: 't', sortOrder: 0, value: 'a' },
  });
  tags.push(await look());
  for (const value of ['b', 'c', 'a']) {
    await tenant.rest('PATCH', `/n/v1/textitem/${String(item.body.urn)}`, { body: { value } });
    tags.push(await look());
  }
  await tenant.rest('PATCH', path, { body: { name: 'Other' } });
  tags.push(await look());
  await tenant.rest('DELETE', `/n/v1/textitem/${String(item.body.urn)}`);
  tags.push(await look());
  expect(new Set(tags).size).toBe(tags.length);
});

test('a write answers with the tag that a read of the same body has', async () => {
  const workflow = await tenant.rest('POST', '/n/v1/workflow', {
    body: {
      owner: tenant.company,
      name: 'Flow',
      stages: [
        { name: 'One', order: 0 },
        { name: 'Two', order: 1 },
      ],
    },
  });
  expect(workflow.status, workflow.text).toBe(201);
  const read = await tenant.rest('GET', `/n/v1/workflow/${String(workflow.body.urn)}`);
  expect(read.text).toBe(workflow.text);
  expect(read.headers.get('etag')).toBe(workflow.headers.get('etag'));
});

test('If-Match accepts a tag that holds more than a version', async () => {
  const urn = crypto.randomUUID();
  const body = { urn, owner: tenant.company, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' };
  await tenant.rest('POST', '/n/v1/entity', { body: { ...body, texts: [{ name: 't', sortOrder: 0, value: 'a' }] } });
  const path = `/n/v1/entity/${urn}`;
  const tag = String((await tenant.rest('GET', path)).headers.get('etag'));
  const headers = { 'if-match': tag };
  expect((await tenant.rest('PATCH', path, { body: { name: 'Other' }, headers })).status).toBe(200);
  expect((await tenant.rest('PATCH', path, { body: { name: 'Late' }, headers })).status).toBe(412);
});

test('If-Match accepts the present version among others, in any order, and no weak tag', async () => {
  const path = `/n/v1/project/${await town.make('project', { name: 'Project' })}`;
  const change = async (tags: string): Promise<number> =>
    (await town.admin.rest('PATCH', path, { body: { name: tags }, headers: { 'if-match': tags } })).status;
  expect(await change('"9", "1"')).toBe(200);
  expect(await change('"2", "9"')).toBe(200);
  for (const tags of ['"9", "8"', 'W/"3"', '"9", W/"3"']) expect([tags, await change(tags)]).toEqual([tags, 412]);
  expect(await change('W/"1", "3"')).toBe(200);
});

test('a change is refused where If-None-Match names what is there, and made where it does not', async () => {
  const path = `/n/v1/project/${await town.make('project', { name: 'Project' })}`;
  const change = async (client: Pick<Tenant, 'rest'>, method: string, tag: string): Promise<number> => {
    const headers = { 'if-none-match': tag };
    return (await client.rest(method, path, { body: method === 'DELETE' ? undefined : { name: tag }, headers })).status;
  };
  for (const tag of ['*', '"1"', 'W/"1"', '"9", "1-abc"'])
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      expect([tag, method, await change(town.admin, method, tag)]).toEqual([tag, method, 412]);
      expect(await change(anna, method, tag)).toBe(403);
    }
  expect((await town.admin.rest('GET', path)).body.version).toBe(1);
  expect(await change(town.admin, 'PATCH', '"9"')).toBe(200);
  expect(await change(town.admin, 'DELETE', '"1"')).toBe(204);
});

test.each(['"0"', '"01"', '"x"', 'W/"1"', '"8", "9"', '"99"', ''])(
  'the right to a change is decided before If-Match: %s',
  async (tag) => {
    const urn = await town.make('project', { name: 'Project' });
    const path = `/n/v1/project/${urn}`;
    const operations = [{ method: 'PATCH', path, body: { name: 'Other' }, ifMatch: tag }];
    for (const [client, status] of [
      [anna, 403],
      [town.admin, 412],
    ] as const) {
      const headers = { 'if-match': tag };
      const patched = await client.rest('PATCH', path, { body: { name: 'Other' }, headers });
      expect([patched.status, patched.body.currentVersion]).toEqual([status, status === 412 ? 1 : undefined]);
      expect((await client.rest('DELETE', path, { headers })).status).toBe(status);
      const bulk = await client.rest('POST', '/n/v1/bulk', { body: { mode: 'INDEPENDENT', operations } });
      expect(bulk.body.results, bulk.text).toMatchObject([{ status }]);
    }
    expect((await town.admin.rest('GET', path)).body.version).toBe(1);
  },
);

test('a thread gets a new tag after each post and each change of one', async () => {
  const group = await town.group();
  await town.join(group, anna);
  const thread = await town.make('messagethread', { group });
  const look = witness(anna, `/n/v1/messagethread/${thread}`);
  const tags = [await look()];
  const post = await anna.rest('POST', '/n/v1/threadpost', { body: { messageThread: thread, content: 'One' } });
  tags.push(await look());
  await anna.rest('PATCH', `/n/v1/threadpost/${String(post.body.urn)}`, { body: { content: 'Two' } });
  tags.push(await look());
  await anna.rest('POST', '/n/v1/threadpost', { body: { messageThread: thread, content: 'Three' } });
  tags.push(await look());
  expect(new Set(tags).size).toBe(tags.length);
});

test('a task gets a new tag when a task that blocks it is completed', async () => {
  const body = (changes: object) => ({
    owner: tenant.company,
    title: 'Task',
    description: '',
    dueTimestamp: '2027-01-01T00:00:00.000Z',
    associatedIdentities: [],
    associatedEntities: [],
    associatedCompanies: [],
    associatedTasks: [],
    blockedBy: [],
    blocking: [],
    ...changes,
  });
  const blocker = await tenant.rest('POST', '/n/v1/task', { body: body({}) });
  expect(blocker.status, blocker.text).toBe(201);
  const blocked = await tenant.rest('POST', '/n/v1/task', { body: body({ blockedBy: [{ urn: blocker.body.urn }] }) });
  expect(blocked.status, blocked.text).toBe(201);
  const look = witness(tenant, `/n/v1/task/${String(blocked.body.urn)}`);
  const before = await look();
  const done = await tenant.rest('PATCH', `/n/v1/task/${String(blocker.body.urn)}`, { body: { status: 'COMPLETED' } });
  expect(done.status, done.text).toBe(200);
  expect(await look()).not.toBe(before);
});
