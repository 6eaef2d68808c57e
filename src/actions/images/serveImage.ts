// Serves the bytes of an image to callers that may read the file, in the requested size and format. Sizes that
// were made are kept in the file storage up to so many bytes, so that none is made twice. Resource reference 3.4, 16.17.
import { setTimeout } from 'node:timers/promises';
import { isPublic } from '../../database/content/viewStore.ts';
import { filePlace, type FilePlace } from '../../database/images/fileStore.ts';
import { keptFile } from '../../database/images/keptFile.ts';
import { rowsByUrn } from '../../database/engine/resourceStore.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { recipeFor, largeWork, pixelsFor, type Recipe, type SourceImage } from '../../files/derivedImage.ts';
import type { ImageShape } from '../../files/image.ts';
import { mayBeAnimated, svgType, type ImageType } from '../../files/imageType.ts';
import type { ImageCaller } from '../../files/imageWork.ts';
import { parseTransform, type Transform, type TransformProblem } from '../../files/parseTransform.ts';
import { namedScope } from '../../engine/authorize.ts';
import type { Context, Row, Services } from '../../engine/context.ts';
import { chargePixels } from '../../engine/requestBudget.ts';
import { imageCallerOf } from './imageCallerOf.ts';
import { derivedImage, keepDerived, noteUse } from '../../database/images/derivedImageStore.ts';
import { sha256Of } from '../../files/fileKey.ts';
import { makeRoom } from '../../engine/purgeDeleted.ts';

/** The image request given by an address's parameters, or what is wrong with them. */
export function imageTransform(
  query: Readonly<Record<string, string | undefined>>,
): Transform | { readonly problems: readonly TransformProblem[] } {
  return parseTransform(query);
}

/** An image that may be read: what is known of the picture before it is made. */
export interface ServedImage {
  /** Names the picture: of its stored bytes, or of what it is made of. Hexadecimal. */
  readonly key: string;
  /** Whether everyone may see the page that it is of. */
  readonly isPublic: boolean;
  /** Whether the address means this picture forever: it names the bytes and, of one that is cut to size, where it is cut. */
  readonly isSteady: boolean;
  /** Whether it is a text with styles, which browsers are told to take for nothing but a picture. */
  readonly isSvg: boolean;
  /** The urns by which shared caches may be told to forget it: the file, its image item, its page, and the owner. */
  readonly sources: readonly string[];
  /** The picture, from where it is kept or made now. */
  load(): Promise<MadePicture>;
}

/** The image; NOT_FOUND when there is no such file or it may not be read, or it is not live and drafts may not be seen. */
export async function serveImage(
  context: Context,
  fileUrn: string,
  transform: Transform,
  accept: string | null,
): Promise<ServedImage> {
  const resource = context.contract.kinds.ImageItemFile;
  const [file] = await rowsByUrn(context.database, namedScope(context.viewer, resource), { resource, urns: [fileUrn] });
  if (!file) throw notFound();
  return served(context, file, transform, accept);
}

/** The same of a file that the caller may be shown for another reason, which was checked. */
export async function serveShownImage(
  context: Context,
  fileUrn: string,
  transform: Transform,
  accept: string | null,
): Promise<ServedImage> {
  const file = await keptFile(context.database, fileUrn);
  if (!file) throw notFound();
  return served(context, file, transform, accept);
}

async function served(
  context: Context,
  file: Row<'ImageItemFile'>,
  transform: Transform,
  accept: string | null,
): Promise<ServedImage> {
  const fileUrn = file.urn;
  const place = await filePlace(context.database, fileUrn);
  if (!place) throw notFound();
  const source = { ...file, sha256: place.sha256 };
  const recipe = recipeFor(source, transform, accept);
  const isForEveryone =
    context.viewer.kind === 'ANONYMOUS' && (await isPublic(context.database, place.entity, file.$owner));
  return {
    key: recipe.key,
    isPublic: isForEveryone,
    isSvg: file.contentType === svgType,
    isSteady: transform.fit !== 'cover' || transform.focal !== undefined,
    sources: [fileUrn, file.imageItem, place.entity, file.$owner],
    load: () => (recipe.isAsStored ? asStored(context, source) : sized(context, source, { recipe, place })),
  };
}

async function asStored(context: Context, { sha256, contentType }: SourceImage): Promise<MadePicture> {
  return { bytes: await storedBytes(context, sha256), contentType };
}

async function storedBytes({ files }: Context, sha256: string): Promise<Buffer> {
  const bytes = await files.get(sha256);
  if (!bytes) throw new ServiceError('UNAVAILABLE', 'The image is not in the file storage.');
  return bytes;
}

interface Wanted {
  readonly recipe: Recipe;
  readonly place: FilePlace;
}

async function sized(context: Context, source: SourceImage, wanted: Wanted): Promise<MadePicture> {
  const { key } = wanted.recipe;
  const kept = await keptSize(context, key);
  if (kept) return kept;
  return context.images.once(key, async () => {
    const made = await make(context, source, wanted);
    await keepInTime(context, key, { source, made });
    return made;
  });
}

async function make(context: Context, source: SourceImage, { recipe, place }: Wanted): Promise<MadePicture> {
  const whose = imageCallerOf(context, place.tenant);
  const shape = await shapeOf(context, source, whose);
  const pixels = pixelsFor(source, shape, recipe);
  await chargePixels(context, pixels);
  return context.images.at(pixels > largeWork ? 'LARGE' : 'SMALL', whose, async (run) => {
    // Only now: many may wait for a place, and few of them hold an image.
    const bytes = await storedBytes(context, source.sha256);
    return run({ kind: 'TRANSFORM', bytes, transform: recipe.transform });
  });
}

// How many frames an image has stands in its bytes alone.
async function shapeOf(context: Context, source: SourceImage, whose: ImageCaller): Promise<ImageShape> {
  const { width, height, sha256, contentType } = source;
  // The formats of the contract are the types.
  if (!mayBeAnimated(contentType as ImageType)) return { width, height, frames: 1 };
  const shape = await context.images.at('SMALL', whose, async (run) =>
    run({ kind: 'LOOK', bytes: await storedBytes(context, sha256) }),
  );
  return 'problem' in shape ? { width, height, frames: 1 } : shape;
}

/** For so long an answer waits until it is kept. */
const keepingMillis = 5_000;

// A storage or a database that keeps nothing costs the work again, and fails nobody.
async function keepInTime(
  context: Context,
  key: string,
  { source, made }: { readonly source: SourceImage; readonly made: MadePicture },
): Promise<void> {
  const { database, files, limits, requestId } = context;
  const keeping = keepSize({ database: database.afterRequest(), files, limits }, { key, source: source.sha256 }, made);
  const inTime = keeping.catch((error: unknown) => context.reportBug(error, requestId));
  const end = new AbortController();
  await Promise.race([
    inTime,
    setTimeout(keepingMillis, undefined, { signal: end.signal, ref: false }).catch(() => undefined),
  ]);
  end.abort();
}

/** A picture as it is sent. */
interface MadePicture {
  readonly bytes: Buffer;
  readonly contentType: string;
}

type Parts = Pick<Services, 'database' | 'files' | 'limits'>;

/** The picture that is kept under a key; null for none. */
async function keptSize({ database, files }: Parts, key: string): Promise<MadePicture | null> {
  const known = await derivedImage(database, key);
  const bytes = known && (await files.get(known.sha256));
  if (!known || !bytes) return null;
  if (known.isOld) await database.transaction((transaction) => noteUse(transaction, key));
  return { bytes, contentType: known.contentType };
}

/** Keeps a picture that was made of a stored image, and lets others go where there is no room for all. */
async function keepSize(
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
