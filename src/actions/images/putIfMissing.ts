// Keeps bytes that a row is about to name, under the lock of the sweep.
import type { FileStorage } from '../../files/storage.ts';

/** Puts the bytes where they are not in the storage. */
export async function putIfMissing(files: FileStorage, key: string, bytes: Buffer): Promise<void> {
  const file = await files.open(key, { start: 0, end: 0 }).catch((error: unknown) => {
    // A file of no bytes has no first one.
    if (error instanceof RangeError) return null;
    throw error;
  });
  file?.stream.destroy();
  if (file === null) await files.put(key, bytes);
}
