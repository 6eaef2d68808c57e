// Accepts an image's bytes: checks them by content, re-encodes them without metadata, derives the formats that are
// missing, and gives the image item a new value that names them. Spec: Image Item File; resource reference 3.4.
import { databaseNow, insertRows } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { filesAmong, fileUrns } from '../../database/images/fileStore.ts';
import { lockFileSweep } from '../../database/images/fileSweep.ts';
import type { Row } from '../../database/engine/row.ts';
import { ConcurrentChangeError, invalid, ServiceError } from '../../domain/errors.ts';
import { derivedUrn } from '../../engine/importKeys.ts';
import { newUrn } from '../../domain/urn.ts';
import { mostPixels, type ImageFacts, type ImageProblem } from '../../files/image.ts';
import type { DoImageJob } from '../../files/imageWork.ts';
import { requireCaller, requireLabel } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { chargePixels } from '../../engine/requestBudget.ts';
import { imageCallerOf } from './imageCallerOf.ts';
import { imagePath } from '../../domain/imagePath.ts';
import { imageFields } from '../../engine/fields.ts';
import { lockForWrite, beginUpdate } from '../../engine/lockForWrite.ts';
import { applyUpdate } from '../../engine/updateResource.ts';
import { readBack } from '../../engine/readResource.ts';
import { isStored, putIfMissing } from './putIfMissing.ts';

/** The sizes an image item knows. */
export type ImageFormat = keyof typeof imageFields;

/** The bytes, and which format of which image item they are. */
export interface ImageUpload {
  readonly imageItemUrn: string;
  readonly format: ImageFormat;
  readonly bytes: Buffer;
  /** The urn that the file gets; null for one of the service's. Sent again, the file that has it is shown again, and nothing is stored. */
  readonly urn: string | null;
}

/** A file that is to be one of an image item, and its bytes where these are not known to be stored. */
export interface NewFile {
  readonly urn: string;
  readonly format: ImageFormat;
  readonly facts: Omit<ImageFacts, 'bytes' | 'blurHash'> & { readonly blurHash: string | null };
  readonly bytes: Buffer | null;
  readonly isDerived: boolean;
  readonly asset: string | null;
  readonly focal: { readonly focalX: number; readonly focalY: number };
}

/**
 * The new file's row, or the row of the file that was sent under this urn before. Needs UPDATE on the item; VALIDATION_FAILED for bytes
 * that are no image we take, ALREADY_EXISTS for the urn of something else.
 */
export async function uploadImage(context: Context, upload: ImageUpload): Promise<Row> {
  requireCaller(context.viewer);
  const item = context.contract.kinds.ImageItem;
  // Before any work is done for them.
  await requireLabel(
    context.database,
    context.viewer,
    { resource: item, urn: upload.imageItemUrn },
    item.labels.update,
  );
  const { urn } = upload;
  if (urn !== null && (await showAgain(context, upload, urn)))
    return readBack(context, context.contract.kinds.ImageItemFile, urn);
  const whose = imageCallerOf(context, context.viewer.tenantUrn ?? '');
  const files = await context.images.at('UPLOAD', whose, (run) => decode(context, upload, run));
  await putFiles(context, files);
  await context.database.transaction((transaction) => attach(context, transaction, upload, files));
  return readBack(context, context.contract.kinds.ImageItemFile, files[0]?.urn ?? '');
}

/** Keeps the bytes. Bytes first: a row never names bytes that are not there; the sweep removes bytes without a row. */
export async function putFiles({ files: storage }: Pick<Context, 'files'>, files: readonly NewFile[]): Promise<void> {
  await Promise.all(files.map(async ({ facts, bytes }) => bytes && storage.put(facts.sha256Hex, bytes)));
}

/** A picture that is to be read, and the asset that holds it. */
type Decoded = Pick<ImageUpload, 'bytes' | 'format' | 'urn'> & { readonly asset?: string | null };

/** A picture as the files that an item gets of it. Throws as an upload does. */
export async function decode(
  context: Context,
  { bytes, format, urn, asset = null }: Decoded,
  run: DoImageJob,
): Promise<NewFile[]> {
  const shape = await run({ kind: 'LOOK', bytes });
  const path = asset === null ? '/src' : '/asset';
  if ('problem' in shape) throw refused(shape.problem, path);
  await chargePixels(context, shape.width * shape.height * shape.frames);
  const read = await run({ kind: 'READ', bytes, derives: format === 'DEFAULT' });
  if ('problem' in read) throw refused(read.problem, path);
  const all = [{ format, facts: read.facts }, ...read.derived];
  return all.map(({ format: size, facts }, at) => ({
    urn: urn === null ? newUrn() : at === 0 ? urn : derivedUrn(urn, size),
    format: size,
    facts,
    bytes: facts.bytes,
    isDerived: at > 0,
    asset,
    focal: { focalX: 0.5, focalY: 0.5 },
  }));
}

// The file that was sent under this urn before becomes the picture again, with the sizes that were derived from it.
async function showAgain(context: Context, { imageItemUrn }: ImageUpload, urn: string): Promise<boolean> {
  const resource = context.contract.kinds.ImageItem;
  // The kinds of formats are those of the contract.
  const formats = Object.keys(imageFields) as ImageFormat[];
  const urns = [urn, ...formats.map((format) => derivedUrn(urn, format))];
  if (!(await filesAmong(context.database, imageItemUrn, urns)).some((file) => file.urn === urn)) return false;
  return context.database.transaction(async (transaction) => {
    const item = await lockForWrite({ context, transaction, resource, operation: 'UPDATE', urn: imageItemUrn }, {});
    const files = await filesAmong(transaction, item.urn, urns);
    if (!files.some((file) => file.urn === urn)) return false;
    const derived = await fileUrns(transaction, item.urn, true);
    const values: Record<string, unknown> = {};
    for (const file of files) {
      const name = imageFields[file.format as ImageFormat];
      const present = item[name];
      const isChosen = typeof present === 'string' && !derived.includes(present.slice(imagePath.length));
      if (file.urn === urn || !isChosen) values[name] = imagePath + file.urn;
    }
    const step = beginUpdate({ context, transaction, now: await databaseNow(transaction) }, 'UPDATE', item, { values });
    await applyUpdate(step, item);
    return true;
  });
}

async function attach(
  context: Context,
  transaction: Transaction,
  upload: ImageUpload,
  files: readonly NewFile[],
): Promise<void> {
  const resource = context.contract.kinds.ImageItem;
  const item = await lockForWrite(
    { context, transaction, resource, operation: 'UPDATE', urn: upload.imageItemUrn },
    {},
  );
  const ours = await keptFormats(transaction, item, files);
  const values: Record<string, unknown> = {};
  for (const file of ours) values[imageFields[file.format]] = imagePath + file.urn;
  await showFiles(context, transaction, item, { files: ours, values });
}

/** Gives the locked image item the files, and the values that name them. */
export async function showFiles(
  context: Context,
  transaction: Transaction,
  item: Row,
  { files, values }: { readonly files: readonly NewFile[]; readonly values: Record<string, unknown> },
): Promise<void> {
  // The same bytes may have been there, unnamed, and been swept since they were put.
  await lockFileSweep(transaction, 'ROW');
  for (const { facts, bytes } of files) {
    if (bytes) await putIfMissing(context.files, facts.sha256Hex, bytes);
    else if (!(await isStored(context.files, facts.sha256Hex)))
      throw new ConcurrentChangeError('The picture was removed meanwhile; try again.');
  }
  const now = await databaseNow(transaction);
  await insertRows(
    transaction,
    context.contract.kinds.ImageItemFile,
    files.map((file) => ({
      urn: file.urn,
      owner: item.$owner,
      values: rowOf(item, file),
      hidden: { sha256: file.facts.sha256Hex, is_derived: file.isDerived },
      timestamp: now,
    })),
  );
  const step = beginUpdate({ context, transaction, now }, 'UPDATE', item, { values });
  await applyUpdate(step, item);
}

// A derived format replaces nothing that a person chose: only what is missing, or was derived before.
async function keptFormats(transaction: Transaction, item: Row, files: readonly NewFile[]): Promise<NewFile[]> {
  const derived = await fileUrns(transaction, item.urn, true);
  return files.filter((file, at) => {
    const present = item[imageFields[file.format]];
    if (at === 0 || typeof present !== 'string') return true;
    return derived.includes(present.slice(imagePath.length));
  });
}

function rowOf(item: Row, { format, facts, focal, asset }: NewFile): Record<string, unknown> {
  return {
    imageItem: item.urn,
    imageItemFormat: format,
    contentType: facts.contentType,
    byteLength: String(facts.byteLength),
    width: facts.width,
    height: facts.height,
    ...focal,
    blurHash: facts.blurHash,
    digest: facts.digest,
    asset,
  };
}

function refused(problem: ImageProblem['problem'], path: string): ServiceError {
  if (problem === 'UNSUPPORTED_TYPE') {
    return new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Supported formats: JPEG, PNG, WebP, AVIF, GIF and SVG.');
  }
  if (problem === 'TOO_MANY_PIXELS') {
    const message = `At most ${String(mostPixels)} pixels.`;
    return invalid([{ path, code: 'OUT_OF_RANGE', message, limit: mostPixels }]);
  }
  if (problem === 'TOO_COMPLEX') {
    const message =
      'An SVG may have at most 1 MiB, 100,000 elements and attributes, 100 levels, and 1,000,000 drawn elements.';
    return invalid([{ path, code: 'OUT_OF_RANGE', message }]);
  }
  const message = problem === 'DAMAGED' ? 'The image is damaged.' : 'The file is not an image.';
  return invalid([{ path, code: 'INVALID_FORMAT', message }]);
}
