// The conditions of the queue of rows that are indexed after their commit, one at a time.
import { membershipsNaming } from '../../../src/database/search/searchIndexStore.ts';
import {
  areRowsQueued,
  countQueuedRows,
  indexQueuedRows,
  queueNamedBy,
  queueRows,
} from '../../../src/database/search/searchRowQueue.ts';
import { mayFill } from '../../../src/database/search/searchQueueStore.ts';
import { owned } from './builders.ts';
import type { More } from './queueRows.ts';
import { past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const task = (urn: Names, name: string): Given => ['task', owned(urn, name, { title: 'Paint' })];
const queued = (urn: Names, name: string, more: More = {}): Given => [
  'search_row_queue',
  { kind: 'Task', urn: urn(name), tenant: urn('company'), ...more },
];
const member = (urn: Names, name: string): Given => [
  'group_membership',
  owned(urn, name, { identity: urn(`person of ${name}`), group: urn('group'), status: 'ACTIVE' }),
];
const documentOf = (urn: Names, name: string): Promise<unknown> => value('search_document', 'urn', urn(name));
const waits = async (urn: Names, name: string): Promise<boolean> =>
  (await value('search_row_queue', 'id', urn(name))) !== undefined;
const index = (urn: Names) => indexQueuedRows(trials.database, urn('company'));

const cases: Readonly<Record<string, Case>> = {
  'a row that waits': {
    rows: (urn) => ({ task: task(urn, 'task'), wait: queued(urn, 'task') }),
    finds: async (urn) => {
      const [is, any] = [
        await areRowsQueued(trials.database, urn('company')),
        await areRowsQueued(trials.database, null),
      ];
      const count = async (tenant: string | null): Promise<number> => countQueuedRows(trials.database, tenant);
      return is && any && (await count(urn('company'))) === 1 && (await count(null)) === 0;
    },
    not: () => ({ 'wait.tenant': 'urn:another' }),
    still: { 'wait.is_naming': true },
  },
  'it is indexed, and waits no more': {
    rows: (urn) => ({
      task: task(urn, 'task'),
      wait: queued(urn, 'task'),
      other: queued(urn, 'else', { tenant: urn('other') }),
    }),
    finds: async (urn) => {
      // Not while another process indexes.
      const held = await inside(async (other) => {
        await mayFill(other);
        return index(urn);
      });
      const { indexed } = await index(urn);
      const isDone = (await documentOf(urn, 'task')) === urn('task') && !(await waits(urn, 'task'));
      return held.isElsewhere && held.indexed === 0 && indexed === 1 && isDone && (await waits(urn, 'else'));
    },
    not: () => ({
      'task.deleted_timestamp': past,
      'wait.kind': 'Group',
      'wait.tenant': 'urn:another',
      'other.tenant': 'urn:company',
    }),
  },
  'one that somebody is writing is left, and the others are not': {
    rows: (urn) => ({
      task: task(urn, 'task'),
      busy: task(urn, 'busy'),
      wait: queued(urn, 'task'),
      left: queued(urn, 'busy'),
    }),
    finds: async (urn) => {
      const { indexed } = await inside(async (writer) => {
        await writer.query({ text: 'SELECT 1 FROM task WHERE urn = $1 FOR NO KEY UPDATE', values: [urn('busy')] });
        return index(urn);
      });
      const isDone = (await documentOf(urn, 'task')) === urn('task');
      const isLeft = (await documentOf(urn, 'busy')) === undefined && (await waits(urn, 'busy'));
      await index(urn);
      return indexed === 1 && isDone && isLeft && (await documentOf(urn, 'busy')) === urn('busy');
    },
    not: () => ({ 'busy.deleted_timestamp': past, 'task.urn': 'urn:another' }),
  },
  'memberships are indexed by what names them, and what somebody is writing waits by itself': {
    rows: (urn) => ({
      one: member(urn, 'one'),
      busy: member(urn, 'busy'),
      wait: queued(urn, 'group', { kind: 'GroupMembership', is_naming: true }),
    }),
    finds: async (urn) => {
      await inside(async (writer) => {
        const text = 'SELECT 1 FROM group_membership WHERE urn = $1 FOR NO KEY UPDATE';
        await writer.query({ text, values: [urn('busy')] });
        return index(urn);
      });
      const isOne = (await documentOf(urn, 'one')) === urn('one') && (await documentOf(urn, 'busy')) === undefined;
      return isOne && !(await waits(urn, 'group')) && (await waits(urn, 'busy'));
    },
    not: () => ({
      'one.group': 'urn:another',
      'one.deleted_timestamp': past,
      'busy.group': 'urn:another',
      'wait.is_naming': false,
    }),
  },
  'those beyond the last that was indexed, in their order': {
    rows: (urn) => ({ one: member(urn, 'one'), two: member(urn, 'two'), three: member(urn, 'three') }),
    finds: async (urn) => {
      const urns = [urn('one'), urn('two'), urn('three')].sort();
      const [first, second] = urns;
      const next = (after: string | null, limit: number) =>
        membershipsNaming(trials.database, [urn('group')], { after, limit });
      const pages = [await next(null, 2), await next(String(second), 2)];
      return pages.join(' ') === `${String(first)},${String(second)} ${String(urns[2])}`;
    },
    not: () => ({ 'one.group': 'urn:another' }),
  },
  'rows are queued with their tenant': {
    rows: (urn) => ({ task: task(urn, 'task'), other: task(urn, 'other') }),
    finds: async (urn) => {
      await inside(async (t) => queueRows(t, 'Task', [urn('task')]));
      const [tenant, is] = [await value('search_row_queue', 'tenant', urn('task')), await waits(urn, 'other')];
      return tenant === urn('company') && !is;
    },
    not: () => ({ 'task.tenant': 'urn:another' }),
  },
  'what names others is queued once, for all of them': {
    rows: (urn) => ({
      group: ['group', owned(urn, 'group')],
      person: ['identity', owned(urn, 'person', { type: 'PERSON' })],
    }),
    finds: async (urn) => {
      await inside(async (t) => queueNamedBy(t, [urn('group'), urn('person')]));
      const found = await Promise.all(
        ['group', 'person'].map((one) => value('search_row_queue', 'is_naming', urn(one))),
      );
      return found.join() === 'true,true' && (await countQueuedRows(trials.database, urn('company'))) === 2;
    },
    not: () => ({ 'group.urn': 'urn:another', 'person.urn': 'urn:another' }),
  },
};

trials.prove(cases);
