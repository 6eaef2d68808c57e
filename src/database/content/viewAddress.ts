// Where views are: a page is named by the urn of one of its versions, or by its path. Spec: Endpoints; resource reference 3.1.

/** Where a view is looked for. */
export type ViewAddress = { readonly urn: string } | { readonly path: string; readonly owner: string | null };

/** Addresses as the columns that statements take them by. */
export function columnsOf(addresses: readonly ViewAddress[]): {
  readonly urns: (string | null)[];
  readonly paths: (string | null)[];
  readonly owners: (string | null)[];
} {
  return {
    urns: addresses.map((one) => ('urn' in one ? one.urn : null)),
    paths: addresses.map((one) => ('path' in one ? one.path : null)),
    owners: addresses.map((one) => ('path' in one ? one.owner : null)),
  };
}

/** The urns of the entities at the address `alias`, with those that share the path of the one that is addressed by urn, as SQL. */
export function candidatesSql(alias: string): string {
  // The index is on the digest: a path may be longer than an index entry.
  const isAt = (path: string): string =>
    `md5(s."path") = md5(${path}) AND s."path" = ${path} AND s."deleted_timestamp" IS NULL`;
  return (
    `SELECT ${alias}."urn" WHERE ${alias}."urn" IS NOT NULL` +
    ` UNION SELECT s."urn" FROM "entity" b JOIN "entity" s ON ${isAt('b."path"')} AND s."owner" = b."owner"` +
    ` WHERE b."urn" = ${alias}."urn" AND b."deleted_timestamp" IS NULL` +
    ` UNION SELECT s."urn" FROM "entity" s WHERE ${isAt(`${alias}."path"`)} AND (${alias}."owner" IS NULL OR s."owner" = ${alias}."owner")`
  );
}
