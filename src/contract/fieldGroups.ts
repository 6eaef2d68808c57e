// Groups of a kind's fields: those that writes handle in the same way, and those that lists are ordered by.
import { onceFor } from '../domain/once.ts';
import { fieldOf, targetOf, type Field, type Resource } from './resource.ts';
import { sortableItems } from './listedItems.ts';
import { isSortable } from './listQuery.ts';

/** Whether children of this field are sent inside the parent. */
export function isChildList(field: Field): boolean {
  return field.storage === 'INVERSE' && !field.isPaged && !field.isReadOnly;
}

/** The fields whose values stand in the link table. */
export function linkLists(resource: Resource): Field[] {
  return resource.fields.filter(({ storage }) => storage === 'LINKS' || storage === 'INVERSE_LINKS');
}

/** The single links that a kind keeps in its rows. */
export function linkColumns(resource: Resource): Field[] {
  return resource.fields.filter((f) => f.typeClass === 'LINK' && f.storage === 'COLUMN');
}

/** Whether a resource cannot be without what the link names, or is moved by it. */
export function isHeldLink(field: Field): boolean {
  return field.isRequired || field.access === 'MOVE';
}

/** The field by which the rows of a list name the row that holds it. Permissions name the role that they are granted to by a field that is no link. */
export function listedBy(list: Field): Field {
  return list.inverse ?? fieldOf(targetOf(list), 'subjectUrn');
}

/** `createdTimestamp` as an enum member: `CREATED_TIMESTAMP`. */
export function orderMember(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Enum member to the name of a field, or of a field that picks an item, for one kind. */
export const orderNames = onceFor((resource: Resource): ReadonlyMap<string, string> => {
  const names = [...resource.fields.filter(isSortable).map(({ name }) => name), ...sortableItems(resource).keys()];
  return new Map(names.map((name) => [orderMember(name), name]));
});

/** Where a kind keeps who wrote it or an item of it last, and when: fields that follow without a new version. Null for most kinds. */
export function lastEditOf({ fieldByName }: Resource): { readonly time: Field; readonly by: Field } | null {
  const [time, by] = [fieldByName.get('lastEditedTimestamp'), fieldByName.get('lastEditedBy')];
  return time && by ? { time, by } : null;
}

/** Whether a field holds a value object, or a list of them, whose members are all plain. */
export function isPlainObject({ storage, object }: Field): boolean {
  return storage === 'COLUMN' && object !== null && object.fields.every(isPlainMember);
}

/** Whether a member of a value object leads nowhere, holds no objects, and is kept; or is the address of what the object names. */
export function isPlainMember({ name, typeClass, typeName, isComputed }: Field): boolean {
  if (isComputed) return name === 'url';
  return typeClass === 'ENUM' || (typeClass === 'SCALAR' && typeName !== 'URL');
}
