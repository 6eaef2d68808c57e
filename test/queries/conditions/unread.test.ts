// The conditions of the statements that count what is unread, one at a time.
import {
  addUnread,
  dropUnread,
  readUpTo,
  recountAll,
  recountGuestsOf,
  recountInGroup,
  recountPost,
  unreadBeyond,
  type Addressed,
  type NewPost,
  type Recounted,
} from '../../../src/database/community/unreadStore.ts';
import { isChanged, membership, notification, notMember, post } from './notices.ts';
import { future, now, past, useTrials, type Case, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const cases: Readonly<Record<string, Case>> = {
  'a post of another beyond the place is unread': {
    rows: (urn) => ({
      post: post(urn),
      link: ['link', { from_urn: urn('post'), field: 'ThreadPost.mentions', to_urn: urn('person') }],
    }),
    finds: async (urn) => {
      const found = await unreadBeyond(trials.database, urn('thread'), urn('person'), {
        position: '4',
        level: 'MENTIONS',
      });
      return found.notificationCount === 1 && found.mentionCount === 1 && found.notifiedCount === 1;
    },
    not: () => ({
      'post.position': 4,
      'post.message_thread': 'urn:another',
      'post.author_identity': 'urn:person',
      'post.is_deleted': true,
      'post.deleted_timestamp': past,
      'link.field': 'ThreadPost.likes',
      'link.to_urn': 'urn:another',
      'link.from_urn': 'urn:another',
    }),
  },
  'a new post is unread for a member': {
    rows: (urn) => ({ note: notification(urn), member: membership(urn) }),
    finds: async (urn) => isChanged(await posted(urn, []), urn),
    not: () => ({
      ...notMember,
      'note.message_thread': 'urn:another',
      'note.identity': 'urn:author',
      'note.last_read_position': 5,
    }),
    still: { 'note.last_read_position': 4 },
  },
  'a new post is unread for who is named in it': {
    rows: (urn) => ({ note: notification(urn) }),
    finds: async (urn) => isChanged(await posted(urn, [urn('person'), urn('author')]), urn),
    not: () => ({ 'note.message_thread': 'urn:another', 'note.identity': 'urn:author' }),
  },
  'a post that is gone counts no more for a member that has not read it': {
    rows: (urn) => ({
      note: notification(urn, { last_read_position: 4, notification_count: 8, notified_count: 8 }),
      ...taken(urn),
    }),
    finds: async (urn) => isChanged(await dropped(urn), urn) && (await counts(urn)) === '7,0,7',
    not: () => ({
      ...notMember,
      'note.message_thread': 'urn:another',
      'note.last_read_position': 5,
      'note.identity': 'urn:author',
      'thread.urn': 'urn:another',
      'thread.group': 'urn:another',
      'note.level': ['MENTIONS', 'NONE'],
    }),
    still: { 'note.deleted_timestamp': past },
  },
  'a post counts by whom it is for now, and no more by whom it was for': {
    rows: (urn) => ({
      note: notification(urn, { level: 'MENTIONS', mention_count: 1, notified_count: 1 }),
      ...taken(urn),
    }),
    finds: async (urn) => {
      const [named, answered] = [
        { ...toNobody, mentions: [urn('person')] },
        { ...toNobody, answered: urn('person') },
      ];
      const seen: unknown[] = [];
      for (const change of [
        { before: named, after: answered },
        { before: answered, after: toNobody },
        { before: toNobody, after: named },
      ])
        seen.push([isChanged(await recounted(urn, change), urn), await counts(urn)]);
      return JSON.stringify(seen) === '[[true,"1,0,1"],[true,"1,0,0"],[true,"1,1,1"]]';
    },
    not: () => ({ 'note.level': ['ALL', 'NONE'], ...notMember }),
  },
  'who a change makes no difference to is not touched': {
    rows: (urn) => ({ note: notification(urn, { level: 'MENTIONS' }), ...taken(urn) }),
    finds: async (urn) =>
      !isChanged(await recounted(urn, { before: toNobody, after: { ...toNobody, mentions: [urn('x')] } }), urn),
    not: () => ({ 'note.identity': 'urn:x' }),
    still: { 'note.level': ['ALL', 'NONE'] },
  },
  'posts that are gone count no more each by whom they were for': {
    rows: (urn) => ({
      note: notification(urn, {
        level: 'MENTIONS',
        notification_count: 8,
        mention_count: 4,
        notified_count: 6,
        first_unread_post: urn('post'),
      }),
      ...taken(urn),
    }),
    finds: async (urn) => {
      const gone = [
        { ...fifth(urn), mentions: [urn('person')] },
        { ...fifth(urn), post: urn('sixth'), position: '6', answered: urn('person') },
        { ...fifth(urn), post: urn('seventh'), position: '7' },
        { ...fifth(urn), post: urn('own'), position: '8', author: urn('person') },
      ];
      const changed = await inside((t) => dropUnread(t, urn('thread'), gone, now));
      return isChanged(changed, urn) && (await counts(urn)) === '5,3,4' && (await first(urn)) === null;
    },
    not: () => ({
      'note.level': ['ALL', 'NONE'],
      'note.last_read_position': 5,
      'note.first_unread_post': 'urn:x',
      ...notMember,
    }),
  },
  'the first unread post is the next one, once it is gone': {
    rows: (urn) => ({
      note: notification(urn, { last_read_position: 4, first_unread_post: urn('post') }),
      ...taken(urn),
      next: post(urn, { urn: urn('next'), position: 6 }),
      later: post(urn, { urn: urn('later'), position: 7 }),
    }),
    finds: async (urn) => {
      await dropped(urn);
      return (await first(urn)) === urn('next');
    },
    not: () => ({
      'note.first_unread_post': 'urn:another',
      'next.message_thread': 'urn:another',
      'next.author_identity': 'urn:person',
      'next.is_deleted': true,
      'next.deleted_timestamp': past,
      'next.position': [4, 8],
    }),
  },
  'the first unread post is one that is back, unless an earlier one is': {
    rows: (urn) => ({
      note: notification(urn, { first_unread_post: urn('next') }),
      ...taken(urn),
      next: post(urn, { urn: urn('next'), position: 6 }),
    }),
    finds: async (urn) => {
      await recounted(urn, { before: null, after: toNobody });
      return (await first(urn)) === urn('post') && (await counts(urn)) === '2,0,2';
    },
    not: () => ({ 'next.position': 4, ...notMember }),
    still: { 'note.first_unread_post': null },
  },
  'who was mentioned without being a member has all counted again': {
    rows: (urn) => ({
      note: notification(urn, { notification_count: 7 }),
      ...taken(urn, { status: 'BLOCKED_BY_MEMBER' }),
      other: post(urn, { urn: urn('other'), position: 6 }),
    }),
    finds: async (urn) => {
      const changed = await inside((t) => recountGuestsOf(t, urn('thread'), now, [fifth(urn)]));
      return isChanged(changed, urn) && (await counts(urn)) === '1,0,1';
    },
    not: () => ({
      'member.status': 'ACTIVE',
      'note.deleted_timestamp': past,
      'note.identity': 'urn:author',
      'note.message_thread': 'urn:another',
      'note.last_read_position': 5,
    }),
    still: { 'note.last_read_position': 4 },
  },
  'what was written while somebody took no part is counted when they come back': {
    rows: (urn) => ({
      note: notification(urn, { notification_count: 0, deleted_timestamp: past }),
      ...taken(urn),
      post: post(urn),
    }),
    finds: async (urn) => {
      const changed = await inside((t) => recountInGroup(t, urn('person'), urn('group'), now));
      return isChanged(changed, urn) && (await counts(urn)) === '1,0,1';
    },
    not: () => ({
      'note.identity': 'urn:another',
      'note.message_thread': 'urn:another',
      'thread.group': 'urn:another',
      'note.last_read_position': 5,
    }),
    still: { 'note.deleted_timestamp': null },
  },
  'what counts as one’s own is counted again': {
    rows: (urn) => ({ note: notification(urn) }),
    finds: async (urn) => isChanged(await inside((t) => recountAll(t, urn('person'), now)), urn),
    not: () => ({ 'note.identity': 'urn:another' }),
    still: { 'note.deleted_timestamp': past },
  },
  'everything up to an instant is read': {
    rows: (urn) => ({
      note: notification(urn, { last_read_position: 4 }),
      post: post(urn, { created_timestamp: past }),
    }),
    finds: async (urn) => isChanged(await inside((t) => readUpTo(t, urn('person'), now, now)), urn),
    not: () => ({
      'note.identity': 'urn:another',
      'note.deleted_timestamp': past,
      'note.notification_count': 0,
      'note.last_read_position': 5,
      'post.message_thread': 'urn:another',
      'post.created_timestamp': future,
    }),
    still: { 'post.created_timestamp': now },
  },
  'a mark stands at the newest post that is there': {
    rows: (urn) => ({
      note: notification(urn, { last_read_position: 3 }),
      post: post(urn, { position: 4, created_timestamp: past }),
      gone: post(urn, { urn: urn('gone'), position: 5, created_timestamp: past, deleted_timestamp: past }),
    }),
    finds: async (urn) => {
      await inside((t) => readUpTo(t, urn('person'), now, now));
      const [read, place] = await Promise.all(
        ['last_read_post', 'last_read_position'].map((name) => value('message_thread_notification', name, urn('note'))),
      );
      return read === urn('post') && place === '5';
    },
    not: () => ({ 'gone.deleted_timestamp': null }),
  },
  'who dismissed a notification, or wants none, is told of no count': {
    rows: (urn) => ({ note: notification(urn, { last_read_position: 4 }) }),
    finds: async (urn) => (await inside((t) => recountAll(t, urn('person'), now))).some((one) => one.isNotified),
    not: () => ({ 'note.deleted_timestamp': past, 'note.level': 'NONE' }),
    still: { 'note.level': 'MENTIONS' },
  },
};

/** A member of the group of the thread. */
const taken = (urn: Names, more: Readonly<Record<string, unknown>> = {}) => ({
  thread: ['message_thread', { urn: urn('thread'), group: urn('group') }] as const,
  member: ['group_membership', { ...membership(urn)[1], ...more }] as const,
});
const toNobody: Addressed = { mentions: [], answered: null };
/** The post at the fifth place is changed so. */
const recounted = (urn: Names, change: Pick<Recounted, 'before' | 'after'>) =>
  inside((t) =>
    recountPost(
      t,
      { thread: urn('thread'), post: urn('post'), position: '5', author: urn('author') },
      { ...change, timestamp: now },
    ),
  );
const first = (urn: Names): Promise<unknown> => value('message_thread_notification', 'first_unread_post', urn('note'));
const counts = async (urn: Names): Promise<string> =>
  (
    await Promise.all(
      ['notification_count', 'mention_count', 'notified_count'].map((name) =>
        value('message_thread_notification', name, urn('note')),
      ),
    )
  ).join();

/** The post at the fifth place, which is for everybody. */
const fifth = (urn: Names): NewPost => ({ post: urn('post'), position: '5', author: urn('author'), ...toNobody });
const dropped = (urn: Names) => inside((t) => dropUnread(t, urn('thread'), [fifth(urn)], now));

const posted = (urn: Names, mentions: readonly string[]) =>
  inside((t) =>
    addUnread(t, { thread: urn('thread'), group: urn('group'), timestamp: now }, [
      { post: urn('post'), position: '5', author: urn('author'), mentions, answered: null },
    ]),
  );

trials.prove(cases);
