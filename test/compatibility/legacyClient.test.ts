// Older applications keep working: what their client relies on, one test for each behavior, replayed against the
// running service. Resource reference 1.11.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { legacyClient, type LegacyAnswer, type LegacyClient } from './legacyClient.ts';

let service: TestService;
let editor: LegacyClient;
let company: string;
/** The service's output: the sign-in links it printed. */
const printed: string[] = [];

// A test knows the shape of its request; what it reads is asserted.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

beforeAll(async () => {
  service = await startService({ DEVELOPMENT_SIGN_IN: '1' }, { say: (line) => printed.push(line) });
  const tenant = await service.tenant();
  company = tenant.company;
  editor = legacyClient(service.url, tenant.token);
});
afterAll(() => service.close());

const origin = 'https://app.example';
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function made(endpoint: string, body: Readonly<Record<string, unknown>>): Promise<Body> {
  const answer = await editor.create(endpoint, { owner: company, ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** A page of the tenant, live from the start. */
function page(path: string, more: Readonly<Record<string, unknown>> = {}): Promise<Body> {
  return made('entity', {
    urn: crypto.randomUUID(),
    name: 'Page',
    path,
    language: 'en',
    status: 'PUBLISH',
    publishTimestamp: new Date(Date.now() - 60_000).toISOString(),
    ...more,
  });
}

const text = (value: string, sortOrder = 0): Readonly<Record<string, unknown>> => ({ name: 'title', sortOrder, value });

/** A caller of the tenant who holds labels on objects and nothing else. */
async function restricted(grants: readonly (readonly [string, string, string])[] = []): Promise<LegacyClient> {
  const client = await made('apiclient', { name: 'Reader', type: 'SERVER', accessLevel: 'RESTRICTED' });
  for (const [label, objectUrn, objectScope] of grants) {
    const subject = { subjectUrn: client.urn, subjectScope: 'API_CLIENT' };
    await made('permission', { ...subject, objectUrn, objectScope, label });
  }
  const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
  const token = await made('apiclientbearertoken', { apiClient: client, expirationTimestamp });
  return legacyClient(service.url, String(token.bearerToken));
}

/** What an older application does with an item: its name, and its place among those of one name; 0 is the plain field. */
const found = (items: readonly Body[], name: string, sortOrder = 0): Body =>
  items.find((item) => item.name === name && item.sortOrder === sortOrder);

function preflight(method: string, headers: string): Promise<LegacyAnswer> {
  return legacyClient(service.url, null).send('OPTIONS', `${service.url}/n/v1/companies`, {
    headers: { Origin: origin, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': headers },
  });
}

describe('addresses and methods', () => {
  test('Address = endpoint prefix ending in / + urn; create posts to the prefix without urn', async () => {
    const created = await editor.create('project', { owner: company, name: 'Garden' });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(created.body.url);
    expect((await editor.read('project', created.body.urn)).body.name).toBe('Garden');
    const listed = await editor.list('project');
    expect(listed.status).toBe(200);
    expect(listed.body.projects.map((one: Body) => one.urn)).toContain(created.body.urn);
    // Only there: an address with a urn has no slash at its end.
    expect((await editor.read('project', `${String(created.body.urn)}/`)).status).toBe(404);
  });

  test('Create POST, read GET, update PUT, delete DELETE; delete may answer 204 with an empty body', async () => {
    const { urn } = await made('project', { name: 'Bridge' });
    const updated = await editor.update('project', urn, { name: 'Footbridge' });
    expect([updated.status, updated.body.name]).toEqual([200, 'Footbridge']);
    const gone = await editor.remove('project', urn);
    expect([gone.status, gone.text, gone.headers.get('content-type')]).toEqual([204, '', null]);
    expect((await editor.read('project', urn)).status).toBe(404);
  });

  test('JSON content type sent only with a body; no preflight on plain GET expected', async () => {
    const { urn } = await made('project', { name: 'Well' });
    const read = await editor.send('GET', `${service.url}/n/v1/project/${String(urn)}`);
    expect(read.status).toBe(200);
    expect((await editor.remove('project', urn)).status).toBe(204);
    // A page of another origin reads with nothing but what needs no preflight.
    await made('apiclient', { name: 'App', type: 'BROWSER', allowedOrigins: [origin] });
    const anonymous = legacyClient(service.url, null);
    const plain = await anonymous.send('GET', `${service.url}/n/v1/clientcontext`, { headers: { Origin: origin } });
    expect([plain.status, plain.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    // With a token it sends a preflight, and may send what older clients send.
    const headers = ['Authorization', 'Accept-Language', 'Variant', 'If-Match', 'Content-Type'];
    const asked = await preflight('GET', headers.join(', ').toLowerCase());
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
    const allowed = (asked.headers.get('access-control-allow-headers') ?? '').split(/, */);
    expect(allowed).toEqual(expect.arrayContaining(headers));
    const written = await preflight('PUT', 'authorization, content-type');
    expect(written.headers.get('access-control-allow-methods')).toContain('PUT');
  });
});

describe('a session', () => {
  test('Cookie session from another origin (credentials: include)', async () => {
    await made('apiclient', { name: 'Page', type: 'BROWSER', allowedOrigins: [origin] });
    const person = await made('identity', { name: 'Reader', emails: [{ email: 'reader@app.example' }], companies: [] });
    const subject = { subjectUrn: person.urn, subjectScope: 'IDENTITY' };
    const object = { objectUrn: company, objectScope: 'COMPANY' };
    for (const label of ['READ', 'CREATE']) await made('permission', { ...subject, ...object, label });
    const anonymous = legacyClient(service.url, null);
    const form = (values: Readonly<Record<string, string>>): RequestInit => ({
      headers: { Origin: service.url },
      body: new URLSearchParams(values),
    });
    await anonymous.send(
      'POST',
      `${service.url}/signin/link`,
      form({ email: 'reader@app.example', returnTo: '/signin' }),
    );
    const token = /token=(\S+)/.exec(printed.at(-1) ?? '')?.[1] ?? '';
    const opened = await anonymous.send('POST', `${service.url}/signin/link/open`, form({ token }));
    const line = opened.headers.getSetCookie().find((cookie) => cookie.includes('session=')) ?? '';
    expect(line).toMatch(/; HttpOnly; SameSite=Lax/);
    const Cookie = line.split(';', 1)[0] ?? '';

    // A page of a known origin can read with the cookie.
    const context = `${service.url}/n/v1/clientcontext`;
    const read = await anonymous.send('GET', context, { headers: { Cookie, Origin: origin } });
    expect(read.body).toMatchObject({ hasSession: true, identity: { urn: person.urn } });
    expect(read.headers.get('access-control-allow-origin')).toBe(origin);
    expect(read.headers.get('access-control-allow-credentials')).toBe('true');
    const asked = await preflight('POST', 'content-type, x-csrf-token');
    expect(asked.headers.get('access-control-allow-credentials')).toBe('true');
    expect(asked.headers.get('access-control-allow-headers')).toContain('X-CSRF-Token');

    const write = (headers: Readonly<Record<string, string>>): Promise<LegacyAnswer> =>
      anonymous.send('POST', `${service.url}/n/v1/project/`, {
        headers: { Cookie, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ owner: company, name: 'By cookie' }),
      });
    const csrf = { 'X-CSRF-Token': String(read.body.csrfToken) };
    expect((await write({ Origin: origin, ...csrf })).status).toBe(201);
    // A write without proof of its origin is refused, and an unknown origin sees nothing.
    for (const headers of [
      { Origin: origin },
      { Origin: 'https://evil.example' },
      { Origin: 'https://evil.example', ...csrf },
    ]) {
      const refused = await write(headers);
      expect([401, 403]).toContain(refused.status);
    }
    const evil = await anonymous.send('GET', context, { headers: { Cookie, Origin: 'https://evil.example' } });
    expect(evil.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the view', () => {
  test('View path form /v/v1/entityview/home, headers Accept-Language and Variant or query language, variant, version', async () => {
    const home = await page('/home', { texts: [text('Welcome')] });
    await page('/home', { language: 'de', texts: [text('Willkommen')] });
    await page('/home', { variant: 'b', texts: [text('Hello there')] });
    const title = (answer: LegacyAnswer): unknown => {
      expect(answer.status, answer.text).toBe(200);
      return found(answer.body.texts, 'title').value;
    };
    // Older clients: headers.
    expect(title(await editor.view('home', { headers: { 'Accept-Language': 'en' } }))).toBe('Welcome');
    expect(title(await editor.view('home', { headers: { 'Accept-Language': 'de' } }))).toBe('Willkommen');
    expect(title(await editor.view('home', { headers: { 'Accept-Language': 'en', Variant: 'b' } }))).toBe(
      'Hello there',
    );
    // Newer ones: the query, which wins over the headers; an empty variant is the default one.
    const headers = { 'Accept-Language': 'de', Variant: 'b' };
    expect(title(await editor.view('home', { headers, query: { language: 'en', variant: '' } }))).toBe('Welcome');
    expect(title(await editor.view('home', { query: { language: 'en', variant: 'b' } }))).toBe('Hello there');
    // The newest values, drafts included.
    const item = found(home.texts, 'title');
    expect((await editor.update('textitem', item.urn, { value: 'Come in' })).status).toBe(200);
    const query = { language: 'en', variant: '' };
    expect(title(await editor.view('home', { query }))).toBe('Welcome');
    expect(title(await editor.view('home', { query: { ...query, version: 'LATEST' } }))).toBe('Come in');
    // By urn as well as by path.
    expect(title(await editor.view(home.urn))).toBe('Welcome');
  });

  test('The view may answer with another entity than addressed; clients key on returned urn and language', async () => {
    const english = await page('/other', { texts: [text('Other')] });
    const french = await page('/other', { language: 'fr', texts: [text('Autre')] });
    const answer = await editor.view(english.urn, { query: { language: 'fr-CA' } });
    expect([answer.body.urn, answer.body.language]).toEqual([french.urn, 'fr']);
  });

  test('alternativeLanguages in the view', async () => {
    const english = await page('/spoken', { texts: [text('Spoken')] });
    const dutch = await page('/spoken', { language: 'nl', name: 'Gesproken', texts: [text('Gesproken')] });
    const { body } = await editor.view('spoken', { query: { language: 'en' } });
    expect(body.urn).toBe(english.urn);
    expect(body.alternativeLanguages).toEqual([
      { urn: dutch.urn, url: dutch.url, language: 'nl', path: '/spoken', name: 'Gesproken' },
    ]);
  });

  test('Items looked up by name and sortOrder, sortOrder 0 = the plain field', async () => {
    await page('/items', {
      texts: [text('Second', 2), text('Plain', 0), text('First', 1)],
      booleans: [{ name: 'isOpen', sortOrder: 0, value: true }],
      longs: [{ name: 'count', sortOrder: 0, value: 42 }],
      money: [{ name: 'price', sortOrder: 0, currencyCode: 'EUR', unitValue: 1250 }],
    });
    const { body } = await editor.view('items');
    expect([0, 1, 2].map((at) => found(body.texts, 'title', at).value)).toEqual(['Plain', 'First', 'Second']);
    expect(found(body.texts, 'absent')).toBeUndefined();
    expect(found(body.booleans, 'isOpen').value).toBe(true);
    expect(found(body.longs, 'count').value).toBe(42);
    expect(found(body.money, 'price')).toMatchObject({ unitValue: 1250, currencyCode: 'EUR' });
  });

  test('Markdown value in the view is HTML', async () => {
    const { markdowns } = await page('/markdown', {
      markdowns: [{ name: 'body', sortOrder: 0, value: '# Tea\n\n*Green* and <script>alert(1)</script>black' }],
    });
    expect(markdowns[0].value).toBe('# Tea\n\n*Green* and <script>alert(1)</script>black');
    const html = String(found((await editor.view('markdown')).body.markdowns, 'body').value);
    expect(html).toContain('<h1 id="tea">Tea</h1>');
    expect(html).toContain('<em>Green</em>');
    expect(html).not.toContain('<script');
  });
});

describe('bodies', () => {
  test('Linked objects shallow (urn, url); items inside an entity without entity; full objects accepted where a link is expected', async () => {
    const entity = await page('/linked', { texts: [text('Linked')] });
    const owner = (await editor.read('company', company)).body;
    expect(entity.owner).toEqual({ urn: owner.urn, url: owner.url });
    expect(entity.texts[0]).not.toHaveProperty('entity');
    expect((await editor.read('textitem', entity.texts[0].urn)).body.entity).toEqual({
      urn: entity.urn,
      url: entity.url,
    });
    // What was read whole is sent where a link belongs, and a whole object is sent back.
    const item = await editor.create('textitem', { entity, name: 'more', sortOrder: 0, value: 'More' });
    expect(item.status, item.text).toBe(201);
    expect(item.body.entity.urn).toBe(entity.urn);
    const again = await editor.update('entity', entity.urn, { ...entity, owner, name: 'Linked page' });
    expect([again.status, again.body.name, again.body.texts.length]).toEqual([200, 'Linked page', 2]);
    // Markdown items alone name their entity by its urn.
    const markdown = await editor.create('markdownitem', {
      entity: entity.urn,
      name: 'body',
      sortOrder: 0,
      value: '-',
    });
    expect([markdown.status, markdown.body.entity]).toEqual([201, entity.urn]);
  });

  test('Error body has apiCode, detail, httpCode; 401, 403, 404, 409, 412 and 5xx told apart; 404 also for a missing grant', async () => {
    const project = await made('project', { name: 'Told apart' });
    const failure = (answer: LegacyAnswer): unknown[] => {
      expect(answer.body.detail).toEqual(expect.any(String));
      expect(answer.body.httpCode).toBe(answer.status);
      expect(answer.body.apiCode).toBe(answer.body.code);
      return [answer.status, answer.body.apiCode];
    };
    const stranger = legacyClient(service.url, `ccs_s_${'x'.repeat(49)}`);
    expect(failure(await stranger.read('project', project.urn))).toEqual([401, 'UNAUTHENTICATED']);
    expect(failure(await legacyClient(service.url, null).read('project', project.urn))).toEqual([
      401,
      'UNAUTHENTICATED',
    ]);
    const reader = await restricted([['READ', project.urn, 'PROJECT']]);
    expect(failure(await reader.update('project', project.urn, { name: 'x' }))).toEqual([403, 'FORBIDDEN']);
    expect(failure(await editor.read('project', crypto.randomUUID()))).toEqual([404, 'NOT_FOUND']);
    // A missing grant has the same answer as a missing object, word for word.
    const blind = await restricted();
    const [denied, absent] = [
      await blind.read('project', project.urn),
      await blind.read('project', crypto.randomUUID()),
    ];
    expect(failure(denied)).toEqual([404, 'NOT_FOUND']);
    expect([denied.body.detail, denied.body.title]).toEqual([absent.body.detail, absent.body.title]);
    // Without a session or a grant, an existing page is not found.
    await page('/closed', { texts: [text('Closed')] });
    expect(failure(await legacyClient(service.url, null).view('closed'))).toEqual([404, 'NOT_FOUND']);
    const taken = await editor.create('project', { owner: company, urn: project.urn, name: 'Another' });
    expect(failure(taken)).toEqual([409, 'ALREADY_EXISTS']);
    const stale = await editor.send('PUT', String(project.url), {
      headers: { 'Content-Type': 'application/json', 'If-Match': '"7"' },
      body: JSON.stringify({ name: 'y' }),
    });
    expect(failure(stale)).toEqual([412, 'PRECONDITION_FAILED']);
    // The service runs but cannot answer now: the answer must not read as a refusal.
    const database = new pg.Client({ connectionString: service.databaseUrl });
    await database.connect();
    await database.query('BEGIN; LOCK TABLE "workflow" IN ACCESS EXCLUSIVE MODE');
    try {
      expect(failure(await editor.list('workflow'))).toEqual([504, 'TIMEOUT']);
    } finally {
      await database.query('ROLLBACK');
      await database.end();
    }
    expect((await editor.list('workflow')).status).toBe(200);
  });

  test('Pagination members after, nextUrl, isMorePages', async () => {
    const { company: owner, token } = await service.tenant();
    const paging = legacyClient(service.url, token);
    for (const name of ['One', 'Two', 'Three']) expect((await paging.create('role', { owner, name })).status).toBe(201);
    const names: string[] = [];
    let answer = await paging.list('role', { query: { limit: '2', 'filter[isBuiltIn]': 'false', sort: 'name' } });
    expect(answer.body.pagination).toMatchObject({ isMorePages: true, after: expect.any(String) });
    names.push(...answer.body.roles.map((role: Body) => role.name));
    // Both ways to continue: the returned address, and the cursor.
    const { after, nextUrl } = answer.body.pagination;
    const query = { limit: '2', 'filter[isBuiltIn]': 'false', sort: 'name', after };
    expect((await paging.list('role', { query })).body.roles).toEqual((await paging.send('GET', nextUrl)).body.roles);
    answer = await paging.send('GET', nextUrl);
    names.push(...answer.body.roles.map((role: Body) => role.name));
    expect(answer.body.pagination).toMatchObject({ isMorePages: false, nextUrl: null });
    expect(names).toEqual(['One', 'Three', 'Two']);
  });
});

describe('single endpoints', () => {
  test('Search: POST starts, GET by urn with after until FULL_RESULT', async () => {
    for (const name of ['Kestrel one', 'Kestrel two', 'Kestrel three']) await made('project', { name });
    const started = await editor.create(
      'search',
      { owner: company, query: 'kestrel', includeScopes: ['PROJECT'] },
      { query: { limit: '2' } },
    );
    expect(started.status, started.text).toBe(201);
    const names: string[] = [];
    let { body } = started;
    const take = (): void => void names.push(...body.items.map((item: Body) => item.name));
    take();
    // As older clients do it: repeatedly, until the result is full and no page is left.
    for (let reads = 0; body.status !== 'FULL_RESULT' || body.pagination.isMorePages; reads += 1) {
      expect(reads).toBeLessThan(20);
      const { after } = body.pagination;
      body = (
        await editor.read('search', started.body.urn, { query: { limit: '2', ...(after === null ? {} : { after }) } })
      ).body;
      take();
    }
    expect(names.sort()).toEqual(['Kestrel one', 'Kestrel three', 'Kestrel two']);
    expect(body.items.every((item: Body) => item.type === 'PROJECT' && typeof item.urn === 'string')).toBe(true);
  });

  test('GET /n/v1/companies gives an object with companies; the tenant’s own company is the one with organisation', async () => {
    await made('company', { name: 'Branch', parentCompany: company });
    const { status, body } = await editor.send('GET', `${service.url}/n/v1/companies`);
    expect([status, Array.isArray(body)]).toEqual([200, false]);
    expect(body.companies.length).toBe(2);
    const own = body.companies.filter((one: Body) => one.organisation);
    expect(own.map((one: Body) => one.urn)).toEqual([company]);
  });

  test('Multipart POST to an endpoint without urn', async () => {
    const { images } = await page('/pictured', { images: [{ name: 'hero', sortOrder: 0, altText: 'A dot' }] });
    const form = new FormData();
    form.set('imageItem', images[0].urn);
    form.set('imageItemFormat', 'default');
    form.set('src', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'dot.png');
    const uploaded = await editor.upload('imageitemfile', form);
    expect(uploaded.status, uploaded.text).toBe(201);
    expect(uploaded.body).toMatchObject({ imageItemFormat: 'DEFAULT', contentType: 'image/png', width: 1, height: 1 });
    expect((await editor.read('imageitem', images[0].urn)).body.src).toBe(uploaded.body.src);
    expect((await editor.send('GET', uploaded.body.src)).status).toBe(200);
  });
});
