// Which assets the values of items name: by the address of a link or a picture, or in a text, as `/v/v1/asset/{urn}`, with a host before it
// or without. An index holds it. Resource reference 16.25.
import { assetPath } from '../../domain/imagePath.ts';
import type { TableIndex } from './table.ts';

const textOf = (prefix: string): string =>
  ['href', 'src', 'medium_src', 'large_src', 'value_string']
    .map((column) => `coalesce(${prefix}"${column}", '')`)
    .join(` || ' ' || `);

/** The urns of the assets that a value of an item (a row of `item` or `item_value`) names, as SQL of its columns behind the prefix. */
const namedAssetsSql = (prefix: string): string => `"named_assets"(${textOf(prefix)})`;

/** Whether a value may name one: what the index holds. */
const mayName = (prefix: string): string => `strpos(${textOf(prefix)}, '${assetPath}') > 0`;

/** The same, NULL for a value that names none. */
export function assetsNamedSql(prefix: string): string {
  return `CASE WHEN ${mayName(prefix)} THEN ${namedAssetsSql(prefix)} END`;
}

/** The condition that a value names at least one of the assets (SQL of an array of urns). */
export function namesAssetsSql(prefix: string, assets: string): string {
  return `${mayName(prefix)} AND ${namedAssetsSql(prefix)} && ${assets}`;
}

/** Finds the values that name an asset. */
export function namedAssetsIndex(table: string): TableIndex {
  return {
    name: `ix_${table}_asset`,
    method: 'gin',
    pendingKilobytes: 256,
    keys: [namedAssetsSql('')],
    where: mayName(''),
  };
}
