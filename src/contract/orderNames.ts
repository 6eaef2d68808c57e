// The graph's names for the fields a list can be ordered by.
import { isSortable } from './listQuery.ts';
import type { Resource } from './resource.ts';

/** `createdTimestamp` as an enum member: `CREATED_TIMESTAMP`. */
export function orderMember(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Enum member to field name, for one kind. */
export function orderNames(resource: Resource): ReadonlyMap<string, string> {
  return new Map(resource.fields.filter(isSortable).map((field) => [orderMember(field.name), field.name]));
}
