// Every row of a tenant's data names its tenant, the root of its owner's tree. It is written with the row and never
// changes: companies stay in their tree for good.

/** The tenant of a company, as SQL: every company of a tree is owned by its root. */
export function tenantOf(company: string): string {
  return `(SELECT w."owner" FROM "company" w WHERE w."urn" = ${company})`;
}
