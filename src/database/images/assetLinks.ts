// The links that lead to assets, in drafts and live. Resource reference 16.25.
import { assetPath } from '../../domain/imagePath.ts';
import { Parameters, prepared, urnsOf, type Executor } from '../connection/statement.ts';

/** Some link items, of any company, that lead to this address by their newest value or by the live one. */
export async function linksTo(executor: Executor, href: string, limit: number): Promise<string[]> {
  const p = new Parameters();
  const address = p.add(href, 'text');
  const isOwn = (alias: string): string =>
    `starts_with(${alias}."href", '${assetPath}') AND md5(${alias}."href") = md5(${address}) AND ${alias}."href" = ${address}`;
  const text =
    `SELECT i."urn" FROM "item" i WHERE ${isOwn('i')} AND i."deleted_timestamp" IS NULL` +
    ` UNION SELECT v."item_urn" FROM "item_value" v JOIN "item_live" l ON l."entry" IN (v."urn", v."repeats")` +
    ` WHERE ${isOwn('v')} AND l."until_timestamp" IS NULL LIMIT ${p.add(limit, 'int')}`;
  return urnsOf(executor, prepared(text, p));
}
