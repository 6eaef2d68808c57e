// The whole effect of each change of a membership, from each status, by the member and by who runs the group: every row, column and event,
// and nothing beside them. Resource reference 6.2, 10.4.
import { beforeAll, expect, test } from 'vitest';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { watchesOf } from '../support/effect.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;
let watching: Awaited<ReturnType<typeof watchesOf>>;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  watching = await watchesOf(service, town);
});

type Step = readonly [by: 'MEMBER' | 'OWNER', to: string | null];

const joins = { status: 'ACTIVE', enrollment: 'BY_MEMBER_WITH_CONSENT' };
const asks = { status: 'PENDING_APPROVAL', enrollment: 'BY_MEMBER_WITH_CONSENT' };

/** How it began, what was done since, and the step whose effect is looked at; null deletes. */
const cases: Readonly<
  Record<string, readonly [string, Step | Readonly<Record<string, string>>, readonly Step[], readonly string[]]>
> = {
  'a person joins': [
    'OPEN',
    joins,
    [],
    [
      '~ access_epoch tenant epoch',
      '+ group_membership 1 identity=ann group=group status=ACTIVE status_timestamp=now status_actor=ann enrollment=BY_MEMBER_WITH_CONSENT role=MEMBER email_notification=UNSUBSCRIBED sms_notification=UNSUBSCRIBED in_app_notification=SUBSCRIBED owner=tenant member_opt_out=false owner_ban=false owner_agreed=false',
      'event CREATE GROUP_MEMBERSHIP group_membership 1 v1 () by IDENTITY ann',
    ],
  ],
  'a person asks': [
    'APPROVAL',
    asks,
    [],
    [
      '~ access_epoch tenant epoch',
      '+ group_membership 1 identity=ann group=group status=PENDING_APPROVAL status_timestamp=now status_actor=ann enrollment=BY_MEMBER_WITH_CONSENT role=MEMBER email_notification=UNSUBSCRIBED sms_notification=UNSUBSCRIBED in_app_notification=SUBSCRIBED owner=tenant member_opt_out=false owner_ban=false owner_agreed=false',
      'event CREATE GROUP_MEMBERSHIP group_membership 1 v1 () by IDENTITY ann',
    ],
  ],
  'a person is added': [
    'INVITE_ONLY',
    {},
    [],
    [
      '~ access_epoch tenant epoch',
      '+ group_membership 1 identity=ann group=group status=ACTIVE status_timestamp=now status_actor=runner enrollment=BY_OWNER_WITHOUT_CONSENT role=MEMBER email_notification=UNSUBSCRIBED sms_notification=UNSUBSCRIBED in_app_notification=SUBSCRIBED owner=tenant member_opt_out=false owner_ban=false owner_agreed=true',
      'event CREATE GROUP_MEMBERSHIP group_membership 1 v1 () by IDENTITY runner',
    ],
  ],
  'a person is invited': [
    'INVITE_ONLY',
    { status: 'PENDING_ACCEPTANCE' },
    [],
    [
      '~ access_epoch tenant epoch',
      '+ group_membership 1 identity=ann group=group status=PENDING_ACCEPTANCE status_timestamp=now status_actor=runner enrollment=BY_OWNER_WITHOUT_CONSENT role=MEMBER email_notification=UNSUBSCRIBED sms_notification=UNSUBSCRIBED in_app_notification=SUBSCRIBED owner=tenant member_opt_out=false owner_ban=false owner_agreed=true',
      'event CREATE GROUP_MEMBERSHIP group_membership 1 v1 () by IDENTITY runner',
    ],
  ],
  'who asked is let in': [
    'APPROVAL',
    asks,
    [['OWNER', 'ACTIVE']],
    [
      '~ access_epoch tenant epoch',
      '~ group_membership 1 status=PENDING_APPROVAL→ACTIVE status_timestamp=before→now status_actor=ann→runner owner_agreed=false→true',
      'event UPDATE GROUP_MEMBERSHIP group_membership 1 v2 (status statusTimestamp statusActor) by IDENTITY runner',
    ],
  ],
  'who was invited accepts': [
    'INVITE_ONLY',
    { status: 'PENDING_ACCEPTANCE' },
    [['MEMBER', 'ACTIVE']],
    [
      '~ access_epoch tenant epoch',
      '~ group_membership 1 status=PENDING_ACCEPTANCE→ACTIVE status_timestamp=before→now status_actor=runner→ann enrollment=BY_OWNER_WITHOUT_CONSENT→BY_OWNER_WITH_CONSENT',
      'event UPDATE GROUP_MEMBERSHIP group_membership 1 v2 (status statusTimestamp statusActor enrollment) by IDENTITY ann',
    ],
  ],
  'who was invited declines': [
    'INVITE_ONLY',
    { status: 'PENDING_ACCEPTANCE' },
    [['MEMBER', 'BLOCKED_BY_MEMBER']],
    [
      '~ access_epoch tenant epoch',
      '~ group_membership 1 status=PENDING_ACCEPTANCE→BLOCKED_BY_MEMBER status_timestamp=before→now status_actor=runner→ann member_opt_out=false→true',
      'event UPDATE GROUP_MEMBERSHIP group_membership 1 v2 (status statusTimestamp statusActor) by IDENTITY ann',
    ],
  ],
  'who was added opts out': [
    'OPEN',
    {},
    [['MEMBER', 'BLOCKED_BY_MEMBER']],
    [
      '~ access_epoch tenant epoch',
      '~ group_membership 1 status=ACTIVE→BLOCKED_BY_MEMBER status_timestamp=before→now status_actor=runner→ann member_opt_out=false→true',
      'event UPDATE GROUP_MEMBERSHIP group_membership 1 v2 (status statusTimestamp statusActor) by IDENTITY ann',
    ],
  ],
  'who opted out comes back to what was arranged': [
    'INVITE_ONLY',
    {},
    [
      ['MEMBER', 'BLOCKED_BY_MEMBER'],
      ['MEMBER', 'ACTIVE'],
    ],
    [
      '~ access_epoch tenant epoch',
      '~ group_membership 1 status=BLOCKED_BY_MEMBER→ACTIVE status_timestamp=before→now enrollment=BY_OWNER_WITHOUT_CONSENT→BY_OWNER_WITH_CONSENT member_opt_out=true→false',
      'event UPDATE GROUP_MEMBERSHIP group_membership 1 v3 (status statusTimestamp enrollment) by IDENTITY ann',
    ],
  ],
  'who had joined and opted out comes back': [
    'OPEN',
    joins,
    [
      ['MEMBER', 'BLOCKED_BY_MEMBER'],
      ['MEMBER', 'ACTIVE'],
    ],
    [
      '~ access_epoch tenant epoch',
      '~ group_membership 1 status=BLOCKED_BY_MEMBER→ACTIVE status_timestamp=before→now member_opt_out=true→false',
      'event UPDATE GROUP_MEMBERSHIP group_membership 1 v3 (status statusTimestamp) by IDENTITY ann',
    ],
  ],
  'a member is banned': [
    'OPEN',
    joins,
    [['OWNER', 'BANNED_BY_OWNER']],
    [
      '~ access_epoch tenant epoch',
      '~ group_membership 1 status=ACTIVE→BANNED_BY_OWNER status_timestamp=before→now status_actor=ann→runner owner_ban=false→true owner_agreed=false→true',
      'event UPDATE GROUP_MEMBERSHIP group_membership 1 v2 (status statusTimestamp statusActor) by IDENTITY runner',
    ],
  ],
  'who opted out is banned, too': [
    'OPEN',
    joins,
    [
      ['MEMBER', 'BLOCKED_BY_MEMBER'],
      ['OWNER', 'BANNED_BY_OWNER'],
    ],
    [
      '~ access_epoch tenant epoch',
      '~ group_membership 1 status=BLOCKED_BY_MEMBER→BANNED_BY_OWNER status_timestamp=before→now status_actor=ann→runner owner_ban=false→true owner_agreed=false→true',
      'event UPDATE GROUP_MEMBERSHIP group_membership 1 v3 (status statusTimestamp statusActor) by IDENTITY runner',
    ],
  ],
  'a ban is lifted': [
    'OPEN',
    joins,
    [
      ['OWNER', 'BANNED_BY_OWNER'],
      ['OWNER', 'ACTIVE'],
    ],
    [
      '~ access_epoch tenant epoch',
      '~ group_membership 1 status=BANNED_BY_OWNER→ACTIVE status_timestamp=before→now owner_ban=true→false',
      'event UPDATE GROUP_MEMBERSHIP group_membership 1 v3 (status statusTimestamp) by IDENTITY runner',
    ],
  ],
  'a ban is lifted from who had opted out': [
    'OPEN',
    joins,
    [
      ['MEMBER', 'BLOCKED_BY_MEMBER'],
      ['OWNER', 'BANNED_BY_OWNER'],
      ['OWNER', 'ACTIVE'],
    ],
    [
      '~ access_epoch tenant epoch',
      '~ group_membership 1 status=BANNED_BY_OWNER→BLOCKED_BY_MEMBER status_timestamp=before→now owner_ban=true→false',
      'event UPDATE GROUP_MEMBERSHIP group_membership 1 v4 (status statusTimestamp) by IDENTITY runner',
    ],
  ],
  'a member is deleted': [
    'OPEN',
    joins,
    [['OWNER', null]],
    [
      '~ access_epoch tenant epoch',
      '+ deletion group_membership 1 owner=tenant kind=GroupMembership deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
      '~ group_membership 1 version=1→2 deleted_timestamp=null→now',
      'event DELETE GROUP_MEMBERSHIP group_membership 1 v2 () by IDENTITY runner',
    ],
  ],
  'who is banned is deleted': [
    'OPEN',
    joins,
    [
      ['OWNER', 'BANNED_BY_OWNER'],
      ['OWNER', null],
    ],
    [
      '~ access_epoch tenant epoch',
      '+ deletion group_membership 1 owner=tenant kind=GroupMembership deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
      '~ group_membership 1 version=2→3 deleted_timestamp=null→now',
      '+ membership_mark ann group member_opt_out=false owner_ban=true',
      'event DELETE GROUP_MEMBERSHIP group_membership 1 v3 () by IDENTITY runner',
    ],
  ],
  'who opted out and was banned is deleted': [
    'OPEN',
    joins,
    [
      ['MEMBER', 'BLOCKED_BY_MEMBER'],
      ['OWNER', 'BANNED_BY_OWNER'],
      ['OWNER', null],
    ],
    [
      '~ access_epoch tenant epoch',
      '+ deletion group_membership 1 owner=tenant kind=GroupMembership deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
      '~ group_membership 1 version=3→4 deleted_timestamp=null→now',
      '+ membership_mark ann group member_opt_out=true owner_ban=true',
      'event DELETE GROUP_MEMBERSHIP group_membership 1 v4 () by IDENTITY runner',
    ],
  ],
};

const post = (as: Person | Community['admin'], body: Record<string, unknown>): ReturnType<Person['rest']> =>
  as.rest('POST', '/n/v1/groupmembership', { body });

test.each(Object.entries(cases))('%s', async (_, [joinPolicy, begun, steps, effect]) => {
  const ann = await town.person('Ann');
  const group = await town.group({ joinPolicy });
  const watch = watching({ ann: ann.identity, group });
  let urn = '';
  const begin = async (): Promise<void> => {
    const by = 'enrollment' in begun ? ann : town.admin;
    const made = await post(by, membership(group, ann.identity, { ...begun }));
    expect(made.status, made.text).toBe(201);
    urn = String(made.body.urn);
  };
  const act = async ([by, status]: Step): Promise<void> => {
    const as = by === 'MEMBER' ? ann : town.admin;
    const path = `/n/v1/groupmembership/${urn}`;
    const done = status === null ? as.rest('DELETE', path) : as.rest('PATCH', path, { body: { status } });
    expect((await done).status).toBeLessThan(300);
  };
  const [last] = steps.slice(-1);
  const begins = await watch(begin);
  for (const step of steps.slice(0, -1)) await act(step);
  expect(last ? await watch(() => act(last)) : begins).toEqual(effect);
});

test('Marks that a membership left behind say to the next one what each side had decided', async () => {
  const ann = await town.person('Ann');
  const group = await town.group({ joinPolicy: 'OPEN' });
  const watch = watching({ ann: ann.identity, group });
  const set = (as: Person | Community['admin'], urn: string, status: string): Promise<unknown> =>
    as.rest('PATCH', `/n/v1/groupmembership/${urn}`, { body: { status } });
  const first = String((await post(ann, membership(group, ann.identity, joins))).body.urn);
  await set(ann, first, 'BLOCKED_BY_MEMBER');
  await town.admin.rest('DELETE', `/n/v1/groupmembership/${first}`);
  const added = await watch(() => post(town.admin, membership(group, ann.identity)));
  expect(added).toEqual([
    '+ access_record owner=tenant event=DENIED_WRITE api_client=another identity=runner token=another operation=createGroupMembership',
  ]);
  let second = '';
  const invite = async (): Promise<unknown> => {
    const { body } = await post(town.admin, membership(group, ann.identity, { status: 'PENDING_ACCEPTANCE' }));
    return (second = String(body.urn));
  };
  expect(await watch(invite)).toEqual([
    '~ access_epoch tenant epoch',
    '+ group_membership 1 identity=ann group=group status=PENDING_ACCEPTANCE status_timestamp=now status_actor=runner enrollment=BY_OWNER_WITHOUT_CONSENT role=MEMBER email_notification=UNSUBSCRIBED sms_notification=UNSUBSCRIBED in_app_notification=SUBSCRIBED owner=tenant member_opt_out=true owner_ban=false owner_agreed=true',
    '- membership_mark ann group',
    'event CREATE GROUP_MEMBERSHIP group_membership 1 v1 () by IDENTITY runner',
  ]);
  await set(town.admin, second, 'BANNED_BY_OWNER');
  expect(await watch(() => town.admin.rest('DELETE', `/n/v1/groupmembership/${second}`))).toEqual([
    '~ access_epoch tenant epoch',
    '+ deletion group_membership 1 owner=tenant kind=GroupMembership deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
    '~ group_membership 1 version=2→3 deleted_timestamp=null→now',
    '+ membership_mark ann group member_opt_out=true owner_ban=true',
    'event DELETE GROUP_MEMBERSHIP group_membership 1 v3 () by IDENTITY runner',
  ]);
  expect((await post(ann, membership(group, ann.identity, joins))).status).toBe(409);
});
