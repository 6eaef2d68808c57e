// The long lists of a row by the link that names it. Some kinds have an index that begins with the link and goes on in the order of the
// kind (mapping/kindDetails.ts): a page in that order is read from it, and costs what it shows. PostgreSQL would not choose it by
// itself: it reckons with a list of average length, and would sooner walk through all rows of the tenant in their order, in search
// of the few of a short one.
import { defaultOrder, type OrderTerm } from '../../contract/listQuery.ts';
import type { Field, Resource } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import { isListedBy } from '../mapping/kindDetails.ts';
import { parentKey, pathKey } from '../mapping/pathTree.ts';

/** Whether a link is no column, but says what stands above by path (mapping/pathTree.ts). */
export const isByPath = (link: Field): boolean =>
  link.storage === 'COMPUTED' && link.typeClass === 'LINK' && !link.isList;

/** Whether links are no column, but what the items of a page name (usedAssets.ts). */
export const isByItems = (link: Field): boolean =>
  link.storage === 'COMPUTED' && link.typeClass === 'LINK' && link.isList;

/**
 * Whether rows of a kind that link to a row are to be looked for by the value that the viewer is shown: of an item that is behind its
 * live value, the column says where its draft leads, and so it is with what the items of a page name. What lives in the row is found by
 * the column.
 */
export const isByShownValue = (resource: Resource, link: Field): boolean =>
  (resource.isItem && resource.container !== link) || isByItems(link);

/** What the pages below a page (SQL of its urn) know it by, as SQL. */
export const keyOfSql = (resource: Resource, parent: string): string =>
  `(SELECT ${pathKey('above.')} FROM ${quote(resource.table)} above WHERE above."urn" = ${parent})`;

/** Whether a row names the parent (SQL of its urn), as SQL. */
export function isNamedSql(resource: Resource, link: Field, alias: string, parent: string): string {
  if (isByPath(link)) {
    return `${alias}."path" IS NOT NULL AND ${parentKey(`${alias}.`)} = ANY(ARRAY[${keyOfSql(resource, parent)}])`;
  }
  const column = `${alias}.${quote(link.column)}`;
  // Of a column that is equal to one value PostgreSQL drops the order, and with it the reason to read that index.
  return isListedBy(resource, link) ? `${column} = ANY(ARRAY[${parent}])` : `${column} = ${parent}`;
}

/**
 * What the rows of one parent are ordered by before all else, where that has them read from the index of the link: its column, as
 * SQL. Null for an order that does not begin with the fields of the kind's, and for links without such an index.
 */
export function linkInOrder(
  resource: Resource,
  link: Field | undefined,
  order: readonly OrderTerm[],
  alias: string,
): string | null {
  if (!link || !(isListedBy(resource, link) || isByPath(link))) return null;
  const isOwn = defaultOrder(resource).every(({ field }, at) => field === order[at]?.field);
  if (!isOwn) return null;
  return isByPath(link) ? parentKey(`${alias}.`) : `${alias}.${quote(link.column)}`;
}
