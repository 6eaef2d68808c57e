// The order of a list whose caller chose none.
import type { OrderTerm } from '../contract/listQuery.ts';
import { fieldOf, type Resource } from '../contract/resource.ts';

/** The kind's own order, or the named one: field names, `-` for descending. */
export function chosenOrder(resource: Resource, terms: readonly string[] = resource.sort): OrderTerm[] {
  return terms.map((term) => ({
    field: fieldOf(resource, term.replace(/^-/, '')),
    isDescending: term.startsWith('-'),
  }));
}
