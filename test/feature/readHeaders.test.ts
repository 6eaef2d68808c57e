// What a read of one resource says beside its body: version and time, 304, the tag of what is shown beside the row, and the address of the
// page before an embedded one. Resource reference 1.5, 1.6 and 6.3.
import { beforeAll, expect, test } from 'vitest';
import { community, type Community } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';

let service: SharedService;
let town: Community;
let name: string;
beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  const identity = await town.make('identity', { name: 'Anna' });
  const person = await town.make('person', { identity });
  name = await town.make('personname', { person, givenName: 'Anna', familyName: 'Berg' });
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}): ReturnType<Community['admin']['rest']> =>
  town.admin.rest('GET', `/n/v1/${path}`, { headers });

test('A resource is sent with its version, its time, and private caching only, under any spelling of its urn.', async () => {
  const { status, headers, body } = await get(`personname/${name.toUpperCase()}`);
  expect([status, body.urn]).toEqual([200, name]);
  expect(Object.fromEntries(headers)).toMatchObject({
    etag: '"1"',
    'last-modified': new Date(String(body.updatedTimestamp)).toUTCString(),
    'cache-control': 'private, no-cache',
    'content-type': 'application/json; charset=utf-8',
  });
  const head = await town.admin.rest('HEAD', `/n/v1/personname/${name}`);
  expect([head.status, head.headers.get('etag'), head.text]).toEqual([200, '"1"', '']);
});

test('A resource is not sent again to a caller that has it.', async () => {
  const answer = await get(`personname/${name}`, { 'if-none-match': 'W/"1"' });
  expect([answer.status, answer.headers.get('etag'), answer.text]).toEqual([304, '"1"', '']);
  expect((await get(`personname/${name}`, { 'if-none-match': '"2"' })).status).toBe(200);
});

test('What shows other resources in full has a tag of its own.', async () => {
  const ofName = await get(`personname/${name}?expand=person`, { 'if-none-match': '"1"' });
  expect([ofName.status, ofName.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"1-/)]);
  const project = await town.make('project', { name: 'Before' });
  const task = await town.make('task', { ...bareTask, title: 'Task', project });
  const tag = String((await get(`task/${task}?expand=project`)).headers.get('etag'));
  expect((await get(`task/${task}?expand=project`, { 'if-none-match': tag })).status).toBe(304);
  expect((await town.admin.rest('PATCH', `/n/v1/project/${project}`, { body: { name: 'After' } })).status).toBe(200);
  const changed = await get(`task/${task}?expand=project`, { 'if-none-match': tag });
  expect([changed.status, changed.body.project.name]).toEqual([200, 'After']);
});

test('The page before the newest posts is at an address of the thread, with what was asked for.', async () => {
  const group = await town.group();
  const thread = await town.make('messagethread', { group, name: 'Talk' });
  const author = await town.person('Author');
  await town.join(group, author);
  for (const content of ['One', 'Two', 'Three'])
    await town.make('threadpost', { messageThread: thread, content }, author);
  const path = `messagethread/${thread}`;
  const { body } = await get(`${path}?limit=1&expand=group`);
  const address = `${service.url}/n/v1/${path}?limit=1&expand=group&before=`;
  expect([body.posts.length, body.posts[0].content]).toEqual([1, 'Three']);
  expect(body.pagination.nextUrl.startsWith(address)).toBe(true);
  const before = await town.admin.rest('GET', String(body.pagination.nextUrl).slice(service.url.length));
  expect([before.body.posts[0].content, before.body.group.urn]).toEqual(['Two', group]);
  const forward = (await get(`${path}?limit=1&sort=-createdTimestamp`)).body.pagination.nextUrl;
  expect(forward).toContain('?limit=1&sort=-createdTimestamp&after=');
});

test('A preference that was followed is named.', async () => {
  const answer = await get(`personname/${name}?fields=givenName`, { prefer: 'handling=strict' });
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
});
