// Which entities stand at the addresses that an import names: owner, path, language and variant.
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
