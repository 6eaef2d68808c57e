// The bodies of a kind as a question that one statement answers (engine/listText.ts): what represent.ts makes of rows, in the words
// of contract/question.ts. `test/feature/textPlanOfRest.test.ts` holds the two equal.
import { LRUCache } from 'lru-cache';
import type { FieldQuestion, RowQuestion } from '../../contract/question.ts';
import { isPlainObject } from '../../contract/fieldGroups.ts';
import { targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { isLinkBySql, isWrittenBySql } from '../../engine/fields.ts';
import { isShown } from './represent.ts';
import type { Shape } from '../request/shape.ts';

/** The place of the embedded pages among the inputs of a list. */
const embeddedInput = 1;

// Statements are kept with the question they answer: the same question is put again.
const questions = new WeakMap<Resource, LRUCache<string, { readonly row: RowQuestion | null }>>();
const mostQuestions = 50;

/** The question; null for what no statement answers. Links in full are followed one level after the other, and never asked for. */
export function bodyQuestion(resource: Resource, shape: Shape): RowQuestion | null {
  if (shape.expand.size > 0) return null;
  const known = questions.get(resource) ?? new LRUCache({ max: mostQuestions });
  questions.set(resource, known);
  const name = shape.fields === null ? '*' : [...shape.fields].sort().join();
  const kept = known.get(name) ?? { row: rowQuestion(resource, shape, { parentField: null, isInside: false }) };
  known.set(name, kept);
  return kept.row;
}

interface Standing {
  /** The field that led here from the parent, which is left out; lists below it stay shallow. Null at the top. */
  readonly parentField: string | null;
  /** Whether the row stands in another one. */
  readonly isInside: boolean;
}

function rowQuestion(resource: Resource, shape: Shape, standing: Standing): RowQuestion | null {
  const shown = resource.restFields.filter((field) => isShown(field, shape, standing));
  const fields = shown.flatMap((field) => fieldQuestion(resource, field, shape, standing) ?? []);
  return fields.length === shown.length ? { resource, fields } : null;
}

function fieldQuestion(resource: Resource, field: Field, shape: Shape, standing: Standing): FieldQuestion | null {
  const key = field.rest.name;
  const value: FieldQuestion = { form: 'VALUE', key, field };
  if (field.isWriteOnly || field.name === 'url') return value;
  if (field.typeClass === 'HISTORY') return { form: 'ADDRESS', key };
  if (field.rest.isNewestPage) {
    const row = standing.isInside ? null : rowQuestion(targetOf(field), whole, { parentField: null, isInside: true });
    return row && { form: 'EMBEDDED', key, pagination: 'pagination', field, row, input: embeddedInput };
  }
  switch (field.storage) {
    case 'LINKS':
    case 'INVERSE_LINKS':
      return { form: 'SHALLOW', key, field };
    case 'INVERSE':
      return childrenQuestion(field, standing);
    case 'COMPUTED':
      if (isLinkBySql(resource, field)) return { form: 'SHALLOW', key, field };
      return isWrittenBySql(resource, field) ? value : null;
    case 'COLUMN':
      if (field.typeClass === 'OBJECT') return isPlainObject(field) ? { ...value, isNumber: true } : null;
      if (field.typeClass === 'LINK' && !field.rest.isUrnOnly) return { form: 'SHALLOW', key, field };
      return field.typeName === 'Long' ? { ...value, isNumber: true } : value;
  }
}

function childrenQuestion(field: Field, { parentField }: Standing): FieldQuestion | null {
  const key = field.rest.name;
  if (field.isPaged || parentField !== null) return { form: 'SHALLOW', key, field };
  const row = rowQuestion(targetOf(field), whole, { parentField: field.inverseOf, isInside: true });
  return row && { form: 'LIST', key, field, row, names: null };
}

const whole: Shape = { fields: null, expand: new Map() };
