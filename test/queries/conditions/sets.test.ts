// The conditions of the statements of many writes at once: which of them have to be done alone, and what the others find, one at a time.
import { subjectsAmong } from '../../../src/database/access/accessStore.ts';
import { referredAmong } from '../../../src/database/content/publicationStore.ts';
import { mirrorAssociations, tasksWithEdges, waitingTasks } from '../../../src/database/work/taskStore.ts';
import { stageStates } from '../../../src/database/work/workflowStore.ts';
import { dead, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside } = trials;

const link = (urn: Names, from: string, field: string, to: string): Given => [
  'link',
  { from_urn: urn(from), field, to_urn: urn(to) },
];

const task = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'task',
  { urn: urn('task'), status: 'PENDING', ...more },
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
  'the other halves of associations stand at the end of a list, in their order': {
    rows: (urn) => ({
      task: task(urn),
      second: task(urn, { urn: urn('second') }),
      edge: link(urn, 'other', 'Task.associatedTasks', 'first'),
    }),
    finds: async (urn) => {
      const added = ['second', 'task'].map((name) => ({ task: urn(name), other: urn('other') }));
      await inside((t) => mirrorAssociations(t, { added, removed: [] }));
      const text = 'SELECT to_urn FROM link WHERE from_urn = $1 ORDER BY position';
      const found = await trials.database.query({ text, values: [urn('other')] });
      return found.map((row) => row['to_urn']).join() === ['first', 'second', 'task'].map(urn).join();
    },
    not: () => ({ 'edge.from_urn': 'urn:another' }),
  },
  'a stage to enter': {
    rows: (urn) => ({ stage: ['workflow_stage', { urn: urn('stage') }] }),
    finds: async (urn) => (await stageStates(trials.database, [urn('stage')])).get(urn('stage'))?.lives === true,
    not: () => ({ ...dead('stage'), 'stage.urn': 'urn:another' }),
  },
  'how many tasks a stage holds, and the last rank of it': {
    rows: (urn) => ({
      stage: ['workflow_stage', { urn: urn('stage'), task_limit: 9 }],
      task: task(urn, { workflow_stage: urn('stage'), rank: 'a1' }),
      gone: task(urn, { urn: urn('gone'), workflow_stage: urn('stage'), rank: 'a2', deleted_timestamp: past }),
    }),
    finds: async (urn) => {
      const found = (await stageStates(trials.database, [urn('stage')])).get(urn('stage'));
      return found?.tasks === 1 && found.lastRank === 'a2';
    },
    not: () => ({
      ...dead('task'),
      'task.workflow_stage': 'urn:another',
      'gone.workflow_stage': 'urn:another',
      'gone.rank': 'a0',
      'stage.task_limit': null,
    }),
  },
  'where a stage allows a task to go on to': {
    rows: (urn) => ({
      stage: ['workflow_stage', { urn: urn('stage') }],
      next: link(urn, 'stage', 'WorkflowStage.allowedNext', 'next'),
    }),
    finds: async (urn) =>
      (await stageStates(trials.database, [urn('stage')])).get(urn('stage'))?.allowedNext.join() === urn('next'),
    not: () => ({ 'next.from_urn': 'urn:another', 'next.field': 'WorkflowStage.others' }),
  },
  'that something is granted a permission': {
    rows: (urn) => ({ edge: ['permission', { subject_urn: urn('group') }] }),
    finds: async (urn) => (await subjectsAmong(trials.database, [urn('group')])).has(urn('group')),
    not: () => ({ ...dead('edge'), 'edge.subject_urn': 'urn:another' }),
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
