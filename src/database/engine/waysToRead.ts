// The permission decision as its ways: predicates that are each read from an index, for statements that are planned per
// caller and would be slow with the one predicate of scope.ts. Resource reference 7.2.
import { accessScope, type AccessScope } from '../../domain/accessScope.ts';
import {
  bearersOf,
  companiesBeside,
  companiesWith,
  coversTenant,
  effectiveLabels,
  holdsTenant,
  onlyCompaniesOf,
} from '../../domain/heldLabels.ts';
import { isOfTenant, type Viewer } from '../../domain/viewer.ts';
import { isForEveryone, resourceOf, type Resource } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import type { Parameters } from '../connection/statement.ts';
import { bearsSql, objectsOf, ownerSql, type Rows } from './edges.ts';
import { grantsOn, inTenant, isHeldOnTenant, isShownWhatItNames, namesKnown, ownSql } from './scope.ts';
import { ownWrites, selfWays } from './selfAccess.ts';
import { looksAtEveryKind, reasonSql, reasonsOf, type Grants, type Reason } from './visibility.ts';

/** A way to rows: a predicate. */
export interface Way {
  readonly where: string;
  /** Writes how the rows are found in the order of a list; null where that is of no use. */
  readonly inOrder: (() => InOrder) | null;
}

/** A way by edges on the rows themselves or by what they live in, for rows that are looked at one after the other. */
export interface InOrder {
  /** What holds for all rows that are looked at, whoever may read them; an index of each order serves it. */
  readonly begin: string;
  /** Which of them are on the way: their edges are looked up, and never begun with. */
  readonly held: string;
  /** A statement that selects a row for each edge of the viewer, or for each row that is on the way. */
  readonly edges: string;
}

/**
 * The predicate of `inScope` as its ways: a row is in scope when one of them holds. Each compares one column by plain equality,
 * with companies, with the edges, with memberships or with the caller itself, so each is read from an index and costs what it
 * returns, whatever others hold. Null for triggers, whose rule looks at rows of every kind, and for callers of no tenant.
 * Only for statements that are planned per caller: a plan made for few edges ruins the reads of many. One way, that of all rows
 * of the tenant, where `isOfWholeTenant`.
 */
export function waysToRead(resource: Resource, alias: string, scope: AccessScope, p: Parameters): Way[] | null {
  const { viewer, label } = scope;
  if (!isOfTenant(viewer) || looksAtEveryKind(resource)) return null;
  if (viewer.kind === 'ANONYMOUS' && !isForEveryone(resource)) return [plain('false')];
  const labels = effectiveLabels(viewer, label);
  const isRead = label === resource.labels.read && effectiveLabels(viewer, 'READ').length > 0;
  const isOwn = isRead || (labels.length > 0 && ownWrites.has(resource.name));
  // Every row is of a living company, so that there is nothing to compare beside the tenant, and nothing more to be shown.
  const isWhole = isHeldOnTenant(resource, scope);
  const ways = [
    ...bearersOf(viewer, isForEveryone(resource), label).flatMap((bearer) =>
      waysToLabel({ resource, alias }, accessScope(bearer, label), p, viewer),
    ),
    // What is the caller's own is so wherever it stands.
    ...(isOwn && !isWhole ? ownWays(resource, alias, viewer, p).map(plain) : []),
  ];
  // A parameter that no way uses has no type.
  if (ways.length === 0) return [plain('false')];
  const alive = `${alias}."deleted_timestamp" IS NULL AND ${inTenant(alias, viewer, p)}`;
  const named = isShownWhatItNames(resource, viewer) ? '' : ` AND ${namesKnown(resource, alias, viewer, p)}`;
  return ways.map((way) => ofLiving(alive, narrowed(way, named)));
}

/** Whether the viewer has the label on every row of the kind by holding it on the root of its tenant. */
export function isOfWholeTenant(resource: Resource, scope: AccessScope): boolean {
  const { viewer } = scope;
  const isAsked = viewer.kind === 'CLIENT' || (isOfTenant(viewer) && isForEveryone(resource));
  return isAsked && isShownWhatItNames(resource, viewer) && isHeldOnTenant(resource, scope);
}

// The ways to the label on rows of the kind, whether or not they live: by grants, and by what the kind's own rule adds to them.
function waysToLabel(rows: Rows, scope: AccessScope, p: Parameters, whole = scope.viewer): Way[] {
  const { viewer, label } = scope;
  const labels = effectiveLabels(viewer, label);
  if (labels.length === 0) return [];
  // What else gives the label is not written: a parameter that no text names has no type.
  if (isHeldOnTenant(rows.resource, scope)) return [plain('true')];
  const granted = (some: readonly string[]): Way[] =>
    some.length > 0 ? grantedWays(rows, viewer, { labels: some, companies: companiesWith(viewer, some) }, p) : [];
  const grants = (alias: string): Grants => grantsOn({ ...rows, alias }, { viewer, label, labels, whole }, p, {});
  const byReason = (reason: Reason): Way[] => {
    if (reason.by === 'GRANT') {
      const { reach, and } = reason;
      const found = reach === 'ALL' ? granted(reason.labels) : edgeWays(rows, viewer, reason.labels, p).slice(0, 1);
      const condition = found.length > 0 && and ? ` AND ${and(rows.alias, grants(rows.alias))}` : '';
      return found.map((way) => narrowed(way, condition));
    }
    return reason.by === 'CONTAINER'
      ? containerWay(reason, rows, containersSql(reason.kind, rows.resource, scope, p), grants)
      : conditionWay(reason, rows, grants);
  };
  const ways = reasonsOf(rows.resource, { label, labels })?.flatMap(byReason) ?? granted(labels);
  const within = ways.length > 0 ? withinSql(rows, viewer, p) : '';
  return ways.map((way) => narrowed(way, within));
}

type GrantsOf = (alias: string) => Grants;
type ReasonBy<By extends Reason['by']> = Extract<Reason, { readonly by: By }>;

// PostgreSQL may begin with what the condition looks for, such as the memberships of the caller.
function conditionWay({ is }: ReasonBy<'CONDITION'>, { resource, alias }: Rows, grants: GrantsOf): Way[] {
  const where = is(alias, grants(alias));
  if (where === 'false') return [];
  const edges = (): string => `${livingSql(resource)} AND ${is('x', grants('x'))}`;
  return [{ where, inOrder: () => ({ begin: 'true', held: forEachRow(where), edges: edges() }) }];
}

// PostgreSQL may begin with the objects on which the caller has the label.
function containerWay(
  reason: ReasonBy<'CONTAINER'>,
  { resource, alias }: Rows,
  containers: string,
  grants: GrantsOf,
): Way[] {
  if (containers === '') return [];
  const column = quote(reason.column);
  // Container by container, until there are enough: OFFSET 0 keeps PostgreSQL from reading all rows first.
  const rows = `${livingSql(resource)} AND x.${column} = c."urn" OFFSET 0`;
  const edges = `SELECT 1 FROM (${containers}) c, LATERAL (${rows}) r`;
  const held = (): string => forEachRow(reasonSql(reason, alias, grants(alias)));
  return [{ where: `${alias}.${column} IN (${containers})`, inOrder: () => ({ begin: 'true', held: held(), edges }) }];
}

const livingSql = ({ table }: Resource): string =>
  `SELECT 1 FROM ${quote(table)} x WHERE x."deleted_timestamp" IS NULL`;

// Looked up for one row after the other, and never begun with.
const forEachRow = (condition: string): string => `CASE WHEN ${condition} THEN true ELSE false END`;

// The objects of the kind on which the caller has the label, as a statement of their urns; empty if there are none.
function containersSql(kind: string, { contract }: Resource, scope: AccessScope, p: Parameters): string {
  const container = resourceOf(contract, kind);
  const ways = waysToLabel({ resource: container, alias: 'w' }, scope, p);
  return ways.map(({ where }) => `SELECT w."urn" FROM ${quote(container.table)} w WHERE ${where}`).join(' UNION ALL ');
}

/**
 * The ways to live content alone, for a caller who is shown more than what may be seen as drafts: what labels that do not
 * give READ_DRAFT open. None for a caller who sees the drafts of all companies. Null as `waysToRead`.
 */
export function waysToLive(resource: Resource, alias: string, viewer: Viewer, p: Parameters): Way[] | null {
  if (!isOfTenant(viewer)) return null;
  const rows = { resource, alias };
  const drafts = effectiveLabels(viewer, 'READ_DRAFT');
  const withDrafts = drafts.length > 0 ? companiesWith(viewer, drafts) : [];
  if (coversTenant(viewer, withDrafts)) return [];
  const ways = bearersOf(viewer, isForEveryone(resource), resource.labels.read).flatMap((bearer) => {
    const all = effectiveLabels(bearer, resource.labels.read);
    const labels = bearer === viewer ? all.filter((label) => !drafts.includes(label)) : all;
    if (labels.length === 0) return [];
    const isBeside = bearer === viewer && drafts.length > 0;
    const companies = isBeside ? companiesBeside(bearer, labels, drafts) : companiesWith(bearer, labels);
    const within = withinSql(rows, bearer, p);
    return grantedWays(rows, bearer, { labels, companies }, p).map((way) => narrowed(way, within));
  });
  // A parameter that no way uses has no type.
  if (ways.length === 0) return [];
  const within = drafts.length > 0 ? withinSql(rows, viewer, p) : '';
  const unseenBy = (drawn: string): string => ` AND NOT ${within === '' ? drawn : `(${drawn}${within})`}`;
  const besideDrafts = withDrafts.length > 0 ? unseenBy(`${alias}."owner" = ANY(${p.add(withDrafts, 'uuid[]')})`) : '';
  const edges = drafts.length > 0 ? edgeWays(rows, viewer, drafts, p) : [];
  const unseen = besideDrafts + edges.map(({ where }) => unseenBy(where)).join('');
  const unseenInOrder = (): string =>
    besideDrafts + edges.map(({ where, inOrder }) => unseenBy(inOrder?.().held ?? where)).join('');
  const alive = `${alias}."deleted_timestamp" IS NULL AND ${inTenant(alias, viewer, p)}`;
  return ways.map((way) => ofLiving(alive, narrowed(way, unseen, unseenInOrder)));
}

// What a token that is narrowed to companies is shown is theirs.
function withinSql(rows: Rows, viewer: Viewer, p: Parameters): string {
  const only = onlyCompaniesOf(viewer);
  return only ? ` AND ${ownerSql(rows)} = ANY(${p.add(only, 'uuid[]')})` : '';
}

const plain = (where: string): Way => ({ where, inOrder: null });

// With a condition, and with the one that says the same where rows are looked at one after the other.
function narrowed({ where, inOrder }: Way, condition: string, conditionInOrder = (): string => condition): Way {
  return {
    where: where + condition,
    inOrder:
      inOrder &&
      ((): InOrder => {
        const way = inOrder();
        return { ...way, held: way.held + conditionInOrder() };
      }),
  };
}

function ofLiving(alive: string, { where, inOrder }: Way): Way {
  return { where: alive + where, inOrder: inOrder && ((): InOrder => ({ ...inOrder(), begin: `${alive}true` })) };
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
): Way[] {
  if (holdsTenant(viewer, companies)) return [plain('true')];
  const owner = ownerSql({ resource, alias });
  const held = companies.length > 0 ? [plain(`${owner} = ANY(${p.add(companies, 'uuid[]')})`)] : [];
  // A caller with the label on every company of the tenant is shown nothing more by edges.
  if (coversTenant(viewer, companies)) return held;
  return [...held, ...edgeWays({ resource, alias }, viewer, labels, p)];
}

// By an edge on the row, and by one on each of what it lives in: joins, which PostgreSQL begins where fewer are, rows or edges.
function edgeWays({ resource, alias }: Rows, viewer: Viewer, labels: readonly string[], p: Parameters): Way[] {
  const edge = `g."deleted_timestamp" IS NULL AND ${bearsSql(viewer, labels, p)}`;
  // Rows of one kind are requested, also of a table that holds several.
  return objectsOf(resource, alias, true).map(({ urn, scope }, at) => {
    const onRow = `SELECT 1 FROM "permission" g WHERE g."object_urn" = ${urn} AND g."object_scope" = ${scope} AND ${edge}`;
    const edges = `SELECT 1 FROM "permission" g WHERE g."object_scope" = ${scope} AND ${edge}`;
    // OFFSET 0 keeps it a look-up of one object's edges.
    const inOrder = (): InOrder => ({ begin: 'true', held: `EXISTS (${onRow} OFFSET 0)`, edges });
    // The edges on an edge's object are of no one scope.
    return { where: `EXISTS (${onRow})`, inOrder: at === 0 && resource.name !== 'Permission' ? inOrder : null };
  });
}
