// Reads by resource reference 1.5 to 1.7 over HTTP, with rows from memory: versions and 304, preferences, and the pages
// of lists inside a resource.
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/engine/context.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { resourceOf } from '../../../src/contract/resource.ts';
import { anonymousViewer } from '../../../src/domain/viewer.ts';
import { errorBody } from '../../../src/rest/response/errors.ts';
import { bodyTag } from '../../../src/rest/response/answer.ts';
import { fullShape } from '../../../src/rest/request/shape.ts';
import { registerRest } from '../../../src/rest/router.ts';
import { baseUrl, contextsOf, sampleContext, sampleRow, sampleUrn, type Memory } from './sampleRows.ts';

const contract = loadContract();
const later = '2027-01-01T00:00:00.000Z';
const [listUrn, taskUrn, nameUrn] = [sampleUrn('EntityList'), sampleUrn('Task'), sampleUrn('PersonName')];
const entries = (...numbers: number[]) =>
  numbers.map((nth) => sampleRow(contract, 'EntityListItem', { urn: sampleUrn('EntityListItem', nth) }));

let app: FastifyInstance;
let context: Context;
const remember = (memory: Memory, changes: Partial<Context> = {}): void => {
  context = { ...sampleContext(contract, memory), ...changes };
};

beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler((error, request, reply) => {
    const answer = errorBody(error, { url: request.url, id: request.id, accept: request.headers.accept });
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  });
  // The context holds loaders, and no database.
  registerRest(app, { contract, contexts: contextsOf(async () => context), readsAhead: false });
  await app.ready();
});

afterAll(() => app.close());

const get = (url: string, headers: InjectOptions['headers'] = {}) => app.inject({ method: 'GET', url, headers });

describe('a resource', () => {
  it('is sent with its version, its time, and private caching only', async () => {
    remember({});
    const { statusCode, headers } = await get(`/n/v1/personname/${nameUrn.toUpperCase()}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      etag: '"3"',
      'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT',
      'cache-control': 'private, no-cache',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('is not sent again to a caller that has it', async () => {
    remember({});
    const answer = await get(`/n/v1/personname/${nameUrn}`, { 'if-none-match': 'W/"3"' });
    expect([answer.statusCode, answer.headers.etag, answer.body]).toEqual([304, '"3"', '']);
    expect((await get(`/n/v1/personname/${nameUrn}`, { 'if-none-match': '"2"' })).statusCode).toBe(200);
  });

  it('has a tag of its own for each body: children and other resources shown in full count', async () => {
    const entity = `/n/v1/entity/${sampleUrn('Entity')}`;
    const texts = (changes: Readonly<Record<string, unknown>>) => [sampleRow(contract, 'TextItem', changes)];
    remember({ lists: { 'Entity.texts': [] } });
    const empty = String((await get(entity)).headers.etag);
    remember({ lists: { 'Entity.texts': texts({ value: 'one' }) } });
    const first = await get(entity);
    const tag = String(first.headers.etag);
    const unchanged = await get(entity, { 'if-none-match': tag });
    expect([unchanged.statusCode, unchanged.headers.etag, unchanged.body]).toEqual([304, tag, '']);
    remember({ lists: { 'Entity.texts': texts({ value: 'other', updatedTimestamp: later }) } });
    const changed = await get(entity, { 'if-none-match': tag });
    expect(changed.statusCode).toBe(200);
    const tags = [empty, tag, String(changed.headers.etag)];
    expect(new Set(tags).size).toBe(3);
    for (const one of tags) expect(one).toMatch(/^"3[-"]/);
    const ofName = await get(`/n/v1/personname/${nameUrn}?expand=person`, { 'if-none-match': '"3"' });
    expect([ofName.statusCode, ofName.headers.etag]).toEqual([200, expect.stringMatching(/^"3-/)]);
    const expanded = `/n/v1/task/${taskUrn}?expand=project`;
    const shown = String((await get(expanded, { 'if-none-match': '"3"' })).headers.etag);
    expect(shown).not.toBe('"3"');
    expect((await get(expanded, { 'if-none-match': shown })).statusCode).toBe(304);
  });

  it.each<[string, string, unknown, boolean]>([
    ['Task', 'openBlockerCount', 0, false],
    ['Task', 'openBlockerCount', 1, true],
    ['Task', 'isBlocked', false, false],
    ['Task', 'isBlocked', true, true],
    ['Task', 'title', 'x', false],
    ['Task', 'associatedIdentities', [{ urn: 'x' }], false],
    ['Task', 'url', 'https://x', false],
    ['TextItem', 'history', { url: 'https://x/1' }, false],
    ['Project', 'taskCounts', { PENDING: 0 }, false],
    ['Project', 'taskCounts', { PENDING: 10 }, true],
    ['MessageThread', 'lastPostTimestamp', null, false],
    ['MessageThread', 'lastPostTimestamp', '2026-01-01T00:00:00.000Z', true],
    ['PaymentInvoice', 'formattedTotal', '1.00', false],
    ['Entity', 'texts', [], false],
    ['Entity', 'texts', [{ value: 'x' }], true],
  ])('has a tag that says more than its version: %s.%s %j, %s', (kind, name, value, saysMore) => {
    const [resource, row] = [resourceOf(contract, kind), sampleRow(contract, kind)];
    const body = { [name]: value };
    const tag = bodyTag(resource, row, { body, text: JSON.stringify(body) }, fullShape);
    expect(tag).toMatch(saysMore ? /^"3-[0-9a-f]{32}"$/ : /^"3(-live)?"$/);
  });

  it('has the same headers and no body for HEAD', async () => {
    remember({});
    const answer = await app.inject({ method: 'HEAD', url: `/n/v1/personname/${nameUrn}` });
    expect([answer.statusCode, answer.headers.etag, answer.body]).toEqual([200, '"3"', '']);
  });

  it('is not found when it may not be read, nor under anything but a uuid', async () => {
    remember({ unreadable: [taskUrn] });
    expect((await get(`/n/v1/task/${taskUrn}`)).json()).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    expect((await get('/n/v1/task/7')).json()).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });

  it('is refused to a caller that does not accept JSON', async () => {
    remember({});
    expect((await get(`/n/v1/task/${taskUrn}`, { accept: 'text/html' })).statusCode).toBe(406);
  });

  it('refuses unknown parameters, however they are handled', async () => {
    remember({});
    const refused = await get(`/n/v1/task/${taskUrn}?foo=1`);
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'INVALID_PARAMETER']);
    const strict = { prefer: 'handling=strict' };
    expect((await get(`/n/v1/task/${taskUrn}?foo=1`, strict)).json().errors[0].path).toBe('?foo');
    const answer = await get(`/n/v1/task/${taskUrn}?fields=title`, strict);
    expect([answer.statusCode, answer.headers['preference-applied']]).toEqual([200, 'handling=strict']);
  });
});

describe('a short list inside a resource', () => {
  const path = `/n/v1/entitylist/${listUrn}/entities`;
  const urnsOf = (answer: { json: () => { entities: { urn: string }[] } }) =>
    answer.json().entities.map(({ urn }) => urn);
  const urns = (...numbers: number[]) => numbers.map((nth) => sampleUrn('EntityListItem', nth));
  const follow = (nextUrl: string) => get(nextUrl.slice(baseUrl.length));

  it('is paged in its own order, forward and backward', async () => {
    remember({ lists: { 'EntityList.entities': entries(1, 2, 3, 4, 5) } });
    const first = await get(`${path}?limit=2`);
    expect(urnsOf(first)).toEqual(urns(1, 2));
    expect(first.json().url).toBe(`${baseUrl}${path}?limit=2`);
    const second = await follow(first.json().pagination.nextUrl);
    expect(urnsOf(second)).toEqual(urns(3, 4));
    const third = await follow(second.json().pagination.nextUrl);
    expect(urnsOf(third)).toEqual(urns(5));
    expect(third.json().pagination).toMatchObject({ nextUrl: null, isMorePages: false });
    const back = await get(`${path}?limit=2&before=${third.json().pagination.after}`);
    expect(urnsOf(back)).toEqual(urns(3, 4));
    expect(urnsOf(await follow(back.json().pagination.nextUrl))).toEqual(urns(1, 2));
  });

  it('continues at the same position when the row of the cursor was deleted, or others came before it', async () => {
    remember({ lists: { 'EntityList.entities': entries(1, 2, 3, 4) } });
    const { after } = (await get(`${path}?limit=2`)).json().pagination;
    remember({ lists: { 'EntityList.entities': entries(1, 3, 4) } });
    expect(urnsOf(await get(`${path}?after=${after}`))).toEqual(urns(3, 4));
    remember({ lists: { 'EntityList.entities': entries(9, 1, 2, 3, 4) } });
    expect(urnsOf(await get(`${path}?after=${after}`))).toEqual(urns(3, 4));
  });

  it('refuses a cursor of another list, both directions at once, and an order it does not have', async () => {
    remember({ lists: { 'EntityList.entities': entries(1, 2) } });
    const { after } = (await get(`${path}?limit=1`)).json().pagination;
    const other = await get(`/n/v1/entitylist/${sampleUrn('EntityList', 2)}/entities?after=${after}`);
    expect(other.json().code).toBe('INVALID_CURSOR');
    expect((await get(`${path}?after=${after}&before=${after}`)).json().code).toBe('INVALID_PARAMETER');
    expect((await get(`${path}?sort=sortOrder`)).json().code).toBe('INVALID_PARAMETER');
  });

  it('is not found with a resource that may not be read', async () => {
    remember({ unreadable: [listUrn] });
    expect((await get(path)).statusCode).toBe(404);
  });
});

describe('the posts of a thread', () => {
  const thread = `/n/v1/messagethread/${sampleUrn('MessageThread')}`;

  it('link to the page before them, at an address of the thread', async () => {
    const posts = [sampleRow(contract, 'ThreadPost')];
    remember({ lists: { 'MessageThread.posts': posts } });
    const base = sampleContext(contract);
    const page = async () => ({ rows: posts, hasMore: true, totalCount: null });
    context = { ...base, loaders: { ...base.loaders, page } };
    const { nextUrl } = (await get(`${thread}?limit=1&expand=group`)).json().pagination;
    expect(nextUrl).toMatch(new RegExp(`^${baseUrl}${thread}\\?limit=1&expand=group&before=[\\w-]+\\.[\\w-]+$`));
    const forward = (await get(`${thread}?limit=1&sort=-createdTimestamp`)).json().pagination.nextUrl;
    expect(forward).toContain('?limit=1&sort=-createdTimestamp&after=');
  });
});

describe('writes', () => {
  const patch = (headers: InjectOptions['headers']) =>
    app.inject({ method: 'PATCH', url: `/n/v1/task/${taskUrn}`, headers, payload: { title: 'x' } });

  it('require If-Match if the API client must send it', async () => {
    remember({}, { viewer: { ...anonymousViewer, kind: 'CLIENT', requireIfMatch: true } });
    expect((await patch({})).json()).toMatchObject({ code: 'PRECONDITION_REQUIRED', status: 428 });
    const deleted = await app.inject({ method: 'DELETE', url: `/n/v1/task/${taskUrn}` });
    expect(deleted.statusCode).toBe(428);
  });

  it('answer 400 to a version without quotes', async () => {
    remember({});
    expect((await patch({ 'if-match': '3' })).json().code).toBe('BAD_REQUEST');
  });

  it.each(['[]', 'null', '7', '"text"'])('answer 400 to %s as a body', async (payload) => {
    remember({});
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/n/v1/task', headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('fixed lists', () => {
  it('return names in the requested language', async () => {
    remember({}, { acceptLanguage: 'de-AT, en;q=0.5' });
    const { countries, url } = (await get('/n/v1/countries')).json();
    expect(url).toBe(`${baseUrl}/n/v1/countries`);
    expect(countries).toContainEqual({ code: 'DE', alpha3: 'DEU', name: 'Deutschland' });
    remember({});
    expect((await get('/n/v1/countries')).json().countries).toContainEqual({
      code: 'DE',
      alpha3: 'DEU',
      name: 'Germany',
    });
  });

  it('contain active currencies only', async () => {
    remember({});
    const { currencies } = (await get('/n/v1/currencies')).json();
    expect(currencies).toContainEqual({
      code: 'JPY',
      numericCode: '392',
      exponent: 0,
      symbol: '¥',
      name: 'Japanese Yen',
      isActive: true,
    });
    expect(currencies.filter(({ isActive }: { isActive: boolean }) => !isActive)).toEqual([]);
  });

  it('contain hundreds of locales', async () => {
    remember({});
    const { locales } = (await get('/n/v1/locales')).json();
    expect(locales.length).toBeGreaterThan(300);
    expect(locales).toContainEqual(expect.objectContaining({ tag: 'en-AU', parent: 'en-001', direction: 'LTR' }));
  });
});
