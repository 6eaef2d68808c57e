// `npm start`: runs the service from one compiled file, made anew when a source has changed, with the machine code of an
// earlier start where there is one.
import { createRequire, Module } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { compileService, keepFile, readIfThere } from './compile.js';

const service = await compileService((line) => process.stdout.write(`${line}\n`));
nameSources(service);
const cachedData = readIfThere(service.cache);
const script = new vm.Script(Module.wrap(service.code), {
  filename: service.file,
  cachedData,
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
const exports = {};
script.runInThisContext()(exports, createRequire(service.file), { exports }, service.file, service.folder);
// The next start has it easier. Machine code is kept of what a start runs.
await exports.started;
if (service.map) new Worker(new URL('./keepInBackground.js', import.meta.url), { workerData: service });
if (!cachedData || script.cachedDataRejected) keepFile(service.cache, script.createCachedData());

/** Stack traces name the lines of src/. Read when the first is asked for: most services never print one. */
function nameSources({ file, folder, places }) {
  let known;
  const placeOf = (frame) => {
    if (frame.getFileName() !== file) return undefined;
    known ??= JSON.parse(readIfThere(places, 'utf8') ?? 'null');
    const [index, line] = known?.lines[frame.getLineNumber()] ?? [];
    return line && `${path.resolve(folder, '../..', known.files[index])}:${line}`;
  };
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => {
      const place = placeOf(frame);
      return `\n    at ${place ? `${frame.getFunctionName() ?? '<anonymous>'} (${place})` : String(frame)}`;
    });
    return String(error) + lines.join('');
  };
}
