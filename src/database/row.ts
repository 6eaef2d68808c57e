// A stored row as the rest of the service sees it: the kind's fields by their own names, links as urns.
import type { Resource } from '../contract/resource.ts';
import { quote, storedFields } from './columns.ts';

/** A row of any kind. Members beyond these are the kind's stored fields; src/generated/rows.ts types them per kind. */
export interface Row {
  readonly $kind: string;
  readonly $owner: string;
  /** Whether the viewer may see what is not live. */
  readonly $seesDrafts: boolean;
  /** The item an entry of a history belongs to; absent on the item itself. */
  readonly $itemUrn?: string | undefined;
  readonly urn: string;
  readonly version: string;
  readonly createdTimestamp: string;
  readonly updatedTimestamp: string;
  readonly [field: string]: unknown;
}

/** The stable urn of an item, whichever of its values the row holds. */
export function itemUrnOf(row: Row): string {
  return row.$itemUrn ?? row.urn;
}

/** The select list of a kind under an alias. */
export function selectList(resource: Resource, alias: string): string {
  const columns = storedFields(resource).map((f) => `${alias}.${quote(f.column)} AS ${quote(f.name)}`);
  return [`'${resource.name}' AS "$kind"`, `${alias}."owner" AS "$owner"`, ...columns].join(', ');
}
