// The conditions of the statements of the event log, one at a time: what is numbered, read, kept, and planned for delivery.
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { Actor } from '../../../src/domain/actor.ts';
import { announce } from '../../../src/database/engine/triggerStore.ts';
import { knownPast, notePast, raiseEpoch } from '../../../src/database/events/epochStore.ts';
import {
  assignSequence,
  eventAt,
  eventsAfter,
  lastHeld,
  postsIn,
  readLog,
  tenantEventsAfter,
} from '../../../src/database/events/eventStore.ts';
import {
  deleteExpired,
  expireEvents,
  logBounds,
  logHeads,
  logState,
  placeInLog,
} from '../../../src/database/events/sequenceStore.ts';
import { delivery, event, hook, pace, useQueue, type More } from './queueRows.ts';
import { ago, dead, future, past, type Case, type Given, type Names } from './scenario.ts';

const trials = useQueue();
const { inside, value } = trials;

const head = (urn: Names, more: More = {}): Given => [
  'event_log',
  {
    tenant: urn('company'),
    last_sequence: 7,
    last_ordinal: 9,
    last_urn: urn('event'),
    expired_sequence: 0,
    common_sequence: null,
    ...more,
  },
];
const setting: Given = ['setting', { name: 'event log', value: '{"epoch": 3}' }];
const logged = (urn: Names, more: More = {}): Given =>
  event(urn, { sequence: 7, ordinal: 9, position: Number(more['ordinal'] ?? 5), ...more });
// Small positions are in the first.
const partition = 'webhook_trigger_0';
const system: Actor = { urn: null, type: 'SYSTEM' };
const known = (urn: Names) => ({ urn: urn('event'), ordinal: 9, tenant: urn('company'), sequence: 7 });
const after = async (urn: Names, sequence: number): Promise<number> =>
  (
    await tenantEventsAfter(
      trials.database,
      urn('company'),
      { subjects: ['TASK'], events: ['UPDATE'], targetUrns: [urn('target')] },
      { after: sequence, limit: 5 },
    )
  ).length;
const change = (urn: Names, kind: 'UPDATE' | 'DELETE' = 'DELETE') => ({
  owner: urn('company'),
  subject: 'TASK',
  event: kind,
  targetUrn: urn('target'),
  targetVersion: '1',
  changedFields: [],
  actor: system,
  timestamp: past,
});
const forget = async (...tables: readonly string[]): Promise<void> => {
  for (const table of tables) await trials.database.query({ text: `DELETE FROM "${table}"`, values: [] });
};
const company = (urn: Names, more: More = {}): Given => [
  'company',
  { urn: urn('company'), owner: urn('company'), tenant: urn('company'), parent_company: null, ...more },
];

const cases: Readonly<Record<string, Case>> = {
  'an event without a number gets the next one of its tenant': {
    rows: (urn) => ({
      head: head(urn),
      event: logged(urn, { sequence: null, ordinal: null }),
      other: head(urn, { tenant: urn('other'), last_sequence: 50, last_ordinal: 20 }),
    }),
    finds: async (urn) => {
      const { events, isHeldUp } = await assignSequence(trials.database, 5);
      const [one] = events;
      return (
        !isHeldUp &&
        one?.sequence === 8 &&
        one.ordinal === 21 &&
        (await value('event_log', 'last_sequence', urn('company'), 'tenant')) === '8' &&
        (await value('event_log', 'last_ordinal', urn('company'), 'tenant')) === '21' &&
        (await value('event_log', 'last_urn', urn('company'), 'tenant')) === urn('event')
      );
    },
    not: () => ({ 'event.sequence': 7, 'event.tenant': 'urn:other', 'other.last_ordinal': 8 }),
  },
  'the first event of all has the place 1': {
    rows: (urn) => ({ event: logged(urn, { sequence: null, ordinal: null }) }),
    finds: async () => {
      const { events } = await assignSequence(trials.database, 5);
      await forget('event_log');
      return events[0]?.ordinal === 1;
    },
    not: () => ({ 'event.sequence': 7 }),
  },
  'the first event of a tenant has the number 1': {
    rows: (urn) => ({
      other: head(urn, { tenant: urn('other') }),
      event: logged(urn, { sequence: null, ordinal: null }),
    }),
    finds: async () => (await assignSequence(trials.database, 5)).events[0]?.sequence === 1,
    not: () => ({ 'other.tenant': 'urn:company' }),
  },
  'events are numbered in the order they were written': {
    rows: (urn) => ({
      head: head(urn),
      event: logged(urn, { sequence: null, ordinal: null, position: 5 }),
      next: logged(urn, { urn: urn('next'), sequence: null, ordinal: null, position: 6 }),
    }),
    finds: async (urn) =>
      (await assignSequence(trials.database, 1)).events.map((one) => one.urn).join() === urn('event') &&
      (await assignSequence(trials.database, 9)).events.map((one) => one.urn).join() === urn('next'),
    not: () => ({ 'next.position': 4 }),
  },
  'an event at its place, and those behind': {
    rows: (urn) => ({ event: logged(urn) }),
    finds: async () =>
      (await eventAt(trials.database, 9)) !== null && (await eventsAfter(trials.database, 8, 5)).length === 1,
    not: () => ({ 'event.ordinal': 8 }),
  },
  'events behind a place, in their order': {
    rows: (urn) => ({ event: logged(urn), next: logged(urn, { urn: urn('next'), sequence: 8, ordinal: 10 }) }),
    finds: async (urn) =>
      (await eventsAfter(trials.database, 8, 1))[0]?.urn === urn('event') &&
      (await readLog(trials.database, 8, null, 1)).events[0]?.urn === urn('event') &&
      (await eventsAfter(trials.database, 9, 5)).length === 1 &&
      (await readLog(trials.database, 9, null, 5)).events.length === 1,
    not: () => ({ 'next.ordinal': 8 }),
  },
  'the events of a tenant behind a number': {
    rows: (urn) => ({ event: logged(urn) }),
    finds: async (urn) => (await after(urn, 6)) === 1 && (await after(urn, 7)) === 0,
    not: () => ({
      'event.tenant': 'urn:another',
      'event.subject': 'ENTITY',
      'event.event': 'CREATE',
      'event.target_urn': 'urn:another',
      'event.sequence': [6, null],
    }),
  },
  'the log is the one it was while it holds an event at its place': {
    rows: (urn) => ({ event: logged(urn), head: head(urn, { last_sequence: 99 }) }),
    finds: async (urn) => (await readLog(trials.database, 0, known(urn), 5)).isSamePast,
    not: () => ({ 'event.urn': 'urn:another', 'event.ordinal': 10 }),
  },
  'the log is the one it was when the head names an event that is gone': {
    rows: (urn) => ({ head: head(urn) }),
    finds: async (urn) => (await readLog(trials.database, 0, known(urn), 5)).isSamePast,
    not: () => ({ 'head.last_urn': 'urn:another', 'head.last_sequence': 8, 'head.tenant': 'urn:another' }),
  },
  'what is too old to be kept cannot be told from another past': {
    rows: (urn) => ({ head: head(urn, { last_sequence: 99, expired_sequence: 7 }) }),
    finds: async (urn) => (await readLog(trials.database, 0, known(urn), 5)).isSamePast,
    not: () => ({ 'head.expired_sequence': 6, 'head.tenant': 'urn:another' }),
    still: { 'head.expired_sequence': 8 },
  },
  'the last of some events that the log holds': {
    rows: (urn) => ({ event: logged(urn) }),
    finds: async (urn) => (await lastHeld(trials.database, [known(urn)])) === 9,
    not: () => ({ 'event.urn': 'urn:another', 'event.ordinal': 8 }),
  },
  'a post of a thread': {
    rows: (urn) => ({ post: ['thread_post', { urn: urn('post'), message_thread: urn('thread') }] }),
    finds: async (urn) => (await postsIn(trials.database, urn('thread'), [urn('post')])).size === 1,
    not: () => ({ 'post.urn': 'urn:another', 'post.message_thread': 'urn:another' }),
    still: { 'post.deleted_timestamp': past },
  },
  'the bounds of a log': {
    rows: (urn) => ({ head: head(urn, { expired_sequence: 2, common_sequence: 4 }), setting }),
    finds: async (urn) => {
      const { epoch, last, expired, common } = await logBounds(trials.database, urn('company'));
      return [epoch, last, expired, common].join() === '3,7,2,4';
    },
    not: () => ({ 'head.tenant': 'urn:another', 'setting.name': 'other' }),
  },
  'a place in the log, by the event at or before it': {
    rows: (urn) => ({ event: logged(urn), old: logged(urn, { urn: urn('old'), sequence: 5, ordinal: 4 }) }),
    finds: async (urn) =>
      (await placeInLog(trials.database, urn('company'), 7)).ordinal === 9 &&
      (await placeInLog(trials.database, urn('company'), 6)).ordinal === 4 &&
      (await placeInLog(trials.database, urn('company'), 3)).ordinal === 3,
    not: () => ({ 'event.tenant': 'urn:another', 'old.tenant': 'urn:another', 'event.sequence': 6 }),
  },
  'the newest event of all tenants': {
    rows: (urn) => ({ head: head(urn), other: head(urn, { tenant: urn('other'), last_ordinal: 8 }) }),
    finds: async (urn) => {
      const { newest, ordinal, sequences } = await logHeads(trials.database);
      return newest?.tenant === urn('company') && ordinal === 9 && sequences.size === 2;
    },
    not: () => ({ 'other.last_ordinal': 10 }),
  },
  'what has no number yet': {
    rows: (urn) => ({ event: logged(urn, { sequence: null, created_timestamp: past }) }),
    finds: async () => {
      const { unsequenced, lagSeconds } = await logState(trials.database);
      return unsequenced === 1 && lagSeconds === 3600;
    },
    not: () => ({ 'event.sequence': 7 }),
  },
  'events that are too old leave the log': {
    rows: (urn) => ({ head: head(urn), event: logged(urn, { created_timestamp: ago(30, 1) }) }),
    finds: async (urn) =>
      (await expireEvents(trials.database, partition, 30, { after: 9, limit: 5 })) === null &&
      (await expireEvents(trials.database, partition, 30, { after: 8, limit: 5 })) === 9 &&
      (await value('event_log', 'expired_sequence', urn('company'), 'tenant')) === '7',
    not: () => ({
      'event.created_timestamp': [ago(30), ago(30, -1)],
      'event.tenant': 'urn:another',
      'event.sequence': null,
      'head.expired_sequence': 7,
    }),
    still: { 'head.expired_sequence': 6 },
  },
  'the log begins behind the first event that is kept': {
    rows: (urn) => ({
      head: head(urn),
      young: logged(urn, { urn: urn('young'), sequence: 6, ordinal: 8, created_timestamp: ago(1) }),
      event: logged(urn, { created_timestamp: ago(40) }),
    }),
    finds: async () => (await expireEvents(trials.database, partition, 30, { after: 0, limit: 5 })) === null,
    not: () => ({ 'young.ordinal': 10, 'young.created_timestamp': ago(40) }),
  },
  'events before the beginning are deleted': {
    rows: (urn) => ({
      head: head(urn, { expired_sequence: 7 }),
      event: logged(urn),
      delivery: delivery(urn, { trigger: urn('else') }),
    }),
    finds: async () => (await deleteExpired(trials.database, partition, 5)) === 1,
    not: () => ({ 'head.expired_sequence': 6, 'head.tenant': 'urn:another', 'delivery.trigger': 'urn:event' }),
    still: { 'head.expired_sequence': 8 },
  },
  'a past is noted while the epoch is the same': {
    rows: () => ({ setting }),
    finds: async () => {
      await notePast(trials.database, 3, { past: 'server 1', isSynchronous: true });
      const { past: noted, isSynchronous } = await knownPast(trials.database);
      return noted === 'server 1' && isSynchronous;
    },
    not: () => ({ 'setting.value': '{"epoch": 4}' }),
  },
  'the epoch is raised once': {
    rows: () => ({ setting }),
    finds: async () =>
      (await raiseEpoch(trials.database, 3, null)) === 4 && (await raiseEpoch(trials.database, 3, null)) === 4,
    not: () => ({ 'setting.value': ['{"epoch": 2}', '{"epoch": 5}'], 'setting.name': 'other' }),
  },
  'where both pasts are the same, by a place in the log': {
    rows: (urn) => ({
      setting,
      head: head(urn, { last_ordinal: 12 }),
      event: logged(urn, { sequence: 6 }),
    }),
    finds: async (urn) => {
      await raiseEpoch(trials.database, 3, 9);
      return (await value('event_log', 'common_sequence', urn('company'), 'tenant')) === '6';
    },
    not: () => ({ 'head.last_ordinal': 9, 'event.ordinal': 10, 'event.tenant': 'urn:another' }),
    still: { 'event.ordinal': 8 },
  },
  'where both pasts are the same: the last event up to that place': {
    rows: (urn) => ({
      setting,
      head: head(urn, { last_ordinal: 12 }),
      event: logged(urn, { sequence: 6 }),
      old: logged(urn, { urn: urn('old'), sequence: 5, ordinal: 8 }),
    }),
    finds: async (urn) => {
      await raiseEpoch(trials.database, 3, 9);
      return (await value('event_log', 'common_sequence', urn('company'), 'tenant')) === '6';
    },
    not: () => ({ 'old.sequence': 7 }),
  },
  'an active subscription hears of a new epoch': {
    rows: (urn) => ({ setting, hook: hook(urn), pace: pace(urn) }),
    finds: async (urn) => {
      await raiseEpoch(trials.database, 3, null);
      const told = await value('webhook_delivery', 'log_epoch', urn('hook'), 'subscription');
      const queued = await value('webhook_queue', 'state', urn('hook'), 'subscription');
      await forget('webhook_delivery', 'webhook_queue');
      return told === 4 && queued === 3 && (await trials.isAwake(urn));
    },
    not: () => ({ ...dead('hook'), 'hook.status': ['PAUSED', 'DISABLED', 'EXPIRED'] }),
  },
  'an event is planned for who subscribed to it': {
    rows: (urn) => ({
      company: company(urn),
      hook: hook(urn, { event: 'DELETE', target_urn: urn('target') }),
    }),
    finds: async (urn) => {
      const planned = await inside((t) => announce(t, { urn: null, type: 'SYSTEM' }, [change(urn)]));
      await forget('webhook_delivery', 'webhook_queue', 'webhook_trigger');
      return planned.length === 1 && planned[0]?.apiClient === urn('client');
    },
    not: () => ({
      ...dead('hook'),
      'hook.owner': 'urn:another',
      'hook.subject': 'ENTITY',
      'hook.event': 'CREATE',
      'hook.target_urn': 'urn:another',
      'hook.status': ['PAUSED', 'DISABLED', 'EXPIRED'],
      'hook.expiration_timestamp': past,
    }),
    still: { 'hook.event': 'ALL', 'hook.target_urn': null, 'hook.expiration_timestamp': future },
  },
  'an event is planned for a company above': {
    rows: (urn) => ({
      company: company(urn, { parent_company: urn('middle') }),
      middle: company(urn, { urn: urn('middle'), parent_company: urn('top') }),
      hook: hook(urn, { owner: urn('top') }),
    }),
    finds: async (urn) => {
      const planned = await inside((t) => announce(t, { urn: null, type: 'SYSTEM' }, [change(urn)]));
      await forget('webhook_delivery', 'webhook_queue', 'webhook_trigger');
      return planned.length === 1;
    },
    not: () => ({ 'company.parent_company': null, 'middle.parent_company': 'urn:another', 'hook.owner': 'urn:below' }),
    still: { 'hook.owner': 'urn:middle' },
  },
};

trials.prove(cases);

test('The bounds of a log are asked of the server that numbers it', async () => {
  const asked = vi.spyOn(trials.database, 'query');
  await logBounds(trials.database, randomUUID());
  await placeInLog(trials.database, randomUUID(), 1);
  expect(asked.mock.calls.map(([statement]) => statement.isOfPrimary)).toEqual([true, true]);
});
