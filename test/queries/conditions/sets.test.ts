// The conditions of the statements that say which of many writes have to be done alone, one at a time.
import { referredAmong } from '../../../src/database/content/publicationStore.ts';
import { tasksWithEdges, waitingTasks } from '../../../src/database/work/taskStore.ts';
import { dead, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();

const link = (urn: Names, from: string, field: string, to: string): Given => [
  'link',
  { from_urn: urn(from), field, to_urn: urn(to) },
];

const cases: Readonly<Record<string, Case>> = {
  'that a task has an edge, at either end': {
    rows: (urn) => ({
      from: link(urn, 'task', 'Task.blockedBy', 'other'),
      to: link(urn, 'third', 'Task.associatedTasks', 'next'),
    }),
    finds: async (urn) => (await tasksWithEdges(trials.database, [urn('task'), urn('next')])).size === 2,
    not: () => ({
      'from.field': 'Task.associatedEntities',
      'from.from_urn': 'urn:another',
      'to.field': 'Task.associatedEntities',
      'to.to_urn': 'urn:another',
    }),
  },
  'a task that waits for one that is not done': {
    rows: (urn) => ({ edge: link(urn, 'task', 'Task.blockedBy', 'other'), other: ['task', { urn: urn('other') }] }),
    finds: async (urn) => (await waitingTasks(trials.database, [urn('task')], [urn('task')])).has(urn('task')),
    not: () => ({
      ...dead('other'),
      'other.status': ['COMPLETED', 'CLOSED'],
      'other.urn': 'urn:another',
      'edge.field': 'Task.associatedTasks',
      'edge.from_urn': 'urn:another',
    }),
    still: { 'other.status': 'BLOCKED' },
  },
  'a task that waits for one that changes with it': {
    rows: (urn) => ({
      edge: link(urn, 'task', 'Task.blockedBy', 'other'),
      other: ['task', { urn: urn('other'), status: 'COMPLETED' }],
    }),
    finds: async (urn) => (await waitingTasks(trials.database, [urn('task')], [urn('other')])).has(urn('task')),
    not: () => ({ 'other.urn': 'urn:another', 'edge.field': 'Task.associatedTasks' }),
  },
  'a page that an item of another one refers to': {
    rows: (urn) => ({
      item: ['item', { kind: 'ReferenceItem', entity: urn('page'), entity_reference: urn('other') }],
    }),
    finds: async (urn) => (await referredAmong(trials.database, [urn('page'), urn('other')])).has(urn('other')),
    not: () => ({ ...dead('item'), 'item.entity': 'urn:another', 'item.entity_reference': 'urn:another' }),
  },
};

trials.prove(cases);
