// `npm start`: runs the service from one compiled file, compiled again when a source has changed, with the machine code
// of an earlier start if there is one.
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { compileService, keepFile, placesIn, readIfThere } from './compile.js';
import { saveMemory } from './saveMemory.js';

let compiled = () => undefined;
const service = await compileService(sayCompiling);
compiled();
process.stderr.write(process.stderr.isTTY ? '\r\u001b[2K' : '');
nameSources(service);
const script = loaded(service);
const exports = {};
script.runInThisContext()(exports, createRequire(service.file), { exports }, service.file, service.folder);
// Prepares the next start: stores the machine code of what a start runs.
await exports.started;
if (service.map) new Worker(new URL('./keepInBackground.js', import.meta.url), { workerData: service });
if (script.cachedDataRejected !== false) keepFile(service.cache, script.createCachedData());
saveMemory();

/** The script, with the machine code of an earlier start; that is in memory no longer than this takes. */
function loaded({ file, code, cache }) {
  const cachedData = readIfThere(cache);
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return new vm.Script(code, { filename: file, cachedData, importModuleDynamically });
}

/**
 * On a terminal a line that counts down the seconds that compiling usually takes; else a line. It stands beside what a
 * command prints, which may be read by a program.
 */
function sayCompiling(line) {
  if (!process.stderr.isTTY) return void process.stderr.write(`${line}\n`);
  const usualSeconds = 5;
  const began = performance.now();
  const draw = () => {
    const left = Math.max(1, Math.ceil(usualSeconds - (performance.now() - began) / 1000));
    process.stderr.write(`\r\u001b[2KCompiling the service, once … about ${left} s left`);
  };
  draw();
  const ticking = setInterval(draw, 500);
  compiled = () => clearInterval(ticking);
}

/** Maps stack traces to the lines of src/. Read on first use: most services never print one. */
function nameSources({ file, places }) {
  let known;
  const placeOf = (frame) => {
    if (frame.getFileName() !== file) return null;
    known ??= placesIn(readIfThere(places, 'utf8') ?? '{"files":[],"lines":""}');
    return known(frame.getLineNumber());
  };
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => {
      const place = placeOf(frame);
      return `\n    at ${place ? `${frame.getFunctionName() ?? '<anonymous>'} (${place.join(':')})` : String(frame)}`;
    });
    return String(error) + lines.join('');
  };
}
