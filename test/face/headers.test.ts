// What goes with each answer besides its body: how long it may be kept and by whom, what it depends on, and what a browser
// may do with it. One table over all kinds of answers and callers.
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { page, text } from '../support/content.ts';
import { made } from '../support/work.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { kept, looked, others, preferred, type Ask } from './otherHeaders.ts';

let service: SharedService;
let tenant: Tenant;
const urns: Record<string, string> = {};

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  const shared = await page(tenant, '/shared', { texts: [text('All')], status: 'PUBLISH' });
  await made(tenant, 'permission', {
    owner: tenant.company,
    subjectUrn: tenant.company,
    subjectScope: 'EVERYONE',
    objectUrn: shared.urn,
    objectScope: 'ENTITY',
    label: 'READ',
  });
  const own = await page(tenant, '/own', { texts: [text('Mine')], status: 'PUBLISH' });
  await tenant.rest('PATCH', `/n/v1/entity/${String(own.urn)}`, { body: { path: '/moved' } });
  urns['company'] = tenant.company;
  urns['entity'] = own.urn;
  urns['text'] = own.texts[0].urn;
  const image = await made(tenant, 'imageitem', { entity: shared.urn, name: 'hero', sortOrder: 0, altText: 'A' });
  const form = new FormData();
  // Larger than what is compressed of other types.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#123456', noise } })
    .png()
    .toBuffer();
  form.append('imageItem', String(image.urn));
  form.append('imageItemFormat', 'DEFAULT');
  form.append('src', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
  const file = await fetch(`${service.url}/n/v1/imageitemfile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}` },
    body: form,
  });
  const uploaded = (await file.json()) as { urn: string };
  expect(file.status, JSON.stringify(uploaded)).toBe(201);
  urns['file'] = uploaded.urn;
  const identity = await made(tenant, 'identity', { owner: tenant.company, firstName: 'Ann' });
  urns['identity'] = identity.urn;
  urns['image'] = (
    await made(tenant, 'imageitem', { entity: shared.urn, name: 'gone', sortOrder: 1, altText: 'B' })
  ).urn;
});

/** What an answer is sent with. Whatever is not named is not sent. */
interface Sent {
  readonly status: number;
  readonly cache: string | null;
  readonly vary: string;
  /** Whether it has an entity tag. */
  readonly hasTag?: true;
  /** Whether it is a page for people, under the policy of pages. */
  readonly isPage?: true;
  readonly csp?: string;
  readonly referrer?: string;
  /** Whether it says how to authenticate. */
  readonly challenge?: true;
}

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const unauthorized = { status: 401, cache: 'no-store', vary: 'Origin', challenge: true } as const;

const answers: readonly [string, Ask, Sent][] = [
  [
    'the start page',
    { path: '/', as: 'NOBODY', headers: { accept: 'text/html' } },
    {
      status: 200,
      cache: 'public, no-cache',
      vary: 'Origin, Accept, Cookie, Accept-Encoding',
      hasTag: true,
      isPage: true,
    },
  ],
  [
    'the directory',
    { path: '/', as: 'NOBODY', headers: { accept: 'application/json' } },
    { status: 200, cache: 'public, no-cache', vary: 'Origin, Accept, Accept-Encoding', hasTag: true },
  ],
  [
    'the IDE',
    { path: '/graphql/ide', as: 'NOBODY' },
    { status: 200, cache: 'public, no-cache', vary: 'Origin, Cookie, Accept-Encoding', hasTag: true, isPage: true },
  ],
  [
    'the REST reference',
    { path: '/docs/rest', as: 'NOBODY' },
    { status: 200, cache: 'public, no-cache', vary: 'Origin, Cookie, Accept-Encoding', hasTag: true, isPage: true },
  ],
  [
    'a guide',
    { path: '/docs/guides/rest', as: 'NOBODY' },
    { status: 200, cache: 'public, no-cache', vary: 'Origin, Cookie, Accept-Encoding', hasTag: true, isPage: true },
  ],
  ['health', { path: '/healthz', as: 'NOBODY' }, { status: 200, cache: 'no-store', vary: 'Origin' }],
  ['readiness', { path: '/readyz', as: 'NOBODY' }, { status: 200, cache: 'no-store', vary: 'Origin' }],
  [
    'the schema',
    { path: '/schema.graphql', as: 'NOBODY' },
    { status: 200, cache: 'public, no-cache', vary: 'Origin, Accept-Encoding', hasTag: true },
  ],
  [
    'the OpenAPI document',
    { path: '/openapi.json', as: 'NOBODY' },
    { status: 200, cache: 'public, no-cache', vary: 'Origin, Accept-Encoding', hasTag: true },
  ],
  [
    'the icon',
    { path: '/favicon.ico', as: 'NOBODY' },
    { status: 200, cache: 'public, no-cache', vary: 'Origin, Accept-Encoding', hasTag: true },
  ],
  [
    'the metadata of the authorization server',
    { path: '/.well-known/oauth-authorization-server', as: 'NOBODY' },
    { status: 200, cache: 'public, max-age=300', vary: 'Origin, Accept-Encoding', hasTag: true },
  ],
  [
    'a page that everyone may read',
    { path: '/v/v1/entityview/shared', as: 'NOBODY' },
    {
      status: 200,
      cache: 'public, max-age=0, s-maxage=60, must-revalidate',
      vary: 'Origin, Accept-Language, Variant, Authorization, Cookie',
      hasTag: true,
    },
  ],
  [
    'the same for an editor',
    { path: '/v/v1/entityview/shared' },
    {
      status: 200,
      cache: 'private, max-age=0, must-revalidate',
      vary: 'Origin, Accept-Language, Variant, Authorization, Cookie',
      hasTag: true,
    },
  ],
  [
    'its newest version',
    { path: '/v/v1/entityview/shared?version=LATEST' },
    {
      status: 200,
      cache: 'private, max-age=0, must-revalidate',
      vary: 'Origin, Accept-Language, Variant, Authorization, Cookie',
      hasTag: true,
    },
  ],
  [
    'a page of some',
    { path: '/v/v1/entityview/moved' },
    {
      status: 200,
      cache: 'private, max-age=0, must-revalidate',
      vary: 'Origin, Accept-Language, Variant, Authorization, Cookie',
      hasTag: true,
    },
  ],
  [
    'a page that is not there',
    { path: '/v/v1/entityview/nowhere', as: 'NOBODY' },
    { status: 404, cache: 'no-store', vary: 'Origin' },
  ],
  [
    'a page that moved',
    { path: '/v/v1/entityview/own' },
    { status: 308, cache: 'private, no-cache', vary: 'Origin, Accept-Language, Variant, Authorization, Cookie' },
  ],
  [
    'an image',
    { path: '/v/v1/image/{file}' },
    {
      status: 200,
      cache: 'private, max-age=31536000, immutable',
      vary: 'Origin, Accept, Authorization, Cookie',
      hasTag: true,
      csp: "default-src 'none'; sandbox",
    },
  ],
  [
    'an image cut to size',
    { path: '/v/v1/image/{file}?w=4&h=4&fit=cover' },
    {
      status: 200,
      cache: 'private, max-age=3600',
      vary: 'Origin, Accept, Authorization, Cookie',
      hasTag: true,
      csp: "default-src 'none'; sandbox",
    },
  ],
  [
    'a resource',
    { path: '/n/v1/entity/{entity}' },
    { status: 200, cache: 'private, no-cache', vary: 'Origin', hasTag: true },
  ],
  [
    'a list',
    { path: '/n/v1/entities?limit=1' },
    { status: 200, cache: 'private, no-cache', vary: 'Origin', hasTag: true },
  ],
  [
    'a history',
    { path: '/n/v1/textitemhistory/{text}' },
    { status: 200, cache: 'private, no-cache', vary: 'Origin', hasTag: true },
  ],
  [
    'content that not everyone may view, to nobody',
    { path: '/n/v1/entity/{entity}', as: 'NOBODY' },
    { status: 404, cache: 'no-store', vary: 'Origin' },
  ],
  ['a resource that is no content, to nobody', { path: '/n/v1/roles', as: 'NOBODY' }, unauthorized],
  ['a resource to a caller with a wrong token', { path: '/n/v1/entity/{entity}', as: 'STRANGER' }, unauthorized],
  [
    'what is not there',
    { path: '/n/v1/entity/0190f3a0-0000-7000-8000-000000000000' },
    { status: 404, cache: 'no-store', vary: 'Origin' },
  ],
  [
    'a change',
    { path: '/n/v1/entity/{entity}', method: 'PATCH', body: { name: 'New' } },
    { status: 200, cache: 'private, no-cache', vary: 'Origin', hasTag: true },
  ],
  [
    'what is made',
    { path: '/n/v1/role', method: 'POST', body: { name: 'R', owner: '{company}' } },
    { status: 201, cache: 'private, no-cache', vary: 'Origin', hasTag: true },
  ],
  [
    'what is refused',
    { path: '/n/v1/role', method: 'POST', body: {} },
    { status: 422, cache: 'no-store', vary: 'Origin' },
  ],
  ['the caller', { path: '/n/v1/clientcontext' }, { status: 200, cache: 'no-store', vary: 'Origin', hasTag: true }],
  ...['locales', 'currencies', 'countries'].map((name): [string, Ask, Sent] => [
    name,
    { path: `/n/v1/${name}`, headers: { 'accept-encoding': 'identity' } },
    {
      status: 200,
      cache: 'private, no-cache',
      vary: 'Origin, Accept-Language, Authorization, Accept-Encoding',
      hasTag: true,
    },
  ]),
  [
    'the keys of webhooks',
    { path: '/.well-known/webhook-keys', as: 'NOBODY' },
    { status: 200, cache: 'public, max-age=300', vary: 'Origin', hasTag: true },
  ],
  [
    'what is known of a person',
    { path: '/n/v1/identity/{identity}/export' },
    { status: 200, cache: 'private, no-store', vary: 'Origin' },
  ],
  [
    'the same in lines',
    { path: '/n/v1/identity/{identity}/export', headers: { accept: 'application/x-ndjson' } },
    { status: 200, cache: 'private, no-store', vary: 'Origin' },
  ],
  [
    'a nested list',
    { path: '/n/v1/entity/{entity}/texts' },
    { status: 200, cache: 'private, no-cache', vary: 'Origin', hasTag: true },
  ],
  [
    'an inbox',
    { path: '/n/v1/identitynotificationinbox' },
    { status: 200, cache: 'private, no-cache', vary: 'Origin', hasTag: true },
  ],
  [
    'a search',
    { path: '/n/v1/searches?query=a&includeScopes=ENTITY' },
    { status: 200, cache: 'private, no-cache', vary: 'Origin', hasTag: true },
  ],
  [
    'a search that is kept',
    { path: '/n/v1/search', method: 'POST', body: { query: 'a', includeScopes: ['ENTITY'], order: 'RELEVANCE' } },
    { status: 201, cache: 'private, no-cache', vary: 'Origin', hasTag: true },
  ],
  [
    'a bulk',
    { path: '/n/v1/bulk', method: 'POST', body: { mode: 'INDEPENDENT', operations: [] } },
    { status: 422, cache: 'no-store', vary: 'Origin' },
  ],
  [
    'a removal',
    { path: '/n/v1/imageitem/{image}', method: 'DELETE' },
    { status: 204, cache: 'private, no-cache', vary: 'Origin' },
  ],
  [
    'the methods of a path',
    { path: '/n/v1/entity/{entity}', method: 'OPTIONS' },
    { status: 204, cache: null, vary: 'Origin' },
  ],
  [
    'the metadata of the resource',
    { path: '/.well-known/oauth-protected-resource', as: 'NOBODY' },
    { status: 200, cache: 'public, max-age=300', vary: 'Origin, Accept-Encoding', hasTag: true },
  ],
  [
    'a token that is refused',
    { path: '/oauth2/token', as: 'NOBODY', method: 'POST', body: {} },
    { status: 400, cache: 'no-store', vary: 'Origin' },
  ],
  ...['revoke', 'introspect'].map((name): [string, Ask, Sent] => [
    `a request to ${name} that is refused`,
    { path: `/oauth2/${name}`, as: 'NOBODY', method: 'POST', body: {} },
    { status: 400, cache: 'no-store', vary: 'Origin' },
  ]),
  [
    'the page to sign in, which this service does not offer',
    { path: '/signin', as: 'NOBODY' },
    {
      status: 404,
      cache: 'no-store',
      vary: 'Origin',
      csp: "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      referrer: 'same-origin',
    },
  ],
  [
    'the graph',
    { path: '/graphql', method: 'POST', body: { query: '{ __typename }' } },
    { status: 200, cache: 'no-store', vary: 'Origin' },
  ],
  [
    'the graph to a browser',
    { path: '/graphql', as: 'NOBODY', headers: { accept: 'text/html' } },
    { status: 303, cache: 'no-store', vary: 'Origin, Accept' },
  ],
  [
    'the graph to a program that asks nothing',
    { path: '/graphql', headers: { accept: 'application/json' } },
    { status: 400, cache: 'no-store', vary: 'Origin, Accept' },
  ],
  [
    'the graph to a program that asks for what is not there',
    { path: '/graphql?query=%7Bnothing%7D', headers: { accept: 'application/json' } },
    { status: 200, cache: 'no-store', vary: 'Origin' },
  ],
  ['the graph by GET', { path: '/graphql?query=%7B__typename%7D' }, { status: 200, cache: 'no-store', vary: 'Origin' }],
  [
    'the graph to a caller with a wrong token',
    { path: '/graphql', as: 'STRANGER', method: 'POST', body: { query: '{ __typename }' } },
    unauthorized,
  ],
  ...['{ companies { nodes { urn } } }', '{ a: company(urn: "{company}") { urn } b: companies { totalCount } }'].map(
    (query): [string, Ask, Sent] => [
      `the graph to nobody who asks for ${query}`,
      { path: '/graphql', as: 'NOBODY', method: 'POST', body: { query } },
      unauthorized,
    ],
  ),
  [
    'a stream that is refused',
    { path: '/graphql/stream', as: 'NOBODY', method: 'POST', body: { query: 'subscription { events { cursor } }' } },
    unauthorized,
  ],
  ...['/graphql', '/graphql/stream'].flatMap((path): [string, Ask, Sent][] => [
    [`a reservation at ${path} that is refused`, { path, as: 'STRANGER', method: 'PUT' }, unauthorized],
    [
      `the end of an operation on no stream at ${path}`,
      { path: `${path}?operationId=1`, method: 'DELETE' },
      { status: 404, cache: 'no-store', vary: 'Origin' },
    ],
  ]),
  [
    'a stream that says what is wrong',
    { path: '/graphql/stream', as: 'NOBODY', method: 'POST', body: { query: 'subscription {' } },
    { status: 200, cache: 'no-store', vary: 'Origin' },
  ],
  [
    'an address of nothing',
    { path: '/nothing', as: 'NOBODY' },
    { status: 404, cache: 'no-store', vary: 'Origin, Accept' },
  ],
  [
    'an address of nothing in the REST face',
    { path: '/n/v1/nothing', as: 'NOBODY', headers: { accept: 'text/html' } },
    { status: 404, cache: 'no-store', vary: 'Origin' },
  ],
  [
    'an address with a slash too many to a browser',
    { path: '/docs/rest/', as: 'NOBODY', headers: { accept: 'text/html' } },
    { status: 303, cache: 'no-store', vary: 'Origin, Accept' },
  ],
  [
    'another method',
    { path: '/n/v1/entity/{entity}', method: 'POST' },
    { status: 405, cache: 'no-store', vary: 'Origin' },
  ],
];

function ask({ path, as, method = 'GET', body, headers = {} }: Ask): Promise<RestAnswer> {
  const client = as === undefined ? tenant : service.client(as === 'NOBODY' ? null : 'x'.repeat(40));
  const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => urns[name] ?? name);
  return client.rest(method, filled(path), { headers, ...(body && { raw: filled(JSON.stringify(body)) }) });
}

test.each(answers)('%s is sent with what belongs to it', async (what, asked, sent) => {
  const { status, headers, text: body } = await ask(asked);
  expect(
    {
      status,
      cache: headers.get('cache-control'),
      vary: headers.get('vary'),
      tag: /^"[\w-]+"$/.test(headers.get('etag') ?? ''),
      csp: headers.get('content-security-policy'),
      referrer: headers.get('referrer-policy'),
      challenge: headers.get('www-authenticate'),
      sniffing: headers.get('x-content-type-options'),
      hasId: headers.has('x-request-id'),
      // There are no standbys.
      hasPosition: headers.has('read-position'),
      others: [...headers.keys()]
        .filter((name) => !looked.has(name))
        .sort()
        .join(' '),
    },
    body.slice(0, 300),
  ).toEqual({
    status: sent.status,
    cache: sent.cache,
    vary: sent.vary,
    tag: sent.hasTag === true,
    csp: sent.isPage ? pagePolicy : (sent.csp ?? null),
    referrer: sent.isPage ? 'same-origin' : (sent.referrer ?? null),
    challenge: sent.challenge
      ? `Bearer error="invalid_token", resource_metadata="${service.url}/.well-known/oauth-protected-resource"`
      : null,
    sniffing: 'nosniff',
    hasId: true,
    hasPosition: false,
    others: others[what] ?? '',
  });
});

test('an answer that has not changed is not sent again, and keeps what it was sent with', async () => {
  const paths = ['/v/v1/entityview/shared', '/v/v1/image/{file}', '/schema.graphql', '/n/v1/entity/{entity}'];
  for (const path of [...paths, '/n/v1/entities', '/n/v1/currencies', '/n/v1/textitemhistory/{text}']) {
    const first = await ask({ path });
    const again = await ask({ path, headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([path, again.status, again.text, again.headers.get('content-type')]).toEqual([path, 304, '', null]);
    expect([path, kept(again.headers)]).toEqual([path, kept(first.headers)]);
    // A longer one would have been compressed, which is not known where nothing is sent.
    const coded = path.includes('/image/') ? [] : ['Accept-Encoding'];
    const vary = (answer: RestAnswer): string[] => String(answer.headers.get('vary')).split(', ');
    expect([path, new Set(vary(again))]).toEqual([path, new Set([...vary(first), ...coded])]);
    const tag = first.headers.get('etag') ?? '';
    for (const known of ['*', `W/${tag}`, `"other", ${tag}`, `"other" ,W/${tag}`])
      expect([path, known, (await ask({ path, headers: { 'if-none-match': known } })).status]).toEqual([
        path,
        known,
        304,
      ]);
    for (const other of ['"other"', tag.replace(/^"/, '"x'), tag.replace(/"$/, 'x"')])
      expect([path, other, (await ask({ path, headers: { 'if-none-match': other } })).status]).toEqual([
        path,
        other,
        200,
      ]);
  }
});

test('what a caller prefers is said of the answers that it was followed for', async () => {
  for (const [what, asked, sent] of preferred) {
    const {
      status,
      headers,
      text: body,
    } = await ask({ ...asked, headers: { prefer: 'return=minimal, handling=lenient' } });
    expect([what, status, body, headers.has('etag'), headers.get('preference-applied')]).toEqual([what, ...sent]);
    expect([what, headers.has('location')]).toEqual([what, status === 201]);
  }
});
