// The permission decision in SQL: which rows a viewer may touch with a label. Every statement over resources carries
// this predicate; a store method cannot be called without the scope it is made from. Resource reference 7.2.
import type { AccessScope } from '../domain/accessScope.ts';
import { labelsThatGive } from '../domain/label.ts';
import type { Viewer } from '../domain/viewer.ts';
import { scopeOf } from '../contract/objectScope.ts';
import { resourceOf, type Contract, type Resource } from '../contract/resource.ts';
import { quote } from './columns.ts';
import { ownRows, ownWrites } from './ownRows.ts';
import { Parameters } from './statement.ts';
import { hasOwnRule, visibleSql } from './visibility.ts';

/**
 * The predicate under which rows of the kind, seen as `alias`, are within the scope. Reads of what is not live also
 * need READ_DRAFT: `draftsAllowed` tells in SQL whether the viewer has it on a row.
 */
export function inScope(
  contract: Contract,
  resource: Resource,
  alias: string,
  scope: AccessScope,
  p: Parameters,
): string {
  const { viewer, label } = scope;
  const held = holds(contract, resource, alias, viewer, label, p);
  const isRead = label === resource.labels.read && effectiveLabels(viewer, 'READ').length > 0;
  const own = isRead && viewer.kind === 'CLIENT' ? ownRows(resource, alias, viewer, p) : null;
  return `(${alias}."deleted_timestamp" IS NULL AND ${own ? `(${held} OR ${own})` : held})`;
}

/**
 * The predicate under which rows of the kind are shown as they stand: within the scope, and, for a reader without
 * READ_DRAFT, live.
 */
export function shown(
  contract: Contract,
  resource: Resource,
  alias: string,
  scope: AccessScope,
  p: Parameters,
): string {
  const draft = scope.label === 'READ' ? isDraft(resource, alias) : null;
  const within = inScope(contract, resource, alias, scope, p);
  return draft
    ? `${within} AND (NOT (${draft}) OR ${holds(contract, resource, alias, scope.viewer, 'READ_DRAFT', p)})`
    : within;
}

/** How a decision may differ from the ordinary one. */
export interface HoldsOptions {
  /** Edges that fell together with their object count: for telling of its end to who could read it until then. */
  readonly untilDeleted?: boolean;
}

/** Which edges count. */
interface EdgeOptions extends HoldsOptions {
  /** Only edges on the row itself, not those on what it lives in. */
  readonly isOnSelf?: boolean;
}

/** Whether the viewer holds the label on the row `alias`, as a boolean SQL expression. */
export function holds(
  contract: Contract,
  resource: Resource,
  alias: string,
  viewer: Viewer,
  label: string,
  p: Parameters,
  options: HoldsOptions = {},
): string {
  if (viewer.kind === 'SYSTEM') return 'true';
  if (viewer.kind === 'ANONYMOUS' && !isForEveryone(resource)) return 'false';
  const labels = effectiveLabels(viewer, label);
  if (labels.length === 0) return 'false';
  const owner = resource.name === 'Company' ? `${alias}."urn"` : `${alias}."owner"`;
  const granted = (some: readonly string[], reach: 'ALL' | 'SELF'): string => {
    if (some.length === 0) return 'false';
    const companies = reach === 'ALL' ? companiesWith(viewer, some) : [];
    const edge = edgeExists(contract, resource, alias, viewer, some, p, { ...options, isOnSelf: reach === 'SELF' });
    return companies.length > 0 ? `(${owner} = ANY(${p.add(companies, 'uuid[]')}) OR ${edge})` : edge;
  };
  const holdsOn = (kind: string, other: string, asked = label): string =>
    holds(contract, resourceOf(contract, kind), other, viewer, asked, p, options);
  const seen = visibleSql(resource, alias, { viewer, label, labels, granted, holdsOn, p }) ?? granted(labels, 'ALL');
  const own = viewer.kind === 'CLIENT' && ownWrites.has(resource.name) ? ownRows(resource, alias, viewer, p) : null;
  const any = own ? `(${seen} OR ${own})` : seen;
  return viewer.onlyCompanies ? `(${any} AND ${owner} = ANY(${p.add(viewer.onlyCompanies, 'uuid[]')}))` : any;
}

// What callers without a token reach is content: through the view, and the bytes of images.
function isForEveryone(resource: Resource): boolean {
  return resource.isItem || resource.name === 'Entity' || resource.name === 'ImageItemFile';
}

/** The labels that satisfy the asked one for this viewer; empty when a narrowed token has none of them. */
export function effectiveLabels(viewer: Pick<Viewer, 'onlyLabels'>, label: string): string[] {
  const giving = labelsThatGive(label);
  const { onlyLabels } = viewer;
  return onlyLabels === null || giving.some((l) => onlyLabels.includes(l)) ? giving : [];
}

/** Companies on which one of the labels is held as a whole, with everything they own. */
export function companiesWith(viewer: Viewer, labels: readonly string[]): string[] {
  // Being administrator gives what ADMIN gives: not MEMBER, and no label of an application's own.
  const held = new Set(labels.includes('ADMIN') ? viewer.adminCompanies : []);
  for (const label of labels) for (const urn of viewer.companiesByLabel.get(label) ?? []) held.add(urn);
  return [...held];
}

/** A thing an edge may point at so that it holds for a row: its urn and its scope, both as SQL. */
interface ScopedObject {
  readonly urn: string;
  readonly scope: string;
}

// The object itself, its container, and that one's container. Companies are decided by `companiesWith`.
function objectsOf(contract: Contract, resource: Resource, alias: string): ScopedObject[] {
  // An edge is the business of whoever administers its object.
  if (resource.name === 'Permission') return [{ urn: `${alias}."object_urn"`, scope: `${alias}."object_scope"` }];
  const self: ScopedObject = { urn: `${alias}."urn"`, scope: scopeSql(contract, resource, alias) };
  const link = containerColumn(resource);
  if (!link || !resource.containerKind) return [self];
  const parent = resourceOf(contract, resource.containerKind);
  const container: ScopedObject = { urn: `${alias}.${link}`, scope: `'${scopeOf(parent)}'` };
  const above = containerColumn(parent);
  if (!above || !parent.containerKind) return [self, container];
  const top = resourceOf(contract, parent.containerKind);
  const urn = `(SELECT c.${above} FROM ${quote(parent.table)} c WHERE c."urn" = ${container.urn})`;
  return [self, container, { urn, scope: `'${scopeOf(top)}'` }];
}

// Rows of all item kinds are read by one statement, so the kind stands in the row.
function scopeSql(contract: Contract, resource: Resource, alias: string): string {
  if (!resource.isItem) return `'${scopeOf(resource)}'`;
  const kinds = contract.resources.filter((r) => r.isItem).map((r) => `WHEN '${r.name}' THEN '${scopeOf(r)}'`);
  return `CASE ${alias}."kind" ${kinds.join(' ')} END`;
}

function containerColumn(resource: Resource): string | null {
  const field = resource.container ? resource.fieldByName.get(resource.container) : undefined;
  return field ? quote(field.column) : null;
}

function edgeExists(
  contract: Contract,
  resource: Resource,
  alias: string,
  viewer: Viewer,
  labels: readonly string[],
  p: Parameters,
  { untilDeleted = false, isOnSelf = false }: EdgeOptions,
): string {
  const objects = objectsOf(contract, resource, alias).slice(0, isOnSelf ? 1 : undefined);
  const urns = objects.map((o) => o.urn);
  const scopes = objects.map((o) => `WHEN ${o.urn} THEN ${o.scope}`);
  const onObject = `g."object_urn" IN (${urns.join(', ')}) AND g."object_scope" = CASE g."object_urn" ${scopes.join(' ')} END`;
  // Whoever has a token brings along the companies on which labels are held; for all others they are looked up.
  const above = `g."object_scope" = 'COMPANY' AND g."object_urn" IN (${aboveSql(`${alias}."owner"`)})`;
  const objectSql = viewer.kind === 'ANONYMOUS' ? `((${onObject}) OR (${above}))` : onObject;
  const fellTogether = `g."deleted_timestamp" = ${alias}."deleted_timestamp"`;
  const alive = `g."deleted_timestamp" IS NULL`;
  return (
    `EXISTS (SELECT 1 FROM "permission" g WHERE ${objectSql} AND ${bearsSql(viewer, labels, p)}` +
    ` AND ${untilDeleted ? `(${alive} OR ${fellTogether})` : alive})`
  );
}

// The edge gives the viewer one of the labels now.
function bearsSql(viewer: Viewer, labels: readonly string[], p: Parameters): string {
  const given = `g."label" = ANY(${p.add(labels, 'text[]')})`;
  return `${given} AND ${subjectSql(viewer, p)} AND ${windowHolds('g', viewer.at, p)}`;
}

/**
 * The predicate of `shown` as its ways, for a viewer to whom nothing but edges on single objects shows rows of the kind:
 * a row is shown when one of them holds. Each compares one object with the edges by plain equality, so that a list can
 * also be read from the edges, where these are fewer than the rows. Null for all others. Only for statements that are
 * planned for whoever asks: a plan made for few edges ruins the reads of many.
 */
export function waysToRead(
  contract: Contract,
  resource: Resource,
  alias: string,
  { viewer, label }: AccessScope,
  p: Parameters,
): string[] | null {
  const labels = effectiveLabels(viewer, label);
  const isOnlyByEdge =
    viewer.kind === 'CLIENT' &&
    viewer.onlyCompanies === null &&
    labels.length > 0 &&
    companiesWith(viewer, labels).length === 0 &&
    !hasOwnRule(resource) &&
    ownRows(resource, alias, viewer, new Parameters()) === null;
  if (!isOnlyByEdge) return null;
  const draft = label === 'READ' ? isDraft(resource, alias) : null;
  const live = draft ? ` AND (NOT (${draft}) OR ${holds(contract, resource, alias, viewer, 'READ_DRAFT', p)})` : '';
  const edge = `g."deleted_timestamp" IS NULL AND ${bearsSql(viewer, labels, p)}`;
  // Rows of one kind are asked for, also of a table that holds several.
  const scopes = objectsOf(contract, resource, alias).map((o, at) => ({
    ...o,
    scope: at === 0 && resource.isItem ? `'${scopeOf(resource)}'` : o.scope,
  }));
  return scopes.map(
    ({ urn, scope }) =>
      `${alias}."deleted_timestamp" IS NULL AND EXISTS (SELECT 1 FROM "permission" g WHERE g."object_urn" = ${urn}` +
      ` AND g."object_scope" = ${scope} AND ${edge})${live}`,
  );
}

function subjectSql(viewer: Viewer, p: Parameters): string {
  if (viewer.kind === 'ANONYMOUS') return `g."subject_scope" = 'EVERYONE'`;
  const urns = p.add(
    viewer.subjects.map((s) => s.urn),
    'uuid[]',
  );
  const scopes = p.add(
    viewer.subjects.map((s) => s.scope),
    'text[]',
  );
  return (
    `g."subject_urn" = ANY(${urns}) AND (g."subject_urn", g."subject_scope") IN` +
    ` (SELECT u, s FROM unnest(${urns}, ${scopes}) AS subject(u, s))`
  );
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

/** Where a row of the kind is not live, as SQL; null for kinds that know no drafts. */
export function isDraft(resource: Resource, alias: string): string | null {
  if (resource.isItem) return `NOT ${alias}."is_published"`;
  if (resource.name === 'ImageItemFile') return `NOT ${isLiveFile(alias)}`;
  return resource.name === 'Entity' ? `${alias}."live_timestamp" IS NULL` : null;
}

// The bytes of an image are live while the live value of its item names them.
function isLiveFile(alias: string): string {
  return (
    `EXISTS (SELECT 1 FROM "item_live" l JOIN "item_value" v ON v."urn" = l."entry" WHERE l."item_urn" = ${alias}."image_item"` +
    ` AND l."until_timestamp" IS NULL` +
    ` AND '/v/v1/image/' || ${alias}."urn" IN (v."src", v."medium_src", v."large_src"))`
  );
}
