// What statements lock, by two transactions at once: one holds what the statement takes, and the other waits for it, passes
// it by, or is not concerned.
import { expect, vi } from 'vitest';
import type { Transaction } from '../../../src/database/connection/database.ts';
import { resourceOf } from '../../../src/contract/resource.ts';
import { purgeAccessRecords } from '../../../src/database/access/accessRecordStore.ts';
import { lockTenant } from '../../../src/database/access/operatorStore.ts';
import { lockMembership } from '../../../src/database/community/membershipStore.ts';
import { lockSupportThread } from '../../../src/database/community/supportStore.ts';
import { lockThread, lockThreadFor, lockThreadsOfPosts } from '../../../src/database/community/threadStore.ts';
import { isEmpty } from '../../../src/database/connection/reachable.ts';
import {
  lockDueEntities,
  lockPublication,
  lockPublications,
  lockPublicationsOfItems,
} from '../../../src/database/content/publicationStore.ts';
import { changeAtOnce } from '../../../src/database/engine/change.ts';
import { lockedItem } from '../../../src/database/engine/accessCheckStore.ts';
import { deletedRow, purgeDeletedRows } from '../../../src/database/engine/deletedStore.ts';
import { lockRow } from '../../../src/database/engine/exclusiveFlagStore.ts';
import { rowsByUrn } from '../../../src/database/engine/resourceStore.ts';
import { claim, reserve } from '../../../src/database/events/claimStore.ts';
import { discardSome, placeNew, ripen } from '../../../src/database/events/laneStore.ts';
import { countOfClient } from '../../../src/database/events/subscriptionStore.ts';
import { expire } from '../../../src/database/events/webhookHealthStore.ts';
import { lockTree } from '../../../src/database/identity/companyStore.ts';
import { lockFileSweep } from '../../../src/database/images/fileSweep.ts';
import { holdClient, lockCode } from '../../../src/database/oauth/oauthCodeStore.ts';
import { purgeExpiredCodes } from '../../../src/database/oauth/tokenFamilies.ts';
import { lockByRefreshHash, revokeFamily } from '../../../src/database/oauth/oauthTokenStore.ts';
import { lockFamilyOf, purgeExpiredTokens } from '../../../src/database/oauth/tokenFamilies.ts';
import { mayFill, unindexed } from '../../../src/database/search/searchQueueStore.ts';
import { lockFirstSignIns } from '../../../src/database/session/signInStore.ts';
import { edgesLockedSql, lockEdges, statusesOfProjects } from '../../../src/database/work/taskStore.ts';
import { lockEntered, lockStages } from '../../../src/database/work/workflowStore.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import { firstUrn } from '../../../src/domain/urn.ts';
import { systemViewer } from '../../../src/domain/viewer.ts';
import { readScope } from '../../../src/engine/authorize.ts';
import { access, client, company, person } from './builders.ts';
import { all, delivery, fresh, hook, later, pace, queued, type More } from './queueRows.ts';
import { ago, future, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
type Work = (transaction: Transaction) => Promise<unknown>;

const kind = (name: string) => resourceOf(trials.database.contract, name);

/** Whether `second` goes on while `first` holds its locks. */
const isFree = (first: Work, second: Work): Promise<boolean> =>
  trials.inside(async (holder) => {
    await first(holder);
    try {
      await trials.inside(async (other) => {
        await other.query({ text: `SET LOCAL lock_timeout = '100ms'`, values: [] });
        await second(other);
      });
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'TIMEOUT') return false;
      throw error;
    }
  });

/** Takes a row at once, or fails. */
const take =
  (table: string, value: unknown, lock: string, key = 'urn'): Work =>
  (transaction) =>
    transaction.query({ text: `SELECT 1 FROM "${table}" WHERE "${key}" = $1 FOR ${lock} NOWAIT`, values: [value] });

/** Locks of rows: a reader that wants to keep the row as it is has to wait. */
const locks =
  (first: (urn: Names) => Work, [table, name, key]: readonly [string, string, string?]): Case['finds'] =>
  async (urn) =>
    !(await isFree(first(urn), take(table, urn(name), 'SHARE', key)));

/** Locks that many may have at once, and no writer. */
const shares =
  (first: (urn: Names) => Work, [table, name]: readonly [string, string]): Case['finds'] =>
  async (urn) =>
    !(await isFree(first(urn), take(table, urn(name), 'NO KEY UPDATE'))) &&
    (await isFree(first(urn), take(table, urn(name), 'SHARE')));

/** Of two rows, the one that nobody holds is taken, without waiting for the other. */
const skips =
  (
    [table, name, key]: readonly [string, string, string?],
    work: (urn: Names, transaction: Transaction) => Promise<boolean>,
  ): Case['finds'] =>
  async (urn) => {
    let isTaken = false;
    const isDone = await isFree(take(table, urn(name), 'UPDATE', key), async (other) => {
      isTaken = await work(urn, other);
    });
    return isDone && isTaken;
  };

/** Those that name the same wait for one another, others do not. */
const excludes =
  (
    first: (urn: Names) => Work,
    same: (urn: Names) => readonly Work[],
    others: (urn: Names) => readonly Work[],
  ): Case['finds'] =>
  async (urn) => {
    for (const one of same(urn)) if (await isFree(first(urn), one)) return false;
    for (const one of others(urn)) if (!(await isFree(first(urn), one))) return false;
    return true;
  };

/** Takes the lock of the edges of a task as a condition on it, which has to find it free or not. */
const edgesAtOnce =
  (urn: Names, isFound: boolean): Work =>
  async (transaction) => {
    const text = `SELECT 1 FROM "task" t WHERE t."urn" = $1 AND ${edgesLockedSql}`;
    const found = await transaction.query({ text, values: [urn('task')] });
    if (found.length !== Number(isFound)) throw new Error('The lock was not as free as expected');
  };

const row = (table: string, urn: string, more: More = {}): Given => [table, { urn, ...more }];
const composed = (t: Transaction, name: string, urn: string, values: More): ReturnType<typeof changeAtOnce> =>
  changeAtOnce(
    (one) => t.query(one),
    systemViewer,
    { resource: kind(name), urn, values, expectedVersion: null, under: null, reader: null, following: [] },
    'UPDATE',
  );
// What follows concerns no row.
const nothing: Case['rows'] = (urn) => ({ person: person(urn) });
const code = (urn: Names, name: string, more: More = {}): Given => [
  'o_auth_code',
  { code_hash: urn(name), api_client: urn('client'), expiration_timestamp: future, ...more },
];
const token = (urn: Names, name: string, more: More = {}): Given =>
  access(urn, { urn: urn(name), access_hash: urn(`${name} access`), refresh_hash: urn(`${name} refresh`), ...more });
const family = (urn: Names): Readonly<Record<string, Given>> => ({
  one: token(urn, 'one'),
  other: token(urn, 'other', { expiration_timestamp: past, refresh_expiration_timestamp: past }),
  stranger: token(urn, 'stranger', { family_urn: urn('another family') }),
});
// What waits for whoever changes `one`, and what does not.
const otherOfFamily = [
  (urn: Names): Work[] => [
    (t) => lockByRefreshHash(t, urn('other refresh')),
    (t) => lockFamilyOf(t, urn('other')),
    (t) => revokeFamily(t, urn('family'), now),
  ],
  (urn: Names): Work[] => [
    (t) => lockByRefreshHash(t, urn('stranger refresh')),
    (t) => lockFamilyOf(t, urn('stranger')),
    (t) => revokeFamily(t, urn('another family'), now),
  ],
] as const;
const entity = (urn: Names, name: string, more: More = {}): Given =>
  row('entity', urn(name), { owner: urn('company'), tenant: urn('company'), ...more });
const item = (urn: Names): Given => row('item', urn('item'), { entity: urn('page'), kind: 'TextItem' });
const two = (make: (name: string) => Given): Readonly<Record<string, Given>> => ({
  held: make('held'),
  free: make('free'),
});
const registered = (urn: Names, name: string): Readonly<Record<string, Given>> => ({
  heldEntry: row('resource', urn('held'), { kind: name }),
  freeEntry: row('resource', urn('free'), { kind: name }),
});
const is = (found: readonly string[], urn: Names): boolean => found.join() === urn('free');
// Two subscriptions, each with a delivery.
const lanes = (urn: Names, paced: More = {}, state: More = {}): Readonly<Record<string, Given>> => ({
  ...all(urn),
  pace: pace(urn, paced),
  queued: queued(urn, state),
  freeHook: hook(urn, { urn: urn('free') }),
  freePace: pace(urn, { subscription: urn('free'), ...paced }),
  freeDelivery: delivery(urn, { urn: urn('freed'), subscription: urn('free'), trigger: null }),
  freeQueued: queued(urn, { subscription: urn('free'), delivery: urn('freed'), ...state }),
});
const limits = { subscriptions: 16, perSubscription: 10, leaseSeconds: 60, minuteSeconds: 60, lateSeconds: 1 };

const eight = Array.from({ length: 8 }, (_, at) => `hook ${String(at)}`);

const cases: Readonly<Record<string, readonly [rows: Case['rows'], finds: Case['finds']]>> = {
  'a code of OAuth is exchanged by one at a time': [
    (urn) => ({ code: code(urn, 'hash') }),
    locks((urn) => (t) => lockCode(t, urn('hash')), ['o_auth_code', 'hash', 'code_hash']),
  ],
  'a client that gets a token is not deleted meanwhile': [
    (urn) => ({ client: client(urn) }),
    shares((urn) => (t) => holdClient(t, urn('client')), ['api_client', 'client']),
  ],
  'a refresh locks the whole family of tokens, and no other': [
    family,
    excludes((urn) => (t) => lockByRefreshHash(t, urn('one refresh')), ...otherOfFamily),
  ],
  'the end of a token locks its whole family, and no other': [
    family,
    excludes((urn) => (t) => lockFamilyOf(t, urn('one')), ...otherOfFamily),
  ],
  'a family of tokens is locked as a whole before it is revoked, and no other': [
    family,
    excludes((urn) => (t) => revokeFamily(t, urn('family'), now), ...otherOfFamily),
  ],
  'writers of one thread wait for one another': [
    (urn) => ({ thread: row('message_thread', urn('thread')) }),
    locks((urn) => (t) => lockThread(t, urn('thread')), ['message_thread', 'thread']),
  ],
  'writers of new posts of one thread wait for one another': [
    (urn) => ({ thread: row('message_thread', urn('thread')) }),
    locks((urn) => (t) => lockThreadFor(t, systemViewer, urn('thread'), 'POST'), ['message_thread', 'thread']),
  ],
  'writers of posts of one thread wait for one another': [
    (urn) => ({
      thread: row('message_thread', urn('thread')),
      post: ['thread_post', { urn: urn('post'), message_thread: urn('thread') }],
    }),
    locks((urn) => (t) => lockThreadsOfPosts(t, systemViewer, [urn('post')], 'MANAGE'), ['message_thread', 'thread']),
  ],
  'of two that want the support thread of a company one makes it': [
    (urn) => ({ company: company(urn) }),
    locks((urn) => (t) => lockSupportThread(t, urn('company')), ['company', 'company']),
  ],
  'a parent is locked while one of its children gets a flag': [
    (urn) => ({ task: row('task', urn('task')) }),
    locks((urn) => (t) => lockRow(t, kind('Task'), urn('task')), ['task', 'task']),
  ],
  'a row that is restored is locked': [
    (urn) => ({ task: row('task', urn('task'), { deleted_timestamp: past }) }),
    locks((urn) => (t) => deletedRow(t, kind('Task'), urn('task'), { days: 30, lock: 'UPDATE' }), ['task', 'task']),
  ],
  'an item that is written is locked': [
    (urn) => ({ item: item(urn) }),
    locks(
      (urn) => (t) => lockedItem(t, systemViewer, { resource: kind('TextItem'), urn: urn('item') }, 'UPDATE'),
      ['item', 'item'],
    ),
  ],
  'rows that are written are locked': [
    (urn) => ({ task: row('task', urn('task')) }),
    locks(
      (urn) => (t) =>
        rowsByUrn(t, readScope(systemViewer, kind('Task')), {
          resource: kind('Task'),
          urns: [urn('task')],
          lock: 'UPDATE',
        }),
      ['task', 'task'],
    ),
  ],
  'an entity is locked while it is published': [
    (urn) => ({ page: entity(urn, 'page') }),
    locks((urn) => (t) => lockPublication(t, urn('page')), ['entity', 'page']),
  ],
  'the entity of an item is locked while the item is written': [
    (urn) => ({ page: entity(urn, 'page'), item: item(urn) }),
    locks(
      (urn) => (t) =>
        lockPublicationsOfItems(t, systemViewer, { resource: kind('TextItem'), items: [urn('item')] }, 'UPDATE'),
      ['entity', 'page'],
    ),
  ],
  'the entity of a new item is locked': [
    (urn) => ({ page: entity(urn, 'page') }),
    locks((urn) => (t) => lockPublications(t, systemViewer, [urn('page')], 'UPDATE'), ['entity', 'page']),
  ],
  'the entity of an item is locked by a change in one statement, too': [
    (urn) => ({ page: entity(urn, 'page'), item: item(urn) }),
    locks((urn) => (t) => composed(t, 'TextItem', urn('item'), { value: 'Two' }), ['entity', 'page']),
  ],
  'a row of another kind is locked by a change in one statement, too': [
    (urn) => ({ group: row('group', urn('group')) }),
    locks((urn) => (t) => composed(t, 'Group', urn('group'), { name: 'Two' }), ['group', 'group']),
  ],
  'a row that somebody holds is not changed in one statement, and not waited for': [
    (urn) => two((name) => row('group', urn(name))),
    skips(['group', 'held'], async (urn, t) => {
      const done = [];
      for (const name of ['held', 'free']) done.push((await composed(t, 'Group', urn(name), { name: 'Two' })) !== null);
      return done.join() === 'false,true';
    }),
  ],
  'a tenant is enabled and disabled by one at a time': [
    (urn) => ({ company: company(urn) }),
    locks((urn) => (t) => lockTenant(t, urn('company')), ['company', 'company']),
  ],
  'subscriptions of one client are counted one after the other': [
    (urn) => ({ client: client(urn) }),
    locks((urn) => (t) => countOfClient(t, urn('client')), ['api_client', 'client']),
  ],
  'no task enters a stage of a workflow that is removed': [
    (urn) => ({ stage: row('workflow_stage', urn('stage'), { workflow: urn('workflow') }) }),
    locks((urn) => (t) => lockStages(t, urn('workflow')), ['workflow_stage', 'stage']),
  ],
  'tasks enter a stage one after the other': [
    (urn) => ({ stage: row('workflow_stage', urn('stage')) }),
    locks((urn) => (t) => lockEntered(t, [urn('stage')]), ['workflow_stage', 'stage']),
  ],
  'a project keeps its status while tasks of it are written': [
    (urn) => ({ project: row('project', urn('project')) }),
    shares((urn) => (t) => statusesOfProjects(t, [urn('project')]), ['project', 'project']),
  ],

  'codes that are used are not purged': [
    (urn) => two((name) => code(urn, name, { expiration_timestamp: ago(2) })),
    skips(['o_auth_code', 'held', 'code_hash'], async (_, t) => (await purgeExpiredCodes(t, 10)) === 1),
  ],
  'tokens that are used are not purged': [
    (urn) => ({
      ...registered(urn, 'OAuthToken'),
      ...two((name) =>
        token(urn, name, {
          family_urn: urn(`${name} family`),
          expiration_timestamp: ago(2),
          refresh_expiration_timestamp: ago(2),
        }),
      ),
    }),
    skips(['o_auth_token', 'held'], async (_, t) => (await purgeExpiredTokens(t, 10)) === 1),
  ],
  'rows that are being restored are not purged': [
    (urn) => ({
      ...registered(urn, 'Task'),
      ...two((name) => row('task', urn(name), { deleted_timestamp: ago(31) })),
    }),
    skips(['task', 'held'], async (_, t) => (await purgeDeletedRows(t, 'task', { days: 30, limit: 10 })) === 1),
  ],
  'resources that are being written are not indexed by the filling': [
    (urn) => two((name) => row('task', urn(name))),
    skips(['task', 'held'], async (urn, t) => is(await unindexed(t, 'Task', firstUrn, 10), urn)),
  ],
  'resources that are indexed by the filling are locked': [
    (urn) => ({ task: row('task', urn('task')) }),
    locks(() => (t) => unindexed(t, 'Task', firstUrn, 10), ['task', 'task']),
  ],
  'entities that another process publishes are passed by': [
    (urn) => two((name) => entity(urn, name, { status: 'PUBLISH_PENDING', publish_timestamp: past })),
    skips(['entity', 'held'], async (urn, t) =>
      is(
        (await lockDueEntities(t, 10)).map((due) => due.urn),
        urn,
      ),
    ),
  ],
  'entities that are due are locked': [
    (urn) => ({ page: entity(urn, 'page', { status: 'PUBLISH_PENDING', publish_timestamp: past }) }),
    locks(() => (t) => lockDueEntities(t, 10), ['entity', 'page']),
  ],
  'records of access that are being counted up are not purged': [
    (urn) => ({
      held: ['access_record', { position: 1, token: urn('held'), first_timestamp: ago(91), last_timestamp: ago(91) }],
      free: ['access_record', { position: 2, token: urn('free'), first_timestamp: ago(91), last_timestamp: ago(91) }],
    }),
    skips(['access_record', 'held', 'token'], async (_, t) => (await purgeAccessRecords(t, 90, 10)) === 1),
  ],
  'subscriptions that are being written expire later': [
    (urn) => two((name) => hook(urn, { urn: urn(name), expiration_timestamp: past })),
    skips(['webhook_subscription', 'held'], async (urn, t) =>
      is(
        (await expire(t)).map((one) => one.urn),
        urn,
      ),
    ),
  ],
  'deliveries of a subscription that is busy get their place later': [
    (urn) => lanes(urn, {}, { state: fresh }),
    skips(['webhook_pace', 'hook', 'subscription'], async () => (await placeNew(trials.database)).placed === 1),
  ],
  'deliveries that are being moved ripen later': [
    (urn) => lanes(urn, {}, { state: later }),
    skips(['webhook_queue', 'delivery', 'delivery'], async (_, t) => (await ripen(t)) === 1),
  ],
  'deliveries of a subscription that is busy are dropped later': [
    (urn) => ({ ...all(urn), pace: pace(urn, { discard_reason: 'CANCELED' }) }),
    skips(['webhook_pace', 'hook', 'subscription'], async () => !(await discardSome(trials.database))),
  ],
  'deliveries of a subscription that is busy are claimed later': [
    lanes,
    skips(['webhook_pace', 'hook', 'subscription'], async (urn) => {
      const claimed = await claim(trials.database, [urn('hook'), urn('free')], limits, 10);
      return claimed.map((one) => one.urn).join() === urn('freed');
    }),
  ],

  'changes of the tree of a tenant wait for one another': [
    nothing,
    excludes(
      (urn) => (t) => lockTree(t, urn('tenant')),
      (urn) => [(t) => lockTree(t, urn('tenant'))],
      (urn) => [(t) => lockTree(t, urn('another'))],
    ),
  ],
  'changes of one membership wait for one another': [
    nothing,
    excludes(
      (urn) => (t) => lockMembership(t, urn('person'), urn('group')),
      (urn) => [(t) => lockMembership(t, urn('person'), urn('group'))],
      (urn) => [
        (t) => lockMembership(t, urn('another'), urn('group')),
        (t) => lockMembership(t, urn('person'), urn('another')),
      ],
    ),
  ],
  'first sign-ins to a tenant wait for one another': [
    nothing,
    excludes(
      (urn) => (t) => lockFirstSignIns(t, urn('tenant')),
      (urn) => [(t) => lockFirstSignIns(t, urn('tenant'))],
      (urn) => [(t) => lockFirstSignIns(t, urn('another'))],
    ),
  ],
  'changes of edges between tasks of a tenant wait for one another, whatever their companies': [
    (urn) => ({
      company: company(urn),
      below: company(urn, 'below', 'company'),
      another: company(urn, 'another'),
    }),
    excludes(
      (urn) => (t) => lockEdges(t, urn('company')),
      (urn) => [(t) => lockEdges(t, urn('company')), (t) => lockEdges(t, urn('below'))],
      (urn) => [(t) => lockEdges(t, urn('another'))],
    ),
  ],
  'changes of edges wait for who found them free at once, who waits for none': [
    (urn) => ({
      company: company(urn),
      below: company(urn, 'below', 'company'),
      another: company(urn, 'another'),
      task: row('task', urn('task'), { owner: urn('below') }),
    }),
    excludes(
      (urn) => edgesAtOnce(urn, true),
      (urn) => [(t) => lockEdges(t, urn('company')), (t) => lockEdges(t, urn('below'))],
      (urn) => [(t) => lockEdges(t, urn('another')), edgesAtOnce(urn, false)],
    ),
  ],
  'files are named by many at once, and by nobody during a sweep': [
    nothing,
    excludes(
      () => (t) => lockFileSweep(t, 'ROW'),
      () => [(t) => lockFileSweep(t, 'SWEEP')],
      () => [(t) => lockFileSweep(t, 'ROW')],
    ),
  ],
  'sweeps of files wait for one another': [
    nothing,
    excludes(
      () => (t) => lockFileSweep(t, 'SWEEP'),
      () => [(t) => lockFileSweep(t, 'SWEEP'), (t) => lockFileSweep(t, 'ROW')],
      () => [],
    ),
  ],
  'first starts wait for one another': [
    nothing,
    excludes(
      () => (t) => isEmpty(t),
      () => [(t) => isEmpty(t)],
      () => [],
    ),
  ],
  'room in a pace is given to one at a time': [
    // Two claims took three slots, of which two are free at once.
    (urn) => ({
      hook: hook(urn, { events_per_minute: 20 }),
      pace: pace(urn, { tat: Date.parse(now) / 1000 + (3 * 61) / 19 }),
    }),
    async (urn) => {
      const take = (t: Transaction, count = 2): Promise<number> =>
        reserve(t, { subscription: urn('hook'), count, areTests: false }, limits);
      let second: Promise<number> | undefined;
      const first = await trials.inside(async (t) => {
        const room = await take(t, 1);
        second = trials.inside(take);
        // It waits for the row, and must look at what is left of the room then.
        await vi.waitFor(async () => {
          const text = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
          expect(await trials.database.query({ text, values: [] })).toHaveLength(1);
        });
        return room;
      });
      return first === 0 && (await second) === 2;
    },
  ],
  'paces of many subscriptions are waited for in one order': [
    (urn) =>
      Object.fromEntries(
        eight.flatMap((name) => [
          [name, hook(urn, { urn: urn(name) })],
          [`pace of ${name}`, pace(urn, { subscription: urn(name) })],
          [
            `delivery of ${name}`,
            queued(urn, {
              subscription: urn(name),
              delivery: urn(`delivery of ${name}`),
              state: later,
              due_timestamp: past,
            }),
          ],
        ]),
      ),
    async (urn) => {
      const [first = '', ...others] = eight.map(urn).sort();
      let ripening: Promise<number> | undefined;
      await trials.inside(async (t) => {
        const lock =
          'SELECT 1 FROM "webhook_pace" WHERE "subscription" = ANY($1::uuid[]) ORDER BY "subscription" FOR UPDATE';
        await t.query({ text: lock, values: [[first]] });
        ripening = ripen(trials.database);
        await vi.waitFor(async () => {
          const text = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
          expect(await trials.database.query({ text, values: [] })).toHaveLength(1);
        });
        // Who waits for the first has none of the others.
        await t.query({ text: `${lock} NOWAIT`, values: [others] });
      });
      return (await ripening) === eight.length;
    },
  ],
  'one process at a time fills the search index': [
    nothing,
    () =>
      trials.inside(async (t) => {
        const first = await mayFill(t);
        const second = await trials.inside((other) => mayFill(other));
        return first && !second;
      }),
  ],
};

trials.prove(
  Object.fromEntries(Object.entries(cases).map(([name, [rows, finds]]) => [name, { rows, finds, not: () => ({}) }])),
);
