// Accepts an image's bytes: checks them by content, re-encodes them without metadata, derives the formats that are
// missing, and gives the image item a new value that names them. Spec: Image Item File; resource reference 3.4.
import { databaseNow, insertRows } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { filesAmong, fileUrns } from '../../database/images/fileStore.ts';
import { lockFileSweep } from '../../database/images/fileSweep.ts';
import type { Row } from '../../database/engine/row.ts';
import { invalid, ServiceError } from '../../domain/errors.ts';
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
import { putIfMissing } from './putIfMissing.ts';

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

interface Stored {
  readonly urn: string;
  readonly format: ImageFormat;
  readonly facts: ImageFacts;
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
  const stored = await context.images.at('UPLOAD', whose, (run) => decode(context, upload, run));
  // Bytes first: a row never names bytes that are not there; the sweep removes bytes without a row.
  await Promise.all(stored.map(({ facts: file }) => context.files.put(file.sha256Hex, file.bytes)));
  await context.database.transaction((transaction) => attach(context, transaction, upload, stored));
  return readBack(context, context.contract.kinds.ImageItemFile, stored[0]?.urn ?? '');
}

async function decode(context: Context, { bytes, format, urn }: ImageUpload, run: DoImageJob): Promise<Stored[]> {
  const shape = await run({ kind: 'LOOK', bytes });
  if ('problem' in shape) throw refused(shape.problem);
  await chargePixels(context, shape.width * shape.height * shape.frames);
  const read = await run({ kind: 'READ', bytes, derives: format === 'DEFAULT' });
  if ('problem' in read) throw refused(read.problem);
  const all = [{ format, facts: read.facts }, ...read.derived];
  return all.map((file, at) => ({
    urn: urn === null ? newUrn() : at === 0 ? urn : derivedUrn(urn, file.format),
    ...file,
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
  stored: readonly Stored[],
): Promise<void> {
  const resource = context.contract.kinds.ImageItem;
  const item = await lockForWrite(
    { context, transaction, resource, operation: 'UPDATE', urn: upload.imageItemUrn },
    {},
  );
  // The same bytes may have been there, unnamed, and been swept since they were put.
  await lockFileSweep(transaction, 'ROW');
  for (const { facts } of stored) await putIfMissing(context.files, facts.sha256Hex, facts.bytes);
  const now = await databaseNow(transaction);
  const ours = await keptFormats(transaction, item, stored);
  const values: Record<string, unknown> = {};
  for (const file of ours) values[imageFields[file.format]] = imagePath + file.urn;
  await insertRows(
    transaction,
    context.contract.kinds.ImageItemFile,
    ours.map((file, at) => ({
      urn: file.urn,
      owner: item.$owner,
      values: rowOf(item, file),
      hidden: hiddenOf(file, at > 0),
      timestamp: now,
    })),
  );
  const step = beginUpdate({ context, transaction, now }, 'UPDATE', item, { values });
  await applyUpdate(step, item);
}

// A derived format replaces nothing that a person chose: only what is missing, or was derived before.
async function keptFormats(transaction: Transaction, item: Row, stored: readonly Stored[]): Promise<Stored[]> {
  const derived = await fileUrns(transaction, item.urn, true);
  return stored.filter((file, at) => {
    const present = item[imageFields[file.format]];
    if (at === 0 || typeof present !== 'string') return true;
    return derived.includes(present.slice(imagePath.length));
  });
}

function rowOf(item: Row, { format, facts }: Stored): Record<string, unknown> {
  return {
    imageItem: item.urn,
    imageItemFormat: format,
    contentType: facts.contentType,
    byteLength: String(facts.byteLength),
    width: facts.width,
    height: facts.height,
    focalX: 0.5,
    focalY: 0.5,
    blurHash: facts.blurHash,
    digest: facts.digest,
  };
}

function hiddenOf({ facts }: Stored, isDerived: boolean): Record<string, unknown> {
  return { sha256: facts.sha256Hex, is_derived: isDerived };
}

function refused(problem: ImageProblem['problem']): ServiceError {
  if (problem === 'UNSUPPORTED_TYPE') {
    return new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Supported formats: JPEG, PNG, WebP, AVIF and GIF.');
  }
  if (problem === 'TOO_MANY_PIXELS') {
    const message = `At most ${String(mostPixels)} pixels.`;
    return invalid([{ path: '/src', code: 'OUT_OF_RANGE', message, limit: mostPixels }]);
  }
  const message = problem === 'DAMAGED' ? 'The image is damaged.' : 'The file is not an image.';
  return invalid([{ path: '/src', code: 'INVALID_FORMAT', message }]);
}
