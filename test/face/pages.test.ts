// The pages for people over HTTP: what a browser is shown, what a program gets at the same address, and that the built
// pages match their sources.
import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readdirSync } from 'node:fs';
import { deskInputs } from '../../desk/inputs.js';
import { inputsOf } from '../../pages/inputs.js';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(service.url + path, { headers, redirect: 'manual' });

describe('An address shared by people and programs', () => {
  test('serves a page to a browser and JSON to a program, and varies by Accept', async () => {
    const page = await get('/', browser);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Commonplace is running');
    for (const accept of ['application/json', '*/*', '']) {
      const answer = await get('/', accept ? { accept } : {});
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await answer.json()).toMatchObject({ name: 'Commonplace', graph: '/graphql' });
      expect(answer.headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
    }
  });

  test('redirects a browser from the graph to its IDE, and passes requests with an operation to the graph', async () => {
    const opened = await get('/graphql', browser);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/graphql/ide']);
    const asked = await get('/graphql?query={__typename}', { ...browser, 'apollo-require-preflight': '1' });
    expect(asked.headers.get('location')).toBeNull();
    const sent = { method: 'POST', body: '{"query":"{ __typename }"}', redirect: 'manual' as const };
    const posted = await fetch(`${service.url}/graphql`, {
      ...sent,
      headers: { ...browser, 'content-type': 'application/json' },
    });
    expect([posted.status, await posted.json()]).toEqual([200, { data: { __typename: 'Query' } }]);
    const shouted = await get('/graphql', { accept: ' TEXT/HTML;q=0.9' });
    expect(shouted.headers.get('location')).toBe('/graphql/ide');
    const bare = await get('/graphql', { accept: 'application/graphql-response+json' });
    expect([bare.status, await bare.json()]).toMatchObject([
      400,
      { errors: [{ extensions: { code: 'BAD_REQUEST' } }] },
    ]);
  });

  test('lists at /n/v1 what can be read below it', async () => {
    const answer = await get('/n/v1', browser);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    const slashed = await get('/n/v1/', browser);
    expect([slashed.status, await slashed.text()]).toEqual([200, text]);
    const { resources, openapi } = JSON.parse(text) as {
      resources: { name: string; operations: string[]; list?: string; item: string }[];
      openapi: string;
    };
    expect(openapi).toBe(`${service.url}/openapi.json`);
    const part = (await (await get('/openapi/content.json', browser)).json()) as { servers: unknown; paths: object };
    expect([part.servers, Object.keys(part.paths).includes('/n/v1/entity')]).toEqual([[{ url: service.url }], true]);
    expect(resources.find(({ name }) => name === 'Entity')).toMatchObject({
      list: `${service.url}/n/v1/entities`,
      item: `${service.url}/n/v1/entity/{urn}`,
      operations: ['CREATE', 'READ', 'UPDATE', 'DELETE', 'LIST'],
    });
    // Each listed path exists: without a token it shows what everyone may view, or answers 401.
    const isShown = (name: string): boolean => /Item$|^Entity|^ImageItemFile$|^Asset$|^Redirect$/.test(name);
    for (const { name, list } of resources)
      if (list) expect([list, (await fetch(list)).status]).toEqual([list, isShown(name) ? 200 : 401]);
  });
});

describe('A page', () => {
  const paths = [
    '/',
    '/graphql/ide',
    '/docs/rest',
    '/desk/operations',
    '/desk',
    '/desk/content',
    '/docs',
    '/docs/guides/webhooks',
    '/docs/configuration',
  ];

  test.each(paths)('%s is served under a policy that allows scripts as files of this service only', async (path) => {
    const answer = await get(path, browser);
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'; ");
    expect(policy).toContain("frame-ancestors 'none'");
    const text = await answer.text();
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=")/);
    const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const plain = await get(file, { 'accept-encoding': 'identity' });
      const brotli = await get(file, { 'accept-encoding': 'br' });
      expect([plain.status, plain.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect([plain.headers.get('content-encoding'), brotli.headers.get('content-encoding')]).toEqual([null, 'br']);
      expect(await brotli.text()).toBe(await plain.text());
    }
  });

  test('is shown to a browser where nothing is, and no address of REST answers with one', async () => {
    const missing = await get('/absent', browser);
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(missing.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await missing.text();
    expect(text).toContain('There is no such page');
    expect(text).toContain('<a href="/desk/operations">');
    const head = await fetch(`${service.url}/absent`, { method: 'HEAD', headers: browser });
    expect([head.status, head.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const posted = await fetch(`${service.url}/absent`, { method: 'POST', headers: browser });
    const programs = [await get('/absent', { accept: '*/*' }), await get('/absent'), posted];
    const faces = ['/n/v1/absent', '/v/v1/absent', '/oauth2/absent', '/graphql/stream/absent', '/.well-known/absent'];
    for (const path of faces) programs.push(await get(path, browser));
    for (const answer of programs) {
      expect([answer.url, answer.status]).toEqual([answer.url, 404]);
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const answer of [missing, ...programs.slice(0, 2)]) expect(answer.headers.get('vary')).toMatch(/\bAccept\b/);
  });

  test.each(['/docs', '/docs/rest', '/graphql/ide', '/docs/guides/rest'])(
    '%s is where its address with a slash at the end leads a browser',
    async (path) => {
      const slash = await get(`${path}/`, browser);
      expect([slash.status, slash.headers.get('location')]).toEqual([303, path]);
    },
  );

  test('leads nowhere else, whatever slashes stand in an address', async () => {
    for (const path of ['//', '//docs/', '/absent/', '//example.com/'])
      expect([path, (await get(path, browser)).headers.get('location')]).toEqual([path, null]);
  });

  test('leads from the address of the former dashboard to the desk', async () => {
    const answer = await get('/dashboard', browser);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/desk/operations']);
  });

  test('has an icon', async () => {
    const icon = await get('/favicon.ico');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });
});

describe('The guides', () => {
  const addresses = (text: string): string[] => [...text.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href);
  const textOf = async (path: string): Promise<string> => (await get(path, browser)).text();
  const listed = async (): Promise<string[]> => {
    const main = (await textOf('/docs')).split('<main')[1] ?? '';
    return addresses(main);
  };

  test('are listed at /docs: every file of docs/guides, and what users look things up in', async () => {
    const files = readdirSync(new URL('../../docs/guides/', import.meta.url));
    expect(files.length).toBeGreaterThan(7);
    const addressesListed = await listed();
    const guides = addressesListed.slice(0, files.length);
    expect(guides.toSorted()).toEqual(files.map((file) => `/docs/guides/${file.replace('.md', '')}`).sort());
    expect([guides[0], guides.at(-1)]).toEqual(['/docs/guides/first-page', '/docs/guides/operating']);
    expect(addressesListed.slice(files.length)).toEqual([
      ...['guarantees', 'configuration', 'behavior', 'sign-in', 'oauth', 'metrics', 'scaling'].map(
        (name) => `/docs/${name}`,
      ),
      ...['/docs/rest', '/graphql/ide'],
    ]);
  });

  test('are listed with the sentence that each begins with, in plain words', async () => {
    const sentences = [...(await textOf('/docs')).matchAll(/<\/a><br \/>([^<]*)<\/li>/g)].map(
      ([, words = '']) => words,
    );
    expect(sentences).toHaveLength((await listed()).length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z/][^*`[\]]{20,}\.$/);
    expect(sentences).toContain(
      'How to receive events as HTTP requests: subscribe, verify the signature, and recover from failures.',
    );
  });

  test('lead only to pages and sections of this service that exist, and elsewhere by a whole address', async () => {
    const texts = new Map<string, string>();
    for (const path of await listed()) texts.set(path, await textOf(path));
    const links = [...texts].flatMap(([from, text]) =>
      addresses(text.split('<main')[1] ?? '').map((to) => ({ from, to })),
    );
    const inside = links.filter(({ to }) => !/^https?:/.test(to));
    expect(inside.length).toBeGreaterThan(10);
    expect(inside.filter(({ to }) => to.includes('#')).length).toBeGreaterThan(0);
    for (const { from, to } of inside) {
      const [path, section] = to.split('#', 2);
      const target = path === '' ? from : (path ?? '');
      if (!texts.has(target)) texts.set(target, await textOf(target));
      expect([to, (await get(target, browser)).status]).toEqual([to, 200]);
      if (section !== undefined) expect([to, texts.get(target)?.includes(` id="${section}"`)]).toEqual([to, true]);
    }
  });

  test('are there as sections for the search, each at an address that exists', async () => {
    const answer = await get('/docs/sections.json');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const sections = (await answer.json()) as { address: string; document: string; heading: string; text: string }[];
    const paths = new Set(sections.map(({ address }) => address.split('#', 1)[0] ?? ''));
    expect([...paths]).toEqual((await listed()).slice(0, -2));
    expect(new Set(sections.map(({ address }) => address)).size).toBe(sections.length);
    const texts = new Map<string, string>();
    for (const path of paths) texts.set(path, await textOf(path));
    for (const { address } of sections) {
      const [path = '', id = ''] = address.split('#', 2);
      expect([address, texts.get(path)?.includes(` id="${id}"`)]).toEqual([address, true]);
    }
    expect(JSON.stringify(sections)).toContain(service.url);
  });

  test('show pictures that this service has', async () => {
    const shown: string[] = [];
    for (const path of await listed())
      for (const [, src = ''] of (await textOf(path)).matchAll(/<img src="([^"]*)"/g))
        shown.push(new URL(src, service.url + path).href);
    expect(shown.length).toBeGreaterThan(1);
    for (const src of shown) {
      const picture = await fetch(src);
      expect([src, picture.status, picture.headers.get('content-type')]).toEqual([src, 200, 'image/png']);
    }
  });

  test('name the address of this service, and neither files of the repository as links nor notes for maintainers', async () => {
    const webhooks = await textOf('/docs/guides/webhooks');
    expect(webhooks).toContain(`curl -s '${service.url}/n/v1/webhooksubscription`);
    expect(webhooks).not.toContain('http://127.0.0.1:4000');
    expect(webhooks).toContain('<pre tabindex="0"><code class="language-sh">CLIENT=');
    expect(webhooks).toContain('<code>examples/webhooks/receiver.py</code>,');
    expect(addresses(webhooks.split('<main')[1] ?? '').filter((href) => href.includes('examples'))).toEqual([]);
    const behavior = await textOf('/docs/behavior');
    expect(behavior).toContain('<strong>Order of members.</strong>');
    for (const one of [behavior, await textOf('/docs/guarantees')]) expect(one).not.toMatch(/&lt;!--|<!--/);
    expect(behavior.split('<main')[1]).toMatch(/<h2 id="request-bodies">Request bodies<\/h2>/);
    expect(await textOf('/docs/configuration')).toMatch(/<div class="wide" tabindex="0"><table>[^]*<\/table><\/div>/);
  });

  test('are titled by their heading, and marked in the bar', async () => {
    expect(await textOf('/docs/guides/webhooks')).toContain('<title>Receiving webhooks · Commonplace</title>');
    expect(await textOf('/docs')).toContain('<a href="/docs" aria-current="page">Guides</a>');
    expect(await textOf('/docs/guides/webhooks')).toContain('<a href="/docs" aria-current="true">Guides</a>');
    expect((await get('/docs/guides/absent', browser)).status).toBe(404);
    expect((await get('/docs/choices', browser)).status).toBe(404);
  });
});

describe('The built pages', () => {
  const pages = new URL('../../pages/', import.meta.url);

  test('match their sources; `npm run pages` builds them', () => {
    const manifest = JSON.parse(readFileSync(new URL('built/manifest.json', pages), 'utf8'));
    expect(manifest.inputs).toBe(inputsOf(pages.pathname.replace(/\/$/, '')));
  });

  test('of the desk match their sources; `npm run desk` builds them', () => {
    const desk = new URL('../../desk/', import.meta.url);
    const manifest = JSON.parse(readFileSync(new URL('built/manifest.json', desk), 'utf8'));
    expect(manifest.inputs).toBe(deskInputs(desk.pathname.replace(/\/$/, '')));
  });

  test('of the desk ask for what the schema has', async () => {
    const schema = buildSchema(await (await get('/schema.graphql')).text());
    const sources = new URL('../../desk/src/', import.meta.url);
    const names = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const documents = names.flatMap((name) =>
      [...readFileSync(new URL(name, sources), 'utf8').matchAll(/\bgraphql\(`([^`]*)`\)/g)].map(
        ([, text = '']) => text,
      ),
    );
    expect(documents.length).toBeGreaterThan(2);
    expect(validate(schema, parse(documents.join('\n'))).map(({ message }) => message)).toEqual([]);
  });

  test.each([
    ['ide/examples/', 6],
    ['ide/examples/first/', 3],
  ] as const)('contain operations that match the schema: %s', async (path, count) => {
    const schema = buildSchema(await (await get('/schema.graphql')).text());
    const folder = new URL(path, pages);
    const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
    expect(names).toHaveLength(count);
    for (const name of names) {
      const problems = validate(schema, parse(readFileSync(new URL(name, folder), 'utf8')));
      expect([name, problems.map(({ message }) => message)]).toEqual([name, []]);
    }
  });
});
