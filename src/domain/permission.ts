// What edges say about a label, as a pure function over edges that were read before: the part of an explanation that needs no other
// rule (explanation.ts). It never lets anyone through; a property test holds it equal to the scope's SQL. Resource reference 7.2.
import { labelsThatGive } from './label.ts';
import { isAtOrBefore, isBefore } from './instant.ts';
import type { ViewerSubject } from './viewer.ts';

/** A living edge, whether its time has come or not. */
export interface Edge {
  readonly urn: string;
  readonly subjectScope: string;
  readonly subjectUrn: string;
  readonly objectScope: string;
  readonly objectUrn: string;
  readonly label: string;
  readonly fromTimestamp: string | null;
  readonly toTimestamp: string | null;
}

/** What is known of the caller. Ends that no longer live are left out of it. */
export interface SubjectFacts {
  /** What the subject counts as without any edge. */
  readonly base: readonly ViewerSubject[];
  /** The company that a company-level client administers, with all below it; null for every other subject. */
  readonly administers: string | null;
  readonly memberships: readonly { readonly groupUrn: string; readonly isActive: boolean }[];
  readonly onlyLabels: readonly string[] | null;
  readonly onlyRoles: readonly string[] | null;
}

/** The object with its containers, and its owner company with those above it; nearest first. */
export interface ObjectFacts {
  readonly chain: readonly ViewerSubject[];
  readonly companies: readonly string[];
}

/** One step of the way from a subject to an object. `permission` is null for what holds without an edge. */
export interface PathStep {
  readonly permission: string | null;
  readonly subject: ViewerSubject;
  readonly object: ViewerSubject;
  readonly label: string;
  readonly via: 'MEMBERSHIP' | 'MEMBER' | 'GRANT' | 'COMPANY_LEVEL' | 'RULE';
}

/** An edge that would have to be different, or (without `permission`) to exist. */
export interface NearMiss {
  readonly permission: string | null;
  readonly subject: ViewerSubject;
  readonly object: ViewerSubject;
  readonly label: string;
  readonly reason: 'NOT_YET' | 'ENDED' | 'OTHER_LABEL' | 'MISSING' | 'TOKEN_NARROWED';
}

/** What was decided, and why. */
export interface Decision {
  readonly allowed: boolean;
  readonly path: readonly PathStep[];
  readonly nearest: readonly NearMiss[];
}

/** Whether the window of an edge, from inclusive to exclusive, holds an instant. */
function holdsAt(edge: Pick<Edge, 'fromTimestamp' | 'toTimestamp'>, at: string): boolean {
  return (
    (edge.fromTimestamp === null || isAtOrBefore(edge.fromTimestamp, at)) &&
    (edge.toTimestamp === null || isBefore(at, edge.toTimestamp))
  );
}

/** What is asked of the edges. */
export interface Wanted {
  readonly label: string;
  readonly at: string;
  /** The labels that are enough; those that give the label, unless said otherwise. */
  readonly labels?: readonly string[];
}

/** Decides for a label at an instant. All instants are canonical. */
export function decide(
  subject: SubjectFacts,
  object: ObjectFacts,
  edges: readonly Edge[],
  { label, at, labels }: Wanted,
): Decision {
  const giving = labels ?? labelsThatGive(label);
  const { onlyLabels, onlyRoles, administers } = subject;
  const ways = waysOf(subject, edges, at);
  const [first] = subject.base;
  const [target] = object.chain;
  if (!first || !target) return { allowed: false, path: [], nearest: [] };
  if (onlyLabels !== null && !giving.some((l) => onlyLabels.includes(l)))
    return refused([{ permission: null, subject: first, object: target, label, reason: 'TOKEN_NARROWED' }]);
  const isAdministered = administers !== null && object.companies.includes(administers);
  if (isAdministered && onlyRoles === null && giving.includes('ADMIN')) {
    const company = { scope: 'COMPANY', urn: administers };
    return allowed([{ permission: null, subject: first, object: company, label: 'ADMIN', via: 'COMPANY_LEVEL' }]);
  }
  if (onlyRoles !== null && administers !== null && !isAdministered)
    return refused([{ permission: null, subject: first, object: target, label, reason: 'TOKEN_NARROWED' }]);
  const onObject = edges.filter((e) => isOn(e, object) && ways.has(keyOf(subjectOf(e))));
  const granting = onObject.find((e) => giving.includes(e.label) && holdsAt(e, at));
  if (granting) return allowed([...(ways.get(keyOf(subjectOf(granting))) ?? []), stepOf(granting, 'GRANT')]);
  return refused(missesOf(onObject, giving, at, { permission: null, subject: first, object: target, label }));
}

// What the subject counts as, each with the way there: groups by membership or MEMBER edge, then roles by MEMBER edge.
function waysOf(subject: SubjectFacts, edges: readonly Edge[], at: string): Map<string, readonly PathStep[]> {
  const ways = new Map<string, readonly PathStep[]>(subject.base.map((s) => [keyOf(s), []]));
  const [first] = subject.base;
  for (const { groupUrn, isActive } of subject.memberships) {
    const group = { scope: 'GROUP', urn: groupUrn };
    const person = subject.base.find((s) => s.scope === 'IDENTITY') ?? first;
    if (!isActive || !person) continue;
    ways.set(keyOf(group), [{ permission: null, subject: person, object: group, label: 'MEMBER', via: 'MEMBERSHIP' }]);
  }
  const members = edges.filter((e) => e.label === 'MEMBER' && holdsAt(e, at));
  const isShut = (urn: string): boolean => subject.memberships.some((m) => m.groupUrn === urn && !m.isActive);
  const direct = subject.base.filter((s) => s.scope !== 'ROLE' && s.scope !== 'GROUP');
  const groups = members.filter(
    (e) => e.objectScope === 'GROUP' && !isShut(e.objectUrn) && direct.some((s) => isOf(e, s)),
  );
  for (const e of groups) {
    if (!ways.has(keyOf(objectOf(e)))) ways.set(keyOf(objectOf(e)), [stepOf(e, 'MEMBER')]);
  }
  const holders = new Map([...ways].filter(([key]) => !key.startsWith('ROLE ')));
  for (const e of members.filter((m) => m.objectScope === 'ROLE')) {
    const way = holders.get(keyOf(subjectOf(e)));
    if (way && !ways.has(keyOf(objectOf(e)))) ways.set(keyOf(objectOf(e)), [...way, stepOf(e, 'MEMBER')]);
  }
  return subject.onlyRoles === null ? ways : narrowed(ways, subject, subject.onlyRoles);
}

// A token for certain roles acts in those alone; one of a company-level client also in roles it was never given.
function narrowed(
  ways: ReadonlyMap<string, readonly PathStep[]>,
  subject: SubjectFacts,
  onlyRoles: readonly string[],
): Map<string, readonly PathStep[]> {
  const kept = new Map<string, readonly PathStep[]>();
  for (const urn of onlyRoles) {
    const key = keyOf({ scope: 'ROLE', urn });
    const way = ways.get(key);
    if (way) kept.set(key, way);
    else if (subject.administers !== null) kept.set(key, []);
  }
  return kept;
}

function missesOf(
  onObject: readonly Edge[],
  giving: readonly string[],
  at: string,
  missing: Omit<NearMiss, 'reason'>,
): NearMiss[] {
  const misses = onObject.map((e): NearMiss => {
    const reason = !giving.includes(e.label)
      ? 'OTHER_LABEL'
      : isBefore(at, e.fromTimestamp ?? at)
        ? 'NOT_YET'
        : 'ENDED';
    return { permission: e.urn, subject: subjectOf(e), object: objectOf(e), label: e.label, reason };
  });
  const ranked = misses.sort((a, b) => Number(a.reason === 'OTHER_LABEL') - Number(b.reason === 'OTHER_LABEL'));
  return [...ranked.slice(0, 20), { ...missing, reason: 'MISSING' }];
}

function isOn(edge: Edge, object: ObjectFacts): boolean {
  if (object.chain.some((o) => o.urn === edge.objectUrn && o.scope === edge.objectScope)) return true;
  return edge.objectScope === 'COMPANY' && object.companies.includes(edge.objectUrn);
}

const keyOf = (s: ViewerSubject): string => `${s.scope} ${s.urn}`;
const subjectOf = (e: Edge): ViewerSubject => ({ scope: e.subjectScope, urn: e.subjectUrn });
const objectOf = (e: Edge): ViewerSubject => ({ scope: e.objectScope, urn: e.objectUrn });
const isOf = (e: Edge, s: ViewerSubject): boolean => e.subjectUrn === s.urn && e.subjectScope === s.scope;
const allowed = (path: readonly PathStep[]): Decision => ({ allowed: true, path, nearest: [] });
const refused = (nearest: readonly NearMiss[]): Decision => ({ allowed: false, path: [], nearest });

function stepOf(edge: Edge, via: PathStep['via']): PathStep {
  return { permission: edge.urn, subject: subjectOf(edge), object: objectOf(edge), label: edge.label, via };
}
