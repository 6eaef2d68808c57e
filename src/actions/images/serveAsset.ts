// Serves the bytes of an asset to callers that may VIEW it. Resource reference 16.25.
import { assetBytes } from '../../database/images/assetStore.ts';
import { isPublic } from '../../database/content/viewStore.ts';
import { rowsByUrn } from '../../database/engine/resourceStore.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { isShownInPages } from '../../files/assetType.ts';
import type { ByteRange, OpenFile } from '../../files/storage.ts';
import { namedScope } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** An asset that may be read. */
export interface ServedAsset {
  /** The SHA-256 of its bytes, in hexadecimal. */
  readonly key: string;
  readonly name: string;
  readonly contentType: string;
  readonly byteLength: number;
  /** Whether a browser may show it inside a page; else it saves it. */
  readonly isInline: boolean;
  /** Whether everyone may see it. */
  readonly isPublic: boolean;
  /** The urns by which shared caches may be told to forget it: the asset, and its owner. */
  readonly sources: readonly string[];
  /** A stream of its bytes, or of some. */
  open(range?: ByteRange): Promise<OpenFile>;
}

/** The asset; NOT_FOUND when there is none, it may not be read, or no bytes were uploaded. */
export async function serveAsset(context: Context, urn: string): Promise<ServedAsset> {
  const resource = context.contract.kinds.Asset;
  const [asset] = await rowsByUrn(context.database, namedScope(context.viewer, resource), { resource, urns: [urn] });
  const key = asset && (await assetBytes(context.database, urn));
  if (!asset || !key) throw notFound();
  const contentType = asset.contentType ?? 'application/octet-stream';
  return {
    key,
    name: asset.name,
    contentType,
    byteLength: Number(asset.byteLength),
    isInline: isShownInPages(contentType),
    isPublic: context.viewer.kind === 'ANONYMOUS' && (await isPublic(context.database, urn, asset.$owner)),
    sources: [urn, asset.$owner],
    open: async (range) => {
      const file = await context.files.open(key, range);
      if (!file) throw new ServiceError('UNAVAILABLE', 'The file is not in the file storage.');
      return file;
    },
  };
}
