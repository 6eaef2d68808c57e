// Sends a source to the service, in requests of bounded size: lines once, lines whose pictures were uploaded again at once, and lines that
// referred to later ones again at the end. Never more is held than one request, and the numbers of lines that wait.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Source, SourceLine } from '../importers/source.ts';
import {
  RefusedRequest,
  sendLines,
  sendFile,
  type ContentService,
  type LineResult,
  type Upload,
} from './contentRequests.ts';

/** What came of an import. */
export interface Imported {
  readonly counts: Record<LineResult['outcome'], number>;
  /** How many were uploaded. */
  readonly files: () => number;
  /** The last line that the service has dealt with. */
  readonly position: () => number;
  readonly addFiles: (count: number) => void;
  readonly reach: (line: number) => void;
}

/** Nothing imported yet, beginning behind that line. */
export function beginImport(from: number): Imported {
  const counts = { CREATED: 0, CHANGED: 0, UNCHANGED: 0, REFUSED: 0 };
  let [files, position] = [0, from];
  return {
    counts,
    files: () => files,
    position: () => position,
    addFiles: (count) => void (files += count),
    reach: (line) => void (position = Math.max(position, line)),
  };
}

/** How an import goes, and what is told of it. */
export interface ImportParts {
  readonly service: ContentService;
  readonly source: Source;
  /** The number of lines to pass over. */
  readonly from: number;
  readonly onError: (error: LineError) => void;
  readonly onWarning: (warning: string, from: string) => void;
  readonly onProgress: (imported: Imported) => void;
}

/** What is wrong with a line. */
export interface LineError {
  readonly line: number;
  readonly from: string;
  readonly path: string | null;
  readonly code: string;
  readonly message: string;
}

const mostLines = 200;
/** Bytes of one request; the service takes 2 MiB. */
const mostBytes = 1_500_000;
/** Bytes of one line. */
const longestLine = 2_000_000;

interface Numbered extends SourceLine {
  /** From 1. */
  readonly number: number;
}

interface Ready extends Numbered {
  readonly text: string;
}

/** Lines that refer to what is not there, by their numbers. */
type Waiting = Map<number, Pick<LineResult, 'waitsFor'> & Pick<SourceLine, 'from'>>;

/** Imports the source. Throws what ends it, with `position` in `imported` as far as it came. */
export async function importSource(parts: ImportParts, imported: Imported): Promise<void> {
  const waiting: Waiting = new Map();
  const seen = new Set<string>();
  for await (const batch of batches(parts, (number) => number > parts.from)) {
    for (const { line } of batch) for (const name of namesOf(line)) seen.add(name);
    await importBatch(parts, batch, { imported, waiting, seen, isLast: false });
    imported.reach(batch.at(-1)?.number ?? 0);
    parts.onProgress(imported);
  }
  if (parts.service.isDryRun) {
    tellWaiting(parts, waiting, seen);
    return;
  }
  const again = [...waiting.keys()];
  if (again.length === 0) return;
  const isWaiting = new Set(again);
  waiting.clear();
  for await (const batch of batches(parts, (number) => isWaiting.has(number))) {
    await importBatch(parts, batch, { imported, waiting, seen, isLast: true });
    parts.onProgress(imported);
  }
  tellWaiting(parts, waiting, new Set());
}

// What other lines may name: its path and its key, and the name of a type.
function namesOf({ path: address, key, name, kind }: SourceLine['line']): string[] {
  return [address, key, kind === 'EntityType' ? name : null].filter((name) => typeof name === 'string');
}

function tellWaiting(parts: ImportParts, waiting: Waiting, seen: ReadonlySet<string>): void {
  for (const [line, { from, waitsFor }] of waiting)
    for (const { path: where, name } of waitsFor) {
      if (seen.has(name)) continue;
      const message = `There is no ${name}; the page is a draft without it.`;
      parts.onError({ line, from, path: where, code: 'MISSING_REFERENCE', message });
    }
}

async function* batches(
  { source, onError }: ImportParts,
  isWanted: (number: number) => boolean,
): AsyncGenerator<readonly Ready[]> {
  let batch: Ready[] = [];
  let bytes = 0;
  let number = 0;
  for await (const one of source.lines()) {
    number += 1;
    if (!isWanted(number)) continue;
    const line = await withDigests(source, one, (path, message) =>
      onError({ line: number, from: one.from, path, code: 'MISSING_FILE', message }),
    );
    const text = JSON.stringify(line);
    const length = Buffer.byteLength(text) + 1;
    if (length > longestLine) {
      const message = 'The line is longer than 2,000,000 bytes.';
      onError({ line: number, from: one.from, path: null, code: 'TOO_LONG', message });
      continue;
    }
    if (batch.length === mostLines || (batch.length > 0 && bytes + length > mostBytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push({ ...one, line, text, number });
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}

// The digest says which file it is; a picture whose file cannot be read is left out, and told.
async function withDigests(
  { files }: Source,
  { line }: SourceLine,
  refuse: (path: string, message: string) => void,
): Promise<SourceLine['line']> {
  const withDigest = async (sent: unknown, path: string): Promise<unknown> => {
    const file = typeof sent === 'object' && sent !== null && 'file' in sent ? sent.file : null;
    if (typeof file !== 'string') return sent;
    const bytes = await bytesOf(files, file);
    if (bytes === null) refuse(`${path}/file`, `${file} cannot be read.`);
    const digest = bytes && createHash('sha256').update(bytes).digest('base64');
    return digest === null ? null : { ...(sent as object), digest: `sha-256=:${digest}:` };
  };
  const { images, file: _, ...others } = line;
  if (line['kind'] === 'Asset') return ((await withDigest(line, '')) as SourceLine['line'] | null) ?? others;
  if (!Array.isArray(images)) return line;
  const read = await Promise.all(images.map((image, at) => withDigest(image, `/images/${String(at)}`)));
  return { ...line, images: read.filter((image) => image !== null) };
}

// Nothing outside of the folder is read, whatever an export says.
async function bytesOf(files: string | null, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (files === null) return null;
  const inside = path.relative(files, path.join(files, name));
  if (inside.startsWith('..') || path.isAbsolute(inside)) return null;
  return readFile(path.join(files, inside)).then(
    (bytes) => new Uint8Array(bytes),
    () => null,
  );
}

interface State {
  readonly imported: Imported;
  readonly waiting: Waiting;
  /** The names of the lines that were sent. */
  readonly seen: ReadonlySet<string>;
  /** Whether it is the second time, at the end. */
  readonly isLast: boolean;
}

async function importBatch(parts: ImportParts, batch: readonly Ready[], state: State): Promise<void> {
  let left = batch;
  while (left.length > 0) {
    const results = await sendSome(parts.service, left);
    if (results.length === 0) throw new Error('The service did none of the lines in its time.');
    const done = left.slice(0, results.length);
    const withFiles = await settle(parts, done, results, state);
    left = [...withFiles, ...left.slice(results.length)];
  }
}

const tooMuch: ReadonlySet<string> = new Set(['PAYLOAD_TOO_LARGE', 'RESULT_TOO_LARGE', 'TIMEOUT', 'VALIDATION_FAILED']);

// A request that reads or answers too much, or takes too long, is sent in halves.
async function sendSome(service: ContentService, lines: readonly Ready[]): Promise<readonly LineResult[]> {
  try {
    return await sendLines(
      service,
      lines.map(({ text }) => text),
    );
  } catch (error) {
    if (!(error instanceof RefusedRequest) || !tooMuch.has(error.code) || lines.length === 1) throw error;
    return sendSome(service, lines.slice(0, Math.ceil(lines.length / 2)));
  }
}

// Counts and tells; answers the lines whose pictures were uploaded, which are to be sent again.
async function settle(
  parts: ImportParts,
  lines: readonly Ready[],
  results: readonly LineResult[],
  { imported, waiting, seen, isLast }: State,
): Promise<Ready[]> {
  const again: Ready[] = [];
  for (const [at, sent] of results.entries()) {
    const line = lines[at];
    if (!line) continue;
    const result = parts.service.isDryRun ? asIfWritten(sent, seen) : sent;
    const { number, from } = line;
    const isRepeated = uploaded.has(line) || isLast;
    if (!isRepeated) {
      imported.counts[result.outcome] += 1;
      for (const warning of result.warnings) parts.onWarning(warning, from);
    }
    for (const { path: where, code, message } of result.userErrors)
      parts.onError({ line: number, from, path: where, code, message });
    const files = result.waitsFor.filter(({ code }) => code === 'MISSING_FILE');
    if (files.length > 0 && !parts.service.isDryRun && !uploaded.has(line)) {
      uploaded.add(line);
      imported.addFiles(await upload(parts, line, files));
      again.push(line);
    } else if (result.waitsFor.length > files.length) waiting.set(number, { from, waitsFor: result.waitsFor });
  }
  return again;
}

// A dry run takes back what the requests before it did: what leads to a line of those would be there.
function asIfWritten(result: LineResult, seen: ReadonlySet<string>): LineResult {
  const left = result.userErrors.filter(({ code, message }) => {
    const [, name = ''] = /^There is no (.+)\.$/s.exec(message) ?? [];
    return code !== 'INVALID_REFERENCE' || !seen.has(name);
  });
  if (result.outcome !== 'REFUSED' || left.length > 0) return { ...result, userErrors: left };
  return { ...result, outcome: 'CREATED', userErrors: [] };
}

/** Lines whose pictures were sent. */
const uploaded = new WeakSet<Ready>();

async function upload(parts: ImportParts, line: Ready, files: LineResult['waitsFor']): Promise<number> {
  let sent = 0;
  for (const { path: where, name, ...target } of files) {
    const bytes = await bytesOf(parts.source.files, name);
    const to = targetOf(target);
    if (bytes === null || to === null) continue;
    try {
      await sendFile(parts.service, { to, name, bytes });
      sent += 1;
    } catch (error) {
      if (!(error instanceof RefusedRequest)) throw error;
      const message = `${name}: ${error.message}${'assetUrn' in to ? '' : ' The page is a draft without it.'}`;
      parts.onError({ line: line.number, from: line.from, path: where, code: 'REFUSED_FILE', message });
    }
  }
  return sent;
}

function targetOf({
  imageItemUrn,
  fileUrn,
  assetUrn,
}: Omit<LineResult['waitsFor'][number], 'path' | 'name'>): Upload['to'] | null {
  if (assetUrn !== null) return { assetUrn };
  return imageItemUrn === null || fileUrn === null ? null : { imageItemUrn, fileUrn };
}
