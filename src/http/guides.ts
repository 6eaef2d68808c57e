// The guides and references of docs/ as pages, so that they can be read beside the service they are about.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { html, type Html } from './html.ts';

/** A document of docs/ that is served. */
export interface Guide {
  /** Where it is served: `/docs/` and its file without `.md`. */
  readonly path: string;
  readonly title: string;
  /** The sentence that it begins with. */
  readonly about: string;
  /** The text as HTML. Addresses of a service that was started with no setting become `baseUrl`. */
  readonly read: (baseUrl: string) => Html;
}

const folder = new URL('../../docs/', import.meta.url);

/** The guides in the order in which they are read: what readers do first stands first. */
const guides = [
  'first-page',
  'desk',
  'through-a-day',
  'frontend',
  'examples',
  'lists-menus-sitemaps',
  'live-events',
  'rest',
  'webhooks',
  'publication',
  'model-your-content',
  'who-sees-a-page',
  'images',
  'preview',
  'import',
  'permissions',
  'tokens',
  'rest-clients',
  'backup',
  'upgrade',
  'operating',
];

/** What users and operators look things up in; the other documents of docs/ are for those who change the service. */
const references = ['guarantees', 'configuration', 'behavior', 'sign-in', 'oauth', 'metrics', 'scaling'];

/** The address that the documents show: where a service listens that was started with no setting. */
const shownAddress = /http:\/\/127\.0\.0\.1:4000\b/g;

/** Writes a document as HTML; each of its links is led, and null makes it plain words (rendering/guide.ts). */
export type RenderGuide = (text: string, leadTo: (href: string) => string | null) => string;

/** All guides, then all references. Throws where a file is missing. */
export function readGuides(render: RenderGuide): {
  readonly guides: readonly Guide[];
  readonly references: readonly Guide[];
} {
  const names = guides.map((name) => `guides/${name}`);
  const served = new Set([...names, ...references]);
  const open = (name: string): Guide => {
    const text = readFileSync(new URL(`${name}.md`, folder), 'utf8');
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
    const read = (baseUrl: string): Html => ({
      html: render(text.replaceAll(shownAddress, baseUrl), (href) => servedHref(href, { name, served })),
    });
    return { path: `/docs/${name}`, title, about: firstSentence(text), read };
  };
  return { guides: names.map(open), references: references.map(open) };
}

// As plain words, of the paragraph below the title.
function firstSentence(text: string): string {
  const [, opening = ''] = text.split('\n\n', 2);
  const words = opening
    .replaceAll('\n', ' ')
    .replaceAll(/\]\([^()]*\)/g, '')
    .replaceAll(/[`*[]/g, '');
  const [sentence = ''] = words.split('. ', 1);
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

/** The words below one heading of a document. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** A section as the search of the guides finds it (pages/docs/main.ts). */
interface FoundSection {
  readonly address: string;
  readonly document: string;
  readonly heading: string;
  readonly text: string;
}

/** All sections, in the order of the documents. Between two documents others have their turn. */
export async function readSections(
  { guides, references: others }: ReturnType<typeof readGuides>,
  baseUrl: string,
  sectionsOf: (html: string) => readonly Section[],
): Promise<FoundSection[]> {
  const found: FoundSection[] = [];
  for (const { path, title, read } of [...guides, ...others]) {
    await setImmediate();
    for (const { id, heading, text } of sectionsOf(read(baseUrl).html))
      found.push({ address: id === '' ? path : `${path}#${id}`, document: title, heading: heading || title, text });
  }
  return found;
}

/** The search, and the list of all documents: beside each of them. */
export function besideGuide({ guides, references: others }: ReturnType<typeof readGuides>, path: string): Html {
  const link = (one: Guide): Html =>
    html`<li>
      <a href="${one.path}" ${one.path === path ? { html: 'aria-current="page"' } : null}>${one.title}</a>
    </li>`;
  return html`<aside class="side">
    <form class="search" role="search" hidden>
      <label for="search-words">Search the guides</label>
      <input id="search-words" type="search" autocomplete="off" spellcheck="false" />
      <p role="status"></p>
      <ol></ol>
    </form>
    <details open>
      <summary>All guides</summary>
      <nav aria-label="Guides">
        <ul>
          ${guides.map(link)}
        </ul>
      </nav>
      <nav aria-label="Reference">
        <ul>
          ${others.map(link)}
        </ul>
      </nav>
    </details>
  </aside>`;
}

/** Links to the documents before and after one. */
export function aroundGuide(all: ReturnType<typeof readGuides>, path: string): Html {
  const documents = [...all.guides, ...all.references];
  const at = documents.findIndex((one) => one.path === path);
  const link = (rel: 'prev' | 'next', label: string, to: Guide | undefined): Html | null =>
    to ? html`<a rel="${rel}" href="${to.path}">${label}: ${to.title}</a>` : null;
  return html`<nav class="around" aria-label="Before and after">
    ${link('prev', 'Before', documents[at - 1])} ${link('next', 'Next', documents[at + 1])}
  </nav>`;
}

/** The pictures that the guides show, under the addresses that their links lead to. */
export function pictures(): readonly { readonly path: string; readonly read: () => Buffer }[] {
  const place = new URL('pictures/', folder);
  return readdirSync(place).map((file) => ({
    path: `/docs/pictures/${file}`,
    read: () => readFileSync(new URL(file, place)),
  }));
}

/** The page that lists them. */
export function listOfGuides({ guides, references: others }: ReturnType<typeof readGuides>): Html {
  const list = (title: string, all: readonly Pick<Guide, 'path' | 'title' | 'about'>[]): Html =>
    html`<h2>${title}</h2>
      <ul>
        ${all.map((one) => html`<li><a href="${one.path}">${one.title}</a><br />${one.about}</li>`)}
      </ul>`;
  const pages = [
    {
      path: '/docs/rest',
      title: 'REST reference',
      about: 'Every path with its parameters and answers, and a form to try it.',
    },
    { path: '/graphql/ide', title: 'IDE', about: 'Every type and field of the graph, with example queries.' },
  ];
  return html`<h1>Guides</h1>
    ${list('How to', guides)} ${list('Reference', [...others, ...pages])}`;
}

/** Which document a link stands in, and to which others it may lead. */
interface Place {
  readonly name: string;
  readonly served: ReadonlySet<string>;
}

// Null for a file of the repository that is not served.
function servedHref(href: string, { name, served }: Place): string | null {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const [file = '', section] = href.split('#', 2);
  const target = path.posix.join(path.posix.dirname(name), file).replace(/\.md$/, '');
  if (!served.has(target)) return null;
  return `/docs/${target}${section === undefined ? '' : `#${section}`}`;
}
