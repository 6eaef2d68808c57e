// Shows a picture that is there already in another image item: files of its own, whose bytes are stored once. Resource reference 3.4, 16.25.
import { assetBytes } from '../../database/images/assetStore.ts';
import { fileBytes } from '../../database/images/fileStore.ts';
import { rowsByUrn } from '../../database/engine/resourceStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { invalid, ServiceError, type ViolationCode } from '../../domain/errors.ts';
import { imagePath } from '../../domain/imagePath.ts';
import { newUrn } from '../../domain/urn.ts';
import { namedScope, requireCaller, requireLabel } from '../../engine/authorize.ts';
import type { Context, WriteOptions } from '../../engine/context.ts';
import { imageFields } from '../../engine/fields.ts';
import { lockForWrite } from '../../engine/lockForWrite.ts';
import { readBack } from '../../engine/readResource.ts';
import { imageCallerOf } from './imageCallerOf.ts';
import { decode, putFiles, showFiles, type ImageFormat, type NewFile } from './uploadImage.ts';

/** What is to be shown: one of the two. */
export interface Reused {
  readonly file: string | null;
  readonly asset: string | null;
}

interface Picture {
  readonly files: readonly NewFile[];
  /** The texts that say what it shows, where it has any. */
  readonly altTexts: readonly { readonly language: string; readonly text: string }[];
}

/**
 * The image item with the picture. Needs UPDATE on it; VALIDATION_FAILED where the caller may not see what is named, or it is no picture,
 * NOT_FOUND and FORBIDDEN as an update of the item.
 */
export async function reuseImage(
  context: Context,
  urn: string,
  reused: Reused,
  options: Pick<WriteOptions, 'expectedVersion'>,
): Promise<Row> {
  requireCaller(context.viewer);
  const resource = context.contract.kinds.ImageItem;
  // Before any work is done for the picture.
  await requireLabel(context.database, context.viewer, { resource, urn }, resource.labels.update);
  const { files, altTexts } = await pictureOf(context, reused);
  await putFiles(context, files);
  await context.database.transaction(async (transaction) => {
    const item = await lockForWrite({ context, transaction, resource, operation: 'UPDATE', urn }, options);
    // The picture takes the place of the one before in all sizes.
    const values: Record<string, unknown> = { src: null, mediumSrc: null, largeSrc: null };
    for (const file of files) values[imageFields[file.format]] = imagePath + file.urn;
    if (item.altText === null && altTexts.length > 0) {
      const page = await context.loaders.byUrn('Entity', item.entity);
      const said = altTexts.find(({ language }) => language === page?.language);
      if (said) values['altText'] = said.text;
    }
    await showFiles(context, transaction, item, { files, values });
  });
  return readBack(context, resource, urn);
}

async function pictureOf(context: Context, { file, asset }: Reused): Promise<Picture> {
  if (file !== null && asset !== null)
    throw refusal('asset', 'NOT_ALLOWED_TOGETHER', 'A file or an asset is expected, not both.');
  if (file !== null) return { files: await filesOf(context, file), altTexts: [] };
  if (asset !== null) return pictureOfAsset(context, asset);
  throw refusal('file', 'REQUIRED', 'A file or an asset is expected.');
}

// The sizes that the other item shows, as the caller is shown it, if the file is one of them.
async function filesOf(context: Context, urn: string): Promise<NewFile[]> {
  const [named] = await readableFiles(context, [urn]);
  if (!named) throw refusal('file', 'INVALID_REFERENCE', 'The ImageItemFile does not exist.', urn);
  const other = await context.loaders.byUrn('ImageItem', named.imageItem);
  const shown = (other ? [other.src, other.mediumSrc, other.largeSrc] : []).flatMap((address) =>
    typeof address === 'string' && address.startsWith(imagePath) ? [address.slice(imagePath.length)] : [],
  );
  const all = shown.includes(urn) ? await readableFiles(context, shown) : [named];
  const bytes = await fileBytes(
    context.database,
    all.map((file) => file.urn),
  );
  return all.map((file) => {
    const { sha256 = '', isDerived = false } = bytes.get(file.urn) ?? {};
    return {
      urn: newUrn(),
      format: formatOf(file, other, all.length),
      facts: {
        ...{ width: file.width, height: file.height, byteLength: Number(file.byteLength), blurHash: file.blurHash },
        // The types that are stored are those that are accepted.
        ...{ contentType: file.contentType as NewFile['facts']['contentType'], digest: file.digest, sha256Hex: sha256 },
      },
      ...{ bytes: null, isDerived, asset: file.asset },
      focal: { focalX: file.focalX, focalY: file.focalY },
    };
  });
}

function formatOf({ urn }: Row<'ImageItemFile'>, other: Row<'ImageItem'> | null, count: number): ImageFormat {
  // The formats of the contract are the keys.
  const formats = Object.keys(imageFields) as ImageFormat[];
  const found = count > 1 ? formats.find((format) => other?.[imageFields[format]] === imagePath + urn) : undefined;
  return found ?? 'DEFAULT';
}

function readableFiles(context: Context, urns: readonly string[]): Promise<Row<'ImageItemFile'>[]> {
  const resource = context.contract.kinds.ImageItemFile;
  return rowsByUrn(context.database, namedScope(context.viewer, resource), { resource, urns: [...new Set(urns)] });
}

async function pictureOfAsset(context: Context, urn: string): Promise<Picture> {
  const resource = context.contract.kinds.Asset;
  const [asset] = await rowsByUrn(context.database, namedScope(context.viewer, resource), { resource, urns: [urn] });
  if (!asset) throw refusal('asset', 'INVALID_REFERENCE', 'The Asset does not exist.', urn);
  const key = await assetBytes(context.database, urn);
  if (key === null) throw refusal('asset', 'INVALID_REFERENCE', 'The asset has no bytes yet.', urn);
  const bytes = await context.files.get(key);
  if (!bytes) throw new ServiceError('UNAVAILABLE', 'The file is not in the file storage.');
  const whose = imageCallerOf(context, context.viewer.tenantUrn ?? '');
  const files = await context.images.at('UPLOAD', whose, (run) =>
    decode(context, { bytes, format: 'DEFAULT', urn: null, asset: urn }, run),
  );
  return { files, altTexts: asset.altTexts };
}

function refusal(name: string, code: ViolationCode, message: string, related?: string): ServiceError {
  return invalid([{ path: `/${name}`, code, message, ...(related === undefined ? {} : { related: [related] }) }]);
}
