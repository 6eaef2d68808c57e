// Value objects as an answer shows them: with the selected members, and with the rows that their links lead to.
import type { FieldQuestion, MemberQuestion } from '../../contract/question.ts';
import { targetOf, type Field } from '../../contract/resource.ts';
import { leadsOn } from './listBounds.ts';
import { arraySql, boundOf } from './lists.ts';
import { sourceOf } from './rows.ts';
import { aggregatedSql, columnSql, isWriter, keptElementsSql, keySql, memberSql } from './values.ts';
import type { Place, Writing } from './writing.ts';

type ObjectQuestion = Extract<FieldQuestion, { readonly form: 'OBJECT' }>;

/** The value objects of a field with the selected members. */
export function objectSql(w: Writing, question: ObjectQuestion, place: Place): string {
  const { field, members } = question;
  if (field.isTransient && !isWriter(place, field)) return 'NULL::text';
  const column = objectColumnSql(w, field, place);
  const one = w.alias();
  const kept = field.isList || isMade(field) ? `${one}."value"` : column;
  const selected = members.map((member) => `${memberOfSql(w, member, kept, place)} AS ${keySql(member.key)}`);
  const select = `SELECT ${selected.join(', ')}`;
  if (field.isList) {
    const from = `${keptElementsSql(field, column)} ${one}("value", "at")`;
    return arraySql(w, `${select} FROM ${from} ORDER BY ${one}."at"`, leadsOn(question) ? boundOf(w, question) : null);
  }
  // What is made is made once for all members.
  const from = isMade(field) ? ` FROM (SELECT ${column} AS "value" OFFSET 0) ${one}` : '';
  return oneSql(w, `${select}${from} WHERE ${kept} IS NOT NULL`);
}

const isMade = ({ storage, isTransient }: Field): boolean => storage === 'COMPUTED' && !isTransient;

function objectColumnSql(w: Writing, field: Field, place: Place): string {
  if (field.isTransient) return columnSql(place, field.name);
  return isMade(field) ? aggregatedSql(w, place, field) : columnSql(place, field.column);
}

function memberOfSql(w: Writing, question: MemberQuestion, kept: string, { resource }: Place): string {
  if (question.form === 'TYPE') return `'${question.typeName}'::text`;
  const { member } = question;
  if (question.form === 'MEMBER') return memberSql(w, kept, { contract: resource.contract, member, isNumber: false });
  const which = (alias: string): string => `${alias}."urn" = (${kept}->>'${member.name}')::uuid`;
  const rows = sourceOf(w, { resource: targetOf(member), which, within: null });
  return oneSql(w, w.rowsSql(question.row, rows, ''));
}

function oneSql(w: Writing, select: string): string {
  const one = w.alias();
  return `(SELECT row_to_json(${one}) FROM (${select}) ${one})`;
}
