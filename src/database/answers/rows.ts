// Where the rows of an answer come from: a relation, and the conditions under which the viewer may read what is in it, as
// scope.ts decides them. Viewers without READ_DRAFT are given the live values of liveRows.ts.
import { inverseOf, targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import { quote, storedFields } from '../mapping/columns.ts';
import { existsForReaders, isOfLivingPage, isShownAsItStands, itemColumn } from '../engine/liveRows.ts';
import { decideContent, holds, isDraft, readableWithinSql, readScopeSql } from '../engine/scope.ts';
import { effectiveLabels, seesEveryDraft } from '../../domain/heldLabels.ts';
import type { Place, Rows, Writing } from './writing.ts';

/** Which rows, and how they were reached. */
export interface Wanted {
  readonly resource: Resource;
  /** The condition that leads to them, of rows with that alias. */
  readonly which: (alias: string) => string;
  /** The row they live in, where the statement has decided about it and about them with it. */
  readonly within: Place | null;
  /** Whether they are named by what anybody may have written: of a kind without drafts, what everyone may VIEW is read in other tenants, too. */
  readonly isAnywhere?: boolean;
}

/** Reads rows of a kind. */
export function sourceOf(w: Writing, wanted: Wanted): Rows {
  const { resource } = wanted;
  const alias = w.alias();
  if (resource.isItem && !seesEveryDraft(w.viewer)) return itemsAsShown(w, wanted, alias);
  const from = `${quote(resource.table)} ${alias}`;
  const conditions = [wanted.which(alias), ...(resource.isItem ? [ofKind(resource, alias)] : [])];
  const rows = (sees: string, more: string, relation = from): Rows => ({
    from: relation,
    where: [...conditions, more].join(' AND '),
    place: { resource, alias, sees, above: null },
  });
  const draft = seesEveryDraft(w.viewer) ? null : isDraft(resource, alias);
  if (draft === null) return rows('true', readable(w, wanted, alias));
  if (effectiveLabels(w.viewer, 'READ_DRAFT').length === 0)
    return rows('false', `${readable(w, wanted, alias)} AND NOT (${draft})`);
  // Decided once for each row, however many of its fields depend on it.
  const { selected, reads, sees } = decideContent({ resource, alias }, w.viewer, w.alias(), w.p);
  const within = wanted.within ? readable(w, wanted, alias) : `${existsForReaders(resource, alias)} AND ${reads()}`;
  return rows(sees, `${within} AND (NOT (${draft}) OR ${sees})`, `${from} CROSS JOIN LATERAL ${selected}`);
}

function readable({ viewer, p }: Writing, { resource, within, isAnywhere = false }: Wanted, alias: string): string {
  if (within) return readableWithinSql(resource, alias, viewer, p);
  const isBeyond = isAnywhere && isDraft(resource, alias) === null;
  return readScopeSql(resource, alias, accessScope(viewer, resource.labels.read, isBeyond), p);
}

const ofKind = (resource: Resource, alias: string): string => `${alias}."kind" = '${resource.name}'`;

// Items that are live as they stand or whose drafts the viewer sees; and of all others the live values.
function itemsAsShown(w: Writing, wanted: Wanted, alias: string): Rows {
  const { resource } = wanted;
  const shown = shownItems(w, wanted, null);
  const columns = columnsSql(
    resource,
    storedFields(resource).map(({ column }) => column),
  );
  // What lives in an item are its files, which are decided for themselves.
  return {
    from: `(SELECT ${columns} FROM ${shown}) ${alias}`,
    where: 'true',
    place: { resource, alias, sees: 'false', above: null },
  };
}

// The columns of items as they are shown, of rows of `shownItems`.
function columnsSql(resource: Resource, columns: readonly string[]): string {
  return columns.map((column) => `${itemColumn(resource, column)} AS ${quote(column)}`).join(', ');
}

/** Which items of a row: those of these kinds, of which `field` is one list; and which of their columns are read. */
interface WantedItems {
  readonly field: Field;
  readonly kinds: readonly string[];
  readonly columns: readonly string[];
}

/**
 * The items of the row that the viewer is shown, as `item`, for a FROM clause with its conditions. Items of every kind are decided alike,
 * with the row (`isReadWithContainer`).
 */
export function itemsWithin(w: Writing, { field, kinds, columns }: WantedItems, place: Place, item: string): string {
  const resource = targetOf(field);
  const some = `IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  const which = (alias: string): string => `${alias}.${quote(inverseOf(field).column)} = ${place.alias}."urn"`;
  if (seesEveryDraft(w.viewer))
    return `"item" ${item} WHERE ${which(item)} AND ${item}."kind" ${some} AND ${readableWithinSql(resource, item, w.viewer, w.p)}`;
  const shown = shownItems(w, { resource, which, within: place }, `i."kind" ${some}`);
  return `(SELECT ${columnsSql(resource, columns)} FROM ${shown}) ${item}`;
}

// Items `i` that the viewer is shown, for a FROM clause with its conditions: of one kind or, of what lives in a row, of those that
// `kinds` (SQL) says.
function shownItems(w: Writing, { resource, which, within }: Wanted, kinds: string | null): string {
  const { viewer, p } = w;
  const rows = { resource, alias: 'i' };
  const decision = within ? null : decideContent(rows, viewer, 'd', p);
  const held = { isOnSelf: true, isOfOneKind: kinds === null };
  const own = within && holds(rows, { viewer, label: 'READ_DRAFT' }, p, held);
  const sees = [decision?.sees, within?.sees, own].filter((one) => typeof one === 'string').join(' OR ');
  const where = [
    which('i'),
    kinds ?? ofKind(resource, 'i'),
    decision?.reads() ?? 'true',
    `CASE WHEN b."behind" THEN v."urn" IS NOT NULL AND (i."deleted_timestamp" IS NULL OR ${isOfLivingPage('l')})` +
      ` ELSE i."deleted_timestamp" IS NULL END`,
  ];
  // Decided once for each row, however many of its fields depend on it. Nothing is looked up for an item that is shown as
  // it stands: a condition beside the key would be checked afterwards.
  return (
    `"item" i${decision ? ` CROSS JOIN LATERAL ${decision.selected}` : ''}` +
    ` CROSS JOIN LATERAL (SELECT NOT (${isShownAsItStands('i')} AND i."deleted_timestamp" IS NULL OR ${sees}) AS "behind" OFFSET 0) b` +
    ` LEFT JOIN "item_live" l ON l."item_urn" = CASE WHEN b."behind" THEN i."urn" END AND l."until_timestamp" IS NULL` +
    ` LEFT JOIN "item_value" v ON v."urn" = l."entry" WHERE ${where.join(' AND ')}`
  );
}
