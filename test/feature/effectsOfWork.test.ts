// The whole effect of posts, read marks, tasks, invoices, roles and webhook subscriptions: each row, column and event, and nothing beside
// them. Resource reference 4, 6, 8, 9.
import { beforeAll, describe, expect, test } from 'vitest';
import { community, type Community, type Person } from '../support/community.ts';
import { sql, type Body } from '../support/content.ts';
import { watchesOf, type Watch } from '../support/effect.ts';
import { requested } from '../support/repeat.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';
import { hookSecret } from '../support/webhooks.ts';

let service: SharedService;
let town: Community;
let watching: Awaited<ReturnType<typeof watchesOf>>;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  watching = await watchesOf(service, town);
});

const done = (method: string, path: string, body?: unknown, as: Pick<Person, 'rest'> = town.admin): Promise<Body> =>
  requested(as, method, path, body);

describe('In a thread', () => {
  test('a post is made, answered and changed, and others are told and read it', async () => {
    const [ann, bob] = [await town.person('Ann'), await town.person('Bob')];
    const group = await town.group();
    await town.join(group, ann, bob);
    const thread = await town.make('messagethread', { group });
    const watch = watching({ ann: ann.identity, bob: bob.identity, group, thread });
    let post = '';
    const say = async (as: Person, content: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> => {
      post = String((await done('POST', 'threadpost', { messageThread: thread, content, ...more }, as)).urn);
    };
    expect(await watch(() => say(ann, 'First\nline'))).toEqual([
      '~ message_thread thread name=null→First last_position=0→1 post_count=0→1',
      '+ message_thread_notification 1 message_thread=thread identity=ann notification_count=0 mention_count=0 level=ALL is_following=false owner=tenant last_read_position=0 notified_count=0 counted_change=0',
      '+ message_thread_notification 2 version=2 message_thread=thread identity=bob notification_count=1 mention_count=0 first_unread_post=thread_post 1 level=ALL is_following=false owner=tenant last_read_position=0 notified_count=1 counted_change=0',
      '+ thread_post 1 message_thread=thread author_identity=ann content=First\\nline is_deleted=false owner=tenant',
      'event CREATE THREAD_POST thread_post 1 v1 () by IDENTITY ann',
      'event UPDATE MESSAGE_THREAD thread v2 (name) by IDENTITY ann',
      'event CREATE MESSAGE_THREAD_NOTIFICATION message_thread_notification 1 v1 () by IDENTITY ann',
      'event CREATE MESSAGE_THREAD_NOTIFICATION message_thread_notification 2 v1 () by IDENTITY ann',
      'event UPDATE MESSAGE_THREAD_NOTIFICATION message_thread_notification 2 v2 (notificationCount mentionCount firstUnreadPost) by IDENTITY ann',
    ]);
    const first = post;
    expect(await watch(() => say(bob, 'Second', { replyTo: first, mentions: [ann.identity] }))).toEqual([
      '+ link thread_post 2 ThreadPost.mentions ann',
      '~ message_thread thread at the same version last_position=1→2 post_count=1→2',
      '~ message_thread_notification 1 notification_count=0→1 mention_count=0→1 first_unread_post=null→thread_post 2 notified_count=0→1',
      '+ thread_post 2 message_thread=thread author_identity=bob content=Second reply_to=thread_post 1 is_deleted=false owner=tenant',
      'event CREATE THREAD_POST thread_post 2 v1 () by IDENTITY bob',
      'event UPDATE MESSAGE_THREAD_NOTIFICATION message_thread_notification 1 v2 (notificationCount mentionCount firstUnreadPost) by IDENTITY bob',
    ]);
    const second = post;
    expect(await watch(() => done('PATCH', `threadpost/${second}`, { content: 'Second, edited' }, bob))).toEqual([
      '~ thread_post 2 content=Second→Second, edited edited_timestamp=null→now',
      'event UPDATE THREAD_POST thread_post 2 v2 (content editedTimestamp) by IDENTITY bob',
    ]);
    expect(await watch(() => done('PATCH', `threadpost/${second}`, { content: 'Second, edited' }, bob))).toEqual([]);
    expect(await watch(() => done('POST', 'identitynotificationinbox/markread', {}, ann))).toEqual([
      '~ message_thread_notification 1 notification_count=1→0 mention_count=1→0 first_unread_post=thread_post 2→null last_read_post=null→thread_post 2 last_read_position=0→2 notified_count=1→0',
      'event UPDATE MESSAGE_THREAD_NOTIFICATION message_thread_notification 1 v3 (notificationCount mentionCount firstUnreadPost lastReadPost) by IDENTITY ann',
    ]);
    expect(await watch(() => done('PATCH', `messagethread/${thread}`, { isClosed: true }))).toEqual([
      '~ message_thread thread is_closed=false→true',
      'event UPDATE MESSAGE_THREAD thread v3 (isClosed) by IDENTITY runner',
    ]);
  });
});

describe('A task', () => {
  test('moves through stages, waits for another, and is done', async () => {
    const stages = [
      { name: 'Todo', order: 1 },
      { name: 'Done', order: 2, isDone: true },
    ];
    const { stages: made } = await done('POST', 'workflow', { owner: town.admin.company, name: 'W', stages });
    const [todo, over] = [String(made[0].urn), String(made[1].urn)];
    const make = (title: string): Promise<string> => town.make('task', { ...bareTask, title, workflowStage: todo });
    const [one, other] = [await make('One'), await make('Other')];
    const watch = watching({ one, other, todo, over });
    expect(await watch(() => done('POST', `task/${one}/blockedby/${other}`))).toEqual([
      '+ link one Task.blockedBy other',
      '~ task one version=1→2 updated_timestamp=before→now',
      '~ task other version=1→2 updated_timestamp=before→now',
      '+ task_log 1 task=one identity=runner activity=WORK_TASK_BLOCKER_ADDED subject={urn:other type:DEPENDENCY} to_value=other sort_order=0 owner=tenant',
      '+ task_log 2 task=other identity=runner activity=WORK_TASK_BLOCKING_ADDED subject={urn:one type:DEPENDENCY} to_value=one sort_order=0 owner=tenant',
      'event UPDATE TASK one v2 (blockedBy) by IDENTITY runner',
      'event UPDATE TASK other v2 (blocking) by IDENTITY runner',
    ]);
    expect(await watch(() => done('PATCH', `task/${other}`, { workflowStage: over }))).toEqual([
      '~ task other workflow_stage=todo→over rank=a1→a0',
      '+ task_log 3 task=other identity=runner activity=WORKFLOW_STAGE_SET subject={urn:over type:WORKFLOW_STAGE} from_value=todo to_value=over sort_order=0 owner=tenant',
      'event UPDATE TASK other v3 (workflowStage rank) by IDENTITY runner',
    ]);
    expect(await watch(() => done('PATCH', `task/${one}`, { status: 'IN_PROGRESS', title: 'One, begun' }))).toEqual([
      '~ task one title=One→One, begun status=PENDING→IN_PROGRESS',
      '+ task_log 4 task=one identity=runner activity=TITLE_UPDATED from_value=One to_value=One, begun sort_order=0 owner=tenant',
      '+ task_log 5 task=one identity=runner activity=STATUS_IN_PROGRESS from_value=PENDING to_value=IN_PROGRESS sort_order=1 owner=tenant',
      'event UPDATE TASK one v3 (title status) by IDENTITY runner',
    ]);
    const early = (): Promise<unknown> =>
      town.admin.rest('PATCH', `/n/v1/task/${one}`, { body: { status: 'COMPLETED' } });
    expect(await watch(early)).toEqual([]);
    expect(await watch(() => done('PATCH', `task/${one}`, { status: 'PENDING' }))).toEqual([
      '~ task one status=IN_PROGRESS→PENDING',
      '+ task_log 6 task=one identity=runner activity=STATUS_PENDING from_value=IN_PROGRESS to_value=PENDING sort_order=0 owner=tenant',
      'event UPDATE TASK one v4 (status) by IDENTITY runner',
    ]);
    expect(await watch(() => done('DELETE', `task/${other}`))).toEqual([
      '+ deletion other owner=tenant kind=Task deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
      '+ ended_link one',
      '- link one Task.blockedBy other',
      '~ task one version=4→5 updated_timestamp=before→now',
      '~ task other version=3→4 deleted_timestamp=null→now',
      '+ task_log 7 task=one identity=runner activity=WORK_TASK_BLOCKER_REMOVED subject={urn:other type:DEPENDENCY} from_value=other sort_order=0 owner=tenant',
      '~ task_log 2 version=1→2 deleted_timestamp=null→now',
      '~ task_log 3 version=1→2 deleted_timestamp=null→now',
      '~ task_log another version=1→2 deleted_timestamp=null→now',
      'event DELETE TASK other v4 () by IDENTITY runner',
      'event UPDATE TASK one v5 (blockedBy) by IDENTITY runner',
    ]);
    expect(await watch(() => done('POST', `task/${other}/restore`))).toEqual([
      '- deletion other',
      '- ended_link one',
      '+ link one Task.blockedBy other',
      '~ task one version=5→6 updated_timestamp=before→now',
      '~ task other version=4→5 deleted_timestamp=before→null',
      '+ task_log 8 task=one identity=runner activity=WORK_TASK_BLOCKER_ADDED subject={urn:other type:DEPENDENCY} to_value=other sort_order=0 owner=tenant',
      '+ task_log 9 task=other identity=runner activity=RESTORED sort_order=0 owner=tenant',
      '~ task_log 2 version=2→3 deleted_timestamp=before→null',
      '~ task_log 3 version=2→3 deleted_timestamp=before→null',
      '~ task_log another version=2→3 deleted_timestamp=before→null',
      'event CREATE TASK other v5 () by IDENTITY runner',
      'event UPDATE TASK one v6 (blockedBy) by IDENTITY runner',
    ]);
  });
});

describe('An invoice', () => {
  test('is issued, paid in two parts in any order, and voided', async () => {
    const customer = await town.make('identity', { name: 'Customer', companies: [] });
    const make = (number: string): Promise<string> =>
      town.make('paymentinvoice', {
        ...{ number, customerIdentity: customer, currencyCode: 'EUR', dueTimestamp: '2030-01-01T00:00:00.000Z' },
        lines: [{ description: 'Work', unitPriceUnitValue: 1000 }],
      });
    const [invoice, other] = [await make('E1'), await make('E2')];
    const watch = watching({ invoice, other, customer });
    const pay = (unitValue: number, day: string): Promise<Body> =>
      done('POST', `paymentinvoice/${invoice}/payments`, { unitValue, paidTimestamp: `2026-01-${day}T00:00:00Z` });
    expect(await watch(() => done('PATCH', `paymentinvoice/${invoice}`, { status: 'OPEN' }))).toEqual([
      '~ payment_invoice invoice status=DRAFT→OPEN issued_timestamp=null→now',
    ]);
    expect(await watch(() => pay(400, '03'))).toEqual([
      '~ payment_invoice invoice paid_unit_value=0→400 due_unit_value=1000→600 payments=null→[{urn:another unitValue:400 paidTimestamp:before reference:null createdTimestamp:now}]',
    ]);
    expect(await watch(() => pay(600, '02'))).toEqual([
      '~ payment_invoice invoice status=OPEN→PAID paid_unit_value=400→1000 due_unit_value=600→0 paid_timestamp=null→before payments=[{urn:another unitValue:400 paidTimestamp:before reference:null createdTimestamp:before}]→[{urn:another unitValue:400 paidTimestamp:before reference:null createdTimestamp:before} {urn:another unitValue:600 paidTimestamp:before reference:null createdTimestamp:now}]',
    ]);
    await done('PATCH', `paymentinvoice/${other}`, { status: 'OPEN' });
    expect(await watch(() => done('PATCH', `paymentinvoice/${other}`, { status: 'VOID' }))).toEqual([
      '~ payment_invoice other status=OPEN→VOID due_unit_value=1000→0 voided_timestamp=null→now',
    ]);
  });
});

describe('A role and its permissions', () => {
  test('are made, given, limited in time, taken and gone', async () => {
    const ann = await town.person('Ann', []);
    const watch = watching({ ann: ann.identity, client: ann.client });
    let role = '';
    const body = { name: 'Effects', apiClients: [ann.client] };
    expect(await watch(async () => (role = await town.make('role', body)))).toEqual([
      '~ access_epoch tenant epoch',
      '+ permission 1 owner=tenant subject_urn=client subject_scope=API_CLIENT object_urn=role 1 object_scope=ROLE label=MEMBER granted_by={urn:runner type:IDENTITY name:Administrator}',
      '+ permission_audit permission=permission 1 owner=tenant event=CREATE subject_urn=client subject_scope=API_CLIENT object_urn=role 1 object_scope=ROLE label=MEMBER actor={urn:runner type:IDENTITY name:Administrator} timestamp=now',
      '+ role 1 owner=tenant name=Effects is_built_in=false',
      'event CREATE ROLE role 1 v1 () by IDENTITY runner',
      'event CREATE PERMISSION permission 1 v1 () by IDENTITY runner',
    ]);
    let edge = '';
    const grant = async (): Promise<unknown> =>
      (edge = await town.grant('ROLE', role, 'COMPANY', town.admin.company, 'READ'));
    expect(await watch(grant)).toEqual([
      '~ access_epoch tenant epoch',
      '+ permission 2 owner=tenant subject_urn=role 1 subject_scope=ROLE object_urn=tenant object_scope=COMPANY label=READ granted_by={urn:runner type:IDENTITY name:Administrator}',
      '+ permission_audit permission=permission 2 owner=tenant event=CREATE subject_urn=role 1 subject_scope=ROLE object_urn=tenant object_scope=COMPANY label=READ actor={urn:runner type:IDENTITY name:Administrator} timestamp=now',
      'event CREATE PERMISSION permission 2 v1 () by IDENTITY runner',
    ]);
    const end = { toTimestamp: '2031-01-01T00:00:00.000Z', reason: 'For a while' };
    expect(await watch(() => done('PATCH', `permission/${edge}`, end))).toEqual([
      '~ access_epoch tenant epoch',
      '~ permission 2 to_timestamp=null→2031-01-01T00:00:00.000Z reason=null→For a while',
      '+ permission_audit permission=permission 2 owner=tenant event=UPDATE subject_urn=role 1 subject_scope=ROLE object_urn=tenant object_scope=COMPANY label=READ to_timestamp=2031-01-01T00:00:00.000Z reason=For a while actor={urn:runner type:IDENTITY name:Administrator} timestamp=now',
      'event UPDATE PERMISSION permission 2 v2 (toTimestamp reason) by IDENTITY runner',
    ]);
    expect(await watch(() => done('DELETE', `permission/${edge}`))).toEqual([
      '~ access_epoch tenant epoch',
      '+ deletion permission 2 owner=tenant kind=Permission deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
      '~ permission 2 version=2→3 deleted_timestamp=null→now',
      '+ permission_audit permission=permission 2 owner=tenant event=DELETE subject_urn=role 1 subject_scope=ROLE object_urn=tenant object_scope=COMPANY label=READ to_timestamp=2031-01-01T00:00:00.000Z reason=For a while actor={urn:runner type:IDENTITY name:Administrator} timestamp=now',
      'event DELETE PERMISSION permission 2 v3 () by IDENTITY runner',
    ]);
    expect(await watch(() => done('PATCH', `role/${role}`, { apiClients: [] }))).toEqual([
      '~ access_epoch tenant epoch',
      '~ permission 1 version=1→2 deleted_timestamp=null→now',
      '+ permission_audit permission=permission 1 owner=tenant event=DELETE subject_urn=client subject_scope=API_CLIENT object_urn=role 1 object_scope=ROLE label=MEMBER actor={urn:runner type:IDENTITY name:Administrator} timestamp=now',
      '~ role 1 version=1→2 updated_timestamp=before→now',
      'event UPDATE ROLE role 1 v2 () by IDENTITY runner',
      'event DELETE PERMISSION permission 1 v2 () by IDENTITY runner',
    ]);
    expect(await watch(() => done('DELETE', `role/${role}`))).toEqual([
      '~ access_epoch tenant epoch',
      '+ deletion role 1 owner=tenant kind=Role deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
      '~ role 1 version=2→3 deleted_timestamp=null→now',
      'event DELETE ROLE role 1 v3 () by IDENTITY runner',
    ]);
  });
});

describe('A webhook subscription', () => {
  test('is made, paused, given another secret for a while and for good, sent elsewhere, and gone', async () => {
    const { urn: client } = await done('POST', 'apiclient', { owner: town.admin.company, name: 'Receiver' });
    let hook = '';
    const all = watching({ client: String(client) });
    // The worker writes there as well, at its own time.
    const isPace = (line: string): boolean => line.includes('webhook_pace');
    const watch: Watch = async (work) => (await all(work)).filter((line) => !isPace(line));
    const make = async (): Promise<unknown> =>
      (hook = await town.make('webhooksubscription', {
        ...{ apiClient: client, subject: 'TASK', event: 'ALL', destinationUrl: 'https://hooks.example.com/' },
        ...{ secret: hookSecret, eventsPerMinute: 60 },
      }));
    expect(await watch(make)).toEqual([
      '+ webhook_subscription 1 api_client=client subject=TASK event=ALL destination_url=https://hooks.example.com/ auth=HMAC_SHA256 events_per_minute=60 payload=THIN ordering=TARGET status=ACTIVE owner=tenant secret_sealed=secret 1',
      'event CREATE WEBHOOK_SUBSCRIPTION webhook_subscription 1 v1 () by IDENTITY runner',
    ]);
    const path = `webhooksubscription/${hook}`;
    const rotate = (overlapSeconds: number): Promise<Body> =>
      done('POST', `${path}/rotatesecret`, { secret: `${hookSecret.slice(0, -1)}=`, overlapSeconds });
    expect(await watch(() => rotate(600))).toEqual([
      '~ webhook_subscription 1 previous_secret_expiration_timestamp=null→now+10min secret_sealed=secret 1→secret 2 previous_secret_sealed=null→secret 1',
      'event UPDATE WEBHOOK_SUBSCRIPTION webhook_subscription 1 v2 (previousSecretExpirationTimestamp) by IDENTITY runner',
    ]);
    expect(await watch(() => rotate(0))).toEqual([
      '~ webhook_subscription 1 previous_secret_expiration_timestamp=now+10min→null secret_sealed=secret 2→secret 3 previous_secret_sealed=secret 1→null',
      'event UPDATE WEBHOOK_SUBSCRIPTION webhook_subscription 1 v3 (previousSecretExpirationTimestamp) by IDENTITY runner',
    ]);
    expect(await watch(() => done('PATCH', path, { status: 'PAUSED' }))).toEqual([
      '~ webhook_subscription 1 status=ACTIVE→PAUSED',
      'event UPDATE WEBHOOK_SUBSCRIPTION webhook_subscription 1 v4 (status) by IDENTITY runner',
    ]);
    await sql(service, `UPDATE webhook_subscription SET test_passed = true WHERE urn = $1`, [hook]);
    const elsewhere = { destinationUrl: 'https://other.example.com/' };
    expect(await watch(() => done('PATCH', path, elsewhere))).toEqual([
      '~ webhook_subscription 1 destination_url=https://hooks.example.com/→https://other.example.com/ test_passed=true→false',
      'event UPDATE WEBHOOK_SUBSCRIPTION webhook_subscription 1 v5 (destinationUrl) by IDENTITY runner',
    ]);
    const off = `UPDATE webhook_subscription SET status = 'DISABLED', disabled_reason = 'FAILING', failing_since_timestamp = now() WHERE urn = $1`;
    await sql(service, off, [hook]);
    await sql(
      service,
      `UPDATE webhook_pace SET failed_attempts = 9, noticed_timestamp = now() WHERE subscription = $1`,
      [hook],
    );
    const on = (): Promise<unknown> =>
      town.admin.rest('PATCH', `/n/v1/${path}?force=true`, { body: { status: 'ACTIVE' } });
    const lines = await all(on);
    expect(lines.find(isPace)).toContain(' failed_attempts=9→0');
    expect(lines.filter((line) => !isPace(line))).toEqual([
      '~ webhook_subscription 1 status=DISABLED→ACTIVE disabled_reason=FAILING→null failing_since_timestamp=before→null',
      'event UPDATE WEBHOOK_SUBSCRIPTION webhook_subscription 1 v6 (status disabledReason failingSinceTimestamp) by IDENTITY runner',
    ]);
    expect(await watch(() => done('DELETE', path))).toEqual([
      '+ deletion webhook_subscription 1 owner=tenant kind=WebhookSubscription deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
      '~ webhook_subscription 1 version=6→7 deleted_timestamp=null→now',
      'event DELETE WEBHOOK_SUBSCRIPTION webhook_subscription 1 v7 () by IDENTITY runner',
    ]);
  });
});
