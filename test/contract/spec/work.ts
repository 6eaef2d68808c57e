// Invoices, projects, workflows and tasks, typed in from interface.md and resources.md 4.9 and section 5.
import { added, bool, crudl, currency, int32, int64, json, kept, link, links, list, oneOf, part } from './field.ts';
import { stated, str, time, uri, words } from './field.ts';
import type { SpecKind } from './field.ts';
import { taskLogActivities, taskPriorities, taskStatuses } from './enums.ts';

/** resources.md 4.9: Payment Invoice; currencyCode and lines are ignored once it is no DRAFT any more */
const paymentInvoice: SpecKind = {
  name: 'PaymentInvoice',
  path: 'paymentinvoice',
  plural: 'paymentinvoices',
  subject: null,
  verbs: crudl,
  only: { D: 'status DRAFT' },
  owner: 'direct',
  fields: [
    ...kept(),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      str('number', { req: true, max: 64 }),
      link('customerCompany', 'Company', { req: true, unless: 'customerIdentity' }),
      link('customerIdentity', 'Identity', { req: true, unless: 'customerCompany' }),
      oneOf('status', words('DRAFT OPEN PAID VOID UNCOLLECTIBLE'), { default: 'DRAFT' }),
      bool('isOverdue', { ro: true }),
      currency('currencyCode', { req: true }),
      list('lines', 'InvoiceLine', { req: true, min: 1, max: 500 }),
      int64('subtotalUnitValue', { ro: true }),
      int64('taxUnitValue', { ro: true }),
      int64('totalUnitValue', { ro: true }),
      int64('paidUnitValue', { ro: true }),
      int64('dueUnitValue', { ro: true }),
      str('formattedTotal', { ro: true }),
      time('issuedTimestamp', { ro: true }),
      // Required before OPEN, not on create.
      time('dueTimestamp'),
      time('paidTimestamp', { ro: true }),
      time('voidedTimestamp', { ro: true }),
      str('reference', { max: 255 }),
      uri('documentUrl', { max: 2048 }),
      links('threads', 'MessageThread', { ro: true }),
    ),
  ],
};

/** resources.md 5.1: Project */
const project: SpecKind = {
  name: 'Project',
  path: 'project',
  plural: 'projects',
  subject: 'PROJECT',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      // 5.1 says 1024, the general row of 1.10 says 255; the kind's own table is taken.
      str('name', { req: true, max: 1024 }),
      str('description', { max: 65536 }),
      oneOf('status', words('ACTIVE ON_HOLD COMPLETED ARCHIVED'), { default: 'ACTIVE' }),
      link('lead', 'Identity'),
      link('workflow', 'Workflow'),
      link('entity', 'Entity'),
      time('startTimestamp'),
      time('dueTimestamp', { form: 'later' }),
      json('taskCounts', { ro: true }),
    ),
  ],
};

/** resources.md 5.2: Workflow */
const workflow: SpecKind = {
  name: 'Workflow',
  path: 'workflow',
  plural: 'workflows',
  subject: 'WORKFLOW',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      // 5.2 says 1024, the general row of 1.10 says 255; the kind's own table is taken.
      str('name', { req: true, max: 1024 }),
      links('stages', 'WorkflowStage', { req: true, min: 1, max: 50, inside: true }),
      bool('isDefault'),
    ),
  ],
};

/** resources.md 5.3: Workflow Stage */
const workflowStage: SpecKind = {
  name: 'WorkflowStage',
  path: 'workflowstage',
  plural: 'workflowstages',
  subject: null,
  verbs: crudl,
  owner: 'Workflow',
  fields: [
    ...kept(),
    ...added(
      link('workflow', 'Workflow', { req: true, ign: true }),
      str('name', { req: true, max: 255 }),
      int32('order', { req: true }),
      oneOf('taskStatus', taskStatuses),
      links('allowedNext', 'WorkflowStage', { max: 50 }),
      int32('taskLimit', { form: 'positive' }),
      str('color', { form: 'color' }),
    ),
  ],
};

/** interface.md: Task; numbers of edges resources.md 1.10, additions 5.4 */
const task: SpecKind = {
  name: 'Task',
  path: 'task',
  plural: 'tasks',
  subject: 'TASK',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept({ created: 'S', updated: 'S' }),
    ...stated(
      str('title', { req: true, max: 1024 }),
      str('description', { req: true, max: 65536 }),
      link('owner', 'Company'),
      link('project', 'Project'),
      link('workflowStage', 'WorkflowStage'),
      link('assignee', 'Identity'),
      link('identityForLogs', 'Identity'),
      oneOf('priority', taskPriorities, { default: 'NONE' }),
      oneOf('status', taskStatuses, { default: 'PENDING' }),
      time('dueTimestamp', { req: true }),
      links('associatedIdentities', 'Identity', { req: true, max: 500 }),
      links('associatedEntities', 'Entity', { req: true, max: 500 }),
      links('associatedCompanies', 'Company', { req: true, max: 500 }),
      links('associatedTasks', 'Task', { req: true, max: 500 }),
      links('blockedBy', 'Task', { req: true, max: 200 }),
      links('blocking', 'Task', { req: true, max: 200 }),
    ),
    ...added(
      bool('isBlocked', { ro: true }),
      int32('openBlockerCount', { ro: true }),
      time('completedTimestamp', { ro: true }),
      str('rank', { ro: true, max: 1024, default: '' }),
      links('logs', 'TaskLog', { ro: true }),
      links('threads', 'MessageThread', { ro: true }),
    ),
  ],
};

/** resources.md 5.5: Task Log; clients make COMMENT_ADDED only, which is why comment is required of them */
const taskLog: SpecKind = {
  name: 'TaskLog',
  path: 'tasklog',
  plural: 'tasklogs',
  subject: null,
  verbs: ['C', 'R', 'U', 'L'],
  only: { C: 'activity COMMENT_ADDED', U: 'own comment, within 15 minutes' },
  owner: 'Task',
  fields: [
    ...kept(),
    ...added(
      link('task', 'Task', { req: true, ign: true }),
      link('identity', 'Identity', { ro: true }),
      oneOf('activity', taskLogActivities, { req: true, input: ['COMMENT_ADDED'] }),
      part('subject', 'TaskLogSubject', { ro: true }),
      str('fromValue', { ro: true, max: 1024 }),
      str('toValue', { ro: true, max: 1024 }),
      str('comment', { req: true, max: 65536 }),
      link('replyTo', 'TaskLog'),
      int32('sortOrder', { ro: true }),
    ),
  ],
};

/** Payment Invoice, Project, Workflow, Workflow Stage, Task and Task Log. */
export const work: readonly SpecKind[] = [paymentInvoice, project, workflow, workflowStage, task, taskLog];
