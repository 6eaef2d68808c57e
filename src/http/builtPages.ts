// The scripts and styles of the pages and of the desk, as pages/build.js and desk/build.js wrote them: their addresses, which
// change with their content.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { staticDocument } from './staticDocument.ts';

interface Manifest {
  /** Digest of all files. */
  readonly build: string;
  /** Names, with their sizes before compression. */
  readonly files: Readonly<Record<string, number>>;
  /** The scripts that the first one needs at once; of the desk. */
  readonly needed?: readonly string[];
  /** The scripts that a screen needs beside them, by the path of its route; of the desk. */
  readonly screens?: Readonly<Record<string, readonly string[]>>;
}

interface Built {
  readonly folder: URL;
  readonly manifest: Manifest;
}

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

const pages = readBuilt(new URL('../../pages/built/', import.meta.url));
const desk = readBuilt(new URL('../../desk/built/', import.meta.url));

// Written by the two builds.
function readBuilt(folder: URL): Built {
  return { folder, manifest: JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as Manifest };
}

function addressIn({ manifest }: Built, name: string): string {
  return `/assets/${manifest.build}/${name}`;
}

/** The address of a built file of the pages: `/assets/{build}/{name}`. */
export function builtAddress(name: string): string {
  return addressIn(pages, name);
}

/**
 * The addresses of the desk for one of its screens, such as `/content`: the first script, those that this one and the screen
 * need at once, and the styles.
 */
export function deskAddresses(screen: string): {
  readonly script: string;
  readonly needed: readonly string[];
  readonly styles: string;
} {
  const { needed = [], screens = {} } = desk.manifest;
  const [, ofScreen = []] = Object.entries(screens).find(([route]) => isOf(route, screen)) ?? [];
  return {
    script: addressIn(desk, 'desk.js'),
    needed: [...needed, ...ofScreen].map((name) => addressIn(desk, name)),
    styles: addressIn(desk, 'desk.css'),
  };
}

function isOf(route: string, path: string): boolean {
  const parts = route.split('/');
  const given = path.split('/');
  return parts.length === given.length && parts.every((part, at) => part.startsWith('$') || part === given[at]);
}

/** Registers the address of each built file. */
export function registerBuiltPages(app: FastifyInstance): void {
  for (const built of [pages, desk]) {
    for (const name of Object.keys(built.manifest.files)) {
      const brotli = (): Buffer => readFileSync(new URL(`${name}.br`, built.folder));
      const send = staticDocument({
        contentType: contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        cacheControl: 'public, max-age=31536000, immutable',
        read: () => brotliDecompressSync(brotli()),
        brotli,
      });
      app.get(addressIn(built, name), send);
    }
  }
}
