// A WordPress export: posts and pages become pages, authors, categories and tags become pages that posts refer to, menus become lists,
// approved comments become threads. The file is read twice: first for where everything stands, then for the content.
import path from 'node:path';
import { canonicalLocale } from '../domain/locale.ts';
import {
  assetLine,
  distinctPaths,
  isPicture,
  pathOf,
  slugOf,
  type Source,
  type SourceLine,
  type SourceOptions,
} from './source.ts';
import { commentLines } from './wordpressComments.ts';
import { menuLines, noteMenu, type Menus } from './wordpressMenus.ts';
import { formerAddresses, postLine } from './wordpressPost.ts';
import { decoded, fileOf, isLeftOut, pathname, type Site } from './wordpressSite.ts';
import { allOf, readWxr, textOf, type Element } from './wxr.ts';

/** The lines of an export. */
export function wordpress(file: string, options: SourceOptions): Source {
  const files = options.files ?? path.dirname(file);
  return { files, lines: () => readExport(file, { ...options, files }) };
}

async function* readExport(file: string, options: Site['options']): AsyncGenerator<SourceLine> {
  const site = await survey(file, options);
  yield* site.terms.values();
  // Files come before the posts that name them.
  const assets = [...site.attachments.values()].filter(({ file }) => file !== null && !isPicture(file));
  for (const { file, altText } of assets) yield assetLine(file ?? '', altText, site.language);
  const taken = new Set(site.places.values());
  const menus: Menus = new Map();
  let hasGroup = false;
  const speakers = new Set<string>();
  for await (const element of readWxr(file)) {
    if (element.name !== 'item') continue;
    const type = textOf(element, 'wp:post_type');
    if (type === 'nav_menu_item') noteMenu(menus, element);
    const post = postLine(element, site);
    if (post === null) continue;
    yield post;
    yield* formerAddresses(element, { ...site, taken });
    const comments = commentLines(element, { key: String(post.line['key']), speakers, options });
    if (comments.length > 0 && !hasGroup) yield groupLine();
    hasGroup ||= comments.length > 0;
    yield* comments;
  }
  yield* menuLines(menus, site);
}

const groupLine = (): SourceLine => ({
  from: 'comments',
  line: { kind: 'Group', key: 'wordpress:comments', name: 'Comments of the website' },
});

// Where posts, files and terms stand: as much as addresses need, and none of the content.
async function survey(file: string, options: Site['options']): Promise<Site> {
  const site: Site = {
    options,
    address: '',
    language: options.language,
    places: new Map(),
    byAddress: new Map(),
    attachments: new Map(),
    terms: new Map(),
    termIds: new Map(),
  };
  const found = { address: '', language: options.language };
  const distinct = distinctPaths(options.remark);
  for await (const element of readWxr(file)) {
    if (element.name === 'wp:base_blog_url') found.address = element.text.trim().replace(/\/$/, '');
    else if (element.name === 'language') found.language = canonicalLocale(element.text.trim()) ?? found.language;
    else if (element.name === 'item') {
      placeItem({ ...site, ...found }, element, distinct);
      if (site.places.has(textOf(element, 'wp:post_id'))) placeTermsOf({ ...site, ...found }, element, distinct);
    } else placeTerm({ ...site, ...found }, element, distinct);
  }
  for (const { line } of site.terms.values()) Object.assign(line, { language: found.language });
  return { ...site, ...found };
}

type Distinct = ReturnType<typeof distinctPaths>;

function placeItem(site: Site, element: Element, distinct: Distinct): void {
  const id = textOf(element, 'wp:post_id');
  const type = textOf(element, 'wp:post_type');
  if (type === 'attachment') {
    const address = textOf(element, 'wp:attachment_url') || textOf(element, 'guid');
    site.attachments.set(id, { address, altText: altOf(element), file: fileOf(site, address) });
    return;
  }
  if (isLeftOut(type) || ['trash', 'auto-draft', 'inherit'].includes(textOf(element, 'wp:status'))) return;
  const address = textOf(element, 'link');
  const own = pathname(address, site.address);
  const slug = decoded(textOf(element, 'wp:post_name')) || slugOf(textOf(element, 'title')) || `${type}-${id}`;
  const isPlain = own === null || own === '/' || /[?&](?:p|page_id|post_type)=/.test(address);
  const isFront = own === '/' && type === 'page' && !/\?/.test(address);
  const base =
    isPlain && !isFront
      ? pathOf(site.options.base, type === 'post' || type === 'page' ? '' : type, slug)
      : pathOf(site.options.base, own);
  const placed = distinct(base, site.language, textOf(element, 'title') || `post ${id}`);
  site.places.set(id, placed);
  if (own !== null && !isPlain && !site.byAddress.has(own)) site.byAddress.set(own, placed);
}

function altOf(element: Element): string {
  const alt = allOf(element, 'wp:postmeta').find((meta) => textOf(meta, 'wp:meta_key') === '_wp_attachment_image_alt');
  return alt ? textOf(alt, 'wp:meta_value') : textOf(element, 'title');
}

const termNames: Readonly<Record<string, readonly [taxonomy: string, slug: string, name: string, about: string]>> = {
  'wp:category': ['category', 'wp:category_nicename', 'wp:cat_name', 'wp:category_description'],
  'wp:tag': ['post_tag', 'wp:tag_slug', 'wp:tag_name', 'wp:tag_description'],
  'wp:term': ['', 'wp:term_slug', 'wp:term_name', 'wp:term_description'],
  'wp:author': ['author', 'wp:author_login', 'wp:author_display_name', ''],
};

const termFolders: Readonly<Record<string, string>> = { category: 'category', post_tag: 'tag', author: 'author' };

function placeTerm(site: Site, element: Element, distinct: Distinct): void {
  const names = termNames[element.name];
  if (!names) return;
  const taxonomy = names[0] === '' ? textOf(element, 'wp:term_taxonomy') : names[0];
  const slug = decoded(textOf(element, names[1]));
  const name = textOf(element, names[2]) || slug;
  const key = `wordpress:${taxonomy}:${slug}`;
  if (slug === '' || taxonomy === 'nav_menu' || taxonomy === 'post_format') return;
  const id = textOf(element, 'wp:term_id');
  if (id !== '' && element.name !== 'wp:author') site.termIds.set(id, key);
  if (site.terms.has(key)) return;
  addTerm(site, { taxonomy, slug, name, about: names[3] === '' ? '' : textOf(element, names[3]) }, distinct);
}

// An export of some posts describes none of their terms, or only some: what a post says of them is enough for a page.
function placeTermsOf(site: Site, element: Element, distinct: Distinct): void {
  for (const { attributes, text } of allOf(element, 'category')) {
    const { domain = 'category', nicename = '' } = attributes;
    const slug = decoded(nicename);
    const isKnown = ['nav_menu', 'post_format'].includes(domain) || site.terms.has(`wordpress:${domain}:${slug}`);
    if (!isKnown && slug !== '')
      addTerm(site, { taxonomy: domain, slug, name: text.trim() || slug, about: '' }, distinct);
  }
}

interface Term {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  readonly about: string;
}

function addTerm(site: Site, { taxonomy, slug, name, about }: Term, distinct: Distinct): void {
  const place = distinct(pathOf(site.options.base, termFolders[taxonomy] ?? taxonomy, slug), '', name);
  site.byAddress.set(pathOf(termFolders[taxonomy] ?? taxonomy, slug), place);
  const key = `wordpress:${taxonomy}:${slug}`;
  const line = {
    kind: 'Entity',
    key,
    path: place,
    language: site.language,
    name,
    status: 'PUBLISH',
    texts: [
      { name: 'type', value: taxonomy === 'post_tag' ? 'tag' : taxonomy },
      { name: 'title', value: name },
      ...(about === '' ? [] : [{ name: 'description', value: about }]),
    ],
  };
  site.terms.set(key, { from: `${taxonomy} ${slug}`, line });
}
