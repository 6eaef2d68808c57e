// The conditions of the statements about people, what they are merged with, and their work, one at a time.
import { fieldOf, resourceOf } from '../../../src/contract/resource.ts';
import { clearFlags, linkOf } from '../../../src/database/engine/exclusiveFlagStore.ts';
import { deletePersonalData, livingOf } from '../../../src/database/identity/eraseStore.ts';
import {
  firstPersonName,
  holdersOf,
  nameUnnamed,
  releaseExpired,
} from '../../../src/database/identity/identityStore.ts';
import {
  joinNotifications,
  joinVerified,
  keepPrimary,
  mergeConflicts,
  moveNotifications,
} from '../../../src/database/identity/mergeConflictStore.ts';
import { companiesConcerned, memberOf, moveColumn, raiseRows } from '../../../src/database/identity/mergeStore.ts';
import {
  crowdedTasks,
  edgesBeyond,
  edgesAmong,
  isCommentOn,
  mirrorAssociations,
  nextPlace,
  openTasks,
  ownerOfTask,
  raiseTasks,
  statusesOfProjects,
  tasksNaming,
} from '../../../src/database/work/taskStore.ts';
import { lockStages, someTasksIn, tasksIn } from '../../../src/database/work/workflowStore.ts';
import { systemViewer } from '../../../src/domain/viewer.ts';
import { readScope } from '../../../src/engine/authorize.ts';
import { sameDigest, sameDigestToo } from './builders.ts';
import { dead, future, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const move = (urn: Names) => ({ from: urn('from'), into: urn('into'), timestamp: now });
const kind = (name: string) => resourceOf(trials.database.contract, name);
const field = (name: string, of: string) => {
  const found = kind(name).fieldByName.get(of);
  if (!found) throw new Error(`${name} has no ${of}`);
  return found;
};
const task = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'task',
  { urn: urn('task'), status: 'PENDING', owner: urn('company'), ...more },
];
const link = (urn: Names, from: string, name: string, to: string): Given => [
  'link',
  { from_urn: urn(from), field: name, to_urn: urn(to) },
];
const note = (urn: Names, name: string, more: Readonly<Record<string, unknown>> = {}): Given => [
  'message_thread_notification',
  { urn: urn(name), identity: urn(name), message_thread: urn('thread'), level: 'ALL', last_read_position: 3, ...more },
];
const email = (urn: Names, of: string, more: Readonly<Record<string, unknown>> = {}): Given => [
  'email',
  { urn: urn(of), identity: urn(of), email: 'a@example.com', ...more },
];
const concerns = async (urn: Names): Promise<boolean> =>
  (await companiesConcerned(trials.database, [urn('person')])).includes(urn('company'));

const cases: Readonly<Record<string, Case>> = {
  'the first name of a person': {
    rows: (urn) => ({
      person: ['person', { urn: urn('part'), identity: urn('person') }],
      name: ['person_name', { person: urn('part'), given_name: 'Ada' }],
    }),
    finds: async (urn) => (await firstPersonName(trials.database, urn('person')))?.givenName === 'Ada',
    not: () => ({ ...dead('person'), ...dead('name'), 'person.identity': 'urn:another', 'name.person': 'urn:another' }),
  },
  'an identity without a name is named': {
    rows: (urn) => ({ person: ['identity', { urn: urn('person'), name: null }] }),
    finds: async (urn) => (await inside((t) => nameUnnamed(t, urn('person'), 'Ada', now)))?.version === '2',
    not: () => ({ ...dead('person'), 'person.name': 'Bob', 'person.urn': 'urn:another' }),
  },
  'an outside name finds its identity': {
    rows: (urn) => ({ name: ['client_identifier', { identity: urn('person'), domain: 'crm', token: sameDigest }] }),
    finds: async (urn) => (await holdersOf(trials.database, 'crm', sameDigest)).includes(urn('person')),
    not: () => ({
      ...dead('name'),
      'name.domain': 'erp',
      'name.token': ['u', sameDigestToo],
      'name.expires_timestamp': past,
    }),
    still: { 'name.expires_timestamp': future },
  },
  'an outside name that has expired is let go': {
    rows: (urn) => ({
      name: [
        'client_identifier',
        {
          urn: urn('name'),
          owner: urn('company'),
          domain: 'crm',
          token: sameDigest,
          expires_timestamp: past,
          is_released: false,
        },
      ],
    }),
    finds: async (urn) => {
      await inside((t) => releaseExpired(t, { owner: urn('company'), domain: 'crm', token: sameDigest }, now));
      return (await value('client_identifier', 'is_released', urn('name'))) === true;
    },
    not: () => ({
      ...dead('name'),
      'name.owner': 'urn:another',
      'name.domain': 'erp',
      'name.token': ['u', sameDigestToo],
      'name.expires_timestamp': [future, null],
    }),
    still: { 'name.expires_timestamp': now },
  },
  'the company that owns an identity is concerned': {
    rows: (urn) => ({ person: ['identity', { urn: urn('person'), owner: urn('company') }] }),
    finds: concerns,
    not: () => ({ 'person.urn': 'urn:another' }),
  },
  'the company of an edge is concerned': {
    rows: (urn) => ({
      edge: ['permission', { owner: urn('company'), subject_urn: urn('person'), subject_scope: 'IDENTITY' }],
    }),
    finds: concerns,
    not: () => ({ ...dead('edge'), 'edge.subject_scope': 'GROUP', 'edge.subject_urn': 'urn:another' }),
  },
  'the company of a group is concerned': {
    rows: (urn) => ({
      member: ['group_membership', { identity: urn('person'), group: urn('group'), status: 'ACTIVE' }],
      group: ['group', { urn: urn('group'), owner: urn('company') }],
    }),
    finds: concerns,
    not: () => ({ ...dead('member'), 'member.identity': 'urn:another', 'member.group': 'urn:another' }),
  },
  'the company that an identity belongs to is concerned': {
    rows: (urn) => ({ link: link(urn, 'person', 'Identity.companies', 'company') }),
    finds: concerns,
    not: () => ({ 'link.field': 'Identity.others', 'link.from_urn': 'urn:another' }),
  },
  'the company of a client is concerned': {
    rows: (urn) => ({ client: ['api_client', { identity: urn('person'), owner: urn('company'), status: 'ACTIVE' }] }),
    finds: concerns,
    not: () => ({ ...dead('client'), 'client.identity': 'urn:another' }),
  },
  'what an identity is a member of': {
    rows: (urn) => ({
      member: ['group_membership', { identity: urn('person'), group: urn('group'), status: 'PENDING_ACCEPTANCE' }],
    }),
    finds: async (urn) => (await memberOf(trials.database, [urn('person')])).some((one) => one.urn === urn('group')),
    not: () => ({ ...dead('member'), 'member.status': 'BLOCKED_BY_MEMBER', 'member.identity': 'urn:another' }),
    still: { 'member.status': 'ACTIVE' },
  },
  'the companies of an identity': {
    rows: (urn) => ({ link: link(urn, 'person', 'Identity.companies', 'company') }),
    finds: async (urn) => (await memberOf(trials.database, [urn('person')])).length === 1,
    not: () => ({ 'link.field': 'Identity.others', 'link.from_urn': 'urn:another' }),
  },
  'an edge names the other identity, where it names one': {
    rows: (urn) => ({
      edge: [
        'permission',
        { urn: urn('edge'), subject_urn: urn('from'), subject_scope: 'IDENTITY', owner: urn('company') },
      ],
    }),
    finds: async (urn) => {
      const resource = kind('Permission');
      const of = { resource, field: fieldOf(resource, 'subjectUrn') };
      await inside((t) => moveColumn(t, of, move(urn), { column: 'subject_scope', value: 'IDENTITY' }));
      return (await value('permission', 'subject_urn', urn('edge'))) === urn('into');
    },
    not: () => ({ 'edge.subject_scope': 'EVERYONE', 'edge.subject_urn': 'urn:another' }),
    still: dead('edge'),
  },
  'a living row that names the other identity is changed': {
    rows: (urn) => ({ task: task(urn, { assignee: urn('from'), updated_timestamp: past }) }),
    finds: async (urn) => {
      const of = { resource: kind('Task'), field: fieldOf(kind('Task'), 'assignee') };
      const [moved] = await inside((t) => moveColumn(t, of, move(urn)));
      return moved?.version === '2' && (await value('task', 'updated_timestamp', urn('task'))) === now;
    },
    not: () => ({ ...dead('task'), 'task.assignee': 'urn:another' }),
  },
  'a living row is raised': {
    rows: (urn) => ({ task: task(urn) }),
    finds: async (urn) => {
      const raised = await inside((t) => raiseRows(t, kind('Task'), [urn('task')], now));
      return raised.length === 1 && (await value('task', 'version', urn('task'))) === '2';
    },
    not: () => dead('task'),
  },
  'rows of both identities that meet': {
    rows: (urn) => ({
      mine: ['group_membership', { identity: urn('from'), group: urn('group'), status: 'ACTIVE' }],
      theirs: ['group_membership', { identity: urn('into'), group: urn('group'), status: 'ACTIVE' }],
    }),
    finds: async (urn) => (await inside((t) => mergeConflicts(t, 'group_membership', 'group', move(urn)))).length === 1,
    not: () => ({
      ...dead('mine'),
      ...dead('theirs'),
      'mine.group': 'urn:another',
      'mine.identity': 'urn:another',
      'theirs.identity': 'urn:another',
    }),
  },
  'an address that the other had verified is verified': {
    rows: (urn) => ({
      mine: email(urn, 'into', { is_verified: false }),
      theirs: email(urn, 'from', { is_verified: true, verified_timestamp: past }),
    }),
    finds: async (urn) => {
      await inside((t) => joinVerified(t, move(urn)));
      return (await value('email', 'version', urn('into'))) === '2';
    },
    not: () => ({
      ...dead('mine'),
      ...dead('theirs'),
      'mine.identity': 'urn:another',
      'mine.is_verified': true,
      'theirs.identity': 'urn:another',
      'theirs.email': 'b@example.com',
      'theirs.is_verified': false,
    }),
  },
  'what was primary of the other is no longer': {
    rows: (urn) => ({
      mine: email(urn, 'into', { is_primary: true }),
      theirs: email(urn, 'from', { is_primary: true }),
    }),
    finds: async (urn) => {
      const changed = await inside((t) => keepPrimary(t, 'email', move(urn)));
      return changed.length === 1 && (await value('email', 'is_primary', urn('from'))) === false;
    },
    not: () => ({
      ...dead('mine'),
      'mine.identity': 'urn:another',
      'mine.is_primary': false,
      ...{ ...dead('theirs'), 'theirs.is_primary': false, 'theirs.identity': 'urn:another' },
    }),
  },
  'a notification that both have is superfluous': {
    rows: (urn) => ({ mine: note(urn, 'into'), theirs: note(urn, 'from', { last_read_position: 9 }) }),
    finds: async (urn) =>
      (await inside((t) => joinNotifications(t, move(urn)))).length === 1 &&
      (await value('message_thread_notification', 'last_read_position', urn('into'))) === '9',
    not: () => ({
      ...dead('theirs'),
      'theirs.message_thread': 'urn:another',
      'mine.identity': 'urn:another',
      'theirs.identity': 'urn:another',
      'theirs.last_read_position': 2,
    }),
  },
  'a notification of the other that was deleted is deleted anew': {
    rows: (urn) => ({ mine: note(urn, 'into'), theirs: note(urn, 'from', { deleted_timestamp: past }) }),
    finds: async (urn) => {
      await inside((t) => joinNotifications(t, move(urn)));
      return (await value('message_thread_notification', 'deleted_timestamp', urn('from'))) === now;
    },
    not: () => ({ 'theirs.deleted_timestamp': null, 'theirs.message_thread': 'urn:another' }),
  },
  'a thread that either follows stays followed': {
    rows: (urn) => ({
      mine: note(urn, 'into', { is_following: false }),
      theirs: note(urn, 'from', { is_following: true }),
    }),
    finds: async (urn) => {
      await inside((t) => joinNotifications(t, move(urn)));
      return (await value('message_thread_notification', 'is_following', urn('into'))) === true;
    },
    not: () => ({ 'theirs.is_following': false, 'theirs.message_thread': 'urn:another' }),
    still: { 'mine.is_following': true },
  },
  'a notification that only the other has follows': {
    rows: (urn) => ({ theirs: note(urn, 'from'), mine: note(urn, 'into', { message_thread: urn('elsewhere') }) }),
    finds: async (urn) => (await inside((t) => moveNotifications(t, move(urn)))).some((one) => one.version === '2'),
    not: () => ({ ...dead('theirs'), 'theirs.identity': 'urn:another', 'mine.message_thread': 'urn:thread' }),
    still: { 'mine.identity': crypto.randomUUID() },
  },
  'what lives of an identity': {
    rows: (urn) => ({ email: email(urn, 'person') }),
    finds: async (urn) => (await livingOf(trials.database, kind('Email'), urn('person'))).length === 1,
    not: () => ({ ...dead('email'), 'email.identity': 'urn:another' }),
  },
  'the edges that an identity holds': {
    rows: (urn) => ({ edge: ['permission', { subject_urn: urn('person'), subject_scope: 'IDENTITY' }] }),
    finds: async (urn) => (await livingOf(trials.database, kind('Permission'), urn('person'))).length === 1,
    not: () => ({ ...dead('edge'), 'edge.subject_scope': 'GROUP', 'edge.subject_urn': 'urn:another' }),
  },
  'how an erased identity signs in is forgotten': {
    rows: (urn) => ({ account: ['sign_in_account', { identity: urn('person'), tenant: urn('company') }] }),
    finds: async (urn) => {
      await inside((t) => deletePersonalData(t, urn('person')));
      return (await trials.database.query({ text: 'SELECT 1 FROM sign_in_account', values: [] })).length === 0;
    },
    not: () => ({ 'account.identity': 'urn:another' }),
  },
  'the flag is taken from the others': {
    rows: (urn) => ({ email: email(urn, 'person', { is_primary: true }) }),
    finds: async (urn) =>
      (
        await inside((t) =>
          clearFlags(
            t,
            kind('Email'),
            { mark: field('Email', 'isPrimary'), parent: field('Email', 'identity') },
            { parent: urn('person'), except: urn('this'), timestamp: now },
          ),
        )
      )[0]?.version === '2',
    not: () => ({
      ...dead('email'),
      'email.identity': 'urn:another',
      'email.is_primary': false,
      'email.urn': 'urn:this',
    }),
  },
  'the link of a living row': {
    rows: (urn) => ({ email: email(urn, 'person') }),
    finds: async (urn) =>
      (await linkOf(trials.database, kind('Email'), field('Email', 'identity'), urn('person'))) === urn('person'),
    not: () => ({ ...dead('email'), 'email.urn': 'urn:another' }),
  },
  'the owner of a task': {
    rows: (urn) => ({ task: task(urn) }),
    finds: async (urn) => (await ownerOfTask(trials.database, urn('task'))) === urn('company'),
    not: () => ({ 'task.urn': 'urn:another' }),
    still: { 'task.deleted_timestamp': past },
  },
  'a task that is not done': {
    rows: (urn) => ({ task: task(urn) }),
    finds: async (urn) => (await openTasks(trials.database, [urn('task')])).length === 1,
    not: () => ({ ...dead('task'), 'task.status': ['COMPLETED', 'CLOSED'] }),
    still: { 'task.status': 'BLOCKED' },
  },
  'the edges beyond a task, however far': {
    rows: (urn) => ({
      near: link(urn, 'task', 'Task.blockedBy', 'next'),
      far: link(urn, 'next', 'Task.blockedBy', 'last'),
    }),
    finds: async (urn) => (await edgesBeyond(trials.database, [urn('task')])).length === 2,
    not: () => ({
      'near.field': 'Task.associatedTasks',
      'far.field': 'Task.associatedTasks',
      'far.from_urn': 'urn:another',
    }),
  },
  'an edge among tasks': {
    rows: (urn) => ({ edge: link(urn, 'task', 'Task.blockedBy', 'other') }),
    finds: async (urn) => (await edgesAmong(trials.database, [urn('task'), urn('other')])).length === 1,
    not: () => ({
      'edge.field': 'Task.associatedTasks',
      'edge.from_urn': 'urn:another',
      'edge.to_urn': 'urn:another',
    }),
  },
  'the other half of an association is removed': {
    rows: (urn) => ({ edge: link(urn, 'other', 'Task.associatedTasks', 'task') }),
    finds: async (urn) => {
      await inside((t) => mirrorAssociations(t, { added: [], removed: [{ task: urn('task'), other: urn('other') }] }));
      return (await trials.database.query({ text: 'SELECT 1 FROM link', values: [] })).length === 0;
    },
    not: () => ({ 'edge.field': 'Task.blockedBy', 'edge.from_urn': 'urn:another', 'edge.to_urn': 'urn:another' }),
  },
  'links that are no edges crowd no task': {
    rows: (urn) => ({
      one: link(urn, 'task', 'Task.associatedEntities', 'a'),
      two: link(urn, 'task', 'Task.associatedEntities', 'b'),
    }),
    finds: async (urn) =>
      (await crowdedTasks(trials.database, [urn('task')], { blockers: 1, associations: 1 })).length === 0,
    not: () => ({}),
  },
  'a task with more blockers than it may have': {
    rows: (urn) => ({ one: link(urn, 'task', 'Task.blockedBy', 'a'), two: link(urn, 'task', 'Task.blockedBy', 'b') }),
    finds: async (urn) =>
      (await crowdedTasks(trials.database, [urn('task')], { blockers: 1, associations: 5 })).length === 1,
    not: () => ({ 'two.field': ['Task.associatedTasks', 'Task.associatedEntities'], 'two.from_urn': 'urn:another' }),
  },
  'a task that blocks more than it may': {
    rows: (urn) => ({ one: link(urn, 'a', 'Task.blockedBy', 'task'), two: link(urn, 'b', 'Task.blockedBy', 'task') }),
    finds: async (urn) =>
      (await crowdedTasks(trials.database, [urn('task')], { blockers: 1, associations: 1 })).length === 1,
    not: () => ({ 'two.field': 'Task.associatedTasks', 'two.to_urn': 'urn:another' }),
  },
  'a task with as many associations as it may have and one more': {
    rows: (urn) => ({
      one: link(urn, 'task', 'Task.associatedTasks', 'a'),
      two: link(urn, 'task', 'Task.associatedTasks', 'b'),
    }),
    finds: async (urn) =>
      (await crowdedTasks(trials.database, [urn('task')], { blockers: 5, associations: 1 })).length === 1,
    not: () => ({ 'two.field': 'Task.blockedBy' }),
  },
  'a living task is raised': {
    rows: (urn) => ({ task: task(urn) }),
    finds: async (urn) => (await inside((t) => raiseTasks(t, [urn('task')], now)))[0]?.version === '2',
    not: () => ({ ...dead('task'), 'task.urn': 'urn:another' }),
  },
  'tasks that are raised come in the order of their urns': {
    rows: (urn) =>
      Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, task(urn, { urn: urn(name) })])),
    finds: async (urn) => {
      const urns = ['a', 'b', 'c', 'd', 'e', 'f'].map(urn);
      const raised = (await inside((t) => raiseTasks(t, urns, now))).map((one) => one.urn);
      return raised.length === 6 && raised.join() === urns.toSorted().join();
    },
    not: () => dead('c'),
  },
  'the status of a project': {
    rows: (urn) => ({ project: ['project', { urn: urn('project'), status: 'ACTIVE' }] }),
    finds: async (urn) =>
      (await inside((t) => statusesOfProjects(t, [urn('project')]))).get(urn('project')) === 'ACTIVE',
    not: () => ({ ...dead('project'), 'project.urn': 'urn:another' }),
  },
  'the tasks of a stage': {
    rows: (urn) => ({ task: task(urn, { workflow_stage: urn('stage') }) }),
    finds: async (urn) => (await tasksIn(trials.database, [urn('stage')])) === 1,
    not: () => ({ ...dead('task'), 'task.workflow_stage': 'urn:another' }),
  },
  'some of the tasks of a stage': {
    rows: (urn) => ({ task: task(urn, { workflow_stage: urn('stage') }) }),
    finds: async (urn) =>
      (await someTasksIn(trials.database, readScope(systemViewer, kind('Task')), kind('Task'), [urn('stage')]))
        .length === 1,
    not: () => ({ ...dead('task'), 'task.workflow_stage': 'urn:another' }),
  },
  'the stages of a workflow': {
    rows: (urn) => ({ stage: ['workflow_stage', { workflow: urn('flow') }] }),
    finds: async (urn) => (await inside((t) => lockStages(t, urn('flow')))).length === 1,
    not: () => ({ ...dead('stage'), 'stage.workflow': 'urn:another' }),
  },
  'the next place in a log': {
    rows: (urn) => ({ line: ['task_log', { task: urn('task'), created_timestamp: now, sort_order: 3 }] }),
    finds: async (urn) => (await nextPlace(trials.database, urn('task'), now)) === 4,
    not: () => ({ 'line.task': 'urn:another', 'line.created_timestamp': past }),
  },
  'a comment on a task': {
    rows: (urn) => ({ line: ['task_log', { urn: urn('line'), task: urn('task'), activity: 'COMMENT_ADDED' }] }),
    finds: (urn) => isCommentOn(trials.database, urn('line'), urn('task')),
    not: () => ({ ...dead('line'), 'line.task': 'urn:another', 'line.activity': 'CREATED', 'line.urn': 'urn:another' }),
  },
  'the tasks of a project': {
    rows: (urn) => ({ task: task(urn, { project: urn('project') }) }),
    finds: async (urn) => (await tasksNaming(trials.database, 'project', urn('project'))).length === 1,
    not: () => ({ ...dead('task'), 'task.project': 'urn:another' }),
  },
};

trials.prove(cases);
