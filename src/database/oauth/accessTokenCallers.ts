// The callers behind access tokens, as parts of the statement that recognizes a caller (access/tokenStore.ts). Resource reference 7.5.
import { viewingScopes } from '../../domain/oauthScope.ts';
import { isEnabled } from '../engine/tenant.ts';

const viewing = viewingScopes.map((scope) => `'${scope}'`).join(', ');

// A token of client credentials stands for its client, every other one for a person of the same tenant.
const standsFor = `FROM o_auth_token k JOIN api_client c ON c.urn = k.api_client JOIN company h ON h.urn = c.owner
  CROSS JOIN LATERAL (SELECT k.grant_type = 'client_credentials' AS own) o
  LEFT JOIN identity i ON i.urn = k.identity AND i.deleted_timestamp IS NULL
  JOIN company w ON w.urn = CASE WHEN o.own THEN c.owner ELSE i.owner END`;

const isLiving = `k.deleted_timestamp IS NULL AND k.revoked_timestamp IS NULL
  AND k.expiration_timestamp > statement_timestamp() AND c.deleted_timestamp IS NULL AND c.status = 'ACTIVE'
  AND h.deleted_timestamp IS NULL AND w.deleted_timestamp IS NULL AND w.owner = h.owner AND ${isEnabled('k.tenant')}`;

/** The pages a client's tokens may be used from; null for any. */
export const originsSql = `CASE WHEN c.type = 'BROWSER' OR cardinality(c.allowed_origins) > 0 THEN c.allowed_origins END`;

/** The caller of living access tokens under that condition on `k`, as tokenStore's statement takes it. */
export function callerOfAccessTokens(condition: string): string {
  return `SELECT CASE WHEN o.own THEN c.urn END, CASE WHEN o.own THEN c.identity ELSE i.urn END, w.urn, w.owner,
    CASE WHEN o.own THEN c.access_level ELSE 'PERSON' END, c.require_if_match, c.trusted_documents_only, c.requests_per_minute, k.urn,
    '{}'::text[], k.expiration_timestamp, false, ${originsSql}, NULL::text, NULL::uuid, k.scope, c.urn, c.type,
    NOT string_to_array(k.scope, ' ') && ARRAY[${viewing}]
  ${standsFor} WHERE ${condition} AND ${isLiving}`;
}

/** The hashes of living access tokens among those of the parameter. */
export function livingAccessTokensSql(hashes: string): string {
  return `SELECT k.access_hash ${standsFor} WHERE k.access_hash = ANY(${hashes}) AND ${isLiving}`;
}
