// Groups: who can see them, and what they reveal about their members.
import { beforeAll, expect, test } from 'vitest';
import { community, membership, type Community } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

const seen = `query ($urn: ID!) { group(urn: $urn) { name } }`;

test('a group defaults to APPROVAL for its whole owner company', async () => {
  const urn = await town.group({ name: 'Garden' });
  const { body } = await town.admin.rest('GET', `/n/v1/group/${urn}`);
  expect([body.joinPolicy, body.visibility, body.memberCount]).toEqual(['APPROVAL', 'OWNER', 0]);
});

test('a MEMBERS group is hidden from other readers, on both faces and in lists, and visible to members and by grant', async () => {
  const urn = await town.group({ name: 'Secret', visibility: 'MEMBERS' });
  const stranger = await town.person('Stranger');
  const member = await town.person('Member');
  const guest = await town.person('Guest', []);
  const manager = await town.person('Manager', ['MANAGE']);
  await town.join(urn, member);
  await town.grant('IDENTITY', guest.identity, 'GROUP', urn, 'READ');
  expect((await stranger.rest('GET', `/n/v1/group/${urn}`)).status).toBe(404);
  expect((await stranger.data(seen, { urn })).group).toBeNull();
  const listed = await stranger.rest('GET', '/n/v1/groups?count=true');
  expect(listed.body.groups.map((g: { urn: string }) => g.urn)).not.toContain(urn);
  expect(listed.body.pagination.totalCount).toBe(listed.body.groups.length);
  for (const one of [member, guest, manager, town.admin]) {
    expect((await one.data(seen, { urn })).group).toEqual({ name: 'Secret' });
  }
});

test('a group that becomes a MEMBERS group is visible to those who are invited or have applied, and to nobody who left', async () => {
  const urn = await town.group({ name: 'Applied', joinPolicy: 'APPROVAL' });
  const [applicant, invited] = [await town.person('Applicant'), await town.person('Invited')];
  const gone = await town.person('Gone');
  const asked = { status: 'PENDING_APPROVAL', enrollment: 'BY_MEMBER_WITH_CONSENT' };
  await town.make('groupmembership', membership(urn, applicant.identity, asked), applicant);
  await town.make('groupmembership', membership(urn, invited.identity, { status: 'PENDING_ACCEPTANCE' }));
  const [left] = await town.join(urn, gone);
  await gone.rest('PATCH', `/n/v1/groupmembership/${String(left)}`, { body: { status: 'BLOCKED_BY_MEMBER' } });
  await town.admin.rest('PATCH', `/n/v1/group/${urn}`, { body: { visibility: 'MEMBERS' } });
  const statuses = [applicant, invited, gone].map(async (one) => (await one.rest('GET', `/n/v1/group/${urn}`)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
});

test('a PUBLIC group is visible to callers of the tenant without any grant, an OWNER group is not', async () => {
  const open = await town.group({ name: 'Open', visibility: 'PUBLIC' });
  const closed = await town.group({ name: 'Owned' });
  const outsider = await town.person('Nobody', []);
  const foreigner = await service.tenant();
  expect((await outsider.rest('GET', `/n/v1/group/${open}`)).status).toBe(200);
  expect((await outsider.rest('GET', `/n/v1/group/${closed}`)).status).toBe(404);
  expect((await foreigner.rest('GET', `/n/v1/group/${open}`)).status).toBe(404);
  expect((await outsider.rest('PATCH', `/n/v1/group/${open}`, { body: { name: 'Mine' } })).status).toBe(403);
});

test('a PUBLIC group, and what happens to it, is no business of a token that is narrowed to roles', async () => {
  const open = await town.group({ name: 'Open', visibility: 'PUBLIC' });
  const outsider = await town.person('Nobody', []);
  const role = await town.make('role', { name: 'Nothing', apiClients: [outsider.client] });
  const narrowed = (await town.token(outsider.client, { roles: [role] })).client;
  const seen = [];
  for (const caller of [outsider, narrowed]) {
    const { status } = await caller.rest('GET', `/n/v1/group/${open}`);
    const listed = await caller.rest('GET', '/n/v1/webhooktriggers?filter[subject]=GROUP');
    seen.push([status, listed.text.includes(open)]);
  }
  expect(seen).toEqual([
    [200, true],
    [404, false],
  ]);
});

test('memberCount counts active memberships, and only callers who run the group can list memberships', async () => {
  const urn = await town.group({ name: 'Count' });
  const [anna, bert] = [await town.person('Anna'), await town.person('Bert')];
  await town.join(urn, anna);
  await town.make('groupmembership', membership(urn, bert.identity, { status: 'PENDING_ACCEPTANCE' }));
  const query = `query ($urn: ID!) { group(urn: $urn) { memberCount memberships(first: 5) { totalCount nodes { identity { urn } } } } }`;
  const { group } = await town.admin.data(query, { urn });
  expect([group.memberCount, group.memberships.totalCount]).toEqual([1, 2]);
  const own = (await anna.data(query, { urn })).group;
  expect(own.memberships.nodes).toEqual([{ identity: { urn: anna.identity } }]);
  const listed = await town.admin.rest('GET', `/n/v1/group/${urn}/memberships`);
  expect(listed.body.memberships).toHaveLength(2);
});
