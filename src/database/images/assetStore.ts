// What the rows of assets hold beyond their fields. Resource reference 16.25.
import { firstOf, type RowExecutor } from '../connection/statement.ts';
import { selectFrom, written } from '../connection/written.ts';

const bytes = written<{ urn: string }>((manager) =>
  selectFrom(manager, 'asset', 'a').select('a.sha256', 'sha256').where('a.urn = :urn'),
);

/** The key of the bytes of an asset in the file storage; null before there are any. The caller has checked that it may be read. */
export async function assetBytes(executor: RowExecutor, urn: string): Promise<string | null> {
  return (await firstOf<{ sha256: string | null }>(executor, bytes(executor, { urn })))?.sha256 ?? null;
}
