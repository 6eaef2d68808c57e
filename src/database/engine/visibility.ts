// Kinds whose rows a label alone does not open: groups only members may know of, threads that belong to the active
// members of a group, posts that follow their thread, entries of lists, searches that are their caller's. One small table; every other
// kind is decided by grants alone. Resource reference 6.1, 6.3, 8.
import { resourceOf, type Contract, type Resource } from '../../contract/resource.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { labelsThatGive, showsLive } from '../../domain/label.ts';
import { isItself, type Viewer } from '../../domain/viewer.ts';
import type { Parameters } from '../connection/statement.ts';
import { concernsOnlyDrafts } from './liveRows.ts';

/** What the decision can use about one row. All answers are boolean SQL expressions. */
export interface Grants {
  readonly viewer: Viewer;
  /** The requested label. */
  readonly label: string;
  /** The labels that satisfy it. */
  readonly labels: readonly string[];
  /** One of the labels is held company-wide, or by an edge on the row (`SELF`: on nothing but the row). */
  readonly granted: (labels: readonly string[], reach: 'ALL' | 'SELF') => string;
  /** The same label, or the one given, is held on another row, of a kind that has its own entry here or none. */
  readonly holdsOn: (kind: string, alias: string, label?: string) => string;
  /** The viewer may know what happened to a row of another kind: it may follow it, or could until it was deleted. */
  readonly follows: (kind: string, alias: string) => string;
  readonly contract: Contract;
  readonly p: Parameters;
}

/** A condition on rows of such a kind, seen as `alias`, as a boolean SQL expression. */
type Condition = (alias: string, grants: Grants) => string;

/** One of the reasons for which a label is had on rows of such a kind; each is enough. */
export type Reason =
  /** The labels are granted on the row (`SELF`), on what it lives in or on its company (`ALL`), and the condition holds. */
  | {
      readonly by: 'GRANT';
      readonly labels: readonly string[];
      readonly reach: 'ALL' | 'SELF';
      readonly and?: Condition;
    }
  /** The label is had on the object of another kind that the row lives in. */
  | { readonly by: 'CONTAINER'; readonly kind: string; readonly column: string }
  | { readonly by: 'CONDITION'; readonly is: Condition };

/** What the reasons for a label follow from: the label, and those that satisfy it. */
export type Wanted = Pick<Grants, 'label' | 'labels'>;

const visibility: Readonly<Record<string, (wanted: Wanted) => readonly Reason[]>> = {
  // MEMBERS hides a group from everyone who is neither a member nor runs it; PUBLIC shows it to everyone of the tenant.
  Group: ({ label, labels }) => [
    { by: 'GRANT', labels: strong(labels), reach: 'ALL' },
    { by: 'GRANT', labels, reach: 'ALL', and: (alias) => `${alias}."visibility" <> 'MEMBERS'` },
    { by: 'GRANT', labels, reach: 'SELF' },
    ...(label === 'READ' || label === 'COMMENT' ? [condition(isChatOfMember)] : []),
    ...(label === 'READ' ? [condition(mayKnow), condition(isPublic)] : []),
  ],

  // READ on the group or its company counts for active members only; in a private chat being a member is enough.
  MessageThread: ({ labels }) => [
    { by: 'GRANT', labels: strong(labels), reach: 'ALL' },
    condition(isOpenToMember),
    { by: 'GRANT', labels, reach: 'SELF' },
  ],

  // A post is read, answered and run with its thread; its author and the moderators may change it while they read it.
  ThreadPost: ({ label, labels }) => [
    { by: 'CONTAINER', kind: 'MessageThread', column: 'message_thread' },
    { by: 'GRANT', labels, reach: 'SELF' },
    ...(label === 'MANAGE' ? [condition(isAuthor), condition(moderates)] : []),
  ],

  EntityListItem: ({ label, labels }) => [
    { by: 'GRANT', labels, reach: 'ALL', ...(showsLive(label) && { and: showsTargets }) },
  ],

  // A trigger reports what happened to its target, so it is readable by those who may know of that, as its event is.
  WebhookTrigger: ({ label, labels }) => [
    label === 'READ' ? condition(knowsTarget) : { by: 'GRANT', labels, reach: 'ALL' },
  ],

  // Whoever may publish a page gives and takes everyone's sight of it.
  Permission: ({ label, labels }) => [
    { by: 'GRANT', labels, reach: 'ALL' },
    ...(label === 'ADMIN' ? [condition(isOfPublisher)] : []),
  ],

  Search: () => [condition(isOfCaller)],
};

function condition(is: Condition): Reason {
  return { by: 'CONDITION', is };
}

function knowsTarget(alias: string, { contract, holdsOn, follows }: Grants): string {
  // Kinds that share a table and a label are looked at together.
  const announced = contract.resources.filter((r) => r.subject !== null);
  const groups = groupBy(announced, (kind) => `${kind.table} ${kind.labels.follow}`);
  const cases = [...groups.values()].map((kinds) => {
    const [kind] = kinds;
    if (!kind) return '';
    const subjects = kinds.map((k) => `'${String(k.subject)}'`).join(', ');
    // Changes of drafts and plans are reported to viewers that see them.
    const ofDrafts = concernsOnlyDrafts(kind, alias, 'target');
    const decided = ofDrafts ? ` AND (NOT ${ofDrafts} OR ${holdsOn(kind.name, 'target', 'READ_DRAFT')})` : '';
    const target = `EXISTS (SELECT 1 FROM "${kind.table}" target WHERE target."urn" = ${alias}."target_urn" AND ${follows(kind.name, 'target')}${decided} OFFSET 0)`;
    return `WHEN ${alias}."subject" IN (${subjects}) THEN ${target}`;
  });
  return `CASE ${cases.join(' ')} ELSE false END`;
}

/** Whether more than labels decides about rows of the kind. */
export function hasOwnRule(resource: Resource): boolean {
  return resource.name in visibility;
}

/** Whether the kind's own rule looks at rows of every other kind: planning its statements takes longer than running them. */
export function looksAtEveryKind(resource: Resource): boolean {
  return resource.name === 'WebhookTrigger';
}

/** Whether the kind's own rule says that rows are read with the object they live in. */
export function followsContainer(resource: Resource): boolean {
  return resource.name === 'ThreadPost';
}

/** Whether READ on the object they live in is READ on rows of the kind, but for what `besideContainerSql` says. */
export function isGrantedWithContainer(resource: Resource): boolean {
  return !hasOwnRule(resource) || resource.name === 'EntityListItem';
}

/** What the kind's own rule demands of rows besides READ on the object they live in. */
export function besideContainerSql(resource: Resource, alias: string, grants: Grants): string {
  return resource.name === 'EntityListItem' ? showsTargets(alias, grants) : 'true';
}

/** For what the label is had on rows of the kind, by its own rule; null for kinds that have none. */
export function reasonsOf(resource: Resource, wanted: Wanted): readonly Reason[] | null {
  return visibility[resource.name]?.(wanted) ?? null;
}

/** The label on the row, as the kind's own rule decides; null for kinds that have none. */
export function visibleSql(resource: Resource, alias: string, grants: Grants): string | null {
  const reasons = reasonsOf(resource, grants);
  return reasons && any(reasons.map((reason) => reasonSql(reason, alias, grants)));
}

/** Whether the reason holds for the row, as a boolean SQL expression that is decided for each row by itself. */
export function reasonSql(reason: Reason, alias: string, grants: Grants): string {
  const { contract, granted, holdsOn } = grants;
  switch (reason.by) {
    case 'GRANT': {
      const held = granted(reason.labels, reason.reach);
      return held === 'false' || !reason.and ? held : `(${held} AND ${reason.and(alias, grants)})`;
    }
    case 'CONTAINER': {
      const { table } = resourceOf(contract, reason.kind);
      return `EXISTS (SELECT 1 FROM "${table}" w WHERE w."urn" = ${alias}."${reason.column}" AND ${holdsOn(reason.kind, 'w')} OFFSET 0)`;
    }
    case 'CONDITION':
      return reason.is(alias, grants);
  }
}

// An entry shows that what it leads to is there, so it is read by those who may read all of that as it stands. OFFSET 0 keeps it a
// look-up of one row: as a join it may begin with all of them.
function showsTargets(alias: string, { holdsOn }: Grants): string {
  const isShown = `(w."live_timestamp" IS NOT NULL OR ${holdsOn('Entity', 'w', 'READ_DRAFT')})`;
  return (
    `(${alias}."entity" IS NULL OR EXISTS (SELECT 1 FROM "entity" w WHERE w."urn" = ${alias}."entity"` +
    ` AND w."deleted_timestamp" IS NULL AND ${holdsOn('Entity', 'w')} AND ${isShown} OFFSET 0))` +
    ` AND (${alias}."list" IS NULL OR EXISTS (SELECT 1 FROM "entity_list" w WHERE w."urn" = ${alias}."list"` +
    ` AND w."deleted_timestamp" IS NULL AND ${holdsOn('EntityList', 'w')} OFFSET 0))`
  );
}

// Who runs a thing sees it whatever it says about visibility.
function strong(labels: readonly string[]): string[] {
  const running = labelsThatGive('MANAGE');
  return labels.filter((label) => running.includes(label));
}

function any(ways: readonly string[]): string {
  return `(${ways.filter((way) => way !== 'false').join(' OR ') || 'false'})`;
}

// Memberships are read afresh: one that was made a moment ago, in this transaction, counts.
function isMemberOf(group: string, { viewer, p }: Grants, more = `AND m."status" = 'ACTIVE'`): string {
  if (viewer.identityUrn === null || !viewer.subjects.some((s) => s.scope === 'IDENTITY')) return 'false';
  return (
    `EXISTS (SELECT 1 FROM "group_membership" m WHERE m."identity" = ${p.add(viewer.identityUrn, 'uuid')}` +
    ` AND m."group" = ${group} AND m."deleted_timestamp" IS NULL ${more})`
  );
}

function isChatOfMember(alias: string, grants: Grants): string {
  const member = isMemberOf(`${alias}."urn"`, grants);
  return member === 'false' ? member : `(${alias}."is_chat" AND ${member})`;
}

function isOpenToMember(alias: string, grants: Grants): string {
  const { label, labels, granted } = grants;
  const member = isMemberOf(`${alias}."group"`, grants);
  if (member === 'false') return member;
  const held = granted(labels, 'ALL');
  if (label !== 'READ' && label !== 'COMMENT') return `(${member} AND ${held})`;
  const group = `(SELECT v."urn", v."is_chat" FROM "group" v WHERE v."urn" = ${alias}."group")`;
  return `(${member} AND (${held} OR (SELECT c."is_chat" FROM ${group} c)))`;
}

function isOfPublisher(alias: string, { holdsOn }: Grants): string {
  return (
    `(${alias}."subject_scope" = 'EVERYONE' AND ${alias}."label" = 'VIEW' AND ${alias}."object_scope" = 'ENTITY' AND EXISTS` +
    ` (SELECT 1 FROM "entity" w WHERE w."urn" = ${alias}."object_urn" AND ${holdsOn('Entity', 'w', 'PUBLISH')} OFFSET 0))`
  );
}

function isOfCaller(alias: string, { viewer, p }: Grants): string {
  const caller = p.add(viewer.identityUrn ?? viewer.clientUrn, 'uuid');
  return `(${alias}."caller" = ${caller} AND ${alias}."expiration_timestamp" > now())`;
}

// Invited identities and applicants must be able to see the group in question.
function mayKnow(alias: string, grants: Grants): string {
  const some = `AND m."status" IN ('ACTIVE', 'PENDING_ACCEPTANCE', 'PENDING_APPROVAL')`;
  return isMemberOf(`${alias}."urn"`, grants, some);
}

function isPublic(alias: string, { viewer, p }: Grants): string {
  return viewer.tenantCompanies === 0
    ? 'false'
    : `(${alias}."visibility" = 'PUBLIC' AND ${alias}."tenant" = ${p.add(viewer.tenantUrn, 'uuid')})`;
}

function isAuthor(alias: string, { viewer, p }: Grants): string {
  return viewer.identityUrn === null || !isItself(viewer)
    ? 'false'
    : `${alias}."author_identity" = ${p.add(viewer.identityUrn, 'uuid')}`;
}

function moderates(alias: string, grants: Grants): string {
  const group = `(SELECT x."group" FROM "message_thread" x WHERE x."urn" = ${alias}."message_thread")`;
  return isMemberOf(group, grants, `AND m."status" = 'ACTIVE' AND m."role" = 'MODERATOR'`);
}
