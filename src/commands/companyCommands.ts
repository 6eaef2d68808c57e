// A company as a file, and back: for a move to another server, a copy to try things on, and a record to keep.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { Readable, Writable } from 'node:stream';
import { exportCompany, importCompany, type Exported } from '../actions/identity/copyCompany.ts';
import { parseUrn } from '../domain/urn.ts';
import { UsageError, type Command } from './command.ts';

/** `export` and `import`. */
export const companyCommands: Readonly<Record<string, Command>> = {
  export: {
    summary: 'Export a company and everything below it to a file, with histories and images',
    words: '<file>',
    options: {
      company: { type: 'string', value: 'urn', meaning: 'The root company to export. Default: the oldest one.' },
    },
    examples: ['commonplace export reader.ndjson', 'commonplace export - | gzip > reader.ndjson.gz'],
    async run(given, { onDatabase, files, warn }) {
      const file = oneFile(given.words);
      const urn = urnOf(given.text('company'));
      const work = (out: Writable): Promise<Exported> =>
        onDatabase(({ database }) =>
          exportCompany({ database, files: files(), progress: createProgress(warn) }, urn, (line) =>
            writeLine(out, line),
          ),
        );
      const done = file === '-' ? await work(process.stdout) : await whole(file, work);
      warn(`exported ${done.name}: ${number(done.rows)} rows, ${number(done.files)} files`);
      if (done.missing === 0) return 0;
      warn(
        `Files missing from the storage: ${String(done.missing)}. Are DATA_DIR and the S3 settings those of the service?`,
      );
      return 1;
    },
  },
  import: {
    summary: 'Import a company from an exported file; existing rows stay unchanged',
    words: '<file>',
    options: { 'dry-run': { type: 'boolean', meaning: 'Show what would be imported, without writing anything.' } },
    examples: ['commonplace import reader.ndjson --dry-run', 'gunzip -c reader.ndjson.gz | commonplace import -'],
    async run(given, { onDatabase, files, print, warn }) {
      const file = oneFile(given.words);
      const isDryRun = given.isSet('dry-run');
      const input = file === '-' ? process.stdin : (await open(file).catch(refuseFile(file))).createReadStream();
      const {
        company,
        rows,
        files: stored,
      } = await onDatabase(
        ({ database }) =>
          importCompany({ database, files: files(), progress: createProgress(warn) }, linesOf(input), isDryRun),
        { migrates: !isDryRun },
      );
      const counted = (one: 'written' | 'known'): string =>
        `${number(rows[one])} rows and ${number(stored[one])} files`;
      const what = `${counted('written')}; ${counted('known')} were there already`;
      print(isDryRun ? `would import ${company}: ${what}` : `imported ${company}: ${what}`);
      return 0;
    },
  },
};

function oneFile(words: readonly string[]): string {
  const [file] = words;
  if (words.length !== 1 || file === undefined) throw new UsageError('Give one file, or - for a pipe.');
  return file;
}

function urnOf(text: string | null): string | null {
  if (text === null) return null;
  const urn = parseUrn(text);
  if (urn === null) throw new UsageError('--company must be a urn of 36 characters.');
  return urn;
}

// The interface is made when the first line is asked for: lines that come before are lost. A file that cannot be read to its
// end ends early.
async function* linesOf(input: Readable): AsyncGenerator<string> {
  const lines = createInterface({ input, crlfDelay: Infinity });
  input.on('error', () => lines.close());
  yield* lines;
}

/** Says in words why a file cannot be opened. */
const refuseFile =
  (file: string) =>
  (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') throw new Error(`${file} does not exist, or its folder does not.`);
    if (code === 'EACCES' || code === 'EPERM') throw new Error(`This user may not open ${file}.`);
    if (code === 'EISDIR') throw new Error(`${file} is a folder.`);
    throw error;
  };

// A file is there as a whole or not at all.
async function whole<T>(file: string, work: (out: Writable) => Promise<T>): Promise<T> {
  const unfinished = `${file}.unfinished`;
  const out = createWriteStream(unfinished, { mode: 0o600 });
  try {
    await once(out, 'open').catch(refuseFile(file));
    const answer = await work(out);
    out.end();
    await finished(out);
    await rename(unfinished, file).catch(refuseFile(file));
    return answer;
  } catch (error) {
    out.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Receives progress: how much is done, of how much. */
type Progress = (done: number, total: number) => void;

const everyMillis = 1_000;

/** Says a line at most once in a second; nothing for work that takes less. `clock` is in milliseconds. */
export function createProgress(say: (line: string) => void, clock: () => number = () => performance.now()): Progress {
  const began = clock();
  let last = began;
  return (done, total) => {
    const now = clock();
    if (now - last < everyMillis || done === 0) return;
    last = now;
    const rate = (done * 1_000) / (now - began);
    const left = Math.max(0, Math.ceil((total - done) / rate));
    const share = total > 0 ? Math.floor((100 * done) / total) : 100;
    say(
      `${number(done)} of ${number(total)} (${String(share)} %), ${number(Math.round(rate))} a second, ${duration(left)} left`,
    );
  };
}

const number = (value: number): string => value.toLocaleString('en-US');

function duration(seconds: number): string {
  if (seconds < 60) return `${String(seconds)} s`;
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}

/** Writes a line; resolves once there is room for more. Rejects when that fails. */
export async function writeLine(out: Writable, line: string): Promise<void> {
  if (!out.write(`${line}\n`)) await once(out, 'drain');
}
