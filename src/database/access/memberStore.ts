// Who holds which role: the MEMBER edges, read as lists of either end, and written as a whole. Resource reference 7.1.
import type { Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import { inNames, quote } from '../mapping/columns.ts';
import { selectList, type Row } from '../engine/row.ts';
import { edgeHolds } from '../engine/edges.ts';
import { inScope } from '../engine/scope.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** Which end of the MEMBER edges a list shows, of the parents that stand at the other one. */
export interface MemberList {
  /** HOLDERS: the subjects that hold the parent role. ROLES: the roles that the parent holds. */
  readonly shows: 'HOLDERS' | 'ROLES';
  /** What kind of subject the edges start from. */
  readonly subjectScope: 'API_CLIENT' | 'IDENTITY' | 'GROUP';
}

/** The list behind a field of a kind; null for fields that are something else. */
export function memberListOf(resource: Resource, name: string): MemberList | null {
  const scopes = { apiClients: 'API_CLIENT', identities: 'IDENTITY', groups: 'GROUP' } as const;
  if (resource.name === 'ApiClient' && name === 'roles') return { shows: 'ROLES', subjectScope: 'API_CLIENT' };
  if (resource.name !== 'Role' || !(name in scopes)) return null;
  // The line above found it among the names.
  return { shows: 'HOLDERS', subjectScope: scopes[name as keyof typeof scopes] };
}

/** The rows at the shown end of the edges that hold now, each with `$parent`, by name. */
export async function rowsByMembership(
  executor: Executor,
  scope: AccessScope,
  {
    target,
    list,
    parents,
  }: { readonly target: Resource; readonly list: MemberList; readonly parents: readonly string[] },
): Promise<Row[]> {
  const p = new Parameters();
  const wanted = p.add(parents, 'uuid[]');
  const edges = membersSql(list, `= ANY(${wanted})`, p);
  // Each row by its urn, and before anything else of it is looked at: of rows and edges that are new PostgreSQL's statistics know
  // nothing, and it would look through all that the tenant has for each of them.
  const held = `SELECT x.* FROM ${quote(target.table)} x WHERE x."urn" = e.far OFFSET 0`;
  const text =
    `SELECT ${selectList(target, 't')}, true AS "$seesDrafts", e.near AS "$parent" FROM (${edges}) e` +
    ` CROSS JOIN LATERAL (${held}) t WHERE ${inScope(target, 't', scope, p)} ORDER BY ${membersOrder('t')}`;
  // The statement selects what Row names.
  return (await executor.query(prepared(text, p))) as unknown as Row[];
}

/** The edges that hold now from or to parents of which `which` is true, by the urns of both ends: near that of the parent, and far. */
export function membersSql(list: MemberList, which: string, p: Parameters): string {
  const [near, far] = ends(list);
  return (
    `SELECT DISTINCT g."${near}" AS near, g."${far}" AS far FROM "permission" g WHERE g."${near}" ${which}` +
    ` AND g."label" = 'MEMBER' AND g."object_scope" = 'ROLE' AND g."subject_scope" = '${list.subjectScope}'` +
    ` AND ${edgeHolds('g', null, p)}`
  );
}

/** The order of such a list, of rows with that alias. */
export const membersOrder = (alias: string): string => `${inNames(`${alias}."name"`)}, ${alias}."urn"`;

const ends = (list: MemberList): [string, string] =>
  list.shows === 'HOLDERS' ? ['object_urn', 'subject_urn'] : ['subject_urn', 'object_urn'];

/** A MEMBER edge and what stands at its other end. */
export interface Member {
  readonly permission: string;
  readonly other: string;
}

/** The MEMBER edges of one parent that hold now, whatever the caller may read. */
export async function memberEdges(executor: Executor, list: MemberList, parent: string): Promise<Member[]> {
  const p = new Parameters();
  const [near, far] = ends(list);
  const text =
    `SELECT g."urn", g."${far}" AS other FROM "permission" g WHERE g."${near}" = ${p.add(parent, 'uuid')}` +
    ` AND g."label" = 'MEMBER' AND g."object_scope" = 'ROLE' AND g."subject_scope" = '${list.subjectScope}'` +
    ` AND ${edgeHolds('g', null, p)} ORDER BY g."urn"`;
  const rows = await rowsOf<{ urn: string; other: string }>(executor, prepared(text, p));
  return rows.map((row) => ({ permission: row.urn, other: row.other }));
}

/** What a role grants: every object and label of its living edges, whether their time has come or not. */
export async function grantsOfRole(
  executor: Executor,
  role: string,
): Promise<{ readonly objectUrn: string; readonly label: string }[]> {
  const p = new Parameters();
  const text =
    `SELECT DISTINCT "object_urn", "label" FROM "permission" WHERE "subject_urn" = ${p.add(role, 'uuid')}` +
    ` AND "subject_scope" = 'ROLE' AND "deleted_timestamp" IS NULL` +
    ` AND ("to_timestamp" IS NULL OR "to_timestamp" > statement_timestamp())`;
  const rows = await rowsOf<{ object_urn: string; label: string }>(executor, prepared(text, p));
  return rows.map((row) => ({ objectUrn: row.object_urn, label: row.label }));
}

/** A right that members have: the label on the object, in the window of its edge. */
export interface MemberRight {
  readonly objectUrn: string;
  readonly label: string;
  readonly fromTimestamp: string | null;
  readonly toTimestamp: string | null;
}

/** What an identity can become a member of. */
export interface Body {
  readonly scope: 'GROUP' | 'COMPANY';
  readonly urn: string;
}

/**
 * What members of the groups and companies have through them: by their own edges, by those of groups that a company
 * belongs to, and by those of roles that any of these hold; every edge that has not ended, begun or not.
 */
export async function rightsOfMembers(executor: Executor, bodies: readonly Body[]): Promise<MemberRight[]> {
  if (bodies.length === 0) return [];
  const p = new Parameters();
  const urns = p.add(
    bodies.map((b) => b.urn),
    'uuid[]',
  );
  const scopes = p.add(
    bodies.map((b) => b.scope),
    'text[]',
  );
  const counts = `g."deleted_timestamp" IS NULL AND (g."to_timestamp" IS NULL OR g."to_timestamp" > statement_timestamp())`;
  const joined = (from: string): string =>
    `FROM ${from} s JOIN "permission" g ON g."subject_urn" = s.urn AND g."subject_scope" = s.scope AND ${counts}`;
  const text =
    `WITH base AS (SELECT scope, urn FROM unnest(${scopes}, ${urns}) AS b(scope, urn)),` +
    ` groups AS (SELECT 'GROUP' AS scope, g."object_urn" AS urn ${joined('base')}` +
    ` WHERE s.scope = 'COMPANY' AND g."label" = 'MEMBER' AND g."object_scope" = 'GROUP'),` +
    ` self AS (SELECT scope, urn FROM base UNION SELECT scope, urn FROM groups),` +
    ` roles AS (SELECT 'ROLE' AS scope, g."object_urn" AS urn ${joined('self')}` +
    ` WHERE g."label" = 'MEMBER' AND g."object_scope" = 'ROLE'),` +
    ` subject AS (SELECT scope, urn FROM self UNION SELECT scope, urn FROM roles)` +
    ` SELECT DISTINCT g."object_urn" AS "objectUrn", g."label", g."from_timestamp" AS "fromTimestamp",` +
    ` g."to_timestamp" AS "toTimestamp" ${joined('subject')} WHERE g."label" <> 'MEMBER'`;
  // The statement selects what MemberRight names.
  return (await executor.query(prepared(text, p))) as unknown as MemberRight[];
}
