// The facts behind a permission decision, read as they are, for the pure function that explains it; and about whom to ask it to
// find who holds a label. Resource reference 7.2.
import { scopeOf, type Resource } from '../../contract/resource.ts';
import { groupBy } from '../../domain/groupBy.ts';
import type { Edge, ObjectFacts, SubjectFacts } from '../../domain/permission.ts';
import type { Viewer, ViewerSubject } from '../../domain/viewer.ts';
import { quote } from '../mapping/columns.ts';
import { aboveSql, edgeHolds } from '../engine/edges.ts';
import { staysLive } from '../engine/liveRows.ts';
import { onlyRow, Parameters, prepared, rowsOf, unprepared, type Executor } from '../connection/statement.ts';

/** What a decision about objects is explained by, but for the edges. */
export interface Facts {
  /** By urn. What is for no reader there is empty. */
  readonly objects: ReadonlyMap<string, ObjectFacts>;
  readonly subject: SubjectFacts;
  /** The database's clock. */
  readonly now: string;
}

interface Place {
  readonly resource: Resource;
  readonly urn: string;
}

/** The object with its containers, and its owner with the companies above it; empty when it is for no reader there. */
export async function objectFacts(executor: Executor, resource: Resource, urn: string): Promise<ObjectFacts> {
  const p = new Parameters();
  const rows = await rowsOf<ChainRow>(executor, prepared(chainsSql([{ resource, urn }], p), p));
  return chainsOf([urn], rows).get(urn) ?? nowhere;
}

/** The same of many objects, with what is known of a viewer without looking at any edge, in one statement. */
export async function factsOf(executor: Executor, viewer: Viewer, objects: readonly Place[]): Promise<Facts> {
  const p = new Parameters();
  const token = p.add(viewer.tokenUrn, 'uuid');
  const roles =
    `SELECT json_agg(r."urn") FROM "link" l JOIN "role" r ON r."urn" = l."to_urn" WHERE l."from_urn" = ${token}` +
    ` AND l."field" = 'ApiClientBearerToken.roles' AND r."deleted_timestamp" IS NULL`;
  const narrows = `SELECT 1 FROM "api_client_bearer_token" k WHERE k."urn" = ${token} AND k."narrows_roles"`;
  const named = objects.length > 0 ? `SELECT json_agg(c) FROM (${chainsSql(objects, p)}) c` : 'SELECT NULL::json';
  const text =
    `SELECT (${named}) AS chains, (SELECT json_agg(b ORDER BY b.n, b.urn) FROM (${baseSql(viewer, p)}) b) AS base,` +
    ` (SELECT json_agg(m) FROM (${membershipsSql(viewer.identityUrn, p)}) m) AS memberships, (${roles}) AS roles,` +
    ` EXISTS (${narrows}) AS narrows, date_trunc('milliseconds', clock_timestamp()) AS now`;
  const {
    chains,
    base,
    memberships,
    roles: some,
    narrows: isNarrowed,
    now,
  } = await onlyRow<FactsRow>(executor, unprepared(text, p));
  // A subject that is neither client nor identity stands for itself.
  const itself = viewer.clientUrn || viewer.identityUrn ? [] : viewer.subjects.filter((s) => s.scope !== 'EVERYONE');
  return {
    objects: chainsOf(
      objects.map(({ urn }) => urn),
      chains ?? [],
    ),
    subject: {
      base: [...itself, ...(base ?? []).map(({ scope, urn }) => ({ scope, urn }))],
      administers: viewer.clientUrn && !viewer.isRestricted ? viewer.companyUrn : null,
      memberships: memberships ?? [],
      onlyLabels: viewer.onlyLabels,
      onlyRoles: isNarrowed ? (some ?? []) : null,
    },
    now,
  };
}

/** The lists are null where they are empty. */
interface FactsRow {
  readonly chains: readonly ChainRow[] | null;
  readonly base: readonly ViewerSubject[] | null;
  readonly memberships: SubjectFacts['memberships'] | null;
  readonly roles: readonly string[] | null;
  readonly narrows: boolean;
  readonly now: string;
}

/** An object or one of its containers; of the object itself also the companies from its owner up. */
interface ChainRow {
  readonly of: string;
  readonly depth: number;
  readonly scope: string;
  readonly urn: string;
  readonly above: readonly string[] | null;
}

const nowhere: ObjectFacts = { chain: [], companies: [] };

// A statement for each kind and level of containers: the kinds say how many there are.
function chainsSql(places: readonly Place[], p: Parameters): string {
  const arms = [...groupBy(places, ({ resource }) => resource.name).values()].flatMap((some) => {
    // A group has one at least.
    const [{ resource }] = some as [Place];
    const wanted = p.add([...new Set(some.map(({ urn }) => urn))], 'uuid[]');
    const chain = containersOf(resource);
    return chain.map((kind, depth) => {
      const from = chain.slice(0, depth + 1).map((one, at) => {
        const link = chain[at - 1]?.container;
        const join = link ? ` ON t${String(at)}."urn" = t${String(at - 1)}.${quote(link.column)}` : '';
        return `${quote(one.table)} t${String(at)}${join}`;
      });
      const live = chain.slice(0, depth + 1).map((one, at) => livesSql(one, `t${String(at)}`));
      const owner = kind.name === 'Company' ? 't0."urn"' : 't0."owner"';
      const above = depth === 0 ? `(SELECT json_agg(a."urn") FROM (${aboveSql(owner)}) a)` : 'NULL::json';
      return (
        `SELECT t0."urn" AS of, ${String(depth)} AS depth, '${scopeOf(kind)}'::text AS scope, t${String(depth)}."urn", ${above} AS above` +
        ` FROM ${from.join(' JOIN ')} WHERE t0."urn" = ANY(${wanted}) AND ${live.join(' AND ')}`
      );
    });
  });
  return arms.join(' UNION ALL ');
}

function containersOf(resource: Resource): readonly Resource[] {
  const target = resource.container?.target ?? null;
  return target ? [resource, ...containersOf(target)] : [resource];
}

function livesSql(resource: Resource, alias: string): string {
  const live = staysLive(resource, alias);
  return `(${alias}."deleted_timestamp" IS NULL${live ? ` OR ${live}` : ''})`;
}

function chainsOf(urns: readonly string[], rows: readonly ChainRow[]): Map<string, ObjectFacts> {
  const found = groupBy(
    [...rows].sort((a, b) => a.depth - b.depth),
    ({ of }) => of,
  );
  return new Map(
    urns.map((urn) => {
      const chain = found.get(urn) ?? [];
      return [
        urn,
        { chain: chain.map((one) => ({ scope: one.scope, urn: one.urn })), companies: chain[0]?.above ?? [] },
      ];
    }),
  );
}

function baseSql(viewer: Viewer, p: Parameters): string {
  const client = p.add(viewer.clientUrn, 'uuid');
  const identity = p.add(viewer.identityUrn, 'uuid');
  return (
    `SELECT 'API_CLIENT' AS scope, ${client} AS urn, 1 AS n WHERE ${client} IS NOT NULL` +
    ` UNION SELECT 'IDENTITY', i."urn", 2 FROM "identity" i WHERE i."urn" = ${identity} AND i."deleted_timestamp" IS NULL` +
    ` UNION SELECT 'COMPANY', ${p.add(viewer.companyUrn, 'uuid')}, 3 WHERE ${client} IS NOT NULL` +
    ` UNION SELECT 'COMPANY', c."urn", 3 FROM "link" l JOIN "company" c ON c."urn" = l."to_urn" JOIN "identity" i` +
    ` ON i."urn" = l."from_urn" WHERE l."from_urn" = ${identity} AND l."field" = 'Identity.companies'` +
    ` AND c."deleted_timestamp" IS NULL AND i."deleted_timestamp" IS NULL` +
    ` UNION SELECT 'EVERYONE', w."urn", 4 FROM "company" w WHERE w."owner" = ${p.add(viewer.tenantUrn, 'uuid')}` +
    ` AND w."deleted_timestamp" IS NULL`
  );
}

function membershipsSql(identity: string | null, p: Parameters): string {
  return (
    `SELECT m."group" AS "groupUrn", m."status" = 'ACTIVE' AS "isActive" FROM "group_membership" m JOIN "group" o ON o."urn" = m."group"` +
    ` JOIN "identity" i ON i."urn" = m."identity" WHERE m."identity" = ${p.add(identity, 'uuid')}` +
    ` AND m."deleted_timestamp" IS NULL AND o."deleted_timestamp" IS NULL AND i."deleted_timestamp" IS NULL`
  );
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
