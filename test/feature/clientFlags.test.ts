// Every flag of an API client takes effect on each face and transport that it concerns.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerDocuments, type Registration } from '../../src/actions/access/registeredDocuments.ts';
import { loadContract } from '../../src/contract/load.ts';
import { resourceOf, isUpdatable } from '../../src/contract/resource.ts';
import type { Client } from '../support/client.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';

const contract = loadContract();
let service: SharedService;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
});

interface Flagged extends Client {
  readonly urn: string;
  readonly text: string;
}

async function clientWith(flags: Record<string, unknown>): Promise<Flagged> {
  const body = { owner: admin.company, name: 'Flagged', accessLevel: 'COMPANY', ...flags };
  const made = await admin.rest('POST', '/n/v1/apiclient', { body });
  const apiClient = String(made.body.urn);
  const expirationTimestamp = new Date(Date.now() + 7_200_000).toISOString();
  const token = await admin.rest('POST', '/n/v1/apiclientbearertoken', { body: { apiClient, expirationTimestamp } });
  const text = String(token.body.bearerToken);
  return { ...service.client(text), urn: apiClient, text };
}

const codesOf = (errors: readonly { readonly extensions?: Record<string, unknown> }[] | undefined): unknown[] =>
  (errors ?? []).map(({ extensions }) => extensions?.['code']);

test('Every flag of a client is covered by these tests.', () => {
  const switches = resourceOf(contract, 'ApiClient').fields.filter((field) => field.typeName === 'Boolean');
  expect(switches.map(({ name }) => name)).toEqual(['requireIfMatch', 'trustedDocumentsOnly']);
});

describe('requireIfMatch', () => {
  const nowhere = '0190f3a0-0000-7000-8000-00000000abcd';
  const kinds = contract.resources.filter(({ operations }) => operations.has('UPDATE') || operations.has('DELETE'));
  const mutations = [
    ...kinds.flatMap(({ name, operations, fields }) => [
      ...(operations.has('UPDATE') && fields.some(isUpdatable) ? [`update${name}(urn: "${nowhere}", input: {})`] : []),
      ...(operations.has('DELETE') ? [`delete${name}(urn: "${nowhere}")`] : []),
    ]),
    ...[...contract.verbs.values()]
      .filter(({ args }) => args.some(({ name }) => name === 'expectedVersion'))
      .map(({ name, args }) => {
        const values: Record<string, string> = {
          ID: `"${nowhere}"`,
          InvoicePaymentInput: '{unitValue: "1"}',
          DateTime: '"2026-01-01T00:00:00Z"',
        };
        const given = args
          .filter(({ isRequired }) => isRequired)
          .map((arg) => `${arg.name}: ${values[arg.typeName] ?? arg.members[0] ?? 'null'}`);
        return `${name}(${given.join(', ')})`;
      }),
  ];

  test('requires the expected version in every mutation.', async () => {
    const client = await clientWith({ requireIfMatch: true });
    for (const mutation of mutations) {
      const { data, errors } = await client.graph(`mutation { done: ${mutation} { userErrors { code } } }`);
      expect([data?.done?.userErrors, errors], mutation).toEqual([[{ code: 'PRECONDITION_REQUIRED' }], undefined]);
    }
  });

  test('requires If-Match for every change over REST.', async () => {
    const client = await clientWith({ requireIfMatch: true });
    for (const { path: at, operations } of kinds) {
      const methods = [...(operations.has('UPDATE') ? ['PATCH'] : []), ...(operations.has('DELETE') ? ['DELETE'] : [])];
      for (const method of methods) {
        const { status } = await client.rest(method, `/n/v1/${at}/${nowhere}`, method === 'PATCH' ? { body: {} } : {});
        expect([at, method, status]).toEqual([at, method, 428]);
      }
    }
    for (const { historyPath } of contract.resources) {
      if (!historyPath) continue;
      for (const [method, path] of [
        ['PUT', nowhere],
        ['POST', `${nowhere}/restore`],
      ] as const) {
        const body = { item: { urn: nowhere } };
        const { status } = await client.rest(method, `/n/v1/${historyPath}/${path}`, { body });
        expect([historyPath, method, status]).toEqual([historyPath, method, 428]);
      }
    }
  });

  test('accepts a change that names its version, and requires it of no other client.', async () => {
    const client = await clientWith({ requireIfMatch: true });
    const { body } = await client.rest('POST', '/n/v1/project', { body: { owner: admin.company, name: 'One' } });
    const change = (expectedVersion: string | null): Promise<{ done: { userErrors: unknown[] } }> =>
      client.data(
        'mutation ($urn: ID!, $v: Long) { done: updateProject(urn: $urn, input: { name: "Two" }, expectedVersion: $v) { userErrors { code } } }',
        { urn: body.urn, v: expectedVersion },
      );
    expect((await change(null)).done.userErrors).toEqual([{ code: 'PRECONDITION_REQUIRED' }]);
    expect((await change('1')).done.userErrors).toEqual([]);
    const document = `mutation { done: updateProject(urn: "${String(body.urn)}", input: { name: "Three" }) { userErrors { code } } }`;
    expect((await admin.data(document)).done.userErrors).toEqual([]);
  });

  test('requires the version in the change of an item, which most callers make in one statement.', async () => {
    const texts = [{ name: 'text', sortOrder: 0, value: 'One' }];
    const entity = crypto.randomUUID();
    const body = {
      urn: entity,
      owner: admin.company,
      name: 'Page',
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
      texts,
    };
    expect((await admin.rest('POST', '/n/v1/entity', { body })).status).toBe(201);
    const page = await admin.rest('GET', `/n/v1/entity/${entity}?fields=texts`);
    const path = `/n/v1/textitem/${String(page.body.texts[0].urn)}`;
    const client = await clientWith({ requireIfMatch: true });
    // From the second one on the caller is known.
    for (const value of ['Two', 'Three', 'Four'])
      expect((await client.rest('PATCH', path, { body: { value } })).status).toBe(428);
    const { body: item, headers } = await client.rest('GET', path);
    expect(item.value).toBe('One');
    const tag = { 'if-match': headers.get('etag') ?? '' };
    expect((await client.rest('PATCH', path, { body: { value: 'Two' }, headers: tag })).status).toBe(200);
  });
});

const known = 'query Known { clientContext { sessionKind } }';
const watched = 'subscription Watched { events { cursor } }';
const id = (text: string): string => createHash('sha1').update(text).digest('hex');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const manifestOf = (documents: readonly string[]): Record<string, string> =>
  Object.fromEntries(documents.map((text) => [id(text), text]));

function register(client: string, documents: readonly string[]): Promise<Registration> {
  return registerDocuments(service.services.database, client, manifestOf(documents));
}

const headersOf = (token: string | null): Record<string, string> => ({
  'content-type': 'application/json',
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
});

async function post(
  token: string | null,
  body: unknown,
): Promise<{ data?: unknown; errors?: { extensions: Record<string, unknown> }[] }> {
  const headers = headersOf(token);
  const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as { data?: unknown };
}

async function get(token: string, parameters: Record<string, string>): ReturnType<typeof post> {
  const headers = { authorization: `Bearer ${token}`, 'apollo-require-preflight': '1' };
  const answer = await fetch(`${service.url}/graphql?${new URLSearchParams(parameters).toString()}`, { headers });
  return (await answer.json()) as { data?: unknown };
}

describe('trustedDocumentsOnly', () => {
  let client: Flagged;
  beforeAll(async () => {
    client = await clientWith({ trustedDocumentsOnly: true });
    await register(client.urn, [known, watched]);
  });

  const right = { data: { clientContext: { sessionKind: 'SERVER_BEARER' } } };

  test('runs registered documents by id, as a persisted query, and by their text.', async () => {
    const persistedQuery = { version: 1, sha256Hash: id(known) };
    for (const body of [
      { documentId: id(known) },
      { documentId: `sha1:${id(known)}` },
      { extensions: { persistedQuery } },
      { query: known },
    ]) {
      expect(await post(client.text, body)).toEqual(right);
    }
    expect(await get(client.text, { documentId: id(known) })).toEqual(right);
    expect(await get(client.text, { extensions: JSON.stringify({ persistedQuery }) })).toEqual(right);
  });

  test.each([
    ['another text', { query: '{ clientContext { sessionKind } }' }],
    ['introspection', { query: '{ __schema { queryType { name } } }' }],
    ['a text that is no document', { query: '{' }],
    ['an id that is not registered', { documentId: id('other') }],
    ['a registered id with another text', { documentId: id(known), query: '{ locales { tag } }' }],
    [
      'a persisted query of its own',
      {
        query: '{ locales { tag } }',
        extensions: { persistedQuery: { version: 1, sha256Hash: sha256('{ locales { tag } }') } },
      },
    ],
    ['nothing', { operationName: 'Known' }],
  ])('refuses %s with UNKNOWN_DOCUMENT, by POST and by GET.', async (_, body) => {
    expect(codesOf((await post(client.text, body)).errors)).toEqual(['UNKNOWN_DOCUMENT']);
    const parameters = Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    expect(codesOf((await get(client.text, Object.fromEntries(parameters) as Record<string, string>)).errors)).toEqual([
      'UNKNOWN_DOCUMENT',
    ]);
  });

  test('does not run a document that another client has persisted.', async () => {
    const text = '{ countries { code } }';
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(text) } };
    expect((await post(admin.token, { query: text, extensions })).errors).toBeUndefined();
    expect(codesOf((await post(client.text, { extensions })).errors)).toEqual(['UNKNOWN_DOCUMENT']);
  });

  test('looks a document up once, and one that is registered later as soon as it is.', async () => {
    const [first, later] = [
      'query First { clientContext { sessionKind } }',
      'query Later { clientContext { sessionKind } }',
    ];
    await register(client.urn, [first]);
    expect(await post(client.text, { documentId: id(first) })).toEqual(right);
    const from = service.statements.length;
    expect(await post(client.text, { documentId: id(first) })).toEqual(right);
    expect(service.statements.slice(from).filter((text) => text.includes('"client_document"'))).toEqual([]);
    expect(codesOf((await post(client.text, { documentId: id(later) })).errors)).toEqual(['UNKNOWN_DOCUMENT']);
    await register(client.urn, [later]);
    expect(await post(client.text, { documentId: id(later) })).toEqual(right);
  });

  test('applies to event streams and sockets.', async () => {
    const other = 'subscription { events { sequence } }';
    const refused = await openStream(service.url, client.text, other);
    // As the protocol of event streams has it, what is wrong with a document is its only event.
    expect(await refused.next()).toMatchObject({ event: 'next' });
    refused.close();
    const stream = await openStream(service.url, client.text, watched);
    expect(stream.status).toBe(200);
    stream.close();
    const query = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { ...headersOf(client.text), accept: 'text/event-stream' },
      body: JSON.stringify({ documentId: id(known) }),
    });
    expect(await query.text()).toContain(`data: ${JSON.stringify(right)}`);
    const byGet = await fetch(`${service.url}/graphql/stream?documentId=${id(known)}`, {
      headers: { authorization: `Bearer ${client.text}`, accept: 'text/event-stream' },
    });
    expect(await byGet.text()).toContain(`data: ${JSON.stringify(right)}`);
    const socket = socketClient(service.url, client.text);
    expect(codesOf((await follow(socket, other).end()) as [])).toEqual(['UNKNOWN_DOCUMENT']);
    const heard = follow(socket, watched);
    await admin.rest('POST', '/n/v1/project', { body: { owner: admin.company, name: 'Seen' } });
    expect(heard.ended).toBeUndefined();
    heard.stop();
    await socket.dispose();
  });

  test('takes effect immediately when it is set or cleared.', async () => {
    const { body } = await admin.rest('GET', `/n/v1/apiclient/${client.urn}`);
    const turn = (trustedDocumentsOnly: boolean): Promise<unknown> =>
      admin.rest('PATCH', `/n/v1/apiclient/${client.urn}`, { body: { trustedDocumentsOnly } });
    expect(body.trustedDocumentsOnly).toBe(true);
    await turn(false);
    expect((await post(client.text, { query: '{ clientContext { hasBearer } }' })).errors).toBeUndefined();
    await turn(true);
    expect(codesOf((await post(client.text, { query: '{ clientContext { hasBearer } }' })).errors)).toEqual([
      'UNKNOWN_DOCUMENT',
    ]);
  });

  test('leaves callers without a token no document but that of their request.', async () => {
    const asked = async (body: object): Promise<unknown> => {
      const { errors } = await post(null, body);
      return errors === undefined ? null : codesOf(errors);
    };
    const query = '{ locales { tag } }';
    expect(await asked({ documentId: id(known) })).toEqual(['UNKNOWN_DOCUMENT']);
    expect(await asked({ documentId: id(known), query })).toEqual(['UNKNOWN_DOCUMENT']);
    expect([await asked({ query }), await asked({ documentId: null, query })]).toEqual([null, null]);
  });

  test('looks for no text that is longer than a document may be, on no way.', async () => {
    const own = await clientWith({ trustedDocumentsOnly: true });
    const looked = async (ask: () => Promise<unknown>): Promise<[unknown, number]> => {
      const from = service.statements.length;
      const code = await ask();
      return [code, service.statements.slice(from).filter((sql) => sql.includes('FROM "client_document"')).length];
    };
    const codeOf = async (query: string): Promise<unknown> => codesOf((await post(own.text, { query })).errors)[0];
    const followed = async (query: string): Promise<unknown> => {
      const socket = socketClient(service.url, own.text);
      const [{ extensions }] = (await follow(socket, query).end()) as [{ extensions: { code: string } }];
      await socket.dispose();
      return extensions.code;
    };
    const events = 'subscription { events { cursor } }';
    for (const [ask, query] of [
      [codeOf, '{ clientContext { hasBearer } }'],
      [followed, events],
    ] as const) {
      expect(await looked(() => ask(query.padEnd(65_536)))).toEqual(['UNKNOWN_DOCUMENT', 1]);
      expect(await looked(() => ask(query.padEnd(65_537)))).toEqual(['QUERY_TOO_COMPLEX', 0]);
    }
  });

  test('is not required of other clients, which may still use their registered documents by id.', async () => {
    const free = await clientWith({});
    await register(free.urn, [known]);
    expect(await post(free.text, { documentId: id(known) })).toEqual(right);
    expect(codesOf((await post(free.text, { documentId: id(watched) })).errors)).toEqual(['UNKNOWN_DOCUMENT']);
    expect((await post(free.text, { query: '{ locales { tag } }' })).errors).toBeUndefined();
  });
});

describe('registering', () => {
  test('keeps existing documents, adds new ones, and never changes a text.', async () => {
    const { urn } = await clientWith({});
    expect(await register(urn, [known])).toMatchObject({ added: 1, known: 0 });
    expect(await register(urn, [known, watched])).toMatchObject({ added: 1, known: 1 });
    const { database } = service.services;
    await expect(registerDocuments(database, urn, { [id(known)]: watched })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(registerDocuments(database, urn, { 'an id': known, fine: 7 })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await expect(registerDocuments(database, urn, {})).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(register(crypto.randomUUID(), [known])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('refuses what is wrong in a manifest with its place, and more than 10,000 documents', async () => {
    const { urn } = await clientWith({});
    const { database } = service.services;
    const refused = (manifest: Readonly<Record<string, unknown>>): Promise<unknown> =>
      registerDocuments(database, urn, manifest).then(
        (registration) => registration,
        (error: unknown) => (error as { readonly violations: readonly { path: string; code: string }[] }).violations,
      );
    const longest = 'x'.repeat(65_536);
    const wrong = { 'a~b/c': known, ['d'.repeat(129)]: known, number: 7, nul: '\0', long: `${longest}x` };
    const paths = ['/a~0b~1c', `/${'d'.repeat(100)}`, '/number', '/nul', '/long'];
    expect(await refused(wrong)).toMatchObject(paths.map((path) => ({ path, code: 'INVALID_FORMAT' })));
    expect(await refused({ ['e'.repeat(128)]: longest })).toMatchObject({ added: 1 });
    const many = (count: number): Readonly<Record<string, string>> =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${String(at)}`, known]));
    expect(await refused(many(10_001))).toMatchObject([{ path: '', code: 'TOO_MANY', limit: 10_000 }]);
    expect(await refused(many(10_000))).toMatchObject({ added: 10_000 });
  });
});

describe('automatic persisted queries', () => {
  const text = '{ clientContext { hasBearer } }';
  const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(text) } };

  test('request the text once, with the standard error, and run the hash from then on.', async () => {
    const first = await post(admin.token, { extensions });
    expect(first.errors).toMatchObject([
      { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
    ]);
    const right = { data: { clientContext: { hasBearer: true } } };
    expect(await post(admin.token, { query: text, extensions })).toEqual(right);
    expect(await post(admin.token, { extensions })).toEqual(right);
    expect(await get(admin.token, { extensions: JSON.stringify(extensions) })).toEqual(right);
  });

  test('refuse a hash that does not match the text.', async () => {
    const wrong = { persistedQuery: { version: 1, sha256Hash: sha256('other') } };
    expect(codesOf((await post(admin.token, { query: text, extensions: wrong })).errors)).toEqual(['BAD_REQUEST']);
  });
});
