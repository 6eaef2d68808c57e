// Where the rows of an answer come from: a relation, and the conditions under which the viewer may read what is in it, as
// scope.ts decides them. Viewers without READ_DRAFT are given the live values of liveRows.ts.
import type { Resource } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import { quote, storedFields } from '../mapping/columns.ts';
import { existsFor, isShownAsItStands, itemColumn } from '../engine/liveRows.ts';
import { holds, isDraft, itemsInScope, readableWithinSql, readScopeSql } from '../engine/scope.ts';
import { seesEveryDraft } from '../../domain/heldLabels.ts';
import type { Place, Rows, Writing } from './writing.ts';

/** Which rows, and how they were reached. */
export interface Wanted {
  readonly resource: Resource;
  /** The condition that leads to them, of rows with that alias. */
  readonly which: (alias: string) => string;
  /** The row they live in, where the statement has decided about it and about them with it. */
  readonly within: Place | null;
}

/** Reads rows of a kind. */
export function sourceOf(w: Writing, wanted: Wanted): Rows {
  const { resource } = wanted;
  const alias = w.alias();
  if (resource.isItem && !seesEveryDraft(w.viewer)) return itemsAsShown(w, wanted, alias);
  const conditions = [wanted.which(alias), readable(w, wanted, alias)];
  if (resource.isItem) conditions.push(ofKind(resource, alias));
  const from = `${quote(resource.table)} ${alias}`;
  const draft = seesEveryDraft(w.viewer) ? null : isDraft(resource, alias);
  const held = draft === null ? 'true' : holds({ resource, alias }, { viewer: w.viewer, label: 'READ_DRAFT' }, w.p);
  if (draft === null || held === 'true')
    return { from, where: conditions.join(' AND '), place: { resource, alias, sees: 'true' } };
  if (held === 'false') {
    conditions.push(`NOT (${draft})`);
    return { from, where: conditions.join(' AND '), place: { resource, alias, sees: 'false' } };
  }
  // Decided once for each row, however many of its fields depend on it.
  const decision = w.alias();
  const sees = `${decision}."sees"`;
  conditions.push(`(NOT (${draft}) OR ${sees})`);
  return {
    from: `${from} CROSS JOIN LATERAL (SELECT ${held} AS "sees" OFFSET 0) ${decision}`,
    where: conditions.join(' AND '),
    place: { resource, alias, sees },
  };
}

function readable({ viewer, p }: Writing, { resource, within }: Wanted, alias: string): string {
  if (within) return readableWithinSql(resource, alias, viewer, p);
  return readScopeSql(resource, alias, accessScope(viewer, resource.labels.read), p);
}

const ofKind = (resource: Resource, alias: string): string => `${alias}."kind" = '${resource.name}'`;

// Items that are live as they stand or whose drafts the viewer sees; and of all others the live values.
function itemsAsShown(w: Writing, wanted: Wanted, alias: string): Rows {
  const { resource } = wanted;
  const shown = shownItems(w, wanted, ofKind(resource, 'i'));
  const columns = columnsSql(
    resource,
    storedFields(resource).map(({ column }) => column),
  );
  // What lives in an item are its files, which are decided for themselves.
  return {
    from: `(SELECT ${columns} FROM ${shown}) ${alias}`,
    where: 'true',
    place: { resource, alias, sees: 'false' },
  };
}

/** The columns of items as they are shown, of rows of `shownItems`. */
export function columnsSql(resource: Resource, columns: readonly string[]): string {
  return columns.map((column) => `${itemColumn(resource, column)} AS ${quote(column)}`).join(', ');
}

/** Items `i` that the viewer is shown, for a FROM clause with its conditions; `kinds` says of which kinds, as SQL. */
export function shownItems(w: Writing, wanted: Wanted, kinds: string): string {
  const { resource, within } = wanted;
  const held = holds({ resource, alias: 'i' }, { viewer: w.viewer, label: 'READ_DRAFT' }, w.p, {
    isWithin: within !== null,
  });
  const sees = within && within.sees !== 'false' ? `(${within.sees} OR ${held})` : held;
  const exists = within
    ? existsFor('i', sees)
    : itemsInScope(resource, 'i', accessScope(w.viewer, resource.labels.read), w.p);
  const where = [wanted.which('i'), kinds, exists, `(s."stands" OR v."urn" IS NOT NULL)`];
  // Decided once for each row, however many of its fields depend on it. Nothing is looked up for an item that is shown as
  // it stands: a condition beside the key would be checked afterwards.
  return (
    `"item" i CROSS JOIN LATERAL (SELECT (i."deleted_timestamp" IS NULL AND (${isShownAsItStands('i')} OR ${sees})) AS "stands" OFFSET 0) s` +
    ` LEFT JOIN "item_live" l ON l."item_urn" = CASE WHEN NOT s."stands" THEN i."urn" END AND l."until_timestamp" IS NULL` +
    ` LEFT JOIN "item_value" v ON v."urn" = l."entry" WHERE ${where.join(' AND ')}`
  );
}
