// Rendered pages in a list (resource reference 16.20): one for each path, as its view shows it, on both faces.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, GraphAnswer } from '../support/client.ts';
import { page, reader, text, write, type Body } from '../support/content.ts';
import { patiently } from '../support/repeat.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const document = `query ($where: EntityWhere, $orderBy: [EntityOrderBy!], $first: Int, $after: String, $language: LanguageTag, $variant: String, $owner: ID, $at: DateTime) {
  entityViews(where: $where, orderBy: $orderBy, first: $first, after: $after, language: $language, variant: $variant, owner: $owner, atTimestamp: $at) {
    totalCount totalCountIsEstimate
    edges { cursor node { path } }
    nodes { urn path language name alternativeLanguages { language } text(name: "title") { value layer } markdowns { value } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

const byPath = [{ field: 'PATH' }];

/** One page of the list for who wants German or else English. */
async function views(client: Client, variables: Readonly<Record<string, unknown>> = {}): Promise<Body> {
  const headers = { 'accept-language': 'de, en;q=0.5' };
  const send = (): Promise<GraphAnswer> => client.graph(document, { orderBy: byPath, ...variables }, headers);
  let answer = await send();
  // A busy machine may have no time to render the first pages.
  for (let left = 5; left > 0 && answer.errors?.[0]?.extensions['code'] === 'TIMEOUT'; left -= 1) answer = await send();
  expect(answer.errors).toBeUndefined();
  return answer.data.entityViews;
}

const shown = ({ nodes }: Body): string[] =>
  nodes.map((one: Body) => `${one.path} ${one.language} ${one.text?.value ?? 'none'}`);

async function published(tenant: Tenant, path: string, more: Readonly<Record<string, unknown>> = {}): Promise<Body> {
  const body = await page(tenant, path, { name: path, ...more });
  const answer = await tenant.rest('PATCH', `/n/v1/entity/${body.urn}`, { body: { status: 'PUBLISH' } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const titled = (value: string): Readonly<Record<string, unknown>> => ({ texts: [text(value)] });

/** Pages in German, English and French, one with a variant, one that is a draft. */
async function site(tenant: Tenant): Promise<void> {
  await published(tenant, '/a', { language: 'de', ...titled('A deutsch') });
  await published(tenant, '/a', { language: 'en', ...titled('A english') });
  await published(tenant, '/b', {
    language: 'en',
    ...titled('B english'),
    markdowns: [{ name: 'body', sortOrder: 0, value: '**b**' }],
  });
  await published(tenant, '/c', { language: 'fr', ...titled('C french') });
  await published(tenant, '/c', { language: 'de', variant: 'summer', ...titled('C summer') });
  await published(tenant, '/d', { language: 'de', ...titled('D deutsch') });
  await published(tenant, '/d', { language: 'de', variant: 'summer', ...titled('D summer') });
  await page(tenant, '/e', { language: 'de', ...titled('E draft') });
}

const open = (tenant: Tenant): Promise<unknown> =>
  made(tenant, 'permission', {
    owner: tenant.company,
    subjectUrn: tenant.company,
    subjectScope: 'EVERYONE',
    objectUrn: tenant.company,
    objectScope: 'COMPANY',
    label: 'VIEW',
  });

/** The same over REST. */
async function overRest(client: Client, parameters = ''): Promise<Body> {
  const headers = { 'accept-language': 'de, en;q=0.5' };
  const path = `/v/v1/entityviews?sort=path&${parameters}`;
  const answer = await patiently(() => client.rest('GET', path, { headers }));
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const titles = ({ entityviews }: Body): string[] =>
  entityviews.map((one: Body) => `${one.path} ${one.language} ${one.texts[0]?.value}`);

describe('a list of views', () => {
  test('holds each path once, in the language and variant that its view chooses, for everyone who may see it', async () => {
    const tenant = await service.tenant();
    await site(tenant);
    const grants = [{ label: 'VIEW', objectUrn: tenant.company, objectScope: 'COMPANY' }];
    const client = await reader(service, tenant, grants);
    const stranger = await service.tenant();
    expect(shown(await views(stranger, { owner: tenant.company }))).toEqual([]);
    await open(tenant);
    const owner = { owner: tenant.company };
    for (const [caller, more] of [
      [tenant, {}],
      [client, {}],
      [service.client(null), owner],
      [stranger, owner],
    ] as const) {
      const of = 'owner' in more ? `owner=${tenant.company}` : '';
      const usual = ['/a de A deutsch', '/b en B english', '/d de D deutsch'];
      const list = await views(caller, more);
      expect(shown(list)).toEqual(usual);
      expect(list.edges.map(({ node }: Body) => node.path)).toEqual(['/a', '/b', '/d']);
      expect(list.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
      expect([list.totalCount, list.totalCountIsEstimate]).toEqual([null, true]);
      expect(list.nodes[0].alternativeLanguages).toEqual([{ language: 'en' }]);
      expect(list.nodes[1].markdowns).toEqual([{ value: '<p><strong>b</strong></p>\n' }]);
      const rest = await overRest(caller, of);
      expect(titles(rest)).toEqual(usual);
      expect(rest.entityviews[1].markdowns[0].value).toBe('<p><strong>b</strong></p>\n');
      const summer = ['/a de A deutsch', '/b en B english', '/c de C summer', '/d de D summer'];
      expect(shown(await views(caller, { ...more, variant: 'summer' }))).toEqual(summer);
      expect(titles(await overRest(caller, `${of}&variant=summer`))).toEqual(summer);
    }
  });

  test('shows each page as its view alone does', async () => {
    const tenant = await service.tenant();
    await site(tenant);
    const { entityviews } = await overRest(tenant, 'variant=summer');
    expect(entityviews).toHaveLength(4);
    for (const one of entityviews) {
      const headers = { 'accept-language': 'de, en;q=0.5' };
      const alone = await tenant.rest('GET', `/v/v1/entityview${one.path}?variant=summer`, { headers });
      expect(one).toEqual(alone.body);
    }
  });

  test('is filtered and put in order by the chosen versions as they are live, whatever drafts the caller sees', async () => {
    const tenant = await service.tenant();
    const first = await published(tenant, '/x', titled('one'));
    await published(tenant, '/y', titled('two'));
    await published(tenant, '/z', { language: 'de', ...titled('one') });
    await published(tenant, '/z', titled('two'));
    await write(tenant, first.texts[0].urn, 'three');
    const titledSo = (value: string): unknown => ({ texts: { some: { name: { eq: 'title' }, value: { eq: value } } } });
    expect(shown(await views(tenant, { where: titledSo('one') }))).toEqual(['/x en one', '/z de one']);
    expect(shown(await views(tenant, { where: titledSo('two') }))).toEqual(['/y en two']);
    expect(shown(await views(tenant, { where: titledSo('three') }))).toEqual([]);
    expect(titles(await overRest(tenant, 'filter[text.title]=one'))).toEqual(['/x en one', '/z de one']);
    const orderBy = [{ field: 'TEXT', name: 'title', direction: 'DESC' }, { field: 'PATH' }];
    expect(shown(await views(tenant, { orderBy }))).toEqual(['/y en two', '/x en one', '/z de one']);
  });

  test('leads on from page to page, past versions in other languages', async () => {
    const tenant = await service.tenant();
    for (const at of [1, 2, 3, 4, 5])
      for (const language of ['fr', 'de', 'en'])
        await published(tenant, `/p${String(at)}`, { language, ...titled(language) });
    const all: string[] = [];
    let after: string | null = null;
    do {
      const list: Body = await views(tenant, { first: 2, after });
      expect(list.nodes.length).toBeLessThanOrEqual(2);
      expect(list.pageInfo.hasPreviousPage).toBe(after !== null);
      all.push(...shown(list));
      after = list.pageInfo.hasNextPage ? list.pageInfo.endCursor : null;
    } while (after !== null);
    expect(all).toEqual([1, 2, 3, 4, 5].map((at) => `/p${String(at)} de de`));
    const rest: string[] = [];
    let parameters = 'limit=2';
    for (;;) {
      const body = await overRest(tenant, parameters);
      rest.push(...titles(body));
      if (!body.pagination.isMorePages) break;
      expect(body.pagination.nextUrl).toContain('/v/v1/entityviews?');
      parameters = `limit=2&after=${body.pagination.after}`;
    }
    expect(rest).toEqual(all);
    const { errors } = await tenant.graph(document, {
      orderBy: [{ field: 'NAME' }],
      after: (await views(tenant, { first: 1 })).pageInfo.endCursor,
    });
    expect(errors?.[0]?.extensions['code']).toBe('INVALID_CURSOR');
  });

  test('of paths and languages alone reads no items, and of REST has a tag', async () => {
    const tenant = await service.tenant();
    await site(tenant);
    const path = '/v/v1/entityviews?sort=path&fields=path,language,alternativeLanguages&language=en';
    const answer = await tenant.rest('GET', path);
    expect(answer.body.entityviews.map(({ path: one, language }: Body) => [one, language])).toEqual([
      ['/a', 'en'],
      ['/b', 'en'],
    ]);
    expect(answer.body.entityviews[0].alternativeLanguages).toMatchObject([{ language: 'de', path: '/a' }]);
    expect(answer.body.entityviews[0]).not.toHaveProperty('texts');
    const tag = String(answer.headers.get('etag'));
    const same = await tenant.rest('GET', path, { headers: { 'if-none-match': tag } });
    expect([same.status, same.text]).toEqual([304, '']);
    await published(tenant, '/f', { language: 'en' });
    expect((await tenant.rest('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  test('shows the pages that are live now as they were', async () => {
    const tenant = await service.tenant();
    const body = await published(tenant, '/x', titled('before'));
    const at = new Date().toISOString();
    await write(tenant, body.texts[0].urn, 'after');
    await tenant.rest('PATCH', `/n/v1/entity/${body.urn}`, { body: { status: 'PUBLISH' } });
    await published(tenant, '/y', titled('new'));
    expect(shown(await views(tenant))).toEqual(['/x en after', '/y en new']);
    expect(shown(await views(tenant, { at }))).toEqual(['/x en before']);
    expect(titles(await overRest(tenant, `atTimestamp=${at}`))).toEqual(['/x en before']);
  });

  test.each([
    ['before=x', 'The parameter does not exist on this path'],
    ['version=LATEST', 'The parameter does not exist on this path'],
    ['language=x_____', 'locale tag'],
    ['sort=colour', 'cannot be ordered'],
  ])('of REST refuses %s', async (parameters, message) => {
    const { status, text: said } = await (await service.tenant()).rest('GET', `/v/v1/entityviews?${parameters}`);
    expect([status, said]).toEqual([400, expect.stringContaining(message)]);
  });
});
