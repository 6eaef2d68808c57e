// A post of a WordPress export as a line: its address, its dates, its text as Markdown, and what it refers to.
import { htmlToMarkdown } from './htmlToMarkdown.ts';
import { assetAddress, isPicture, markdownItems, pathOf, redirectLine, type SourceLine } from './source.ts';
import { decoded, fileOf, isLeftOut, pathname, type Site } from './wordpressSite.ts';
import { withoutShortcodes, withParagraphs } from './wordpressText.ts';
import { allOf, textOf, type Element } from './wxr.ts';

/** The line of a post; null for what is no content, or is in the trash. */
export function postLine(element: Element, site: Site): SourceLine | null {
  const { remark } = site.options;
  const id = textOf(element, 'wp:post_id');
  const title = textOf(element, 'title');
  const type = textOf(element, 'wp:post_type');
  const from = title === '' ? `post ${id}` : `${title} (${id})`;
  const place = site.places.get(id);
  if (place === undefined) {
    if (!isLeftOut(type)) remark(`A post with the status ${textOf(element, 'wp:status')} was left out`, from);
    else if (!['attachment', 'nav_menu_item', 'revision'].includes(type)) remark(`A ${type} was left out`, from);
    return null;
  }
  const pictures = new Map<string, string>();
  const body = bodyOf(element, { site, pictures, from });
  const excerpt = textOf(element, 'excerpt:encoded');
  const featured = featuredOf(element, site, from);
  const line = {
    kind: 'Entity',
    key: `wordpress:${id}`,
    path: place,
    language: site.language,
    name: (title || place).slice(0, 1024),
    ...publicationOf(element, site, from),
    texts: [
      { name: 'type', value: type },
      { name: 'title', value: title },
      ...(excerpt === '' ? [] : [{ name: 'excerpt', value: excerpt }]),
      ...metaTexts(element, site, from),
    ],
    markdowns: markdownItems('body', body),
    references: referencesOf(element, site, from),
    images: [
      ...(featured === null ? [] : [featured]),
      ...[...pictures]
        .filter(([file]) => file !== featured?.file)
        .map(([file, altText]) => ({ name: 'body', altText, file })),
    ],
  };
  return { from, line };
}

interface Writing {
  readonly site: Site;
  readonly pictures: Map<string, string>;
  readonly from: string;
}

function bodyOf(element: Element, { site, pictures, from }: Writing): string {
  const { remark } = site.options;
  const picture = (id: string): string | null => {
    const found = site.attachments.get(id);
    return found ? `<img src="${found.address}" alt="${found.altText.replaceAll('"', '&quot;')}">` : null;
  };
  const text = withoutShortcodes(withParagraphs(textOf(element, 'content:encoded')), { picture, remark, from });
  return htmlToMarkdown(text, {
    remark: (what) => remark(what, from),
    rewrite: (address, isImage) => {
      const file = fileOf(site, address);
      if (file !== null && !isPicture(file)) return assetAddress(file);
      if (file !== null) {
        pictures.set(file, [...site.attachments.values()].find((one) => one.file === file)?.altText ?? '');
        return `file:${encodeURI(file)}`;
      }
      if (isImage) remark('A picture that is not there', `${from}: ${address}`);
      return isImage ? address : linkOf(site, address, from);
    },
  });
}

function linkOf(site: Site, address: string, from: string): string {
  if (/^(?:#|mailto:|tel:)/i.test(address) || address === '') return address;
  const own = pathname(address, site.address);
  if (own === null) return address;
  const [, id] = /[?&](?:p|page_id)=(\d+)/.exec(address) ?? [];
  const place = id === undefined ? site.byAddress.get(own) : site.places.get(id);
  const at = address.indexOf('#');
  const anchor = at < 0 ? '' : address.slice(at);
  if (place !== undefined) return place + anchor;
  if (own !== '/') site.options.remark('A link to a page that is not in the export', `${from}: ${address}`);
  return own === '/' ? `/${anchor}` : address;
}

function publicationOf(element: Element, { options }: Site, from: string): Record<string, unknown> {
  const status = textOf(element, 'wp:status');
  const date = dateOf(element);
  const created = date !== null && Date.parse(date) < Date.now() ? { createdTimestamp: date } : {};
  if (textOf(element, 'wp:post_password') !== '') {
    options.remark('A post with a password became a draft', from);
    return created;
  }
  if (status === 'publish' || status === 'future')
    return { ...created, status: 'PUBLISH', ...(date !== null && { publishTimestamp: date }) };
  if (status !== 'draft') options.remark(`A post with the status ${status} became a draft`, from);
  return created;
}

/** The date of a post or comment, in UTC; null where all that is there is zeros. */
export function dateOf(element: Element, name = 'wp:post_date'): string | null {
  const gmt = instant(textOf(element, `${name}_gmt`), 'Z');
  return gmt ?? instant(textOf(element, name), 'Z') ?? (name === 'wp:post_date' ? published(element) : null);
}

function published(element: Element): string | null {
  const millis = Date.parse(textOf(element, 'pubDate'));
  return Number.isFinite(millis) && millis > 0 ? new Date(millis).toISOString() : null;
}

function instant(text: string, zone: string): string | null {
  const millis = Date.parse(`${text.replace(' ', 'T')}${zone}`);
  return /^\d{4}-/.test(text) && Number.isFinite(millis) && millis > 0 ? new Date(millis).toISOString() : null;
}

function featuredOf(element: Element, { attachments, options }: Site, from: string) {
  const id = metaOf(element).find(([key]) => key === '_thumbnail_id')?.[1];
  const found = id === undefined ? undefined : attachments.get(id);
  if (id !== undefined && !found?.file)
    options.remark('A featured picture that is not there', `${from}: ${found?.address ?? id}`);
  return found?.file ? { name: 'featured', altText: found.altText, file: found.file } : null;
}

const metaOf = (element: Element): (readonly [string, string])[] =>
  allOf(element, 'wp:postmeta').map((meta) => [textOf(meta, 'wp:meta_key'), textOf(meta, 'wp:meta_value')] as const);

// Fields that plug-ins keep for themselves begin with an underscore.
function metaTexts(element: Element, { options }: Site, from: string): { name: string; value: string }[] {
  const told = new Set<string>();
  return metaOf(element).flatMap(([key, value]) => {
    const isOwn = key.startsWith('_');
    const isPlaced = /^_(?:edit|oembed_|thumbnail_id$|wp_old_slug$)/.test(key);
    if (isOwn && !isPlaced && !told.has(key)) options.remark(`The field ${key} of a plug-in was left out`, from);
    told.add(key);
    if (isOwn || key === '' || value === '') return [];
    if (value.length <= 60_000) return [{ name: key, value }];
    options.remark('A field that is too long was left out', `${from}: ${key}`);
    return [];
  });
}

/** Redirects from the addresses that a post had under its former slugs. */
export function formerAddresses(
  element: Element,
  { places, taken }: Site & { readonly taken: Set<string> },
): SourceLine[] {
  const place = places.get(textOf(element, 'wp:post_id'));
  if (place === undefined) return [];
  const from = textOf(element, 'title');
  return metaOf(element).flatMap(([key, slug]) => {
    if (key !== '_wp_old_slug' || slug === '') return [];
    const former = pathOf(...place.split('/').slice(0, -1), decoded(slug));
    const line = taken.has(former) ? null : redirectLine(former, place, from);
    taken.add(former);
    return line ? [line] : [];
  });
}

const relations: Readonly<Record<string, string>> = { category: 'category', post_tag: 'tag' };

function referencesOf(element: Element, { terms, options }: Site, from: string): Record<string, unknown>[] {
  const author = textOf(element, 'dc:creator');
  const named = [
    ...(author === '' ? [] : [['author', `wordpress:author:${author}`] as const]),
    ...allOf(element, 'category').map(({ attributes }) => {
      const domain = attributes['domain'] ?? 'category';
      return [relations[domain] ?? domain, `wordpress:${domain}:${decoded(attributes['nicename'] ?? '')}`] as const;
    }),
  ];
  return named.flatMap(([name, key]) => {
    if (terms.has(key)) return [{ name, relation: name, entityReference: { key } }];
    if (name !== 'post_format') options.remark(`The export does not describe the ${name}`, `${from}: ${key}`);
    return [];
  });
}
