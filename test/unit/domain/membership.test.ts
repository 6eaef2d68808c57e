// Memberships: who may set which status, and that neither side can undo the other's opt-out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JoinPolicy, Membership, MembershipActor, MembershipStatus } from '../../../src/domain/membership.ts';
import { decideMembership, membershipStatuses } from '../../../src/domain/membership.ts';

const policies: readonly JoinPolicy[] = ['OPEN', 'APPROVAL', 'INVITE_ONLY'];
const actors: readonly MembershipActor[] = ['MEMBER', 'OWNER'];
const stored = (status: MembershipStatus | null, facts: Partial<Membership> = {}): Membership => ({
  status,
  ownerAgreed: false,
  memberOptOut: status === 'BLOCKED_BY_MEMBER',
  ownerBan: status === 'BANNED_BY_OWNER',
  ...facts,
});

// What a side may do: the requested status, and the result.
function offers(current: Membership | null, by: MembershipActor, policy: JoinPolicy): Record<string, string> {
  return Object.fromEntries(
    membershipStatuses.flatMap((to) => {
      const decision = decideMembership(current, to, by, policy);
      return 'refused' in decision || current?.status === to ? [] : [[to, decision.status]];
    }),
  );
}

describe('decideMembership for a non-member', () => {
  it.each([
    ['MEMBER', 'OPEN', { ACTIVE: 'ACTIVE' }],
    ['MEMBER', 'APPROVAL', { PENDING_APPROVAL: 'PENDING_APPROVAL' }],
    ['MEMBER', 'INVITE_ONLY', {}],
    ['OWNER', 'OPEN', { PENDING_ACCEPTANCE: 'PENDING_ACCEPTANCE', ACTIVE: 'ACTIVE' }],
    ['OWNER', 'APPROVAL', { PENDING_ACCEPTANCE: 'PENDING_ACCEPTANCE', ACTIVE: 'ACTIVE' }],
    ['OWNER', 'INVITE_ONLY', { PENDING_ACCEPTANCE: 'PENDING_ACCEPTANCE', ACTIVE: 'ACTIVE' }],
  ] as const)('offers the %s of a group that is %s %j', (by, policy, expected) => {
    expect(offers(null, by, policy)).toEqual(expected);
  });

  it('records who added the person', () => {
    expect(decideMembership(null, 'ACTIVE', 'MEMBER', 'OPEN')).toEqual({
      status: 'ACTIVE',
      enrollment: 'BY_MEMBER_WITH_CONSENT',
      memberOptOut: false,
      ownerBan: false,
    });
    expect(decideMembership(null, 'PENDING_APPROVAL', 'MEMBER', 'APPROVAL')).toMatchObject({
      enrollment: 'BY_MEMBER_WITH_CONSENT',
    });
    expect(decideMembership(null, 'ACTIVE', 'OWNER', 'INVITE_ONLY')).toMatchObject({
      enrollment: 'BY_OWNER_WITHOUT_CONSENT',
    });
    expect(decideMembership(null, 'PENDING_ACCEPTANCE', 'OWNER', 'OPEN')).toMatchObject({
      enrollment: 'BY_OWNER_WITHOUT_CONSENT',
    });
  });

  it('refuses each side the transitions of the other, and everyone those of neither', () => {
    expect(decideMembership(null, 'ACTIVE', 'MEMBER', 'APPROVAL')).toEqual({
      refused: 'FORBIDDEN',
      allowed: ['PENDING_APPROVAL'],
    });
    expect(decideMembership(null, 'PENDING_ACCEPTANCE', 'MEMBER', 'INVITE_ONLY')).toEqual({
      refused: 'FORBIDDEN',
      allowed: [],
    });
    expect(decideMembership(null, 'PENDING_APPROVAL', 'OWNER', 'APPROVAL')).toEqual({
      refused: 'FORBIDDEN',
      allowed: ['PENDING_ACCEPTANCE', 'ACTIVE'],
    });
    for (const by of actors) {
      for (const to of ['BLOCKED_BY_MEMBER', 'BANNED_BY_OWNER', 'GONE', '']) {
        expect(decideMembership(null, to, by, 'OPEN')).toMatchObject({ refused: 'INVALID_TRANSITION' });
      }
    }
  });

  it('lets an opt-out stop the owner from adding the person, and a ban stop the person from joining', () => {
    const optedOut = stored(null, { memberOptOut: true });
    expect(offers(optedOut, 'OWNER', 'OPEN')).toEqual({ PENDING_ACCEPTANCE: 'PENDING_ACCEPTANCE' });
    expect(decideMembership(optedOut, 'PENDING_ACCEPTANCE', 'OWNER', 'OPEN')).toMatchObject({ memberOptOut: true });
    expect(decideMembership(optedOut, 'ACTIVE', 'MEMBER', 'OPEN')).toMatchObject({ memberOptOut: false });
    const banned = stored(null, { ownerBan: true });
    expect(offers(banned, 'MEMBER', 'OPEN')).toEqual({});
    expect(offers(banned, 'MEMBER', 'APPROVAL')).toEqual({});
    expect(decideMembership(banned, 'ACTIVE', 'OWNER', 'OPEN')).toMatchObject({ status: 'ACTIVE', ownerBan: false });
  });
});

describe('decideMembership for a member', () => {
  it.each([
    [stored('PENDING_ACCEPTANCE', { ownerAgreed: true }), { ACTIVE: 'ACTIVE', BLOCKED_BY_MEMBER: 'BLOCKED_BY_MEMBER' }],
    [stored('PENDING_APPROVAL'), {}],
    [stored('ACTIVE', { ownerAgreed: true }), { BLOCKED_BY_MEMBER: 'BLOCKED_BY_MEMBER' }],
    [stored('BLOCKED_BY_MEMBER', { ownerAgreed: true }), { ACTIVE: 'ACTIVE', PENDING_APPROVAL: 'PENDING_APPROVAL' }],
    [stored('BLOCKED_BY_MEMBER'), { PENDING_APPROVAL: 'PENDING_APPROVAL' }],
    [stored('BANNED_BY_OWNER', { ownerAgreed: true }), {}],
    [stored('BANNED_BY_OWNER', { memberOptOut: true }), {}],
  ])('offers the member of %j %j', (current, expected) => {
    expect(offers(current, 'MEMBER', 'APPROVAL')).toEqual(expected);
  });

  it.each([
    [stored('PENDING_ACCEPTANCE'), { BANNED_BY_OWNER: 'BANNED_BY_OWNER' }],
    [stored('PENDING_APPROVAL'), { ACTIVE: 'ACTIVE', BANNED_BY_OWNER: 'BANNED_BY_OWNER' }],
    [stored('ACTIVE'), { BANNED_BY_OWNER: 'BANNED_BY_OWNER' }],
    [stored('BLOCKED_BY_MEMBER'), { BANNED_BY_OWNER: 'BANNED_BY_OWNER' }],
    [stored('BANNED_BY_OWNER'), { ACTIVE: 'ACTIVE' }],
    [
      stored('BANNED_BY_OWNER', { memberOptOut: true }),
      { ACTIVE: 'BLOCKED_BY_MEMBER', BLOCKED_BY_MEMBER: 'BLOCKED_BY_MEMBER' },
    ],
  ])('offers the owner of %j %j', (current, expected) => {
    expect(offers(current, 'OWNER', 'APPROVAL')).toEqual(expected);
  });

  it('stores the two opt-outs separately', () => {
    const left = decideMembership(stored('ACTIVE'), 'BLOCKED_BY_MEMBER', 'MEMBER', 'OPEN');
    expect(left).toEqual({ status: 'BLOCKED_BY_MEMBER', memberOptOut: true, ownerBan: false });
    const banned = decideMembership(stored('BLOCKED_BY_MEMBER'), 'BANNED_BY_OWNER', 'OWNER', 'OPEN');
    expect(banned).toEqual({ status: 'BANNED_BY_OWNER', memberOptOut: true, ownerBan: true });
    const lifted = decideMembership(stored('BANNED_BY_OWNER', { memberOptOut: true }), 'ACTIVE', 'OWNER', 'OPEN');
    expect(lifted).toEqual({ status: 'BLOCKED_BY_MEMBER', memberOptOut: true, ownerBan: false });
  });

  it('records the consent of a member who accepts an invitation, immediately or after declining', () => {
    expect(decideMembership(stored('PENDING_ACCEPTANCE'), 'ACTIVE', 'MEMBER', 'OPEN')).toEqual({
      status: 'ACTIVE',
      enrollment: 'BY_OWNER_WITH_CONSENT',
      memberOptOut: false,
      ownerBan: false,
    });
    const declined = stored('BLOCKED_BY_MEMBER', { ownerAgreed: true, enrollment: 'BY_OWNER_WITHOUT_CONSENT' });
    expect(decideMembership(declined, 'ACTIVE', 'MEMBER', 'OPEN')).toMatchObject({
      enrollment: 'BY_OWNER_WITH_CONSENT',
    });
    const own = stored('BLOCKED_BY_MEMBER', { ownerAgreed: true, enrollment: 'BY_MEMBER_WITH_CONSENT' });
    expect(decideMembership(own, 'ACTIVE', 'MEMBER', 'OPEN')).not.toHaveProperty('enrollment');
  });

  it('lets a member return to an open group without approval', () => {
    expect(decideMembership(stored('BLOCKED_BY_MEMBER'), 'ACTIVE', 'MEMBER', 'OPEN')).toMatchObject({
      status: 'ACTIVE',
      memberOptOut: false,
    });
    expect(decideMembership(stored('BLOCKED_BY_MEMBER'), 'ACTIVE', 'MEMBER', 'APPROVAL')).toEqual({
      refused: 'INVALID_TRANSITION',
      allowed: ['PENDING_APPROVAL'],
    });
  });

  it('returns FORBIDDEN to the wrong side', () => {
    const wrong: [MembershipStatus, string, MembershipActor][] = [
      ['PENDING_ACCEPTANCE', 'ACTIVE', 'OWNER'],
      ['PENDING_APPROVAL', 'ACTIVE', 'MEMBER'],
      ['ACTIVE', 'BLOCKED_BY_MEMBER', 'OWNER'],
      ['ACTIVE', 'BANNED_BY_OWNER', 'MEMBER'],
      ['BLOCKED_BY_MEMBER', 'PENDING_APPROVAL', 'OWNER'],
      ['BANNED_BY_OWNER', 'ACTIVE', 'MEMBER'],
    ];
    for (const [from, to, by] of wrong) {
      expect(decideMembership(stored(from), to, by, 'APPROVAL')).toMatchObject({ refused: 'FORBIDDEN' });
    }
  });

  it('changes nothing when the current status is set again', () => {
    for (const status of membershipStatuses) {
      for (const by of actors) {
        const current = stored(status);
        expect(decideMembership(current, status, by, 'OPEN')).toEqual({
          status,
          memberOptOut: current.memberOptOut,
          ownerBan: current.ownerBan,
        });
      }
    }
  });
});

describe('any sequence of changes by the two sides', () => {
  const step = fc.record({ to: fc.constantFrom(...membershipStatuses), by: fc.constantFrom(...actors) });

  it('ends an opt-out only by the member, a ban only by the owner, and leaves neither on ACTIVE', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.constantFrom(...policies), (steps, policy) => {
        let current = null as Membership | null;
        for (const { to, by } of steps) {
          const before = current;
          const decision = decideMembership(before, to, by, policy);
          if ('refused' in decision) continue;
          if (before?.memberOptOut === true && !decision.memberOptOut) expect(by).toBe('MEMBER');
          if (before?.ownerBan === true && !decision.ownerBan) expect(by).toBe('OWNER');
          if (decision.status === 'ACTIVE') expect(decision).toMatchObject({ memberOptOut: false, ownerBan: false });
          expect(decision.status === 'BANNED_BY_OWNER').toBe(decision.ownerBan);
          current = { ...decision, ownerAgreed: (before?.ownerAgreed ?? false) || by === 'OWNER' };
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('allows what a refusal offers', () => {
    const facts = fc.record({
      status: fc.constantFrom(...membershipStatuses, null),
      ownerAgreed: fc.boolean(),
      memberOptOut: fc.boolean(),
      ownerBan: fc.boolean(),
    });
    const policy = fc.constantFrom(...policies);
    fc.assert(
      fc.property(fc.option(facts), step, policy, (current, { to, by }, joinPolicy) => {
        const decision = decideMembership(current, to, by, joinPolicy);
        if (!('refused' in decision)) return;
        for (const status of decision.allowed) {
          expect(decideMembership(current, status, by, joinPolicy)).not.toHaveProperty('refused');
        }
      }),
    );
  });
});
