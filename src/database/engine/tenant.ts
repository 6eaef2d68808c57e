// Every row of a tenant's data names its tenant, the root of its owner's tree. It is written with the row and never
// changes: companies stay in their tree for good.

/** Whether a tenant (as SQL) may be used: its people, clients and streams are let in, and its webhooks are delivered. */
export function isEnabled(tenant: string): string {
  return `NOT EXISTS (SELECT 1 FROM "disabled_tenant" z WHERE z."tenant" = ${tenant})`;
}

/** The tenant of a company, as SQL: every company of a tree is owned by its root. */
export function tenantOf(company: string): string {
  return `(SELECT w."owner" FROM "company" w WHERE w."urn" = ${company})`;
}

/** Two of the tenants that may be used here, or the only one, as SQL. */
export const someTenantsSql =
  `SELECT c."urn" FROM "company" c WHERE c."parent_company" IS NULL AND c."deleted_timestamp" IS NULL` +
  ` AND ${isEnabled('c."urn"')} LIMIT 2`;
