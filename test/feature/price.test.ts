// What an operation costs (resource reference 16.4): rows, bytes, rendering and pixels, never time. It is told on both faces, is the
// same however busy the service is, and a client as it is made by default can build a large site.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, GraphAnswer } from '../support/client.ts';
import { page, reader } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
let urns: readonly string[];

const count = 50;
const languages = ['en', 'de', 'fr'];
const value = Array.from({ length: 200 }, (_, at) => `## Part ${String(at)}\n\n*Some* text with a [link](/p).\n`).join(
  '\n',
);

beforeAll(async () => {
  service = await startService({ RATE_LIMITS: '1' });
  tenant = await service.tenant();
  const all: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const made = await page(tenant, `/site/${String(at)}`, {
      status: 'PUBLISH',
      language: languages[at % languages.length],
      texts: ['title', 'teaser', 'author'].map((name, sortOrder) => ({ name, sortOrder, value: name })),
      markdowns: [{ name: 'body', sortOrder: 0, value }],
    });
    all.push(String(made.urn));
  }
  urns = all;
});
afterAll(() => service.close());

/** A restricted client as it is made by default, which reads the company. */
const builder = (): Promise<Client> =>
  reader(service, tenant, [{ label: 'READ', objectUrn: tenant.company, objectScope: 'COMPANY' }]);

const listed = `query ($first: Int!, $after: String) {
  entities(first: $first, after: $after) { nodes { urn path language name } pageInfo { hasNextPage endCursor } }
}`;

const viewed = (some: readonly string[]): string =>
  `{ ${some.map((urn, at) => `v${String(at)}: entityView(urn: "${urn}") { name language texts { name value } markdowns { name value } alternativeLanguages { language } }`).join(' ')} }`;

const tenViews = (): string => viewed(urns.slice(0, 10));

interface SaidCost {
  readonly price: number;
  readonly estimate: number;
  readonly limit?: number;
  readonly remaining?: number;
  readonly rows: number;
  readonly rendering: number;
}

/** Asks what an operation costs as well. */
async function priced(
  client: Client,
  query: string,
  variables = {},
): Promise<GraphAnswer & { readonly cost: SaidCost }> {
  const { status, headers, body } = await client.rest('POST', '/graphql', {
    body: { query, variables, extensions: { cost: true } },
  });
  return { status, headers, ...body, cost: body.extensions?.cost };
}

const headerPrice = (headers: Headers): number | null => {
  const found = /"cost";r=\d+;t=\d+;price=(\d+)/.exec(headers.get('ratelimit') ?? '');
  return found ? Number(found[1]) : null;
};

describe('the price of an operation', () => {
  test('is told on request, with what it is made of, and in a header in any case', async () => {
    const client = await builder();
    const { data, cost, headers } = await priced(client, tenViews());
    expect(data.v0.texts).toHaveLength(3);
    expect(cost).toMatchObject({ limit: 600_000, remaining: 600_000 - cost.price });
    expect(cost.price).toBeGreaterThanOrEqual(cost.estimate);
    expect(cost.rendering).toBe(10 * value.length);
    expect(cost.rows).toBeGreaterThan(10);
    expect(headerPrice(headers)).toBe(cost.price);
    const plain = await client.graph(tenViews());
    expect(plain.extensions?.['cost']).toBeUndefined();
    expect(headerPrice(plain.headers)).toBe(cost.price);
  });

  test('is told of each request, also of one whose text is known from before', async () => {
    const client = await builder();
    const query = '{ entities(first: 5) { nodes { urn name } } }';
    for (let at = 0; at < 3; at += 1) {
      expect((await priced(client, query)).cost).toMatchObject({ price: 10, estimate: 10 });
      const plain = await client.graph(query);
      expect([plain.extensions, headerPrice(plain.headers)]).toEqual([undefined, 10]);
    }
  });

  test('is told for nothing but true, and the answer is the same beside it', async () => {
    const client = await builder();
    const query = '{ entities(first: 1) { nodes { urn } } }';
    for (const cost of [false, 'true', 1, null]) {
      const { body } = await client.rest('POST', '/graphql', { body: { query, extensions: { cost } } });
      expect(body.extensions).toBeUndefined();
    }
    expect((await priced(client, query)).data).toEqual((await client.graph(query)).data);
  });

  test('is the same for ten views alone, again, and beside twenty busy callers', async () => {
    const client = await builder();
    const alone = await priced(client, tenViews());
    const again = await priced(client, tenViews());
    let isBusy = true;
    const others = await Promise.all(Array.from({ length: 20 }, builder));
    const busy = others.map(async (other, at) => {
      while (isBusy) {
        // New text each time, so that it is rendered while the views are.
        await other.graph(viewed(urns.slice(10 + at, 14 + at)));
        await other.rest('GET', '/n/v1/entities?limit=5&expand=texts');
      }
    });
    const beside: SaidCost[] = [];
    for (let at = 0; at < 5; at += 1) beside.push((await priced(client, tenViews())).cost);
    isBusy = false;
    await Promise.all(busy);
    expect(alone.cost.price).toBeGreaterThan(alone.cost.estimate);
    const { remaining: _, ...counted } = alone.cost;
    for (const cost of [again.cost, ...beside]) expect(cost).toMatchObject(counted);
  });

  test('of a long list over REST is told by its header, and of a short one there is none', async () => {
    const client = await builder();
    const short = await client.rest('GET', `/n/v1/entity/${String(urns[0])}`);
    expect([short.status, headerPrice(short.headers)]).toEqual([200, null]);
    const fields = Array.from({ length: 40 }, (_, at) => ({ name: `t${String(at)}`, sortOrder: at, value: 'x' }));
    const wide = await Promise.all(
      Array.from({ length: 30 }, (_, at) => page(tenant, `/wide/${String(at)}`, { status: 'PUBLISH', texts: fields })),
    );
    expect(wide).toHaveLength(30);
    const prices: (number | null)[] = [];
    for (let at = 0; at < 2; at += 1) {
      const long = await client.rest('GET', '/n/v1/entities?limit=200');
      expect(long.status, long.text.slice(0, 300)).toBe(200);
      prices.push(headerPrice(long.headers));
    }
    expect(prices[0]).toBeGreaterThan(0);
    expect(prices[1]).toBe(prices[0]);
  });
});

describe('what is refused at a limit', () => {
  /** A client of that many requests a minute. */
  async function clientOf(requestsPerMinute: number): Promise<Client> {
    const { urn, ...client } = await reader(service, tenant, [
      { label: 'READ', objectUrn: tenant.company, objectScope: 'COMPANY' },
      { label: 'UPDATE', objectUrn: tenant.company, objectScope: 'COMPANY' },
    ]);
    await tenant.rest('PATCH', `/n/v1/apiclient/${urn}`, { body: { requestsPerMinute } });
    return client;
  }

  test('names the price and what is left, on both faces', async () => {
    const client = await clientOf(40);
    const dear = '{ entities(first: 200) { nodes { urn texts { urn } links { urn } } } }';
    const served = await priced(client, dear);
    expect(served.cost).toMatchObject({ price: 4_400, limit: 10_000, remaining: 5_600 });
    await client.graph(dear);
    const refused = await client.graph(dear);
    const said = { price: 4_400, limit: 10_000, remaining: 1_200 };
    const message = 'This costs 4400; of the 10000 that operations may cost a minute, 1200 are left.';
    expect(refused).toMatchObject({
      status: 429,
      errors: [{ message, extensions: { code: 'RATE_LIMITED', ...said } }],
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const body = {
      mode: 'ATOMIC',
      operations: urns
        .slice(0, 20)
        .map((urn) => ({ method: 'PATCH', path: `/n/v1/entity/${urn}`, body: { name: 'Other' } })),
    };
    const rest = await client.rest('POST', '/n/v1/bulk', { body });
    expect([rest.status, rest.body]).toEqual([
      429,
      expect.objectContaining({
        code: 'RATE_LIMITED',
        ...said,
        price: 2_000,
        detail: expect.stringContaining('This costs 2000;'),
      }),
    ]);
    expect(rest.headers.get('retry-after')).toBe(String(rest.body.retryAfterSeconds));
    // What was refused was not charged.
    expect((await priced(client, '{ entities(first: 1) { nodes { urn } } }')).cost.remaining).toBe(1_198);
  });

  test('names the number of requests, on both faces', async () => {
    const client = await clientOf(2);
    const query = '{ entities(first: 1) { nodes { urn } } }';
    await client.graph(query);
    await client.graph(query);
    const detail = 'Too many requests of this caller: 2 a minute are allowed, 2 of them at once.';
    const graph = await client.graph(query);
    expect([graph.status, String(graph.headers.get('retry-after'))]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(JSON.stringify(graph)).toContain(detail);
    const rest = await client.rest('GET', `/n/v1/entity/${String(urns[0])}`);
    expect(rest.body).toMatchObject({ code: 'RATE_LIMITED', limit: 2, detail });
    expect(rest.body.price).toBeUndefined();
  });
});

test('a restricted client as it is made by default builds a site of 2,000 pages without a 429', async () => {
  const client = await builder();
  const { limit, costLimit } = (await client.data('{ clientContext { rateLimit { limit costLimit } } }')).clientContext
    .rateLimit;
  const list = await priced(client, listed, { first: 50 });
  const ten = await priced(client, tenViews());
  const [pages, pageSize] = [2_000, 50];
  const price = (pages / pageSize) * list.cost.price + (pages / 10) * ten.cost.price;
  // In one minute, however fast the machine, with ten views in an operation and in three languages, or with a request for each view.
  expect(languages.length * price).toBeLessThan(costLimit);
  expect(languages.length * (pages / pageSize + pages / 10)).toBeLessThan(limit);
  expect(pages / pageSize + pages).toBeLessThan(limit);
  expect(list.headers.get('ratelimit-policy')).toContain(`"burst";q=${String(limit)};`);
  // And so it goes, all at once.
  const each = Array.from({ length: 2 }).flatMap(() => urns);
  const answers = await Promise.all(each.map((urn) => client.rest('GET', `/v/v1/entityview/${urn}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
