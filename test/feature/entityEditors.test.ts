// Who edits a page: said for half a minute, seen by who may read its drafts, told to those who follow it, whichever process serves them.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Client as SocketClient } from 'graphql-ws';
import type { Client } from '../support/client.ts';
import { page, reader, sql, type Body } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, openStream, socketClient, type Heard } from '../support/streams.ts';

let service: TestService;
let admin: Tenant;
const open: SocketClient[] = [];

beforeAll(async () => {
  service = await startService();
  admin = await service.tenant();
});
afterEach(async () => {
  for (const socket of open.splice(0)) await socket.dispose();
});
afterAll(() => service.close());

type Caller = Awaited<ReturnType<typeof reader>>;

const grant = (urn: string, label: string) => ({ label, objectUrn: urn, objectScope: 'ENTITY' });
/** Somebody who may write the page, with the urn that it is known by as an actor. */
async function editorOf(urn: string): Promise<Caller & { readonly actor: string }> {
  const caller = await reader(service, admin, [grant(urn, 'UPDATE')]);
  const { body } = await admin.rest('GET', `/n/v1/apiclient/${caller.urn}`);
  return { ...caller, actor: body.identity.urn };
}
const path = (urn: string): string => `/n/v1/entity/${urn}/editors`;

/** The urns of those who edit, by the face that asks. */
const faces: Readonly<Record<'graph' | 'rest', Face>> = {
  graph: {
    read: async (client, urn) => {
      const query = `query ($urn: ID!) { entityEditors(urn: $urn) { actor { urn } } }`;
      const answer = await client.graph(query, { urn });
      return answer.errors ? [String(answer.errors[0]?.extensions['code'])] : urnsIn(answer.data.entityEditors);
    },
    renew: (client, urn) => mutate(client, 'renewEditing', urn),
    end: (client, urn) => mutate(client, 'endEditing', urn),
  },
  rest: {
    read: (client, urn) => rest(client, 'GET', urn),
    renew: (client, urn) => rest(client, 'POST', urn),
    end: (client, urn) => rest(client, 'DELETE', urn),
  },
};

type Act = (client: Client, urn: string) => Promise<string[] | null>;

interface Face {
  readonly read: Act;
  readonly renew: Act;
  readonly end: Act;
}

async function mutate(client: Client, verb: string, urn: string): Promise<string[]> {
  const query = `mutation ($urn: ID!) { answer: ${verb}(urn: $urn) { editors { actor { urn } } userErrors { code } } }`;
  const { answer } = await client.data(query, { urn });
  return urnsIn(answer.editors) ?? answer.userErrors.map(({ code }: Body) => code);
}

async function rest(client: Client, method: string, urn: string): Promise<string[] | null> {
  const { status, body } = await client.rest(method, path(urn));
  if (status === 404 && method === 'GET') return null;
  return status === 200 ? urnsIn(body.editors) : [body.errors?.[0]?.code ?? body.code];
}

const urnsIn = (editors: readonly Body[] | null): string[] | null => editors?.map(({ actor }) => actor.urn) ?? null;

const newPage = (): Promise<Body> => page(admin, `/${crypto.randomUUID()}`, { status: 'PUBLISH' });

// As if so many seconds had passed.
const pass = (urn: string, seconds: number): Promise<unknown> =>
  sql(
    service,
    `UPDATE "entity_editor" SET "until_timestamp" = "until_timestamp" - make_interval(secs => $2) WHERE "entity" = $1`,
    [urn, seconds],
  );

test.each(['graph', 'rest'] as const)(
  'those who edit are listed in their order until they end, by %s',
  async (face) => {
    const { read, renew, end } = faces[face];
    const { urn } = await newPage();
    const [anna, bert] = [await editorOf(urn), await editorOf(urn)];
    expect(await read(admin, urn)).toEqual([]);
    expect(await renew(anna, urn)).toEqual([anna.actor]);
    expect(await renew(bert, urn)).toEqual([anna.actor, bert.actor]);
    expect(await renew(anna, urn)).toEqual([anna.actor, bert.actor]);
    expect(await read(admin, urn)).toEqual([anna.actor, bert.actor]);
    expect(await end(anna, urn)).toEqual([bert.actor]);
    expect(await end(anna, urn)).toEqual([bert.actor]);
    await pass(urn, 29);
    expect(await read(admin, urn)).toEqual([bert.actor]);
    await pass(urn, 1);
    expect(await read(admin, urn)).toEqual([]);
    expect(await renew(bert, urn)).toEqual([bert.actor]);
  },
);

test('somebody who renews has edited since the beginning, and anew after a pause', async () => {
  const { urn } = await newPage();
  const anna = await editorOf(urn);
  const since = async (): Promise<string> => (await anna.rest('POST', path(urn))).body.editors[0].sinceTimestamp;
  const first = await since();
  expect(await since()).toBe(first);
  await sql(service, `UPDATE "entity_editor" SET "since_timestamp" = now() - interval '1 hour' WHERE "entity" = $1`, [
    urn,
  ]);
  const before = await since();
  expect(Date.parse(before)).toBeLessThan(Date.parse(first));
  await pass(urn, 31);
  expect(Date.parse(await since())).toBeGreaterThanOrEqual(Date.parse(first));
});

test.each(['graph', 'rest'] as const)(
  'who edits is known to those who read drafts, and said by those who write, by %s',
  async (face) => {
    const { read, renew, end } = faces[face];
    const { urn } = await newPage();
    const [drafts, plain] = [
      await reader(service, admin, [grant(urn, 'READ_DRAFT')]),
      await reader(service, admin, [grant(urn, 'READ')]),
    ];
    const [stranger, nobody] = [await service.tenant(), service.client(null)];
    await faces.rest.renew(admin, urn);
    const own = await read(admin, urn);
    expect(own).toHaveLength(1);
    expect(await read(drafts, urn)).toEqual(own);
    expect(await read(plain, urn)).toEqual(['FORBIDDEN']);
    expect(await read(stranger, urn)).toBeNull();
    expect(await read(nobody, urn)).toEqual(['UNAUTHENTICATED']);
    for (const act of [renew, end]) {
      expect([await act(drafts, urn), await act(plain, urn), await act(stranger, urn)]).toEqual([
        ['FORBIDDEN'],
        ['FORBIDDEN'],
        ['NOT_FOUND'],
      ]);
    }
    expect(await read(admin, urn)).toEqual(own);
    await admin.rest('DELETE', `/n/v1/entity/${urn as string}`);
    expect(await read(admin, urn)).toBeNull();
    expect(await renew(admin, urn)).toEqual(['NOT_FOUND']);
  },
);

test('at most 50 edit a page, and who is among them may go on', async () => {
  const { urn } = await newPage();
  const fill = (count: number): Promise<unknown> =>
    sql(
      service,
      `INSERT INTO "entity_editor" SELECT $1, gen_random_uuid(), $2, '{"urn":null,"type":"API_CLIENT","name":null}', now(), now() + interval '30 s' FROM generate_series(1, $3::int)`,
      [urn, admin.company, count],
    );
  await fill(49);
  expect((await admin.rest('POST', path(urn))).body.editors).toHaveLength(50);
  const late = await editorOf(urn);
  expect(await faces.rest.renew(late, urn)).toEqual(['TOO_MANY']);
  expect((await admin.rest('POST', path(urn))).status).toBe(200);
  await pass(urn, 31);
  expect(await faces.rest.renew(late, urn)).toEqual([late.actor]);
});

test('at most 1,000 edit the pages of a tenant', async () => {
  const [tenant, other] = [await service.tenant(), await service.tenant()];
  const { urn } = await page(tenant, '/page');
  const pages = await Promise.all(Array.from({ length: 20 }, (_, at) => page(tenant, `/other-${String(at)}`)));
  await sql(
    service,
    `INSERT INTO "entity_editor" SELECT p, gen_random_uuid(), $2, '{"urn":null,"type":"API_CLIENT","name":null}', now(), now() + interval '30 s'` +
      ` FROM unnest($1::uuid[]) p, generate_series(1, 50)`,
    [pages.map((one: Body) => one.urn), tenant.company],
  );
  expect(await faces.rest.renew(tenant, urn)).toEqual(['TOO_MANY']);
  const elsewhere = await page(other, '/page');
  expect((await other.rest('POST', path(elsewhere.urn))).status).toBe(200);
  await pass(pages[0].urn, 31);
  expect((await tenant.rest('POST', path(urn))).status).toBe(200);
});

const subscription = `subscription ($urn: ID!) { entityEditorsChanged(urn: $urn) { cursor editors { actor { urn } } } }`;
const told = (heard: Heard): string[][] =>
  heard.data.map((one: Body) => urnsIn(one.entityEditorsChanged.editors) ?? []);

function listen(url: string, token: string, urn: string): Heard {
  const socket = socketClient(url, token);
  open.push(socket);
  return follow(socket, subscription, { urn });
}

test('a change is told to those who follow the page, on any process, and nothing else is', async () => {
  const { urn } = await newPage();
  const [anna, bert] = [await editorOf(urn), await editorOf(urn)];
  const other = await service.another();
  const [near, far] = [listen(service.url, admin.token, urn), listen(other.url, admin.token, urn)];
  await Promise.all([near.until(1), far.until(1)]);
  await faces.rest.renew(anna, urn);
  await Promise.all([near.until(2), far.until(2)]);
  // Neither what goes on nor another page is a change.
  await faces.rest.renew(anna, urn);
  await faces.rest.renew(admin, (await newPage()).urn);
  await faces.rest.renew(bert, urn);
  await Promise.all([near.until(3), far.until(3)]);
  await faces.rest.end(anna, urn);
  await Promise.all([near.until(4), far.until(4)]);
  const expected = [[], [anna.actor], [anna.actor, bert.actor], [bert.actor]];
  expect([told(near), told(far)]).toEqual([expected, expected]);
  await other.close();
});

test('who lets the time pass is gone for those who follow, though nobody says so', async () => {
  const { urn } = await newPage();
  await faces.rest.renew(await editorOf(urn), urn);
  await pass(urn, 28);
  const heard = listen(service.url, admin.token, urn);
  await heard.until(2);
  expect(told(heard).map((editors) => editors.length)).toEqual([1, 0]);
});

test('a follower is refused, or ends, once it may not read drafts', async () => {
  const { urn } = await newPage();
  const plain = await reader(service, admin, [grant(urn, 'READ')]);
  expect(await listen(service.url, plain.token, urn).end()).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  const stranger = await service.tenant();
  expect(await listen(service.url, stranger.token, urn).end()).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  const drafts = await reader(service, admin, [grant(urn, 'READ_DRAFT'), grant(urn, 'READ')]);
  const heard = listen(service.url, drafts.token, urn);
  await heard.until(1);
  const edges = await admin.rest(
    'GET',
    `/n/v1/permissions?filter[objectUrn]=${urn as string}&filter[label]=READ_DRAFT`,
  );
  for (const edge of edges.body.permissions) await admin.rest('DELETE', `/n/v1/permission/${String(edge.urn)}`);
  expect(await heard.end()).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  const [last] = [listen(service.url, admin.token, urn)];
  await last.until(1);
  await admin.rest('DELETE', `/n/v1/entity/${urn as string}`);
  expect(await last.end()).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test('server-sent events tell it, too', async () => {
  const { urn } = await newPage();
  const stream = await openStream(service.url, admin.token, subscription, { urn });
  const next = async (): Promise<number> => (await stream.next())?.data.data.entityEditorsChanged.editors.length;
  expect(await next()).toBe(0);
  await faces.rest.renew(admin, urn);
  expect(await next()).toBe(1);
  stream.close();
});
