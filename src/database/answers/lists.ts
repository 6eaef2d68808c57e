// The lists of a row: where their rows come from, in which order, and as one JSON array that is no longer than its bound.
import type { FieldQuestion, HistoryPart } from '../../contract/question.ts';
import { listedBy } from '../../contract/fieldGroups.ts';
import { defaultOrder } from '../../contract/listQuery.ts';
import { fieldOf, inverseOf, targetOf, type Field } from '../../contract/resource.ts';
import { seesEveryDraft } from '../../domain/heldLabels.ts';
import { imagePath } from '../../domain/imagePath.ts';
import { memberListOf, membersOrder, membersSql, type MemberList } from '../access/memberStore.ts';
import { isByShownValue, isNamedSql } from '../engine/listedBy.ts';
import { linkField, orderSql } from '../engine/listStatement.ts';
import { isReadWithContainer } from '../engine/scope.ts';
import { quote } from '../mapping/columns.ts';
import { assetsNamedSql } from '../mapping/namedAssets.ts';
import type { ListBound } from './listBounds.ts';
import type { Place, Rows, Writing } from './writing.ts';
import { NotCovered } from './notCovered.ts';
import { itemsWithin, sourceOf } from './rows.ts';

/** What is in a list, and the order that its links or edges give it, as SQL; null for that of its kind. */
export interface Listed {
  readonly source: Rows;
  readonly link: string | null;
}

/** The rows of a list of a row, by the field that names it, by the link table, whichever end states the links, or by who is a member. */
export function listedIn(w: Writing, field: Field, parent: Place): Listed {
  const members = memberListOf(parent.resource, field.name);
  if (members) return membersOf(w, field, members, parent);
  const own = ownLists[`${parent.resource.name}.${field.name}`];
  if (own) return own(w, field, parent);
  return field.storage === 'INVERSE' || field.storage === 'COMPUTED'
    ? childrenOf(w, field, parent)
    : linkedTo(w, field, parent);
}

/** All rows of a short list in its order, which is a clause of SQL. */
export function shortListOf(w: Writing, field: Field, parent: Place): Rows & { readonly order: string } {
  const { source, link } = listedIn(w, field, parent);
  const { resource, alias } = source.place;
  return { ...source, order: ` ORDER BY ${link ?? orderSql(defaultOrder(resource), alias, false)}` };
}

// Who holds a role, or which roles are held.
function membersOf(w: Writing, field: Field, list: MemberList, parent: Place): Listed {
  const edges = w.alias();
  const which = (alias: string): string => `${alias}."urn" = ${edges}.far`;
  const source = sourceOf(w, { resource: targetOf(field), which, within: null });
  const from = `(${membersSql(list, `= ${parent.alias}."urn"`, w.p)}) ${edges}, ${source.from}`;
  return { source: { ...source, from }, link: membersOrder(source.place.alias) };
}

/** Lists of single kinds, which neither links nor columns name. */
const ownLists: Readonly<Record<string, (w: Writing, field: Field, parent: Place) => Listed>> = {
  'Entity.assets': usedAssets,
  'WebhookTrigger.subscriptions': deliveredTo,
};

/** Items that may name assets. */
const namingKinds = ['ImageItem', 'LinkItem', 'MarkdownItem', 'TemplateItem', 'TextItem'];
const addressColumns = ['href', 'src', 'medium_src', 'large_src', 'value_string'];

// The assets that the items of a page name, and those that its pictures were made from, as the viewer is shown the items. They are in
// the order of the characters of their names. Resource reference 16.25.
function usedAssets(w: Writing, field: Field, page: Place): Listed {
  const { ImageItem } = page.resource.contract.kinds;
  const list = fieldOf(page.resource, 'images');
  if (!isReadWithContainer(targetOf(list), w.viewer)) throw new NotCovered();
  const items = (alias: string, kinds: readonly string[]): string =>
    itemsWithin(w, { field: list, kinds, columns: ['urn', ...addressColumns] }, page, alias);
  const [item, found, image] = [w.alias(), w.alias(), w.alias()];
  const named = `SELECT unnest(${assetsNamedSql(`${item}.`)}) FROM ${items(item, namingKinds)}`;
  const shown = { resource: ImageItem, alias: image, sees: String(seesEveryDraft(w.viewer)), above: null };
  const { source: files } = listedIn(w, fieldOf(ImageItem, 'files'), shown);
  const file = files.place.alias;
  const addresses = ['src', 'medium_src', 'large_src'].map((column) => `${image}."${column}"`).join(', ');
  const made =
    `SELECT ${file}."asset" FROM (SELECT ${found}.* FROM ${items(found, ['ImageItem'])}) ${image}, ${files.from}` +
    ` WHERE ${files.where} AND '${imagePath}' || ${file}."urn" IN (${addresses})`;
  const which = (alias: string): string => `${alias}."urn" = ANY(ARRAY(${named} UNION ${made}))`;
  const source = sourceOf(w, { resource: targetOf(field), which, within: null, isAnywhere: true });
  const { alias } = source.place;
  return { source, link: `${alias}."name" COLLATE "C", ${alias}."urn"` };
}

// The subscriptions that an event is delivered to.
function deliveredTo(w: Writing, field: Field, parent: Place): Listed {
  const delivery = w.alias();
  const which = (alias: string): string =>
    `${delivery}."trigger" = ${parent.alias}."urn" AND ${alias}."urn" = ${delivery}."subscription"`;
  const source = sourceOf(w, { resource: targetOf(field), which, within: null });
  const from = `"webhook_delivery" ${delivery}, ${source.from}`;
  return { source: { ...source, from }, link: `${delivery}."subscription"` };
}

// Rows whose column names the parent.
function childrenOf(w: Writing, field: Field, parent: Place): Listed {
  const target = targetOf(field);
  // Which rows they are is told by code.
  if (!field.inverse && !target.fieldByName.has('subjectUrn')) throw new NotCovered();
  const link = listedBy(field);
  if (isByShownValue(target, link)) throw new NotCovered();
  const which = (alias: string): string => isNamedSql(target, link, alias, `${parent.alias}."urn"`);
  const livesThere = target.container === link && !parent.isUndecided && isReadWithContainer(target, w.viewer);
  const source = sourceOf(w, { resource: target, which, within: livesThere ? parent : null });
  const above = parent.isUndecided ? null : { place: parent, link };
  return { source: { ...source, place: { ...source.place, above } }, link: null };
}

function linkedTo(w: Writing, field: Field, parent: Place): Listed {
  const target = targetOf(field);
  const isReverse = field.storage === 'INVERSE_LINKS';
  if ((field.storage !== 'LINKS' && !isReverse) || target.isItem) throw new NotCovered();
  const name = isReverse ? linkField(target, inverseOf(field)) : linkField(parent.resource, field);
  const [near, far] = isReverse ? ['to_urn', 'from_urn'] : ['from_urn', 'to_urn'];
  const link = w.alias();
  const which = (alias: string): string => `${alias}."urn" = ${link}."${far}"`;
  const source = sourceOf(w, { resource: target, which, within: null });
  const where = `${link}."${near}" = ${parent.alias}."urn" AND ${link}."field" = '${name}' AND ${source.where}`;
  return {
    source: { ...source, from: `"link" ${link}, ${source.from}`, where },
    link: `${link}."position", ${link}."${far}"`,
  };
}

/** The bound of a list or page below a row. */
export function boundOf(w: Writing, question: FieldQuestion | HistoryPart): ListBound {
  // `listBounds` has visited every one.
  return w.bounds.get(question) as ListBound;
}

/**
 * The elements (a subquery) as a JSON array. PostgreSQL gathers it in memory before it sends any of it: an array beyond the
 * bound ends the statement with a division by zero, which stands for nothing else here.
 * @param column of the elements, where the array is of its values instead of objects with all columns
 */
export function arraySql(w: Writing, elements: string, bound: ListBound | null, column: string | null = null): string {
  const [one, all] = [w.alias(), w.alias()];
  const element = column === null ? one : `${one}.${quote(column)}`;
  const gathered = `SELECT json_agg(${element}) AS "list", count(*) AS "size" FROM (${elements}) ${one}`;
  const size = bound
    ? ` WHERE 1 / (${all}."size" <= ${String(bound.rows)} AND coalesce(pg_column_size(${all}."list"), 0) <= ${String(bound.bytes)})::int = 1`
    : '';
  return `(SELECT coalesce(${all}."list", '[]'::json) FROM (${gathered}) ${all}${size})`;
}
