// How a field's value looks once it is read from storage, in terms every face understands.
import type { Field } from '../resource.ts';

/** The forms a value is held in. */
export type StoredType = 'TEXT' | 'BOOLEAN' | 'NUMBER' | 'JSON';

/** The form in which a stored field's (element) value is held in a row. */
export function storedType(field: Field): StoredType {
  if (field.typeClass === 'OBJECT' || field.typeName === 'JSON') return 'JSON';
  if (field.typeName === 'Boolean') return 'BOOLEAN';
  return field.typeName === 'Int' || field.typeName === 'Float' ? 'NUMBER' : 'TEXT';
}
