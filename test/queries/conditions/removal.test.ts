// The conditions of the statements about what refers to rows, hangs on them, lives in them and goes with them, one at a time.
import { resourceOf } from '../../../src/contract/resource.ts';
import {
  clearLink,
  endEdges,
  ownsAnything,
  referrersBelow,
  removeRowsAtOnce,
  type EndedEdges,
  type Removed,
} from '../../../src/database/engine/removalStore.ts';
import { deletedRow, purgeDeletedRows } from '../../../src/database/engine/deletedStore.ts';
import { moveBelow, type MovedEdge } from '../../../src/database/engine/moveStore.ts';
import { ago, dead, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const kind = (name: string) => resourceOf(trials.database.contract, name);
const edge = (urn: Names, more: Readonly<Record<string, unknown>>): Given => [
  'permission',
  { urn: urn('edge'), owner: urn('elsewhere'), version: 1, ...more },
];
const referrers = async (urn: Names, to: string, of = to): Promise<readonly string[]> =>
  ((await referrersBelow(trials.database, kind(to), [urn('target')], 10)).get(of) ?? []).flatMap(
    ({ resource, field, urns }) => urns.map((one) => `${resource.name}.${field.name} ${one}`),
  );
const remove = (name: string, urns: readonly string[], mutualLists: readonly string[] = []): Promise<Removed> => {
  const removal = { noted: [], others: [{ resource: kind(name), urns }], mutualLists, timestamp: now };
  return inside((t) => removeRowsAtOnce(t, { ...removal, actor: noActor }, { most: 10, atOnce: 10 }));
};
const noActor = { urn: null, type: 'SYSTEM' } as const;
const endedOf = (urn: Names, bounds = { most: 10, atOnce: 10 }): Promise<EndedEdges> =>
  inside((t) => endEdges(t, { parts: [{ resource: kind('Task'), urns: [urn('target')] }], timestamp: now }, bounds));
const dropped = async (urn: Names): Promise<string[]> => (await endedOf(urn)).ended.map((edge) => edge.urn);
const moved = (urn: Names): Promise<MovedEdge[]> =>
  inside((t) => moveBelow(t, kind('Group'), [urn('group')], { owner: urn('to'), timestamp: now }));
const movedEdge = async (urn: Names): Promise<boolean> =>
  (await moved(urn)).some((one) => one.urn === urn('edge') && one.version === '2') &&
  (await value('permission', 'owner', urn('edge'))) === urn('to');

const cases: Readonly<Record<string, Case>> = {
  'what refers to an identity': {
    rows: (urn) => ({ task: ['task', { urn: urn('task'), assignee: urn('target') }] }),
    finds: async (urn) => (await referrers(urn, 'Identity')).join() === `Task.assignee ${urn('task')}`,
    not: () => ({ ...dead('task'), 'task.assignee': 'urn:another' }),
  },
  'what refers to an entity, by its kind': {
    rows: (urn) => ({ item: ['item', { urn: urn('item'), kind: 'TextItem', entity: urn('target') }] }),
    finds: async (urn) => (await referrers(urn, 'Entity')).join() === `TextItem.entity ${urn('item')}`,
    not: () => ({ ...dead('item'), 'item.kind': 'LongItem', 'item.entity': 'urn:another' }),
  },
  'of what refers to an identity, one more than the most': {
    rows: (urn) => ({
      task: ['task', { urn: urn('task'), assignee: urn('target') }],
      other: ['task', { urn: urn('other'), assignee: urn('target') }],
    }),
    finds: async (urn) =>
      (await referrersBelow(trials.database, kind('Identity'), [urn('target')], 0)).get('Identity')?.[0]?.urns
        .length === 1,
    not: () => ({}),
  },
  'what refers to what lives in a group, however far down': {
    rows: (urn) => ({
      thread: ['message_thread', { urn: urn('thread'), group: urn('target') }],
      post: ['thread_post', { urn: urn('post'), message_thread: urn('thread') }],
      reply: ['thread_post', { urn: urn('reply'), message_thread: urn('elsewhere'), reply_to: urn('post') }],
    }),
    finds: async (urn) =>
      (await referrers(urn, 'Group', 'MessageThread')).join() === `ThreadPost.messageThread ${urn('post')}` &&
      (await referrers(urn, 'Group', 'ThreadPost')).join() === `ThreadPost.replyTo ${urn('reply')}`,
    not: () => ({
      ...dead('thread'),
      ...dead('post'),
      ...dead('reply'),
      'thread.group': 'urn:another',
      'post.message_thread': 'urn:another',
      'reply.reply_to': 'urn:another',
    }),
  },
  'edges of what is deleted end some at a time, and none where they are more than the most': {
    rows: (urn) => ({
      edge: edge(urn, { subject_urn: urn('target') }),
      other: edge(urn, { urn: urn('other'), object_urn: urn('target') }),
    }),
    finds: async (urn) => {
      const seen = [];
      for (const bounds of [
        { most: 1, atOnce: 2 },
        { most: 2, atOnce: 1 },
        { most: 2, atOnce: 2 },
        { most: 2, atOnce: 2 },
      ]) {
        const { ended, found } = await endedOf(urn, bounds);
        seen.push([ended.length, found]);
      }
      return JSON.stringify(seen) === '[[0,2],[1,2],[1,1],[0,0]]';
    },
    not: () => ({}),
  },
  'an edge of one that is deleted on another that is ends once': {
    rows: (urn) => ({ edge: edge(urn, { subject_urn: urn('target'), object_urn: urn('target') }) }),
    finds: async (urn) => {
      const { ended, found } = await endedOf(urn);
      return ended.length === 1 && found === 1;
    },
    not: () => ({}),
  },
  'a deleted identity that may be removed, unless one may still ask where it went': {
    rows: (urn) => ({
      identity: ['identity', { urn: urn('target'), deleted_timestamp: ago(30) }],
      end: ['identity_end', { urn: urn('target'), merged_into: null }],
      known: ['resource', { urn: urn('target') }],
    }),
    finds: async () => (await purgeDeletedRows(trials.database, 'identity', { days: 30, limit: 10 })) === 1,
    not: () => ({ 'end.merged_into': 'urn:another', 'identity.deleted_timestamp': [null, ago(30, -1)] }),
  },
  'of deleted rows the oldest go first': {
    rows: (urn) => ({
      late: ['identity', { urn: urn('late'), deleted_timestamp: ago(31) }],
      early: ['identity', { urn: urn('early'), deleted_timestamp: ago(32) }],
      lateKnown: ['resource', { urn: urn('late') }],
      earlyKnown: ['resource', { urn: urn('early') }],
    }),
    finds: async (urn) => {
      await purgeDeletedRows(trials.database, 'identity', { days: 30, limit: 1 });
      const left = await Promise.all(['late', 'early'].map((name) => value('resource', 'urn', urn(name))));
      return left[0] === urn('late') && left[1] === undefined;
    },
    not: () => ({ 'late.deleted_timestamp': ago(33) }),
  },
  'a deleted row comes back within its days': {
    rows: (urn) => ({ item: ['item', { urn: urn('item'), kind: 'TextItem', deleted_timestamp: ago(30, -1) }] }),
    finds: async (urn) =>
      (await deletedRow(trials.database, kind('TextItem'), urn('item'), { days: 30, lock: 'NONE' })) !== null,
    not: () => ({
      'item.deleted_timestamp': [null, ago(30), ago(30, 1)],
      'item.kind': 'ImageItem',
      'item.urn': 'urn:another',
    }),
  },
  'what a company owns': {
    rows: (urn) => ({
      company: ['company', { urn: urn('company'), owner: urn('company') }],
      group: ['group', { urn: urn('group'), owner: urn('company') }],
    }),
    finds: (urn) => ownsAnything(trials.database, urn('company')),
    not: () => ({ ...dead('group'), 'group.owner': 'urn:another' }),
  },
  'the optional link of a row is emptied': {
    rows: (urn) => ({ task: ['task', { urn: urn('task'), assignee: urn('target'), version: 1 }] }),
    finds: async (urn) => {
      const resource = kind('Task');
      const field = resource.fieldByName.get('assignee');
      if (!field) throw new Error('Task has no assignee');
      await inside((t) => clearLink(t, { resource, field, urns: [urn('task')] }, now));
      const [left, version] = [
        await value('task', 'assignee', urn('task')),
        await value('task', 'version', urn('task')),
      ];
      return left === null && String(version) === '2';
    },
    not: () => ({ 'task.urn': 'urn:another' }),
  },
  'an edge on what is deleted ends': {
    rows: (urn) => ({ edge: edge(urn, { object_urn: urn('target') }) }),
    finds: async (urn) =>
      (await dropped(urn)).includes(urn('edge')) && String(await value('permission', 'version', urn('edge'))) === '2',
    not: () => ({ ...dead('edge'), 'edge.object_urn': 'urn:another' }),
    still: { 'edge.to_timestamp': past },
  },
  'an edge of what is deleted ends': {
    rows: (urn) => ({ edge: edge(urn, { subject_urn: urn('target') }) }),
    finds: async (urn) => (await dropped(urn)).includes(urn('edge')),
    not: () => ({ ...dead('edge'), 'edge.subject_urn': 'urn:another' }),
  },
  'a list lets go of what is deleted': {
    rows: (urn) => ({ link: ['link', { from_urn: urn('holder'), to_urn: urn('target') }] }),
    finds: async (urn) => {
      await remove('Task', [urn('target')]);
      return (await value('link', 'to_urn', urn('holder'), 'from_urn')) === undefined;
    },
    not: () => ({ 'link.to_urn': 'urn:another' }),
  },
  'a mutual list ends with its row, and says of what': {
    rows: (urn) => ({ link: ['link', { from_urn: urn('target'), to_urn: urn('other'), field: 'Task.blockedBy' }] }),
    finds: async (urn) => {
      const { members } = await remove('Task', [urn('target')], ['Task.blockedBy', 'Task.associatedTasks']);
      const isKept = (await value('ended_link', 'cause', urn('target'), 'urn')) === urn('target');
      return isKept && members.some(({ from, to }) => from === urn('target') && to === urn('other'));
    },
    not: () => ({ 'link.field': 'Task.associatedEntities', 'link.from_urn': 'urn:another' }),
    still: { 'link.field': 'Task.associatedTasks' },
  },
  'a mutual list is let go of as any other, and says of what': {
    rows: (urn) => ({ link: ['link', { from_urn: urn('other'), to_urn: urn('target'), field: 'Task.blockedBy' }] }),
    finds: async (urn) =>
      (await remove('Task', [urn('target')], ['Task.blockedBy', 'Task.associatedTasks'])).members.some(
        ({ from, to }) => from === urn('other') && to === urn('target'),
      ),
    not: () => ({ 'link.field': 'Task.associatedEntities', 'link.to_urn': 'urn:another' }),
    still: { 'link.field': 'Task.associatedTasks' },
  },
  'what lives in a moved row has its owner, deleted or not': {
    rows: (urn) => ({
      thread: ['message_thread', { urn: urn('thread'), group: urn('group'), owner: urn('from') }],
      post: ['thread_post', { urn: urn('post'), message_thread: urn('thread'), owner: urn('from') }],
    }),
    finds: async (urn) => {
      await moved(urn);
      const owners = [
        await value('message_thread', 'owner', urn('thread')),
        await value('thread_post', 'owner', urn('post')),
      ];
      return owners.every((owner) => owner === urn('to'));
    },
    not: () => ({ 'thread.group': 'urn:another', 'post.message_thread': 'urn:another' }),
    still: { 'thread.deleted_timestamp': past, 'post.deleted_timestamp': past },
  },
  'an edge on a moved row has its owner': {
    rows: (urn) => ({
      to: ['company', { urn: urn('to'), parent_company: urn('top') }],
      top: ['company', { urn: urn('top'), parent_company: null }],
      edge: edge(urn, { object_urn: urn('group') }),
    }),
    finds: movedEdge,
    // The owner may stand above the object's.
    not: () => ({ ...dead('edge'), 'edge.object_urn': 'urn:another', 'edge.owner': ['urn:to', 'urn:top'] }),
    still: { 'edge.to_timestamp': past },
  },
  'an edge on what lives in a moved row has its owner': {
    rows: (urn) => ({
      thread: ['message_thread', { urn: urn('thread'), group: urn('group') }],
      post: ['thread_post', { urn: urn('post'), message_thread: urn('thread') }],
      edge: edge(urn, { object_urn: urn('post') }),
    }),
    finds: movedEdge,
    not: () => ({ ...dead('edge'), 'edge.object_urn': 'urn:another', 'thread.group': 'urn:another' }),
  },
};

trials.prove(cases);
