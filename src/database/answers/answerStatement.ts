// The door of this room: one question of one viewer as one statement, whose answer is the JSON text that the caller is
// sent. Every row in it is decided by the predicates of scope.ts, in the statement itself. What cannot be said is not
// covered, and the question is answered by the loaders (engine/loaders.ts) instead.
import type { FieldQuestion, Question, RootQuestion, RowQuestion } from '../../contract/question.ts';
import { fieldOf, targetOf, type Field, type Resource } from '../../contract/resource.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { linkField, orderSql } from '../engine/listStatement.ts';
import { defaultOrder } from '../engine/resourceStore.ts';
import { isReadWithContainer } from '../engine/scope.ts';
import { quote } from '../mapping/columns.ts';
import { sourceOf, type Source } from './rows.ts';
import { columnSql, valueSql } from './values.ts';
import { NotCovered } from './notCovered.ts';
import { startWriting, type Place, type Writing } from './writing.ts';

/** A statement as it is written: `values` holds an `InputHole` for each input of the question. */
export interface AnswerText {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Stands for one input of a question among the values of its statement. */
export class InputHole {
  readonly input: number;

  constructor(input: number) {
    this.input = input;
  }

  /** What tells one hole from another and from values. */
  toJSON(): string {
    return `\u0000input ${String(this.input)}`;
  }
}

/** The row that the statement answers with has one column of this name. */
export const answerColumn = 'answer';

/** The statement of a question for a viewer; null when it is not covered. */
export function writeAnswer(question: Question, viewer: Viewer, baseUrl: string): AnswerText | null {
  try {
    const w = startWriting(question, viewer, baseUrl);
    const roots = question.roots.map((root) => `${rootSql(w, root)} AS ${keySql(root.key)}`);
    const text = `SELECT row_to_json(answer)::text AS "${answerColumn}" FROM (SELECT ${roots.join(', ')}) answer`;
    return { text, values: w.p.values };
  } catch (error) {
    if (error instanceof NotCovered) return null;
    throw error;
  }
}

function rootSql(w: Writing, root: RootQuestion): string {
  if (root.form === 'TYPE') return typeSql(root.typeName);
  const urn = w.p.add(new InputHole(root.input), 'uuid');
  const which = (alias: string): string => `${alias}."urn" = ${urn}`;
  const source = sourceOf(w, { resource: root.row.resource, which, within: null });
  return oneSql(w, root.row, source);
}

type AskedList = Extract<FieldQuestion, { readonly form: 'LIST' }>;

const typeSql = (name: string): string => `'${name}'::text`;

// PostgreSQL cuts longer names.
function keySql(key: string): string {
  if (key.length > 63) throw new NotCovered();
  return quote(key);
}

// One row as a JSON object; NULL for none.
function oneSql(w: Writing, row: RowQuestion, { from, where, place }: Source): string {
  const one = w.alias();
  return `(SELECT row_to_json(${one}) FROM (SELECT ${fieldsSql(w, row, place)} FROM ${from} WHERE ${where}) ${one})`;
}

function fieldsSql(w: Writing, row: RowQuestion, place: Place): string {
  return row.fields.map((field) => `${fieldSql(w, field, place)} AS ${keySql(field.key)}`).join(', ');
}

function fieldSql(w: Writing, asked: FieldQuestion, place: Place): string {
  switch (asked.form) {
    case 'TYPE':
      return typeSql(asked.typeName);
    case 'VALUE':
      return valueSql(w, place, asked.field);
    case 'LINK':
      return linkSql(w, asked.field, asked.row, place);
    case 'LIST':
      return listSql(w, asked, place);
  }
}

// A link to what may not be read is null; a field that is never null cannot be answered so.
function linkSql(w: Writing, field: Field, row: RowQuestion, place: Place): string {
  if (field.storage !== 'COLUMN' || field.isNonNull) throw new NotCovered();
  const urn = columnSql(place, field.column);
  const which = (alias: string): string => `${alias}."urn" = ${urn}`;
  return oneSql(w, row, sourceOf(w, { resource: targetOf(field), which, within: null }));
}

function listSql(w: Writing, asked: AskedList, place: Place): string {
  const { field, row } = asked;
  const bound = w.bounds.get(asked);
  if (!bound) throw new NotCovered();
  const { source, order } = field.storage === 'INVERSE' ? childrenOf(w, field, place) : linked(w, field, place);
  const [listed, all] = [w.alias(), w.alias()];
  const fields = fieldsSql(w, row, source.place);
  const rows = `SELECT ${fields} FROM ${source.from} WHERE ${source.where} ORDER BY ${order} LIMIT ${String(bound.rows + 1)}`;
  return (
    `(SELECT coalesce(${all}."list", '[]'::json) FROM (SELECT json_agg(${listed}) AS "list", count(*) AS "size" FROM (${rows}) ${listed}) ${all}` +
    ` WHERE ${within(`${all}."size" <= ${String(bound.rows)} AND coalesce(octet_length(${all}."list"::text), 0) <= ${String(bound.bytes)}`)})`
  );
}

// PostgreSQL gathers a list in memory before it sends any of it. One that is larger than its share ends the statement with
// a division by zero, which stands for no error of anything else here.
const within = (condition: string): string => `1 / (${condition})::int = 1`;

interface Ordered {
  readonly source: Source;
  readonly order: string;
}

// Rows whose column names the parent, in the order of their kind.
function childrenOf(w: Writing, field: Field, parent: Place): Ordered {
  const target = targetOf(field);
  const link = fieldOf(target, field.inverseOf ?? '');
  if (link.storage !== 'COLUMN') throw new NotCovered();
  const which = (alias: string): string => `${alias}.${quote(link.column)} = ${parent.alias}."urn"`;
  const livesThere = target.container === link && isReadWithContainer(target, w.viewer);
  const source = sourceOf(w, { resource: target, which, within: livesThere ? parent : null });
  return { source, order: orderSql(defaultOrder(target), source.place.alias, false) };
}

// Rows that the list of links of either end names, in the order they were given.
function linked(w: Writing, field: Field, parent: Place): Ordered {
  const target = targetOf(field);
  const isReverse = field.storage === 'INVERSE_LINKS';
  if (field.storage !== 'LINKS' && !isReverse) throw new NotCovered();
  const name = isReverse
    ? linkField(target, fieldOf(target, field.inverseOf ?? ''))
    : linkField(holder(parent.resource, field), field);
  const [near, far] = isReverse ? ['to_urn', 'from_urn'] : ['from_urn', 'to_urn'];
  const link = w.alias();
  const which = (alias: string): string => `${alias}."urn" = ${link}."${far}"`;
  const source = sourceOf(w, { resource: target, which: target.isItem ? () => 'true' : which, within: null });
  const where = `${link}."${near}" = ${parent.alias}."urn" AND ${link}."field" = '${name}' AND ${which(source.place.alias)} AND ${source.where}`;
  return {
    source: { ...source, from: `"link" ${link}, ${source.from}`, where },
    order: `${link}."position", ${link}."${far}"`,
  };
}

function holder(resource: Resource, field: Field): Resource {
  if (resource.fieldByName.get(field.name) !== field) throw new NotCovered();
  return resource;
}
