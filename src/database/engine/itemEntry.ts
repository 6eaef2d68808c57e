// The entry that an item's present values are in its history, as SQL: written with the item, or after it.
import type { Contract } from '../../contract/resource.ts';
import type { Actor } from '../../domain/actor.ts';
import { quote, valueColumns } from '../mapping/columns.ts';
import type { Parameters } from '../connection/statement.ts';

/** Who wrote an entry, when (null: when the item was changed), and whether it says that the item was deleted. */
export interface NewEntry {
  readonly isTombstone: boolean;
  readonly actor: Actor;
  readonly timestamp: string | null;
}

/** The part of a WITH clause that writes an entry for each row of `items`, under the urn that the row names. */
export function entryOf(contract: Contract, items: string, how: NewEntry, p: Parameters): string {
  const values = valueColumns(contract).map(quote).join(', ');
  const at = how.timestamp === null ? 't."updated_timestamp"' : p.add(how.timestamp, 'timestamptz');
  return (
    `logged AS (INSERT INTO "item_value" ("urn", "item_urn", "tenant", "kind", "version", "entity", "created_timestamp", "is_tombstone", "actor", ${values})` +
    ` SELECT t."entry", t."urn", t."tenant", t."kind", t."version", t."entity", ${at},` +
    ` ${p.add(how.isTombstone, 'boolean')}, ${p.add(JSON.stringify(how.actor), 'json')}, ${values} FROM ${items} t)`
  );
}
