// Links as `{ urn, url }`, and addresses of histories as `{ url }`: what REST shows of what it does not spell out. They begin with a
// space, which tells them from rows when the objects of an answer are counted (engine/answeredObjects.ts).
import { pageLimits } from '../../contract/listQuery.ts';
import type { FieldQuestion } from '../../contract/question.ts';
import { historyUrlOf, targetOf, type Field } from '../../contract/resource.ts';
import { seesEveryDraft } from '../../domain/heldLabels.ts';
import { computedSql, hasComputedSql } from '../engine/computedSql.ts';
import { holds } from '../engine/scope.ts';
import { arraySql, boundOf, shortListOf } from './lists.ts';
import { NotCovered } from './notCovered.ts';
import { firstPageOf } from './pages.ts';
import { sourceOf } from './rows.ts';
import { columnSql, itemUrnSql, pathJsonSql, shallowLinkSql } from './values.ts';
import type { Place, Writing } from './writing.ts';

type ShallowQuestion = Extract<FieldQuestion, { readonly form: 'SHALLOW' }>;

/**
 * A link as an object, NULL for none; of a kind whose links are secret, and of a link that is computed, also where the viewer may not read
 * what it leads to.
 */
export function shallowSql(w: Writing, field: Field, place: Place): string {
  const computed = `${place.resource.name}.${field.name}`;
  const isComputed = field.storage === 'COMPUTED' && hasComputedSql(computed);
  if (field.storage !== 'COLUMN' && !isComputed) throw new NotCovered();
  const target = targetOf(field);
  const urn = isComputed ? computedSql(computed, place.alias) : columnSql(place, field.column);
  // The row above has been decided.
  if ((!target.isSecret && !isComputed) || place.above?.link === field) return shallowLinkSql(w, target, urn);
  const {
    from,
    where,
    place: there,
  } = sourceOf(w, {
    resource: target,
    which: (alias) => `${alias}."urn" = ${urn}`,
    within: null,
    isAnywhere: isComputed,
  });
  return `(SELECT ${shallowLinkSql(w, target, `${there.alias}."urn"`)} FROM ${from} WHERE ${where})`;
}

/** A list of links in its order: of a short list all, of a long one the first page. */
export function shallowListSql(w: Writing, question: ShallowQuestion, parent: Place): string {
  const { field } = question;
  const bound = field.isPaged ? null : boundOf(w, question);
  const { from, where, place, order } = field.isPaged ? firstPageOf(w, field, parent) : shortListOf(w, field, parent);
  const most = bound ? bound.rows + 1 : pageLimits.usual;
  const element = shallowLinkSql(w, place.resource, `${place.alias}."urn"`);
  const elements = `SELECT ${element} AS "link" FROM ${from} WHERE ${where}${order} LIMIT ${String(most)}`;
  return arraySql(w, elements, bound, 'link');
}

/** What was shown of the row. It is no row of the answer, and not counted as one. */
export function shownSql(w: Writing, place: Place): string {
  return `json_build_array('${place.resource.name}', ${itemUrnSql(place)}, ${seesDraftsSql(w, place)})`;
}

function seesDraftsSql({ viewer, p }: Writing, place: Place): string {
  const { resource, sees } = place;
  if (!resource.isItem || seesEveryDraft(viewer)) return sees;
  const held = holds({ resource, alias: 't' }, { viewer, label: 'READ_DRAFT' }, p);
  return `EXISTS (SELECT 1 FROM "item" t WHERE t."urn" = ${itemUrnSql(place)} AND ${held})`;
}

/** The address of the history of an item. */
export function addressOfHistorySql(w: Writing, place: Place): string {
  return `('{ "url":' || ${pathJsonSql(w, historyUrlOf(w, place.resource, ''), itemUrnSql(place))} || '}')::json`;
}
