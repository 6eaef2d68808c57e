// Which pages use an asset, as the caller is shown them: an item names its address, or shows a picture that was made from it. What names it, drafted or live, is found from an index
// first, and then held against what the caller sees of it. Resource reference 16.25.
import type { Resource } from '../../contract/resource.ts';
import { imagePath } from '../../domain/imagePath.ts';
import { accessScope } from '../../domain/accessScope.ts';
import type { Parameters } from '../connection/statement.ts';
import { namesAssetsSql } from '../mapping/namedAssets.ts';
import { quote } from '../mapping/columns.ts';
import { shown } from './scope.ts';
import { seenRows, type Filtered } from './seenRows.ts';

/**
 * Whether a page (a row with that alias) uses an asset that the caller may read and that meets the condition.
 * @param which the condition on assets with the alias that it is given
 */
export function usesSql(rows: Filtered, asset: Resource, which: (alias: string) => string, p: Parameters): string {
  const { alias, viewer } = rows;
  const far = `${alias}asset`;
  const readable = shown(asset, far, accessScope(viewer, asset.labels.read), p);
  const assets = `ARRAY(SELECT ${far}."urn" FROM ${quote(asset.table)} ${far} WHERE ${which(far)} AND ${readable})`;
  const named = (table: string, column: string): string =>
    `SELECT n.${quote(column)} FROM ${quote(table)} n WHERE ${namesAssetsSql('n.', assets)}`;
  const made = `SELECT f."image_item" FROM "image_item_file" f WHERE f."asset" = ANY(${assets})`;
  const found = `ARRAY(${named('item', 'urn')} UNION ${named('item_value', 'item_urn')} UNION ${made})`;
  // Of an item nothing but the row that it lives in tells the kinds apart.
  const item = `${alias}item`;
  const there = { ...rows, resource: asset.contract.kinds.LinkItem, alias: item };
  const arms = seenRows(there, p, true).map(
    (seen) =>
      `(SELECT ${item}."entity" AS "page" FROM ${seen} AND ${item}."urn" = ANY(${found})` +
      ` AND (${namesAssetsSql(`${item}.`, assets)} OR ${showsPictureSql(item, assets)}))`,
  );
  // As an array it is found first, and the pages by their urns.
  return `(${alias}."urn" = ANY(ARRAY(${arms.join(' UNION ')})))`;
}

// A file that the item shows was made from one of the assets.
function showsPictureSql(item: string, assets: string): string {
  const shown = ['src', 'medium_src', 'large_src'].map((column) => `${item}.${quote(column)}`).join(', ');
  return (
    `EXISTS (SELECT 1 FROM "image_item_file" f WHERE f."image_item" = ${item}."urn" AND f."asset" = ANY(${assets})` +
    ` AND '${imagePath}' || f."urn" IN (${shown}) OFFSET 0)`
  );
}
