// Groups of a kind's fields: those that writes handle in the same way, and those that lists are ordered by.
import { onceFor } from '../domain/once.ts';
import type { Field, Resource } from './resource.ts';
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

/** Whether a field holds a value object that is answered as it is kept: no member of it leads elsewhere or has a form of its own. */
export function isPlainObject(field: Field): boolean {
  return field.storage === 'COLUMN' && hasPlainMembers(field);
}

/** The same of a value object that is in no column of its row. */
export function hasPlainMembers({ object, isTransient, storage, isList }: Field): boolean {
  if (object === null || (storage !== 'COLUMN' && !isTransient) || isList) return false;
  return object.fields.every(
    (member) =>
      (member.typeClass === 'ENUM' || (member.typeClass === 'SCALAR' && !['Long', 'URL'].includes(member.typeName))) &&
      !member.isList &&
      !member.isComputed,
  );
}
