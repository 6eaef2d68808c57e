// The items that name assets, in drafts and live. Resource reference 16.25.
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import { isOfLivingPage } from '../engine/liveRows.ts';
import { namesAssetsSql } from '../mapping/namedAssets.ts';

/** An item, and its kind. */
export interface NamingItem {
  readonly urn: string;
  readonly kind: string;
}

/** Some items of its tenant that name the asset by their newest value or by the live one. */
export async function itemsNaming(executor: Executor, asset: string, limit: number): Promise<NamingItem[]> {
  const p = new Parameters();
  const urn = p.add(asset, 'uuid');
  const named = (alias: string): string =>
    `${namesAssetsSql(`${alias}.`, `ARRAY[${urn}]`)} AND ${alias}."tenant" = (SELECT a."tenant" FROM "asset" a WHERE a."urn" = ${urn})`;
  const text =
    `SELECT i."urn", i."kind" FROM "item" i WHERE ${named('i')} AND i."deleted_timestamp" IS NULL` +
    ` UNION SELECT v."item_urn", v."kind" FROM "item_value" v JOIN "item_live" l ON l."entry" IN (v."urn", v."repeats")` +
    ` WHERE ${named('v')} AND l."until_timestamp" IS NULL AND ${isOfLivingPage('l')} LIMIT ${p.add(limit, 'int')}`;
  return rowsOf<NamingItem>(executor, prepared(text, p));
}
