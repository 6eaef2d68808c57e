// A create that is sent again under its urn is answered with what it made, on both faces and for every kind, whatever the
// service has filled in or changed since; one that differs is a conflict. Resource reference 1.1, 1.5.
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { isCreatable, type Resource } from '../../src/contract/resource.ts';
import { community, type Community } from '../support/community.ts';
import { rowsOf, testsOfRow } from '../support/matrix.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { bodyOf } from './make.ts';

// Searches take no urn: each is a new one.
const kinds = loadContract().resources.filter((r) => r.operations.has('CREATE') && r.name !== 'Search');

let service: SharedService;
let town: Community;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  admin = town.admin;
});

type Body = Record<string, unknown>;

/** What is shown in the answer of the request that made it alone. */
const shownOnce = new Set(['bearerToken', 'clientSecret', 'lastUsedTimestamp']);
/** The same of one kind alone. */
const shownOnceOf: Readonly<Record<string, readonly string[]>> = { PreviewLink: ['token', 'href'] };

const lastingOf =
  (kind: Resource) =>
  (body: Body): Body =>
    Object.fromEntries(
      Object.entries(body).filter(([name]) => !shownOnce.has(name) && !shownOnceOf[kind.name]?.includes(name)),
    );

/** Another valid body under the same urn. */
async function another(kind: Resource, body: Body): Promise<Body> {
  const text = kind.fields.find((f) => isCreatable(f) && f.typeName === 'String' && !f.isList && f.name !== 'path');
  return text ? { ...body, [text.name]: 'Another' } : { ...(await bodyOf(admin, kind.name)), urn: body['urn'] };
}

describe.each(rowsOf(kinds))('A create of $name', (kind) => {
  const { name } = kind;
  const lasting = lastingOf(kind);
  const test = testsOfRow(kind.row, 2);

  test('is answered again over REST with what it made, and with a conflict when it differs', async () => {
    const body = { ...(await bodyOf(admin, name)), urn: crypto.randomUUID() };
    const first = await admin.rest('POST', `/n/v1/${kind.path}`, { body });
    expect(first.status, first.text).toBe(201);
    const again = await admin.rest('POST', `/n/v1/${kind.path}`, { body });
    expect([again.status, lasting(again.body)]).toEqual([200, lasting(first.body)]);
    const other = await admin.rest('POST', `/n/v1/${kind.path}`, { body: await another(kind, body) });
    expect([other.status, other.body.code], other.text).toEqual([409, 'ALREADY_EXISTS']);
    if (!kind.operations.has('READ')) return;
    const read = await admin.rest('GET', `/n/v1/${kind.path}/${body.urn}`);
    expect(lasting(read.body)).toEqual(lasting(first.body));
  });

  test('is answered again in the graph with what it made, and with a conflict when it differs', async () => {
    const body = { ...(await bodyOf(admin, name)), urn: crypto.randomUUID().toUpperCase() };
    const document = `mutation ($input: Create${name}Input!) {
      made: create${name}(input: $input) { made: ${kind.singularField} { urn version } userErrors { code path } }
    }`;
    const send = async (input: Body): Promise<unknown> => (await admin.data(document, { input })).made;
    const first = await send(body);
    expect(first).toMatchObject({ made: { urn: body.urn.toLowerCase() }, userErrors: [] });
    expect(await send(body)).toEqual(first);
    expect(await send(await another(kind, body))).toEqual({
      made: null,
      userErrors: [{ code: 'ALREADY_EXISTS', path: '/urn' }],
    });
  });
});

describe('A repeated create', () => {
  const page = (more: Body = {}): Body => ({
    owner: admin.company,
    urn: crypto.randomUUID(),
    name: 'Page',
    language: 'en',
    status: 'PUBLISH',
    texts: [{ name: 'title', sortOrder: 0, value: 'Hello' }],
    ...more,
  });

  test.each([
    ['published at once', {}],
    ['published later', { publishTimestamp: '2090-01-01T00:00:00.000Z' }],
    ['for a draft', { status: 'DRAFT_UNPUBLISHED' }],
  ])('finds an entity %s, with its items', async (_, more) => {
    const body = page(more);
    const first = await admin.rest('POST', '/n/v1/entity', { body });
    expect(first.status, first.text).toBe(201);
    const again = await admin.rest('POST', '/n/v1/entity', { body });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const changed = { ...body, texts: [{ name: 'title', sortOrder: 0, value: 'Another' }] };
    const other = await admin.rest('POST', '/n/v1/entity', { body: changed });
    expect([other.status, other.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    const { texts: _texts, ...fewer } = body;
    expect((await admin.rest('POST', '/n/v1/entity', { body: fewer })).status).toBe(409);
  });

  test('is answered with the present state after changes, and never with what is deleted', async () => {
    const body = page();
    const path = `/n/v1/entity/${String(body['urn'])}`;
    await admin.rest('POST', '/n/v1/entity', { body });
    await admin.rest('PATCH', path, { body: { name: 'Renamed' } });
    const again = await admin.rest('POST', '/n/v1/entity', { body });
    expect([again.status, again.body.name]).toEqual([200, 'Renamed']);
    const asItIs = await admin.rest('POST', '/n/v1/entity', { body: { ...body, name: 'Renamed' } });
    expect(asItIs.status).toBe(409);
    await admin.rest('DELETE', path);
    expect((await admin.rest('POST', '/n/v1/entity', { body })).status).toBe(409);
  });

  test('by another caller is not taken for stored with what was sent inside', async () => {
    const body = page({ status: 'DRAFT_UNPUBLISHED' });
    await admin.rest('POST', '/n/v1/entity', { body });
    const writer = await town.person('Writer', ['READ', 'READ_DRAFT', 'CREATE']);
    const { texts: _, ...bare } = body;
    expect((await writer.rest('POST', '/n/v1/entity', { body: bare })).status).toBe(200);
    const texts = [{ name: 'title', sortOrder: 0, value: 'Another' }];
    expect((await writer.rest('POST', '/n/v1/entity', { body: { ...body, texts } })).status).toBe(409);
  });

  test('begins no second chat', async () => {
    const groups = async (): Promise<number> =>
      (await admin.data('{ groups(first: 1) { totalCount } }')).groups.totalCount as number;
    const before = await groups();
    const body = { urn: crypto.randomUUID(), purpose: 'STANDALONE_CHAT' };
    const first = await admin.rest('POST', '/n/v1/messagethread', { body });
    expect(first.status, first.text).toBe(201);
    const again = await admin.rest('POST', '/n/v1/messagethread', { body });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await admin.rest('POST', '/n/v1/messagethread', { body: { ...body, name: 'Other' } })).status).toBe(409);
    expect(await groups()).toBe(before + 1);
  });

  test('under a urn that something else has begins no chat, not even one that is taken back', async () => {
    const urn = await town.make('project', { name: 'Taken' });
    const from = service.statements.length;
    const answer = await admin.rest('POST', '/n/v1/messagethread', { body: { urn, purpose: 'STANDALONE_CHAT' } });
    expect([answer.status, answer.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect(service.statements.slice(from).filter((text) => /INSERT INTO "group"/.test(text))).toEqual([]);
  });

  test('by another caller is answered for the same owner and the same kind alone', async () => {
    const below = await town.make('company', { name: 'Below' });
    const writer = await town.person('Second writer', ['READ', 'CREATE']);
    const body = { urn: crypto.randomUUID(), owner: admin.company, name: 'Project' };
    const first = await admin.rest('POST', '/n/v1/project', { body });
    const again = async (path: string, more: Body = {}): Promise<unknown> => {
      const answer = await writer.rest('POST', `/n/v1/${path}`, { body: { ...body, ...more } });
      return [answer.status, answer.status === 200 ? answer.body.urn : answer.body.code];
    };
    expect(first.status, first.text).toBe(201);
    expect(await again('project')).toEqual([200, body.urn]);
    expect(await again('project', { owner: below })).toEqual([409, 'ALREADY_EXISTS']);
    expect(await again('entitylist')).toEqual([409, 'ALREADY_EXISTS']);
  });

  test('by another caller is not taken for stored with its secret', async () => {
    const body = { ...(await bodyOf(admin, 'WebhookSubscription')), urn: crypto.randomUUID() };
    const first = await admin.rest('POST', '/n/v1/webhooksubscription', { body });
    const writer = await town.person('Operator', ['READ', 'CREATE', 'MANAGE', 'ADMIN']);
    const again = await writer.rest('POST', '/n/v1/webhooksubscription', { body });
    expect([first.status, again.status, again.body.code]).toEqual([201, 409, 'ALREADY_EXISTS']);
  });

  test('sent many times at once makes one', async () => {
    const body = page();
    const send = (): ReturnType<Tenant['rest']> => admin.rest('POST', '/n/v1/entity', { body });
    const answers = await Promise.all(Array.from({ length: 6 }, send));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});
