// Links as `{ urn, url }`, and addresses of histories as `{ url }`: what REST shows of what it does not spell out. They begin with a
// space, which tells them from rows when the objects of an answer are counted (engine/answeredObjects.ts).
import { defaultOrder, pageLimits } from '../../contract/listQuery.ts';
import type { FieldQuestion } from '../../contract/question.ts';
import { historyUrlOf, targetOf, urlOf, type Field, type Resource } from '../../contract/resource.ts';
import { computedSql, hasComputedSql } from '../engine/computedSql.ts';
import { orderSql } from '../engine/listStatement.ts';
import { arraySql, boundOf, listedIn } from './lists.ts';
import { NotCovered } from './notCovered.ts';
import { sourceOf } from './rows.ts';
import { columnSql, itemUrnSql } from './values.ts';
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
  if ((!target.isSecret && !isComputed) || place.above?.link === field) return linkSql(w, target, urn);
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
  return `(SELECT ${linkSql(w, target, `${there.alias}."urn"`)} FROM ${from} WHERE ${where})`;
}

/** A list of links in its order: of a short list all, of a long one the first page. */
export function shallowListSql(w: Writing, question: ShallowQuestion, parent: Place): string {
  const { field } = question;
  const { source, link } = listedIn(w, field, parent);
  const { from, where, place } = source;
  const bound = field.isPaged ? null : boundOf(w, question);
  const byKey = orderSql(defaultOrder(place.resource), place.alias, false);
  const order = field.isPaged ? byKey : (link ?? byKey);
  const most = bound ? bound.rows + 1 : pageLimits.usual;
  const element = linkSql(w, place.resource, `${place.alias}."urn"`);
  const elements = `SELECT ${element} AS "link" FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${String(most)}`;
  return arraySql(w, elements, bound, 'link');
}

/** The address of the history of an item. */
export function addressOfHistorySql(w: Writing, place: Place): string {
  return `('{ "url":' || ${addressSql(w, historyUrlOf(w, place.resource, ''), itemUrnSql(place))} || '}')::json`;
}

function linkSql(w: Writing, resource: Resource, urn: string): string {
  return `('{ "urn":"' || ${urn} || '","url":' || ${addressSql(w, urlOf(w, resource, ''), urn)} || '}')::json`;
}

// As a JSON string.
function addressSql({ p }: Writing, path: string, urn: string): string {
  return `${p.add(JSON.stringify(path).slice(0, -1), 'text')} || ${urn} || '"'`;
}
