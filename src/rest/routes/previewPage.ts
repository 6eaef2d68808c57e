// The page for people that a preview link opens, at `/preview/{token}`.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { safeMarkup, viewPreview, type Preview } from '../../actions/content/viewPreview.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { previewPagePath } from '../../domain/imagePath.ts';
import { html, type Html } from '../../http/html.ts';
import { page } from '../../http/pageShell.ts';
import { handleBytes, register, type Call, type RestParts } from '../request/handle.ts';
import type { Body } from '../response/represent.ts';
import { hide, previewBody, tokenOf } from './previewRoutes.ts';

/** Registers the page. */
export function registerPreviewPage(app: FastifyInstance, parts: RestParts): void {
  const GET = handleBytes(parts, [], readPage, { audience: 'ANYONE' });
  register(app, `${previewPagePath}:token`, { GET });
}

const policy = [
  ...["default-src 'none'", "style-src 'self'", "img-src 'self'", "form-action 'none'", "base-uri 'none'"],
  "frame-ancestors 'none'",
].join('; ');

async function readPage(call: Call): Promise<FastifyReply> {
  hide(call);
  call.reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8');
  try {
    const preview = await viewPreview(call.context, tokenOf(call));
    return await call.reply.send(pageOf(await previewBody(call, preview), preview));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== notFound().code) throw error;
    return call.reply.code(404).send(nothingPage);
  }
}

const nothingPage = page({
  path: '',
  title: 'Nothing to see',
  reader: null,
  main: html`<div class="ask">
    <h1>This link shows nothing</h1>
    <p>It was revoked, has expired, or is not complete. Ask for a new one where you got it.</p>
  </div>`,
});

const noindex = html`<meta name="robots" content="noindex, nofollow" />`;

function pageOf(body: Body, { shown, expirationTimestamp }: Preview): string {
  const { name, language } = shown.entity;
  const until = `${expirationTimestamp.slice(0, 16).replace('T', ' ')} UTC`;
  const items = shown.items.map(({ urn }) => urn);
  const parts = Object.keys(writers).flatMap((list) => itemsIn(body, list).map((item) => ({ list, item })));
  const inOrder = parts.toSorted((a, b) => items.indexOf(a.item.urn) - items.indexOf(b.item.urn));
  const main = html`<article class="guide" lang="${language}">
    <p lang="en" role="note">A preview for you alone: please do not pass it on. It ends on ${until}.</p>
    <h1>${name}</h1>
    ${inOrder.map(({ list, item }) => writers[list]?.(item) ?? nothing)}
  </article>`;
  return page({ path: '', title: name, reader: null, head: noindex, main });
}

/** An item as REST shows it. */
type Shown = Readonly<Record<string, unknown>> & { readonly urn: string };

// The lists of a page hold items with a urn.
const itemsIn = (body: Body, list: string): Shown[] => (Array.isArray(body[list]) ? (body[list] as Shown[]) : []);

const nothing: Html = { html: '' };
const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
const named = ({ name }: Shown, shown: Html): Html =>
  html`<section>
    <h2>${text(name)}</h2>
    ${shown}
  </section>`;
const plain =
  (member: string) =>
  (item: Shown): Html =>
    named(item, html`<p>${text(item[member])}</p>`);

/** What is shown of each list of items. References are pages of their own. */
const writers: Readonly<Record<string, (item: Shown) => Html>> = {
  texts: plain('value'),
  longs: plain('value'),
  doubles: plain('value'),
  booleans: plain('value'),
  dateTimes: plain('value'),
  money: plain('formattedValue'),
  latLongs: (item) => named(item, html`<p>${text(item['latitude'])}, ${text(item['longitude'])}</p>`),
  jsons: (item) => named(item, html`<pre tabindex="0"><code>${text(item['value'])}</code></pre>`),
  links: (item) => named(item, html`<p><a href="${text(item['href'])}">${text(item['text'] ?? item['href'])}</a></p>`),
  // What the renderer has made of Markdown is safe.
  markdowns: (item) => named(item, { html: text(item['value']) }),
  templates: (item) =>
    named(
      item,
      item['mediaType'] === 'text/html'
        ? { html: safeMarkup(text(item['value'])) }
        : html`<pre tabindex="0"><code>${text(item['value'])}</code></pre>`,
    ),
  images: (item) =>
    named(item, html`<p><img src="${text(item['src'])}" alt="${text(item['altText'])}" loading="lazy" /></p>`),
};
