// What everyone may VIEW is shown to every valid token, however narrowed and of whatever tenant, on every door: at least what a caller
// without one is shown, and exactly that where it has no other right. Resource reference 16.1.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isUpdatable, type Field, type Resource } from '../../src/contract/resource.ts';
import { createClient, type Client } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { picture, upload } from '../support/content.ts';
import { logEnd } from '../support/eventLog.ts';
import { basic, createOAuthClient, obtainTokens, postForm, refresh, signIn } from '../support/oauth.ts';
import { sampleOf } from '../support/matrix.ts';
import { startService, type TestService } from '../support/service.ts';
import { oneOfEach } from './everyKind.ts';
import { readKinds } from './outsiders.ts';
import { collected, graphDoor, isContent, readDoors, restDoor, type Answered } from './readDoors.ts';

const contentKinds = readKinds.filter(isContent);
const otherKinds = readKinds.filter((kind) => !isContent(kind));

/** Callers that have no right of their own on the content. */
const outsiders = [
  'a person without labels',
  'a token that is narrowed to a label of an application',
  'a token that is narrowed to MEMBER',
  "a person's token that is narrowed to a role without rights",
  "a company's token that is narrowed to a role without rights",
  'an access token that keeps its session alone',
  'a session',
  'an administrator of another tenant',
  'a person of another tenant',
  'a narrowed token of another tenant',
] as const;
/** Callers that see more, as much as they may see anyway. */
const readers = ['a reader', 'a token that is narrowed to READ', 'client credentials', 'the administrator'] as const;

let service: TestService;
let plain: Awaited<ReturnType<TestService['another']>>;
let town: Community;
let urns: ReadonlyMap<string, string>;
const tokens = new Map<string, string>();
/** The headers of a page that was opened in a session. */
let session: Readonly<Record<string, string>>;
let image: string;
let path: string;
/** Words in live content, and words in drafts, in what is planned and in all other kinds. */
const shown: string[] = [];
const hidden: string[] = [];
/** Resources that nobody without a token is shown: a draft, a page that is planned, one of each other kind. */
const absent: string[] = [];

beforeAll(async () => {
  service = await startService();
  town = await community(service);
  urns = await oneOfEach(service, town.admin);
  path = `/${crypto.randomUUID()}`;
  await patched(urnOf('Entity'), { path });
  image = await upload(service.url, town.admin, urnOf('ImageItem'), await picture());
  urns = new Map([...urns, ['ImageItemFile', image]]);
  for (const kind of otherKinds) await fill(kind, hidden);
  for (const kind of contentKinds) await fill(kind, shown);
  const { entities } = (await town.admin.rest('GET', '/n/v1/entities?limit=200')).body as {
    entities: { urn: string }[];
  };
  for (const { urn } of entities) await patched(urn, { status: 'PUBLISH' });
  for (const kind of contentKinds.filter(({ isItem }) => isItem)) await fill(kind, hidden);
  const page = (more: object): Promise<string> =>
    town.make('entity', { urn: crypto.randomUUID(), name: word(hidden), language: 'en', ...more });
  absent.push(await page({ status: 'DRAFT_UNPUBLISHED' }));
  absent.push(await page({ status: 'PUBLISH', publishTimestamp: '2999-01-01T00:00:00Z' }));
  absent.push(...otherKinds.map(({ name }) => urnOf(name)));
  await makeCallers();
  await logEnd(service.services);
  plain = await service.another({ hasTextPlan: false });
}, 240_000);
afterAll(async () => {
  await plain.close();
  await service.close();
});

async function makeCallers(): Promise<void> {
  const { admin } = town;
  const company = ['COMPANY', admin.company] as const;
  const nobody = await town.person('Nobody', []);
  const holder = await town.holder([...company, 'x-own']);
  const role = await town.make('role', { name: 'Empty', apiClients: [nobody.client] });
  const whole = await town.make('apiclient', { name: 'Whole', accessLevel: 'COMPANY' });
  const reader = await town.person('Reader', ['READ', 'x-own']);
  const labels = async (client: string, ...only: string[]): Promise<string> =>
    (await town.token(client, { labels: only })).text;
  const app = await createOAuthClient(admin);
  await town.grant('API_CLIENT', app.urn, ...company, 'READ');
  const person = await signIn(service, admin, ['READ']);
  const first = await obtainTokens(service, app, person, { scope: 'read offline_access' });
  const kept = await refresh(service, app, first.refresh_token, { scope: 'offline_access' });
  const form = { grant_type: 'client_credentials', scope: 'read' };
  const own = await postForm(`${service.url}/oauth2/token`, form, basic(app));
  const { cookie } = await signIn(service, admin, []);
  const context = await service.client(null).rest('GET', '/n/v1/clientcontext', { headers: { cookie } });
  session = {
    ...{ cookie, origin: service.url, 'sec-fetch-site': 'same-origin' },
    'x-csrf-token': String(context.body.csrfToken),
  };
  const elsewhere = await community(service);
  const other = await elsewhere.person('Other', ['READ', 'x-own']);
  const all: Readonly<Record<(typeof outsiders)[number] | (typeof readers)[number], string>> = {
    'a person without labels': nobody.token,
    'a token that is narrowed to a label of an application': await labels(reader.client, 'x-own'),
    'a token that is narrowed to MEMBER': await labels(holder.client, 'MEMBER'),
    "a person's token that is narrowed to a role without rights": (await town.token(nobody.client, { roles: [role] }))
      .text,
    "a company's token that is narrowed to a role without rights": (await town.token(whole, { roles: [role] })).text,
    'an access token that keeps its session alone': String(kept.body.access_token),
    'a session': '',
    'an administrator of another tenant': elsewhere.admin.token,
    'a person of another tenant': other.token,
    'a narrowed token of another tenant': (await elsewhere.token(other.client, { labels: ['x-own'] })).text,
    'a reader': reader.token,
    'a token that is narrowed to READ': await labels(reader.client, 'READ'),
    'client credentials': String(own.body.access_token),
    'the administrator': admin.token,
  };
  for (const [name, token] of Object.entries(all)) tokens.set(name, token);
}

const urnOf = (name: string): string => urns.get(name) ?? '';

const isText = (field: Field): boolean => field.typeName === 'String' && !field.isList && isUpdatable(field);

function word(into: string[]): string {
  const made = `canary${crypto.randomUUID().replaceAll('-', '')}`;
  into.push(made);
  return made;
}

async function patched(urn: string, body: object): Promise<void> {
  expect((await town.admin.rest('PATCH', `/n/v1/entity/${urn}`, { body })).status).toBe(200);
}

async function fill(kind: Resource, into: string[]): Promise<void> {
  for (const field of kind.fields.filter(isText)) {
    if (field.name === 'path') continue;
    const { status } = await town.admin.rest('PATCH', `/n/v1/${kind.path}/${urnOf(kind.name)}`, {
      body: { [field.name]: word(into) },
    });
    if (status !== 200) into.pop();
  }
}

/** A caller by its name, of the service or of the one that answers the graph field by field. */
function callerOf(name: string, url = service.url): Client {
  if (name !== 'a session') return createClient(url, tokens.get(name) ?? null);
  const client = createClient(url, null);
  return {
    ...client,
    graph: (query, variables) => client.graph(query, variables, session),
    rest: (method, at, request = {}) =>
      client.rest(method, at, { ...request, headers: { ...session, ...request.headers } }),
  };
}

/** What says whose list of a kind is meant. */
const namedOf = ({ container }: Resource): readonly [string, string] =>
  container ? [container.name, urnOf(container.typeName)] : ['owner', town.admin.company];

/** Every door to what everyone may VIEW. */
async function* doors(client: Client): AsyncGenerator<Answered> {
  for (const kind of contentKinds) yield* readDoors(client, kind, urnOf(kind.name), namedOf(kind));
  const entity = urnOf('Entity');
  const owner = town.admin.company;
  for (const at of [entity, `${encodeURIComponent(path)}?owner=${owner}`, encodeURIComponent(path)])
    yield restDoor(client, 'GET', `/v/v1/entityview/${at}`);
  yield graphDoor(
    client,
    `{ byPath: entityView(path: "${path}", owner: "${owner}") { ...seen } byUrn: entityView(urn: "${entity}") { ...seen } }
    fragment seen on Entity { urn name status liveTimestamp texts { name value } images { src } references { entityReference { urn name } } }`,
  );
  for (const version of ['PUBLISHED', 'LATEST'])
    for (const query of [shown[0], hidden[0], 'canary*'])
      yield graphDoor(
        client,
        `{ search(query: "${String(query)}", owner: "${owner}", version: ${version}, includeScopes: [ENTITY]) { totalCount nodes { urn name score } } }`,
      );
  yield restDoor(client, 'GET', `/n/v1/searches?query=canary*&includeScopes=ENTITY&owner=${owner}`);
  for (const urn of absent) {
    yield graphDoor(client, `{ node(urn: "${urn}") { urn } nodes(urns: ["${urn}", "${entity}"]) { urn } }`);
    yield restDoor(client, 'GET', `/n/v1/entity/${urn}`);
  }
  const { status, headers, text } = await client.rest('GET', `/v/v1/image/${image}?w=8`);
  yield ['the image', status, [headers.get('etag'), text.length]];
}

const ofRequests = ['requestId', 'timestamp'];

const withoutRequest = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body ?? null, (name, value: unknown) => (ofRequests.includes(name) ? undefined : value)).replaceAll(
      plain.url,
      service.url,
    ),
  );

const wordsIn = (answer: unknown, words: readonly string[]): string[] => {
  const text = JSON.stringify(answer ?? null);
  return words.filter((one) => text.includes(one));
};

const urnsIn = (answer: unknown): Set<string> =>
  new Set(JSON.stringify(answer ?? null).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g));

/** Gives everyone VIEW of an object for the tests inside. */
function whereEveryoneMayView(objects: () => readonly (readonly [scope: string, urn: string])[]): void {
  const edges: string[] = [];
  beforeAll(async () => {
    for (const [scope, urn] of objects())
      edges.push(await town.grant('EVERYONE', town.admin.company, scope, urn, 'VIEW'));
  });
  afterAll(async () => {
    for (const edge of edges) expect((await town.admin.rest('DELETE', `/n/v1/permission/${edge}`)).status).toBe(204);
  });
}

/** These are also answered field by field. */
const fieldByField: ReadonlySet<string> = new Set<(typeof outsiders)[number]>([
  'a token that is narrowed to a label of an application',
  'an administrator of another tenant',
]);

function areShownIt(tried: readonly (typeof outsiders)[number][]): void {
  let wanted: readonly Answered[];
  beforeAll(async () => {
    wanted = await collected(doors(callerOf('nobody')));
    // The oracle itself: something on nearly every door, and nothing that is hidden.
    for (const [what, , body] of wanted) expect([what, wordsIn(body, hidden)]).toEqual([what, []]);
    expect(wanted.filter(([, status]) => status === 400)).toEqual([]);
    expect(wanted.filter(([, status]) => status === 200).length).toBeGreaterThan(contentKinds.length * 5);
  }, 120_000);

  test.each(tried)(
    '%s is shown exactly that',
    async (name) => {
      for (const url of fieldByField.has(name) ? [service.url, plain.url] : [service.url]) {
        const answers = await collected(doors(callerOf(name, url)));
        for (const [at, [what, status, body]] of answers.entries()) {
          expect([what, wordsIn(body, hidden)]).toEqual([what, []]);
          const [, known, seen] = wanted[at] ?? ['', 0, null];
          // Without a token these are refused before they are looked at.
          if (known === 401) continue;
          expect([what, status, withoutRequest(body)]).toEqual([what, known, withoutRequest(seen)]);
        }
      }
    },
    120_000,
  );

  test.each(readers)(
    '%s is shown that at least',
    async (name) => {
      const answers = await collected(doors(callerOf(name)));
      const seesDrafts = name === 'the administrator';
      for (const [at, [what, status, body]] of answers.entries()) {
        const [, known, seen] = wanted[at] ?? ['', 0, null];
        if (known !== 200) continue;
        expect([what, status]).toEqual([what, 200]);
        const urnsHere = urnsIn(body);
        expect([what, [...urnsIn(seen)].filter((urn) => !urnsHere.has(urn))]).toEqual([what, []]);
        if (!seesDrafts)
          expect([what, wordsIn(body, shown)]).toEqual([what, expect.arrayContaining(wordsIn(seen, shown))]);
      }
    },
    120_000,
  );

  test.each(tried)(
    '%s is answered 304 by the tag of what it has, and changes nothing',
    async (name) => {
      const client = callerOf(name);
      const entity = `/n/v1/entity/${urnOf('Entity')}`;
      for (const at of [
        entity,
        `/n/v1/entities?filter[owner]=${town.admin.company}`,
        `/v/v1/entityview/${urnOf('Entity')}`,
      ]) {
        const tag = (await client.rest('GET', at)).headers.get('etag') ?? '';
        expect([at, (await client.rest('GET', at, { headers: { 'if-none-match': tag } })).status]).toEqual([at, 304]);
      }
      const text = `/n/v1/textitem/${urnOf('TextItem')}`;
      const before = await callerOf('the administrator').rest('GET', entity);
      const tries = [
        client.rest('PATCH', entity, { body: { name: 'Changed' } }),
        client.rest('PATCH', text, { body: { value: 'Changed' } }),
        client.rest('DELETE', text),
        client.rest('POST', '/n/v1/textitem', {
          body: { entity: urnOf('Entity'), name: 'new', sortOrder: 9, value: 'x' },
        }),
        client.rest('GET', `${entity}/publishplan`),
        client.rest('GET', `/n/v1/textitemhistory/${urnOf('TextItem')}`),
      ];
      for (const one of tries) expect([401, 403, 404, 422]).toContain((await one).status);
      const after = await callerOf('the administrator').rest('GET', entity);
      expect(withoutRequest(after.body)).toEqual(withoutRequest(before.body));
    },
    60_000,
  );

  test('a check says so where a list does, and its reason where one is asked for', async () => {
    const entity = urnOf('Entity');
    const check = { objectUrn: entity, objectScope: 'ENTITY', label: 'VIEW' };
    for (const name of outsiders.filter((one) => one !== 'a session')) {
      const { body } = await callerOf(name).rest('POST', '/n/v1/permissioncheck', {
        body: { checks: [check, { ...check, label: 'READ' }, { ...check, label: 'UPDATE' }] },
      });
      const allowed = (body.results as { allowed: boolean }[]).map((one) => one.allowed);
      expect([name, allowed]).toEqual([name, [true, false, false]]);
    }
  });
}

describe('Where everyone has VIEW on the company', () => {
  whereEveryoneMayView(() => [['COMPANY', town.admin.company]]);
  areShownIt(sampleOf(outsiders, 2));
});

describe('Where everyone has VIEW on a page and a list', () => {
  whereEveryoneMayView(() => [
    ['ENTITY', urnOf('Entity')],
    ['ENTITY_LIST', urnOf('EntityList')],
  ]);
  areShownIt([
    'a token that is narrowed to a label of an application',
    "a company's token that is narrowed to a role without rights",
    'an administrator of another tenant',
  ]);
});

test('A token links to nothing of another tenant, also where everyone may VIEW it', async () => {
  const edge = await town.grant('EVERYONE', town.admin.company, 'ENTITY', urnOf('Entity'), 'VIEW');
  const elsewhere = await community(service);
  const page = await elsewhere.page();
  const { status, body } = await elsewhere.admin.rest('POST', '/n/v1/referenceitem', {
    body: { entity: page.urn, name: 'more', sortOrder: 0, entityReference: urnOf('Entity') },
  });
  expect([status, body.errors]).toMatchObject([422, [{ path: '/entityReference', code: 'INVALID_REFERENCE' }]]);
  expect((await town.admin.rest('DELETE', `/n/v1/permission/${edge}`)).status).toBe(204);
});

test('A list of what is of several tenants is one of the caller’s own', async () => {
  const edge = await town.grant('EVERYONE', town.admin.company, 'ENTITY', urnOf('Entity'), 'VIEW');
  const elsewhere = await community(service);
  const { urn } = await elsewhere.page();
  const listed = await elsewhere.admin.rest('GET', `/n/v1/entities?filter[urn][in]=${urnOf('Entity')},${urn}`);
  expect(listed.body.entities.map((one: { urn: string }) => one.urn)).toEqual([urn]);
  expect((await town.admin.rest('DELETE', `/n/v1/permission/${edge}`)).status).toBe(204);
});
