// The conditions of the statements that count changes of posts after their commit, one at a time.
import { expect } from 'vitest';
import type { Transaction } from '../../../src/database/connection/database.ts';
import { newListeners } from '../../../src/database/community/notificationStore.ts';
import {
  countFor,
  countsLater,
  forgetChanges,
  membersAfter,
  nextBehind,
} from '../../../src/database/community/unreadChangeStore.ts';
import { addUnread, recountAll } from '../../../src/database/community/unreadStore.ts';
import { firstUrn } from '../../../src/domain/urn.ts';
import { isChanged, membership, notification, notMember, post } from './notices.ts';
import { now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const thread = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'message_thread',
  { urn: urn('thread'), group: urn('group'), change_count: 8, ...more },
];
// The eighth change of the thread: its fifth post.
const change = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'unread_change',
  {
    message_thread: urn('thread'),
    number: 8,
    position: 5,
    author: urn('author'),
    mentions: [],
    answered: null,
    added: 1,
    is_new: true,
    ...more,
  },
];

const count = (urn: Names, leaving?: string) =>
  inside((t) => countFor(t, { thread: urn('thread'), identities: [urn('person')], ...(leaving && { leaving }) }, now));
const stored = async (urn: Names, ...names: readonly string[]): Promise<string> =>
  (await Promise.all(names.map((name) => value('message_thread_notification', name, urn('note'))))).join();
const counts = (urn: Names): Promise<string> =>
  stored(urn, 'notification_count', 'mention_count', 'notified_count', 'counted_change');

const cases: Readonly<Record<string, Case>> = {
  'a change that a member has not counted': {
    rows: (urn) => ({ member: membership(urn), thread: thread(urn), note: notification(urn), change: change(urn) }),
    finds: async (urn) => {
      const changed = await count(urn);
      const again = await count(urn);
      return (
        isChanged(changed, urn) &&
        changed[0]?.isNotified === true &&
        again.length === 0 &&
        (await counts(urn)) === '2,0,2,8'
      );
    },
    not: () => ({
      ...notMember,
      'thread.group': 'urn:another',
      'note.message_thread': 'urn:another',
      'note.identity': ['urn:another', 'urn:author'],
      'note.last_read_position': 5,
      'note.counted_change': 8,
      'note.level': ['MENTIONS', 'NONE'],
      'change.message_thread': 'urn:another',
      'change.added': -1,
    }),
    still: { 'note.last_read_position': 4, 'note.counted_change': 7, 'note.deleted_timestamp': past },
  },
  'a change that mentions who is no member': {
    rows: (urn) => ({
      thread: thread(urn),
      note: notification(urn),
      change: change(urn, { mentions: [urn('person')] }),
    }),
    finds: async (urn) => isChanged(await count(urn), urn) && (await counts(urn)) === '2,1,2,8',
    not: () => ({ 'change.mentions': [[], [crypto.randomUUID()]], 'note.level': 'NONE' }),
    still: { 'note.level': 'MENTIONS' },
  },
  'an answer to a member who wants to know of answers': {
    rows: (urn) => ({
      member: membership(urn),
      thread: thread(urn),
      note: notification(urn, { level: 'MENTIONS' }),
      change: change(urn, { answered: urn('person') }),
    }),
    finds: async (urn) => {
      const [changed] = await count(urn);
      return changed?.isNotified === true && (await counts(urn)) === '2,0,2,8';
    },
    not: () => ({ 'change.answered': ['urn:another', null], 'note.level': 'NONE' }),
  },
  'a post that is new brings what was dismissed back': {
    rows: (urn) => ({
      member: membership(urn),
      thread: thread(urn),
      note: notification(urn, { deleted_timestamp: past }),
      change: change(urn),
    }),
    finds: async (urn) => {
      const [changed] = await count(urn);
      return changed?.isNotified === true && (await stored(urn, 'deleted_timestamp')) === '';
    },
    not: () => ({ 'change.is_new': false, 'note.level': 'NONE' }),
  },
  'one that went is counted no more, and what was dismissed stays so': {
    rows: (urn) => ({
      member: membership(urn),
      thread: thread(urn),
      note: notification(urn, { deleted_timestamp: past }),
      change: change(urn, { added: -1, is_new: false, mentions: [urn('person')] }),
    }),
    finds: async (urn) => {
      const [changed] = await count(urn);
      const isGone = (await stored(urn, 'deleted_timestamp')) !== '';
      return changed?.isNotified === false && isGone && (await counts(urn)) === '0,-1,0,8';
    },
    not: () => ({ 'change.is_new': true, 'change.added': 1 }),
  },
  'the first unread post is then the first of others that there is': {
    rows: (urn) => ({
      member: membership(urn),
      thread: thread(urn),
      note: notification(urn, { last_read_position: 2 }),
      change: change(urn),
      read: post(urn, { urn: urn('read'), position: 2 }),
      own: post(urn, { urn: urn('own'), author_identity: urn('person'), position: 3 }),
      leaving: post(urn, { urn: urn('leaving'), position: 4 }),
      post: post(urn),
      later: post(urn, { urn: urn('later'), position: 7 }),
    }),
    finds: async (urn) => {
      await count(urn, urn('leaving'));
      return (await stored(urn, 'first_unread_post')) === urn('post');
    },
    not: () => ({
      'post.message_thread': 'urn:another',
      'post.author_identity': 'urn:person',
      'post.position': [1, 8],
      'post.is_deleted': true,
      'post.deleted_timestamp': past,
    }),
  },
  'others of a thread are yet to be counted': {
    rows: (urn) => ({ thread: thread(urn), change: change(urn) }),
    finds: (urn) => countsLater(trials.database, urn('thread')),
    not: () => ({ 'change.message_thread': 'urn:another' }),
  },
  'the next member of a group': {
    rows: (urn) => ({ member: membership(urn) }),
    finds: async (urn) => {
      const found = await membersAfter(trials.database, urn('group'), firstUrn, 10);
      return (
        found.join() === urn('person') &&
        (await membersAfter(trials.database, urn('group'), urn('person'), 10)).length === 0
      );
    },
    not: () => notMember,
  },
  'who has no notification has not read what is yet to be counted': {
    rows: (urn) => ({
      member: membership(urn),
      thread: thread(urn),
      change: change(urn),
      older: change(urn, { position: 3 }),
    }),
    finds: async (urn) => {
      const audience = { thread: urn('thread'), group: urn('group'), named: [], among: [urn('person')], before: null };
      const found = await inside((t) => newListeners(t, audience));
      return found.length === 1 && found[0]?.position === '2';
    },
    not: () => ({
      ...notMember,
      'older.message_thread': 'urn:another',
      'older.is_new': false,
      'older.position': 6,
    }),
  },
  'who is named without being a member has not read what names it': {
    rows: (urn) => ({ thread: thread(urn), change: change(urn, { position: 3 }) }),
    finds: async (urn) => {
      const audience = { thread: urn('thread'), group: urn('group'), named: [urn('person')], among: [], before: '4' };
      const [found] = await inside((t) => newListeners(t, audience));
      return found?.position === '4';
    },
    not: () => ({}),
    still: { 'change.message_thread': 'urn:another' },
  },
  'what is forgotten, and whether posts went or came back with it': {
    rows: (urn) => ({ thread: thread(urn), change: change(urn, { is_new: false }), later: change(urn, { number: 9 }) }),
    finds: async (urn) => {
      const hasChanged = await inside((t) => forgetChanges(t, urn('thread'), '8'));
      return hasChanged && (await countsLater(trials.database, urn('thread')));
    },
    not: () => ({
      'change.message_thread': 'urn:another',
      'change.number': 9,
      'change.is_new': true,
      'later.number': 8,
      'later.message_thread': 'urn:another',
    }),
  },
  'the thread that has waited longest, but for those passed by': {
    rows: (urn) => ({
      thread: thread(urn),
      other: thread(urn, { urn: urn('other') }),
      change: change(urn),
      second: change(urn, { message_thread: urn('other') }),
    }),
    finds: async (urn) => {
      // Those of other cases are still there.
      const earlier = new Set<string>();
      const next = async (): Promise<string> => {
        for (;;) {
          const found = await nextBehind(trials.database, [...earlier]);
          if (!found || [urn('thread'), urn('other')].includes(found.thread)) return found?.thread ?? '';
          earlier.add(found.thread);
        }
      };
      const first = await next();
      earlier.add(first);
      const second = await next();
      if (first === '' || second === '') return false;
      const [one, two] = await Promise.all(
        [first, second].map(async (of) => Number(await value('unread_change', 'id', of, 'message_thread'))),
      );
      return Number(one) < Number(two);
    },
    not: () => ({ 'change.message_thread': 'urn:another', 'second.message_thread': 'urn:another' }),
  },
  'what is counted anew has in it what is being written meanwhile': {
    rows: (urn) => ({
      member: membership(urn),
      thread: thread(urn),
      post: post(urn),
      note: notification(urn, { first_unread_post: urn('post') }),
    }),
    finds: async (urn) => {
      const counting = await inside(async (writer) => {
        await postAnother(writer, urn);
        const anew = inside((t) => recountAll(t, urn('person'), now));
        await expect.poll(() => trials.database.query({ text: waits, values: [] })).toEqual([{ count: 1 }]);
        return { anew };
      });
      await counting.anew;
      return (await stored(urn, 'notification_count')) === '2';
    },
    not: () => ({ 'post.author_identity': 'urn:person' }),
  },
};

// Another post of the thread, by the same author, that is counted in the same transaction.
async function postAnother(transaction: Transaction, urn: Names): Promise<void> {
  const [another, at] = [crypto.randomUUID(), { thread: urn('thread'), group: urn('group'), timestamp: now }];
  const text =
    `WITH known AS (INSERT INTO resource (urn, kind) VALUES ($1::uuid, 'ThreadPost')) INSERT INTO thread_post` +
    ` SELECT (jsonb_populate_record(p, jsonb_build_object('urn', $1::uuid, 'position', 6))).* FROM thread_post p WHERE p.urn = $2::uuid`;
  await transaction.query({ text, values: [another, urn('post')] });
  const addressed = { mentions: [], answered: null };
  await addUnread(transaction, at, [{ post: another, author: urn('author'), position: '6', ...addressed }]);
}

const waits = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

trials.prove(cases);
