// The scripts and styles of the pages, as pages/build.js wrote them: their addresses, which change with their content.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { staticDocument } from './staticDocument.ts';

interface Manifest {
  /** Digest of all files. */
  readonly build: string;
  /** Names, with their sizes before compression. */
  readonly files: Readonly<Record<string, number>>;
}

const built = new URL('../../pages/built/', import.meta.url);
const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};
// Written by pages/build.js.
const manifest = JSON.parse(readFileSync(new URL('manifest.json', built), 'utf8')) as Manifest;

/** The address of a built file: `/assets/{build}/{name}`. */
export function builtAddress(name: string): string {
  return `/assets/${manifest.build}/${name}`;
}

/** Registers the address of each built file. */
export function registerBuiltPages(app: FastifyInstance): void {
  for (const name of Object.keys(manifest.files)) {
    const brotli = (): Buffer => readFileSync(new URL(`${name}.br`, built));
    const send = staticDocument({
      contentType: contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      cacheControl: 'public, max-age=31536000, immutable',
      read: () => brotliDecompressSync(brotli()),
      brotli,
    });
    app.get(builtAddress(name), send);
  }
}
