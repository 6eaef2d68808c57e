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

/** The addresses of the desk: its first script, those that this one needs at once, and its styles. */
export function deskAddresses(): {
  readonly script: string;
  readonly needed: readonly string[];
  readonly styles: string;
} {
  const needed = (desk.manifest.needed ?? []).map((name) => addressIn(desk, name));
  return { script: addressIn(desk, 'desk.js'), needed, styles: addressIn(desk, 'desk.css') };
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
