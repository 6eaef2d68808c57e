// The entry that an item's present values are in its history, as SQL: written with the item, or after it. With it the entity of the
// item is last edited. Resource reference 16.18.
import type { Contract } from '../../contract/resource.ts';
import type { Actor } from '../../domain/actor.ts';
import { quote, valueColumns } from '../mapping/columns.ts';
import type { Parameters } from '../connection/statement.ts';
import { actorSql } from './actorSql.ts';

/** Where entries are read from, for a FROM clause: v the entry, t its item, l the period in which it is live now. */
export const entryFrom =
  `"item_value" v JOIN "item" t ON t."urn" = v."item_urn"` +
  ` LEFT JOIN "item_live" l ON l."entry" = v."urn" AND l."until_timestamp" IS NULL`;

/** The columns of an entry, named as those of its item and under its own urn. Who wrote it is told to who sees drafts (SQL). */
export function entryColumns(
  contract: Contract,
  { seesDrafts = 'true' }: { readonly seesDrafts?: string } = {},
): string {
  const values = valueColumns(contract).map((c) => `v.${quote(c)}`);
  const actor = seesDrafts === 'true' ? 'v."actor"' : `CASE WHEN ${seesDrafts} THEN v."actor" END AS "actor"`;
  return (
    `v."urn", v."version", v."entity", ${actor}, v."created_timestamp", v."created_timestamp" AS "updated_timestamp",` +
    ` (l."entry" IS NOT NULL) AS "is_published", ${values.join(', ')}`
  );
}

/** Who wrote an entry, when (null: when the item was changed), and whether it says that the item was deleted. */
export interface NewEntry {
  readonly isTombstone: boolean;
  readonly actor: Actor;
  readonly timestamp: string | null;
}

/**
 * The parts of a WITH clause that write an entry for each row of `items`, under the urn that the row names, and note the edit of
 * their entities, which are locked. `logged` gives the entries.
 */
export function entryOf(contract: Contract, items: string, how: NewEntry, p: Parameters): string {
  const values = valueColumns(contract).map(quote).join(', ');
  const at = how.timestamp === null ? 't."updated_timestamp"' : p.add(how.timestamp, 'timestamptz');
  return (
    `logged AS (INSERT INTO "item_value" ("urn", "item_urn", "tenant", "kind", "version", "entity", "created_timestamp", "is_tombstone", "actor", ${values})` +
    ` SELECT t."entry", t."urn", t."tenant", t."kind", t."version", t."entity", ${at},` +
    ` ${p.add(how.isTombstone, 'boolean')}, ${actorSql(how.actor, p)}, ${values} FROM ${items} t RETURNING "entity", "created_timestamp", "actor"),` +
    // An entity that was made together with its items says so already. They are named by a list, too: how many rows a request sends the
    // planner does not know, and would read all entities for a hundred.
    ` edited AS (UPDATE "entity" e SET "last_edited_timestamp" = l."created_timestamp", "last_edited_by" = l."actor"` +
    ` FROM (SELECT DISTINCT ON ("entity") * FROM logged) l WHERE e."urn" = l."entity" AND e."urn" = ANY(ARRAY(SELECT "entity" FROM logged))` +
    ` AND (e."last_edited_timestamp", e."last_edited_by"::text) IS DISTINCT FROM (l."created_timestamp", l."actor"::text))`
  );
}
