// The facts behind a permission decision, read as they are, for the pure function that explains it; and about whom to ask it to
// find who holds a label. Resource reference 7.2.
import { scopeOf, type Resource } from '../../contract/resource.ts';
import { groupBy } from '../../domain/groupBy.ts';
import type { Edge, ObjectFacts, SubjectFacts } from '../../domain/permission.ts';
import type { Viewer, ViewerSubject } from '../../domain/viewer.ts';
import { quote } from '../mapping/columns.ts';
import { aboveSql, edgeHolds } from '../engine/edges.ts';
import { staysLive } from '../engine/liveRows.ts';
import { Parameters, prepared, rowsOf, unprepared, type Executor } from '../connection/statement.ts';

/** The object with its containers, and its owner with the companies above it; empty when it is for no reader there. */
export async function objectFacts(executor: Executor, resource: Resource, urn: string): Promise<ObjectFacts> {
  return (await objectsFacts(executor, [{ resource, urn }])).get(urn) ?? { chain: [], companies: [] };
}

interface Place {
  readonly resource: Resource;
  readonly urn: string;
}

/** The same of many objects, by urn: a statement for each level of containers, and one for the companies. */
export async function objectsFacts(executor: Executor, objects: readonly Place[]): Promise<Map<string, ObjectFacts>> {
  const chains = new Map<string, ViewerSubject[]>(objects.map(({ urn }) => [urn, []]));
  const owners = new Map<string, string>();
  let level = objects.map((at) => ({ of: at.urn, at }));
  while (level.length > 0) {
    const found = await placesOf(
      executor,
      level.map(({ at }) => at),
    );
    level = level.flatMap(({ of, at }) => {
      const row = found.get(at.urn);
      if (!row) return [];
      chains.get(of)?.push({ scope: scopeOf(at.resource), urn: at.urn });
      if (at.urn === of) owners.set(of, at.resource.name === 'Company' ? of : row.owner);
      const resource = at.resource.container?.target ?? null;
      return resource && row.container !== null ? [{ of, at: { resource, urn: row.container } }] : [];
    });
  }
  const companies = await companiesAbove(executor, [...new Set(owners.values())]);
  return new Map(
    [...chains].map(([urn, chain]) => [urn, { chain, companies: companies.get(owners.get(urn) ?? '') ?? [] }]),
  );
}

interface PlaceRow {
  readonly urn: string;
  readonly owner: string;
  readonly container: string | null;
}

async function placesOf(executor: Executor, places: readonly Place[]): Promise<Map<string, PlaceRow>> {
  const p = new Parameters();
  const arms = [...groupBy(places, ({ resource }) => resource.name).values()].map((some) => {
    // A group has one at least.
    const [{ resource }] = some as [Place];
    const live = staysLive(resource, 't');
    const container = resource.container ? `t.${quote(resource.container.column)}` : 'NULL::uuid';
    return (
      `SELECT t."urn", t."owner", ${container} AS container FROM ${quote(resource.table)} t` +
      ` WHERE t."urn" = ANY(${p.add([...new Set(some.map(({ urn }) => urn))], 'uuid[]')})` +
      ` AND (t."deleted_timestamp" IS NULL${live ? ` OR ${live}` : ''})`
    );
  });
  const text = arms.join(' UNION ALL ');
  const statement = arms.length === 1 ? prepared(text, p) : unprepared(text, p);
  return new Map((await rowsOf<PlaceRow>(executor, statement)).map((row) => [row.urn, row]));
}

// Each company with those above it, nearest first.
async function companiesAbove(executor: Executor, urns: readonly string[]): Promise<Map<string, readonly string[]>> {
  const p = new Parameters();
  const text =
    `SELECT o.urn, (SELECT json_agg(a."urn") FROM (${aboveSql('o.urn')}) a) AS above` +
    ` FROM unnest(${p.add(urns, 'uuid[]')}) o(urn)`;
  const rows = await rowsOf<{ urn: string; above: readonly string[] | null }>(executor, prepared(text, p));
  return new Map(rows.map(({ urn, above }) => [urn, above ?? []]));
}

/** What is known of a viewer without looking at any edge. */
export async function subjectFacts(executor: Executor, viewer: Viewer): Promise<SubjectFacts> {
  const p = new Parameters();
  const token = p.add(viewer.tokenUrn, 'uuid');
  const text =
    `SELECT (SELECT json_agg(r."urn") FROM "link" l JOIN "role" r ON r."urn" = l."to_urn" WHERE l."from_urn" = k."urn"` +
    ` AND l."field" = 'ApiClientBearerToken.roles' AND r."deleted_timestamp" IS NULL) AS roles,` +
    ` k."narrows_roles" IS TRUE AS narrows FROM "api_client_bearer_token" k WHERE k."urn" = ${token}`;
  const [row] = viewer.tokenUrn ? await executor.query(prepared(text, p)) : [];
  return {
    base: await baseOf(executor, viewer),
    administers: viewer.clientUrn && !viewer.isRestricted ? viewer.companyUrn : null,
    memberships: await membershipsOf(executor, viewer.identityUrn),
    onlyLabels: viewer.onlyLabels,
    // json_agg over uuids returns texts, or null for none.
    onlyRoles: row?.['narrows'] === true ? ((row['roles'] ?? []) as string[]) : null,
  };
}

async function baseOf(executor: Executor, viewer: Viewer): Promise<ViewerSubject[]> {
  const p = new Parameters();
  const client = p.add(viewer.clientUrn, 'uuid');
  const identity = p.add(viewer.identityUrn, 'uuid');
  const text =
    `SELECT 'API_CLIENT' AS scope, ${client} AS urn, 1 AS n WHERE ${client} IS NOT NULL` +
    ` UNION SELECT 'IDENTITY', i."urn", 2 FROM "identity" i WHERE i."urn" = ${identity} AND i."deleted_timestamp" IS NULL` +
    ` UNION SELECT 'COMPANY', ${p.add(viewer.companyUrn, 'uuid')}, 3 WHERE ${client} IS NOT NULL` +
    ` UNION SELECT 'COMPANY', c."urn", 3 FROM "link" l JOIN "company" c ON c."urn" = l."to_urn" JOIN "identity" i` +
    ` ON i."urn" = l."from_urn" WHERE l."from_urn" = ${identity} AND l."field" = 'Identity.companies'` +
    ` AND c."deleted_timestamp" IS NULL AND i."deleted_timestamp" IS NULL` +
    ` UNION SELECT 'EVERYONE', w."urn", 4 FROM "company" w WHERE w."owner" = ${p.add(viewer.tenantUrn, 'uuid')}` +
    ` AND w."deleted_timestamp" IS NULL ORDER BY n, urn`;
  const rows = await rowsOf<{ scope: string; urn: string }>(executor, prepared(text, p));
  const found = rows.map((row) => ({ scope: row.scope, urn: row.urn }));
  // A subject that is neither client nor identity stands for itself.
  const itself = viewer.clientUrn || viewer.identityUrn ? [] : viewer.subjects.filter((s) => s.scope !== 'EVERYONE');
  return [...itself, ...found];
}

async function membershipsOf(
  executor: Executor,
  identity: string | null,
): Promise<{ groupUrn: string; isActive: boolean }[]> {
  const p = new Parameters();
  const text =
    `SELECT m."group" AS urn, m."status" = 'ACTIVE' AS active FROM "group_membership" m JOIN "group" o ON o."urn" = m."group"` +
    ` JOIN "identity" i ON i."urn" = m."identity" WHERE m."identity" = ${p.add(identity, 'uuid')}` +
    ` AND m."deleted_timestamp" IS NULL AND o."deleted_timestamp" IS NULL AND i."deleted_timestamp" IS NULL`;
  const rows = await rowsOf<{ urn: string; active: boolean }>(executor, prepared(text, p));
  return rows.map((row) => ({ groupUrn: row.urn, isActive: row.active }));
}

/** Every living edge between what the subject may count as and the objects, and the MEMBER edges that lead on the way. */
export async function edgesBetween(
  executor: Executor,
  subject: SubjectFacts,
  objects: readonly ObjectFacts[],
): Promise<Edge[]> {
  const start = [
    ...subject.base,
    ...subject.memberships.map((m) => ({ scope: 'GROUP', urn: m.groupUrn })),
    ...(subject.onlyRoles ?? []).map((urn) => ({ scope: 'ROLE', urn })),
  ];
  const p = new Parameters();
  const scopes = p.add(
    start.map((s) => s.scope),
    'text[]',
  );
  const urns = p.add(
    start.map((s) => s.urn),
    'uuid[]',
  );
  const ends = objects.flatMap(({ chain, companies }) => [...chain.map((o) => o.urn), ...companies]);
  const wanted = p.add([...new Set(ends)], 'uuid[]');
  const text =
    `WITH RECURSIVE reach AS (SELECT s.scope, s.urn FROM unnest(${scopes}, ${urns}) AS s(scope, urn)` +
    ` UNION SELECT g."object_scope", g."object_urn" FROM "permission" g JOIN reach s ON g."subject_urn" = s.urn` +
    ` AND g."subject_scope" = s.scope WHERE g."label" = 'MEMBER' AND g."object_scope" IN ('ROLE', 'GROUP')` +
    ` AND g."deleted_timestamp" IS NULL)` +
    ` SELECT g."urn", g."subject_scope" AS "subjectScope", g."subject_urn" AS "subjectUrn", g."object_scope" AS "objectScope",` +
    ` g."object_urn" AS "objectUrn", g."label", g."from_timestamp" AS "fromTimestamp", g."to_timestamp" AS "toTimestamp"` +
    ` FROM "permission" g JOIN reach s ON g."subject_urn" = s.urn AND g."subject_scope" = s.scope` +
    ` WHERE g."deleted_timestamp" IS NULL AND (g."object_urn" = ANY(${wanted}) OR (g."label" = 'MEMBER'` +
    ` AND (EXISTS (SELECT 1 FROM "role" r WHERE r."urn" = g."object_urn" AND r."deleted_timestamp" IS NULL)` +
    ` OR EXISTS (SELECT 1 FROM "group" o WHERE o."urn" = g."object_urn" AND o."deleted_timestamp" IS NULL))))` +
    ` ORDER BY g."urn"`;
  // The statement selects what Edge names.
  return (await executor.query(prepared(text, p))) as unknown as Edge[];
}

/**
 * Who may hold one of the labels on an object: every API client and person that an edge on the object, on what it lives in or on
 * a company above leads to, by roles, groups and companies; after `after`, by urn, at most `limit`. The decision about each is
 * made elsewhere.
 */
export async function possibleHolders(
  executor: Executor,
  object: ObjectFacts,
  labels: readonly string[],
  page: { readonly after: string | null; readonly limit: number },
): Promise<ViewerSubject[]> {
  const p = new Parameters();
  const urns = p.add([...object.chain.map((o) => o.urn), ...object.companies], 'uuid[]');
  const companies = p.add(object.companies, 'uuid[]');
  const groups = p.add(
    object.chain.filter((o) => o.scope === 'GROUP').map((o) => o.urn),
    'uuid[]',
  );
  const after = p.add(page.after, 'uuid');
  const holding = edgeHolds('g', null, p);
  const text =
    `WITH RECURSIVE reach AS (SELECT g."subject_scope" AS scope, g."subject_urn" AS urn FROM "permission" g` +
    ` WHERE g."object_urn" = ANY(${urns}) AND g."label" = ANY(${p.add(labels, 'text[]')}) AND ${holding}` +
    // What lives in a group is read by its members, as the kind decides.
    ` UNION SELECT 'GROUP', urn FROM unnest(${groups}) AS u(urn)` +
    ` UNION SELECT g."subject_scope", g."subject_urn" FROM "permission" g JOIN reach r ON g."object_urn" = r.urn` +
    ` AND g."object_scope" = r.scope WHERE r.scope IN ('ROLE', 'GROUP') AND g."label" = 'MEMBER' AND ${holding}),` +
    ` person AS (SELECT urn FROM reach WHERE scope = 'IDENTITY'` +
    ` UNION SELECT m."identity" FROM "group_membership" m JOIN reach r ON r.urn = m."group" AND r.scope = 'GROUP'` +
    ` WHERE m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL` +
    ` UNION SELECT l."from_urn" FROM "link" l JOIN reach r ON r.urn = l."to_urn" AND r.scope = 'COMPANY'` +
    ` WHERE l."field" = 'Identity.companies'),` +
    ` found AS (SELECT 'API_CLIENT' AS scope, urn FROM reach WHERE scope = 'API_CLIENT' UNION SELECT 'IDENTITY', urn FROM person` +
    ` UNION SELECT 'API_CLIENT', c."urn" FROM "api_client" c JOIN person i ON i.urn = c."identity"` +
    ` UNION SELECT 'API_CLIENT', c."urn" FROM "api_client" c JOIN reach r ON r.urn = c."owner" AND r.scope = 'COMPANY'` +
    ` UNION SELECT 'API_CLIENT', c."urn" FROM "api_client" c WHERE c."access_level" = 'COMPANY' AND c."owner" = ANY(${companies}))` +
    ` SELECT scope, urn FROM found WHERE ${after} IS NULL OR urn > ${after} ORDER BY urn LIMIT ${p.add(page.limit, 'int')}`;
  return rowsOf<{ scope: string; urn: string }>(executor, prepared(text, p));
}
