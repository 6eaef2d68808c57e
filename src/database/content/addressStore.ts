// What stands at the addresses that an import names: entities by owner, path, language and variant, and rows of other kinds by the name
// that is unique for their owner.
import type { Field, Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import { inScope } from '../engine/scope.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** The address of one entity, in canonical form. */
export interface EntityAddress {
  readonly owner: string;
  readonly path: string;
  readonly language: string;
  readonly variant: string;
}

/** An address as a text: equal for equal addresses alone. */
export function addressName({ owner, path, language, variant }: EntityAddress): string {
  return JSON.stringify([owner, path, language, variant]);
}

/** The urns of the living entities at these addresses that the viewer may read, by `addressName`. */
export async function entitiesAt(
  executor: Executor,
  scope: AccessScope,
  addresses: readonly EntityAddress[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const p = new Parameters();
  const column = (name: keyof EntityAddress, type: string): string =>
    p.add(
      addresses.map((one) => one[name]),
      type,
    );
  const asked = `unnest(${column('owner', 'uuid[]')}, ${column('path', 'text[]')}, ${column('language', 'text[]')}, ${column('variant', 'text[]')})`;
  // The index is on the digest: a path may be longer than an index entry.
  const text =
    `SELECT t."urn", t."owner", t."path", t."language", t."variant" FROM ${asked} a("owner", "path", "language", "variant")` +
    ` JOIN "entity" t ON t."owner" = a."owner" AND md5(t."path") = md5(a."path") AND t."path" = a."path"` +
    ` AND t."language" = a."language" AND t."variant" = a."variant" AND t."deleted_timestamp" IS NULL` +
    ` WHERE ${inScope(executor.contract.kinds.Entity, 't', scope, p)}`;
  const rows = await rowsOf<EntityAddress & { readonly urn: string }>(executor, prepared(text, p));
  return new Map(rows.map((row) => [addressName(row), row.urn]));
}

/** A row by a name that is unique for its owner, in canonical form. */
export interface UniqueName {
  readonly owner: string;
  readonly value: string;
}

/** The living rows of the kind with such a name that the viewer may read. */
export function rowsNamed(
  executor: Executor,
  scope: AccessScope,
  { resource, field }: { readonly resource: Resource; readonly field: Field },
  names: readonly UniqueName[],
): Promise<(UniqueName & { readonly urn: string })[]> {
  const p = new Parameters();
  const all = (name: keyof UniqueName, type: string): string =>
    p.add(
      names.map((one) => one[name]),
      type,
    );
  const asked = `unnest(${all('owner', 'uuid[]')}, ${all('value', 'text[]')})`;
  // Indexes of long texts are on their digest; names are few.
  const text =
    `SELECT t."urn", t."owner", t."${field.column}" AS "value" FROM ${asked} a("owner", "value")` +
    ` JOIN "${resource.table}" t ON t."owner" = a."owner" AND md5(t."${field.column}") = md5(a."value")` +
    ` AND t."${field.column}" = a."value" AND t."deleted_timestamp" IS NULL` +
    ` WHERE ${inScope(resource, 't', scope, p)}`;
  return rowsOf(executor, prepared(text, p));
}
