// From the hash of a bearer token to the viewer it stands for, in one statement that reads everything afresh: a token,
// role, membership or edge that ended a moment ago no longer counts. Resource reference 7.2 step 1, 7.3, 7.4.
import type { Viewer, ViewerSubject } from '../domain/viewer.ts';
import { Parameters, prepared, type Executor } from './statement.ts';

const authenticateSql = `
WITH RECURSIVE token AS (
  SELECT k.urn, k.api_client, k.labels, k.expiration_timestamp FROM api_client_bearer_token k
  WHERE k.token_hash = $1::text AND k.deleted_timestamp IS NULL AND k.revoked_timestamp IS NULL
    AND k.expiration_timestamp > now()
), client AS (
  SELECT c.urn, c.owner, c.access_level, c.identity, c.require_if_match, w.owner AS tenant
  FROM api_client c JOIN token ON c.urn = token.api_client JOIN company w ON w.urn = c.owner
  WHERE c.deleted_timestamp IS NULL AND c.status = 'ACTIVE' AND w.deleted_timestamp IS NULL
), narrowed AS (
  SELECT l.to_urn AS urn FROM link l JOIN token ON l.from_urn = token.urn WHERE l.field = 'ApiClientBearerToken.roles'
), member AS (
  SELECT 'GROUP' AS scope, m."group" AS urn FROM group_membership m JOIN client ON m.identity = client.identity
  WHERE m.status = 'ACTIVE' AND m.deleted_timestamp IS NULL
), self AS (
  SELECT 'API_CLIENT' AS scope, urn FROM client
  UNION SELECT 'IDENTITY', identity FROM client WHERE identity IS NOT NULL
  UNION SELECT scope, urn FROM member
  UNION SELECT 'COMPANY', owner FROM client
  UNION SELECT 'COMPANY', l.to_urn FROM link l JOIN client ON l.from_urn = client.identity WHERE l.field = 'Identity.companies'
  UNION SELECT 'EVERYONE', w.urn FROM company w JOIN client ON w.owner = client.tenant WHERE w.deleted_timestamp IS NULL
), edge AS (
  SELECT g.* FROM permission g WHERE g.deleted_timestamp IS NULL
    AND (g.from_timestamp IS NULL OR g.from_timestamp <= now()) AND (g.to_timestamp IS NULL OR g.to_timestamp > now())
), role_held AS (
  SELECT 'ROLE' AS scope, e.object_urn AS urn FROM edge e JOIN self s ON e.subject_urn = s.urn AND e.subject_scope = s.scope
  JOIN role r ON r.urn = e.object_urn AND r.deleted_timestamp IS NULL
  WHERE e.label = 'MEMBER' AND e.object_scope = 'ROLE'
), subject AS (
  SELECT scope, urn FROM self WHERE NOT EXISTS (SELECT 1 FROM narrowed)
  UNION SELECT scope, urn FROM role_held WHERE NOT EXISTS (SELECT 1 FROM narrowed) OR urn IN (SELECT urn FROM narrowed)
  UNION SELECT 'ROLE', n.urn FROM narrowed n CROSS JOIN client WHERE client.access_level = 'COMPANY'
), granted AS (
  SELECT e.object_urn AS urn, e.label FROM edge e JOIN subject s ON e.subject_urn = s.urn AND e.subject_scope = s.scope
  WHERE e.object_scope = 'COMPANY'
  UNION SELECT owner, '*' FROM client WHERE access_level = 'COMPANY' AND NOT EXISTS (SELECT 1 FROM narrowed)
), held AS (
  SELECT urn, label FROM granted
  UNION SELECT c.urn, h.label FROM company c JOIN held h ON c.parent_company = h.urn WHERE c.deleted_timestamp IS NULL
)
SELECT client.urn, client.owner, client.tenant, client.identity, client.require_if_match,
  token.urn AS token_urn, token.labels, token.expiration_timestamp,
  (SELECT json_agg(json_build_object('scope', scope, 'urn', urn)) FROM subject) AS subjects,
  (SELECT json_agg(json_build_object('label', held.label, 'urn', held.urn)) FROM held JOIN company c ON c.urn = held.urn
    WHERE c.owner = client.tenant) AS held
FROM client CROSS JOIN token`;

interface HeldLabel {
  readonly label: string;
  readonly urn: string;
}

/** The viewer of a token's hash (SHA-256, hex); null for one that is unknown, expired, revoked, or of a disabled client. */
export async function viewerByTokenHash(executor: Executor, tokenHash: string): Promise<Viewer | null> {
  const p = new Parameters();
  p.add(tokenHash, 'text');
  const [row] = await executor.query(prepared(authenticateSql, p));
  if (!row) return null;
  // json_agg gives null for no rows; the shapes are those of the statement above.
  const held = (row['held'] ?? []) as HeldLabel[];
  const labels = (row['labels'] ?? []) as string[];
  return {
    kind: 'CLIENT',
    clientUrn: String(row['urn']),
    identityUrn: row['identity'] === null ? null : String(row['identity']),
    tokenUrn: String(row['token_urn']),
    companyUrn: String(row['owner']),
    tenantUrn: String(row['tenant']),
    adminCompanies: held.filter((h) => h.label === '*').map((h) => h.urn),
    companiesByLabel: byLabel(held.filter((h) => h.label !== '*')),
    subjects: (row['subjects'] ?? []) as ViewerSubject[],
    onlyLabels: labels.length > 0 ? labels : null,
    requireIfMatch: row['require_if_match'] === true,
    expirationTimestamp: String(row['expiration_timestamp']),
  };
}

function byLabel(held: readonly HeldLabel[]): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const { label, urn } of held) labels.set(label, [...(labels.get(label) ?? []), urn]);
  return labels;
}

/** Notes that a token and its client were used; at most once a minute, so that reads do not become writes. */
export async function noteUse(executor: Executor, tokenUrn: string, clientUrn: string): Promise<void> {
  const p = new Parameters();
  const token = p.add(tokenUrn, 'uuid');
  const client = p.add(clientUrn, 'uuid');
  const text =
    `WITH used AS (UPDATE api_client_bearer_token SET last_used_timestamp = now() WHERE urn = ${token}` +
    ` AND (last_used_timestamp IS NULL OR last_used_timestamp < now() - interval '1 minute') RETURNING 1)` +
    ` UPDATE api_client SET last_used_timestamp = now() WHERE urn = ${client} AND EXISTS (SELECT 1 FROM used)`;
  await executor.query(prepared(text, p));
}
