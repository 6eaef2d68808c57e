// The graph's HTTP face follows the GraphQL over HTTP specification, audited by the reference suite.
import { auditServer } from 'graphql-http';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { sharedService, type SharedService, startService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

test('passes every audit of the reference suite, with the preflight header and a caller who may introspect', async () => {
  const results = await auditServer({
    url: `${service.url}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) =>
      fetch(url, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string> | undefined), // the suite gives plain objects
          authorization: `Bearer ${tenant.token}`,
          'apollo-require-preflight': 'true',
        },
      }),
  });
  const failed = results
    .filter((r) => r.status !== 'ok')
    .map((r) => `${r.id} ${r.name}: ${'reason' in r ? r.reason : ''}`);
  expect(failed).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(61);
});

test.each([
  ['no body', ''],
  ['no object', 'null'],
  ['an object without members', '{}'],
  ['several operations', '[{"query":"{ __typename }"}]'],
  ['a query that is no text', '{"query":5}'],
  ['variables that are no object', '{"query":"{ __typename }","variables":"{}"}'],
  ['extensions that are no object', '{"query":"{ __typename }","extensions":5}'],
  ['neither a text nor a hash', '{"variables":{}}'],
  ['a wrong text', '{"query":"{"}'],
])('a request with %s is refused under its request id', async (_, body) => {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
  const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body });
  const { errors } = (await answer.json()) as { errors: { message: string; extensions: unknown }[] };
  expect([answer.status, errors.length]).toEqual([400, 1]);
  expect(errors[0]?.message).toBeTruthy();
  expect(errors[0]?.extensions).toMatchObject({
    code: 'BAD_REQUEST',
    httpCode: 400,
    requestId: answer.headers.get('x-request-id'),
  });
});

test.each(['application/json', 'application/graphql-response+json'])(
  'a request without a document is no request, to a client that takes %s',
  async (accept) => {
    const ask = async (init: RequestInit = {}): Promise<number> => {
      const headers = { accept, 'content-type': 'application/json' };
      return (await fetch(`${service.url}/graphql`, { ...init, headers })).status;
    };
    expect(await ask()).toBe(400);
    expect(await ask({ method: 'POST', body: '{"variables":{}}' })).toBe(400);
  },
);

test.each(['application/json', 'text/event-stream'])(
  'the empty text names no operation, to a client that takes %s',
  async (accept) => {
    const ask = async (query: string): Promise<string> => {
      const parameters = new URLSearchParams({ query, operationName: '' });
      return (await fetch(`${service.url}/graphql?${parameters.toString()}`, { headers: { accept } })).text();
    };
    expect(await ask('query One { __typename }')).toContain('{"data":{"__typename":"Query"}}');
    expect(await ask('query One { __typename } query Two { __typename }')).toContain('has no operation with this name');
  },
);

test.each(['/graphql', '/graphql/stream'])('%s offers the methods that it answers', async (path) => {
  const send = async (method: string): Promise<Response> => fetch(service.url + path, { method });
  const offered = (await send('OPTIONS')).headers.get('allow')?.split(', ') ?? [];
  expect(offered.sort()).toEqual(['DELETE', 'GET', 'OPTIONS', 'POST', 'PUT']);
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers } = await send(method);
    expect([method, status !== 405]).toEqual([method, offered.includes(method)]);
    if (status === 405) expect(headers.get('allow')?.split(', ').sort()).toEqual(offered);
  }
});

test('who is not known is refused as a whole only where every field says so', async () => {
  const task = 'task(urn: "0190f3a0-0000-7000-8000-000000000001") { urn }';
  const ask = async (query: string) => {
    const { status, headers } = await service.client(null).graph(query);
    return [status, headers.get('www-authenticate') !== null];
  };
  expect(await ask(`{ ${task} }`)).toEqual([401, true]);
  expect(await ask(`{ ${task} entityView { urn } }`)).toEqual([200, false]);
});

const hostile: readonly (readonly [string, string])[] = [
  [
    '200 levels of one field',
    `{ entities { nodes ${'{ tasks { nodes { associatedEntities '.repeat(60)} { urn } ${'} } }'.repeat(60)} } }`,
  ],
  ['1,000 aliases', `{ ${Array.from({ length: 1000 }, (_, at) => `a${String(at)}: __typename`).join(' ')} }`],
  [
    '100 aliases of a costly root field',
    `{ ${Array.from({ length: 100 }, (_, at) => `a${String(at)}: entities { nodes { urn } }`).join(' ')} }`,
  ],
  ['a fragment cycle', 'query { ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
  ['20,000 nested braces', `${'{ a '.repeat(20_000)}${'}'.repeat(20_000)}`],
  ['200,000 tokens', `{ ${'__typename '.repeat(200_000)} }`],
  ['an unknown field that is nearly a known one', '{ entitie { urn } }'],
  ['a page of minus one', '{ entities(first: -1) { nodes { urn } } }'],
  ['a page of 2^31', '{ entities(first: 2147483648) { nodes { urn } } }'],
  ['first and last together', '{ entities(first: 1, last: 1) { nodes { urn } } }'],
  ['a tampered cursor', '{ entities(after: "abc.def") { nodes { urn } } }'],
  ['an empty document', ''],
  ['two operations and none that is named', 'query A { __typename } query B { __typename }'],
];

test.each(hostile)('refuses %s with a client error, quickly and without a trace of its code', async (_, query) => {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.token}` },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(500);
  const { errors } = JSON.parse(text) as { errors: { message: string; extensions: { code: string } }[] };
  expect(errors.length).toBeGreaterThan(0);
  expect(errors[0]?.extensions.code).toMatch(
    /^(BAD_REQUEST|QUERY_TOO_DEEP|QUERY_TOO_COMPLEX|INVALID_PARAMETER|INVALID_CURSOR|PAYLOAD_TOO_LARGE)$/,
  );
  expect(text).not.toMatch(/stacktrace|node_modules/i);
  expect(text.length).toBeLessThan(262_144);
  expect((await tenant.graph('{ __typename }')).data).toEqual({ __typename: 'Query' });
});

test('answers more wrong values than GraphQL reports with a client error', async () => {
  const input = { title: 'T', blocking: Array.from({ length: 60 }, () => ({ wrong: true })) };
  const answer = await tenant.graph('mutation ($input: CreateTaskInput!) { createTask(input: $input) { requestId } }', {
    input,
  });
  expect(answer.data).toBeUndefined();
  expect(answer.errors?.length).toBeGreaterThan(0);
  expect(new Set(answer.errors?.map(({ extensions }) => extensions['code']))).toEqual(new Set(['BAD_REQUEST']));
});

test('answers fragments that double 30 times immediately, or refuses them', async () => {
  const chain = Array.from(
    { length: 30 },
    (_, at) => `fragment F${String(at)} on Query { ...F${String(at + 1)} ...F${String(at + 1)} }`,
  );
  const cheap = await tenant.graph(`query { ...F0 } ${chain.join(' ')} fragment F30 on Query { __typename }`);
  expect(cheap.data).toEqual({ __typename: 'Query' });
  const costly = await tenant.graph(
    `query { ...F0 } ${chain.join(' ')} fragment F30 on Query { entities { nodes { urn } } }`,
  );
  expect(costly.errors?.[0]?.extensions['code']).toBe('QUERY_TOO_COMPLEX');
});

test.each(['application/json', 'application/graphql-response+json', '*/*', 'application/json, */*;q=0.1'])(
  'A mutation by GET is 405, in its status and in its error, whatever Accept says (%s).',
  async (accept) => {
    const headers = { accept, 'apollo-require-preflight': '1' };
    const answer = await fetch(`${service.url}/graphql?query=mutation%7B__typename%7D`, { headers });
    const { errors } = (await answer.json()) as { errors: { extensions: Record<string, unknown> }[] };
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(errors.map(({ extensions }) => [extensions['code'], extensions['httpCode']])).toEqual([
      ['METHOD_NOT_ALLOWED', 405],
    ]);
  },
);

test.each(['text/html', 'image/png, application/json;q=0'])(
  'A caller that takes no JSON (%s) is refused with 406, in the status and in the error, under the id of its request.',
  async (accept) => {
    const headers = { accept, 'content-type': 'application/json', 'x-request-id': 'not-json' };
    const body = JSON.stringify({ query: '{ __typename }' });
    const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body });
    const { errors } = (await answer.json()) as { errors: { extensions: Record<string, unknown> }[] };
    const extensions = { code: 'NOT_ACCEPTABLE', httpCode: 406, requestId: 'not-json' };
    expect([answer.status, errors]).toMatchObject([406, [{ extensions }]]);
  },
);

test('Introspection shows the description of every type that the schema document describes.', async () => {
  const { data } = await tenant.graph('{ __schema { types { name description } } }');
  const types = data.__schema.types as { name: string; description: string | null }[];
  expect(types.filter(({ description }) => description === null)).toEqual([]);
});

test('A document holds 65,536 characters.', async () => {
  const asked = async (length: number): Promise<unknown[]> => {
    const { status, errors } = await tenant.graph('{ __typename }'.padEnd(length));
    return [status, errors?.[0]?.extensions['code'], errors?.[0]?.extensions['limit']];
  };
  expect(await asked(65_536)).toEqual([200, undefined, undefined]);
  expect(await asked(65_537)).toEqual([400, 'QUERY_TOO_COMPLEX', 65_536]);
});

test('A document holds 2,000 tokens.', async () => {
  const refusal = async (tokens: number): Promise<string> =>
    (await tenant.graph(`{ ${'__typename '.repeat(tokens - 2)}}`)).errors?.[0]?.message ?? '';
  expect(await refusal(2_000)).not.toContain('tokens');
  expect(await refusal(2_001)).toContain('2000 tokens');
});

test('refuses simple requests that a foreign page could send, and mutations over GET', async () => {
  const post = (headers: Record<string, string>, body: string): Promise<Response> =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, ...headers },
      body,
    });
  expect((await post({ 'content-type': 'text/plain' }, '{"query":"{ __typename }"}')).status).toBe(415);
  expect((await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'query={__typename}')).status).toBe(415);
  const get = await fetch(`${service.url}/graphql?query=%7B__typename%7D`, {
    headers: { authorization: `Bearer ${tenant.token}` },
  });
  expect(get.status).toBe(200);
  const unreadable = await fetch(`${get.url}&extensions=%7B`, { headers: { accept: 'application/json' } });
  expect([unreadable.status, await unreadable.text()]).toEqual([400, expect.stringContaining('"BAD_REQUEST"')]);
  const withCookie = await fetch(get.url, { headers: { cookie: 'commonplace-session=anything' } });
  expect(withCookie.status).toBe(400);
});

test('answers a wrong token with 401, whatever is requested', async () => {
  for (const token of ['nonsense', 'ccs_a_0000000000000000000000000000000000000000000000000', 'x'.repeat(10_000)]) {
    const answer = await service.client(token).graph('{ __typename }');
    expect(answer.status).toBe(401);
    expect(answer.errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED');
  }
});

test('Introspection is open to everyone by default', async () => {
  const anyone = await service.client(null).graph('{ __type(name: "Task") { name } }');
  expect(anyone.data).toEqual({ __type: { name: 'Task' } });
});

test('A type is read with the types of its fields, and no deeper', async () => {
  const deep = (levels: number): string =>
    `{ __type(name: "Task") { ${'fields { type { '.repeat(levels)}name${' } }'.repeat(levels)} } }`;
  expect((await tenant.graph(deep(2))).errors).toBeUndefined();
  const [error] = (await tenant.graph(deep(3))).errors ?? [];
  expect([error?.message, error?.extensions['code']]).toEqual(['Maximum introspection depth exceeded', 'BAD_REQUEST']);
});

const mistyped: readonly (readonly [string, RegExp])[] = [
  ['{ entites { nodes { urn } } }', / Did you mean "entities"/],
  ['{ tasks { nodes { titel } } }', / Did you mean "title"\?/],
  ['{ tasks(wher: {}) { totalCount } }', / Did you mean "where"\?/],
  ['{ tasks(where: { status: { eq: PENDIN } }) { totalCount } }', / Did you mean the enum value "PENDING"\?/],
  // Names from the habit of other services.
  ['{ tasks { nodes { id createdAt } } }', /"urn"\?\n.* Did you mean "createdTimestamp"\?/],
  ['{ tasks(filter: {}) { totalCount } }', / Did you mean "where"\?/],
  ['{ tasks(sort: "title") { totalCount } }', / Did you mean "orderBy"\?/],
  ['{ tasks(where: { title: "Print" }) { totalCount } }', / Did you mean \{ eq: "Print" \}\?/],
  ['{ tasks(where: { title: { like: "P%" } }) { totalCount } }', / Did you mean "contains" or "startsWith"\?/],
  ['{ tasks(orderBy: "dueTimestamp") { totalCount } }', / Did you mean \[\{ field: DUE_TIMESTAMP \}\]\?/],
  ['{ tasks(orderBy: { title: ASC }) { totalCount } }', / Did you mean \{ field: TITLE, direction: \.{3} \}\?/],
  ['{ entityView(path: "/home") { image(name: "cover") { width } } }', / Did you mean "files \{ width \}"\?/],
  ['{ textItem(urn: "x") { history { nodes { value } } } }', / Did you mean "history \{ nodes \}"\?/],
  ['{ projects { nodes { stages { name } } } }', / Did you mean "workflow \{ stages \}"\?/],
  ['{ tasks { title } }', / Did you mean "nodes \{ title \}"\?/],
  ['{ textItem(urn: "x") { history { value } } }', / Did you mean "history \{ nodes \{ value \} \}"\?/],
  ['{ search(query: "x") { items { name } } }', / Did you mean "nodes"\?/],
  ['{ messageThreads { nodes { posts { nodes { author { name } } } } } }', / Did you mean "authorIdentity"\?/],
  ['{ tasks(where: { status: PENDING }) { totalCount } }', / Did you mean \{ eq: PENDING \}\?/],
  ['{ tasks(where: { assignee: { name: { eq: "I" } } }) { totalCount } }', /mean \{ where: \{ name: \.{3} \} \}\?/],
  ['mutation { updateTask(input: { urn: "x" }) { requestId } }', / Did you mean "urn" beside "input"\?/],
  ['{ users { totalCount } }', / Did you mean "identities"\?/],
  ['{ emails { nodes { address } } }', / Did you mean "email"\?/],
  ['{ addresses { nodes { city zip } } }', /"locality"\?\n.* Did you mean "postalCode"\?/],
  [
    '{ companies { nodes { parent { name } children { name } } } }',
    /"parentCompany"\?\n.* Did you mean "childCompanies"\?/,
  ],
  ['{ entityView(path: "/home", preview: true) { name } }', / Did you mean "version"\?/],
  ['{ article { name } }', / Did you mean "entityView" or "entity"\?/],
  ['{ entity(path: "/home") { name } }', / Did you mean "entityView", which takes a path\?/],
  [
    '{ entities { nodes { permissions { label } } } }',
    / Did you mean the query "permissions", with objectUrn in where\?/,
  ],
  ['{ entities { nodes { updatedBy { name } } } }', / Did you mean the query "events", with targetUrns\?/],
  ['{ entities { data { name } } }', / Did you mean "nodes"\?/],
  ['{ entities(where: { status: { eq: DRAFT } }) { totalCount } }', / Did you mean DRAFT_UNPUBLISHED\?/],
  ['{ entities(orderBy: [{ field: UPDATED_AT }]) { totalCount } }', / Did you mean UPDATED_TIMESTAMP\?/],
  ['{ tasks_aggregate { aggregate { count } } }', / Did you mean "tasks \{ totalCount \}"\?/],
  ['{ tasks(where: { isDone: { eq: false } }) { totalCount } }', / Did you mean "statusCategory"\?/],
  ['{ workflow(name: "Editorial") { urn } }', / Did you mean "workflows\(where: \{ name: \.{3} \}\)"\?/],
  ['{ search(query: "x", type: TASK) { totalCount } }', / Did you mean "includeScopes"\?/],
  [
    '{ search(query: "x") { nodes { ... on Entity { name } } } }',
    / Did you mean "item \{ \.{3} on Entity \{ \.{3} \} \}"\?/,
  ],
  [
    '{ permissionHolders(objectUrn: "x") { holders { identity { name } } } }',
    / Did you mean "subject \{ urn \}", and the query "nodes" for what it is\?/,
  ],
  ['mutation { publishEntity(input: { urn: "x" }) { requestId } }', / Did you mean its members as arguments\?/],
  ['mutation { deleteTask(urn: "x") { errors { message } } }', / Did you mean "userErrors"\?/],
  ['subscription { taskUpdated { urn } }', / Did you mean "events\(subjects: \[TASK\]\)"\?/],
  ['subscription { textItems { urn } }', / Did you mean "events\(subjects: \[TEXT_ITEM\]\)"\?/],
  ['{ entities { nodes { title } } }', / Did you mean text\(name: "title"\) \{ value \}, as content is in items\?/],
  ['{ entities { id } }', / Did you mean "nodes \{ urn \}"\?/],
  ['{ entity_by_pk(id: 1) { name } }', / Did you mean "entity\(urn: \.{3}\)"\?/],
  ['mutation { moveTask { urn } }', / Did you mean "updateTask\(input: \{ workflowStage: \.{3} \}\)"\?/],
  ['{ entities(where: { status: { eq: "PUBLISHED" } }) { totalCount } }', / Did you mean PUBLISHED, without quotes\?/],
  [
    '{ a: __type(name: "A") { name } b: __type(name: "B") { name } }',
    /^The operation reads the schema 2 times\. The limit is 1\.$/,
  ],
  ['subscription { events(where: {}) { cursor } }', / Did you mean "subjects", "events" or "targetUrns"\?/],
];
const saidTo = async (caller: Client, query: string): Promise<string> =>
  ((await caller.graph(query)).errors ?? []).map(({ message }) => message).join('\n');

test('Mistyped names are answered with what may have been meant', async () => {
  for (const [query, hint] of mistyped) expect(await saidTo(service.client(null), query)).toMatch(hint);
});

test.each([
  ['NAME_ASC', /; Expected .* Did you mean \[\{ field: NAME \}\]\?$/],
  [{ createdAt: 'DESC' }, / Did you mean \{ field: CREATED_TIMESTAMP, direction: \.{3} \}\?/],
])('Orders from habit are answered with what may have been meant in variables, too: %s', async (order, hint) => {
  const query = 'query ($order: [EntityOrderBy!]) { entities(orderBy: $order) { totalCount } }';
  const { errors = [] } = await service.client(null).graph(query, { order });
  expect(errors.map(({ message }) => message).join('\n')).toMatch(hint);
});

test.each<[string, (at: number) => string, (all: string) => string]>([
  ['fields', (at) => `entities${String(at)}`, (all) => `{ ${all} }`],
  ['arguments', (at) => `where${String(at)}: 1`, (all) => `{ entities(${all}) { totalCount } }`],
  ['types', (at) => `... on Entity${String(at)} { urn }`, (all) => `{ ${all} }`],
])(
  'Of many mistyped %s the first ten are compared with those there are, so that many cost little',
  async (_, one, all) => {
    const query = all(Array.from({ length: 60 }, (__, at) => one(at)).join(' '));
    const said = (await saidTo(service.client(null), query)).split('\n');
    expect(said.map((line) => line.includes(' Did you mean '))).toEqual(
      Array.from({ length: 60 }, (__, at) => at < 10),
    );
  },
);

test('INTROSPECTION=token closes it to callers without a token, in their own words, and to nobody else', async () => {
  const closed = await startService({ INTROSPECTION: 'token' });
  try {
    const lead = await closed.tenant();
    const refused = await closed.client(null).graph('{ __schema { queryType { name } } }');
    for (const [query, hint] of mistyped) {
      expect(await saidTo(closed.client(null), query)).not.toMatch(/did you mean/i);
      expect(await saidTo(lead, query)).toMatch(hint);
    }
    expect([refused.status, refused.errors?.[0]?.extensions['code']]).toEqual([401, 'UNAUTHENTICATED']);
    expect((await lead.graph('{ __schema { queryType { name } } }')).data).toEqual({
      __schema: { queryType: { name: 'Query' } },
    });
  } finally {
    await closed.close();
  }
});

test('What GraphQL itself refuses is answered all at once, with our path and code, in variables and in literals', async () => {
  const refusals = async (query: string, variables: object = {}): Promise<unknown> => {
    const { errors = [] } = await tenant.graph(query, { ...variables });
    return errors.map(({ extensions: { code, errors: inside } }) => [code, inside]);
  };
  const violation = (path: string, code: string, message: string): unknown => [
    'BAD_REQUEST',
    [{ path, code, message }],
  ];
  const expected = [
    violation('/name', 'REQUIRED', 'Required.'),
    violation('/texts/1/value', 'REQUIRED', 'Required.'),
    violation('/texts/1/sortOrder', 'NULL_NOT_ALLOWED', 'Null is not allowed.'),
  ];
  const mutation = `mutation ($input: CreateEntityInput!) { createEntity(input: $input) { userErrors { code } } }`;
  const input = {
    ...{ owner: tenant.company, path: '/x', language: 'en', status: 'PUBLISH' },
    texts: [
      { name: 'a', value: 'b', sortOrder: 0 },
      { name: 'a', sortOrder: null },
    ],
  };
  const sent = (await refusals(mutation, { input })) as unknown[];
  expect(sent).toHaveLength(3);
  expect(sent).toEqual(expect.arrayContaining(expected));
  const literal = (await refusals(
    `mutation { createEntity(input: { owner: "${tenant.company}", path: "/x", language: "en", status: PUBLISH,
      texts: [{ name: "a", value: "b", sortOrder: 0 }, { name: "a", sortOrder: null }] }) { userErrors { code } } }`,
  )) as unknown[];
  expect(literal).toHaveLength(3);
  expect(literal).toEqual(expect.arrayContaining(expected));
  // An update demands nothing; its rules are userErrors, as before.
  const { done } = await tenant.data(
    `mutation { done: updateEntity(urn: "${crypto.randomUUID()}", input: { name: null }) { userErrors { code } } }`,
  );
  expect(done.userErrors).toEqual([{ code: 'NOT_FOUND' }]);
});
