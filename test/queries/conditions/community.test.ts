// The conditions of the statements about groups, threads and inboxes, one at a time.
import { isModerator, livingMembership } from '../../../src/database/community/membershipStore.ts';
import {
  dismissInGroup,
  newListeners,
  type Audience,
  notificationOf,
  placeBeforeNewest,
  postUpTo,
} from '../../../src/database/community/notificationStore.ts';
import { lockSupportThread, newAdministrators } from '../../../src/database/community/supportStore.ts';
import {
  anonymousSpeaker,
  leavingPosts,
  postingStates,
  readersAmong,
  threadState,
} from '../../../src/database/community/threadStore.ts';
import { inboxState } from '../../../src/database/community/inboxStore.ts';
import { accessScope } from '../../../src/domain/accessScope.ts';
import { anonymousViewer, systemViewer } from '../../../src/domain/viewer.ts';
import { membership, notification, notMember, post } from './notices.ts';
import { future, now, past, useTrials, type Case, type Names } from './scenario.ts';

const audience = (urn: (name: string) => string, named: readonly string[] = []): Audience => ({
  thread: urn('thread'),
  group: urn('group'),
  named,
  among: null,
  before: '0',
});

const trials = useTrials();
const { inside, value } = trials;

const window = { 'edge.deleted_timestamp': past, 'edge.to_timestamp': past, 'edge.from_timestamp': future };
const open = { 'edge.to_timestamp': future, 'edge.from_timestamp': past };

const isReader = async (urn: Names): Promise<boolean> =>
  (await readersAmong(trials.database, urn('thread'), [urn('person')])).has(urn('person'));
const isToRun = async (urn: Names): Promise<boolean> =>
  (await inside((t) => newAdministrators(t, urn('company'), urn('support')))).includes(urn('person'));
const person = (urn: Names, type = 'PERSON') => ['identity', { urn: urn('person'), type }] as const;

const inboxOf = (urn: Names, viewer = systemViewer): ReturnType<typeof inboxState> =>
  inboxState(trials.database, accessScope(viewer, 'READ'), urn('person'));

const cases: Readonly<Record<string, Case>> = {
  'what is muted in an inbox waits for nobody, mentions included, and nothing for who may not read it': {
    rows: (urn) => ({
      note: ['message_thread_notification', { identity: urn('person'), notified_count: 2, mention_count: 1 }],
      muted: ['message_thread_notification', { urn: urn('muted'), identity: urn('person'), mention_count: 3 }],
    }),
    finds: async (urn) => {
      const before = await inboxOf(urn);
      const raise = 'UPDATE message_thread_notification SET version = version + 1 WHERE urn = $1';
      await trials.database.query({ text: raise, values: [urn('muted')] });
      const { unreadThreadCount, unreadMentionCount, mark } = await inboxOf(urn);
      const hidden = await inboxOf(urn, anonymousViewer);
      const counts = [unreadThreadCount, unreadMentionCount, hidden.unreadThreadCount];
      return counts.join() === '1,1,0' && mark === before.mark;
    },
    not: () => ({ 'note.identity': 'urn:another', 'note.notified_count': 0, 'muted.notified_count': 1 }),
    still: { 'note.notified_count': 5, 'muted.identity': 'urn:another' },
  },
  'a membership that lives': {
    rows: (urn) => ({ member: membership(urn) }),
    finds: async (urn) => (await livingMembership(trials.database, urn('person'), urn('group'))) !== null,
    not: () => ({ 'member.deleted_timestamp': past, 'member.identity': 'urn:another', 'member.group': 'urn:another' }),
    still: { 'member.status': 'BLOCKED_BY_MEMBER' },
  },
  'a moderator': {
    rows: (urn) => ({ member: ['group_membership', { ...membership(urn)[1], role: 'MODERATOR' }] }),
    finds: (urn) => isModerator(trials.database, urn('person'), urn('group')),
    not: () => ({ ...notMember, 'member.role': 'MEMBER' }),
  },
  'a member of a thread’s group reads it': {
    rows: (urn) => ({
      member: membership(urn),
      thread: ['message_thread', { urn: urn('thread'), group: urn('group') }],
    }),
    finds: isReader,
    not: () => ({ ...notMember, 'thread.group': 'urn:another' }),
  },
  'who holds an edge on a thread reads it': {
    rows: (urn) => ({
      edge: [
        'permission',
        {
          subject_urn: urn('person'),
          subject_scope: 'IDENTITY',
          object_urn: urn('thread'),
          object_scope: 'MESSAGE_THREAD',
          label: 'READ',
        },
      ],
    }),
    finds: isReader,
    not: () => ({
      ...window,
      'edge.object_urn': 'urn:another',
      'edge.object_scope': 'GROUP',
      'edge.label': ['x-own', 'MEMBER'],
      'edge.subject_scope': ['API_CLIENT', 'GROUP'],
      'edge.subject_urn': 'urn:another',
    }),
    still: open,
  },
  'whose group holds an edge on a thread reads it': {
    rows: (urn) => ({
      edge: [
        'permission',
        {
          subject_urn: urn('group'),
          subject_scope: 'GROUP',
          object_urn: urn('thread'),
          object_scope: 'MESSAGE_THREAD',
          label: 'READ',
        },
      ],
      member: membership(urn),
    }),
    finds: isReader,
    not: () => ({ ...notMember, ...window, 'edge.subject_scope': 'IDENTITY' }),
  },
  'the speaker of a chat': {
    rows: (urn) => ({
      thread: ['message_thread', { urn: urn('thread'), group: urn('group') }],
      group: ['group', { urn: urn('group'), is_chat: true }],
      member: membership(urn),
      person: person(urn, 'ANONYMOUS'),
    }),
    finds: async (urn) => (await anonymousSpeaker(trials.database, urn('thread'))) === urn('person'),
    not: () => ({
      ...notMember,
      'group.is_chat': false,
      'person.type': 'PERSON',
      'person.deleted_timestamp': past,
      'thread.group': 'urn:another',
    }),
  },
  'a post that is to be deleted is answered by another one': {
    rows: (urn) => ({
      first: post(urn, { urn: urn('first'), position: 4 }),
      post: post(urn, { reply_to: urn('first') }),
    }),
    finds: async (urn) => {
      const [alone] = await leavingPosts(trials.database, [urn('first')]);
      const both = await leavingPosts(trials.database, [urn('first'), urn('post')]);
      const first = both.find((one) => one.post === urn('first'));
      return alone?.isAnswered === true && first?.isAnswered === false && first.answers.join() === urn('post');
    },
    not: () => ({ 'post.deleted_timestamp': past, 'post.reply_to': 'urn:another', 'first.deleted_timestamp': past }),
  },
  'whom a post that is to be deleted addresses': {
    rows: (urn) => ({
      first: post(urn, { urn: urn('first'), position: 4, author_identity: urn('person') }),
      post: post(urn, { reply_to: urn('first') }),
      link: ['link', { from_urn: urn('post'), field: 'ThreadPost.mentions', to_urn: urn('member') }],
    }),
    finds: async (urn) => {
      const [found] = await leavingPosts(trials.database, [urn('post')]);
      return found?.mentions.join() === urn('member') && found.answered === urn('person');
    },
    not: () => ({
      'post.deleted_timestamp': past,
      'post.reply_to': 'urn:another',
      'first.deleted_timestamp': past,
      'link.field': 'ThreadPost.likes',
      'link.from_urn': 'urn:another',
    }),
  },
  'that a post that is to be deleted is counted later for others': {
    rows: (urn) => ({
      post: post(urn),
      change: ['unread_change', { message_thread: urn('thread'), number: 3 }],
    }),
    finds: async (urn) => (await leavingPosts(trials.database, [urn('post')]))[0]?.countsLater === true,
    not: () => ({ 'change.message_thread': 'urn:another', 'post.deleted_timestamp': past }),
  },
  'the state of a thread': {
    rows: (urn) => ({
      thread: ['message_thread', { urn: urn('thread'), group: urn('group') }],
      group: ['group', { urn: urn('group') }],
    }),
    finds: async (urn) => (await threadState(trials.database, urn('thread'))) !== null,
    not: () => ({ 'thread.deleted_timestamp': past, 'thread.urn': 'urn:another' }),
  },
  'what a thread says to a new post': {
    rows: (urn) => ({ thread: ['message_thread', { urn: urn('thread'), group: urn('group') }] }),
    finds: async (urn) => (await postingStates(trials.database, [urn('thread')])).has(urn('thread')),
    not: () => ({ 'thread.deleted_timestamp': past, 'thread.urn': 'urn:another' }),
  },
  'that a member of the group of a thread has no notification of it yet': {
    rows: (urn) => ({
      thread: ['message_thread', { urn: urn('thread'), group: urn('group') }],
      member: membership(urn),
    }),
    finds: async (urn) =>
      (await postingStates(trials.database, [urn('thread')])).get(urn('thread'))?.hasNewMembers === true,
    not: () => ({
      'member.status': ['BLOCKED_BY_MEMBER', 'PENDING_ACCEPTANCE'],
      'member.deleted_timestamp': past,
      'member.group': 'urn:another',
    }),
  },
  'that a member of the group of a thread has a notification of it': {
    rows: (urn) => ({
      thread: ['message_thread', { urn: urn('thread'), group: urn('group') }],
      member: membership(urn),
      note: notification(urn),
    }),
    finds: async (urn) =>
      (await postingStates(trials.database, [urn('thread')])).get(urn('thread'))?.hasNewMembers === false,
    not: () => ({ 'note.message_thread': 'urn:another', 'note.identity': 'urn:another' }),
  },
  'the open support thread of a company': {
    rows: (urn) => ({
      support: ['support_thread', { owner: urn('company'), thread: urn('thread'), author: urn('person') }],
      thread: ['message_thread', { urn: urn('thread'), group: urn('group'), is_closed: false }],
      group: ['group', { urn: urn('group') }],
      person: person(urn),
    }),
    finds: async (urn) => (await inside((t) => lockSupportThread(t, urn('company')))) !== null,
    not: () => ({
      'support.owner': 'urn:another',
      'thread.is_closed': true,
      'thread.deleted_timestamp': past,
      'group.deleted_timestamp': past,
      'person.deleted_timestamp': past,
    }),
  },
  'whom a company-level client stands for runs the company': {
    rows: (urn) => ({
      client: [
        'api_client',
        { owner: urn('company'), identity: urn('person'), access_level: 'COMPANY', status: 'ACTIVE' },
      ],
      person: person(urn, 'SERVICE'),
    }),
    finds: isToRun,
    not: () => ({
      'client.owner': 'urn:another',
      'client.access_level': 'RESTRICTED',
      'client.status': 'DISABLED',
      'client.deleted_timestamp': past,
      'person.deleted_timestamp': past,
    }),
  },
  'who holds ADMIN runs the company': {
    rows: (urn) => ({
      edge: [
        'permission',
        {
          subject_urn: urn('person'),
          subject_scope: 'IDENTITY',
          object_urn: urn('company'),
          object_scope: 'COMPANY',
          label: 'ADMIN',
        },
      ],
      person: person(urn),
    }),
    finds: isToRun,
    not: () => ({
      ...window,
      'edge.object_urn': 'urn:another',
      'edge.object_scope': 'GROUP',
      'edge.label': 'MANAGE',
      'edge.subject_scope': ['API_CLIENT', 'GROUP', 'ROLE'],
      'person.type': 'SERVICE',
      'person.deleted_timestamp': past,
    }),
    still: open,
  },
  'whose group holds ADMIN runs the company': {
    rows: (urn) => ({
      edge: [
        'permission',
        {
          subject_urn: urn('group'),
          subject_scope: 'GROUP',
          object_urn: urn('company'),
          object_scope: 'COMPANY',
          label: 'ADMIN',
        },
      ],
      member: membership(urn),
      person: person(urn),
    }),
    finds: isToRun,
    not: () => ({ ...notMember, ...window, 'edge.subject_scope': 'ROLE' }),
  },
  'whose role holds ADMIN runs the company': {
    rows: (urn) => ({
      admin: [
        'permission',
        {
          subject_urn: urn('role'),
          subject_scope: 'ROLE',
          object_urn: urn('company'),
          object_scope: 'COMPANY',
          label: 'ADMIN',
        },
      ],
      edge: [
        'permission',
        {
          subject_urn: urn('person'),
          subject_scope: 'IDENTITY',
          object_urn: urn('role'),
          object_scope: 'ROLE',
          label: 'MEMBER',
        },
      ],
      person: person(urn),
    }),
    finds: isToRun,
    not: () => ({
      ...window,
      'admin.subject_scope': 'GROUP',
      'edge.object_scope': 'GROUP',
      'edge.label': 'READ',
      'edge.subject_scope': 'API_CLIENT',
      'edge.subject_urn': 'urn:another',
    }),
    still: open,
  },
  'who was never in the support group': {
    rows: (urn) => ({
      edge: [
        'permission',
        {
          subject_urn: urn('person'),
          subject_scope: 'IDENTITY',
          object_urn: urn('company'),
          object_scope: 'COMPANY',
          label: 'ADMIN',
        },
      ],
      person: person(urn),
      member: [
        'group_membership',
        { identity: urn('person'), group: urn('elsewhere'), status: 'ACTIVE', deleted_timestamp: past },
      ],
    }),
    finds: isToRun,
    not: () => ({ 'member.group': 'urn:support' }),
    still: { 'member.identity': crypto.randomUUID() },
  },
  'a member without a notification listens': {
    rows: (urn) => ({ member: ['group_membership', { ...membership(urn)[1], in_app_notification: 'SUBSCRIBED' }] }),
    finds: async (urn) => {
      const found = await newListeners(trials.database, audience(urn));
      return found.length === 1 && found[0]?.identity === urn('person') && found[0].level === 'ALL';
    },
    not: () => ({
      'member.status': 'BLOCKED_BY_MEMBER',
      'member.deleted_timestamp': past,
      'member.group': 'urn:another',
      'member.in_app_notification': 'UNSUBSCRIBED',
    }),
  },
  'who has a notification of another thread listens': {
    rows: (urn) => ({ member: membership(urn), note: notification(urn, { message_thread: urn('elsewhere') }) }),
    finds: async (urn) => (await newListeners(trials.database, audience(urn))).length === 1,
    not: () => ({ 'note.message_thread': 'urn:thread' }),
    still: { 'note.identity': crypto.randomUUID() },
  },
  'who has no notification listens, though others have one': {
    rows: (urn) => ({ member: membership(urn), note: notification(urn, { identity: urn('other') }) }),
    finds: async (urn) => (await newListeners(trials.database, audience(urn))).length === 1,
    not: () => ({ 'note.identity': 'urn:person' }),
  },
  'a member who is named listens as it subscribed': {
    rows: (urn) => ({ member: ['group_membership', { ...membership(urn)[1], in_app_notification: 'UNSUBSCRIBED' }] }),
    finds: async (urn) => {
      const found = await newListeners(trials.database, audience(urn, [urn('person')]));
      return found.length === 1 && found[0]?.level === 'NONE';
    },
    not: () => notMember,
  },
  'who is named listens to all, once': {
    rows: (urn) => ({
      member: ['group_membership', { ...membership(urn)[1], identity: urn('other'), status: 'BLOCKED_BY_MEMBER' }],
      own: ['group_membership', { ...membership(urn)[1], status: 'BLOCKED_BY_MEMBER' }],
    }),
    finds: async (urn) => {
      const found = await newListeners(trials.database, audience(urn, [urn('person')]));
      return found.length === 1 && found[0]?.level === 'ALL';
    },
    not: () => ({}),
  },
  'the notifications of a group that is left are dismissed': {
    rows: (urn) => ({
      note: notification(urn),
      thread: ['message_thread', { urn: urn('thread'), group: urn('group') }],
    }),
    finds: async (urn) => {
      await inside((t) => dismissInGroup(t, urn('person'), urn('group'), now));
      const [at, version] = await Promise.all(
        ['deleted_timestamp', 'version'].map((name) => value('message_thread_notification', name, urn('note'))),
      );
      return at === now && version === '2';
    },
    // One that was dismissed before keeps its time.
    not: () => ({
      'note.deleted_timestamp': [past, now],
      'note.identity': 'urn:another',
      'thread.group': 'urn:another',
    }),
  },
  'a living notification': {
    rows: (urn) => ({ note: notification(urn) }),
    finds: async (urn) => (await notificationOf(trials.database, urn('thread'), urn('person'))) === urn('note'),
    not: () => ({
      'note.deleted_timestamp': past,
      'note.message_thread': 'urn:another',
      'note.identity': 'urn:another',
    }),
  },
  'the newest post up to a place': {
    rows: (urn) => ({ post: post(urn), before: post(urn, { urn: urn('before'), position: 4 }) }),
    finds: async (urn) => (await postUpTo(trials.database, urn('thread'), '5')) === urn('post'),
    not: () => ({ 'post.position': [6, 3], 'post.message_thread': 'urn:another', 'post.deleted_timestamp': past }),
  },
  'the place before the newest posts of others': {
    rows: (urn) => ({ post: post(urn), before: post(urn, { urn: urn('before'), position: 3 }) }),
    finds: async (urn) => (await placeBeforeNewest(trials.database, urn('thread'), urn('person'), 1)) === '4',
    not: () => ({
      'post.message_thread': 'urn:another',
      'post.position': [6, 2],
      'post.author_identity': 'urn:person',
      'post.is_deleted': true,
      'post.deleted_timestamp': past,
    }),
  },
};

trials.prove(cases);
