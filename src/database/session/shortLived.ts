// What the stores of sign-in share: rows that end by themselves, and the tenant of a person.
import type { EntityManager } from 'typeorm';
import { deleteFrom, selectFrom, type Builder } from '../connection/written.ts';

/** When a row ends that is kept for `:seconds`, as SQL. */
export const endInSeconds = 'now() + make_interval(secs => :seconds::int)';

/** Forgets some rows whose time is over, at most 100, with whatever is kept next. `key` is the primary key of the table. */
export function purged(manager: EntityManager, table: string, key: string): Builder {
  const old = selectFrom(manager, table, 'o')
    .select(`o.${key}`)
    .where('o.expiration_timestamp < now()')
    .orderBy('o.expiration_timestamp')
    .limit(100);
  return deleteFrom(manager, table).where(`${key} IN (${old.getQuery()})`);
}

/** The tenant of a person, as SQL; `name` is the value that is the urn of the person. */
export function tenantOfPerson(manager: EntityManager, name: string): string {
  return `(${selectFrom(manager, 'identity', 'i').select('i.tenant').where(`i.urn = :${name}::uuid`).getQuery()})`;
}
