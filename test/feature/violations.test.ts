// What is told of a request with several faults: each fault once, where it stands, and all of them together. Resource reference 1.8.
import { beforeAll, describe, expect, test } from 'vitest';
import { page, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made, task } from '../support/work.ts';

let service: SharedService;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
});

const violations = ({ errors }: Body): string[] | undefined =>
  errors?.map(({ path, code }: Body) => `${String(path)} ${String(code)}`).toSorted();

async function told(path: string, body: Record<string, unknown>, method = 'POST'): Promise<unknown> {
  const answer = await admin.rest(method, `/n/v1/${path}`, { body });
  return [answer.status, violations(answer.body)];
}

const long = 'x'.repeat(70_000);
const page0 = (more: Record<string, unknown>): Record<string, unknown> => ({
  urn: crypto.randomUUID(),
  owner: admin.company,
  name: 'Page',
  language: 'en',
  status: 'DRAFT_UNPUBLISHED',
  ...more,
});

const inItself: Readonly<Record<string, readonly string[]>> = {
  entity: [
    ...['booleans', 'dateTimes', 'doubles', 'images', 'jsons', 'latLongs', 'links', 'longs', 'markdowns', 'money'],
    ...['references', 'templates', 'texts'],
  ],
  identity: ['persons', 'emails', 'telephones', 'addresses', 'clientIdentifiers'],
  workflow: ['stages'],
  entitylist: ['entities'],
  paymentinvoice: ['lines'],
};
const lists = Object.entries(inItself).flatMap(([kind, names]) => names.map((list) => ({ kind, list })));

test.each(lists)('What stands in $list of a new $kind and is no object is one violation', async ({ kind, list }) => {
  const common =
    kind === 'entity' ? page0({}) : { owner: admin.company, name: 'One', number: '1', currencyCode: 'EUR' };
  const more = kind === 'paymentinvoice' ? { customerCompany: admin.company } : {};
  expect(await told(kind, { ...common, ...more, [list]: [null, 5] })).toEqual([
    422,
    [`/${list}/0 NULL_NOT_ALLOWED`, `/${list}/1 INVALID_FORMAT`],
  ]);
});

describe('A fault is told once', () => {
  test('of an amount, whichever way it is given', async () => {
    const entity = (await page(admin, null)).urn;
    const item = { entity, name: 'price', sortOrder: 0, currencyCode: 'EUR' };
    expect(await told('moneyitem', { ...item, value: 'ten' })).toEqual([422, ['/value INVALID_FORMAT']]);
    expect(await told('moneyitem', { ...item, value: 5 })).toEqual([422, ['/value INVALID_FORMAT']]);
    expect(await told('moneyitem', { ...item, unitValue: 1.5 })).toEqual([422, ['/unitValue INVALID_FORMAT']]);
    expect(await told('moneyitem', { ...item, unitValue: null })).toEqual([422, ['/unitValue NULL_NOT_ALLOWED']]);
    expect(await told('moneyitem', { ...item, value: null })).toEqual([422, ['/unitValue REQUIRED']]);
  });

  test('of a reference that stands nowhere, which may well be right', async () => {
    const entityReference = (await page(admin, null)).urn;
    const item = { name: 'author', sortOrder: 0, entityReference };
    expect(await told('referenceitem', item)).toEqual([422, ['/entity REQUIRED']]);
    expect(await told('referenceitem', { ...item, entity: 'x' })).toEqual([422, ['/entity INVALID_FORMAT']]);
    const { owner: _, ...nobodys } = page0({ references: [item] });
    expect(await told('entity', nobodys)).toEqual([422, ['/owner REQUIRED']]);
  });

  test('of a comment that is too long, and of links that are none', async () => {
    const urn = await task(admin, 'One');
    const comment = { task: urn, activity: 'COMMENT_ADDED', comment: long };
    expect(await told('tasklog', comment)).toEqual([422, ['/comment TOO_LONG']]);
    expect(await told(`task/${urn}`, { blockedBy: [null, 5, {}] }, 'PATCH')).toEqual([
      422,
      ['/blockedBy/0 NULL_NOT_ALLOWED', '/blockedBy/1 INVALID_FORMAT', '/blockedBy/2 INVALID_FORMAT'],
    ]);
  });
});

test('What is wrong inside a list that an update replaces is told with the rest', async () => {
  const { urn } = await made(admin, 'entitylist', { owner: admin.company, name: 'List', entities: [] });
  const entities = [{ entity: crypto.randomUUID(), sortOrder: 'first' }];
  expect(await told(`entitylist/${String(urn)}`, { name: null, entities }, 'PUT')).toEqual([
    422,
    ['/entities/0/entity INVALID_REFERENCE', '/entities/0/sortOrder INVALID_FORMAT', '/name NULL_NOT_ALLOWED'],
  ]);
});

test('An address of its own that differs is refused under strict handling, as all that the service keeps', async () => {
  const strict = { Prefer: 'handling=strict' };
  const sent = (await admin.rest('GET', `/n/v1/task/${await task(admin, 'One')}`)).body;
  const put = (body: Body): Promise<Body> =>
    admin.rest('PUT', `/n/v1/task/${String(sent.urn)}`, { body, headers: strict }).then((answer) => answer.body);
  const { url, version } = await put(sent);
  expect([url, version]).toEqual([sent.url, 1]);
  const changed = await put({ ...sent, url: 'https://elsewhere.example/', version: 9 });
  expect(violations(changed)).toEqual(['/url IMMUTABLE', '/version IMMUTABLE']);
});

test.each([
  ['n/v1/tasks', 'limit=0&sort=colour&count=some&filter[colour]=red&fields=colour&expand=colour'],
  ['n/v1/company/COMPANY/identities', 'limit=0&fields=colour&expand=colour'],
  ['n/v1/textitemhistory/COMPANY', 'limit=0&asOf=then&fields=colour&expand=colour'],
  ['n/v1/searches', 'includeScopes=COLOUR&language=colour&order=COLOUR&version=COLOUR'],
  ['v/v1/entityview/home', 'language=%2B&variant=%2B&version=COLOUR&atTimestamp=then&owner=me&render=COLOUR'],
])('The wrong parameters of %s are told together', async (path, parameters) => {
  const address = path.replace('COMPANY', admin.company);
  const { status, body } = await admin.rest('GET', `/${address}?${parameters}`);
  const names = parameters.split('&').map((parameter) => `?${parameter.replace(/=[^=]*$/, '')} INVALID_PARAMETER`);
  expect([status, violations(body)]).toEqual([400, names.toSorted()]);
});

test.each([
  ['limit=0', 1],
  ['limit=-1', 1],
  ['limit=201', 200],
])('The bound that %s breaks is %d', async (parameter, bound) => {
  const { body } = await admin.rest('GET', `/n/v1/tasks?${parameter}`);
  expect(body.errors[0].limit).toBe(bound);
});

test('What is wrong is said in English, whatever language the caller prefers', async () => {
  const said = async (headers: Record<string, string>): Promise<unknown> => {
    const { body } = await admin.rest('GET', '/n/v1/tasks?limit=0', { headers });
    return [body.detail, body.title, body.errors];
  };
  expect(await said({ 'accept-language': 'de' })).toEqual(await said({}));
});

test('A search in one step counts characters as all texts do', async () => {
  const found = (query: string): Promise<number> =>
    admin
      .rest('GET', `/n/v1/searches?includeScopes=TASK&query=${encodeURIComponent(query)}`)
      .then(({ status }) => status);
  expect(await found('\u{1F600}'.repeat(512))).toBe(200);
  expect(await found('\u{1F600}'.repeat(513))).toBe(400);
});

test('A parameter of the answer that is refused leaves everything as it was', async () => {
  const created = await admin.rest('POST', '/n/v1/entity', {
    body: page0({ path: '/asked', texts: [{ name: 'a', sortOrder: 0, value: 'One' }], status: 'PUBLISH' }),
  });
  const entity = `entity/${String(created.body.urn)}`;
  const item = String(created.body.texts[0].urn);
  await admin.rest('PATCH', `/n/v1/textitem/${item}`, { body: { value: 'Two' } });
  const gone = String(
    (await admin.rest('POST', '/n/v1/project', { body: { owner: admin.company, name: 'P' } })).body.urn,
  );
  await admin.rest('DELETE', `/n/v1/project/${gone}`);
  const history = `/n/v1/textitemhistory/${item}`;
  const seen = async (): Promise<unknown> => [
    (await admin.rest('GET', history)).body.history,
    (await admin.rest('GET', `/n/v1/${entity}`)).body.version,
    (await admin.rest('GET', '/n/v1/entities?filter[path]=/asked&count=true')).body.pagination.totalCount,
    (await admin.rest('GET', `/n/v1/project/${gone}`)).status,
  ];
  const before = await seen();
  const [newest, oldest] = (await admin.rest('GET', history)).body.history as [Body, Body];
  for (const [method, path, body, more] of [
    ['PATCH', `/n/v1/${entity}`, { name: 'Other' }, []],
    ['PUT', `/n/v1/${entity}`, { name: 'Other' }, []],
    ['POST', `/n/v1/${entity}/copy`, { language: 'de' }, []],
    ['POST', `/n/v1/project/${gone}/restore`, undefined, []],
    ['PUT', history, { item: { urn: newest.urn } }, ['limit', 'after', 'asOf']],
    ['POST', `${history}/restore`, { item: { urn: oldest.urn } }, ['limit', 'after', 'asOf']],
  ] as const)
    for (const parameter of ['fields', 'expand', ...more]) {
      const refused = await admin.rest(method, `${path}?${parameter}=nothing`, { body });
      expect([path, refused.status, refused.body.errors]).toMatchObject([path, 400, [{ path: `?${parameter}` }]]);
    }
  expect(await seen()).toEqual(before);
});
