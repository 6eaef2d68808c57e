// The whole effect of what is done to groups, members, clients and people beside joining and leaving: each row, column and event, and nothing
// beside them. Resource reference 1.5, 4.4, 6.1, 6.2, 7.3, 7.4.
import { beforeAll, expect, test } from 'vitest';
import { community, membership, type Community, type Person } from '../support/community.ts';
import type { Body } from '../support/content.ts';
import { watchesOf } from '../support/effect.ts';
import { requested } from '../support/repeat.ts';
import { sharedService } from '../support/service.ts';

let town: Community;
let watching: Awaited<ReturnType<typeof watchesOf>>;

beforeAll(async () => {
  const service = await sharedService();
  town = await community(service);
  watching = await watchesOf(service, town);
});

const done = (method: string, path: string, body?: unknown, as: Pick<Person, 'rest'> = town.admin): Promise<Body> =>
  requested(as, method, path, body);

test('A group is made, opened, gets a thread, is deleted with all that is in it, and comes back with it', async () => {
  const ann = await town.person('Ann');
  const watch = watching({ ann: ann.identity });
  let group = '';
  const make = async (): Promise<unknown> => (group = await town.group({ joinPolicy: 'APPROVAL' }));
  expect(await watch(make)).toEqual([
    '~ access_epoch tenant epoch',
    '+ group 1 owner=tenant name=Readers join_policy=APPROVAL visibility=OWNER is_chat=false',
    'event CREATE GROUP group 1 v1 () by IDENTITY runner',
  ]);
  const open = (): Promise<Body> => done('PATCH', `group/${group}`, { joinPolicy: 'OPEN', name: 'Writers' });
  expect(await watch(open)).toEqual([
    '~ group 1 name=Readers→Writers join_policy=APPROVAL→OPEN',
    'event UPDATE GROUP group 1 v2 (name joinPolicy) by IDENTITY runner',
  ]);
  expect(await watch(open)).toEqual([]);
  await town.join(group, ann);
  let thread = '';
  const begin = async (): Promise<unknown> => (thread = await town.make('messagethread', { group }));
  expect(await watch(begin)).toEqual([
    '+ message_thread 1 purpose=GENERAL group=group 1 is_closed=false owner=tenant last_position=0 post_count=0 change_count=0',
    'event CREATE MESSAGE_THREAD message_thread 1 v1 () by IDENTITY runner',
  ]);
  await town.make('threadpost', { messageThread: thread, content: 'Hello' });
  expect(await watch(() => done('DELETE', `group/${group}`))).toEqual([
    '~ access_epoch tenant epoch',
    '+ deletion group 1 owner=tenant kind=Group deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
    '~ group 1 version=2→3 deleted_timestamp=null→now',
    '~ group_membership another version=1→2 deleted_timestamp=null→now',
    '~ message_thread 1 version=2→3 deleted_timestamp=null→now',
    '~ message_thread_notification another version=2→3 deleted_timestamp=null→now',
    '~ thread_post another version=1→2 deleted_timestamp=null→now',
    'event DELETE GROUP group 1 v3 () by IDENTITY runner',
    'event DELETE GROUP_MEMBERSHIP another v2 () by IDENTITY runner',
    'event DELETE MESSAGE_THREAD message_thread 1 v3 () by IDENTITY runner',
    'event DELETE MESSAGE_THREAD_NOTIFICATION another v3 () by IDENTITY runner',
    'event DELETE THREAD_POST another v2 () by IDENTITY runner',
  ]);
  expect(await watch(() => done('POST', `group/${group}/restore`))).toEqual([
    '~ access_epoch tenant epoch',
    '- deletion group 1',
    '~ group 1 version=3→4 deleted_timestamp=before→null',
    '~ group_membership another version=2→3 deleted_timestamp=before→null',
    '~ message_thread 1 version=3→4 deleted_timestamp=before→null',
    '~ message_thread_notification another version=3→4 deleted_timestamp=before→null',
    '~ thread_post another version=2→3 deleted_timestamp=before→null',
    'event CREATE GROUP group 1 v4 () by IDENTITY runner',
    'event CREATE GROUP_MEMBERSHIP another v3 () by IDENTITY runner',
    'event CREATE MESSAGE_THREAD message_thread 1 v4 () by IDENTITY runner',
    'event CREATE MESSAGE_THREAD_NOTIFICATION another v4 () by IDENTITY runner',
    'event CREATE THREAD_POST another v3 () by IDENTITY runner',
  ]);
});

test('A member becomes a moderator, says how it is told, is banned, let in again, leaves, and comes back', async () => {
  const ann = await town.person('Ann');
  const group = await town.group();
  const [member = ''] = await town.join(group, ann);
  const thread = await town.make('messagethread', { group });
  const say = (content: string): Promise<string> => town.make('threadpost', { messageThread: thread, content });
  const posts = [await say('One')];
  const watch = watching({ ann: ann.identity, group, thread, member, one: posts[0] ?? '' });
  const set = (body: unknown, as?: Person) => (): Promise<Body> => done('PATCH', `groupmembership/${member}`, body, as);
  expect(await watch(set({ role: 'MODERATOR' }))).toEqual([
    '~ access_epoch tenant epoch',
    '~ group_membership member role=MEMBER→MODERATOR',
    'event UPDATE GROUP_MEMBERSHIP member v2 (role) by IDENTITY runner',
  ]);
  // Who has a role may say so again, without the right to give it.
  const told = { role: 'MODERATOR', emailNotification: 'SUBSCRIBED', inAppNotification: 'UNSUBSCRIBED' };
  expect(await watch(set(told, ann))).toEqual([
    '~ group_membership member email_notification=UNSUBSCRIBED→SUBSCRIBED in_app_notification=SUBSCRIBED→UNSUBSCRIBED',
    'event UPDATE GROUP_MEMBERSHIP member v3 (emailNotification inAppNotification) by IDENTITY ann',
  ]);
  expect(await watch(set({ status: 'BANNED_BY_OWNER' }))).toEqual([
    '~ access_epoch tenant epoch',
    '~ group_membership member status=ACTIVE→BANNED_BY_OWNER status_timestamp=before→now owner_ban=false→true',
    '~ message_thread_notification another version=2→3 deleted_timestamp=null→now',
    'event UPDATE GROUP_MEMBERSHIP member v4 (status statusTimestamp) by IDENTITY runner',
  ]);
  await say('Two');
  expect(await watch(set({ status: 'ACTIVE' }))).toEqual([
    '~ access_epoch tenant epoch',
    '~ group_membership member status=BANNED_BY_OWNER→ACTIVE status_timestamp=before→now owner_ban=true→false',
    '~ message_thread_notification another notification_count=1→2 notified_count=1→2',
    'event UPDATE GROUP_MEMBERSHIP member v5 (status statusTimestamp) by IDENTITY runner',
  ]);
  await say('Three');
  expect(await watch(() => done('DELETE', `groupmembership/${member}`))).toEqual([
    '~ access_epoch tenant epoch',
    '+ deletion member owner=tenant kind=GroupMembership deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
    '~ group_membership member version=5→6 deleted_timestamp=null→now',
    '~ message_thread_notification another version=5→6 deleted_timestamp=null→now',
    'event DELETE GROUP_MEMBERSHIP member v6 () by IDENTITY runner',
  ]);
  await say('Four');
  expect(await watch(() => done('POST', `groupmembership/${member}/restore`))).toEqual([
    '~ access_epoch tenant epoch',
    '- deletion member',
    '~ group_membership member version=6→7 deleted_timestamp=before→null',
    '~ message_thread_notification another notification_count=3→4 notified_count=3→4',
    'event CREATE GROUP_MEMBERSHIP member v7 () by IDENTITY runner',
  ]);
});

test('A client is made with an identity, gets a token and another secret, is deleted, and comes back without them', async () => {
  const watch = watching({});
  let client = '';
  const make = async (): Promise<unknown> => (client = await town.make('apiclient', { name: 'Till' }));
  const lines = (await watch(make)).map((line) => line.replace(/client_id=\S+/, 'client_id=one'));
  expect(lines).toEqual([
    '+ api_client 1 owner=tenant client_id=one scope=api name=Till type=SERVER access_level=RESTRICTED identity=identity 1 status=ACTIVE allowed_origins=[] redirect_uris=[] grant_types=[] require_if_match=false trusted_documents_only=false requests_per_minute=3000 client_secret_hash=digest',
    '+ identity 1 owner=tenant name=Till type=SERVICE',
    'event CREATE IDENTITY identity 1 v1 () by IDENTITY runner',
    'event CREATE API_CLIENT api_client 1 v1 () by IDENTITY runner',
  ]);
  expect(await watch(() => town.token(client, { name: 'One' }))).toEqual([
    '+ api_client_bearer_token 1 api_client=api_client 1 expiration_timestamp=now+2h name=One token_prefix=8 of a token labels=[] owner=tenant token_hash=digest narrows_roles=false',
    'event CREATE BEARER_TOKEN api_client_bearer_token 1 v1 () by IDENTITY runner',
  ]);
  expect(await watch(() => done('POST', `apiclient/${client}/rotatesecret`))).toEqual([
    '~ api_client 1 client_secret_hash=digest→digest',
    'event UPDATE API_CLIENT api_client 1 v2 (clientSecret) by IDENTITY runner',
  ]);
  expect(await watch(() => done('DELETE', `apiclient/${client}`))).toEqual([
    '~ access_epoch tenant epoch',
    '~ api_client 1 version=2→3 deleted_timestamp=null→now',
    '~ api_client_bearer_token 1 version=1→2 revoked_timestamp=null→now deleted_timestamp=null→now',
    '+ deletion api_client 1 owner=tenant kind=ApiClient deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
    'event DELETE API_CLIENT api_client 1 v3 () by IDENTITY runner',
    'event DELETE BEARER_TOKEN api_client_bearer_token 1 v2 () by IDENTITY runner',
  ]);
  expect(await watch(() => done('POST', `apiclient/${client}/restore`))).toEqual([
    '~ access_epoch tenant epoch',
    '~ api_client 1 version=3→4 deleted_timestamp=before→null',
    '~ api_client_bearer_token 1 version=2→3 deleted_timestamp=before→null',
    '- deletion api_client 1',
    'event CREATE API_CLIENT api_client 1 v4 () by IDENTITY runner',
    'event CREATE BEARER_TOKEN api_client_bearer_token 1 v3 () by IDENTITY runner',
  ]);
});

test('Of two people one takes over what names the other, what both have is kept once, and who is left is erased', async () => {
  const [ann, bob] = [await town.make('identity', { name: 'Ann' }), await town.make('identity', { name: 'Bob' })];
  const [both, alone] = [await town.group(), await town.group({ name: 'Alone' })];
  const member = (group: string, identity: string): Promise<string> =>
    town.make('groupmembership', membership(group, identity));
  const members = {
    annInBoth: await member(both, ann),
    bobInBoth: await member(both, bob),
    bobAlone: await member(alone, bob),
  };
  const thread = await town.make('messagethread', { group: alone });
  const post = await town.make('threadpost', { messageThread: thread, content: 'Hello' });
  const contact = async (identity: string, email: string): Promise<string> =>
    town.make('email', { identity, email, isPrimary: true });
  const emails = { annMail: await contact(ann, 'ann@one.example'), bobMail: await contact(bob, 'bob@one.example') };
  const edge = await town.grant('IDENTITY', bob, 'COMPANY', town.admin.company, 'READ');
  const watch = watching({ ann, bob, both, alone, thread, post, edge, ...members, ...emails });
  expect(await watch(() => done('POST', `identity/${ann}/merge`, { from: { urn: bob } }))).toEqual([
    '~ access_epoch tenant epoch',
    '~ email bobMail identity=bob→ann is_primary=true→false',
    '~ group_membership bobAlone identity=bob→ann',
    '~ group_membership bobInBoth version=1→2 identity=bob→ann deleted_timestamp=null→now',
    '~ identity ann version=1→2 updated_timestamp=before→now',
    '~ identity bob version=1→2 deleted_timestamp=null→now',
    '+ identity_end bob merged_into=ann ended_timestamp=now actor={urn:runner type:IDENTITY}',
    '~ message_thread_notification another version=2→4 updated_timestamp=before→now identity=bob→ann',
    '~ permission edge subject_urn=bob→ann',
    '+ permission_audit permission=edge owner=tenant event=UPDATE subject_urn=ann subject_scope=IDENTITY object_urn=tenant object_scope=COMPANY label=READ actor={urn:runner type:IDENTITY name:Administrator} timestamp=now',
    'event UPDATE EMAIL bobMail v2 (isPrimary identity) by IDENTITY runner',
    'event UPDATE PERMISSION edge v2 (subjectUrn) by IDENTITY runner',
    'event UPDATE GROUP_MEMBERSHIP bobAlone v2 (identity) by IDENTITY runner',
    'event UPDATE MESSAGE_THREAD_NOTIFICATION another v3 (identity) by IDENTITY runner',
    'event UPDATE IDENTITY ann v2 (persons emails telephones addresses clientIdentifiers companies) by IDENTITY runner',
    'event DELETE GROUP_MEMBERSHIP bobInBoth v2 () by IDENTITY runner',
    'event DELETE IDENTITY bob v2 () by IDENTITY runner',
    'event UPDATE MESSAGE_THREAD_NOTIFICATION another v4 (notificationCount mentionCount firstUnreadPost) by IDENTITY runner',
  ]);
  const erased = await watch(() => done('POST', `identity/${ann}/erase`));
  // Two of a kind come in the order of their urns, which are random here.
  expect(erased.toSorted()).toEqual(
    [
      '~ access_epoch tenant epoch',
      '~ email annMail version=1→2 email=ann@one.example→ deleted_timestamp=null→now',
      '~ email bobMail version=2→3 email=bob@one.example→ deleted_timestamp=null→now',
      '~ group_membership annInBoth version=1→2 deleted_timestamp=null→now',
      '~ group_membership bobAlone version=2→3 deleted_timestamp=null→now',
      '~ group_membership bobInBoth at the same version deleted_timestamp=before→now',
      '~ identity ann name=Ann→null type=PERSON→ANONYMOUS',
      '+ identity_end ann ended_timestamp=now actor={urn:runner type:IDENTITY}',
      '~ message_thread_notification another version=4→5 deleted_timestamp=null→now',
      '~ permission edge version=2→3 deleted_timestamp=null→now',
      '+ permission_audit permission=edge owner=tenant event=DELETE subject_urn=ann subject_scope=IDENTITY object_urn=tenant object_scope=COMPANY label=READ actor={urn:runner type:IDENTITY name:Administrator} timestamp=now',
      'event UPDATE IDENTITY ann v3 (name type language timeZone persons emails telephones addresses clientIdentifiers companies) by IDENTITY runner',
      'event DELETE EMAIL bobMail v3 () by IDENTITY runner',
      'event DELETE EMAIL annMail v2 () by IDENTITY runner',
      'event DELETE GROUP_MEMBERSHIP bobAlone v3 () by IDENTITY runner',
      'event DELETE GROUP_MEMBERSHIP annInBoth v2 () by IDENTITY runner',
      'event DELETE MESSAGE_THREAD_NOTIFICATION another v5 () by IDENTITY runner',
      'event DELETE PERMISSION edge v3 () by IDENTITY runner',
    ].toSorted(),
  );
});
