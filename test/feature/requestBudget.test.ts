// The budget of one request: ordinary pages fit, and an operation that would cost too much is refused with a code, on
// both faces, while other callers are served.
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { announce } from '../../src/database/engine/triggerStore.ts';
import { page as createPage } from '../support/content.ts';
import { logEnd } from '../support/eventLog.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';

const changeOf = (company: string): Parameters<typeof announce>[2][number] => ({
  owner: company,
  subject: 'COMPANY',
  event: 'UPDATE',
  targetUrn: company,
  targetVersion: '2',
  changedFields: ['name'],
  timestamp: new Date().toISOString(),
});

let service: TestService;
let tenant: Tenant;
let page: string;
let long: string;

const limits = {
  objects: 20_000,
  bytes: 4_000_000,
  rows: 100_000,
  rendering: 200_000,
  pixels: 1_000_000,
  milliseconds: 10_000,
};

async function pageOf(count: number, value: string): Promise<string> {
  const made = await tenant.rest('POST', '/n/v1/entity', {
    body: {
      urn: crypto.randomUUID(),
      owner: tenant.company,
      name: 'Page',
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
      texts: Array.from({ length: count }, (_, at) => ({ name: `t${String(at)}`, sortOrder: at, value })),
    },
  });
  expect(made.status, made.text.slice(0, 500)).toBe(201);
  return String(made.body.urn);
}

beforeAll(async () => {
  service = await startService({}, { budget: limits });
  tenant = await service.tenant();
  page = await pageOf(150, 'small');
  long = await pageOf(30, 'x'.repeat(60_000));
});
afterAll(() => service.close());

const refusal = (code: string, httpCode: number) => ({ errors: [{ extensions: { code, httpCode } }] });

describe('an operation', () => {
  test('that fans out over plain lists is refused at the object limit, and returns no partial data', async () => {
    const fan = `query ($urn: ID!) { entity(urn: $urn) { texts { entity { texts { entity { texts { value } } } } } } }`;
    const answer = await tenant.graph(fan, { urn: page });
    expect(answer).toMatchObject({ status: 400, ...refusal('RESULT_TOO_LARGE', 400) });
    expect(answer.data).toBeUndefined();
    expect(answer.errors?.[0]?.extensions['limit']).toBe(20_000);
    // The service continues normally.
    expect((await tenant.graph('{ companies(first: 1) { nodes { urn } } }')).errors).toBeUndefined();
  });

  test('that selects long content under many aliases is refused at the response size limit', async () => {
    const fields = Array.from({ length: 4 }, (_, at) => `a${String(at)}: entity(urn: $urn) { texts { value } }`);
    const answer = await tenant.graph(`query ($urn: ID!) { ${fields.join(' ')} }`, { urn: long });
    expect(answer).toMatchObject({ status: 400, ...refusal('RESULT_TOO_LARGE', 400) });
    const once = await tenant.graph('query ($urn: ID!) { entity(urn: $urn) { texts { value } } }', { urn: long });
    expect(once.data.entity.texts).toHaveLength(30);
    // Long content that is not selected costs nothing.
    const names = fields.map((field) => field.replace('value', 'name'));
    expect((await tenant.graph(`query ($urn: ID!) { ${names.join(' ')} }`, { urn: long })).errors).toBeUndefined();
  });

  test('that reads one object under many aliases reads it once', async () => {
    const aliases = Array.from(
      { length: 20 },
      (_, at) => `a${String(at)}: entityView(urn: $urn, version: LATEST) { name texts { value } }`,
    );
    const start = service.statements.length;
    const many = await tenant.graph(`query ($urn: ID!) { ${aliases.join(' ')} }`, { urn: page });
    expect(many.errors).toBeUndefined();
    expect(Object.keys(many.data)).toHaveLength(20);
    expect(many.data.a7).toEqual(many.data.a0);
    // Every alias gets its own language choice.
    expect(Object.keys(many.extensions?.['language'] as object)).toHaveLength(20);
    const single = service.statements.length;
    await tenant.graph(`query ($urn: ID!) { ${String(aliases[0])} }`, { urn: page });
    expect(single - start).toBeLessThanOrEqual(service.statements.length - single + 2);
  });

  test('that renders more than a request may is refused, and is answered without rendering', async () => {
    const value = 'word '.repeat(12_000);
    const markdowns = Array.from({ length: 4 }, (_, at) => ({ name: `m${String(at)}`, sortOrder: at, value }));
    const body = await createPage(tenant, '/rendered', { status: 'PUBLISH', markdowns });
    const path = `/v/v1/entityview/${String(body.urn)}`;
    const refused = await tenant.rest('GET', path);
    expect([refused.status, refused.body.code]).toEqual([400, 'RESULT_TOO_LARGE']);
    expect((await tenant.rest('GET', `${path}?render=RAW`)).status).toBe(200);
  });

  test('that changes something says that it did, however expensive the answer is', async () => {
    const fan = `mutation ($urn: ID!) { updateEntity(urn: $urn, input: { name: "New" }) {
      userErrors { code } entity { name texts { entity { texts { entity { texts { value } } } } } } } }`;
    const answer = await tenant.graph(fan, { urn: page });
    expect(answer.errors?.some((error) => error.extensions['code'] === 'RESULT_TOO_LARGE')).toBe(true);
    expect(answer).toMatchObject({ status: 200, data: { updateEntity: { userErrors: [], entity: null } } });
    expect((await tenant.rest('GET', `/n/v1/entity/${page}?fields=name`)).body.name).toBe('New');
  });
});

describe('the cost of an operation', () => {
  const costOf = async (query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { errors } = await tenant.graph(query, variables);
    return String(errors?.[0]?.extensions['code'] ?? 'served');
  };
  const nested = '{ nodes { tasks(first: $n) { nodes { associatedEntities { texts { urn } } } } } }';

  test.each([
    ['variables that were sent', `query ($n: Int) { entities(first: $n) ${nested} }`, { n: 200 }],
    ['default values of variables', `query ($n: Int = 200) { entities(first: $n) ${nested} }`, {}],
    [
      'the urns of nodes',
      'query ($urns: [ID!]!) { nodes(urns: $urns) { ... on Entity { texts { entity { texts { urn } } } } } }',
      { urns: Array.from({ length: 200 }, () => crypto.randomUUID()) },
    ],
    [
      'the types of the schema, read again and again under other names',
      `{ __schema { ${Array.from({ length: 45 }, (_, at) => `a${String(at)}: types { fields { description args { name } } }`).join(' ')} } }`,
      {},
    ],
    ['two reads of the schema', '{ a: __schema { queryType { name } } b: __schema { queryType { name } } }', {}],
  ])('includes %s', async (_, query, variables) => {
    expect(await costOf(query, variables)).toBe('QUERY_TOO_COMPLEX');
  });

  test('counts one introspection of the schema, and refuses a cyclic one', async () => {
    expect(await costOf('{ __schema { types { name fields { name type { name } } } } }')).toBe('served');
    expect(await costOf(getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }))).toBe('served');
    const round =
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } }';
    expect(await costOf(`${round} }`)).toBe('BAD_REQUEST');
  });

  test.each([
    [
      '100 entities with texts, markdowns, images and one level of references',
      `{ entities(first: 100) { nodes { urn name language texts { name value } markdowns { name value }
        images { name altText files { url src width height imageItemFormat } }
        references { name relation entityReference { urn name texts { name value } markdowns { name value }
          images { name files { url } } } } } pageInfo { endCursor hasNextPage } } }`,
    ],
    [
      '100 tasks with their edges',
      `{ tasks(first: 100) { nodes { urn title status priority project { name } workflowStage { name } assignee { urn }
        associatedIdentities { urn persons { names { givenName } } } associatedEntities { urn name }
        associatedCompanies { urn name } associatedTasks { urn title }
        blockedBy { urn title status } blocking { urn title status } } } }`,
    ],
    [
      '20 threads x 20 posts with authors and their names',
      `{ messageThreads(first: 20) { nodes { urn posts(first: 20) { nodes { urn content
        authorIdentity { urn persons { names { givenName familyName } } } } pageInfo { endCursor } } } } }`,
    ],
  ])('allows %s', async (_, query) => {
    const { errors } = await tenant.graph(query);
    expect(errors ?? []).toEqual([]);
  });
});

describe('REST', () => {
  test('refuses a body that would be too long, and serves a part of it on request', async () => {
    for (let at = 0; at < 3; at += 1) await pageOf(30, 'y'.repeat(60_000));
    const refused = await tenant.rest('GET', '/n/v1/entities?limit=200');
    expect(refused.status, refused.text.slice(0, 300)).toBe(400);
    expect(refused.body).toMatchObject({ code: 'RESULT_TOO_LARGE', httpCode: 400 });
    expect((await tenant.rest('GET', '/n/v1/entities?limit=200&fields=name')).status).toBe(200);
    expect((await tenant.rest('GET', '/n/v1/entities?limit=1')).status).toBe(200);
  });
});

describe('a subscription', () => {
  const query = `subscription ($urns: [ID!], $after: String, $isSnapshot: Boolean) {
    events(targetUrns: $urns, after: $after, includeSnapshot: $isSnapshot) { cursor target { ... on Entity { name texts { value } } } }
  }`;

  test('makes large answers one at a time, each for the caller as it stands then, and loses none of them', async () => {
    // Six of them are less than a request may read, and each is more than waits for a peer.
    const wide = await pageOf(10, 'x'.repeat(60_000));
    const after = await logEnd(service.services);
    const names = Array.from({ length: 6 }, (_, at) => `Long ${String(at)}`);
    for (const name of names)
      expect((await tenant.rest('PATCH', `/n/v1/entity/${wide}`, { body: { name } })).status).toBe(200);
    const from = service.statements.length;
    const stream = await openStream(service.url, tenant.token, query, { urns: [wide], after });
    for (let at = 0; at < names.length; at += 1) {
      const { errors, data } = (await stream.next())?.data ?? {};
      expect(errors).toBeUndefined();
      expect(data.events.target.texts).toHaveLength(10);
    }
    stream.close();
    const decided = service.statements.slice(from).filter((text) => /caller AS|access_epoch/.test(text));
    expect(decided.length).toBeGreaterThanOrEqual(names.length);
  });

  test('answers an event that is too large with an error alone, and goes on', async () => {
    const texts = ['a', 'b', 'c'].map((alias) => `${alias}: texts { value }`).join(' ');
    const wide = query.replace('texts { value }', texts);
    const stream = await openStream(service.url, tenant.token, wide, { urns: [long, page] });
    for (const urn of [long, page]) await tenant.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: 'Renamed' } });
    expect((await stream.next())?.data).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'RESULT_TOO_LARGE' } }],
    });
    expect((await stream.next())?.data.data.events.target.c).toHaveLength(150);
    stream.close();
  });

  test('refuses a snapshot that is too long, instead of leaving out a part of it', async () => {
    const others = [await pageOf(30, 'z'.repeat(60_000)), await pageOf(30, 'z'.repeat(60_000))];
    const start = (urns: readonly string[]): ReturnType<typeof openStream> =>
      openStream(service.url, tenant.token, query, { urns, isSnapshot: true });
    const refused = await (await start([long, ...others])).next();
    expect(refused?.data.errors[0].extensions.code).toBe('RESULT_TOO_LARGE');
    const one = await start([long]);
    expect((await one.next())?.data.data.events.target.texts).toHaveLength(30);
    one.close();
  });
});

test('a request ends at its deadline, on both faces, and an answer of a subscription is made again', async () => {
  const own = await startService({}, { budget: { ...limits, milliseconds: 0 } });
  try {
    const hasty = await own.tenant();
    const graph = await hasty.graph('{ companies(first: 1) { nodes { urn } } }');
    expect(graph).toMatchObject({ status: 504, ...refusal('TIMEOUT', 504) });
    const rest = await hasty.rest('GET', '/n/v1/companies');
    expect([rest.status, rest.body.code]).toEqual([504, 'TIMEOUT']);
    const before = own.statements.length;
    const view = await hasty.rest('GET', '/v/v1/entityview/home');
    expect([view.status, view.body.code]).toEqual([504, 'TIMEOUT']);
    const viewed = await hasty.graph('{ entityView(path: "/home") { markdowns { value } templates { value } } }');
    expect(viewed).toMatchObject({ status: 504, ...refusal('TIMEOUT', 504) });
    // Nothing of a page is read for an answer that comes too late.
    expect(own.statements.slice(before).filter((text) => /FROM "?(entity|item)"?\b/.test(text))).toEqual([]);
    const from = own.statements.length;
    const socket = socketClient(own.url, hasty.token);
    const heard = follow(socket, 'subscription ($after: String) { events(after: $after) { cursor owner { name } } }', {
      after: await logEnd(own.services),
    });
    await own.services.database.transaction((transaction) =>
      announce(transaction, { urn: null, type: 'SYSTEM' }, [changeOf(hasty.company)]),
    );
    const sent = (form: RegExp): number => own.statements.slice(from).filter((text) => form.test(text)).length;
    await vi.waitFor(() => expect(sent(/caller AS|access_epoch/)).toBeGreaterThan(5), { timeout: 20_000 });
    expect([heard.data, heard.ended]).toEqual([[], undefined]);
    // What it was made of was not even read.
    expect(sent(/^SELECT .* FROM "company" t WHERE t\."urn" = ANY\(/s)).toBe(0);
    socket.terminate();
  } finally {
    await own.close();
  }
});

test('the actual cost of an operation is charged to the rate limit', async () => {
  const own = await startService({ RATE_LIMITS: '1', MAX_BODY_BYTES: '8000000' });
  try {
    const client = await own.tenant();
    const urns: string[] = [];
    const made = await client.rest('POST', '/n/v1/entity', {
      body: {
        urn: crypto.randomUUID(),
        owner: client.company,
        name: 'Many',
        language: 'en',
        status: 'DRAFT_UNPUBLISHED',
        texts: Array.from({ length: 60 }, (_, at) => ({ name: `t${String(at)}`, sortOrder: at, value: 'v' })),
      },
    });
    urns.push(String(made.body.urn));
    const left = async (): Promise<number> =>
      Number(
        (await client.data('{ clientContext { rateLimit { costRemaining } } }')).clientContext.rateLimit.costRemaining,
      );
    const before = await left();
    await client.data('query ($urn: ID!) { entity(urn: $urn) { texts { urn } } }', { urn: urns[0] });
    // 60 texts and the entity, and the two readings of what is left.
    const between = await left();
    expect(before - between).toBeGreaterThanOrEqual(61);
    await client.data('query ($urn: ID!) { entity(urn: $urn) { texts { entity { texts { urn } } } } }', {
      urn: urns[0],
    });
    // 3,721 objects and their bytes, once: as an operation, and not as an answer of REST as well.
    const spent = between - (await left());
    expect(spent).toBeGreaterThanOrEqual(3_721);
    expect(spent).toBeLessThan(4_721);
    // And the snapshot that a subscription begins with, the first thousand of which are free.
    const unstarted = await left();
    const stream = await openStream(
      own.url,
      client.token,
      `subscription { events(targetUrns: ["${String(urns[0])}"], includeSnapshot: true) {
        target { ... on Entity { texts { entity { texts { urn } } } } } } }`,
    );
    expect((await stream.next())?.data.errors).toBeUndefined();
    expect(unstarted - (await left())).toBeGreaterThanOrEqual(2_721);
    stream.close();

    // What REST has cost beyond what is free is charged as well, whichever way it is answered.
    const texts = Array.from({ length: 75 }, (_, at) => ({
      name: `l${String(at)}`,
      sortOrder: at,
      value: 'v'.repeat(60_000),
    }));
    const body = {
      urn: crypto.randomUUID(),
      owner: client.company,
      name: 'Long',
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
      texts,
    };
    const large = await client.rest('POST', '/n/v1/entity', { body });
    expect(large.status, large.text).toBe(201);
    const { urn } = large.body;
    for (const path of [`entity/${String(urn)}`, 'entities?filter[name]=Long']) {
      await client.rest('GET', `/n/v1/${path.replace(String(urn), String(urns[0])).replace('Long', 'Many')}`);
      const rested = await left();
      expect((await client.rest('GET', `/n/v1/${path}`)).text.length).toBeGreaterThan(4_500_000);
      // Its bytes alone are some 1,100, of which 1,000 are free; it is charged in a moment, and each look costs a little.
      let spent = 0;
      for (let looks = 0; looks < 20 && spent < 100; looks += 1) spent = rested - (await left());
      expect(spent, path).toBeGreaterThanOrEqual(100);
    }
  } finally {
    await own.close();
  }
});
