// The values that an item had, as rows of an answer: one by its own urn, or a page of all of them, newest first. Item history objects;
// resource reference 3.3.
import type { HistoryPart, RowQuestion } from '../../contract/question.ts';
import { historyUrlOf, type Resource } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import { effectiveLabels, seesEveryDraft } from '../../domain/heldLabels.ts';
import { entryColumns, entryFrom } from '../engine/itemEntry.ts';
import { inScope } from '../engine/scope.ts';
import { shownEntries } from '../engine/shownRows.ts';
import { asOfHole, hasAsOf, listWithHoles } from './inputs.ts';
import { boundOf } from './lists.ts';
import { NotCovered } from './notCovered.ts';
import { limitOf, pageSql } from './pages.ts';
import { sourceOf } from './rows.ts';
import { itemUrnSql, keySql } from './values.ts';
import type { Place, Rows, Writing } from './writing.ts';

const columns = (resource: Resource): string =>
  `v."item_urn", t."tenant", t."owner", ${entryColumns(resource.contract)}`;

/** Entries of items of that kind. `which` is the condition that leads to them. */
export function entriesOf(w: Writing, resource: Resource, which: (alias: string) => string): Rows {
  const alias = w.alias();
  const scope = accessScope(w.viewer, resource.labels.read);
  return {
    from: shownEntries({ resource, scope, alias, which: which('v') }, w.p),
    where: 'true',
    place: { resource, alias, sees: 'true', above: null, isEntry: true },
  };
}

/**
 * The history of the item that the row is, or is an entry of. A page of it needs READ_DRAFT: without, the statement ends with the
 * logarithm of zero, which stands for nothing else, and the refusal is told on another way.
 */
export function historySql(w: Writing, parts: readonly HistoryPart[], place: Place): string {
  const selected = parts.map((part) => `${partSql(w, part, place)} AS ${keySql(part.key)}`);
  const needsDrafts = parts.some(({ form }) => form === 'PAGE') && !seesEveryDraft(w.viewer);
  const guard = needsDrafts ? ` WHERE ln((${seesDraftsSql(w, place)})::int) = 0` : '';
  const history = w.alias();
  return `(SELECT row_to_json(${history}) FROM (SELECT ${selected.join(', ')}) ${history}${guard})`;
}

function seesDraftsSql({ viewer, p }: Writing, place: Place): string {
  if (effectiveLabels(viewer, 'READ_DRAFT').length === 0) throw new NotCovered();
  const drafts = inScope(place.resource, 't', accessScope(viewer, 'READ_DRAFT'), p);
  return `EXISTS (SELECT 1 FROM "item" t WHERE t."urn" = ${itemUrnSql(place)} AND ${drafts})`;
}

function partSql(w: Writing, part: HistoryPart, place: Place): string {
  switch (part.form) {
    case 'TYPE':
      return `'${part.typeName}'::text`;
    case 'URL':
      return `(${w.p.add(historyUrlOf(w, place.resource, ''), 'text')} || ${itemUrnSql(place)})`;
    case 'NOW':
      return itemSql(w, part.row, place);
    case 'PAGE':
      return pageOfHistory(w, part, place);
  }
}

function itemSql(w: Writing, row: RowQuestion, place: Place): string {
  const which = (alias: string): string => `${alias}."urn" = ${itemUrnSql(place)}`;
  const rows = place.isEntry
    ? sourceOf(w, { resource: place.resource, which, within: null })
    : { from: '', where: '', place };
  const one = w.alias();
  return `(SELECT row_to_json(${one}) FROM (${w.rowsSql(row, rows, '')}) ${one})`;
}

function pageOfHistory(w: Writing, part: Extract<HistoryPart, { readonly form: 'PAGE' }>, place: Place): string {
  const { page } = part;
  const query = listWithHoles(w.inputs, page.input);
  const until = hasAsOf(w.inputs, page.input)
    ? ` AND v."created_timestamp" <= ${w.p.add(asOfHole(page.input), 'timestamptz')}`
    : '';
  const where = ` WHERE v."item_urn" = ${itemUrnSql(place)} AND NOT v."is_tombstone"${until}`;
  const beyond = (['after', 'before'] as const).flatMap((end) => {
    const [version] = query[end] ?? [];
    return version === undefined
      ? []
      : [` AND v."version" ${end === 'after' ? '<' : '>'} ${w.p.add(version, 'bigint')}`];
  });
  const order = ` ORDER BY v."version"${query.isBackward ? '' : ' DESC'} LIMIT ${limitOf(page, query)}`;
  return pageSql(w, {
    page,
    query,
    found: `SELECT ${columns(place.resource)} FROM ${entryFrom}${where}${beyond.join('')}${order}`,
    table: w.alias(),
    sees: 'true',
    counted: { from: [`"item_value" v${where}`], alias: 'v' },
    bound: boundOf(w, part),
    above: null,
    isEntry: true,
  });
}
