// The sizes of images that were made for readers, kept in the file storage up to so many bytes, so that none is made twice.
import { derivedImage, keepDerived, noteUse } from '../../database/images/derivedImageStore.ts';
import { sha256Of } from '../../files/fileKey.ts';
import type { Services } from '../../engine/context.ts';
import { makeRoom } from '../../engine/purgeDeleted.ts';

/** A picture as it is sent. */
export interface MadePicture {
  readonly bytes: Buffer;
  readonly contentType: string;
}

type Parts = Pick<Services, 'database' | 'files' | 'limits'>;

/** The picture that is kept under a key; null for none. */
export async function keptSize({ database, files }: Parts, key: string): Promise<MadePicture | null> {
  const known = await derivedImage(database, key);
  const bytes = known && (await files.get(known.sha256));
  if (!known || !bytes) return null;
  if (known.isOld) await database.transaction((transaction) => noteUse(transaction, key));
  return { bytes, contentType: known.contentType };
}

/** Keeps a picture that was made of a stored image, and lets others go where there is no room for all. */
export async function keepSize(
  parts: Parts,
  { key, source }: { readonly key: string; readonly source: string },
  { bytes, contentType }: MadePicture,
): Promise<void> {
  const { database, files, limits } = parts;
  // One that would take the place of many others is made again when it is asked for.
  if (bytes.length > limits.imageCacheBytes / 4) return;
  const sha256 = (await sha256Of(bytes)).toString('hex');
  // Bytes first. Where another process lets the same ones go meanwhile, the row names none, and the picture is made again.
  await files.put(sha256, bytes);
  const made = { key, source, sha256, contentType, byteLength: bytes.length };
  await database.transaction((transaction) => keepDerived(transaction, made));
  await makeRoom(parts);
}
