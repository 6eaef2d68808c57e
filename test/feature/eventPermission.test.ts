// Which reader receives which event: permission is checked for each event when it is sent, for the reader's rights at
// that moment; a reader whose token or grant ends receives nothing more.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { purgeOldEvents } from '../../src/events/startEvents.ts';
import type { Client } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { logEnd, ordinalEnd, sequenceOf } from '../support/eventLog.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';

let service: TestService;
let admin: Tenant;

beforeAll(async () => {
  service = await startService();
  admin = await service.tenant();
});
afterAll(() => service.close());

async function make(path: string, body: Record<string, unknown>): Promise<string> {
  const answer = await admin.rest('POST', `/n/v1/${path}`, { body: { owner: admin.company, ...body } });
  expect({ path, status: answer.status, errors: answer.body?.errors }).toEqual({ path, status: 201 });
  return String(answer.body.urn);
}

interface Reader {
  readonly apiClient: string;
  readonly tokenUrn: string;
  readonly token: string;
  readonly client: Client;
}

// A restricted client: it may read only what it is granted.
async function reader(): Promise<Reader> {
  const apiClient = await make('apiclient', { name: 'Reader' });
  const body = { apiClient, expirationTimestamp: new Date(Date.now() + 7_200_000).toISOString() };
  const made = await admin.rest('POST', '/n/v1/apiclientbearertoken', { body });
  expect(made.status).toBe(201);
  const token = String(made.body.bearerToken);
  return { apiClient, tokenUrn: made.body.urn, token, client: service.client(token) };
}

const grant = (to: Reader, objectScope: string, objectUrn: string, label = 'READ'): Promise<string> =>
  make('permission', { subjectScope: 'API_CLIENT', subjectUrn: to.apiClient, objectScope, objectUrn, label });

const page = (more: Record<string, unknown> = {}): Promise<string> =>
  make('entity', { urn: crypto.randomUUID(), name: 'Page', language: 'en', status: 'PUBLISH', ...more });

const rename = async (urn: string, name: string): Promise<void> => {
  expect((await admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name } })).status).toBe(200);
};

const remove = async (path: string, urn: string): Promise<void> => {
  expect((await admin.rest('DELETE', `/n/v1/${path}/${urn}`)).status).toBe(204);
};

const head = (): Promise<string> => logEnd(service.services);

const events = `subscription ($after: String, $subjects: [EventSubject!]) {
  events(after: $after, subjects: $subjects) { cursor subject event targetUrn target { urn } }
}`;
const kinds = (received: { events: { event: string; targetUrn: string } }[]): string[] =>
  received.map((t) => `${t.events.event} ${t.events.targetUrn}`);

describe('an event', () => {
  test('is delivered to readers of its target, also when the target was deleted, and to no one else', async () => {
    const [seen, hidden, draft, last] = [
      await page(),
      await page(),
      await page({ status: 'DRAFT_UNPUBLISHED' }),
      await page(),
    ];
    const some = await reader();
    for (const urn of [seen, draft, last]) await grant(some, 'ENTITY', urn);
    const stranger = await service.tenant();
    const after = await head();
    const readers = [some, stranger, admin].map(({ token }) => socketClient(service.url, token));
    // A cursor is of one tenant: the stranger begins at the end of its own log.
    const [mine, theirs, all] = readers.map((socket, at) =>
      follow(socket, events, { after: at === 1 ? null : after, subjects: ['ENTITY'] }),
    );
    await rename(hidden, 'A');
    await rename(seen, 'B');
    await rename(draft, 'C');
    for (const urn of [hidden, seen, draft]) await remove('entity', urn);
    await rename(last, 'D');
    const some3 = [`UPDATE ${seen}`, `DELETE ${seen}`, `UPDATE ${last}`];
    const every7 = [
      ...[hidden, seen, draft].map((urn) => `UPDATE ${urn}`),
      ...[hidden, seen, draft].map((urn) => `DELETE ${urn}`),
      `UPDATE ${last}`,
    ];
    expect(kinds((await mine?.until(3)) ?? [])).toEqual(some3);
    expect(kinds((await all?.until(7)) ?? [])).toEqual(every7);
    expect(mine?.data[1].events.target).toBeNull();
    expect(theirs?.data).toEqual([]);

    // Catching up delivers to each reader the same events as the live stream.
    const query = `query ($after: String) {
      events(after: $after, subjects: [ENTITY]) { nodes { event targetUrn } pageInfo { endCursor hasNextPage } }
    }`;
    const caughtUp = async (client: Client): Promise<string[]> =>
      kinds((await client.data(query, { after })).events.nodes.map((node: unknown) => ({ events: node })));
    expect(await caughtUp(some.client)).toEqual(some3);
    expect(await caughtUp(admin)).toEqual(every7);
    const own = await stranger.data(query, { after: null });
    expect(own).toEqual({
      events: { nodes: [], pageInfo: { endCursor: expect.stringMatching(/^1\.[0-9]+$/), hasNextPage: false } },
    });
    expect(sequenceOf(own.events.pageInfo.endCursor)).toBeLessThan(sequenceOf(await head()));
    for (const socket of readers) await socket.dispose();
  });

  test('is no longer delivered once the grant is revoked, while other readers still receive it', async () => {
    const [urn, still] = [await page(), await page()];
    const [one, two] = [await reader(), await reader()];
    const edge = await grant(one, 'ENTITY', urn);
    await grant(one, 'ENTITY', still);
    await grant(two, 'ENTITY', urn);
    const sockets = [socketClient(service.url, one.token), socketClient(service.url, two.token)];
    const after = await head();
    const [first, second] = sockets.map((socket) => follow(socket, events, { after, subjects: ['ENTITY'] }));
    await rename(urn, 'Before');
    await first?.until(1);
    await remove('permission', edge);
    await rename(urn, 'After');
    await rename(still, 'After');
    expect(kinds((await first?.until(2)) ?? [])).toEqual([`UPDATE ${urn}`, `UPDATE ${still}`]);
    expect(kinds((await second?.until(2)) ?? [])).toEqual([`UPDATE ${urn}`, `UPDATE ${urn}`]);
    for (const socket of sockets) await socket.dispose();
  });

  test('that gets its number together with the end of a role is decided for its reader as that is without the role', async () => {
    const [urn, still] = [await page(), await page()];
    const one = await reader();
    await grant(one, 'ENTITY', still);
    const role = await make('role', { name: 'Readers', apiClients: [one.apiClient] });
    const edge = { subjectScope: 'ROLE', subjectUrn: role, objectScope: 'ENTITY', objectUrn: urn, label: 'READ' };
    await make('permission', edge);
    const socket = socketClient(service.url, one.token);
    const heard = follow(socket, events, { after: await head(), subjects: ['ENTITY'] });
    await rename(urn, 'Before');
    await heard.until(1);
    await withClient(service.databaseUrl, async (client) => {
      // Nothing gets a number meanwhile.
      await client.query('BEGIN; SELECT 1 FROM event_log FOR UPDATE');
      expect((await admin.rest('PATCH', `/n/v1/role/${role}`, { body: { apiClients: [] } })).status).toBe(200);
      await rename(urn, 'After');
      await rename(still, 'After');
      await client.query('COMMIT');
    });
    expect(kinds(await heard.until(2))).toEqual([`UPDATE ${urn}`, `UPDATE ${still}`]);
    await socket.dispose();
  });
});

describe('a revoked token', () => {
  test('closes its socket with 4403 and its streams with UNAUTHENTICATED, even without any event', async () => {
    const [urn, some] = [await page(), await reader()];
    await grant(some, 'ENTITY', urn);
    const socket = socketClient(service.url, some.token);
    const heard = follow(socket, events, { after: await head(), subjects: ['ENTITY'] });
    const stream = await openStream(service.url, some.token, events, { after: await head(), subjects: ['ENTITY'] });
    // Both follow before the token goes.
    await rename(urn, 'Before');
    await heard.until(1);
    expect(await stream.next()).toMatchObject({ event: 'next', data: { data: { events: {} } } });
    const ending = heard.end();
    await service.services.database.query({
      text: 'UPDATE api_client_bearer_token SET revoked_timestamp = now() WHERE urn = $1::uuid',
      values: [some.tokenUrn],
    });
    expect(await ending).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED', cursor: expect.stringMatching(/^1\.\d+$/) } },
    ]);
    expect(await stream.next()).toMatchObject({
      event: 'next',
      data: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
    });
    expect(await stream.next()).toMatchObject({ event: 'complete' });
    expect(await stream.next()).toBeNull();
  });

  test('receives no event from after the revocation', async () => {
    const urn = await page();
    const some = await reader();
    await grant(some, 'COMPANY', admin.company);
    const socket = socketClient(service.url, some.token);
    const heard = follow(socket, events, { after: await head(), subjects: ['ENTITY'] });
    await rename(urn, 'Before');
    await heard.until(1);
    await remove('apiclientbearertoken', some.tokenUrn);
    await rename(urn, 'After');
    await heard.end();
    expect(kinds(heard.data)).toEqual([`UPDATE ${urn}`]);
  });
});

describe('a narrow subscription', () => {
  test('delivers the events of one task until the grant on it ends', async () => {
    const task = await make('task', {
      ...{ title: 'T', description: 'D', dueTimestamp: '2030-01-01T00:00:00.000Z' },
      ...{ associatedIdentities: [], associatedEntities: [], associatedCompanies: [], associatedTasks: [] },
      ...{ blockedBy: [], blocking: [] },
    });
    const some = await reader();
    const edge = await grant(some, 'TASK', task);
    const socket = socketClient(service.url, some.token);
    const heard = follow(
      socket,
      `subscription ($urn: ID!) { taskChanged(urn: $urn) { cursor event task { title } } }`,
      { urn: task },
    );
    const probe = follow(socket, events, { after: '0' });
    await probe.until(1);
    expect((await admin.rest('PATCH', `/n/v1/task/${task}`, { body: { title: 'New' } })).status).toBe(200);
    expect((await heard.until(1))[0].taskChanged).toMatchObject({ event: 'UPDATE', task: { title: 'New' } });
    await remove('permission', edge);
    expect(await heard.end()).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    await socket.dispose();
    const whole = socketClient(service.url, admin.token);
    const other = follow(whole, `subscription ($urn: ID!) { taskChanged(urn: $urn) { event task { title } } }`, {
      urn: task,
    });
    await follow(whole, events, { after: '0' }).until(1);
    await remove('task', task);
    expect((await other.until(1))[0].taskChanged).toEqual({ event: 'DELETE', task: null });
    await whole.dispose();
  });

  test('says what is wrong with a field of an answer, beside what is right', async () => {
    const urn = await page();
    const from = await head();
    const names = JSON.stringify(Array.from({ length: 201 }, (_, at) => String(at)));
    const socket = socketClient(service.url, admin.token);
    const query = `subscription ($after: String) { events(after: $after) { event targetUrn target { ... on Entity { name texts(names: ${names}) { urn } } } } }`;
    const heard = follow(socket, query, { after: from });
    await rename(urn, 'Renamed');
    const [answer] = await heard.until(1);
    expect(answer.errors).toMatchObject([
      { path: ['events', 'target', 'texts'], extensions: { code: 'INVALID_PARAMETER' } },
    ]);
    await socket.dispose();
  });

  test('delivers the posts of one thread, stored ones first', async () => {
    const group = await make('group', { name: `Group ${crypto.randomUUID()}` });
    const thread = await make('messagethread', { group, name: 'Here' });
    const elsewhere = await make('messagethread', { group, name: 'There' });
    const post = (messageThread: string, content: string): Promise<string> =>
      make('threadpost', { messageThread, content });
    const first = await post(thread, 'One');
    const socket = socketClient(service.url, admin.token);
    const query = `subscription ($thread: ID!) { threadPosts(thread: $thread, after: "0") { cursor event postUrn post { content } } }`;
    const heard = follow(socket, query, { thread });
    await heard.until(1);
    await post(elsewhere, 'Not here');
    const second = await post(thread, 'Two');
    expect((await heard.until(2)).map((t) => t.threadPosts)).toMatchObject([
      { event: 'CREATE', postUrn: first, post: { content: 'One' } },
      { event: 'CREATE', postUrn: second, post: { content: 'Two' } },
    ]);
    await socket.dispose();
  });

  test('delivers what readers of a page see, only when that changes', async () => {
    const path = `/view-${crypto.randomUUID()}`;
    const urn = await page({ path, texts: [{ name: 'title', sortOrder: 0, value: 'One' }] });
    const text = (await admin.data(`query ($urn: ID!) { entity(urn: $urn) { texts { urn } } }`, { urn })).entity
      .texts[0].urn;
    const socket = socketClient(service.url, admin.token);
    const heard = follow(
      socket,
      `subscription ($path: String!) { entityViewChanged(path: $path) { cursor view { status texts { value } } } }`,
      { path },
    );
    const probe = follow(socket, events, { after: '0' });
    await probe.until(1);
    expect((await admin.rest('PATCH', `/n/v1/textitem/${text}`, { body: { value: 'Two' } })).status).toBe(200);
    const [drafted] = await heard.until(1);
    expect(drafted.entityViewChanged.view).toEqual({ status: 'PUBLISHED_WITH_DRAFTS', texts: [{ value: 'One' }] });
    await rename(await page(), 'Elsewhere');
    await admin.data(`mutation ($urn: ID!) { publishEntity(urn: $urn) { userErrors { code } } }`, { urn });
    const [, published] = await heard.until(2);
    expect(published.entityViewChanged.view).toEqual({ status: 'PUBLISHED', texts: [{ value: 'Two' }] });
    await remove('entity', urn);
    expect((await heard.until(3))[2].entityViewChanged.view).toBeNull();
    await socket.dispose();
  });

  test('delivers that a page is seen no more when the right to see it ends with time', async () => {
    const path = `/view-${crypto.randomUUID()}`;
    const urn = await page({ path });
    const object = { objectScope: 'ENTITY', objectUrn: urn, label: 'READ' };
    const edge = await make('permission', { subjectScope: 'EVERYONE', subjectUrn: admin.company, ...object });
    const query = `subscription ($path: String!) { entityViewChanged(path: $path) { cursor view { name } } }`;
    const sockets = [(await reader()).token, null].map((token) => socketClient(service.url, token));
    const heard = sockets.map((socket) => follow(socket, query, { path }));
    for (const [at, one] of heard.entries()) {
      // One that was just opened may have missed it.
      for (let name = 0; one.data.length === 0; name += 1) {
        await rename(urn, `${String(at)} ${String(name)}`);
        await vi.waitFor(() => expect(one.data.length).toBeGreaterThan(0), 500).catch(() => undefined);
      }
    }
    const toTimestamp = new Date(Date.now() + 1_500).toISOString();
    expect((await admin.rest('PATCH', `/n/v1/permission/${edge}`, { body: { toTimestamp } })).status).toBe(200);
    const last = await head();
    for (const one of heard) {
      await vi.waitFor(() => expect(one.data.at(-1)?.entityViewChanged.view).toBeNull(), 10_000);
      expect(one.data.at(-1)?.entityViewChanged.cursor).toBe(last);
    }
    for (const socket of sockets) await socket.dispose();
  });

  test('delivers the variant of a page that it asks for', async () => {
    const path = `/view-${crypto.randomUUID()}`;
    const text = (value: string): object => ({ texts: [{ name: 'title', sortOrder: 0, value }] });
    const urn = await page({ path, ...text('Of all') });
    const socket = socketClient(service.url, admin.token);
    const query = `subscription ($path: String!) { entityViewChanged(path: $path, variant: "b") { view { texts { value } } } }`;
    const heard = follow(socket, query, { path });
    await follow(socket, events, { after: '0' }).until(1);
    await page({ path, variant: 'b', ...text('Of b') });
    await rename(urn, 'Renamed');
    expect((await heard.until(1))[0].entityViewChanged.view).toEqual({ texts: [{ value: 'Of b' }] });
    await socket.dispose();
  });

  test('delivers the current state first when a snapshot is requested', async () => {
    const urn = await page();
    await logEnd(service.services);
    const socket = socketClient(service.url, admin.token);
    const query = `subscription ($t: [ID!]) { events(targetUrns: $t, includeSnapshot: true) { event targetUrn targetVersion target { urn } cursor } }`;
    const heard = follow(socket, query, { t: [urn] });
    const [now] = await heard.until(1);
    expect(now.events).toMatchObject({ event: 'ALL', targetUrn: urn, targetVersion: '1', target: { urn } });
    await rename(urn, 'Next');
    expect((await heard.until(2))[1].events).toMatchObject({ event: 'UPDATE', targetUrn: urn });
    // Of what the subscription is about alone.
    const company = await admin.data('{ companies { nodes { urn version } } }');
    const [{ urn: other }] = company.companies.nodes;
    const filtered = `subscription ($t: [ID!]) { events(targetUrns: $t, subjects: [COMPANY], includeSnapshot: true) { targetUrn subject } }`;
    const [first] = await follow(socket, filtered, { t: [urn, other] }).until(1);
    expect(first.events).toEqual({ targetUrn: other, subject: 'COMPANY' });
    await socket.dispose();
  });

  test('is refused a snapshot of everything', async () => {
    const socket = socketClient(service.url, admin.token);
    const ended = await follow(socket, `subscription { events(includeSnapshot: true) { cursor } }`).end();
    expect(ended).toMatchObject([
      { message: 'includeSnapshot: targetUrns must say of what.', extensions: { code: 'INVALID_PARAMETER' } },
    ]);
    await socket.dispose();
  });
});

describe('a cursor', () => {
  test('is the same for subscriptions, Query.events and the list of triggers', async () => {
    const urn = await page();
    const from = await head();
    await rename(urn, 'One');
    await rename(urn, 'Two');
    const socket = socketClient(service.url, admin.token);
    const heard = await follow(socket, events, { after: from }).until(2);
    const sequences = heard.map((t) => t.events.cursor);
    const list = await admin.rest('GET', `/n/v1/webhooktriggers?after=${from}&limit=1`);
    expect(list.status).toBe(200);
    expect(list.body.webhooktriggers.map((t: { sequence: number }) => `1.${String(t.sequence)}`)).toEqual([
      sequences[0],
    ]);
    expect(list.body.pagination).toMatchObject({ after: sequences[0], isMorePages: true });
    const next = await admin.rest('GET', list.body.pagination.nextUrl);
    expect(next.body.webhooktriggers.map((t: { sequence: number }) => `1.${String(t.sequence)}`)).toEqual([
      sequences[1],
    ]);
    expect(next.body.pagination.isMorePages).toBe(false);
    const page1 = await admin.data(
      `query ($a: String) { events(first: 1, after: $a) { edges { cursor } pageInfo { endCursor hasNextPage } } }`,
      { a: from },
    );
    expect(page1.events).toEqual({
      edges: [{ cursor: sequences[0] }],
      pageInfo: { endCursor: sequences[0], hasNextPage: true },
    });
    await socket.dispose();
  });

  test('older than the retention is refused everywhere, with the oldest valid cursor', async () => {
    const { database } = service.services;
    const oldest = await head();
    const all = await ordinalEnd(service.services);
    await database.query({
      text: `UPDATE webhook_trigger SET created_timestamp = now() - interval '8 days'`,
      values: [],
    });
    const urn = await page();
    await head();
    expect(await purgeOldEvents(database, 7)).toBe(all);
    const socket = socketClient(service.url, admin.token);
    const refused = { extensions: { code: 'CURSOR_EXPIRED', httpCode: 410, oldestCursor: oldest } };
    expect(await follow(socket, events, { after: `1.${String(sequenceOf(oldest) - 1)}` }).end()).toMatchObject([
      refused,
    ]);
    const query = await admin.graph(`{ events(after: "1") { nodes { id } } }`);
    expect(query.errors?.[0]).toMatchObject(refused);
    const list = await admin.rest('GET', '/n/v1/webhooktriggers?after=1');
    expect([list.status, list.body.code, list.body.oldestCursor]).toEqual([410, 'CURSOR_EXPIRED', oldest]);
    const [kept] = await follow(socket, events, { after: oldest }).until(1);
    expect(kept.events).toMatchObject({ event: 'CREATE', targetUrn: urn });
    expect((await admin.data(`{ events { nodes { targetUrn } } }`)).events.nodes[0].targetUrn).toBe(urn);
    await socket.dispose();
  });
});
