// The permission decision in SQL: which rows a viewer may touch with a label. Every statement over resources carries
// this predicate; a store method cannot be called without the scope it is made from. Resource reference 7.2.
import type { AccessScope } from '../../domain/accessScope.ts';
import { labelsThatGive } from '../../domain/label.ts';
import { imagePath } from '../../domain/imagePath.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { scopeOf } from '../../contract/objectScope.ts';
import { resourceOf, targetOf, type Resource } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import { selfAccess, selfWays, ownWrites } from './selfAccess.ts';
import { Parameters } from '../connection/statement.ts';
import { isEnabled } from './tenant.ts';
import { followsContainer, hasOwnRule, visibleSql } from './visibility.ts';

/**
 * The predicate under which rows of the kind, seen as `alias`, are within the scope. Reads of what is not live also
 * need READ_DRAFT: `draftsAllowed` states in SQL whether the viewer has it on a row.
 */
export function inScope(resource: Resource, alias: string, scope: AccessScope, p: Parameters): string {
  const { viewer, label } = scope;
  const held = holdsOnRow({ resource, alias }, { viewer, label }, p);
  const isRead = label === resource.labels.read && effectiveLabels(viewer, 'READ').length > 0;
  const own = isRead && viewer.kind === 'CLIENT' ? ownSql(resource, alias, viewer, p) : null;
  return `(${alias}."deleted_timestamp" IS NULL AND ${inTenant(alias, viewer, p)}${own ? `(${held} OR ${own})` : held})`;
}

/**
 * The predicate under which rows of the kind are shown as they stand: within the scope, and, for a reader without
 * READ_DRAFT, live.
 */
export function shown(resource: Resource, alias: string, scope: AccessScope, p: Parameters): string {
  const draft = scope.label === 'READ' ? isDraft(resource, alias) : null;
  const within = inScope(resource, alias, scope, p);
  return draft
    ? `${within} AND (NOT (${draft}) OR ${holds({ resource, alias }, { viewer: scope.viewer, label: 'READ_DRAFT' }, p)})`
    : within;
}

/** How a decision may differ from the ordinary one. */
export interface HoldsOptions {
  /** Edges that fell together with their object count: for telling of its end to who could read it until then. */
  readonly untilDeleted?: boolean;
  /** Edges on what the row lives in are left out: whoever asks has decided about that already. */
  readonly isWithin?: boolean;
}

/** The rows of a kind, by the name they have in the statement. */
interface Rows {
  readonly resource: Resource;
  readonly alias: string;
}

/** Which edges count. */
interface EdgeOptions extends HoldsOptions {
  /** Only edges on the row itself, not those on what it lives in. */
  readonly isOnSelf?: boolean;
}

/** Whether the viewer holds the label on the row `alias`, as a boolean SQL expression. */
export function holds(
  { resource, alias }: Rows,
  { viewer, label }: { readonly viewer: Viewer; readonly label: string },
  p: Parameters,
  options: HoldsOptions = {},
): string {
  const held = holdsOnRow({ resource, alias }, { viewer, label }, p, options);
  return held === 'true' || held === 'false' ? held : `(${inTenant(alias, viewer, p)}${held})`;
}

// Nothing outside of its tenant exists for a caller; the service itself and callers without a token belong to none, and
// to the latter a disabled tenant shows nothing. It stands first and by itself, so that the indexes that begin with the
// tenant serve every list.
function inTenant(alias: string, { kind, tenantUrn }: Viewer, p: Parameters): string {
  if (kind === 'ANONYMOUS') return `${isEnabled(`${alias}."tenant"`)} AND `;
  return kind !== 'CLIENT' || tenantUrn === null ? '' : `${alias}."tenant" = ${p.add(tenantUrn, 'uuid')} AND `;
}

function holdsOnRow(
  { resource, alias }: Rows,
  { viewer, label }: { readonly viewer: Viewer; readonly label: string },
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
    // Edges give nothing more to who holds the label on every company. What was deleted may belong to one that was, too.
    if (!options.untilDeleted && coversTenant(viewer, companies))
      return `${owner} = ANY(${p.add(companies, 'uuid[]')})`;
    const edge = edgeExists({ resource, alias }, { viewer, labels: some }, p, {
      ...options,
      isOnSelf: reach === 'SELF' || options.isWithin === true,
    });
    return companies.length > 0 ? `(${owner} = ANY(${p.add(companies, 'uuid[]')}) OR ${edge})` : edge;
  };
  const holdsOn = (kind: string, other: string, asked = label): string =>
    holdsOnRow({ resource: resourceOf(resource.contract, kind), alias: other }, { viewer, label: asked }, p, options);
  const knows = (kind: string, other: string): string =>
    knowsSql(resourceOf(resource.contract, kind), other, viewer, p);
  const grants = { viewer, label, labels, granted, holdsOn, knows, contract: resource.contract, p };
  const seen = visibleSql(resource, alias, grants) ?? granted(labels, 'ALL');
  const own = viewer.kind === 'CLIENT' && ownWrites.has(resource.name) ? ownSql(resource, alias, viewer, p) : null;
  const any = own ? `(${seen} OR ${own})` : seen;
  return viewer.onlyCompanies ? `(${any} AND ${owner} = ANY(${p.add(viewer.onlyCompanies, 'uuid[]')}))` : any;
}

/**
 * Whether the viewer may know of the row `alias`, living or deleted: it reads it, or could until it was deleted. What was
 * never live needs READ_DRAFT as in any read.
 */
export function knowsSql(resource: Resource, alias: string, viewer: Viewer, p: Parameters): string {
  const { read } = resource.labels;
  const held = holds({ resource, alias }, { viewer, label: read }, p, { untilDeleted: true });
  const draft = isDraft(resource, alias);
  const drafts = draft
    ? ` AND (NOT (${draft}) OR ${holds({ resource, alias }, { viewer, label: 'READ_DRAFT' }, p, { untilDeleted: true })})`
    : '';
  // A deleted company is no longer among those a viewer holds labels on; who holds them on its parent knows of it.
  const parent =
    resource.name === 'Company'
      ? ` OR (${alias}."deleted_timestamp" IS NOT NULL AND EXISTS (SELECT 1 FROM "company" o` +
        ` WHERE o."urn" = ${alias}."parent_company" AND ${holds({ resource, alias: 'o' }, { viewer, label: read }, p)}))`
      : '';
  return `((${held})${parent})${drafts}`;
}

// The caller's own rows. What waits in a thread is reported for as long as the thread can be read.
function ownSql(resource: Resource, alias: string, viewer: Viewer, p: Parameters): string | null {
  const own = selfAccess(resource, alias, viewer, p);
  if (own === null || resource.name !== 'MessageThreadNotification') return own;
  const thread = holds(
    { resource: resource.contract.kinds.MessageThread, alias: 'noted' },
    { viewer, label: 'READ' },
    p,
  );
  return (
    `(${own} AND EXISTS (SELECT 1 FROM "message_thread" noted WHERE noted."urn" = ${alias}."message_thread"` +
    ` AND noted."deleted_timestamp" IS NULL AND ${thread}))`
  );
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
function objectsOf(resource: Resource, alias: string): ScopedObject[] {
  // An edge is readable by those who administer its object.
  if (resource.name === 'Permission') return [{ urn: `${alias}."object_urn"`, scope: `${alias}."object_scope"` }];
  const self: ScopedObject = { urn: `${alias}."urn"`, scope: scopeSql(resource, alias) };
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

function edgeExists(
  { resource, alias }: Rows,
  { viewer, labels }: { readonly viewer: Viewer; readonly labels: readonly string[] },
  p: Parameters,
  { untilDeleted = false, isOnSelf = false }: EdgeOptions,
): string {
  const objects = objectsOf(resource, alias).slice(0, isOnSelf ? 1 : undefined);
  const urns = objects.map((o) => o.urn);
  const scopes = objects.map((o) => `WHEN ${o.urn} THEN ${o.scope}`);
  const onObject = `g."object_urn" IN (${urns.join(', ')}) AND g."object_scope" = CASE g."object_urn" ${scopes.join(' ')} END`;
  // A caller with a token carries the companies on which labels are held; for all others they are looked up.
  const above = `g."object_scope" = 'COMPANY' AND g."object_urn" IN (${aboveSql(`${alias}."owner"`)})`;
  const objectSql = viewer.kind === 'ANONYMOUS' ? `((${onObject}) OR (${above}))` : onObject;
  const fellTogether = `g."deleted_timestamp" = ${alias}."deleted_timestamp"`;
  const alive = `g."deleted_timestamp" IS NULL`;
  // OFFSET 0 keeps it a look-up of one object's edges: as a join it may begin with all edges of the caller.
  return (
    `EXISTS (SELECT 1 FROM "permission" g WHERE ${objectSql} AND ${bearsSql(viewer, labels, p)}` +
    ` AND ${untilDeleted ? `(${alive} OR ${fellTogether})` : alive} OFFSET 0)`
  );
}

// The edge gives the viewer one of the labels now.
function bearsSql(viewer: Viewer, labels: readonly string[], p: Parameters): string {
  const given = `g."label" = ANY(${p.add(labels, 'text[]')})`;
  return `${given} AND ${subjectSql(viewer, p)} AND ${windowHolds('g', viewer.at, p)}`;
}

/**
 * The predicate of `inScope` as its ways, for callers to whom only grants show rows of the kind: a row is in scope when one
 * of them holds. Each compares one column by plain equality, with companies, with the edges or with the caller itself, so
 * each is read from an index and costs what it returns, whatever others hold. Null for kinds with a rule of their own,
 * and for callers without a token. Only for statements that are planned per caller: a plan made for few edges ruins
 * the reads of many.
 */
export function waysToRead(
  resource: Resource,
  alias: string,
  { viewer, label }: AccessScope,
  p: Parameters,
): string[] | null {
  if (viewer.kind !== 'CLIENT' || hasOwnRule(resource)) return null;
  const owner = resource.name === 'Company' ? `${alias}."urn"` : `${alias}."owner"`;
  const labels = effectiveLabels(viewer, label);
  const isRead = label === resource.labels.read && effectiveLabels(viewer, 'READ').length > 0;
  const isOwn = isRead || (labels.length > 0 && ownWrites.has(resource.name));
  const companies = companiesWith(viewer, labels);
  const granted = labels.length > 0 ? grantedWays({ resource, alias }, viewer, { labels, companies }, p) : [];
  const within =
    granted.length > 0 && viewer.onlyCompanies ? ` AND ${owner} = ANY(${p.add(viewer.onlyCompanies, 'uuid[]')})` : '';
  const ways = [
    ...granted.map((way) => way + within),
    // What is the caller's own is so wherever it stands.
    ...(isOwn ? ownWays(resource, alias, viewer, p) : []),
  ];
  // A parameter that no way uses has no type.
  if (ways.length === 0) return ['false'];
  const alive = `${alias}."deleted_timestamp" IS NULL AND ${inTenant(alias, viewer, p)}`;
  return ways.map((way) => alive + way);
}

/**
 * The ways to live content alone, for a caller who is shown more than what may be seen as drafts: what labels that do not
 * give READ_DRAFT open. None for a caller who sees the drafts of all companies. Null as `waysToRead`.
 */
export function waysToLive(resource: Resource, alias: string, viewer: Viewer, p: Parameters): string[] | null {
  if (viewer.kind !== 'CLIENT') return null;
  const drafts = effectiveLabels(viewer, 'READ_DRAFT');
  const withDrafts = drafts.length > 0 ? companiesWith(viewer, drafts) : [];
  if (coversTenant(viewer, withDrafts)) return [];
  const labels = effectiveLabels(viewer, 'READ').filter((label) => !drafts.includes(label));
  if (labels.length === 0) return [];
  const companies = companiesWith(viewer, labels).filter((urn) => !withDrafts.includes(urn));
  const within = viewer.onlyCompanies ? ` AND ${alias}."owner" = ANY(${p.add(viewer.onlyCompanies, 'uuid[]')})` : '';
  const unseen =
    (withDrafts.length > 0 ? ` AND ${alias}."owner" <> ALL(${p.add(withDrafts, 'uuid[]')})` : '') +
    ` AND NOT ${holds({ resource, alias }, { viewer, label: 'READ_DRAFT' }, p)}`;
  const alive = `${alias}."deleted_timestamp" IS NULL AND ${inTenant(alias, viewer, p)}`;
  return grantedWays({ resource, alias }, viewer, { labels, companies }, p).map((way) => alive + way + within + unseen);
}

/** Whether the viewer sees the drafts of everything it can read: READ_DRAFT is held on every company of its tenant. */
export function seesEveryDraft(viewer: Viewer): boolean {
  if (viewer.kind !== 'CLIENT') return viewer.kind === 'SYSTEM';
  const labels = effectiveLabels(viewer, 'READ_DRAFT');
  return labels.length > 0 && coversTenant(viewer, companiesWith(viewer, labels));
}

/**
 * Whether rows of the kind are read by whoever reads the object they live in: a label on that object, or on its owner,
 * is one on them. A statement that has decided about the object need not ask about each of its rows.
 */
export function isReadWithContainer(resource: Resource, viewer: Viewer): boolean {
  if (!resource.container) return false;
  const parent = targetOf(resource.container);
  if (parent.labels.read !== resource.labels.read || selfWays(parent, 't', viewer, new Parameters()).length > 0)
    return false;
  return followsContainer(resource) || (!hasOwnRule(resource) && !hasOwnRule(parent));
}

function coversTenant(viewer: Viewer, companies: readonly string[]): boolean {
  const all = viewer.subjects.filter((s) => s.scope === 'EVERYONE');
  return all.length > 0 && viewer.onlyCompanies === null && all.every((s) => companies.includes(s.urn));
}

function ownWays(resource: Resource, alias: string, viewer: Viewer, p: Parameters): string[] {
  if (resource.name !== 'MessageThreadNotification') return selfWays(resource, alias, viewer, p);
  const own = ownSql(resource, alias, viewer, p);
  return own === null ? [] : [own];
}

// By the companies on which a label is held as a whole, and by edges on the row and on what it lives in.
function grantedWays(
  { resource, alias }: Rows,
  viewer: Viewer,
  { labels, companies }: { readonly labels: readonly string[]; readonly companies: readonly string[] },
  p: Parameters,
): string[] {
  const owner = resource.name === 'Company' ? `${alias}."urn"` : `${alias}."owner"`;
  const held = companies.length > 0 ? [`${owner} = ANY(${p.add(companies, 'uuid[]')})`] : [];
  // A caller with the label on every company of the tenant is shown nothing more by edges.
  if (coversTenant(viewer, companies)) return held;
  const edge = `g."deleted_timestamp" IS NULL AND ${bearsSql(viewer, labels, p)}`;
  // Rows of one kind are requested, also of a table that holds several.
  const scopes = objectsOf(resource, alias).map((o, at) => ({
    ...o,
    scope: at === 0 && resource.isItem ? `'${scopeOf(resource)}'` : o.scope,
  }));
  return [
    ...held,
    ...scopes.map(
      ({ urn, scope }) =>
        `EXISTS (SELECT 1 FROM "permission" g WHERE g."object_urn" = ${urn} AND g."object_scope" = ${scope} AND ${edge})`,
    ),
  ];
}

function subjectSql(viewer: Viewer, p: Parameters): string {
  if (viewer.kind === 'ANONYMOUS') return `g."subject_scope" = 'EVERYONE'`;
  const scopes = [...new Set(viewer.subjects.map((s) => s.scope))];
  if (scopes.length === 0) return 'false';
  const all = p.add(
    viewer.subjects.map((s) => s.urn),
    'uuid[]',
  );
  // A company stands for itself and for everyone in it.
  const byScope = scopes.map((scope) => {
    const urns = viewer.subjects.filter((s) => s.scope === scope).map((s) => s.urn);
    return `WHEN ${p.add(scope, 'text')} THEN g."subject_urn" = ANY(${p.add(urns, 'uuid[]')})`;
  });
  return `g."subject_urn" = ANY(${all}) AND CASE g."subject_scope" ${byScope.join(' ')} ELSE false END`;
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
    ` AND '${imagePath}' || ${alias}."urn" IN (v."src", v."medium_src", v."large_src"))`
  );
}
