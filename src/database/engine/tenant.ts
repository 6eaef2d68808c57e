// Every row of a tenant's data names its tenant, the root of its owner's tree. It is written with the row and never
// changes: companies stay in their tree for good.

const isInForce = `(z."until_timestamp" IS NULL OR z."until_timestamp" > statement_timestamp())`;

const without = (tenant: string, condition: string): string =>
  `NOT EXISTS (SELECT 1 FROM "disabled_tenant" z WHERE z."tenant" = ${tenant} AND ${condition})`;

/** Whether a tenant (as SQL) may be used here: its people and clients are let in. One whose deliveries are paused may. */
export function isEnabled(tenant: string): string {
  return without(tenant, `z."state" <> 'PAUSED' AND ${isInForce}`);
}

/** Whether its webhooks are delivered from here: not while it is closed, paused or elsewhere. */
export function isDelivered(tenant: string): string {
  return without(tenant, isInForce);
}

/** Whether its streams stay open: also while it is closed for the seconds of a move. */
export function isFollowed(tenant: string): string {
  return without(tenant, `z."until_timestamp" IS NULL`);
}

/** The tenant of a company, as SQL: every company of a tree is owned by its root. */
export function tenantOf(company: string): string {
  return `(SELECT w."owner" FROM "company" w WHERE w."urn" = ${company})`;
}
