// Who holds which role: the MEMBER edges, read as lists of either end, and written as a whole. Resource reference 7.1.
import type { Contract, Resource } from '../contract/resource.ts';
import type { AccessScope } from '../domain/accessScope.ts';
import { quote } from './columns.ts';
import { selectList, type Row } from './row.ts';
import { edgeHolds, inScope } from './scope.ts';
import { Parameters, prepared, type Executor } from './statement.ts';

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
  contract: Contract,
  scope: AccessScope,
  target: Resource,
  list: MemberList,
  parents: readonly string[],
): Promise<Row[]> {
  const p = new Parameters();
  const wanted = p.add(parents, 'uuid[]');
  const [near, far] = ends(list);
  const edges =
    `SELECT DISTINCT g."${near}" AS near, g."${far}" AS far FROM "permission" g WHERE g."${near}" = ANY(${wanted})` +
    ` AND g."label" = 'MEMBER' AND g."object_scope" = 'ROLE' AND g."subject_scope" = '${list.subjectScope}'` +
    ` AND ${edgeHolds('g', null, p)}`;
  const text =
    `SELECT ${selectList(target, 't')}, true AS "$seesDrafts", e.near AS "$parent" FROM (${edges}) e` +
    ` JOIN ${quote(target.table)} t ON t."urn" = e.far WHERE ${inScope(contract, target, 't', scope, p)}` +
    ` ORDER BY t."name", t."urn"`;
  // The statement selects what Row names.
  return (await executor.query(prepared(text, p))) as unknown as Row[];
}

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
  const rows = await executor.query(prepared(text, p));
  return rows.map((row) => ({ permission: String(row['urn']), other: String(row['other']) }));
}

/** What a role gives: every object and label of its living edges, whether their time has come or not. */
export async function grantsOfRole(
  executor: Executor,
  role: string,
): Promise<{ readonly objectUrn: string; readonly label: string }[]> {
  const p = new Parameters();
  const text =
    `SELECT DISTINCT "object_urn", "label" FROM "permission" WHERE "subject_urn" = ${p.add(role, 'uuid')}` +
    ` AND "subject_scope" = 'ROLE' AND "deleted_timestamp" IS NULL` +
    ` AND ("to_timestamp" IS NULL OR "to_timestamp" > statement_timestamp())`;
  const rows = await executor.query(prepared(text, p));
  return rows.map((row) => ({ objectUrn: String(row['object_urn']), label: String(row['label']) }));
}
