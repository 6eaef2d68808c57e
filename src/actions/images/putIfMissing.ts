// Bytes that a row is about to name, under the lock of the sweep.
import type { FileStorage } from '../../files/storage.ts';

/** Puts the bytes where they are not in the storage. */
export async function putIfMissing(files: FileStorage, key: string, bytes: Buffer): Promise<void> {
  if (!(await isStored(files, key))) await files.put(key, bytes);
}

/** Whether there are bytes under the key. */
export async function isStored(files: FileStorage, key: string): Promise<boolean> {
  try {
    const file = await files.open(key, { start: 0, end: 0 });
    file?.stream.destroy();
    return file !== null;
  } catch (error) {
    // A file of no bytes has no first one.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
