// A right that goes while its holder is subscribed takes what follows with it, behind every door: from the acknowledged
// change on, nothing arrives that was changed afterwards; and a right that is given while subscribed has later changes
// arrive. Each way in which a right goes is tried over WebSocket, server-sent events on both paths, the narrow
// subscriptions and webhooks. A change that stays readable, made after the one that does not, shows that each stream has
// come so far. That a whole tenant is disabled is tried in disabledTenant.test.ts. Resource reference 7.2, 9.4, 9.7.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { community, type Community, type Person } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { logEnd, sequenceOf } from '../support/eventLog.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';
import { deliveries, eventually, subscribe, type Wire } from '../support/webhooks.ts';
import { bareTask } from '../support/work.ts';
import { everyPart, waysOfRights, type Part, type Way, type World } from './waysOfRights.ts';

let service: TestService;
let town: Community;
let receiver: Receiver;
/** Doors of webhooks, by the path that they are sent to. */
const hooks = new Map<string, Door>();
/** Ends the streams of the case that runs. */
const ends: (() => void)[] = [];

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' }, { webhookOptions: { pollMillis: 20 } });
  town = await community(service);
  receiver = await startReceiver();
  receiver.answer(({ path, json }) => {
    const door = hooks.get(path);
    if (door) note(door, json);
    return { status: 204 };
  });
});
afterAll(async () => {
  for (const end of ends) end();
  await service.close();
  await receiver.close();
});

const ask = async (text: string, values: readonly unknown[]): Promise<unknown> => {
  const [row] = await service.services.database.query({ text, values });
  return row?.['is'];
};
const isPast = async (instant: string): Promise<boolean> =>
  (await ask('SELECT clock_timestamp() >= $1::timestamptz AS is', [instant])) === true;

const ways = waysOfRights(() => town, isPast);

const write = async (method: string, path: string, body?: object): Promise<void> => {
  const answer = await town.admin.rest(method, `/n/v1/${path}`, body ? { body } : {});
  expect([method, path, answer.status < 300, answer.text]).toEqual([method, path, true, answer.text]);
};

/** What arrived behind a door, with its place in the log. */
interface Message {
  readonly text: string;
  readonly sequence: number;
}

/** A door that is listened at. */
interface Door {
  readonly name: string;
  readonly tells: readonly Part[];
  readonly messages: Message[];
  /** How the stream ended; undefined while it runs. */
  ended?: unknown;
}

const everything = `subscription { events(subjects: [ENTITY, TASK, THREAD_POST]) { cursor targetUrn target {
  urn ... on Entity { name } ... on Task { title } ... on ThreadPost { content } } } }`;

function note(door: Door, data: Wire): void {
  const text = JSON.stringify(data);
  const [, cursor] = /"cursor":"([^"]+)"/.exec(text) ?? [];
  door.messages.push({ text, sequence: cursor === undefined ? 0 : sequenceOf(cursor) });
}

function overSocket(token: string | null, name: string, tells: readonly Part[], query: string): Door {
  const door: Door = { name: `${name}, WebSocket`, messages: [], tells };
  const socket = socketClient(service.url, token);
  const heard = follow(socket, query);
  ends.push(() => void socket.dispose());
  void (async () => {
    for (let count = 1; ; count += 1) note(door, (await heard.until(count))[count - 1]);
  })().catch(() => undefined);
  void heard.end().then((end) => (door.ended = end));
  return door;
}

async function overEvents(
  token: string | null,
  [path, name]: [string, string],
  tells: readonly Part[],
  query: string,
): Promise<Door> {
  const door: Door = { name: `${name}, SSE at ${path}`, messages: [], tells };
  const stream = await openStream(service.url, token, query, {}, {}, path);
  expect([door.name, stream.status]).toEqual([door.name, 200]);
  ends.push(() => stream.close());
  void (async () => {
    for (let frame = await stream.next(); frame?.event === 'next'; frame = await stream.next()) {
      note(door, frame.data);
      if (frame.data.errors) door.ended = frame.data.errors;
    }
    door.ended ??= null;
  })().catch(() => undefined);
  return door;
}

/** The doors that tell of whatever may be read; the first is open. */
async function wideDoors({ reader }: World, tells: readonly Part[]): Promise<Door[]> {
  return [
    await overEvents(reader.token, ['/graphql/stream', 'events'], tells, everything),
    await overEvents(reader.token, ['/graphql', 'events'], tells, everything),
    overSocket(reader.token, 'events', tells, everything),
  ];
}

/** The webhooks of the reader, as one door; with their urns. */
async function webhooks({ reader }: World, tells: readonly Part[]): Promise<{ door: Door; urns: string[] }> {
  const door: Door = { name: 'webhook', messages: [], tells };
  const at = `/${crypto.randomUUID()}`;
  hooks.set(new URL(receiver.url).pathname + at, door);
  const options = { payload: 'FULL', ordering: 'NONE' };
  const urns = await Promise.all(
    ['ENTITY', 'TASK', 'THREAD_POST'].map((subject) =>
      subscribe(town.admin, reader.client, receiver.url + at, { ...options, subject }),
    ),
  );
  return { door, urns };
}

/** What tells of one thing, and can be opened only by who may read it: field and query. */
function narrowQueries(
  { task, thread }: World,
  parts: readonly Part[],
): (readonly [Part, readonly [string, string]])[] {
  const queries: Partial<Record<Part, readonly [string, string]>> = {
    task: ['taskChanged', `subscription { taskChanged(urn: "${task}") { cursor task { urn title } } }`],
    thread: [
      'threadPosts',
      `subscription { threadPosts(thread: "${thread}") { cursor postUrn post { urn content } } }`,
    ],
  };
  return parts.flatMap((part) => (queries[part] ? [[part, queries[part]] as const] : []));
}

async function narrowDoors(world: World, tells: readonly Part[]): Promise<Door[]> {
  const { token } = world.reader;
  const doors: Door[] = [];
  for (const [part, [name, query]] of narrowQueries(world, tells)) {
    doors.push(overSocket(token, name, [part], query));
    doors.push(await overEvents(token, ['/graphql/stream', name], [part], query));
  }
  return doors;
}

async function viewDoors({ reader, path }: World, isEveryones: boolean): Promise<Door[]> {
  const query = `subscription { entityViewChanged(path: "${path}") { cursor view { urn name } } }`;
  const name = 'entityViewChanged';
  return [
    overSocket(reader.token, name, ['page'], query),
    await overEvents(reader.token, ['/graphql/stream', name], ['page'], query),
    ...(isEveryones ? [overSocket(null, `${name} without a token`, ['page'], query)] : []),
  ];
}

async function worldOf({ status = 'PUBLISH', parts = everyPart, isOfMembers }: Omit<Way, 'give'> = {}): Promise<World> {
  const root = town.admin.company;
  const company = await town.make('company', { name: 'Home', parentCompany: root });
  const other = await town.make('company', { name: 'Alive', parentCompany: root });
  const path = `/${crypto.randomUUID()}`;
  const pageOf = (owner: string, more: object): Promise<string> =>
    town.make('entity', { urn: crypto.randomUUID(), owner, name: 'Page', language: 'en', status: 'PUBLISH', ...more });
  const reader = await town.person('Reader', []);
  await town.grant('API_CLIENT', reader.client, 'COMPANY', other, 'READ');
  // Posts are read by members of the group alone.
  const group = await town.group({ owner: company });
  if (parts.includes('thread') && !isOfMembers) await town.join(group, reader);
  return {
    ...{ reader, company, path, group },
    page: await pageOf(company, { path, status }),
    task: await town.make('task', { ...bareTask, owner: company, title: 'Task' }),
    thread: await town.make('messagethread', { group, name: 'Thread' }),
    alive: await pageOf(other, {}),
  };
}

/** Changes what the case is about; each text holds the mark. */
async function change({ page, task, thread }: World, parts: readonly Part[], mark: string): Promise<void> {
  if (parts.includes('page')) await write('PATCH', `entity/${page}`, { name: `${mark} page` });
  if (parts.includes('task')) await write('PATCH', `task/${task}`, { title: `${mark} task` });
  if (parts.includes('thread')) await town.make('threadpost', { messageThread: thread, content: `${mark} thread` });
}

const heardAt = ({ messages }: Door, text: string): boolean => messages.some((one) => one.text.includes(text));

/**
 * Makes a change, again while a door has not told of it that the first has told of: one that was just opened may have missed it.
 * The first is known to be open.
 */
async function toldAt(doors: readonly Door[], mark: string, make: (mark: string) => Promise<unknown>): Promise<void> {
  const [first] = doors;
  for (let count = 1, missing = [...doors]; missing.length > 0; count += 1) {
    const numbered = `${String(count)} ${mark}`;
    const lacks = (door: Door): boolean => !door.tells.every((part) => heardAt(door, `${mark} ${part}`));
    await make(numbered);
    await eventually(
      async () => first?.tells.every((part) => heardAt(first, `${numbered} ${part}`)),
      (isTold) => isTold === true,
    );
    missing = doors.filter(lacks);
    if (missing.some(({ name }) => name !== 'webhook')) continue;
    await eventually(
      async () => missing.filter(lacks),
      (some) => some.length === 0,
    );
    return;
  }
}

/** Resolves once every door has told of a change that came after all others. */
async function control({ alive }: World, doors: readonly Door[]): Promise<void> {
  const name = `Alive ${crypto.randomUUID()}`;
  await write('PATCH', `entity/${alive}`, { name });
  await eventually(
    async () => doors.filter((door) => !heardAt(door, name)),
    (missing) => missing.length === 0,
  );
}

/** Resolves to how the deliveries of what was changed after the place ended, once all have. */
async function settledAfter(urns: readonly string[], place: number): Promise<Wire[]> {
  const all = await eventually(
    async () => (await Promise.all(urns.map((urn) => deliveries(town.admin, urn)))).flat(),
    (list) => list.every(({ completedTimestamp }) => completedTimestamp !== null),
  );
  return all.filter(({ sequence }) => Number(sequence) > place);
}

const place = async (): Promise<number> => sequenceOf(await logEnd(service.services));

describe('A right that comes and goes while its holder is subscribed', () => {
  test('is tried in every way', () => expect(Object.keys(ways).length).toBeGreaterThan(20));

  test.each(Object.keys(ways))('%s', async (name) => {
    const way = ways[name] as Way;
    const { parts = everyPart } = way;
    const world = await worldOf(way);
    await way.prepare?.(world);
    const hook = await webhooks(world, parts);
    const wide = await wideDoors(world, parts);
    await toldAt(
      wide.map((door) => ({ ...door, tells: ['page'] })),
      'Awake',
      (mark) => write('PATCH', `entity/${world.alive}`, { name: `${mark} page` }),
    );

    // Before it is given, nothing arrives.
    await change(world, parts, 'Early');
    await change(world, parts, 'Quiet');
    await control(world, [...wide, hook.door]);
    await settledAfter(hook.urns, 0);

    // Once it is given, later changes do.
    const take = await way.give(world);
    const narrow = await narrowDoors(world, parts);
    const views = way.isInViews ? await viewDoors(world, name === 'what everyone has') : [];
    const doors = [...wide, hook.door, ...narrow, ...views];
    await toldAt(doors, 'Given', (mark) => change(world, parts, mark));

    // From the acknowledged end of it on, they do not.
    await take();
    const end = await place();
    const ended = (): Promise<unknown> =>
      eventually(
        async () => narrow.filter((one) => one.ended === undefined),
        (open) => open.length === 0,
      );
    // What may not be read any more is followed no more, before anything else happens to it.
    await ended();
    await change(world, parts, 'Late');
    await change(world, parts, 'Quiet');
    const last = await place();
    await control(world, [...wide, hook.door]);
    const about = await settledAfter(hook.urns, end);
    const refused = about.filter(({ sequence }) => Number(sequence) <= last);
    expect(refused.length).toBe(2 * parts.length);
    expect(refused.map(({ status, discardReason }) => [status, discardReason])).toEqual(
      refused.map(() => ['DISCARDED', 'NO_PERMISSION']),
    );
    await ended();
    for (const one of narrow)
      expect([one.name, one.ended]).toMatchObject([one.name, [{ extensions: { code: 'NOT_FOUND' } }]]);
    await eventually(
      async () => views.filter((one) => !heardAt(one, '"view":null')),
      (shown) => shown.length === 0,
    );

    // Given once more, the same streams go on: a view has told of nothing in between.
    if (way.isInViews) {
      await way.give(world);
      await toldAt([...wide, hook.door, ...views], 'Again', (mark) => change(world, parts, mark));
    }
    for (const door of doors) {
      for (const mark of ['Early', 'Late'])
        expect([door.name, mark, heardAt(door, mark)]).toEqual([door.name, mark, false]);
      const forbidden = door.messages.filter(
        ({ sequence, text }) =>
          sequence > end && sequence <= last && text.includes('"cursor"') && !/"view":null|NOT_FOUND/.test(text),
      );
      expect([door.name, forbidden]).toEqual([door.name, []]);
    }
    for (const close of ends.splice(0)) close();
  });
});

describe('A right that has just gone', () => {
  // While the log stands still, nothing but the right itself says that it has gone.
  const withLogHeld = (run: () => Promise<void>): Promise<void> =>
    withClient(service.databaseUrl, async (database) => {
      await database.query('BEGIN');
      await database.query('SELECT 1 FROM "event_log" WHERE "tenant" = $1 FOR UPDATE', [town.admin.company]);
      await run();
      await database.query('ROLLBACK');
    });

  test.each(Object.keys(ways))('opens nothing, and shows nothing to who catches up: %s', async (name) => {
    const way = ways[name] as Way;
    const { parts = everyPart } = way;
    const world = await worldOf(way);
    const { reader, alive } = world;
    await way.prepare?.(world);
    const take = await way.give(world);
    const from = await logEnd(service.services);
    await change(world, parts, 'Given');
    await write('PATCH', `entity/${alive}`, { name: 'Alive page' });
    await logEnd(service.services);
    const catchUp = `subscription { events(after: "${from}", subjects: [ENTITY, TASK, THREAD_POST]) { cursor target {
      ... on Entity { name } ... on Task { title } ... on ThreadPost { content } } } }`;
    const urns = JSON.stringify([...parts.map((part) => world[part]), alive]);
    const shown = `subscription { events(targetUrns: ${urns}, includeSnapshot: true) { cursor target {
      ... on Entity { name } ... on Task { title } ... on MessageThread { thread: name } } } }`;
    await withLogHeld(async () => {
      // The caller is read when its streams begin.
      const before = overSocket(reader.token, 'caught up with before', parts, catchUp);
      await eventually(
        async () => before,
        (door) => parts.every((part) => heardAt(door, `Given ${part}`)) && heardAt(door, 'Alive page'),
      );
      await take();
      await change(world, parts, 'Late');
      const doors = [
        overSocket(reader.token, 'caught up with', parts, catchUp),
        overSocket(reader.token, 'shown at first', parts, shown),
      ];
      const narrow = narrowQueries(world, parts).map(([part, [field, query]]) =>
        overSocket(reader.token, field, [part], query),
      );
      await eventually(
        async () => [...doors.filter((door) => !heardAt(door, 'Alive page')), ...narrow.filter((one) => !one.ended)],
        (missing) => missing.length === 0,
      );
      for (const door of doors) expect([door.name, door.messages.length]).toEqual([door.name, 1]);
      for (const one of narrow)
        expect([one.name, one.ended, one.messages]).toMatchObject([
          one.name,
          [{ extensions: { code: 'NOT_FOUND' } }],
          [],
        ]);
    });
    for (const close of ends.splice(0)) close();
  });
});

/** How a caller ends as a whole, and whether its webhooks do. */
const callerEnds: Readonly<
  Record<string, { readonly endsWebhooks: boolean; readonly end: (world: World) => Promise<unknown> }>
> = {
  'its token is revoked': {
    endsWebhooks: false,
    end: async ({ reader }) => write('DELETE', `apiclientbearertoken/${await tokenOf(reader)}`),
  },
  'its token has expired': {
    endsWebhooks: false,
    async end({ reader }) {
      const text = `UPDATE api_client_bearer_token SET expiration_timestamp = clock_timestamp() WHERE urn = $1`;
      const urn = await tokenOf(reader);
      await withClient(service.databaseUrl, (database) => database.query(text, [urn]));
    },
  },
  'its client is disabled': {
    endsWebhooks: true,
    end: ({ reader }) => write('PATCH', `apiclient/${reader.client}`, { status: 'DISABLED' }),
  },
  'its client is deleted': { endsWebhooks: true, end: ({ reader }) => write('DELETE', `apiclient/${reader.client}`) },
};

async function tokenOf({ client }: Person): Promise<string> {
  const { body } = await town.admin.rest('GET', `/n/v1/apiclientbearertokens?filter[apiClient]=${client}`);
  return String(body.apiclientbearertokens[0].urn);
}

describe('A caller that ends while it is subscribed is told nothing more', () => {
  test.each(Object.keys(callerEnds))('%s', async (name) => {
    const { endsWebhooks, end } = callerEnds[name] as (typeof callerEnds)[string];
    const world = await worldOf();
    await town.grant('API_CLIENT', world.reader.client, 'COMPANY', world.company, 'READ');
    const { door } = await webhooks(world, everyPart);
    const streams = [...(await wideDoors(world, everyPart)), ...(await narrowDoors(world, everyPart))];
    const administrator = overSocket(town.admin.token, 'events of an administrator', everyPart, everything);
    await toldAt([...streams, administrator, door], 'Given', (mark) => change(world, everyPart, mark));
    await end(world);
    const last = await place();
    await change(world, everyPart, 'Late');
    await control(world, [administrator]);
    await eventually(
      async () => streams.filter(({ ended }) => ended === undefined),
      (open) => open.length === 0,
    );
    for (const one of streams) {
      expect([one.name, one.ended]).toMatchObject([one.name, [{ extensions: { code: 'UNAUTHENTICATED' } }]]);
      expect([one.name, one.messages.filter(({ sequence }) => sequence > last)]).toEqual([one.name, []]);
    }
    const controls = everyPart.map((part) => `Late ${part}`);
    expect(controls.filter((text) => heardAt(administrator, text))).toEqual(controls);
    if (endsWebhooks) {
      const another = await worldOf();
      const other = await webhooks(another, everyPart);
      await control(another, [other.door]);
      expect(door.messages.filter(({ sequence }) => sequence > last)).toEqual([]);
    } else
      await eventually(
        async () => controls.filter((text) => !heardAt(door, text)),
        (missing) => missing.length === 0,
      );
    for (const close of ends.splice(0)) close();
  });
});
