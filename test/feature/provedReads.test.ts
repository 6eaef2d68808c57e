// A read is one statement, which also proves that the decision about its caller still holds (engine/callerProof.ts); one of the graph that
// was answered before goes to it without Apollo (graphql/plans/knownOperations.ts). A caller cannot notice: bytes, headers, quota, metrics
// and log are those of Apollo, which answers what is sent under a key, and so is every refusal.
import { createHash } from 'node:crypto';
import { Agent, request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTenant } from '../../src/actions/access/bootstrap.ts';
import { registerDocuments } from '../../src/actions/access/registeredDocuments.ts';
import { createClient, type Client } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { openRaw, rawGet } from '../support/rawSocket.ts';
import { rawAnswer, startWatchedService, type WatchedService } from '../support/watchedService.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let service: WatchedService;
let app: WatchedService['app'];
let token: string;
let company: string;
let lines: WatchedService['lines'];
let statements: WatchedService['statements'];
let client: Client;
let entity: string;
let text: string;

beforeAll(async () => {
  service = await startWatchedService();
  ({ app, token, company, lines, statements } = service);
  client = createClient(app.url, token);
  const texts = Array.from({ length: 30 }, (_, sortOrder) => ({
    name: 'text',
    sortOrder,
    value: `ü${'x'.repeat(200)}`,
  }));
  const body = {
    urn: crypto.randomUUID(),
    owner: company,
    name: 'Page',
    path: '/page',
    language: 'en',
    status: 'PUBLISH',
    texts,
  };
  const made = await client.rest('POST', '/n/v1/entity', { body });
  expect(made.status, made.text).toBe(201);
  entity = made.body.urn;
  text = made.body.texts[0].urn;
});
afterAll(async () => {
  agent.destroy();
  await service.stop();
});

type Headers = Readonly<Record<string, string>>;

/** An answer byte for byte, without what tells one moment from another. */
async function answerTo(body: string, headers: Headers = {}): Promise<string> {
  const all = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': 'one',
    ...headers,
  };
  return read(request(`${app.url}/graphql`, { method: 'POST', headers: all, agent }).end(body));
}

/** The same of a REST read. */
function answerAt(at: string, headers: Headers = {}): Promise<string> {
  const all = { authorization: `Bearer ${token}`, 'x-request-id': 'one', ...headers };
  return read(request(`${app.url}/n/v1/${at}`, { headers: all, agent }).end());
}

async function read(sent: ClientRequest): Promise<string> {
  return (await rawAnswer(sent)).replace(/Date\n[^\n]*/, 'Date').replaceAll(/t=\d+/g, 't=0');
}

// What is said of the caller's limits, as numbers that go down.
const remaining = (answer: string): Record<string, number> =>
  Object.fromEntries(
    [...answer.matchAll(/"(\w+)";r=(\d+)/g)].map(([, name, left]): [string, number] => [name ?? '', Number(left)]),
  );
const bare = (answer: string): string => answer.replaceAll(/r=\d+/g, 'r=0');

/** The statements of reads that the work sends, besides those of the background. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  const from = statements.length;
  await work();
  return statements
    .slice(from)
    .filter((text) => /^SELECT ('\{"data":' |t\.urn,)/.test(text))
    .map((text) => (text.startsWith("SELECT '") ? 'ANSWER' : 'EPOCH'));
}

const query = 'query Page($urn: ID!) { entity(urn: $urn) { name texts { value } } }';
const byName = (): string => JSON.stringify({ query, variables: { urn: entity } });

describe('Whoever asks again', () => {
  // A row of a hundred kilobytes comes from the database in pieces.
  const long = Array.from({ length: 16 }, (_, at) => `t${String(at)}: texts { value }`).join(' ');
  const bodies: Readonly<Record<string, () => string>> = {
    'a document and its variables': byName,
    'an operation before its variables, and extensions after them': () =>
      JSON.stringify({
        operationName: 'Page',
        variables: { urn: entity },
        extensions: { one: 1 },
        query: `${query} #`,
      }),
    'a document without variables': () => JSON.stringify({ query: `{ entity(urn: "${entity}") { name } }` }),
    'a page with cursors': () =>
      `{ "query": "query ($n: Int!) { entities(first: $n) { edges { cursor node { name } } } }", "variables" : {"n": 1} }`,
    'an answer of a hundred kilobytes': () => JSON.stringify({ query: `{ entity(urn: "${entity}") { ${long} } }` }),
    'a page of as many bytes, with cursors': () =>
      JSON.stringify({ query: `{ entities(first: 1) { edges { cursor node { ${long} } } } }` }),
    'somebody who may not be there': () => JSON.stringify({ query: `${query} # 2`, variables: { urn: company } }),
  };
  const headers: readonly Headers[] = [
    {},
    { accept: 'application/json' },
    { accept: 'application/graphql-response+json, application/json;q=0.9' },
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'br, gzip', 'content-type': 'application/json; charset=UTF-8' },
  ];
  for (const [name, body] of Object.entries(bodies))
    test(`for ${name} is answered the same bytes`, async () => {
      // What is lacking is looked for once more, as everyone may VIEW it.
      const sent = name === 'somebody who may not be there' ? ['ANSWER', 'ANSWER'] : ['ANSWER'];
      for (const more of headers) {
        await answerTo('{"query":"{ __typename }"}', more);
        const long = await answerTo(body(), { ...more, 'idempotency-key': 'never kept for a read' });
        const longAgain = await answerTo(body(), { ...more, 'idempotency-key': 'another' });
        await answerTo(body(), more);
        let short = '';
        expect(await sentBy(async () => (short = await answerTo(body(), more)))).toEqual(sent);
        expect(bare(short)).toBe(bare(long));
        const again = await answerTo(body(), more);
        const [one, two] = [remaining(short), remaining(again)];
        expect(Object.keys(one)).toEqual(['requests', 'burst', 'owner', 'cost']);
        expect([one['requests'], one['owner']]).toEqual([Number(two['requests']) + 1, Number(two['owner']) + 1]);
        const costOf = (first: string, then: string): number =>
          Number(remaining(first)['cost']) - Number(remaining(then)['cost']);
        expect(costOf(short, again)).toBe(costOf(long, longAgain));
        expect(costOf(short, again)).toBeGreaterThan(0);
      }
    });

  test('from a page is one statement, and told that the page may read it; a session beside the token changes nothing', async () => {
    await answerTo(byName());
    await answerTo(byName());
    const { body: browser } = await client.rest('POST', '/n/v1/apiclient', {
      body: { owner: company, name: 'App', type: 'BROWSER', allowedOrigins: ['https://short.example'] },
    });
    expect(browser).toHaveProperty('urn');
    const origin = 'https://short.example';
    const listed = (): Promise<string> => answerAt('entities?limit=1&fields=name', { origin });
    for (const ask of [() => answerTo(byName(), { origin }), () => answerAt(`entity/${entity}`, { origin }), listed]) {
      expect(await ask()).toMatch(/access-control-allow-origin\nhttps:\/\/short\.example/i);
      // Nor is asked whether a client names the origin, once what was changed is forgotten.
      await vi.waitFor(async () => {
        const from = statements.length;
        expect(await sentBy(ask)).toEqual(['ANSWER']);
        expect(statements.slice(from).some((text) => text.includes('allowed_origins'))).toBe(false);
      });
    }
    await client.rest('PATCH', `/n/v1/apiclient/${String(browser.urn)}`, { body: { status: 'DISABLED' } });
    expect(await answerTo(byName(), { origin })).not.toMatch(/access-control/i);
    const forms = { cookie: 'commonplace-session=a', 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    for (const [name, value] of Object.entries(forms)) {
      const [long, short] = [
        await answerTo(byName(), { [name]: value, 'idempotency-key': 'c' }),
        await answerTo(byName(), { [name]: value }),
      ];
      expect([name, bare(short)]).toEqual([name, bare(long)]);
    }
  });

  test('is counted and written into the log', async () => {
    const metric = async (): Promise<number> => {
      const text = await (await fetch(app.metricsUrl ?? '')).text();
      return Number(/requests_total\{face="graph",method="POST",status="2xx"\} (\d+)/.exec(text)?.[1]);
    };
    await answerTo(byName(), { 'idempotency-key': 'a' });
    const long = lines.at(-1) ?? {};
    const before = await metric();
    expect(await sentBy(() => answerTo(byName(), { 'x-request-id': 'two' }))).toEqual(['ANSWER']);
    expect(await metric()).toBe(before + 1);
    const short = lines.at(-1) ?? {};
    expect(Object.keys(short)).toEqual(Object.keys(long));
    expect(short).toMatchObject({ requestId: 'two', method: 'POST', path: '/graphql', status: 200 });
    expect(Object.values(long).filter((value) => value === long['requestId'])).toHaveLength(1);
    expect(short['msg']).toBe(long['msg']);
  });

  test('with a registered document is answered, and another client is not', async () => {
    const id = createHash('sha256').update(`${query} # kept`).digest('hex');
    const { apiClients } = await client.data('{ apiClients(first: 1) { nodes { urn } } }');
    const owner: string = apiClients.nodes[0].urn;
    await registerDocuments(app.services.database, owner, { [id]: `${query} # kept` });
    const sent = JSON.stringify({ documentId: id, variables: { urn: entity } });
    const long = await answerTo(sent);
    let short = '';
    expect(await sentBy(async () => (short = await answerTo(sent)))).toEqual(['ANSWER']);
    expect(bare(short)).toBe(bare(long));
    const stranger = await createTenant(app.services, { name: 'Other', token: null });
    const authorization = `Bearer ${stranger.token}`;
    // A caller that is known by its first request could be answered by what is known.
    await answerTo('{"query":"{ __typename }"}', { authorization });
    expect(await answerTo(sent, { authorization })).toContain('UNKNOWN_DOCUMENT');
  });

  test('with its text is not answered any more once the client runs registered documents alone', async () => {
    const held = await createTenant(app.services, { name: 'Held', token: null });
    const own = createClient(app.url, held.token);
    const list = JSON.stringify({ query: '{ entities(first: 1) { nodes { name } } }' });
    const ask = (): Promise<string> => answerTo(list, { authorization: `Bearer ${held.token}` });
    await ask();
    await ask();
    expect(await sentBy(ask)).toEqual(['ANSWER']);
    const { apiClients } = await own.data('{ apiClients(first: 1) { nodes { urn } } }');
    const set = await own.rest('PATCH', `/n/v1/apiclient/${String(apiClients.nodes[0].urn)}`, {
      body: { trustedDocumentsOnly: true },
    });
    expect(set.status).toBe(200);
    expect(await ask()).toContain('UNKNOWN_DOCUMENT');
    expect(await ask()).toContain('UNKNOWN_DOCUMENT');
  });

  test.each([
    ['a read over the graph', 10, ['ANSWER'], () => answerTo(byName())],
    ['a read over REST', 20, ['ANSWER'], () => answerAt(`entity/${entity}`)],
    [
      'a change',
      30,
      [],
      () => client.rest('PATCH', `/n/v1/textitem/${text}`, { body: { value: crypto.randomUUID() } }),
    ],
  ])('with %s is noted as a use of the token, minutes later', async (_, minutes, expected, ask) => {
    for (let times = 0; times < 3; times += 1) await ask();
    const real = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => real() + minutes * 60_000);
    const from = statements.length;
    expect(await sentBy(ask)).toEqual(expected);
    const isNoted = (): boolean => statements.slice(from).some((text) => text.includes('SET last_used_timestamp'));
    await vi.waitFor(() => expect(isNoted()).toBe(true));
  });
});

describe('Nothing is answered of what is known', () => {
  const refusals: Readonly<Record<string, () => readonly [string, Headers]>> = {
    'to a wrong token': () => [byName(), { authorization: `Bearer ${'x'.repeat(40)}` }],
    'with variables that do not fit': () => [JSON.stringify({ query, variables: { urn: 7.5 } }), {}],
    'with variables that are no JSON': () => [`{"query":${JSON.stringify(query)},"variables":{"urn":}}`, {}],
    'with a variable that is given twice': () => [
      `{"query":${JSON.stringify(query)},"variables":{"urn":"${entity}","urn":"${entity}"}}`,
      {},
    ],
    'with another member': () => [
      `{"query":${JSON.stringify(query)},"variables":{"urn":"${entity}"},"operationName":"None"}`,
      {},
    ],
    'for a page of a size that is too large': () => [
      `{ "query": "query ($n: Int!) { entities(first: $n) { edges { cursor node { name } } } }", "variables" : {"n": 20000} }`,
      {},
    ],
  };
  for (const [name, make] of Object.entries(refusals))
    test(`${name}: the refusal is that of Apollo`, async () => {
      await answerTo(byName());
      await answerTo(byName());
      const [body, headers] = make();
      const long = await answerTo(body, { ...headers, 'idempotency-key': 'b' });
      const short = await answerTo(body, headers);
      expect(bare(short)).toBe(bare(long));
      expect(short).toMatch(/"errors"/);
    });

  test('after a revocation that was acknowledged, and what was read by then is not counted', async () => {
    const { body: reader } = await client.rest('POST', '/n/v1/apiclient', { body: { owner: company, name: 'Reader' } });
    const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
    const issued = await client.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient: reader.urn, expirationTimestamp },
    });
    const grant = await client.rest('POST', '/n/v1/permission', {
      body: {
        owner: company,
        subjectScope: 'API_CLIENT',
        subjectUrn: reader.urn,
        objectScope: 'COMPANY',
        objectUrn: company,
        label: 'READ',
      },
    });
    const as = { authorization: `Bearer ${String(issued.body.bearerToken)}` };
    for (let asked = 0; asked < 3; asked += 1) expect(await answerTo(byName(), as)).toContain('"name":"Page"');
    const before = remaining(await answerTo(byName(), as));
    await client.rest('DELETE', `/n/v1/permission/${String(grant.body.urn)}`);
    let after = '';
    expect(await sentBy(async () => (after = await answerTo(byName(), as)))).toEqual([
      ...['ANSWER', 'EPOCH', 'ANSWER'],
      // As everyone may VIEW it.
      'ANSWER',
    ]);
    expect(after).toContain('{"data":{"entity":null}}');
    expect(remaining(after)['requests']).toBe(Number(before['requests']) - 1);
    await client.rest('DELETE', `/n/v1/apiclientbearertoken/${String(issued.body.urn)}`);
    expect(await answerTo(byName(), as)).toMatch(/^401/);
  });
});

describe('A REST read', () => {
  const paths: Readonly<Record<string, () => string>> = {
    'a whole resource with its lists': () => `entity/${entity}`,
    'some of its members': () => `entity/${entity}?fields=name,texts,updatedTimestamp`,
    'a resource without lists': () => `company/${company}?fields=name`,
    'members that lead elsewhere': () => `entity/${entity}?fields=owner,url`,
    'a parameter that is nobody\u2019s': () => `entity/${entity}?fields=name&_=1`,
  };
  const headers: readonly Headers[] = [
    {},
    { accept: 'application/json' },
    { accept: 'application/problem+json' },
    { 'accept-language': 'de, *;q=0.5' },
    { 'accept-encoding': 'br, gzip' },
  ];
  for (const [name, at] of Object.entries(paths))
    test(`of ${name} is one statement, and answered the same bytes`, async () => {
      await answerAt(at());
      for (const more of headers) {
        const long = await answerAt(at(), { ...more, 'content-encoding': 'identity' });
        let short = '';
        expect(await sentBy(async () => (short = await answerAt(at(), more)))).toEqual(['ANSWER']);
        expect(bare(short)).toBe(bare(long));
        const again = await answerAt(at(), more);
        const [one, two] = [remaining(short), remaining(again)];
        expect(two['requests']).toBe(Number(one['requests']) - 1);
      }
    });

  const others: Readonly<Record<string, readonly [at: () => string, headers: Headers, status: RegExp]>> = {
    'of what is not there': [() => `entity/${crypto.randomUUID()}`, {}, /^404/],
    'with an unknown parameter': [() => `entity/${entity}?field=name`, {}, /^400/],
    'with an unknown member': [() => `entity/${entity}?fields=nam`, {}, /^400/],
    'that takes no JSON': [() => `entity/${entity}`, { accept: 'text/html' }, /^406/],
    'that prefers something': [() => `entity/${entity}`, { prefer: 'handling=strict' }, /Preference-Applied/i],
    'that requires a version': [() => `entity/${entity}`, { 'if-match': '"1"' }, /^200/],
    'with a link in full': [() => `entity/${entity}?expand=owner`, {}, /^200/],
    'by a token that ends otherwise': [() => `entity/${entity}`, { authorization: 'Bearer ccs_x' }, /^401/],
  };
  for (const [name, [at, headers, status]] of Object.entries(others))
    test(`${name} is answered as it was first`, async () => {
      const long = await answerAt(at(), { ...headers, 'content-encoding': 'identity' });
      expect(long).toMatch(status);
      for (const short of [await answerAt(at(), headers), await answerAt(at(), headers)]) {
        const same = (text: string): string =>
          bare(text)
            .replaceAll(/[0-9a-f-]{36}/g, '')
            .replaceAll(/"timestamp":"[^"]*"/g, '');
        expect(same(short)).toBe(same(long));
      }
    });

  test('with a session beside the token, or a body that nobody reads, is answered the same bytes, as is what follows it', async () => {
    const at = `${app.url}/n/v1/entity/${entity}?fields=name`;
    const own = { authorization: `Bearer ${token}`, 'x-request-id': 'one' };
    const send = (more: Headers): Promise<string> => {
      const isWithBody = more['cookie'] === undefined;
      return read(request(at, { headers: { ...own, ...more }, agent }).end(isWithBody ? '{}' : undefined));
    };
    for (const more of [
      { cookie: 'commonplace-session=a' },
      { 'content-length': '2', 'content-type': 'application/json' },
      { 'transfer-encoding': 'chunked', 'content-type': 'text/plain' },
    ] as Headers[]) {
      const long = await send({ ...more, 'content-encoding': 'identity' });
      expect(long).toMatch(/^200/);
      for (const short of [await send(more), await send(more)]) expect([more, bare(short)]).toEqual([more, bare(long)]);
    }
  });

  test('with a link in full is one statement', async () => {
    const readsOf = async (headers: Headers): Promise<string[]> => {
      const from = statements.length;
      await answerAt(`entity/${entity}?expand=owner`, headers);
      return statements.slice(from).filter((text) => /row_to_json\(answer\$\)|AS "\$kind"/.test(text));
    };
    const one = [expect.stringContaining('row_to_json(answer$)')];
    expect(await readsOf({ 'content-encoding': 'identity' })).toEqual(one);
    expect(await readsOf({})).toEqual(one);
  });

  test('that the caller has already is one statement, and answered without a body under the tag that it has', async () => {
    const tagOf = (answer: string): string => /ETag\n([^\n]+)/i.exec(answer)?.[1] ?? '';
    for (const at of [`entity/${entity}`, `entity/${entity}?fields=name`, `company/${company}?fields=name`]) {
      const plain = tagOf(await answerAt(at));
      const packed = tagOf(await answerAt(at, { 'accept-encoding': 'br' }));
      for (const accepted of [{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }] as readonly Headers[])
        for (const [sent, status] of [
          [plain, /^304/],
          [packed, /^304/],
          [`"other", ${packed}`, /^304/],
          ['*', /^304/],
          ['"other"', /^200/],
          ['other', /^400/],
        ] as const) {
          const headers = { ...accepted, 'if-none-match': sent };
          const long = await answerAt(at, { ...headers, 'content-encoding': 'identity' });
          expect(long).toMatch(status);
          let short = '';
          const statementsOfIt = await sentBy(async () => (short = await answerAt(at, headers)));
          if (sent !== 'other') {
            expect({ at, sent, statementsOfIt }).toEqual({ at, sent, statementsOfIt: ['ANSWER'] });
            expect(bare(short)).toBe(bare(long));
          } else expect(short).toMatch(status);
        }
    }
  });

  test('whose statement took too long is refused for that, and not read again', async () => {
    const at = `entity/${entity}`;
    await answerAt(at);
    let answer = '';
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN; LOCK TABLE entity IN ACCESS EXCLUSIVE MODE');
      const sent = sentBy(async () => (answer = await answerAt(at)));
      const waiting = `SELECT pid FROM pg_locks WHERE relation = 'entity'::regclass AND NOT granted`;
      // As PostgreSQL ends what runs for longer than it may.
      await vi.waitFor(async () => {
        const { rowCount } = await client.query(`SELECT pg_cancel_backend(pid) FROM (${waiting}) waiting`);
        expect(rowCount).toBe(1);
      }, 10_000);
      await client.query('ROLLBACK');
      expect((await sent).filter((one) => one === 'ANSWER')).toHaveLength(1);
    });
    expect(answer).toMatch(/^504[^]*"code":"TIMEOUT"/);
  });

  test('of a large resource is charged what is beyond the free part of an answer', async () => {
    const items = (value: string | boolean): readonly object[] =>
      Array.from({ length: 600 }, (_, sortOrder) => ({ name: 'item', sortOrder, value }));
    const body = { urn: crypto.randomUUID(), owner: company, name: 'Large', path: '/large', language: 'en' };
    const large = await client.rest('POST', '/n/v1/entity', {
      body: { ...body, status: 'DRAFT_UNPUBLISHED', texts: items('x'), booleans: items(true) },
    });
    expect(large.status, large.text).toBe(201);
    const at = `entity/${String(large.body.urn)}`;
    await answerAt(at);
    const costLeft = async (): Promise<number> =>
      Number(remaining(await answerTo('{"query":"{ __typename }"}'))['cost']);
    const costOf = async (headers: Headers, ways: readonly string[]): Promise<number> => {
      const before = await costLeft();
      expect(await sentBy(() => answerAt(at, headers))).toEqual(ways);
      return before - (await costLeft());
    };
    const short = await costOf({}, ['ANSWER']);
    expect(short).toBeGreaterThan(200);
    expect(await costOf({ 'content-encoding': 'identity' }, expect.anything())).toBe(short);
  });

  test('is counted and written into the log', async () => {
    await answerAt(`entity/${entity}?fields=name`);
    await answerAt(`entity/${entity}?fields=name`, { 'x-request-id': 'counted' });
    const written = (): Record<string, unknown>[] => lines.filter(({ requestId }) => requestId === 'counted');
    await expect.poll(written).toHaveLength(1);
    expect(written()[0]).toMatchObject({
      requestId: 'counted',
      msg: 'request',
      method: 'GET',
      path: `/n/v1/entity/${entity}`,
      status: 200,
    });
  });

  test('on a connection that another caller used before is answered to who sends it', async () => {
    const stranger = await createTenant(app.services, { name: 'Another', token: null });
    const as = { authorization: `Bearer ${stranger.token}` };
    for (let asked = 0; asked < 3; asked += 1) {
      expect(await answerAt(`entity/${entity}`)).toMatch(/^200/);
      expect(await answerAt(`entity/${entity}`, as)).toMatch(/^404/);
    }
  });

  test('after a revocation that was acknowledged is refused, and counted once', async () => {
    const { body: reader } = await client.rest('POST', '/n/v1/apiclient', { body: { owner: company, name: 'Other' } });
    const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
    const issued = await client.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient: reader.urn, expirationTimestamp },
    });
    const edge = { subjectScope: 'API_CLIENT', subjectUrn: reader.urn, objectScope: 'COMPANY', objectUrn: company };
    const grant = await client.rest('POST', '/n/v1/permission', { body: { owner: company, ...edge, label: 'READ' } });
    const as = { authorization: `Bearer ${String(issued.body.bearerToken)}` };
    for (let asked = 0; asked < 3; asked += 1) expect(await answerAt(`entity/${entity}`, as)).toMatch(/^200/);
    const before = remaining(await answerAt(`entity/${entity}`, as));
    await client.rest('DELETE', `/n/v1/permission/${String(grant.body.urn)}`);
    let after = '';
    const sent = await sentBy(async () => (after = await answerAt(`entity/${entity}`, as)));
    expect(sent.slice(0, 2)).toEqual(['ANSWER', 'EPOCH']);
    expect(after).toMatch(/^404/);
    expect(remaining(after)['requests']).toBe(Number(before['requests']) - 1);
    await client.rest('DELETE', `/n/v1/apiclientbearertoken/${String(issued.body.urn)}`);
    expect(await answerAt(`entity/${entity}`, as)).toMatch(/^401/);
  });
});

test('A read whose head was on its way when the process began to end is refused, and its connection closed', async () => {
  const ending = await startWatchedService();
  const { url } = ending.app;
  const head = rawGet(`/n/v1/company/${ending.company}`, { Authorization: `Bearer ${ending.token}` });
  const socket = await openRaw(url);
  for (const count of [1, 2]) {
    socket.send(head);
    await socket.readUntil(/HTTP\/1\.1 200/, count);
  }
  socket.send(head.slice(0, -2));
  const isOpen = (): Promise<boolean> => fetch(`${url}/healthz`).then(({ ok }) => ok);
  expect(await isOpen()).toBe(true);
  const stopped = ending.stop();
  await vi.waitFor(() => expect(isOpen()).rejects.toThrow(), 10_000);
  socket.send('\r\n');
  const answers = await socket.readUntil(/never/, 1);
  expect(socket.isClosed()).toBe(true);
  await stopped;
  expect(answers.split('HTTP/1.1 ').at(-1)).toMatch(/^503 [^]*connection: close/i);
});
