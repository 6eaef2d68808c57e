// Gives the bytes of an image to who may read the file, in the size and format asked for. Resource reference 3.4.
import { resourceOf } from '../contract/resource.ts';
import { fileDigest } from '../database/fileStore.ts';
import { rowsByUrn } from '../database/resourceStore.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import { parseTransform, type Transform, type TransformProblem } from '../files/parseTransform.ts';
import { transformImage } from '../files/transformImage.ts';
import { readScope } from './authorize.ts';
import type { Context } from './context.ts';

/** How an image is asked for by its address's parameters, or what is wrong with them. */
export function imageTransform(
  query: Readonly<Record<string, string | undefined>>,
): Transform | { readonly problems: readonly TransformProblem[] } {
  return parseTransform(query);
}

/** An image ready to be sent. */
export interface ServedImage {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Names the stored bytes the answer was made from. */
  readonly digestHex: string;
}

/** The image; NOT_FOUND when there is no such file or it may not be read, or it is not live and drafts may not be seen. */
export async function serveImage(
  context: Context,
  fileUrn: string,
  transform: Transform,
  accept: string | null,
): Promise<ServedImage> {
  const resource = resourceOf(context.contract, 'ImageItemFile');
  const [file] = await rowsByUrn(context.database, context.contract, readScope(context.viewer, resource), resource, [
    fileUrn,
  ]);
  if (!file) throw notFound();
  const digestHex = await fileDigest(context.database, fileUrn);
  const bytes = digestHex ? await context.files.get(digestHex) : null;
  if (!digestHex || !bytes) throw new ServiceError('UNAVAILABLE', 'The image is not in the file storage.');
  const isAsStored = transform.w === undefined && transform.h === undefined && transform.q === undefined;
  if (isAsStored && transform.fm === 'auto' && accept === null) {
    return { bytes, contentType: String(file['contentType']), digestHex };
  }
  const focal = { focalX: Number(file['focalX']), focalY: Number(file['focalY']) };
  const wish = { ...transform, ...focal, ...(accept === null ? {} : { accept }) };
  const made = await context.images.run(() => transformImage(bytes, wish));
  return { ...made, digestHex };
}
