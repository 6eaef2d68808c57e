// Memberships: joining, inviting, approving, opting out and returning, by callers who may.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

const asked = { status: 'PENDING_APPROVAL', enrollment: 'BY_MEMBER_WITH_CONSENT' };
const joined = { status: 'ACTIVE', enrollment: 'BY_MEMBER_WITH_CONSENT' };

const post = (as: Client, body: Record<string, unknown>): Promise<RestAnswer> =>
  as.rest('POST', '/n/v1/groupmembership', { body });
const set = (as: Client, urn: string, status: string): Promise<RestAnswer> =>
  as.rest('PATCH', `/n/v1/groupmembership/${urn}`, { body: { status } });

/** How many opt-outs are kept beside memberships: what a merge of the identity with another one would bring back. */
const marksOf = async ({ identity }: Person): Promise<number> =>
  (await sql(service, 'SELECT 1 FROM "membership_mark" WHERE "identity" = $1', [identity])).length;

async function invited(joinPolicy: string): Promise<{ person: Person; group: string; urn: string }> {
  const person = await town.person('Invited');
  const group = await town.group({ joinPolicy });
  const urn = await town.make('groupmembership', membership(group, person.identity, { status: 'PENDING_ACCEPTANCE' }));
  return { person, group, urn };
}

describe('joining', () => {
  test('the group shows the caller whether it is a member, is pending, or needs an invitation', async () => {
    const person = await town.person('Anna');
    for (const [joinPolicy, sent, status, code] of [
      ['OPEN', joined, 201, null],
      ['APPROVAL', asked, 201, null],
      ['APPROVAL', joined, 403, 'FORBIDDEN'],
      ['INVITE_ONLY', asked, 409, 'INVALID_TRANSITION'],
    ] as const) {
      const group = await town.group({ joinPolicy });
      const answer = await post(person, membership(group, person.identity, sent));
      expect([joinPolicy, answer.status, answer.body.code ?? null]).toEqual([joinPolicy, status, code]);
      if (status === 201) expect(answer.body.statusActor.urn).toBe(person.identity);
    }
  });

  test('adding others requires running the group, and no member can speak for the owner', async () => {
    const [anna, bert] = [await town.person('Anna'), await town.person('Bert')];
    const group = await town.group({ joinPolicy: 'OPEN' });
    expect((await post(anna, membership(group, bert.identity))).status).toBe(403);
    const lie = await post(anna, membership(group, anna.identity));
    expect([lie.status, lie.body.errors[0].path]).toEqual([422, '/enrollment']);
    const self = await post(anna, membership(group, anna.identity, { ...joined, role: 'MODERATOR' }));
    expect(self.status).toBe(403);
  });

  test('a group by invitation is for callers who run it, who are its members then by their own hand', async () => {
    const person = await town.person('Runner');
    const group = await town.group({ joinPolicy: 'INVITE_ONLY' });
    const added = membership(group, person.identity);
    const refused = await post(person, added);
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    await town.grant('API_CLIENT', person.client, 'GROUP', group, 'MANAGE');
    const made = await post(person, added);
    expect([made.status, made.body.status, made.body.enrollment]).toEqual([201, 'ACTIVE', 'BY_OWNER_WITHOUT_CONSENT']);
    const again = await set(person, String(made.body.urn), 'PENDING_APPROVAL');
    expect([again.status, again.body.code]).toEqual([409, 'INVALID_TRANSITION']);
  });

  test('a second membership is refused with the urn of the first, also when both are created concurrently', async () => {
    const person = await town.person('Twice');
    const group = await town.group();
    const both = await Promise.all([1, 2, 3, 4].map(() => post(town.admin, membership(group, person.identity))));
    const [made] = both.filter((a) => a.status === 201);
    const refused = both.filter((a) => a.status === 409);
    expect(refused).toHaveLength(3);
    for (const { body } of refused) {
      expect([body.code, body.errors[0].related]).toEqual(['ALREADY_EXISTS', [made?.body.urn]]);
    }
  });

  test('accepting an invitation records the consent, for good; only the invited identity may accept', async () => {
    const { person, urn } = await invited('INVITE_ONLY');
    expect((await set(town.admin, urn, 'ACTIVE')).status).toBe(403);
    const { body: before } = await person.rest('GET', `/n/v1/groupmembership/${urn}`);
    const headers = { prefer: 'handling=strict' };
    const strictly = (more: Record<string, unknown>) =>
      person.rest('PUT', `/n/v1/groupmembership/${urn}`, { body: { ...before, ...more }, headers });
    for (const more of [{}, { status: 'ACTIVE' }]) {
      const lie = await strictly({ ...more, enrollment: 'BY_MEMBER_WITH_CONSENT' });
      expect([lie.status, lie.body.errors]).toMatchObject([422, [{ path: '/enrollment', code: 'IMMUTABLE' }]]);
    }
    const { body } = await strictly({ status: 'ACTIVE', enrollment: 'BY_OWNER_WITH_CONSENT' });
    expect([body.status, body.enrollment]).toEqual(['ACTIVE', 'BY_OWNER_WITH_CONSENT']);
    expect(body.statusActor.urn).toBe(person.identity);
    expect(body.statusTimestamp > body.createdTimestamp).toBe(true);
    const rewritten = { body: { enrollment: 'BY_OWNER_WITHOUT_CONSENT' } };
    const after = await town.admin.rest('PATCH', `/n/v1/groupmembership/${urn}`, rewritten);
    expect([after.status, after.body.enrollment]).toEqual([200, 'BY_OWNER_WITH_CONSENT']);
  });

  test('a moderator approves members, and cannot make moderators', async () => {
    const group = await town.group();
    const [moderator, anna] = [await town.person('Moderator'), await town.person('Anna')];
    await town.make('groupmembership', membership(group, moderator.identity, { role: 'MODERATOR' }));
    const { body } = await post(anna, membership(group, anna.identity, asked));
    expect((await set(anna, body.urn, 'ACTIVE')).status).toBe(403);
    expect((await set(moderator, body.urn, 'ACTIVE')).body.status).toBe('ACTIVE');
    const raised = await moderator.rest('PATCH', `/n/v1/groupmembership/${String(body.urn)}`, {
      body: { role: 'MODERATOR' },
    });
    expect(raised.status).toBe(403);
    const [peer] = await town.join(group, await town.person('Peer'));
    const role = { body: { role: 'MODERATOR' } };
    expect((await town.admin.rest('PATCH', `/n/v1/groupmembership/${String(peer)}`, role)).status).toBe(200);
    const lowered = await moderator.rest('PATCH', `/n/v1/groupmembership/${String(peer)}`, {
      body: { role: 'MEMBER' },
    });
    expect(lowered.status).toBe(403);
  });

  test('an invitation is accepted by a person who holds nothing of what members have', async () => {
    const { person, group, urn } = await invited('INVITE_ONLY');
    const project = await town.make('project', { name: 'Of members' });
    await town.grant('GROUP', group, 'PROJECT', project, 'UPDATE');
    expect((await set(person, urn, 'ACTIVE')).body.status).toBe('ACTIVE');
    const open = await town.group({ joinPolicy: 'OPEN', visibility: 'PUBLIC' });
    await town.grant('GROUP', open, 'COMPANY', town.admin.company, 'UPDATE');
    const other = await town.person('Other');
    expect((await post(other, membership(open, other.identity, joined))).status).toBe(403);
  });
});

describe('opting out', () => {
  test('by the member is lifted only by the member, by the owner only by the owner, and both are stored', async () => {
    const { person, urn } = await invited('APPROVAL');
    await set(person, urn, 'ACTIVE');
    expect((await set(town.admin, urn, 'BLOCKED_BY_MEMBER')).status).toBe(403);
    expect((await set(person, urn, 'BLOCKED_BY_MEMBER')).body.status).toBe('BLOCKED_BY_MEMBER');
    expect((await set(town.admin, urn, 'ACTIVE')).status).toBe(403);
    expect((await set(town.admin, urn, 'BANNED_BY_OWNER')).body.status).toBe('BANNED_BY_OWNER');
    expect((await set(person, urn, 'ACTIVE')).status).toBe(403);
    // The ban is lifted, the member's own opt-out remains.
    expect((await set(town.admin, urn, 'ACTIVE')).body.status).toBe('BLOCKED_BY_MEMBER');
    expect((await set(person, urn, 'ACTIVE')).body.status).toBe('ACTIVE');
  });

  test('outlives the membership: a banned identity cannot join again, one that opted out can only be invited', async () => {
    const group = await town.group({ joinPolicy: 'OPEN' });
    const [banned, out] = [await town.person('Banned'), await town.person('Out')];
    const [first, second] = await town.join(group, banned, out);
    await set(town.admin, first ?? '', 'BANNED_BY_OWNER');
    await set(out, second ?? '', 'BLOCKED_BY_MEMBER');
    for (const urn of [first, second]) {
      expect((await town.admin.rest('DELETE', `/n/v1/groupmembership/${String(urn)}`)).status).toBe(204);
    }
    expect((await post(banned, membership(group, banned.identity, joined))).status).toBe(403);
    expect((await post(town.admin, membership(group, out.identity))).status).toBe(403);
    const again = await post(town.admin, membership(group, out.identity, { status: 'PENDING_ACCEPTANCE' }));
    expect(again.status).toBe(201);
    expect(await marksOf(out)).toBe(0);
    expect((await set(out, again.body.urn, 'ACTIVE')).body.status).toBe('ACTIVE');
  });

  test('moves back to the membership when it is restored: once lifted there, it does not return', async () => {
    const group = await town.group({ joinPolicy: 'OPEN' });
    const person = await town.person('Back');
    const [urn] = await town.join(group, person);
    const path = `/n/v1/groupmembership/${String(urn)}`;
    await set(town.admin, urn ?? '', 'BANNED_BY_OWNER');
    expect((await town.admin.rest('DELETE', path)).status).toBe(204);
    const restored = await town.admin.rest('POST', `${path}/restore`);
    expect([restored.status, restored.body.status, await marksOf(person)]).toEqual([200, 'BANNED_BY_OWNER', 0]);
    expect((await set(town.admin, urn ?? '', 'ACTIVE')).body.status).toBe('ACTIVE');
    expect((await town.admin.rest('DELETE', path)).status).toBe(204);
    const again = await post(person, membership(group, person.identity, joined));
    expect([again.status, again.body.status]).toEqual([201, 'ACTIVE']);
  });

  test('of a later membership applies to an earlier one that is restored', async () => {
    const group = await town.group({ joinPolicy: 'OPEN' });
    const person = await town.person('Earlier');
    const [earlier] = await town.join(group, person);
    await town.admin.rest('DELETE', `/n/v1/groupmembership/${String(earlier)}`);
    const [later] = await town.join(group, person);
    await set(town.admin, later ?? '', 'BANNED_BY_OWNER');
    // It cannot be restored while another membership exists.
    const twice = await town.admin.rest('POST', `/n/v1/groupmembership/${String(earlier)}/restore`);
    expect([twice.status, twice.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    await town.admin.rest('DELETE', `/n/v1/groupmembership/${String(later)}`);
    const restored = await town.admin.rest('POST', `/n/v1/groupmembership/${String(earlier)}/restore`);
    expect([restored.status, restored.body.status]).toEqual([200, 'BANNED_BY_OWNER']);
    expect((await set(person, earlier ?? '', 'ACTIVE')).status).toBe(403);
  });

  test.each(['BANNED_BY_OWNER', 'BLOCKED_BY_MEMBER'])(
    'of a later membership and one of an earlier one that is restored both stand: %s first',
    async (first) => {
      const group = await town.group({ joinPolicy: 'OPEN' });
      const person = await town.person('Both');
      const optOut = (urn: unknown, isBan: boolean): Promise<RestAnswer> =>
        isBan ? set(town.admin, String(urn), 'BANNED_BY_OWNER') : set(person, String(urn), 'BLOCKED_BY_MEMBER');
      const isBanFirst = first === 'BANNED_BY_OWNER';
      const [earlier] = await town.join(group, person);
      await optOut(earlier, isBanFirst);
      await town.admin.rest('DELETE', `/n/v1/groupmembership/${String(earlier)}`);
      const [later] = isBanFirst
        ? await town.join(group, person)
        : [(await post(person, membership(group, person.identity, joined))).body.urn];
      await optOut(later, !isBanFirst);
      await town.admin.rest('DELETE', `/n/v1/groupmembership/${String(later)}`);
      const restored = await town.admin.rest('POST', `/n/v1/groupmembership/${String(earlier)}/restore`);
      expect(restored.body.status).toBe('BANNED_BY_OWNER');
      expect((await set(town.admin, String(earlier), 'ACTIVE')).body.status).toBe('BLOCKED_BY_MEMBER');
    },
  );
});

describe('restoring', () => {
  test('a membership that gives rights, or would once accepted, requires them; one that awaits approval does not', async () => {
    const below = await town.make('company', { name: 'Below' });
    const project = await town.make('project', { name: 'Above' });
    const keeper = await town.person('Keeper');
    await town.grant('API_CLIENT', keeper.client, 'COMPANY', below, 'ADMIN');
    const group = await town.group({ owner: below, joinPolicy: 'APPROVAL', visibility: 'PUBLIC' });
    const statuses: [string, number][] = [];
    for (const status of ['ACTIVE', 'PENDING_ACCEPTANCE', 'PENDING_APPROVAL']) {
      const person = await town.person(status);
      const sent = status === 'PENDING_APPROVAL' ? asked : { status };
      const as = status === 'PENDING_APPROVAL' ? person : town.admin;
      const { body } = await post(as, membership(group, person.identity, sent));
      await town.admin.rest('DELETE', `/n/v1/groupmembership/${String(body.urn)}`);
      statuses.push([String(body.urn), status === 'PENDING_APPROVAL' ? 200 : 403]);
    }
    await town.grant('GROUP', group, 'PROJECT', project, 'UPDATE');
    for (const [urn, status] of statuses)
      expect((await keeper.rest('POST', `/n/v1/groupmembership/${urn}/restore`)).status).toBe(status);
    const active = `/n/v1/groupmembership/${String(statuses[0]?.[0])}/restore`;
    expect((await town.admin.rest('POST', active)).status).toBe(200);
  });
});

describe('access', () => {
  test('covers one’s own membership and those of groups one runs; all others are not found', async () => {
    const group = await town.group();
    const [anna, bert] = [await town.person('Anna'), await town.person('Bert')];
    const [own, other] = await town.join(group, anna, bert);
    expect((await anna.rest('GET', `/n/v1/groupmembership/${String(own)}`)).status).toBe(200);
    expect((await anna.rest('GET', `/n/v1/groupmembership/${String(other)}`)).status).toBe(404);
    expect((await set(anna, other ?? '', 'BANNED_BY_OWNER')).status).toBe(404);
    const changed = await anna.data(
      `mutation ($urn: ID!) { updateGroupMembership(urn: $urn, input: { emailNotification: SUBSCRIBED }) { groupMembership { emailNotification status } userErrors { code } } }`,
      { urn: own },
    );
    expect(changed.updateGroupMembership).toEqual({
      groupMembership: { emailNotification: 'SUBSCRIBED', status: 'ACTIVE' },
      userErrors: [],
    });
    const listed = await anna.rest('GET', `/n/v1/groupmemberships?filter[group]=${group}`);
    expect(listed.body.groupmemberships.map((m: { urn: string }) => m.urn)).toEqual([own]);
  });
});
