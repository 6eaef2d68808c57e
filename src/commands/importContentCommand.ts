// `import-content`: brings a website to a running service, and says what came of it.
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { canonicalLocale } from '../domain/locale.ts';
import { parseUrn } from '../domain/urn.ts';
import { formats, openSource, type Format } from '../importers/openSource.ts';
import type { Source } from '../importers/source.ts';
import { UsageError, type Command, type CommandParts, type Given } from './command.ts';
import { beginImport, importSource, type Imported, type LineError } from './contentImport.ts';
import { neededToken, tokenOption, urlOf, urlOption } from './serviceOptions.ts';

/** `import-content`. */
export const importContentCommand: Readonly<Record<string, Command>> = {
  'import-content': {
    summary: 'Import pages from Markdown, WordPress, Contentful or JSON lines into a running service',
    words: '<file or folder>',
    options: {
      'dry-run': { type: 'boolean', meaning: 'Show what would be done, without writing anything.' },
      format: { type: 'string', value: 'name', meaning: `One of ${formats.join(', ')}. Default: found from the file.` },
      url: urlOption,
      token: tokenOption,
      owner: {
        type: 'string',
        value: 'urn',
        meaning: 'The company that will own the pages. Default: that of the token.',
      },
      language: { type: 'string', value: 'tag', meaning: 'The language of pages that name none. Default: en.' },
      base: { type: 'string', value: 'path', meaning: 'What the paths of pages begin with, such as /blog.' },
      files: { type: 'string', value: 'folder', meaning: 'The folder with the pictures. Default: that of the export.' },
      comments: { type: 'boolean', meaning: 'Import approved WordPress comments as threads.' },
      from: { type: 'string', value: 'n', meaning: 'Begin behind that line, after an import that was interrupted.' },
      report: {
        type: 'string',
        value: 'file',
        meaning: 'Write errors and what has no place to this file, as JSON lines.',
      },
      write: { type: 'string', value: 'file', meaning: 'Write the lines to this file instead of sending them.' },
    },
    examples: [
      'commonplace import-content site.wordpress.xml --dry-run',
      'commonplace import-content content/ --base /blog --language de',
      'commonplace import-content pages.ndjson --owner 019a0000-0000-7000-8000-000000000001',
    ],
    async run(given, parts) {
      const place = given.words[0];
      if (place === undefined || given.words.length !== 1) throw new UsageError('Give one file or folder.');
      const told = new Told();
      const source = await openSource(place, formatOf(given), optionsOf(given, told));
      const target = given.text('write');
      if (target === null) return send(given, parts, { source, told });
      const count = await writeLines(source, target);
      tellRemarks(told, parts);
      parts.print(`wrote ${number(count)} lines to ${target}`);
      return 0;
    },
  },
};

/** What is told at the end. */
class Told {
  readonly errors: LineError[] = [];
  /** Examples of what has no place, by what it is; counted whole. */
  readonly remarks = new Map<string, { count: number; readonly examples: string[] }>();

  remark(what: string, from: string): void {
    const known = this.remarks.get(what) ?? { count: 0, examples: [] };
    known.count += 1;
    if (known.examples.length < mostExamples && !known.examples.includes(from)) known.examples.push(from);
    this.remarks.set(what, known);
  }
}

const mostExamples = 3;
const mostShown = 50;

function formatOf(given: Given): Format | null {
  const name = given.text('format');
  if (name === null) return null;
  const format = formats.find((one) => one === name);
  if (!format) throw new UsageError(`--format: one of ${formats.join(', ')} is expected.`);
  return format;
}

function optionsOf(given: Given, told: Told): Parameters<typeof openSource>[2] {
  const language = canonicalLocale(given.text('language') ?? 'en');
  if (language === null) throw new UsageError('--language: a tag such as en or pt-BR is expected.');
  const base = given.text('base') ?? '';
  if (base !== '' && !/^\/[^?#]*$/.test(base)) throw new UsageError('--base: a path such as /blog is expected.');
  // An export may be read twice; what it tells is the same each time.
  const once = new Set<string>();
  return {
    language,
    base,
    files: given.text('files'),
    hasComments: given.isSet('comments'),
    remark(what, from) {
      const name = `${what}\n${from}`;
      if (once.has(name)) return;
      once.add(name);
      told.remark(what, from);
    },
  };
}

async function send(
  given: Given,
  parts: CommandParts,
  { source, told }: { readonly source: Source; readonly told: Told },
): Promise<number> {
  const token = neededToken(given, parts);
  const owner = given.text('owner');
  if (owner !== null && parseUrn(owner) === null) throw new UsageError('--owner: the urn of a company is expected.');
  const from = Number(given.text('from') ?? '0');
  if (!Number.isInteger(from) || from < 0) throw new UsageError('--from: a whole number is expected.');
  const isDryRun = given.isSet('dry-run');
  const imported = beginImport(from);
  const total = await countLines(source);
  try {
    await importSource(
      {
        service: { url: urlOf(given), token, owner, isDryRun, wait: parts.wait },
        source,
        from,
        onError: (error) => told.errors.push(error),
        // The same of many pages is told once: where each was found stands beside it.
        onWarning: (warning, where) => told.remark(warning.replace(anyUrn, ''), where),
        onProgress: progressOf(total),
      },
      imported,
    );
  } catch (error) {
    parts.warn(`Stopped after line ${number(imported.position())}. To go on: --from ${String(imported.position())}`);
    throw error;
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\n');
    tellErrors(told, parts);
    tellRemarks(told, parts);
    const report = given.text('report');
    if (report !== null) await writeReport(told, report);
  }
  parts.print(summary(imported, isDryRun));
  return told.errors.length === 0 ? 0 : 1;
}

const anyUrn = / ?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

async function countLines(source: Source): Promise<number> {
  let count = 0;
  const lines = source.lines()[Symbol.asyncIterator]();
  while ((await lines.next()).done !== true) count += 1;
  return count;
}

const number = (value: number): string => value.toLocaleString('en-US');

function summary({ counts, files }: Imported, isDryRun: boolean): string {
  const { CREATED: made, CHANGED: changed, UNCHANGED: same, REFUSED: refused } = counts;
  const what = `${number(made)} created, ${number(changed)} changed, ${number(same)} unchanged, ${number(refused)} refused`;
  return isDryRun ? `would be: ${what}` : `${what}; ${number(files())} files uploaded`;
}

const barWidth = 30;

// A bar that stays on its line, on a terminal; elsewhere nothing, so that logs stay short.
function progressOf(total: number): (imported: Imported) => void {
  const began = performance.now();
  return (imported) => {
    if (!process.stderr.isTTY) return;
    const [position, refused] = [imported.position(), imported.counts.REFUSED];
    const share = total === 0 ? 1 : Math.min(1, position / total);
    const done = Math.round(share * barWidth);
    const rate = Math.round((position * 1_000) / Math.max(1, performance.now() - began));
    const bar = '#'.repeat(done) + '-'.repeat(barWidth - done);
    process.stderr.write(
      `\r[${bar}] ${number(position)} of ${number(total)}, ${number(rate)} a second, ${number(refused)} refused `,
    );
  };
}

function tellErrors({ errors }: Told, { warn }: CommandParts): void {
  for (const { line, from, path, code, message } of errors.slice(0, mostShown))
    warn(
      `line ${String(line)}${from === '' ? '' : ` (${from})`}: ${path ?? ''} ${code} ${message}`
        .replace(': ', ': ')
        .trim(),
    );
  if (errors.length > mostShown)
    warn(`... and ${number(errors.length - mostShown)} more errors: --report <file> writes all of them.`);
}

function tellRemarks({ remarks }: Told, { warn }: CommandParts): void {
  if (remarks.size === 0) return;
  warn('What has no place, or is not as it was:');
  for (const [what, { count, examples }] of [...remarks].sort(([, one], [, other]) => other.count - one.count))
    warn(`  ${number(count)} x ${what} (${examples.join('; ')}${count > examples.length ? '; ...' : ''})`);
}

async function writeReport({ errors, remarks }: Told, file: string): Promise<void> {
  const lines = [
    ...errors.map((error) => JSON.stringify(error)),
    ...[...remarks].map(([what, { count, examples }]) => JSON.stringify({ what, count, examples })),
  ];
  await writeAll(file, async (write) => {
    for (const line of lines) await write(line);
  });
}

async function writeLines(source: Source, file: string): Promise<number> {
  let count = 0;
  await writeAll(file, async (write) => {
    for await (const { line } of source.lines()) {
      await write(JSON.stringify(line));
      count += 1;
    }
  });
  return count;
}

async function writeAll(file: string, work: (write: (line: string) => Promise<void>) => Promise<void>): Promise<void> {
  const out = createWriteStream(file);
  await once(out, 'open');
  await work(async (line) => {
    if (!out.write(`${line}\n`)) await once(out, 'drain');
  });
  out.end();
  await finished(out);
}
