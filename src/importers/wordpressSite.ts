// What is known of a WordPress site once its export was read: where posts, files and terms stand.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathOf, type SourceLine, type SourceOptions } from './source.ts';

/** What is known of an export once it was read. */
export interface Site {
  readonly options: SourceOptions & { readonly files: string };
  /** The address of the site, without a slash at its end. */
  readonly address: string;
  readonly language: string;
  /** Paths of pages, by the ids of their posts. */
  readonly places: Map<string, string>;
  /** Paths of pages, by the paths that they had. */
  readonly byAddress: Map<string, string>;
  readonly attachments: Map<
    string,
    { readonly address: string; readonly altText: string; readonly file: string | null }
  >;
  /** The pages of authors, categories and tags, by their keys. */
  readonly terms: Map<string, SourceLine>;
  /** Their keys, by the ids of their terms. */
  readonly termIds: Map<string, string>;
}

/** Kinds of posts that are no content. */
export function isLeftOut(type: string): boolean {
  return [
    'attachment',
    'revision',
    'nav_menu_item',
    'custom_css',
    'customize_changeset',
    'oembed_cache',
    'wp_global_styles',
    'wp_navigation',
  ].includes(type);
}

/** The path of an address of the site; null for other addresses. */
export function pathname(address: string, site: string): string | null {
  const url = URL.parse(address, site === '' ? 'http://none.invalid' : `${site}/`);
  const own = URL.parse(site);
  if (!url || (own && url.host.replace(/^www\./, '') !== own.host.replace(/^www\./, ''))) return null;
  const inside =
    own && own.pathname !== '/' && url.pathname.startsWith(`${own.pathname}/`)
      ? url.pathname.slice(own.pathname.length)
      : url.pathname;
  return pathOf(decoded(inside));
}

/** The text without the escapes of addresses; as it is where they are broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The file of an address, as it is named from the folder of files; null when it is not there. Sizes that WordPress made are those of the whole picture. */
export function fileOf({ options }: Pick<Site, 'options'>, address: string): string | null {
  const [, inside] = /\/(?:wp-content\/uploads|files)\/([^?#]+)/.exec(address) ?? [];
  if (inside === undefined || !/\.[a-z0-9]{1,8}$/i.test(inside)) return null;
  const plain = decoded(inside);
  if (plain.split('/').includes('..')) return null;
  for (const name of [
    plain.replace(/-\d+x\d+(\.\w+)$/, '$1'),
    plain.replace(/-(?:\d+x\d+|scaled)(\.\w+)$/, '$1'),
    plain,
  ])
    for (const root of ['wp-content/uploads/', 'uploads/', '', 'media/'])
      if (existsSync(path.join(options.files, root, name))) return root + name;
  return null;
}
