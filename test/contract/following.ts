// What it takes to try that a right that goes takes what follows with it: a world in which it is given and taken, and the doors
// behind which changes arrive: WebSocket, server-sent events on both paths, the narrow subscriptions and webhooks.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { community, type Community } from '../support/community.ts';
import { logEnd, sequenceOf } from '../support/eventLog.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';
import { deliveries, eventually, subscribe, type Wire } from '../support/webhooks.ts';
import { bareTask } from '../support/work.ts';
import { everyPart, waysOfRights, type Part, type Way, type World } from './waysOfRights.ts';

/** The service, and the tenant in it; there while tests of a file run that calls `whileFollowing`. */
export let service: SharedService;
export let town: Community;
let receiver: Receiver;
/** Doors of webhooks, by the path that they are sent to. */
const hooks = new Map<string, Door>();
/** Ends the streams of the case that runs. */
const ends: (() => void)[] = [];

/** Starts them for the tests of the file that calls this, and ends them afterwards. */
export function whileFollowing(): void {
  beforeAll(async () => {
    service = await sharedService();
    town = await community(service);
    receiver = await startReceiver();
    receiver.answer(({ path, json }) => {
      const door = hooks.get(path);
      if (door) note(door, json);
      return { status: 204 };
    });
  });
  // What was planned while the queue was empty takes a hundred times as long once it is filled, and PostgreSQL looks at it after a
  // minute only.
  afterEach(() => ask('ANALYZE webhook_delivery, webhook_queue, webhook_trigger', []));
  afterAll(async () => {
    for (const end of ends) end();
    await receiver.close();
  });
}

/** Ends the streams of the case that has run. */
export function endStreams(): void {
  for (const end of ends.splice(0)) end();
}

/** Ends its webhooks: what later cases change is not to be tried for them. */
export async function endWebhooks(urns: readonly string[]): Promise<void> {
  for (const urn of urns) await write('DELETE', `webhooksubscription/${urn}`);
}

const ask = async (text: string, values: readonly unknown[]): Promise<unknown> => {
  const [row] = await service.services.database.query({ text, values });
  return row?.['is'];
};
const isPast = async (instant: string): Promise<boolean> =>
  (await ask('SELECT clock_timestamp() >= $1::timestamptz AS is', [instant])) === true;

/** The ways in which a right is given and taken. */
export const ways = waysOfRights(() => town, isPast);

/** Sends a change as the administrator, who may make it. */
export const write = async (method: string, path: string, body?: object): Promise<void> => {
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

/** Follows whatever its reader may read. */
export const everything = `subscription { events(subjects: [ENTITY, TASK, THREAD_POST]) { cursor targetUrn target {
  urn ... on Entity { name } ... on Task { title } ... on ThreadPost { content } } } }`;

function note(door: Door, data: Wire): void {
  const text = JSON.stringify(data);
  const [, cursor] = /"cursor":"([^"]+)"/.exec(text) ?? [];
  door.messages.push({ text, sequence: cursor === undefined ? 0 : sequenceOf(cursor) });
}

/** A door over WebSocket, for a caller without a token where that is null. */
export function overSocket(token: string | null, name: string, tells: readonly Part[], query: string): Door {
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

/** Which of the doors that are about the same are opened, by their places; all in a complete run (matrix.ts). */
export type Opened = (door: number) => boolean;
const all: Opened = () => true;

/** The doors that tell of whatever may be read; the first is open. */
export async function wideDoors({ reader }: World, tells: readonly Part[], isOpened = all): Promise<Door[]> {
  const doors = [await overEvents(reader.token, ['/graphql/stream', 'events'], tells, everything)];
  if (isOpened(0)) doors.push(await overEvents(reader.token, ['/graphql', 'events'], tells, everything));
  if (isOpened(1)) doors.push(overSocket(reader.token, 'events', tells, everything));
  return doors;
}

/** The webhooks of the reader, as one door; with their urns. */
export async function webhooks({ reader }: World, tells: readonly Part[]): Promise<{ door: Door; urns: string[] }> {
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
export function narrowQueries(
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

/** The doors that are about one thing each. */
export async function narrowDoors(world: World, tells: readonly Part[], isOpened = all): Promise<Door[]> {
  const { token } = world.reader;
  const doors: Door[] = [];
  for (const [at, [part, [name, query]]] of narrowQueries(world, tells).entries()) {
    if (isOpened(at)) doors.push(overSocket(token, name, [part], query));
    if (isOpened(at + 1)) doors.push(await overEvents(token, ['/graphql/stream', name], [part], query));
  }
  return doors;
}

/** The doors that show the page, one without a token where everyone may see it. */
export async function viewDoors({ reader, path }: World, isEveryones: boolean, isOpened = all): Promise<Door[]> {
  const query = `subscription { entityViewChanged(path: "${path}") { cursor view { urn name } } }`;
  const name = 'entityViewChanged';
  return [
    ...(isOpened(0) ? [overSocket(reader.token, name, ['page'], query)] : []),
    ...(isOpened(1) ? [await overEvents(reader.token, ['/graphql/stream', name], ['page'], query)] : []),
    ...(isEveryones ? [overSocket(null, `${name} without a token`, ['page'], query)] : []),
  ];
}

/** What a case is about: a page, a task and a thread that the reader may not read yet, and a page that it may. */
export async function worldOf({
  status = 'PUBLISH',
  parts = everyPart,
  isOfMembers,
}: Omit<Way, 'give'> = {}): Promise<World> {
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
export async function change({ page, task, thread }: World, parts: readonly Part[], mark: string): Promise<void> {
  if (parts.includes('page')) await write('PATCH', `entity/${page}`, { name: `${mark} page` });
  if (parts.includes('task')) await write('PATCH', `task/${task}`, { title: `${mark} task` });
  if (parts.includes('thread')) await town.make('threadpost', { messageThread: thread, content: `${mark} thread` });
}

/** Whether something with the text arrived behind the door. */
export const heardAt = ({ messages }: Door, text: string): boolean => messages.some((one) => one.text.includes(text));

/**
 * Makes a change, again while a door has not told of it that the first has told of: one that was just opened may have missed it.
 * The first is known to be open.
 */
export async function toldAt(
  doors: readonly Door[],
  mark: string,
  make: (mark: string) => Promise<unknown>,
): Promise<void> {
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
export async function control({ alive }: World, doors: readonly Door[]): Promise<void> {
  const name = `Alive ${crypto.randomUUID()}`;
  await write('PATCH', `entity/${alive}`, { name });
  await eventually(
    async () => doors.filter((door) => !heardAt(door, name)),
    (missing) => missing.length === 0,
  );
}

/** Resolves to how the deliveries of what was changed after the place ended, once all have. */
export async function settledAfter(urns: readonly string[], place: number): Promise<Wire[]> {
  const all = await eventually(
    async () => (await Promise.all(urns.map((urn) => deliveries(town.admin, urn)))).flat(),
    (list) => list.every(({ completedTimestamp }) => completedTimestamp !== null),
  );
  return all.filter(({ sequence }) => Number(sequence) > place);
}

/** The position of the last event. */
export const place = async (): Promise<number> => sequenceOf(await logEnd(service.services));
