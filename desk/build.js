// Builds the desk into built/: scripts and styles, compressed, with a manifest that says what they were built from.
// `npm run desk` installs this folder's packages, makes the types of its documents and runs it; what it writes is committed,
// so that the service needs none of them.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { documentsInTheirPlaces } from './documents.js';
import { deskInputs } from './inputs.js';

const here = import.meta.dirname;

const { output } = await build({
  configFile: false,
  root: here,
  // Where the files are served changes with each build; they find each other beside themselves.
  base: './',
  logLevel: 'warn',
  plugins: [documentsInTheirPlaces(here), react()],
  build: {
    write: false,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: { desk: path.join(here, 'src/main.tsx') },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: 'desk[extname]',
        // Browsers ask for six files at a time: what every screen needs is one, and what most need beside it another.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 2 },
            {
              name: 'controls',
              test: /node_modules[\\/](@react-aria|@react-stately|react-aria|react-stately)/,
              minShareCount: 3,
            },
            { name: 'parts', test: /src[\\/](parts|graph)[\\/]/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});

const built = path.join(here, 'built');
rmSync(built, { recursive: true, force: true });
mkdirSync(built);
const hash = createHash('sha256');
const files = {};
for (const one of output.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
  const contents = Buffer.from(one.type === 'chunk' ? one.code : one.source);
  hash.update(one.fileName).update('\0').update(contents);
  files[one.fileName] = contents.length;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
  writeFileSync(path.join(built, `${one.fileName}.br`), brotliCompressSync(contents, { params }));
}

/** The chunks that a chunk needs at once, and those that these need. */
function neededBy(name, found = new Set()) {
  for (const other of output.find(({ fileName }) => fileName === name).imports) {
    if (found.has(other)) continue;
    found.add(other);
    neededBy(other, found);
  }
  return [...found].sort();
}

/** The chunks that each screen needs beside the first ones, by the path of its route. */
function chunksOfScreens(first) {
  const screens = path.join(here, 'src/screens');
  const found = {};
  for (const folder of readdirSync(screens).sort()) {
    const routes = readFileSync(path.join(screens, folder, 'route.ts'), 'utf8');
    for (const [, route, file] of routes.matchAll(/path: '([^']+)'[^]*?import\('\.\/(\w+\.tsx)'\)/g)) {
      const source = path.join(screens, folder, file);
      const { fileName } = output.find(({ facadeModuleId }) => facadeModuleId === source);
      found[route] = [fileName, ...neededBy(fileName)].filter((name) => !first.includes(name));
    }
  }
  return found;
}

const needed = neededBy('desk.js');
const manifest = {
  inputs: deskInputs(here),
  build: hash.digest('hex').slice(0, 16),
  needed,
  screens: chunksOfScreens(['desk.js', ...needed]),
  files,
};
writeFileSync(path.join(built, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const name of readdirSync(built))
  process.stdout.write(`${name.padEnd(32)}${readFileSync(path.join(built, name)).length}\n`);
