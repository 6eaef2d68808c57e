// Serves the bytes of an image to callers that may read the file, in the requested size and format. Resource reference 3.4.
import { fileDigest } from '../../database/images/fileStore.ts';
import { rowsByUrn } from '../../database/engine/resourceStore.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { sha256Of } from '../../files/fileKey.ts';
import { parseTransform, type Transform, type TransformProblem } from '../../files/parseTransform.ts';
import { transformImage } from '../../files/transformImage.ts';
import { readScope } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** The image request given by an address's parameters, or what is wrong with them. */
export function imageTransform(
  query: Readonly<Record<string, string | undefined>>,
): Transform | { readonly problems: readonly TransformProblem[] } {
  return parseTransform(query);
}

/** An image ready to be sent. */
export interface ServedImage {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** SHA-256 of the bytes. */
  readonly digestHex: string;
}

/** The image; NOT_FOUND when there is no such file or it may not be read, or it is not live and drafts may not be seen. */
export async function serveImage(
  context: Context,
  fileUrn: string,
  transform: Transform,
  accept: string | null,
): Promise<ServedImage> {
  const resource = context.contract.kinds.ImageItemFile;
  const [file] = await rowsByUrn(context.database, readScope(context.viewer, resource), { resource, urns: [fileUrn] });
  if (!file) throw notFound();
  const digestHex = await fileDigest(context.database, fileUrn);
  const bytes = digestHex ? await context.files.get(digestHex) : null;
  if (!digestHex || !bytes) throw new ServiceError('UNAVAILABLE', 'The image is not in the file storage.');
  const isAsStored = transform.w === undefined && transform.h === undefined && transform.q === undefined;
  if (isAsStored && transform.fm === 'auto' && (accept ?? '*/*').trim() === '*/*') {
    return { bytes, contentType: file.contentType, digestHex };
  }
  const focal = { focalX: file.focalX, focalY: file.focalY };
  const options = { ...transform, ...focal, ...(accept === null ? {} : { accept }) };
  const made = await context.images.run(() => transformImage(bytes, options));
  return { ...made, digestHex: (await sha256Of(made.bytes)).toString('hex') };
}
