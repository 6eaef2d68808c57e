// Groups of a kind's fields that writing treats alike.
import { fieldOf, type Field, type Resource } from './resource.ts';

/** Whether children of this field are sent inside the parent. */
export function isChildList(field: Field): boolean {
  return field.storage === 'INVERSE' && !field.isPaged && !field.isReadOnly;
}

/** The fields whose values stand in the link table. */
export function linkLists(resource: Resource): Field[] {
  return resource.fields.filter((f) => (f.storage === 'LINKS' || f.storage === 'INVERSE_LINKS') && !f.isPaged);
}

/** The field that holds the link to the container. */
export function containerField(resource: Resource): Field | null {
  return resource.container ? fieldOf(resource, resource.container) : null;
}
