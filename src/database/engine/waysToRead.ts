// The permission decision as its ways: predicates that are each read from an index, for statements that are planned per
// caller and would be slow with the one predicate of scope.ts. Resource reference 7.2.
import type { AccessScope } from '../../domain/accessScope.ts';
import { companiesWith, coversTenant, effectiveLabels, holdsTenant } from '../../domain/heldLabels.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Parameters } from '../connection/statement.ts';
import { bearsSql, objectsOf, ownerSql, type Rows } from './edges.ts';
import { inTenant, isShownWhatItNames, namesKnown, ownSql } from './scope.ts';
import { ownWrites, selfWays } from './selfAccess.ts';
import { hasOwnRule } from './visibility.ts';

/** A way to rows: a predicate. */
export interface Way {
  readonly where: string;
  /** Writes how the rows are found in the order of a list; null where that is of no use. */
  readonly inOrder: (() => InOrder) | null;
}

/** A way by edges on the rows themselves, for rows that are looked at one after the other. */
export interface InOrder {
  /** What holds for all rows that are looked at, whoever may read them; an index of each order serves it. */
  readonly begin: string;
  /** Which of them are on the way: their edges are looked up, and never begun with. */
  readonly held: string;
  /** A statement that selects a row for each edge of the viewer. */
  readonly edges: string;
}

/**
 * The predicate of `inScope` as its ways, for callers to whom only grants show rows of the kind: a row is in scope when one
 * of them holds. Each compares one column by plain equality, with companies, with the edges or with the caller itself, so
 * each is read from an index and costs what it returns, whatever others hold. Null for kinds with a rule of their own,
 * and for callers without a token. Only for statements that are planned per caller: a plan made for few edges ruins
 * the reads of many. One way, that of all rows of the tenant, where `isOfWholeTenant`.
 */
export function waysToRead(
  resource: Resource,
  alias: string,
  { viewer, label }: AccessScope,
  p: Parameters,
): Way[] | null {
  if (viewer.kind !== 'CLIENT' || hasOwnRule(resource)) return null;
  const owner = ownerSql({ resource, alias });
  const labels = effectiveLabels(viewer, label);
  const isRead = label === resource.labels.read && effectiveLabels(viewer, 'READ').length > 0;
  const isOwn = isRead || (labels.length > 0 && ownWrites.has(resource.name));
  const companies = companiesWith(viewer, labels);
  // Every row is of a living company, so that there is nothing to compare beside the tenant, and nothing more to be shown.
  const isWhole = holdsTenant(viewer, companies);
  const granted = labels.length > 0 ? grantedWays({ resource, alias }, viewer, { labels, companies }, p) : [];
  const within =
    granted.length > 0 && viewer.onlyCompanies ? ` AND ${owner} = ANY(${p.add(viewer.onlyCompanies, 'uuid[]')})` : '';
  const ways = [
    ...granted.map((way) => narrowed(way, within)),
    // What is the caller's own is so wherever it stands.
    ...(isOwn && !isWhole ? ownWays(resource, alias, viewer, p).map(plain) : []),
  ];
  // A parameter that no way uses has no type.
  if (ways.length === 0) return [plain('false')];
  const alive = `${alias}."deleted_timestamp" IS NULL AND ${inTenant(alias, viewer, p)}`;
  const named = isShownWhatItNames(resource, viewer) ? '' : ` AND ${namesKnown(resource, alias, viewer, p)}`;
  return ways.map((way) => ofLiving(alive, narrowed(way, named)));
}

/** Whether the label is held on the root of the viewer's tenant, so that it gives the viewer every row of the kind. */
export function isOfWholeTenant(resource: Resource, { viewer, label }: AccessScope): boolean {
  return (
    viewer.kind === 'CLIENT' &&
    !hasOwnRule(resource) &&
    isShownWhatItNames(resource, viewer) &&
    holdsTenant(viewer, companiesWith(viewer, effectiveLabels(viewer, label)))
  );
}

/**
 * The ways to live content alone, for a caller who is shown more than what may be seen as drafts: what labels that do not
 * give READ_DRAFT open. None for a caller who sees the drafts of all companies. Null as `waysToRead`.
 */
export function waysToLive(resource: Resource, alias: string, viewer: Viewer, p: Parameters): Way[] | null {
  if (viewer.kind !== 'CLIENT') return null;
  const rows = { resource, alias };
  const drafts = effectiveLabels(viewer, 'READ_DRAFT');
  const withDrafts = drafts.length > 0 ? companiesWith(viewer, drafts) : [];
  if (coversTenant(viewer, withDrafts)) return [];
  const labels = effectiveLabels(viewer, 'READ').filter((label) => !drafts.includes(label));
  if (labels.length === 0) return [];
  const companies = companiesWith(viewer, labels).filter((urn) => !withDrafts.includes(urn));
  const within = viewer.onlyCompanies ? ` AND ${alias}."owner" = ANY(${p.add(viewer.onlyCompanies, 'uuid[]')})` : '';
  const besideDrafts = withDrafts.length > 0 ? ` AND ${alias}."owner" <> ALL(${p.add(withDrafts, 'uuid[]')})` : '';
  const edges = drafts.length > 0 ? edgeWays(rows, viewer, drafts, p) : [];
  const unseen = besideDrafts + edges.map(({ where }) => ` AND NOT ${where}`).join('');
  const unseenInOrder = (): string =>
    besideDrafts + edges.map(({ where, inOrder }) => ` AND NOT ${inOrder?.().held ?? where}`).join('');
  const alive = `${alias}."deleted_timestamp" IS NULL AND ${inTenant(alias, viewer, p)}`;
  return grantedWays(rows, viewer, { labels, companies }, p).map((way) =>
    ofLiving(alive, narrowed(narrowed(way, within), unseen, unseenInOrder)),
  );
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
