// The guarantees of FileStorage, tested identically for every kind of storage.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FileStorage, StoredFile } from '../../src/files/storage.ts';

/** The key of some bytes. */
export function keyOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Everything a storage lists. */
export async function listed(storage: FileStorage): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const file of storage.list()) files.push(file);
  return files;
}

/** Declares the tests that every storage must pass; `make` returns an empty one each time. */
export function describeStorage(make: () => Promise<FileStorage>): void {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
  const key = keyOf(bytes);
  let storage: FileStorage;
  beforeEach(async () => {
    storage = await make();
  });

  it('returns what was put, byte for byte', async () => {
    await storage.put(key, bytes);
    expect((await storage.get(key))?.equals(bytes)).toBe(true);
  });

  it('has nothing that was not put', async () => {
    expect(await storage.get(key)).toBeNull();
    expect(await storage.open(key)).toBeNull();
    expect(await storage.open(key, { start: 0, end: 1 })).toBeNull();
    expect(await listed(storage)).toEqual([]);
  });

  it('keeps one file however often it is put, also twenty times concurrently', async () => {
    await Promise.all(Array.from({ length: 20 }, () => storage.put(key, bytes)));
    await storage.put(key, bytes);
    expect((await listed(storage)).map(({ digestHex }) => digestHex)).toEqual([key]);
    expect((await storage.get(key))?.equals(bytes)).toBe(true);
  });

  it('removes a file, and ignores a missing one', async () => {
    await storage.remove(key);
    await storage.put(key, bytes);
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.get(key)).toBeNull();
    expect(await listed(storage)).toEqual([]);
    await storage.put(key, bytes);
    expect((await storage.get(key))?.equals(bytes)).toBe(true);
  });

  it('keeps an empty file', async () => {
    const empty = Buffer.alloc(0);
    await storage.put(keyOf(empty), empty);
    expect(await storage.get(keyOf(empty))).toEqual(empty);
  });

  it('lists every file with the time it was put', async () => {
    const before = Date.now() - 2000; // Clocks of file systems are coarse.
    const files = Array.from({ length: 7 }, (_, index) => Buffer.from(`file ${index}`));
    for (const file of files) await storage.put(keyOf(file), file);
    const list = await listed(storage);
    expect(list.map(({ digestHex }) => digestHex).sort()).toEqual(files.map(keyOf).sort());
    for (const { modified } of list) {
      expect(modified.getTime()).toBeGreaterThan(before);
      expect(modified.getTime()).toBeLessThan(Date.now() + 2000);
    }
  });

  describe('read as a stream', () => {
    it('returns the whole file and its size', async () => {
      await storage.put(key, bytes);
      const file = await storage.open(key);
      expect(file?.size).toBe(1000);
      expect((await buffer(file!.stream)).equals(bytes)).toBe(true);
    });

    it.each([
      [0, 0, 1],
      [0, 999, 1000],
      [10, 19, 10],
      [999, 999, 1],
      [990, 5000, 10],
    ])('returns the bytes from %i to %i and the size of the whole file', async (start, end, length) => {
      await storage.put(key, bytes);
      const file = await storage.open(key, { start, end });
      expect(file?.size).toBe(1000);
      const part = await buffer(file!.stream);
      expect(part).toHaveLength(length);
      expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
    });

    it.each([
      [1000, 1001],
      [5, 4],
      [-1, 5],
    ])('refuses the bytes from %i to %i', async (start, end) => {
      await storage.put(key, bytes);
      await expect(storage.open(key, { start, end })).rejects.toThrow(RangeError);
    });
  });

  describe('given an invalid key', () => {
    it.each([
      '',
      'abc',
      '../../etc/passwd',
      key.toUpperCase(),
      `${key}\n`,
      `../${key.slice(3)}`,
      `${key}0`,
      `${key.slice(1)}/`,
    ])('refuses %j', async (name) => {
      await expect(storage.put(name, bytes)).rejects.toThrow(TypeError);
      await expect(storage.get(name)).rejects.toThrow(TypeError);
      await expect(storage.open(name)).rejects.toThrow(TypeError);
      await expect(storage.remove(name)).rejects.toThrow(TypeError);
    });
  });

  it('refuses bytes under a key of other bytes', async () => {
    await expect(storage.put(keyOf(Buffer.from('other')), bytes)).rejects.toThrow(TypeError);
    expect(await listed(storage)).toEqual([]);
  });
}
