// A stored row as the rest of the service sees it: the kind's fields by their own names, links as urns.
import type { Resource } from '../../contract/resource.ts';
import type { ItemName, Rows, RowValues } from '../../generated/rows.ts';
import { quote, storedFields } from '../mapping/columns.ts';

/** The row of a kind that code names, with the type of every stored field; of any other kind, fields by their names. */
export type Row<Name extends string = string> = Name extends keyof Rows
  ? Rows[Name] & Marks & (Name extends 'Entity' ? LiveMarks : unknown)
  : AnyRow;

/** The row of an item, of whichever kind it is; `$kind` says which. */
export type ItemRow = Row<ItemName>;

/** The values that a write has for a kind that code names, by field; of any other kind, whatever its fields are. */
export type Values<Name extends string = string> = Name extends keyof Rows
  ? RowValues<Name> & Record<string, unknown>
  : Record<string, unknown>;

// What a row carries beside its columns; `unknown` in the place of LiveMarks above means nothing more.
type Marks = {
  /** The item an entry of a history belongs to; absent on the item itself. */
  readonly $itemUrn?: string | null;
  /** When the row was locked for a write, by the database's clock, where the statement returned it. */
  readonly $lockedAt?: string;
  /** Whether the row is shown to its maker alone, who may not read it. */
  readonly $isUnread?: boolean | undefined;
  /** Whether a picture has files, or had some, where the statement looked. */
  readonly $hasFiles?: boolean | null;
  /** The row whose list holds this one, where the statement read such lists. */
  readonly $parent?: string | undefined;
};

type LiveMarks = {
  /** The publishTimestamp of what is live, whatever is planned since. */
  readonly $livePublishTimestamp?: string | null;
};

interface AnyRow extends Marks {
  readonly $kind: string;
  readonly $owner: string;
  /** Whether the viewer may see what is not live. */
  readonly $seesDrafts: boolean;
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
  const own = [`'${resource.name}' AS "$kind"`, `${alias}."owner" AS "$owner"`, ...columns];
  const live = resource.name === 'Entity' ? [`${alias}."live_publish_timestamp" AS "$livePublishTimestamp"`] : [];
  return [...own, ...live].join(', ');
}
