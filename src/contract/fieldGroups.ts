// Groups of a kind's fields that writes handle in the same way.
import type { Field, Resource } from './resource.ts';

/** Whether children of this field are sent inside the parent. */
export function isChildList(field: Field): boolean {
  return field.storage === 'INVERSE' && !field.isPaged && !field.isReadOnly;
}

/** The fields whose values stand in the link table. */
export function linkLists(resource: Resource): Field[] {
  return resource.fields.filter((f) => (f.storage === 'LINKS' || f.storage === 'INVERSE_LINKS') && !f.isPaged);
}
