// What those who follow something are told of it, whole: what a filter lets through, the present state first, the end of what is followed,
// and of the right to see it. Resource reference 9.7.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { community, type Community } from '../support/community.ts';
import { openToEveryone, page, text, type Body } from '../support/content.ts';
import { logEnd, sequenceOf } from '../support/eventLog.ts';
import { requested } from '../support/repeat.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { openStream, type EventStream } from '../support/streams.ts';
import { bareTask } from '../support/work.ts';

let service: SharedService;
let town: Community;
const open: EventStream[] = [];

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});
afterEach(() => open.splice(0).forEach((stream) => stream.close()));

/** Follows; once it resolves, everything that is done from then on is told. */
async function following(query: string, variables: Record<string, unknown>, token?: string): Promise<EventStream> {
  const stream = await openStream(service.url, token ?? town.admin.token, query, variables);
  expect(stream.status).toBe(200);
  open.push(stream);
  return stream;
}
const told = async (stream: EventStream): Promise<Body> => (await stream.next())?.data;

const done = (method: string, path: string, body?: unknown): Promise<void> => requested(town.admin, method, path, body);

describe('A filter', () => {
  const kinds = { CREATE: ['CREATE'], UPDATE: ['UPDATE'], DELETE: ['DELETE'], ALL: ['CREATE', 'UPDATE', 'DELETE'] };
  const cases: (readonly [events: readonly string[] | null, through: readonly string[]])[] = [
    ...Object.entries(kinds).map(([kind, through]) => [[kind], through] as const),
    [
      ['CREATE', 'DELETE'],
      ['CREATE', 'DELETE'],
    ],
    [['DELETE', 'ALL'], kinds.ALL],
    [null, kinds.ALL],
  ];

  test.each(cases)(
    'for %j lets %j through, followed and in pages, which end where the log does',
    async (events, through) => {
      const after = await logEnd(service.services, town.admin.company);
      const follow = `subscription ($after: String, $events: [EventKind!]) { events(after: $after, events: $events, subjects: [PROJECT]) { event } }`;
      const stream = await following(follow, { after, events });
      const urn = await town.make('project', { name: 'One' });
      await done('PATCH', `project/${urn}`, { name: 'Two' });
      await done('DELETE', `project/${urn}`);
      const heard: unknown[] = [];
      while (heard.length < through.length) heard.push((await told(stream)).data.events.event);
      expect(heard).toEqual(through);
      await town.make('task', { ...bareTask, title: 'Another' });
      const end = await logEnd(service.services, town.admin.company);
      const read = `query ($after: String, $events: [EventKind!], $subjects: [EventSubject!]) { events(first: 10, after: $after, events: $events, subjects: $subjects) {
      nodes { event } pageInfo { hasNextPage endCursor } } }`;
      for (const [subjects, found] of [
        [['PROJECT'], through],
        [['COMPANY'], []],
      ]) {
        const { events: list } = await town.admin.data(read, { after, events, subjects });
        expect(list).toEqual({
          nodes: found?.map((event) => ({ event })),
          pageInfo: { hasNextPage: false, endCursor: end },
        });
      }
    },
  );
});

test('The present state is told first, whole, as of its last change', async () => {
  const { urn } = await page(town.admin, null);
  await done('PATCH', `entity/${String(urn)}`, { name: 'Changed' });
  const { body: row } = await town.admin.rest('GET', `/n/v1/entity/${String(urn)}`);
  expect(row.updatedTimestamp > row.createdTimestamp).toBe(true);
  const after = await logEnd(service.services, town.admin.company);
  const query = `subscription ($urns: [ID!], $after: String) { events(targetUrns: $urns, after: $after, includeSnapshot: true) {
    cursor sequence timestamp subject event targetUrn targetVersion changedFields owner { urn } actor { urn type } target { urn } } }`;
  const stream = await following(query, { urns: [urn], after });
  expect((await told(stream)).data.events).toEqual({
    ...{ cursor: after, sequence: String(sequenceOf(after)), timestamp: row.updatedTimestamp },
    ...{ subject: 'ENTITY', event: 'ALL', targetUrn: urn, targetVersion: '2', changedFields: [] },
    ...{ owner: { urn: town.admin.company }, actor: { urn: null, type: 'SYSTEM' }, target: { urn } },
  });
});

test('A task that is deleted is told of, and what is done to another one is not', async () => {
  const [urn, other] = [
    await town.make('task', { ...bareTask, title: 'One' }),
    await town.make('task', { ...bareTask, title: 'Other' }),
  ];
  const reader = await town.person('Reader', ['READ']);
  const stream = await following(
    `subscription ($urn: ID!) { taskChanged(urn: $urn) { cursor event task { title } } }`,
    { urn },
    reader.token,
  );
  await done('PATCH', `task/${other}`, { title: 'Changed' });
  await done('PATCH', `task/${urn}`, { title: 'New' });
  const changed = {
    cursor: await logEnd(service.services, town.admin.company),
    event: 'UPDATE',
    task: { title: 'New' },
  };
  expect((await told(stream)).data.taskChanged).toEqual(changed);
  await done('DELETE', `task/${urn}`);
  const deleted = { cursor: await logEnd(service.services, town.admin.company), event: 'DELETE', task: null };
  expect((await told(stream)).data.taskChanged).toEqual(deleted);
});

test('A thread without posts that is deleted ends what follows its posts', async () => {
  const thread = await town.make('messagethread', { group: await town.group() });
  const stream = await following(`subscription ($thread: ID!) { threadPosts(thread: $thread) { event } }`, { thread });
  await done('DELETE', `messagethread/${thread}`);
  const { errors } = await told(stream);
  expect(errors).toEqual([
    { message: expect.any(String), extensions: { code: 'NOT_FOUND', httpCode: 404, cursor: expect.any(String) } },
  ]);
  expect([(await stream.next())?.event, await stream.next()]).toEqual(['complete', null]);
});

test('Who may see a page no more is told so, and again when it may', async () => {
  const path = `/followed-${crypto.randomUUID()}`;
  const { urn } = await page(town.admin, path, { status: 'PUBLISH', texts: [text('One')] });
  const reader = await town.person('Reader', []);
  await openToEveryone(town.admin, String(urn));
  const query = `subscription ($path: String!) { entityViewChanged(path: $path) { cursor view { texts { value } } } }`;
  const stream = await following(query, { path }, reader.token);
  const edges = await town.admin.rest('GET', `/n/v1/permissions?filter[objectUrn]=${String(urn)}`);
  await done('DELETE', `permission/${String(edges.body.permissions[0].urn)}`);
  expect((await told(stream)).data.entityViewChanged).toEqual({
    cursor: await logEnd(service.services, town.admin.company),
    view: null,
  });
  await openToEveryone(town.admin, String(urn));
  expect((await told(stream)).data.entityViewChanged).toEqual({
    cursor: await logEnd(service.services, town.admin.company),
    view: { texts: [{ value: 'One' }] },
  });
});
