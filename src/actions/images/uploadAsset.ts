// Accepts the bytes of an asset as they are, in place of those before. Nothing is decoded, and what they are called is settled by what
// they begin with. Resource reference 16.25.
import { databaseNow } from '../../database/engine/changeStore.ts';
import { lockFileSweep } from '../../database/images/fileSweep.ts';
import type { Row } from '../../database/engine/row.ts';
import { assetTypeOf } from '../../files/assetType.ts';
import { sha256Of } from '../../files/fileKey.ts';
import { requireCaller, requireLabel } from '../../engine/authorize.ts';
import type { Context, WriteOptions } from '../../engine/context.ts';
import { lockForWrite, beginUpdate } from '../../engine/lockForWrite.ts';
import { readBack } from '../../engine/readResource.ts';
import { applyUpdate } from '../../engine/updateResource.ts';
import { putIfMissing } from './putIfMissing.ts';

/** The bytes, and what their sender calls them. */
export interface AssetUpload {
  readonly urn: string;
  readonly bytes: Buffer;
  readonly claimedType: string | null;
}

/** Refuses whoever may not upload to the asset: NOT_FOUND or FORBIDDEN. Before any bytes are taken in. */
export async function requireUpload(context: Context, urn: string): Promise<void> {
  requireCaller(context.viewer);
  const resource = context.contract.kinds.Asset;
  await requireLabel(context.database, context.viewer, { resource, urn }, resource.labels.update);
}

/** The asset with its new bytes. Needs UPDATE on it. The same bytes again are no change. */
export async function uploadAsset(
  context: Context,
  { urn, bytes, claimedType }: AssetUpload,
  options: Pick<WriteOptions, 'expectedVersion'>,
): Promise<Row> {
  await requireUpload(context, urn);
  const resource = context.contract.kinds.Asset;
  const sha256 = await sha256Of(bytes);
  const key = sha256.toString('hex');
  const values = {
    contentType: assetTypeOf(bytes, claimedType),
    byteLength: String(bytes.length),
    digest: `sha-256=:${sha256.toString('base64')}:`,
  };
  // Bytes first: a row never names bytes that are not there; the sweep removes bytes without a row.
  await context.files.put(key, bytes);
  await context.database.transaction(async (transaction) => {
    const before = await lockForWrite({ context, transaction, resource, operation: 'UPDATE', urn }, options);
    // The same bytes may have been there, unnamed, and been swept since they were put.
    await lockFileSweep(transaction, 'ROW');
    await putIfMissing(context.files, key, bytes);
    const now = await databaseNow(transaction);
    const hidden = before.digest === values.digest ? {} : { sha256: key };
    await applyUpdate(beginUpdate({ context, transaction, now }, 'UPDATE', before, { values, hidden }), before);
  });
  return readBack(context, resource, urn);
}
