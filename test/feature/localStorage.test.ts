// A directory meets the guarantees of a storage, even when the process dies while it writes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalStorage, sweepUnfinished } from '../../src/files/localStorage.ts';
import { describeStorage, keyOf, listed } from '../support/describeStorage.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'files-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('a storage in a directory', () => {
  describeStorage(async () => createLocalStorage(path.join(directory, 'made', 'when needed')));

  it('spreads files over two levels of folders and leaves no partial file', async () => {
    const bytes = Buffer.from('abc');
    await createLocalStorage(directory).put(keyOf(bytes), bytes);
    const key = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(await readFile(path.join(directory, 'ba', '78', key), 'utf8')).toBe('abc');
    expect(await readdir(path.join(directory, 'unfinished'))).toEqual([]);
  });

  it('removes a partial file when it cannot continue', async () => {
    const bytes = Buffer.from('abc');
    const key = keyOf(bytes);
    await mkdir(path.join(directory, key.slice(0, 2), key.slice(2, 4), key), { recursive: true }); // In the file's place.
    await expect(createLocalStorage(directory).put(key, bytes)).rejects.toThrow(/EISDIR|ENOTEMPTY/);
    expect(await readdir(path.join(directory, 'unfinished'))).toEqual([]);
  });

  it('writes a file and what names it through to the disk before it says so', async () => {
    const storage = createLocalStorage(directory);
    const bytes = Buffer.from('abc');
    await storage.put(keyOf(bytes), bytes);
    const handle = await open(directory);
    const flushed = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
    await handle.close();
    const flushes = async (work: Promise<void>): Promise<number> => {
      await work;
      return flushed.mock.calls.splice(0).length;
    };
    // The file and its folder; the folder; the file, its folder and the two above that are new, each by its own parent.
    expect(await flushes(storage.put(keyOf(bytes), bytes))).toBe(2);
    expect(await flushes(storage.remove(keyOf(bytes)))).toBe(1);
    const other = Buffer.from('other');
    expect(await flushes(storage.put(keyOf(other), other))).toBe(4);
  });

  it('does not list foreign files there', async () => {
    await mkdir(path.join(directory, 'ab', 'cd'), { recursive: true });
    await writeFile(path.join(directory, 'ab', 'cd', 'notes.txt'), 'x');
    await mkdir(path.join(directory, 'backup', 'ab'), { recursive: true });
    await writeFile(path.join(directory, 'backup', 'ab', keyOf(Buffer.from('abc'))), 'abc');
    await writeFile(path.join(directory, 'ab', 'notes.txt'), 'x');
    await writeFile(path.join(directory, 'zz'), 'x');
    expect(await listed(createLocalStorage(directory))).toEqual([]);
  });

  it('renews the time of a file that is put again, so that a sweeper spares it', async () => {
    const storage = createLocalStorage(directory);
    const bytes = Buffer.from('abc');
    const key = keyOf(bytes);
    await storage.put(key, bytes);
    await utimes(path.join(directory, key.slice(0, 2), key.slice(2, 4), key), new Date(0), new Date(0));
    expect((await listed(storage))[0]?.modified).toEqual(new Date(0));
    await storage.put(key, bytes);
    expect((await listed(storage))[0]?.modified.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it.skipIf(process.platform !== 'linux')('keeps no file open whose bytes it refuses', async () => {
    const storage = createLocalStorage(directory);
    const bytes = Buffer.from('abc');
    await storage.put(keyOf(bytes), bytes);
    const open = async (): Promise<number> => {
      const names = (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''));
      return (await Promise.all(names)).filter((name) => name.startsWith(directory)).length;
    };
    for (let time = 0; time < 5; time += 1)
      await expect(storage.open(keyOf(bytes), { start: 3, end: 3 })).rejects.toThrow(RangeError);
    expect(await open()).toBe(0);
  });

  it('sweeps unfinished files from before a given time, and no newer ones', async () => {
    const folder = path.join(directory, 'unfinished');
    await mkdir(folder);
    await writeFile(path.join(folder, 'old'), 'x');
    await utimes(path.join(folder, 'old'), new Date(0), new Date(0));
    await writeFile(path.join(folder, 'young'), 'x');
    expect(await sweepUnfinished(directory, new Date(0))).toBe(0);
    expect(await sweepUnfinished(directory, new Date(1000))).toBe(1);
    expect(await readdir(folder)).toEqual(['young']);
    expect(await sweepUnfinished(path.join(directory, 'not there'), new Date())).toBe(0);
  });

  it('holds complete files only, and every acknowledged one, after the process is killed', async () => {
    const program = fileURLToPath(new URL('../support/storageWriter.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', program, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    const acknowledged: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line);
      if (acknowledged.length === 5) child.kill('SIGKILL');
    }
    await exit;

    const storage = createLocalStorage(directory);
    const keys = (await listed(storage)).map(({ digestHex }) => digestHex);
    expect(keys).toEqual(expect.arrayContaining(acknowledged));
    for (const key of keys) expect(keyOf((await storage.get(key))!)).toBe(key);
  });
});
