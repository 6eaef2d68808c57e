// Reads by resource reference 1.5 to 1.7 over HTTP, with rows from memory: what is refused, tags, and the pages of short lists inside a
// resource.
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
const [listUrn, taskUrn] = [sampleUrn('EntityList'), sampleUrn('Task')];
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
  registerRest(app, { contract, contexts: contextsOf(async () => context) });
  await app.ready();
});

afterAll(() => app.close());

const get = (url: string, headers: InjectOptions['headers'] = {}) => app.inject({ method: 'GET', url, headers });

describe('a resource', () => {
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

  it('is not found under anything but a uuid', async () => {
    remember({});
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
