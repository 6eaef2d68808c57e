// Tells people why it was decided as it was. What was decided, and for which reason of the kind's own rule, is handed in by who made
// the decision in SQL; nothing is decided here. Resource reference 7.2.
import {
  decide,
  type Decision,
  type Edge,
  type NearMiss,
  type ObjectFacts,
  type PathStep,
  type SubjectFacts,
} from './permission.ts';

/** Why a kind's own rule gave a label. */
export type GivenReason =
  /** One of the labels is granted: on the object itself, or on whatever it lives in as well. */
  | { readonly by: 'GRANT'; readonly labels: readonly string[]; readonly reach: 'ALL' | 'SELF' }
  | { readonly by: 'CONTAINER' | 'CONDITION' };

/** What was decided. */
export interface Decided {
  readonly label: string;
  readonly at: string;
  readonly isAllowed: boolean;
  /** The first reason of the kind's own rule that gave the label; null for kinds without one, and when none did. */
  readonly reason: GivenReason | null;
  /** Whether the kind has a rule of its own, by which a grant alone may not be enough. */
  readonly hasOwnRule: boolean;
  /** Whether who reads the kind sees only what is live, unless it holds READ_DRAFT. */
  readonly knowsDrafts: boolean;
}

/** What the explanation can use. */
export interface Facts {
  readonly subject: SubjectFacts;
  readonly object: ObjectFacts;
  readonly edges: readonly Edge[];
}

/** Explains what was decided: the way from the subject to the object, or what is missing on it. */
export function explain(facts: Facts, decided: Decided): Decision {
  const { isAllowed, label } = decided;
  const [first] = facts.subject.base;
  const [target] = facts.object.chain;
  if (!first || !target) return { allowed: isAllowed, path: [], nearest: [] };
  if (isAllowed) {
    const path = pathOf(facts, decided);
    const byRule: PathStep = { permission: null, subject: first, object: target, label, via: 'RULE' };
    return { allowed: true, path: path.length > 0 ? path : [byRule], nearest: [] };
  }
  const { allowed: isGranted, nearest } = decide(facts.subject, facts.object, facts.edges, decided);
  return { allowed: false, path: [], nearest: isGranted ? [missing(facts, decided, { first, target })] : nearest };
}

// The label is granted, and is not enough.
function missing(
  { object }: Facts,
  { label, hasOwnRule, knowsDrafts }: Decided,
  { first, target }: { readonly first: NearMiss['subject']; readonly target: NearMiss['object'] },
): NearMiss {
  const group = hasOwnRule ? object.chain.find(({ scope }) => scope === 'GROUP') : undefined;
  const wanted = group ? 'MEMBER' : knowsDrafts ? 'READ_DRAFT' : label;
  return { permission: null, subject: first, object: group ?? target, label: wanted, reason: 'MISSING' };
}

function pathOf(facts: Facts, { label, at, reason }: Decided): readonly PathStep[] {
  const { subject, object, edges } = facts;
  if (reason?.by === 'GRANT') {
    const itself = { chain: object.chain.slice(0, 1), companies: [] };
    const on = reason.reach === 'SELF' ? itself : object;
    return decide(subject, on, edges, { label, at, labels: reason.labels }).path;
  }
  const itself = decide(subject, object, edges, { label, at }).path;
  // What everyone has is not narrowed.
  const path = itself.length > 0 ? itself : decide(everyoneOf(subject), object, edges, { label, at }).path;
  // Members of the group that the object lives in: their membership comes first, and what is granted besides.
  const member = reason && membershipOf(facts);
  return member ? [member, ...path] : path;
}

const everyoneOf = ({ base }: SubjectFacts): SubjectFacts => ({
  base: base.filter(({ scope }) => scope === 'EVERYONE'),
  ...{ administers: null, memberships: [], onlyLabels: null, onlyRoles: null },
});

function membershipOf({ subject, object }: Facts): PathStep | null {
  const group = object.chain.find(({ scope }) => scope === 'GROUP');
  const person = subject.base.find(({ scope }) => scope === 'IDENTITY');
  const isMember = subject.memberships.some(({ groupUrn, isActive }) => isActive && groupUrn === group?.urn);
  return group && person && isMember
    ? { permission: null, subject: person, object: group, label: 'MEMBER', via: 'MEMBERSHIP' }
    : null;
}
