// Permission edges in SQL: whether one gives a viewer a label on a row, by its subject, its object and its window. Resource
// reference 7.2.
import { scopeOf, targetOf, type Resource } from '../../contract/resource.ts';
import { isOfTenant, type Viewer } from '../../domain/viewer.ts';
import { subjectsBeside, subjectUrns } from '../../domain/viewerValues.ts';
import type { Parameters } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';

/** The rows of a kind, by the name they have in the statement. */
export interface Rows {
  readonly resource: Resource;
  readonly alias: string;
}

/** The company that a row belongs to, as SQL; a company belongs to itself. */
export function ownerSql({ resource, alias }: Rows): string {
  return resource.name === 'Company' ? `${alias}."urn"` : `${alias}."owner"`;
}

/** Which edges count. */
export interface EdgeOptions {
  /** Also those that fell together with their object: for announcing its end to everyone who could read it until then. */
  readonly untilDeleted?: boolean;
  /** Only edges on the row itself, not those on what it lives in: about these the statement has decided already. */
  readonly isOnSelf?: boolean;
  /** The statement reads rows of no other kind, where a table holds several. */
  readonly isOfOneKind?: boolean;
}

/** A thing an edge may point at so that it holds for a row: its urn and its scope, both as SQL. */
interface ScopedObject {
  readonly urn: string;
  readonly scope: string;
}

/**
 * The object itself, its container, and that one's container. Companies are decided by `companiesWith`. `isOfOneKind` where the
 * statement reads rows of no other kind.
 */
export function objectsOf(resource: Resource, alias: string, isOfOneKind = false): ScopedObject[] {
  // An edge is readable by those who administer its object.
  if (resource.name === 'Permission') return [{ urn: `${alias}."object_urn"`, scope: `${alias}."object_scope"` }];
  const self: ScopedObject = {
    urn: `${alias}."urn"`,
    scope: isOfOneKind ? `'${scopeOf(resource)}'` : scopeSql(resource, alias),
  };
  if (!resource.container) return [self];
  const parent = targetOf(resource.container);
  const urn = `${alias}.${quote(resource.container.column)}`;
  const container: ScopedObject = { urn, scope: `'${scopeOf(parent)}'` };
  if (!parent.container) return [self, container];
  const above = `(SELECT c.${quote(parent.container.column)} FROM ${quote(parent.table)} c WHERE c."urn" = ${urn})`;
  return [self, container, { urn: above, scope: `'${scopeOf(targetOf(parent.container))}'` }];
}

// Rows of all item kinds are read by one statement, so the kind stands in the row.
function scopeSql(resource: Resource, alias: string): string {
  if (!resource.isItem) return `'${scopeOf(resource)}'`;
  const kinds = resource.contract.resources.filter((r) => r.isItem).map((r) => `WHEN '${r.name}' THEN '${scopeOf(r)}'`);
  return `CASE ${alias}."kind" ${kinds.join(' ')} END`;
}

/** What edges are to give, and to whom. */
interface Given {
  readonly viewer: Viewer;
  readonly labels: readonly string[];
}

/** Whether an edge on the row, or on what it lives in, gives the viewer one of the labels, as a boolean SQL expression. */
export function edgeExists(rows: Rows, given: Given, p: Parameters, options: EdgeOptions): string {
  // OFFSET 0 keeps it a look-up of one object's edges: as a join it may begin with all edges of the caller.
  return `EXISTS (SELECT 1 FROM ${edgesOn(rows, given, p, options)} OFFSET 0)`;
}

/** Whether one of these edges gives one of `some` of the labels; NULL where there is no such edge at all. */
export function edgeGives(
  rows: Rows,
  { some, ...given }: Given & { readonly some: readonly string[] },
  p: Parameters,
  options: EdgeOptions,
): string {
  return `(SELECT bool_or(g."label" = ANY(${p.add(some, 'text[]')})) FROM ${edgesOn(rows, given, p, options)})`;
}

function edgesOn(
  { resource, alias }: Rows,
  { viewer, labels }: Given,
  p: Parameters,
  { untilDeleted = false, isOnSelf = false, isOfOneKind = false }: EdgeOptions,
): string {
  const objects = objectsOf(resource, alias, isOfOneKind).slice(0, isOnSelf ? 1 : undefined);
  const onObject = onOneOf(objects);
  // A caller of one tenant carries the companies on which labels are held; for all others they are looked up.
  const above = `g."object_scope" = 'COMPANY' AND g."object_urn" IN (${aboveSql(`${alias}."owner"`)})`;
  const objectSql = isOfTenant(viewer) ? onObject : `((${onObject}) OR (${above}))`;
  const fellTogether = `g."deleted_timestamp" = ${alias}."deleted_timestamp"`;
  const alive = `g."deleted_timestamp" IS NULL`;
  return (
    `"permission" g WHERE ${objectSql} AND ${bearsSql(viewer, labels, p)}` +
    ` AND ${untilDeleted ? `(${alive} OR ${fellTogether})` : alive}`
  );
}

function onOneOf(objects: readonly ScopedObject[]): string {
  const urns = objects.map((o) => o.urn);
  const scopes = objects.map((o) => `WHEN ${o.urn} THEN ${o.scope}`);
  const scope = objects.length === 1 ? objects[0]?.scope : `CASE g."object_urn" ${scopes.join(' ')} END`;
  return `g."object_urn" IN (${urns.join(', ')}) AND g."object_scope" = ${String(scope)}`;
}

/** Whether the edge `g` gives the viewer one of the labels now. */
export function bearsSql(viewer: Viewer, labels: readonly string[], p: Parameters): string {
  const given = `g."label" = ANY(${p.add(labels, 'text[]')})`;
  return `${given} AND ${subjectSql(viewer, p)} AND ${windowHolds('g', viewer.at, p)}`;
}

const subjectScopes = ['API_CLIENT', 'IDENTITY', 'ROLE', 'GROUP', 'COMPANY', 'EVERYONE'];

function subjectSql(viewer: Viewer, p: Parameters): string {
  if (!isOfTenant(viewer)) return `g."subject_scope" = 'EVERYONE'`;
  if (viewer.subjects.length === 0) return 'false';
  const isOneOf = (urns: readonly string[]): string => `g."subject_urn" = ANY(${p.add(urns, 'uuid[]')})`;
  // A company stands for itself and for everyone in it.
  const byScope = subjectScopes.flatMap((scope) => {
    if (!viewer.subjects.some((s) => s.scope === scope)) return [];
    // Everyone in each of a hundred companies is not sent twice.
    const isOfScope =
      scope === 'EVERYONE' ? `NOT ${isOneOf(subjectsBeside(viewer, scope))}` : isOneOf(subjectUrns(viewer, scope));
    return [`WHEN '${scope}' THEN ${isOfScope}`];
  });
  return `${isOneOf(subjectUrns(viewer, null))} AND CASE g."subject_scope" ${byScope.join(' ')} ELSE false END`;
}

/** Whether an edge is alive and its window holds the instant; null for the database's clock. */
export function edgeHolds(alias: string, at: string | null, p: Parameters): string {
  return `${alias}."deleted_timestamp" IS NULL AND ${windowHolds(alias, at, p)}`;
}

// A window runs from its first instant to, and without, its last.
function windowHolds(alias: string, at: string | null, p: Parameters): string {
  // The clock of the statement, not of its transaction: a write may have waited for its locks.
  const now = at === null ? 'statement_timestamp()' : p.add(at, 'timestamptz');
  return (
    `(${alias}."from_timestamp" IS NULL OR ${alias}."from_timestamp" <= ${now})` +
    ` AND (${alias}."to_timestamp" IS NULL OR ${alias}."to_timestamp" > ${now})`
  );
}

/** The living company of that urn (as SQL) and those above it, as a subquery of urns. */
export function aboveSql(company: string): string {
  return (
    `WITH RECURSIVE above AS (SELECT c."urn", c."parent_company" FROM "company" c WHERE c."urn" = ${company}` +
    ` AND c."deleted_timestamp" IS NULL UNION SELECT c."urn", c."parent_company" FROM "company" c` +
    ` JOIN above a ON c."urn" = a."parent_company" WHERE c."deleted_timestamp" IS NULL) SELECT "urn" FROM above`
  );
}
