// Responses that belong to no face: health, the schema as text, the OpenAPI document, and the pages for people.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { builtAddress, registerBuiltPages } from './builtPages.ts';
import { registerDesk } from './desk.ts';
import { addVary } from './contentCoding.ts';
import { page, pageHeaders } from './pageShell.ts';
import type { Reader } from './reader.ts';
import { listOfCards, startPage } from './startPage.ts';
import { staticDocument, type SendDocument } from './staticDocument.ts';
import { html, type Html } from './html.ts';
import {
  aroundGuide,
  besideGuide,
  listOfGuides,
  pictures,
  readGuides,
  readSections,
  type RenderGuide,
  type Section,
} from './guides.ts';
import { withoutTrailing } from '../domain/text.ts';

/** What the pages show. */
export interface PublicPages {
  /** The SDL of the whole graph. */
  readonly schemaText: () => string;
  /** The bytes of the OpenAPI document, or of that of content alone, with the address of this service; printed when it is first asked for. */
  readonly openapi: (part: 'ALL' | 'CONTENT') => Promise<Buffer>;
  /** The address callers use. */
  readonly baseUrl: () => string;
  readonly isReady: () => Promise<boolean>;
  /** Whether the demo is in the database. Rejects as long as there is none. */
  readonly hasDemo: () => Promise<boolean>;
  readonly renderGuide: RenderGuide;
  /** The sections of a guide that was rendered. */
  readonly sectionsOf: (html: string) => readonly Section[];
  /** Who opens a page. */
  readonly readerOf: (request: FastifyRequest) => Promise<Reader>;
}

const json = 'application/json; charset=utf-8';
const htmlType = 'text/html; charset=utf-8';

/** May be kept by anyone, and is revalidated by its tag. */
const revalidated = 'public, no-cache';

/** Registers the pages. */
export function registerPages(app: FastifyInstance, parts: PublicPages): void {
  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await parts.isReady();
    return reply
      .status(isReady ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' });
  });
  const document = (contentType: string, read: () => string | Promise<Buffer>): SendDocument =>
    staticDocument({ contentType, cacheControl: revalidated, read });
  app.get('/schema.graphql', document('text/plain; charset=utf-8', parts.schemaText));
  app.get(
    '/openapi.json',
    document(json, () => parts.openapi('ALL')),
  );
  app.get(
    '/openapi/content.json',
    document(json, () => parts.openapi('CONTENT')),
  );
  app.get(
    '/favicon.ico',
    document('image/svg+xml', () => favicon),
  );
  registerPagesForPeople(app, parts);
}

function registerPagesForPeople(app: FastifyInstance, parts: PublicPages): void {
  const { baseUrl, hasDemo, renderGuide, sectionsOf } = parts;
  registerBuiltPages(app);
  registerDesk(app, baseUrl);
  const pageDocument: PageDocument = (read) => pageFor(parts, read);
  const directory = staticDocument({ contentType: json, cacheControl: revalidated, read: overview });
  // What a page says of content depends on whether the demo is there.
  const withDemo = pageDocument((reader) => startPage(reader, baseUrl(), true));
  const withoutDemo = pageDocument((reader) => startPage(reader, baseUrl(), false));
  app.get('/', async (request, reply) => {
    addVary(reply, ['Accept']);
    if (!wantsPage(request)) return directory(request, reply);
    return ((await hasDemo()) ? withDemo : withoutDemo)(request, reply);
  });
  registerGuides(app, readGuides(renderGuide), { baseUrl, pageDocument, sectionsOf });
  // A browser that opens the graph's address is shown the IDE; requests with an operation are answered by the graph.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.raw.url !== '/graphql') return;
    addVary(reply, ['Accept']);
    if (wantsPage(request)) return reply.redirect('/graphql/ide', 303);
  });
  // Where operations were before they became a part of the desk.
  app.get('/dashboard', (_request, reply) => reply.redirect('/desk/operations', 303));
  answerWithPageNotFound(app, parts);
  for (const { path, title, name } of apps) {
    const withMain = (main: Html | null): SendDocument =>
      pageDocument((reader) => page({ path, title, app: name, main, reader }));
    const send = withMain(null);
    if (name !== 'ide') app.get(path, send);
    else {
      const empty = withMain(html`<p data-examples="first"></p>`);
      app.get(path, async (request, reply) => ((await hasDemo()) ? send : empty)(request, reply));
    }
  }
}

/** Makes a page, for whoever opens it. */
type PageDocument = (read: (reader: Reader) => string) => SendDocument;

/** Nobody's page is a document that anyone may keep; the page of a person is made for them and kept nowhere. */
function pageFor({ readerOf }: PublicPages, read: (reader: Reader) => string): SendDocument {
  const documents = [false, true].map((canSignIn) => {
    const parts = { contentType: htmlType, cacheControl: revalidated, headers: pageHeaders };
    return staticDocument({ ...parts, read: () => read({ person: null, canSignIn }) });
  });
  const [closed, open] = documents as [SendDocument, SendDocument];
  return async (request, reply) => {
    addVary(reply, ['Cookie']);
    const reader = await whoOpens(readerOf, request);
    if (reader.person === null) return (reader.canSignIn ? open : closed)(request, reply);
    return sendAtOnce(reply, read(reader));
  };
}

// Without a database there is nobody, but there are pages.
async function whoOpens(readerOf: PublicPages['readerOf'], request: FastifyRequest): Promise<Reader> {
  try {
    return await readerOf(request);
  } catch {
    return { person: null, canSignIn: false };
  }
}

function sendAtOnce(reply: FastifyReply, text: string): FastifyReply {
  return reply.headers({ ...pageHeaders, 'Content-Type': htmlType, 'Cache-Control': 'no-store' }).send(text);
}

// Addresses of the faces are answered with JSON whatever is accepted: HTTP clients of older platforms ask for HTML first
// when nobody told them what to ask for.
const facePaths = /^\/(n|v|graphql\/stream|oauth2|\.well-known)\//;

/** Shows a page to a browser at an address where nothing is; one with a needless slash at its end goes where it was meant to. */
function answerWithPageNotFound(app: FastifyInstance, { readerOf }: PublicPages): void {
  const main = html`<div class="home">
    <h1>There is no such page</h1>
    <p class="lead">The address may be mistyped. These are the pages:</p>
    ${listOfCards}
  </div>`;
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (!request.is404 || !['GET', 'HEAD'].includes(request.method) || facePaths.test(path)) return;
    addVary(reply, ['Accept']);
    if (!wantsPage(request)) return;
    const meant = withoutTrailing(path, '/');
    if (meant !== path && app.hasRoute({ method: 'GET', url: meant }))
      return reply.header('Cache-Control', 'no-store').redirect(meant, 303);
    const reader = await whoOpens(readerOf, request);
    return sendAtOnce(reply.status(404), page({ path: '', title: 'Not found', main, reader }));
  });
}

/** What the pages of the guides are made with. */
interface GuideParts {
  readonly baseUrl: () => string;
  readonly pageDocument: PageDocument;
  readonly sectionsOf: PublicPages['sectionsOf'];
}

function registerGuides(
  app: FastifyInstance,
  all: ReturnType<typeof readGuides>,
  { baseUrl, pageDocument, sectionsOf }: GuideParts,
): void {
  const script = html`<script type="module" src="${builtAddress('docs.js')}"></script>`;
  const serve = (path: string, title: string, read: () => Html): void => {
    const document = (reader: Reader): string => {
      const around = path === '/docs' ? null : aroundGuide(all, path);
      const main = html`<article class="guide">${read()} ${around}</article>`;
      return page({ section: '/docs', title, path, main, reader, head: script, side: besideGuide(all, path) });
    };
    app.get(path, pageDocument(document));
  };
  serve('/docs', 'Guides', () => listOfGuides(all));
  // What the search looks through (pages/docs/main.ts).
  const sections = async (): Promise<string> => JSON.stringify(await readSections(all, baseUrl(), sectionsOf));
  app.get(
    '/docs/sections.json',
    staticDocument({
      contentType: json,
      cacheControl: revalidated,
      read: sections,
    }),
  );
  for (const { path, read } of pictures())
    app.get(path, staticDocument({ contentType: 'image/png', cacheControl: revalidated, read }));
  for (const { path, title, read } of [...all.guides, ...all.references]) serve(path, title, () => read(baseUrl()));
}

const apps = [
  { path: '/graphql/ide', title: 'GraphQL', name: 'ide' },
  { path: '/docs/rest', title: 'REST reference', name: 'rest' },
];

/** Whether the caller is a browser that opens an address: HTML is the first media type it names. */
function wantsPage(request: FastifyRequest): boolean {
  const [first = ''] = (request.headers.accept ?? '').split(/[,;]/, 1);
  return first.trim().toLowerCase() === 'text/html';
}

function overview(): string {
  return JSON.stringify({
    name: 'Commonplace',
    desk: '/desk',
    graph: '/graphql',
    ide: '/graphql/ide',
    rest: '/n/v1',
    restReference: '/docs/rest',
    operations: '/desk/operations',
    guides: '/docs',
    openapi: '/openapi.json',
    schema: '/schema.graphql',
  });
}

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#7a3b12"/><path d="M9 7h10a4 4 0 0 1 4 4v14H12a3 3 0 0 1-3-3z" fill="#fbfaf7"/><path d="M13 12h6M13 16h6" stroke="#7a3b12" stroke-width="2"/></svg>`;
