// Writes the office of the demo at work: a workflow, a project with its tasks and comments, and one open invoice.
import { newUrn } from '../domain/urn.ts';
import { type DemoWriter, homeUrn, inDays } from './demoWriter.ts';
import { stages, tasks, type DemoTask } from './tasks.ts';
import type { PageUrns } from './writeArticles.ts';
import type { IdentityUrns } from './writePeople.ts';

/** What the demo wrote before. */
export interface Office {
  readonly owner: string;
  readonly people: IdentityUrns;
  readonly articles: PageUrns;
}

/** Urns of the tasks by key. */
export type TaskUrns = ReadonlyMap<string, string>;

/** The workflow, the project and its tasks. */
export async function writeWork(writer: DemoWriter, office: Office): Promise<TaskUrns> {
  const { owner, people } = office;
  const stageUrns = new Map(stages.map(({ name }) => [name, newUrn()]));
  const workflow = newUrn();
  await writer.create('Workflow', {
    urn: workflow,
    owner,
    name: 'An issue',
    isDefault: true,
    stages: stages.map((stage, at) => ({ urn: stageUrns.get(stage.name), order: at + 1, ...stage })),
  });
  const project = newUrn();
  await writer.create('Project', {
    urn: project,
    owner,
    name: 'Winter issue',
    description: 'Thirty-two pages about being late, at the post office in time for the holidays.',
    lead: people.get('ines'),
    workflow,
    startTimestamp: inDays(-28),
    dueTimestamp: inDays(24),
  });
  const urns = new Map(tasks.map(({ key }) => [key, newUrn()]));
  for (const task of tasks) await writeTask(writer, office, { task, project, stageUrns, urns });
  return urns;
}

interface Board {
  readonly task: DemoTask;
  readonly project: string;
  readonly stageUrns: ReadonlyMap<string, string>;
  readonly urns: ReadonlyMap<string, string>;
}

async function writeTask(writer: DemoWriter, { owner, people, articles }: Office, board: Board): Promise<void> {
  const { task, project, stageUrns, urns } = board;
  const urn = urns.get(task.key);
  const page = task.article ? articles.get(`${task.article} en`) : homeUrn;
  await writer.create('Task', {
    urn,
    owner,
    title: task.title,
    description: task.description,
    project,
    workflowStage: stageUrns.get(task.stage),
    status: stages.find(({ name }) => name === task.stage)?.taskStatus,
    assignee: task.assignee === null ? null : people.get(task.assignee),
    priority: task.priority,
    dueTimestamp: inDays(task.due),
    associatedIdentities: [],
    associatedEntities: task.article || task.key === 'arabic' ? [page] : [],
    associatedCompanies: [],
    associatedTasks: [],
    blockedBy: task.blockedBy.map((key) => urns.get(key)),
    blocking: [],
  });
  for (const comment of task.comments ?? []) {
    await writer.create('TaskLog', { task: urn, activity: 'COMMENT_ADDED', comment });
  }
}

/** One invoice, waiting to be paid; gives its urn. */
export async function writeInvoice(writer: DemoWriter, { owner, people }: Office): Promise<string> {
  const urn = newUrn();
  await writer.create('PaymentInvoice', {
    urn,
    owner,
    number: 'CR-0001',
    customerIdentity: people.get('bookshop'),
    currencyCode: 'EUR',
    reference: 'Order of forty copies',
    dueTimestamp: inDays(14),
    lines: [
      {
        description: 'The Commonplace Reader, autumn issue',
        quantity: '40',
        unitPriceUnitValue: 650,
        taxRatePercent: '4',
      },
      { description: 'Postage', quantity: '1', unitPriceUnitValue: 1490, taxRatePercent: '22' },
    ],
  });
  await writer.change('PaymentInvoice', urn, { status: 'OPEN' });
  return urn;
}
