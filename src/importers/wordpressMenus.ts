// The menus of a WordPress site as lists: entries lead to pages, to pages of categories, and to addresses outside; what stands below an
// entry is a list of its own.
import { mostLevels } from '../domain/listTree.ts';
import { isSafeUrl } from '../domain/url.ts';
import type { SourceLine } from './source.ts';
import { pathname, type Site } from './wordpressSite.ts';
import { allOf, textOf, type Element } from './wxr.ts';

interface MenuEntry {
  readonly id: string;
  readonly parent: string;
  readonly order: number;
  readonly from: string;
  /** What the entry says it is: a post, a term or an address. */
  readonly type: string;
  readonly object: string;
  readonly address: string;
  readonly title: string;
}

/** The entries of each menu, by its name. */
export type Menus = Map<string, MenuEntry[]>;

/** Takes an element that is the entry of a menu. */
export function noteMenu(menus: Menus, element: Element): void {
  const menu = allOf(element, 'category')
    .find(({ attributes }) => attributes['domain'] === 'nav_menu')
    ?.text.trim();
  if (menu === undefined || textOf(element, 'wp:status') !== 'publish') return;
  const meta = new Map(
    allOf(element, 'wp:postmeta').map((one) => [textOf(one, 'wp:meta_key'), textOf(one, 'wp:meta_value')]),
  );
  const title = textOf(element, 'title').trim();
  const parent = meta.get('_menu_item_menu_item_parent') ?? '';
  const entry = {
    id: textOf(element, 'wp:post_id'),
    parent: parent === '' ? '0' : parent,
    order: Number(textOf(element, 'wp:menu_order')),
    from: `menu ${menu}: ${title}`,
    type: meta.get('_menu_item_type') ?? '',
    object: meta.get('_menu_item_object_id') ?? '',
    address: meta.get('_menu_item_url') ?? '',
    title,
  };
  menus.set(menu, [...(menus.get(menu) ?? []), entry]);
}

/** The lists of all menus: each after those that stand below it. */
export function menuLines(menus: Menus, site: Site): SourceLine[] {
  return [...menus].flatMap(([menu, entries]) => {
    const known = new Set(entries.map(({ id }) => id));
    const below = new Map<string, MenuEntry[]>();
    for (const entry of [...entries].sort((one, other) => one.order - other.order)) {
      const parent = known.has(entry.parent) ? entry.parent : top;
      below.set(parent, [...(below.get(parent) ?? []), entry]);
    }
    const base = { key: `wordpress:menu:${menu}`, name: menu, from: `menu ${menu}` };
    return listLines({ site, below }, top, { ...base, level: 1 });
  });
}

const top = '0';

interface Menu {
  readonly site: Site;
  /** Entries in their order, by the entry that they stand below. */
  readonly below: ReadonlyMap<string, readonly MenuEntry[]>;
}

interface Place {
  readonly key: string;
  readonly name: string;
  readonly from: string;
  readonly level: number;
}

type Entry = Readonly<Record<string, unknown>>;

function listLines(menu: Menu, parent: string, { key, name, from, level }: Place): SourceLine[] {
  const { remark } = menu.site.options;
  const lines: SourceLine[] = [];
  const entities: Entry[] = [];
  const pages = new Set<unknown>();
  for (const entry of entriesBelow(menu, parent, level)) {
    const { id, title } = entry;
    const target = targetOf(menu.site, entry);
    const page = JSON.stringify(target?.['entity'] ?? id);
    const isKnown = pages.has(page);
    if (isKnown) remark('A page stands in a menu twice', entry.from);
    pages.add(page);
    const place = { key: `${key}:${id}`, name: title || name, from: entry.from, level: level + 1 };
    const hasMore = level < mostLevels && menu.below.has(id);
    const sub = hasMore ? listLines(menu, id, place) : [];
    lines.push(...sub);
    const list = sub.length > 0 ? { list: { key: place.key } } : {};
    const label = title === '' ? {} : { title };
    if (target !== null && !isKnown) entities.push({ ...label, ...target, ...list });
    else if (sub.length > 0) entities.push({ ...label, ...list });
    else if (target === null) remark('An entry of a menu that leads nowhere', entry.from);
  }
  return [...lines, { from, line: { kind: 'EntityList', key, name, entities } }];
}

// What stands too deep follows the entry that it stood below.
function entriesBelow({ site, below }: Menu, parent: string, level: number): readonly MenuEntry[] {
  const entries = below.get(parent) ?? [];
  if (level < mostLevels) return entries;
  return entries.flatMap((entry) => {
    const deeper = entriesBelow({ site, below }, entry.id, level);
    for (const { from } of deeper) site.options.remark('An entry of a menu went one level up', from);
    return [entry, ...deeper];
  });
}

function targetOf(site: Site, { type, object, address, title }: MenuEntry): Entry | null {
  if (type === 'post_type') return site.places.has(object) ? { entity: { key: `wordpress:${object}` } } : null;
  const term = type === 'taxonomy' ? site.termIds.get(object) : undefined;
  if (term !== undefined) return { entity: { key: term } };
  // A heading has the address of nothing.
  if (type !== 'custom' || title === '' || address === '' || address.startsWith('#')) return null;
  const own = pathname(address, site.address);
  const path = own === null ? undefined : site.byAddress.get(own);
  if (path !== undefined) return { entity: { path, language: site.language } };
  const href = URL.parse(address, site.address === '' ? undefined : `${site.address}/`)?.href ?? '';
  return isSafeUrl(href, ['https', 'http', 'mailto', 'tel']) ? { href } : null;
}
