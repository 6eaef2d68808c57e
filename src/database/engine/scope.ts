// The permission decision in SQL: which rows a viewer may touch with a label. Every statement over resources carries
// this predicate; a store method cannot be called without the scope it is made from. Resource reference 7.2.
import { groupBy } from '../../domain/groupBy.ts';
import { accessScope, type AccessScope } from '../../domain/accessScope.ts';
import {
  bearersOf,
  companiesWith,
  coversTenant,
  effectiveLabels,
  holdsTenant,
  onlyCompaniesOf,
  seesEveryDraft,
} from '../../domain/heldLabels.ts';
import { showsLive } from '../../domain/label.ts';
import { listedTypes, subjectKinds } from '../../domain/taskActivity.ts';
import { anonymousViewer, type Viewer } from '../../domain/viewer.ts';
import { isForEveryone, resourceOf, targetOf, type Resource } from '../../contract/resource.ts';
import { Parameters } from '../connection/statement.ts';
import { type EdgeOptions, edgeExists, edgeGives, ownerSql, type Rows } from './edges.ts';
import { ownWrites, selfAccess } from './selfAccess.ts';
import { existsForReaders, isLiveFile, isLiveItem, staysLiveItem } from './liveRows.ts';
import { isEnabled } from './tenant.ts';
import {
  besideContainerSql,
  followsContainer,
  hasOwnRule,
  isGrantedWithContainer,
  reasonsOf,
  visibleSql,
  type Grants,
} from './visibility.ts';

/**
 * The predicate under which rows of the kind, seen as `alias`, are within the scope. Reads of what is not live also
 * need READ_DRAFT: `draftsAllowed` states in SQL whether the viewer has it on a row.
 */
export function inScope(resource: Resource, alias: string, scope: AccessScope, p: Parameters): string {
  return `(${alias}."deleted_timestamp" IS NULL AND ${reached(resource, alias, scope, p)})`;
}

/**
 * The predicate under which a read finds items: within the scope, and, as long as their removal is a draft that the viewer
 * does not see, removed ones. These are shown by their live values. Resource reference 15.7.
 */
export function itemsInScope(resource: Resource, alias: string, scope: AccessScope, p: Parameters): string {
  const { viewer, label } = scope;
  if (!showsLive(label) || viewer.kind === 'SYSTEM') return inScope(resource, alias, scope, p);
  const sees = holds({ resource, alias }, { viewer, label: 'READ_DRAFT' }, p);
  const exists = `(${alias}."deleted_timestamp" IS NULL OR (NOT ${sees} AND ${staysLiveItem(alias)}))`;
  return `(${exists} AND ${reached(resource, alias, scope, p)})`;
}

/** The predicate under which a read finds rows of a kind that is no item: within the scope, and there for readers. */
export function readScopeSql(resource: Resource, alias: string, scope: AccessScope, p: Parameters): string {
  return `(${existsForReaders(resource, alias)} AND ${reached(resource, alias, scope, p)})`;
}

// Within the scope, whether or not they live.
function reached(resource: Resource, alias: string, scope: AccessScope, p: Parameters): string {
  const { viewer, label } = scope;
  const held = holdsOnRow({ resource, alias }, { viewer, label }, p);
  const named = label === resource.labels.read ? ` AND ${namesKnown(resource, alias, viewer, p)}` : '';
  const isRead = label === resource.labels.read && effectiveLabels(viewer, 'READ').length > 0;
  const isOwn = isRead && viewer.kind === 'CLIENT' && !isHeldOnAll(resource, scope);
  const own = isOwn ? ownSql(resource, alias, viewer, p) : null;
  const within = `${inTenant(alias, viewer, p)}${own ? `(${held} OR ${own})` : held}${named}`;
  return isReadAnywhere(resource, scope) ? `((${within}) OR ${shownElsewhere(resource, alias, scope, p)})` : within;
}

/** Whether the scope reads what everyone may VIEW in other tenants, too. */
export const isReadAnywhere = (resource: Resource, { viewer, label, isAnywhere }: AccessScope): boolean =>
  isAnywhere && viewer.kind === 'CLIENT' && isForEveryone(resource) && label === resource.labels.read;

// What callers without a token are shown of other tenants. Resource reference 16.1.
function shownElsewhere(
  resource: Resource,
  alias: string,
  { viewer, label }: Pick<AccessScope, 'viewer' | 'label'>,
  p: Parameters,
): string {
  const isElsewhere = `${alias}."tenant" <> ${p.add(viewer.tenantUrn, 'uuid')}`;
  return `(${isElsewhere} AND ${holds({ resource, alias }, { viewer: anonymousViewer, label }, p)})`;
}

/** Whether the viewer is shown every row of the kind on which it holds the label, whatever else the row names. */
export function isShownWhatItNames(resource: Resource, viewer: Viewer): boolean {
  return resource.name !== 'TaskLog' || seesEveryDraft(viewer);
}

/**
 * The condition on what a row names: a line in the log of a task about an element of one of its lists is shown to those who
 * may know of the element, as the list is. Resource reference 7.2.
 */
export function namesKnown(resource: Resource, alias: string, viewer: Viewer, p: Parameters): string {
  if (isShownWhatItNames(resource, viewer)) return 'true';
  const kinds = groupBy(listedTypes, (type) => subjectKinds[type]);
  const type = `(${alias}."subject"->>'type')`;
  const cases = [...kinds].map(([name, types]) => {
    const kind = resourceOf(resource.contract, name);
    const known = knowsSql(kind, 'named', accessScope(viewer, kind.labels.read), p);
    return (
      `WHEN ${type} IN (${types.map((one) => `'${one}'`).join(', ')}) THEN EXISTS (SELECT 1 FROM "${kind.table}" named` +
      ` WHERE named."urn" = (${alias}."subject"->>'urn')::uuid AND ${known} OFFSET 0)`
    );
  });
  return `CASE ${cases.join(' ')} ELSE true END`;
}

/**
 * The predicate under which rows of the kind are shown as they stand: within the scope, and, for a reader without
 * READ_DRAFT, live.
 */
export function shown(resource: Resource, alias: string, scope: AccessScope, p: Parameters): string {
  const draft = showsLive(scope.label) ? isDraft(resource, alias) : null;
  const isForReaders = showsLive(scope.label) && scope.viewer.kind !== 'SYSTEM';
  const within = isForReaders ? readScopeSql(resource, alias, scope, p) : inScope(resource, alias, scope, p);
  return draft
    ? `${within} AND (NOT (${draft}) OR ${holds({ resource, alias }, { viewer: scope.viewer, label: 'READ_DRAFT' }, p)})`
    : within;
}

/** Whether the viewer holds the label on the row `alias`, as a boolean SQL expression. */
export function holds(
  { resource, alias }: Rows,
  { viewer, label }: { readonly viewer: Viewer; readonly label: string },
  p: Parameters,
  options: EdgeOptions = {},
): string {
  const held = holdsOnRow({ resource, alias }, { viewer, label }, p, options);
  return held === 'true' || held === 'false' ? held : `(${inTenant(alias, viewer, p)}${held})`;
}

/**
 * The condition, ended by AND, that keeps a caller inside its tenant. The service itself belongs to none, nor do callers without a
 * token but where they list one tenant: to them a disabled tenant shows nothing. It stands first and by itself, so that the indexes that begin
 * with the tenant serve every list.
 */
export function inTenant(alias: string, { kind, tenantUrn }: Viewer, p: Parameters): string {
  if (kind === 'ANONYMOUS' && tenantUrn === null) return `${isEnabled(`${alias}."tenant"`)} AND `;
  if (kind === 'SYSTEM' || tenantUrn === null) return '';
  const tenant = p.add(tenantUrn, 'uuid');
  const within = `${alias}."tenant" = ${tenant} AND `;
  return kind === 'ANONYMOUS' ? `${within}${isEnabled(tenant)} AND ` : within;
}

function holdsOnRow(
  rows: Rows,
  { viewer, label }: { readonly viewer: Viewer; readonly label: string },
  p: Parameters,
  options: EdgeOptions = {},
): string {
  const bearers = bearersOf(viewer, isForEveryone(rows.resource), label);
  const whole = options.untilDeleted
    ? undefined
    : bearers.find((bearer) => isHeldOnAll(rows.resource, accessScope(bearer, label)));
  if (whole) return ofTenantSql(rows, whole, p);
  const ways = bearers
    .map((bearer) => holdsAs(rows, { viewer, bearer, label }, p, options))
    .filter((way) => way !== 'false');
  return ways.length > 1 ? `(${ways.join(' OR ')})` : (ways[0] ?? 'false');
}

function holdsAs(
  { resource, alias }: Rows,
  { viewer: whole, bearer: viewer, label }: Record<'viewer' | 'bearer', Viewer> & { readonly label: string },
  p: Parameters,
  options: EdgeOptions,
): string {
  if (viewer.kind === 'SYSTEM') return 'true';
  if (viewer.kind === 'ANONYMOUS' && !isForEveryone(resource)) return 'false';
  const labels = effectiveLabels(viewer, label);
  if (labels.length === 0) return 'false';
  const grants = grantsOn({ resource, alias }, { viewer, label, labels, whole }, p, options);
  const seen = visibleSql(resource, alias, grants) ?? grants.granted(labels, 'ALL');
  const own = viewer.kind === 'CLIENT' && ownWrites.has(resource.name) ? ownSql(resource, alias, viewer, p) : null;
  const any = own ? `(${seen} OR ${own})` : seen;
  const only = onlyCompaniesOf(viewer);
  return only ? `(${any} AND ${ownerSql({ resource, alias })} = ANY(${p.add(only, 'uuid[]')}))` : any;
}

/**
 * What decides about the label on rows of a kind with a rule of its own (visibility.ts): granted to the viewer, while rows of other
 * kinds are decided for the `whole` of it.
 */
export function grantsOn(
  { resource, alias }: Rows,
  { viewer, label, labels, whole = viewer }: Pick<Grants, 'viewer' | 'label' | 'labels'> & { readonly whole?: Viewer },
  p: Parameters,
  options: EdgeOptions,
): Grants {
  const { contract } = resource;
  const owner = ownerSql({ resource, alias });
  return {
    ...{ viewer, label, labels, contract, p },
    granted(some, reach) {
      if (some.length === 0) return 'false';
      const companies = reach === 'ALL' ? companiesWith(viewer, some) : [];
      // Edges give nothing more to a viewer that holds the label on every company. What was deleted may belong to one that was, too.
      if (!options.untilDeleted && coversTenant(viewer, companies))
        return ownedBySql({ resource, alias }, viewer, companies, p);
      const isOnSelf = reach === 'SELF' || options.isOnSelf === true;
      const edge = edgeExists({ resource, alias }, { viewer, labels: some }, p, { ...options, isOnSelf });
      return companies.length > 0 ? `(${owner} = ANY(${p.add(companies, 'uuid[]')}) OR ${edge})` : edge;
    },
    holdsOn: (kind, other, wanted = label) =>
      holdsOnRow({ resource: resourceOf(contract, kind), alias: other }, { viewer: whole, label: wanted }, p, options),
    follows: (kind, other) => {
      const followed = resourceOf(contract, kind);
      return knowsSql(followed, other, accessScope(whole, followed.labels.follow), p);
    },
  };
}

/**
 * Whether the viewer has the label on every row of the kind by holding it on the root of its tenant or, as `isOnAll` may say, on all of its
 * companies: nothing else gives it more.
 */
export function isHeldOnTenant(resource: Resource, scope: AccessScope, isOnAll = holdsTenant): boolean {
  const { viewer, label } = scope;
  // The service itself is of no tenant, whomever it works for.
  if (viewer.kind === 'SYSTEM' || (viewer.kind === 'ANONYMOUS' && !isForEveryone(resource))) return false;
  const labels = effectiveLabels(viewer, label);
  const isHeld = (some: readonly string[]): boolean => isOnAll(viewer, companiesWith(viewer, some));
  const reasons = reasonsOf(resource, { label, labels });
  if (!reasons) return isHeld(labels);
  return reasons.some((reason) => {
    if (reason.by === 'CONTAINER') return isHeldOnTenant(resourceOf(resource.contract, reason.kind), scope, isOnAll);
    return reason.by === 'GRANT' && reason.reach === 'ALL' && !reason.and && isHeld(reason.labels);
  });
}

const isHeldOnAll = (resource: Resource, scope: AccessScope): boolean => isHeldOnTenant(resource, scope, coversTenant);

// Whether one of the companies owns the row. Of all companies the tenant says it: there may be ten thousand. Who holds all holds the
// root, and so whatever company is added; every row is of a living company, and a company that was deleted is none of them.
function ownedBySql(rows: Rows, viewer: Viewer, companies: readonly string[], p: Parameters): string {
  if (!coversTenant(viewer, companies)) return `${ownerSql(rows)} = ANY(${p.add(companies, 'uuid[]')})`;
  return ofTenantSql(rows, viewer, p);
}

function ofTenantSql({ resource, alias }: Rows, viewer: Viewer, p: Parameters): string {
  const lives = resource.name === 'Company' ? ` AND ${alias}."deleted_timestamp" IS NULL` : '';
  return `(${alias}."tenant" = ${p.add(viewer.tenantUrn, 'uuid')}${lives})`;
}

/**
 * Whether the object they live in decides about reading rows of the kind, but for what `readableWithinSql` says: a label on that
 * object, or on its owner, is one on them. A statement that has decided about the object need not decide about each of its rows.
 */
export function isReadWithContainer(resource: Resource, viewer: Viewer): boolean {
  if (!resource.container || !isShownWhatItNames(resource, viewer)) return false;
  const parent = targetOf(resource.container);
  if (parent.labels.read !== resource.labels.read || selfAccess(parent, 't', viewer, new Parameters()) !== null)
    return false;
  return followsContainer(resource) || (isGrantedWithContainer(resource) && !hasOwnRule(parent));
}

/** The predicate under which the viewer reads rows of such a kind that live in what it reads. */
export function readableWithinSql(resource: Resource, alias: string, viewer: Viewer, p: Parameters): string {
  const label = resource.labels.read;
  const grants = grantsOn({ resource, alias }, { viewer, label, labels: effectiveLabels(viewer, label) }, p, {});
  return `${existsForReaders(resource, alias)} AND ${besideContainerSql(resource, alias, grants)}`;
}

/** What is decided about each row of content: two conditions, by what is selected once for each row under a name. */
export interface ContentDecision {
  readonly selected: string;
  /** Whether the row may be read; to be called where it is asked: a parameter that no text names has no type. */
  readonly reads: () => string;
  /** Whether what is not live on the row is shown. */
  readonly sees: string;
}

/**
 * The decision about reading rows of a kind that knows drafts. What gives READ_DRAFT gives VIEW, so that one look-up of a row's edges
 * says both: true for drafts, false for what is live alone, and NULL for nothing.
 */
export function decideContent(
  {
    resource,
    alias,
    isOfOneKind = true,
    isAnywhere = false,
  }: Rows & Pick<EdgeOptions, 'isOfOneKind'> & Partial<Pick<AccessScope, 'isAnywhere'>>,
  viewer: Viewer,
  name: string,
  p: Parameters,
): ContentDecision {
  const [labels, some] = [effectiveLabels(viewer, resource.labels.read), effectiveLabels(viewer, 'READ_DRAFT')];
  const isIn = (companies: readonly string[]): string =>
    companies.length > 0 ? ownedBySql({ resource, alias }, viewer, companies, p) : 'false';
  const [whole, wholeDrafts] = [companiesWith(viewer, labels), companiesWith(viewer, some)];
  const isLookedUp = some.length > 0 || !coversTenant(viewer, whole);
  const gives = isLookedUp ? edgeGives({ resource, alias }, { viewer, labels, some }, p, { isOfOneKind }) : 'NULL';
  const given = wholeDrafts.length > 0 ? `CASE WHEN ${isIn(wholeDrafts)} THEN true ELSE ${gives} END` : gives;
  const only = onlyCompaniesOf(viewer);
  const within = only ? ` AND ${isIn(only)}` : '';
  const isGiven = `${name}."given" IS NOT NULL`;
  const [, everyone] = bearersOf(viewer, isForEveryone(resource), resource.labels.read);
  const open = (): string =>
    everyone ? holdsOnRow({ resource, alias }, { viewer: everyone, label: resource.labels.read }, p) : 'false';
  const asItself = (): string => `${whole.length > 0 ? `(${isIn(whole)} OR ${isGiven})` : isGiven}${within}`;
  const inOwn = (): string =>
    `${inTenant(alias, viewer, p)}${everyone ? `((${asItself()}) OR ${open()})` : asItself()}`;
  const elsewhere = (): string => shownElsewhere(resource, alias, { viewer, label: resource.labels.read }, p);
  return {
    selected: `(SELECT (${given})::boolean AS "given" OFFSET 0) ${name}`,
    reads: () => (isAnywhere ? `((${inOwn()}) OR ${elsewhere()})` : inOwn()),
    sees: `(${isAnywhere ? inTenant(alias, viewer, p) : ''}${name}."given" IS TRUE${within})`,
  };
}

/**
 * Whether the viewer may know of the row `alias`, living or deleted: it holds the label of the scope, or did until it was
 * deleted. What was never live needs READ_DRAFT as in any read.
 */
export function knowsSql(resource: Resource, alias: string, { viewer, label }: AccessScope, p: Parameters): string {
  const held = holds({ resource, alias }, { viewer, label }, p, { untilDeleted: true });
  const draft = resource.isItem ? `NOT ${isLiveItem(alias)}` : isDraft(resource, alias);
  const drafts = draft
    ? ` AND (NOT (${draft}) OR ${holds({ resource, alias }, { viewer, label: 'READ_DRAFT' }, p, { untilDeleted: true })})`
    : '';
  // A deleted company is no longer among those a viewer holds labels on; holding them on its parent is enough to know of it.
  const parent =
    resource.name === 'Company'
      ? ` OR (${alias}."deleted_timestamp" IS NOT NULL AND EXISTS (SELECT 1 FROM "company" o` +
        ` WHERE o."urn" = ${alias}."parent_company" AND ${holds({ resource, alias: 'o' }, { viewer, label }, p)} OFFSET 0))`
      : '';
  return `((${held})${parent})${drafts}`;
}

/** The caller's own rows; null where the kind has none. What waits in a thread is reported while the thread can be read. */
export function ownSql(resource: Resource, alias: string, viewer: Viewer, p: Parameters): string | null {
  const own = selfAccess(resource, alias, viewer, p);
  if (own === null || resource.name !== 'MessageThreadNotification') return own;
  const thread = holds(
    { resource: resource.contract.kinds.MessageThread, alias: 'noted' },
    { viewer, label: 'READ' },
    p,
  );
  return (
    `(${own} AND EXISTS (SELECT 1 FROM "message_thread" noted WHERE noted."urn" = ${alias}."message_thread"` +
    ` AND noted."deleted_timestamp" IS NULL AND ${thread} OFFSET 0))`
  );
}

/** Where a row of the kind is not live, as SQL; null for kinds that know no drafts. */
export function isDraft(resource: Resource, alias: string): string | null {
  if (resource.isItem) return `NOT ${alias}."is_published"`;
  if (resource.name === 'ImageItemFile') return `NOT ${isLiveFile(alias)}`;
  return resource.name === 'Entity' ? `${alias}."live_timestamp" IS NULL` : null;
}
