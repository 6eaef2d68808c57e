// Numbers on both faces: a value that a type cannot represent is refused with its path, and any other is accepted,
// however it is written.
import { beforeAll, expect, test } from 'vitest';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;
let entity: string;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  const body = {
    urn: crypto.randomUUID(),
    owner: tenant.company,
    name: 'Page',
    path: '/n',
    language: 'en',
    status: 'DRAFT_UNPUBLISHED',
  };
  entity = String((await tenant.rest('POST', '/n/v1/entity', { body })).body.urn);
});

let items = 0;
const raw = (value: string): string =>
  `{"entity":"${entity}","name":"n","sortOrder":${String((items += 1))},"value":${value}}`;

const link = (): string =>
  JSON.stringify({ entity, name: 'link', sortOrder: (items += 1), href: 'https://example.com/' });

async function overGraph(
  kind: string,
  value: string,
): Promise<{ value?: unknown; errors: { code: string; path: string }[] }> {
  const query = `mutation ($input: Create${kind}Input!) { done: create${kind}(input: $input) { item: ${kind.charAt(0).toLowerCase()}${kind.slice(1)} { value } userErrors { code path } } }`;
  const text = `{"query":${JSON.stringify(query)},"variables":{"input":${raw(value)}}}`;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${tenant.token}` };
  const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: text });
  const { data, errors } = (await answer.json()) as {
    data?: { done: { item: { value: unknown } | null; userErrors: { code: string; path: string }[] } };
    errors?: { extensions: { errors?: { code: string; path: string }[]; code: string } }[];
  };
  const top = (errors ?? []).map(({ extensions }) => ({
    code: extensions.errors?.[0]?.code ?? extensions.code,
    path: extensions.errors?.[0]?.path ?? '',
  }));
  return { value: data?.done.item?.value, errors: [...top, ...(data?.done.userErrors ?? [])] };
}

test.each([
  ['9007199254740992', 2 ** 53],
  ['123456789012345678', 123456789012345680],
  ['100000000000000000000', 1e20],
  ['1e20', 1e20],
  ['0.12345678901234567890', 0.12345678901234568],
  ['-0.0', 0],
])('A double accepts %s on both faces.', async (text, value) => {
  const rest = await tenant.rest('POST', '/n/v1/doubleitem', { raw: raw(text) });
  expect([rest.status, rest.body.value]).toEqual([201, value]);
  expect(await overGraph('DoubleItem', text)).toEqual({ value, errors: [] });
});

test('A double refuses a value that would underflow to 0.', async () => {
  const rest = await tenant.rest('POST', '/n/v1/doubleitem', { raw: raw('1e-400') });
  expect([rest.status, rest.body.errors]).toMatchObject([422, [{ path: '/value', code: 'OUT_OF_RANGE' }]]);
  const refused = { code: 'OUT_OF_RANGE', path: '/value' };
  expect(await overGraph('DoubleItem', '1e-400')).toEqual({ value: undefined, errors: [refused] });
  const { errors } = await tenant.graph(
    `mutation { createDoubleItem(input: {entity: "${entity}", name: "n", sortOrder: 0, value: 1e-400}) { requestId } }`,
  );
  expect(errors?.map(({ extensions }) => extensions['errors'])).toMatchObject([[refused]]);
});

test('A double refuses more than it can hold, as it does over REST.', async () => {
  expect(await overGraph('DoubleItem', '-1e400')).toEqual({
    value: undefined,
    errors: [{ code: 'OUT_OF_RANGE', path: '/value' }],
  });
});

test('A number is no input object, whatever it is read as.', async () => {
  const { urn } = (await tenant.rest('POST', '/n/v1/linkitem', { raw: link() })).body;
  const query =
    'mutation ($urn: ID!, $input: UpdateLinkItemInput!) { updateLinkItem(urn: $urn, input: $input) { requestId } }';
  for (const number of ['1e-400', '1.0000000000000000001', '9007199254740993', '7']) {
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.token}` },
      body: `{"query":${JSON.stringify(query)},"variables":{"urn":"${String(urn)}","input":${number}}}`,
    });
    expect(await answer.json(), number).toMatchObject({
      errors: [{ extensions: { errors: [{ path: '', code: 'INVALID_FORMAT' }] } }],
    });
  }
  expect((await tenant.rest('GET', `/n/v1/linkitem/${String(urn)}`)).body.version).toBe(1);
});

test.each([
  ['1e2', '100'],
  ['1.0', '1'],
  ['-1e0', '-1'],
])('A Long takes %s in a document, as in JSON.', async (text, value) => {
  expect(await overGraph('LongItem', text)).toEqual({ value, errors: [] });
  const { done } = await tenant.data(
    `mutation { done: createLongItem(input: {entity: "${entity}", name: "literal", sortOrder: ${value}, value: ${text}}) { item: longItem { value } } }`,
  );
  expect(done.item).toEqual({ value });
});

test.each(['9007199254740993.0', '1e-400', '1.0000000000000000001', '0.12345678901234567890', '9007199254740993'])(
  'JSON refuses %s, which could not be read back as it was sent.',
  async (text) => {
    const rest = await tenant.rest('POST', '/n/v1/jsonitem', { raw: raw(`{"a":[${text}]}`) });
    expect([rest.status, rest.body.errors]).toMatchObject([422, [{ path: '/value', code: 'OUT_OF_RANGE' }]]);
    const asVariable = await overGraph('JsonItem', `{"a":[${text}]}`);
    expect(asVariable.errors).toEqual([{ code: 'OUT_OF_RANGE', path: '/value' }]);
    const literal = await tenant.data(
      `mutation { done: createJsonItem(input: {entity: "${entity}", name: "n", sortOrder: 0, value: {a: [${text}]}}) { userErrors { code path } } }`,
    );
    expect(literal.done.userErrors).toEqual([{ code: 'OUT_OF_RANGE', path: '/value' }]);
  },
);

test('JSON keeps every number that a double can represent.', async () => {
  const rest = await tenant.rest('POST', '/n/v1/jsonitem', {
    raw: raw('{"a":[0.1,1e20,-5e-324,1.50,9007199254740991]}'),
  });
  expect([rest.status, rest.body.value]).toEqual([201, { a: [0.1, 1e20, -5e-324, 1.5, 9007199254740991] }]);
});

test.each(['1.0000000000000000001', '1e-400'])('Whole numbers refuse %s.', async (text) => {
  const rest = await tenant.rest('POST', '/n/v1/longitem', { raw: raw(text) });
  expect([rest.status, rest.body.errors]).toMatchObject([422, [{ path: '/value', code: 'INVALID_FORMAT' }]]);
});

test('Whole numbers that a double cannot tell apart are told apart in a filter.', async () => {
  const urn = (await tenant.rest('POST', '/n/v1/longitem', { body: JSON.parse(raw('"9007199254740993"')) as object }))
    .body.urn;
  // The list of locales has the resolvers answer, which read what is asked twice once.
  const query = `query ($exact: Long, $near: Long) { locales { tag }
    exact: longItems(where: { value: { eq: $exact } }) { nodes { urn } } near: longItems(where: { value: { eq: $near } }) { nodes { urn } } }`;
  const answer = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.token}` },
    body: `{"query":${JSON.stringify(query)},"variables":{"exact":9007199254740993,"near":9007199254740995}}`,
  });
  const { data } = (await answer.json()) as { data: Record<string, unknown> };
  expect([data['exact'], data['near']]).toEqual([{ nodes: [{ urn }] }, { nodes: [] }]);
});

test.each([
  ['LongItem', 'true'],
  ['LongItem', '[1]'],
  ['DateTimeItem', '7'],
  ['TextItem', '7'],
])('A %s refuses %s in a document at its place.', async (kind, value) => {
  const { errors } = await tenant.graph(
    `mutation { create${kind}(input: {entity: "${entity}", name: "n", sortOrder: 0, value: ${value}}) { requestId } }`,
  );
  expect(errors?.map(({ extensions }) => extensions['errors'])).toMatchObject([
    [{ path: '/value', code: 'INVALID_FORMAT' }],
  ]);
});
