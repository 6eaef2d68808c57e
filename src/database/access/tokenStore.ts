// From the hash of a bearer token to its viewer, in one statement that reads everything again: a token, role,
// membership or edge that ended a moment ago no longer counts. What it reads moves the access epoch (accessEpochStore.ts).
// Resource reference 7.2 step 1, 7.3, 7.4.
import { anonymousIn, isItself, selfOf, type Viewer, type ViewerSubject } from '../../domain/viewer.ts';
import { labelsThatGive } from '../../domain/label.ts';
import { labelsOfScope } from '../../domain/oauthScope.ts';
import { callerOfAccessTokens, originsSql } from '../oauth/accessTokenCallers.ts';
import { edgeHolds } from '../engine/edges.ts';
import { isEnabled } from '../engine/tenant.ts';
import { epochSql, millisSql } from '../engine/accessEpoch.ts';
import { firstOf, Parameters, prepared, type Executor } from '../connection/statement.ts';
import { isLiving } from '../session/webSessionStore.ts';

const viewing = labelsThatGive('VIEW')
  .map((label) => `'${label}'`)
  .join(', ');

// One row: the caller. `scope` and `urn` name a subject that is neither a client nor an identity. `sees_less` is true of a
// token that is narrowed so that it has less itself than callers without one.
const callerOfBearerTokens = (condition: string): string => `
  SELECT c.urn AS client, c.identity, c.owner AS company, w.owner AS tenant, c.access_level, c.require_if_match,
    c.trusted_documents_only, c.requests_per_minute, k.urn AS token, k.labels, k.expiration_timestamp, k.narrows_roles IS TRUE AS narrows,
    ${originsSql} AS origins,
    NULL::text AS scope, NULL::uuid AS urn, NULL::text AS oauth_scope, NULL::uuid AS oauth_client, NULL::text AS oauth_client_type,
    k.narrows_roles IS TRUE OR (cardinality(k.labels) > 0 AND NOT k.labels && ARRAY[${viewing}]) AS sees_less
  FROM api_client_bearer_token k JOIN api_client c ON c.urn = k.api_client JOIN company w ON w.urn = c.owner
  WHERE ${condition} AND k.deleted_timestamp IS NULL AND k.revoked_timestamp IS NULL
    AND k.expiration_timestamp > statement_timestamp()
    AND c.deleted_timestamp IS NULL AND c.status = 'ACTIVE' AND w.deleted_timestamp IS NULL AND ${isEnabled('k.tenant')}`;

const byTokenSql = `${callerOfBearerTokens('k.token_hash = $1::text')}
  UNION ALL ${callerOfAccessTokens('k.access_hash = $1::text')}`;

const aloneSql = `false AS require_if_match, false AS trusted_documents_only, NULL::int AS requests_per_minute, NULL::uuid AS token,
    '{}'::text[] AS labels, NULL::timestamptz AS expiration_timestamp, false AS narrows, false AS sees_less`;

// The same row for a web session: its person, and no client.
const bySessionSql = `SELECT NULL::uuid AS client, i.urn AS identity, i.owner AS company, w.owner AS tenant, 'PERSON' AS access_level,
    false AS require_if_match, false AS trusted_documents_only, NULL::int AS requests_per_minute, NULL::uuid AS token, '{}'::text[] AS labels,
    least(s.idle_timestamp, s.expiration_timestamp) AS expiration_timestamp, false AS narrows, false AS sees_less,
    NULL::text AS scope, NULL::uuid AS urn, s.urn AS session
  FROM web_session s JOIN identity i ON i.urn = s.identity JOIN company w ON w.urn = i.owner
  WHERE s.secret_hash = $1::text AND ${isLiving('s')} AND i.deleted_timestamp IS NULL AND w.deleted_timestamp IS NULL
    AND ${isEnabled('s.tenant')}`;

// The same row for the subject of a permission check.
const bySubjectSql: Readonly<Record<string, string>> = {
  API_CLIENT: `SELECT c.urn AS client, c.identity, c.owner AS company, w.owner AS tenant, c.access_level, ${aloneSql},
    NULL::text AS scope, NULL::uuid AS urn FROM api_client c JOIN company w ON w.urn = c.owner
    WHERE c.urn = $1::uuid AND c.deleted_timestamp IS NULL AND c.status = 'ACTIVE' AND w.deleted_timestamp IS NULL`,
  IDENTITY: `SELECT NULL::uuid AS client, i.urn AS identity, i.owner AS company, w.owner AS tenant, 'RESTRICTED' AS access_level,
    ${aloneSql}, NULL::text AS scope, NULL::uuid AS urn FROM identity i JOIN company w ON w.urn = i.owner
    WHERE i.urn = $1::uuid AND i.deleted_timestamp IS NULL AND w.deleted_timestamp IS NULL`,
  ROLE: plainSubjectSql('role', 'ROLE'),
  GROUP: plainSubjectSql('"group"', 'GROUP'),
  COMPANY: plainSubjectSql('company', 'COMPANY'),
  EVERYONE: plainSubjectSql('company', 'EVERYONE'),
};

function plainSubjectSql(table: string, scope: string): string {
  return `SELECT NULL::uuid AS client, NULL::uuid AS identity, s.owner AS company, w.owner AS tenant, 'RESTRICTED' AS access_level,
    ${aloneSql}, '${scope}'::text AS scope, s.urn FROM ${table} s JOIN company w ON w.urn = s.owner
    WHERE s.urn = $1::uuid AND s.deleted_timestamp IS NULL AND w.deleted_timestamp IS NULL`;
}

// The companies of the tenant where everyone has something: the first one, and from each the next. A tenant may have ten thousand
// companies, and a million such edges on what one of them has.
const nextOpen = (after: string): string =>
  `(SELECT g.subject_urn AS urn FROM permission g WHERE g.tenant = (SELECT tenant FROM caller) AND g.subject_scope = 'EVERYONE'` +
  ` AND g.deleted_timestamp IS NULL${after} ORDER BY g.subject_urn LIMIT 1)`;
const openSql =
  `${nextOpen('')} UNION ALL SELECT n.urn FROM open` +
  ` CROSS JOIN LATERAL ${nextOpen(' AND g.subject_urn > open.urn')} n`;

// What everyone counts as and has, beside what a narrowed token has.
const everyoneSql = `(SELECT json_build_object('subjects', (SELECT json_agg(json_build_object('scope', scope, 'urn', urn)) FROM self WHERE scope = 'EVERYONE'),
    'held', (SELECT json_agg(json_build_object('label', held.label, 'urn', held.urn, 'byRole', true)) FROM held
      JOIN company c ON c.urn = held.urn WHERE c.owner = caller.tenant AND held.by_all)) WHERE caller.sees_less) AS everyone`;

const grantedToEveryone = (holding: string): string => `SELECT g.object_urn, g.label, false, true FROM permission g
  JOIN self s ON s.scope = 'EVERYONE' AND g.subject_urn = s.urn AND g.subject_scope = s.scope
  CROSS JOIN caller WHERE caller.sees_less AND g.object_scope = 'COMPANY' AND ${holding}`;

// What the caller counts as, and on which companies that holds which labels. Every end that is looked at must be alive.
function viewerSql(caller: string, at: string | null, p: Parameters, extra = ''): string {
  const holding = edgeHolds('g', at, p);
  return `
WITH RECURSIVE caller AS (${caller}
), open AS (${openSql}
), person AS (
  SELECT i.urn FROM identity i JOIN caller ON i.urn = caller.identity WHERE i.deleted_timestamp IS NULL
), base AS (
  SELECT 'API_CLIENT' AS scope, client AS urn FROM caller WHERE client IS NOT NULL
  UNION SELECT 'IDENTITY', urn FROM person
  UNION SELECT 'COMPANY', company FROM caller WHERE client IS NOT NULL
  UNION SELECT 'COMPANY', c.urn FROM link l JOIN person ON l.from_urn = person.urn JOIN company c ON c.urn = l.to_urn
    WHERE l.field = 'Identity.companies' AND c.deleted_timestamp IS NULL
  UNION SELECT 'EVERYONE', w.urn FROM open JOIN company w ON w.urn = open.urn WHERE w.deleted_timestamp IS NULL
  UNION SELECT scope, urn FROM caller WHERE scope IS NOT NULL
), belongs AS (
  SELECT m."group" AS urn FROM group_membership m JOIN person ON m.identity = person.urn
  WHERE m.status = 'ACTIVE' AND m.deleted_timestamp IS NULL
  UNION SELECT g.object_urn FROM permission g JOIN base s ON g.subject_urn = s.urn AND g.subject_scope = s.scope
  WHERE g.label = 'MEMBER' AND g.object_scope = 'GROUP' AND s.scope NOT IN ('ROLE', 'GROUP') AND ${holding}
    AND NOT EXISTS (SELECT 1 FROM group_membership m JOIN person ON m.identity = person.urn
      WHERE m."group" = g.object_urn AND m.status <> 'ACTIVE' AND m.deleted_timestamp IS NULL)
), self AS (
  SELECT scope, urn FROM base
  UNION SELECT 'GROUP', o.urn FROM belongs b JOIN "group" o ON o.urn = b.urn WHERE o.deleted_timestamp IS NULL
), role_held AS (
  SELECT r.urn FROM permission g JOIN self s ON g.subject_urn = s.urn AND g.subject_scope = s.scope
  JOIN role r ON r.urn = g.object_urn AND r.deleted_timestamp IS NULL
  WHERE g.label = 'MEMBER' AND g.object_scope = 'ROLE' AND s.scope <> 'ROLE' AND ${holding}
), narrowed AS (
  SELECT r.urn FROM link l JOIN caller ON l.from_urn = caller.token JOIN role r ON r.urn = l.to_urn
  WHERE l.field = 'ApiClientBearerToken.roles' AND r.deleted_timestamp IS NULL
), subject AS (
  SELECT self.scope, self.urn FROM self CROSS JOIN caller WHERE NOT caller.narrows
  UNION SELECT 'ROLE', h.urn FROM role_held h CROSS JOIN caller
    WHERE NOT caller.narrows OR h.urn IN (SELECT urn FROM narrowed)
  UNION SELECT 'ROLE', n.urn FROM narrowed n CROSS JOIN caller WHERE caller.narrows AND caller.access_level = 'COMPANY'
), granted AS (
  SELECT g.object_urn AS urn, g.label, bool_or(s.scope IN ('ROLE', 'EVERYONE')) AS by_role, false AS by_all FROM permission g
  JOIN subject s ON g.subject_urn = s.urn AND g.subject_scope = s.scope
  WHERE g.object_scope = 'COMPANY' AND ${holding} GROUP BY 1, 2
  UNION ALL SELECT company, '*', false, false FROM caller WHERE access_level = 'COMPANY' AND NOT narrows
  UNION ALL ${grantedToEveryone(holding)}
), held AS (
  SELECT c.urn, h.label, h.by_role, h.by_all FROM granted h JOIN company c ON c.urn = h.urn WHERE c.deleted_timestamp IS NULL
  UNION SELECT c.urn, h.label, h.by_role, h.by_all FROM company c JOIN held h ON c.parent_company = h.urn
  WHERE c.deleted_timestamp IS NULL
), within AS (
  SELECT company AS urn FROM caller WHERE narrows AND access_level = 'COMPANY'
  UNION SELECT c.urn FROM company c JOIN within h ON c.parent_company = h.urn WHERE c.deleted_timestamp IS NULL
)
SELECT caller.*,
  (SELECT json_agg(json_build_object('scope', scope, 'urn', urn)) FROM subject) AS subjects,
  (SELECT json_agg(json_build_object('label', held.label, 'urn', held.urn, 'byRole', held.by_role)) FROM held
    JOIN company c ON c.urn = held.urn WHERE c.owner = caller.tenant AND NOT held.by_all) AS held,
  ${everyoneSql},
  (SELECT json_agg(urn) FROM within) AS within,
  (SELECT count(*)::int FROM company c WHERE c.owner = caller.tenant AND c.deleted_timestamp IS NULL) AS companies${extra}
FROM caller`;
}

interface HeldLabel {
  readonly label: string;
  readonly urn: string;
  readonly byRole: boolean;
}

// A row of `viewerSql`; json_agg gives null for no rows.
interface CallerRow {
  readonly client: string | null;
  readonly identity: string | null;
  readonly company: string | null;
  readonly tenant: string | null;
  readonly access_level: string;
  readonly require_if_match: boolean;
  readonly trusted_documents_only: boolean;
  readonly requests_per_minute: number | null;
  readonly token: string | null;
  /** The labels that the token is narrowed to; none where it is not. */
  readonly labels: readonly string[] | null;
  readonly expiration_timestamp: string | null;
  readonly narrows: boolean;
  /** Of web sessions alone. */
  readonly session?: string | null;
  /** Of tokens alone. */
  readonly origins?: readonly string[] | null;
  readonly oauth_scope?: string | null;
  readonly oauth_client?: string | null;
  readonly oauth_client_type?: string | null;
  readonly subjects: readonly ViewerSubject[] | null;
  readonly held: readonly HeldLabel[] | null;
  /** What everyone counts as and has, of tokens that are narrowed so that they have less themselves. */
  readonly everyone: Pick<CallerRow, 'subjects' | 'held'> | null;
  readonly within: readonly string[] | null;
  /** How many living companies the tenant has. */
  readonly companies: number;
}

/** A viewer with how long it may be kept: while the epoch of its tenant is the same, and until the border. */
export interface DecidedViewer {
  readonly viewer: Viewer;
  /** The access epoch in the snapshot that the viewer was decided in. */
  readonly epoch: string;
  /** The first instant at which time alone may change it, in milliseconds of the database's clock; null for none. */
  readonly borderMillis: number | null;
}

// The epoch, and the first border ahead of a window: that of the credential, or of an edge that the decision looked at or
// would have, were it open.
const keptSql = `,
  ${epochSql('caller.tenant')} AS epoch,
  ${millisSql(`least(caller.expiration_timestamp, (SELECT least(
    min(g.from_timestamp) FILTER (WHERE g.from_timestamp > statement_timestamp()),
    min(g.to_timestamp) FILTER (WHERE g.to_timestamp > statement_timestamp()))
    FROM permission g JOIN (SELECT scope, urn FROM self UNION SELECT scope, urn FROM subject) s
      ON g.subject_urn = s.urn AND g.subject_scope = s.scope
    WHERE g.object_scope IN ('COMPANY', 'GROUP', 'ROLE') AND g.deleted_timestamp IS NULL))`)} AS border`;

/**
 * The viewer of the hash (SHA-256, hex) of a bearer token or an OAuth access token; null for one that is unknown, expired,
 * revoked, of a disabled client, or of a person who is gone.
 */
export function viewerByTokenHash(executor: Executor, tokenHash: string): Promise<DecidedViewer | null> {
  return decided(executor, byTokenSql, tokenHash);
}

/** The viewer of a web session by the hash of its secret (SHA-256, hex); null once the session or its person has ended. */
export function viewerBySessionHash(executor: Executor, secretHash: string): Promise<DecidedViewer | null> {
  return decided(executor, bySessionSql, secretHash);
}

/** Callers without a token as they list a tenant, by its urn; null for one that does not exist. */
export async function viewerOfEveryone(executor: Executor, tenant: string): Promise<DecidedViewer | null> {
  const found = await decided(executor, bySubjectSql['EVERYONE'] ?? '', tenant);
  return found && { ...found, viewer: anonymousIn(found.viewer) };
}

interface KeptRow extends CallerRow {
  readonly epoch: string;
  readonly border: number | null;
}

// One statement, so that the viewer and the epoch it is kept under are of the same snapshot.
async function decided(executor: Executor, caller: string, hash: string): Promise<DecidedViewer | null> {
  const p = new Parameters();
  p.add(hash, 'text');
  const row = await firstOf<KeptRow>(executor, prepared(viewerSql(caller, null, p, keptSql), p));
  return row && { viewer: viewerOf(row, null), epoch: row.epoch, borderMillis: row.border };
}

/**
 * The viewer that a permission's subject is, at an instant or (null) now; null for one that does not exist or, being a
 * client, is disabled.
 */
export async function viewerOfSubject(
  executor: Executor,
  subject: ViewerSubject,
  at: string | null,
): Promise<Viewer | null> {
  const caller = bySubjectSql[subject.scope];
  if (!caller) return null;
  const p = new Parameters();
  p.add(subject.urn, 'uuid');
  const row = await firstOf<CallerRow>(executor, prepared(viewerSql(caller, at, p), p));
  return row ? viewerOf(row, at) : null;
}

/** What a caller will be at an instant, as narrowed as it is now; null for one that has ended meanwhile. */
export async function viewerAt(executor: Executor, viewer: Viewer, at: string): Promise<Viewer | null> {
  const self = selfOf(viewer);
  if (!self) return viewer;
  if (isItself(viewer) || viewer.tokenUrn === null) {
    const then = await viewerOfSubject(executor, self, at);
    const { tokenUrn, onlyLabels, tenantUrn } = viewer;
    const isWithout = viewer.everyone !== null && tenantUrn !== null;
    const everyone = isWithout ? await viewerOfSubject(executor, { scope: 'EVERYONE', urn: tenantUrn }, at) : null;
    return then && { ...then, tokenUrn, onlyLabels, everyone: everyone && anonymousIn(everyone) };
  }
  // Its token is narrowed to roles: what they hold then counts, and nothing else of the client.
  const p = new Parameters();
  p.add(viewer.tokenUrn, 'uuid');
  const statement = prepared(viewerSql(callerOfBearerTokens('k.urn = $1::uuid'), at, p), p);
  const row = await firstOf<CallerRow>(executor, statement);
  return row && viewerOf(row, at);
}

function viewerOf(row: CallerRow, at: string | null): Viewer {
  const { oauth_scope: oauthScope = null, labels, held } = row;
  const edges = (held ?? []).filter((h) => h.label !== '*');
  const viewer: Viewer = {
    kind: 'CLIENT',
    clientUrn: row.client,
    identityUrn: row.identity,
    tokenUrn: row.token,
    sessionUrn: row.session ?? null,
    origins: row.origins ?? null,
    oauth:
      oauthScope === null
        ? null
        : { clientUrn: String(row.oauth_client), clientType: String(row.oauth_client_type), scope: oauthScope },
    companyUrn: row.company,
    tenantUrn: row.tenant,
    adminCompanies: (held ?? []).filter((h) => h.label === '*').map((h) => h.urn),
    companiesByLabel: byLabel(edges),
    companiesByRole: byLabel(edges.filter((h) => h.byRole)),
    subjects: row.subjects ?? [],
    tenantCompanies: row.narrows ? 0 : row.companies,
    // A scope that leaves no label leaves nothing but what everyone is shown.
    onlyLabels: oauthScope !== null ? labelsOfScope(oauthScope) : labels && labels.length > 0 ? labels : null,
    everyone: null,
    onlyCompanies: row.access_level === 'COMPANY' && row.narrows ? (row.within ?? []) : null,
    isRestricted: row.access_level === 'RESTRICTED',
    at,
    requestsPerMinute: row.requests_per_minute,
    requireIfMatch: row.require_if_match,
    trustedDocumentsOnly: row.trusted_documents_only,
    expirationTimestamp: row.expiration_timestamp,
  };
  return row.everyone ? { ...viewer, everyone: everyoneOf(viewer, row.everyone, row.companies) } : viewer;
}

function everyoneOf(
  viewer: Viewer,
  { subjects, held }: Pick<CallerRow, 'subjects' | 'held'>,
  tenantCompanies: number,
): Viewer {
  return anonymousIn({
    ...viewer,
    ...{ tenantCompanies, subjects: subjects ?? [], companiesByLabel: byLabel(held ?? []) },
  });
}

function byLabel(held: readonly HeldLabel[]): Map<string, string[]> {
  const labels = new Map<string, Set<string>>();
  for (const { label, urn } of held) {
    const known = labels.get(label) ?? new Set();
    labels.set(label, known.add(urn));
  }
  return new Map([...labels].map(([label, urns]) => [label, [...urns]]));
}

/** Notes that a token and its client were used; at most once a minute, so that reads do not become writes. */
export async function noteUse(executor: Executor, tokenUrn: string, clientUrn: string): Promise<void> {
  const p = new Parameters();
  const token = p.add(tokenUrn, 'uuid');
  const client = p.add(clientUrn, 'uuid');
  const isDue = `(last_used_timestamp IS NULL OR last_used_timestamp < now() - interval '1 minute')`;
  const text =
    `WITH used AS (UPDATE api_client_bearer_token SET last_used_timestamp = now() WHERE urn = ${token} AND ${isDue}` +
    ` RETURNING 1) UPDATE api_client SET last_used_timestamp = now() WHERE urn = ${client} AND (EXISTS (SELECT 1 FROM used)` +
    ` OR (${isDue} AND NOT EXISTS (SELECT 1 FROM api_client_bearer_token WHERE urn = ${token})))`;
  await executor.query(prepared(text, p));
}
