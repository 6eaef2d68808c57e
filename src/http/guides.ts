// The guides and references of docs/ as pages, so that they can be read beside the service they are about.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { html, type Html } from './html.ts';

/** A document of docs/ that is served. */
export interface Guide {
  /** Where it is served: `/docs/` and its file without `.md`. */
  readonly path: string;
  readonly title: string;
  /** The text as HTML. Addresses of a service that was started with no setting become `baseUrl`. */
  readonly read: (baseUrl: string) => Html;
}

const folder = new URL('../../docs/', import.meta.url);

/** What users and operators look things up in; the other documents of docs/ are for who changes the service. */
const references = ['configuration', 'behavior', 'sign-in', 'oauth', 'metrics', 'scaling'];

/** The address that the documents show: where a service listens that was started with no setting. */
const shownAddress = /http:\/\/127\.0\.0\.1:4000\b/g;

/** All guides, then all references. Throws where a file is missing. */
export function readGuides(): { readonly guides: readonly Guide[]; readonly references: readonly Guide[] } {
  const names = readdirSync(new URL('guides/', folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `guides/${path.basename(file, '.md')}`);
  const served = new Set([...names, ...references]);
  const open = (name: string): Guide => {
    const text = readFileSync(new URL(`${name}.md`, folder), 'utf8');
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
    const read = (baseUrl: string): Html => ({
      html: markdown.render(text.replaceAll(shownAddress, baseUrl), { name, served } satisfies Place),
    });
    return { path: `/docs/${name}`, title, read };
  };
  return { guides: names.map(open), references: references.map(open) };
}

/** The page that lists them. */
export function listOfGuides({ guides, references: others }: ReturnType<typeof readGuides>): Html {
  const list = (title: string, all: readonly Pick<Guide, 'path' | 'title'>[]): Html =>
    html`<h2>${title}</h2>
      <ul>
        ${all.map((one) => html`<li><a href="${one.path}">${one.title}</a></li>`)}
      </ul>`;
  const pages = [
    { path: '/docs/rest', title: 'Every REST path, with its parameters and answers' },
    { path: '/graphql/ide', title: 'Every type and field of the graph' },
  ];
  return html`<h1>Guides</h1>
    ${list('How to', guides)} ${list('Reference', [...others, ...pages])}`;
}

/** Which document is rendered, and to which others its links may lead. */
interface Place {
  readonly name: string;
  readonly served: ReadonlySet<string>;
}

const markdown = createMarkdown();

function createMarkdown(): MarkdownIt {
  const instance = new MarkdownIt({ html: true });
  // Comments say to maintainers which file keeps a sentence; the documents hold no other HTML.
  instance.renderer.rules.html_inline = () => '';
  instance.renderer.rules.html_block = () => '';
  // Wide content scrolls by itself, with the keyboard too.
  const fence = instance.renderer.rules.fence;
  instance.renderer.rules.fence = (...parts) => (fence?.(...parts) ?? '').replace('<pre>', '<pre tabindex="0">');
  instance.renderer.rules['table_open'] = () => '<div class="wide" tabindex="0"><table>';
  instance.renderer.rules['table_close'] = () => '</table></div>';
  instance.core.ruler.push('headings', markHeadings);
  instance.core.ruler.push('links', leadLinks);
  return instance;
}

type CoreState = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0];

// Headings are named as GitHub names them, so that links to a section work in both places.
function markHeadings({ tokens }: CoreState): void {
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
    const id = text.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '');
    token.attrSet('id', id.trim().replaceAll(' ', '-'));
  });
}

// Links to documents that are served lead there; other files of the repository are named and not linked.
function leadLinks({ tokens, env }: CoreState): void {
  const place = env as Place;
  for (const { children } of tokens) {
    let isFile = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const href = servedHref(token.attrGet('href') ?? '', place);
        isFile = href === null;
        if (href !== null) token.attrSet('href', href);
      }
      if (isFile && (token.type === 'link_open' || token.type === 'link_close')) {
        isFile = token.type === 'link_open';
        token.type = 'text';
        token.tag = '';
      }
    }
  }
}

// Null for a file of the repository that is not served.
function servedHref(href: string, { name, served }: Place): string | null {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const [file = '', section] = href.split('#', 2);
  const target = path.posix.join(path.posix.dirname(name), file).replace(/\.md$/, '');
  if (!served.has(target)) return null;
  return `/docs/${target}${section === undefined ? '' : `#${section}`}`;
}
