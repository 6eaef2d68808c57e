// Group memberships: who may set which status, and what that does to the two opt-out facts (resource reference 10.4 and
// 6.2). Pure.

/** The statuses of a membership. Only ACTIVE gives rights. */
export const membershipStatuses = [
  'PENDING_ACCEPTANCE',
  'PENDING_APPROVAL',
  'ACTIVE',
  'BLOCKED_BY_MEMBER',
  'BANNED_BY_OWNER',
] as const;

/** The status of a membership. */
export type MembershipStatus = (typeof membershipStatuses)[number];

/** How a member came in. */
export type MembershipEnrollment = 'BY_MEMBER_WITH_CONSENT' | 'BY_OWNER_WITHOUT_CONSENT' | 'BY_OWNER_WITH_CONSENT';

/** How people join a group. */
export type JoinPolicy = 'OPEN' | 'APPROVAL' | 'INVITE_ONLY';

/** The side that requests a change: the member, or those who run the group. */
export type MembershipActor = 'MEMBER' | 'OWNER';

/** What is stored of a membership. */
export interface Membership {
  /** Null when the membership was deleted and only its opt-out marks remain. */
  readonly status: MembershipStatus | null;
  /** Whether the owner has agreed to this member: invited, approved or added. */
  readonly ownerAgreed: boolean;
  /** The member opted out; only the member can lift it. */
  readonly memberOptOut: boolean;
  /** The owner opted out; only the owner can lift it. */
  readonly ownerBan: boolean;
  /** How the member came in, if known: an accepted invitation changes it. */
  readonly enrollment?: MembershipEnrollment | undefined;
}

/** The membership after a change; `enrollment` is present where the change sets it. */
export interface MembershipChange {
  readonly status: MembershipStatus;
  readonly enrollment?: MembershipEnrollment;
  readonly memberOptOut: boolean;
  readonly ownerBan: boolean;
}

/** A change that was not made, and the statuses this actor may set instead. */
export interface MembershipRefusal {
  readonly refused: 'INVALID_TRANSITION' | 'FORBIDDEN';
  readonly allowed: MembershipStatus[];
}

/**
 * Decides a change of status requested by one side; `current` is null when there is no membership and no mark. FORBIDDEN
 * when only the other side could do it, INVALID_TRANSITION when neither could. Setting the status it has changes nothing.
 * An owner who lifts a ban from a member who has opted out gets BLOCKED_BY_MEMBER: the opt-out stands.
 */
export function decideMembership(
  current: Membership | null,
  to: string,
  by: MembershipActor,
  joinPolicy: JoinPolicy,
): MembershipChange | MembershipRefusal {
  const facts = current ?? { status: null, ownerAgreed: false, memberOptOut: false, ownerBan: false };
  if (facts.status === to) {
    return { status: facts.status, memberOptOut: facts.memberOptOut, ownerBan: facts.ownerBan };
  }
  const change = changeTo(facts, to, by, joinPolicy);
  if (change !== null) return change;
  const other = by === 'MEMBER' ? 'OWNER' : 'MEMBER';
  return {
    refused: changeTo(facts, to, other, joinPolicy) === null ? 'INVALID_TRANSITION' : 'FORBIDDEN',
    allowed: membershipStatuses.filter((status) => changeTo(facts, status, by, joinPolicy) !== null),
  };
}

// The change a side may make, or null.
function changeTo(facts: Membership, to: string, by: MembershipActor, joinPolicy: JoinPolicy): MembershipChange | null {
  if (facts.status === to) return null;
  if (facts.status === null) return by === 'MEMBER' ? join(facts, to, joinPolicy) : enlist(facts, to);
  return by === 'MEMBER' ? changeByMember(facts, facts.status, to, joinPolicy) : changeByOwner(facts, facts.status, to);
}

// No membership yet, the person comes.
function join(facts: Membership, to: string, joinPolicy: JoinPolicy): MembershipChange | null {
  const status = joinPolicy === 'OPEN' ? 'ACTIVE' : 'PENDING_APPROVAL';
  if (facts.ownerBan || joinPolicy === 'INVITE_ONLY' || to !== status) return null;
  return { status, enrollment: 'BY_MEMBER_WITH_CONSENT', memberOptOut: false, ownerBan: false };
}

// No membership yet, the owner brings the person in. Someone who opted out can only be invited.
function enlist(facts: Membership, to: string): MembershipChange | null {
  if (to !== 'PENDING_ACCEPTANCE' && !(to === 'ACTIVE' && !facts.memberOptOut)) return null;
  return { status: to, enrollment: 'BY_OWNER_WITHOUT_CONSENT', memberOptOut: facts.memberOptOut, ownerBan: false };
}

function changeByMember(
  facts: Membership,
  from: MembershipStatus,
  to: string,
  joinPolicy: JoinPolicy,
): MembershipChange | null {
  const { ownerBan } = facts;
  if (to === 'BLOCKED_BY_MEMBER' && (from === 'ACTIVE' || from === 'PENDING_ACCEPTANCE')) {
    return { status: to, memberOptOut: true, ownerBan };
  }
  if (to === 'ACTIVE' && from === 'PENDING_ACCEPTANCE') {
    return { status: to, enrollment: 'BY_OWNER_WITH_CONSENT', memberOptOut: false, ownerBan };
  }
  if (from !== 'BLOCKED_BY_MEMBER') return null;
  if (to === 'ACTIVE' && (facts.ownerAgreed || joinPolicy === 'OPEN')) {
    const change: MembershipChange = { status: to, memberOptOut: false, ownerBan };
    // Coming back to what the owner had arranged is the consent that was missing.
    return facts.enrollment === 'BY_OWNER_WITHOUT_CONSENT'
      ? { ...change, enrollment: 'BY_OWNER_WITH_CONSENT' }
      : change;
  }
  return to === 'PENDING_APPROVAL' ? { status: to, memberOptOut: false, ownerBan } : null;
}

function changeByOwner(facts: Membership, from: MembershipStatus, to: string): MembershipChange | null {
  const { memberOptOut } = facts;
  if (from === 'BANNED_BY_OWNER') {
    // Lifting the ban brings back what the member had decided.
    const status = memberOptOut ? 'BLOCKED_BY_MEMBER' : 'ACTIVE';
    return to === 'ACTIVE' || to === status ? { status, memberOptOut, ownerBan: false } : null;
  }
  if (to === 'BANNED_BY_OWNER') return { status: to, memberOptOut, ownerBan: true };
  return to === 'ACTIVE' && from === 'PENDING_APPROVAL' ? { status: to, memberOptOut, ownerBan: false } : null;
}
