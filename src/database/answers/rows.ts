// Where the rows of an answer come from: what the viewer may read of a kind, as it is shown them (shownRows.ts), and the conditions that
// lead to them.
import { inverseOf, targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import { quote } from '../mapping/columns.ts';
import { isDraft } from '../engine/scope.ts';
import { shownRows } from '../engine/shownRows.ts';
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
export function sourceOf(w: Writing, { resource, which, within, isAnywhere = false }: Wanted): Rows {
  const alias = w.alias();
  const isBeyond = isAnywhere && isDraft(resource, alias) === null;
  const scope = accessScope(w.viewer, resource.labels.read, isBeyond);
  const { from, where, sees } = shownRows({ resource, scope, alias, within }, w.p);
  return { from, where: `${which(alias)} AND ${where}`, place: { resource, alias, sees, above: null } };
}

/** A row that the viewer has made. Nothing is decided about it: what lives in it is shown to whoever may read that by itself. */
export function madeRow(w: Writing, resource: Resource, which: (alias: string) => string): Rows {
  const alias = w.alias();
  const kind = resource.isItem ? ` AND ${alias}."kind" = '${resource.name}'` : '';
  return {
    from: `${quote(resource.table)} ${alias}`,
    where: `${which(alias)} AND ${alias}."deleted_timestamp" IS NULL${kind}`,
    place: { resource, alias, sees: 'true', above: null, isUndecided: true },
  };
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
  const link = inverseOf(field).column;
  const { from, where } = shownRows(
    {
      ...{ resource, alias: item, within: place, scope: accessScope(w.viewer, resource.labels.read) },
      kinds: `IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`,
      columns: [...new Set([...columns, link])],
    },
    w.p,
  );
  return `${from} WHERE ${item}.${quote(link)} = ${place.alias}."urn" AND ${where}`;
}
