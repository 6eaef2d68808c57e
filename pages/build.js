// Builds the pages for people into built/: scripts and styles, compressed, with a manifest that says what they were built
// from. `npm run pages` installs this folder's packages and runs it; what it writes is committed, so that the service
// needs none of them.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { inputsOf } from './inputs.js';

/** GraphiQL's styles carry two families of fonts in them; the system's own are there already. Icons stay. */
const systemFonts = {
  name: 'system fonts',
  setup(bundler) {
    bundler.onLoad({ filter: /graphiql[\\/]dist[\\/]style\.css$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      return {
        contents: text.replace(/@font-face\s*\{[^}]*\}/g, (face) => (/codicon/.test(face) ? face : '')),
        loader: 'css',
      };
    });
  },
};

const here = import.meta.dirname;
const modules = path.join(here, 'node_modules');

const { outputFiles } = await build({
  absWorkingDir: here,
  entryPoints: {
    ide: 'ide/main.tsx',
    'editor.worker': 'ide/editorWorker.ts',
    'json.worker': path.join(modules, 'monaco-editor/esm/vs/language/json/json.worker.js'),
    'graphql.worker': path.join(modules, 'monaco-graphql/esm/graphql.worker.js'),
    rest: 'rest/main.tsx',
    docs: 'docs/main.ts',
    passkey: 'signin/passkey.ts',
    pages: 'shared/pages.css',
  },
  outdir: 'built',
  bundle: true,
  write: false,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
  // One copy of the library: two of them do not know each other's types.
  alias: { graphql: path.join(modules, 'graphql/index.mjs') },
  plugins: [systemFonts],
  loader: { '.graphql': 'text', '.ttf': 'dataurl', '.woff2': 'empty', '.woff': 'empty' },
});

rmSync(path.join(here, 'built'), { recursive: true, force: true });
mkdirSync(path.join(here, 'built'));
const hash = createHash('sha256');
const files = {};
for (const { path: file, contents } of outputFiles.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
  const name = path.basename(file);
  hash.update(name).update('\0').update(contents);
  files[name] = contents.length;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
  writeFileSync(path.join(here, 'built', `${name}.br`), brotliCompressSync(contents, { params }));
}
const manifest = { inputs: inputsOf(here), build: hash.digest('hex').slice(0, 16), files };
writeFileSync(path.join(here, 'built', 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const name of readdirSync(path.join(here, 'built')))
  process.stdout.write(`${name.padEnd(24)}${readFileSync(path.join(here, 'built', name)).length}\n`);
