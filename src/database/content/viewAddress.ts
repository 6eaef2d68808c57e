// Where views are: a page is named by the urn of one of its versions, or by its path. Spec: Endpoints; resource reference 3.1.

/** Where a view is looked for. */
export type ViewAddress = { readonly urn: string } | { readonly path: string; readonly owner: string | null };

/** How the addresses of a statement name their pages: all by urn, all by path, or either way. */
export type AddressForm = 'URN' | 'PATH' | 'ANY';

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

// The index is on the digest: a path may be longer than an index entry.
const isAt = (entity: string, path: string): string =>
  `md5(${entity}."path") = md5(${path}) AND ${entity}."path" = ${path} AND ${entity}."deleted_timestamp" IS NULL`;

const isAtPath = (entity: string, address: string): string =>
  `${isAt(entity, `${address}."path"`)} AND (${address}."owner" IS NULL OR ${entity}."owner" = ${address}."owner")`;

/** The urns of the entities at the address `alias`, with those that share the path of the one that is addressed by urn, as SQL. */
export function candidatesSql(alias: string, form: AddressForm = 'ANY'): string {
  const byUrn =
    `SELECT ${alias}."urn" WHERE ${alias}."urn" IS NOT NULL` +
    ` UNION SELECT s."urn" FROM "entity" b JOIN "entity" s ON ${isAt('s', 'b."path"')} AND s."owner" = b."owner"` +
    ` WHERE b."urn" = ${alias}."urn" AND b."deleted_timestamp" IS NULL`;
  return form === 'URN' ? byUrn : `${byUrn} UNION SELECT s."urn" FROM "entity" s WHERE ${isAtPath('s', alias)}`;
}

/** The same as rows of `entity` in a statement of that form. */
export function versionsSql(
  entity: string,
  address: string,
  form: AddressForm,
): { readonly from: string; readonly where: string } {
  if (form === 'PATH') return { from: `"entity" ${entity}`, where: isAtPath(entity, address) };
  const from = `(${candidatesSql(address, form)}) found JOIN "entity" ${entity} ON ${entity}."urn" = found."urn"`;
  return { from, where: 'true' };
}
