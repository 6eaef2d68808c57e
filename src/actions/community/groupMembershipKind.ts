// Group memberships: who may add, remove and restore which member, and what stays behind. Spec: Group Membership; resource
// reference 6.2, 10.4.
import {
  isModerator,
  joinPolicyOf,
  keepOptOut,
  livingMembership,
  lockMembership,
  optOutOf,
  membershipFacts,
} from '../../database/community/membershipStore.ts';
import { dismissInGroup } from '../../database/community/notificationStore.ts';
import { recountInGroup } from '../../database/community/unreadStore.ts';
import { hasEnded } from '../../database/identity/identityStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { forbidden, invalid, refusedAt, ServiceError } from '../../domain/errors.ts';
import {
  decideMembership,
  type Membership,
  type MembershipActor,
  type MembershipChange,
} from '../../domain/membership.ts';
import { isItself } from '../../domain/viewer.ts';
import { announceChanges, changeLocked } from '../../engine/announcements.ts';
import { requireJoinable } from '../access/grants.ts';
import { namedTo, holds } from '../../engine/authorize.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { announceNotices } from './threadNotices.ts';

/** Decides who acts, what the change of status means, and keeps the opt-outs of a membership that is deleted. */
export const groupMembershipKind: Kind<'GroupMembership'> = {
  attributions: ['statusActor'],

  // Joining needs no label but being able to see the group; bringing others in is decided below.
  isOpen: () => true,

  async decide(step) {
    const { identity, group } = endsOf(step);
    const actor = await actorOn(step, identity, group);
    if (step.operation === 'DELETE') return undefined;
    if (step.operation === 'CREATE') await begin(step, identity, group, actor);
    else await change(step, group, actor);
    await requireRole(step, group);
    return undefined;
  },

  async after(step, written) {
    if (step.operation === 'RESTORE') return returned(step, written);
    const { identity, group } = endsOf(step);
    const facts = await membershipFacts(step.transaction, step.urn);
    if (!facts) return;
    // While the membership lives it holds the facts itself.
    const kept = step.operation === 'DELETE' ? facts : { memberOptOut: false, ownerBan: false };
    if (step.operation !== 'UPDATE') await keepOptOut(step.transaction, identity, group, kept);
    const isOut = step.operation === 'DELETE' || written.status !== 'ACTIVE';
    if (isOut) await dismissInGroup(step.transaction, identity, group, step.now);
    else if (step.before?.status !== 'ACTIVE') await countMissed(step, identity, group);
  },
};

// Only members have each post counted: of those written meanwhile this one has none in its notifications.
async function countMissed(step: WriteContext<'GroupMembership'>, identity: string, group: string): Promise<void> {
  await announceNotices(step, await recountInGroup(step.transaction, identity, group, step.now));
}

// The membership holds its opt-outs itself again; those of one that came after it are taken over.
async function returned(step: WriteContext<'GroupMembership'>, row: Row<'GroupMembership'>): Promise<void> {
  const { transaction, urn } = step;
  const { identity, group } = row;
  if (await hasEnded(transaction, identity)) throw new ServiceError('CONFLICT', 'The identity was erased.');
  if (row.status === 'ACTIVE' || row.status === 'PENDING_ACCEPTANCE') {
    await requireJoinable(step, [{ scope: 'GROUP', urn: group }]);
  }
  await lockMembership(transaction, identity, group);
  const [facts, mark] = [await membershipFacts(transaction, urn), await optOutOf(transaction, identity, group)];
  await keepOptOut(transaction, identity, group, { memberOptOut: false, ownerBan: false });
  if (row.status === 'ACTIVE') await countMissed(step, identity, group);
  if (!facts || !mark) return;
  const memberOptOut = facts.memberOptOut || mark.memberOptOut;
  const ownerBan = facts.ownerBan || mark.ownerBan;
  if (memberOptOut === facts.memberOptOut && ownerBan === facts.ownerBan) return;
  await optOut(step, row, { memberOptOut, ownerBan });
}

async function optOut(
  { context, transaction, now }: WriteContext<'GroupMembership'>,
  before: Row<'GroupMembership'>,
  { memberOptOut, ownerBan }: Pick<Membership, 'memberOptOut' | 'ownerBan'>,
): Promise<void> {
  const values = { status: ownerBan ? 'BANNED_BY_OWNER' : 'BLOCKED_BY_MEMBER', statusTimestamp: now };
  const hidden = { member_opt_out: memberOptOut, owner_ban: ownerBan };
  const write = { context, transaction, now };
  await announceChanges(write, [await changeLocked(write, before, values, { hidden, container: before.group })]);
}

interface Ends {
  readonly identity: string;
  readonly group: string;
}

function endsOf(step: WriteContext<'GroupMembership'>): Ends {
  // The rules of a create require both.
  const { identity = '', group = '' } = step.before ?? step.values;
  return { identity, group };
}

// The member acts for itself; everybody else needs MANAGE on the group or to moderate it.
async function actorOn(
  step: WriteContext<'GroupMembership'>,
  identity: string,
  group: string,
): Promise<MembershipActor> {
  const { viewer } = step.context;
  const self = isItself(viewer) ? viewer.identityUrn : null;
  if (self === identity) return 'MEMBER';
  if (self && (await isModerator(step.transaction, self, group))) return 'OWNER';
  if (await holdsManage(step, group)) return 'OWNER';
  throw forbidden('This needs MANAGE on the group, or to moderate it.');
}

async function holdsManage({ context, transaction }: WriteContext<'GroupMembership'>, group: string): Promise<boolean> {
  const kind = context.contract.kinds.Group;
  return holds(transaction, context.viewer, { resource: kind, urn: group }, 'MANAGE');
}

async function begin(
  step: WriteContext<'GroupMembership'>,
  identity: string,
  group: string,
  actor: MembershipActor,
): Promise<void> {
  const { transaction } = step;
  await lockMembership(transaction, identity, group);
  const existing = await livingMembership(transaction, identity, group);
  if (existing) throw await alreadyThere(step, existing);
  const mark = await optOutOf(transaction, identity, group);
  const { decided, by } = await decidedOn(step, mark, group, actor);
  const { enrollment } = step.values;
  // An owner may have obtained the person's consent elsewhere and states so; only an owner may.
  if (by === 'MEMBER' && enrollment !== decided.enrollment) {
    const message = `${String(decided.enrollment)} is expected: the member asked.`;
    throw invalid([{ path: '/enrollment', code: 'INVALID_ENUM', message, limit: String(decided.enrollment) }]);
  }
  await requireJoin(step, group, { by, decided, hadOwnersConsent: false });
  record(step, decided, by === 'OWNER');
}

// Whoever admits a person grants what members have: the owner's side when it adds, invites or approves; the person, when
// the group is open to all.
async function requireJoin(
  step: WriteContext<'GroupMembership'>,
  group: string,
  on: { readonly by: MembershipActor; readonly decided: MembershipChange; readonly hadOwnersConsent: boolean },
): Promise<void> {
  const { status } = on.decided;
  const letsIn =
    on.by === 'OWNER'
      ? status === 'ACTIVE' || status === 'PENDING_ACCEPTANCE'
      : status === 'ACTIVE' && !on.hadOwnersConsent;
  if (letsIn) await requireJoinable(step, [{ scope: 'GROUP', urn: group }]);
}

// Named to callers who may read it: others learn no more than that there is one.
async function alreadyThere(step: WriteContext<'GroupMembership'>, urn: string): Promise<ServiceError> {
  const message = 'The identity has a membership in this group already.';
  const related = await namedTo(step, step.resource, [urn]);
  return refusedAt('ALREADY_EXISTS', { path: '/identity', message, related });
}

async function change(step: WriteContext<'GroupMembership'>, group: string, actor: MembershipActor): Promise<void> {
  const { enrollment: sent } = step.values;
  // How the person came in changes only by accepting; what else is sent is ignored, or refused under strict handling.
  delete step.values.enrollment;
  const decided = await changeStatus(step, group, actor);
  const enrollment = decided ?? step.before?.enrollment;
  if (sent === undefined || sent === enrollment || !step.options.isStrict) return;
  throw invalid([
    { path: '/enrollment', code: 'IMMUTABLE', message: 'Only the person can change this, by accepting.' },
  ]);
}

// Answers with how the person came in, where the change decides that.
async function changeStatus(
  step: WriteContext<'GroupMembership'>,
  group: string,
  actor: MembershipActor,
): Promise<MembershipChange['enrollment'] | undefined> {
  const { status } = step.values;
  if (status === undefined || status === step.before?.status) return undefined;
  const facts = await membershipFacts(step.transaction, step.urn);
  const { decided, by } = await decidedOn(step, facts, group, actor);
  if (decided.enrollment) step.values.enrollment = decided.enrollment;
  const hadOwnersConsent = facts?.ownerAgreed === true;
  await requireJoin(step, group, { by, decided, hadOwnersConsent });
  record(step, decided, hadOwnersConsent || by === 'OWNER');
  return decided.enrollment;
}

async function decidedOn(
  step: WriteContext<'GroupMembership'>,
  facts: Membership | null,
  group: string,
  actor: MembershipActor,
): Promise<{ readonly decided: MembershipChange; readonly by: MembershipActor }> {
  const to = String(step.values.status);
  const policy = await joinPolicyOf(step.transaction, group);
  const decided = decideMembership(facts, to, actor, policy);
  if (!('refused' in decided)) return { decided, by: actor };
  // A caller who runs the group and is the member may act as either.
  if (actor === 'MEMBER' && decided.refused === 'FORBIDDEN' && (await holdsManage(step, group))) {
    return decidedOn(step, facts, group, 'OWNER');
  }
  const from = facts?.status ?? 'A new membership';
  const allowed = decided.allowed.join(', ');
  const message = `${from} cannot become ${to} by the ${actor.toLowerCase()}. Allowed: ${allowed || 'nothing'}.`;
  if (decided.refused === 'FORBIDDEN') throw forbidden(message);
  throw refusedAt('INVALID_TRANSITION', { path: '/status', message, limit: allowed });
}

function record(step: WriteContext<'GroupMembership'>, decided: MembershipChange, ownerAgreed: boolean): void {
  step.values.status = decided.status;
  step.values.statusTimestamp = step.now;
  step.values.statusActor = step.context.viewer.identityUrn;
  step.hidden['member_opt_out'] = decided.memberOptOut;
  step.hidden['owner_ban'] = decided.ownerBan;
  step.hidden['owner_agreed'] = ownerAgreed;
}

// Only those who run the group decide who moderates it.
async function requireRole(step: WriteContext<'GroupMembership'>, group: string): Promise<void> {
  const { role } = step.values;
  if (role === undefined || role === (step.before?.role ?? 'MEMBER')) return;
  if (!(await holdsManage(step, group))) throw forbidden('Only MANAGE on the group gives or takes a role.');
}
