// Stores files in a local directory: `ab/cd/<digest>`. Uses the file system only.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { checkFileContent, checkFileKey, isFileKey } from './fileKey.ts';
import type { ByteRange, FileStorage, OpenFile, StoredFile } from './storage.ts';

/** Files being written. On the same disk as the rest, so that a rename moves them in one step. */
const unfinished = 'unfinished';

/** A storage in a directory, which is made when it is first needed. Several processes may share it. */
export function createLocalStorage(folder: string): FileStorage {
  const directory = path.resolve(folder);
  const pathOf = (key: string): string => path.join(directory, key.slice(0, 2), key.slice(2, 4), key);
  return {
    async put(digestHex, bytes) {
      const target = pathOf(await checkFileContent(digestHex, bytes));
      const temporary = path.join(directory, unfinished, randomUUID());
      await makeDirectory(path.dirname(temporary));
      await makeDirectory(path.dirname(target));
      try {
        await writeDurably(temporary, bytes);
        // Even if the file exists already: this renews its time, so that a sweeper sees that it is in use.
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncDirectory(path.dirname(target));
    },
    async get(digestHex) {
      return orNull(readFile(pathOf(checkFileKey(digestHex))));
    },
    async open(digestHex, range) {
      const file = await orNull(open(pathOf(checkFileKey(digestHex)), 'r'));
      return file && openRange(file, range);
    },
    async remove(digestHex) {
      const file = pathOf(checkFileKey(digestHex));
      await rm(file, { force: true });
      await orNull(syncDirectory(path.dirname(file)));
    },
    list: () => listFiles(directory),
    sweepUnfinished: (before) => sweepUnfinished(directory, before),
  };
}

/**
 * Removes what crashes left of files that were being written, if it is older than the given time; resolves to their
 * number. Nothing ever reads such a file, so this is about space only.
 */
export async function sweepUnfinished(directory: string, before: Date): Promise<number> {
  const folder = path.join(directory, unfinished);
  let swept = 0;
  for (const name of await namesIn(folder)) {
    const facts = await orNull(stat(path.join(folder, name)));
    if (!facts || facts.mtime >= before) continue;
    await rm(path.join(folder, name), { force: true });
    swept += 1;
  }
  return swept;
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a directory last: the entry of a new one is kept by its parent, so every new level has to be flushed. */
async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true });
  if (first === undefined) return;
  for (let level = directory; level.length >= first.length; level = path.dirname(level)) {
    await syncDirectory(path.dirname(level));
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openRange(file: FileHandle, range: ByteRange | undefined): Promise<OpenFile> {
  try {
    const { size } = await file.stat();
    if (range && (range.start < 0 || range.start >= size || range.end < range.start)) {
      throw new RangeError(`no bytes ${range.start}-${range.end} in a file of ${size}`);
    }
    // The stream closes the file when it ends, fails or is destroyed.
    return { stream: file.createReadStream(range && { start: range.start, end: range.end }), size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* listFiles(directory: string): AsyncIterable<StoredFile> {
  for (const outer of await namesIn(directory)) {
    if (outer.length !== 2) continue;
    for (const inner of await namesIn(path.join(directory, outer))) {
      const folder = path.join(directory, outer, inner);
      for (const name of await namesIn(folder)) {
        if (!isFileKey(name)) continue;
        const facts = await orNull(stat(path.join(folder, name)));
        if (facts) yield { digestHex: name, modified: facts.mtime };
      }
    }
  }
}

async function namesIn(directory: string): Promise<string[]> {
  return (await orNull(readdir(directory))) ?? [];
}

/** What a promise gives, or null when it failed because a file or directory is not there. */
async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
