// Tasks of a bulk that enter stages, and new ones that wait for others, are written many at once, and everything is as if they were written
// one by one: places in stages, limits, statuses, lists of the others, logs, and what is refused. Resource reference 1.9, 5.3, 5.4.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../support/bulk.ts';
import { eventsOf, modes, patch, post, waysOf } from '../support/bulkWays.ts';
import { community, type Community } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { bareTask, made } from '../support/work.ts';

let service: TestService;
let people: Community;
let admin: Tenant;

beforeAll(async () => {
  service = await startService({ RATE_LIMITS: '1' });
  people = await community(service);
  admin = people.admin;
});
afterAll(() => service.close());

const { oneByOne, together } = waysOf(() => admin);

interface Place {
  readonly project: string;
  /** By their names: `First`, from which tasks go on to `Next` alone, which holds three, `Doing` and `Done`, which give a status. */
  readonly stages: Readonly<Record<string, string>>;
  /** The urns of the tasks by their titles. */
  tasks(): Promise<Readonly<Record<string, string>>>;
}

async function place(): Promise<Place> {
  const project = await people.make('project', { name: 'P' });
  const [first, next] = [crypto.randomUUID(), crypto.randomUUID()];
  const workflow = await made(admin, 'workflow', {
    owner: admin.company,
    name: 'W',
    stages: [
      { urn: first, name: 'First', order: 1, allowedNext: [next] },
      { urn: next, name: 'Next', order: 2, taskLimit: 3 },
      { name: 'Doing', order: 3, taskStatus: 'IN_PROGRESS' },
      { name: 'Done', order: 4, taskStatus: 'COMPLETED' },
    ],
  });
  return {
    project,
    stages: Object.fromEntries(workflow.stages.map(({ name, urn }: { name: string; urn: string }) => [name, urn])),
    async tasks() {
      const rows = await sql(service, `SELECT "urn", "title" FROM "task" WHERE "project" = '${project}'`);
      return Object.fromEntries(rows.map((row) => [String(row['title']), String(row['urn'])]));
    },
  };
}

async function stateOf({ project, stages }: Place): Promise<unknown> {
  const own = `SELECT "urn", "title" FROM "task" WHERE "project" = '${project}'`;
  const names = Object.entries(stages).map(([name, urn]) => `WHEN '${urn}' THEN '${name}'`);
  return {
    tasks: await sql(
      service,
      `SELECT "title", "status", "rank", CASE "workflow_stage" ${names.join(' ')} END AS stage, "completed_timestamp" IS NOT NULL AS done,` +
        ` "identity_for_logs" FROM "task" WHERE "project" = '${project}' ORDER BY 1`,
    ),
    lists: await sql(
      service,
      `SELECT t.title, l."field", o."title" AS other, l."position" FROM "link" l JOIN (${own}) t ON t."urn" = l."from_urn"` +
        ` JOIN (${own}) o ON o."urn" = l."to_urn" ORDER BY 1, 2, 4, 3`,
    ),
    log: await sql(
      service,
      `SELECT t.title, l."activity", l."identity", l."subject"::text = '' AS none FROM "task_log" l JOIN (${own}) t ON t."urn" = l."task"` +
        ` ORDER BY 1, l."created_timestamp", l."sort_order"`,
    ),
  };
}

describe('Tasks that enter stages many at once', () => {
  test.each(modes)('are left as single writes leave them (%s)', async (mode) => {
    const [alone, set] = [await place(), await place()];
    const task = ({ project, stages }: Place, title: string, stage: string, more: Operation = {}): Operation =>
      post('task', { ...bareTask, owner: admin.company, project, title, workflowStage: stages[stage], ...more });
    const steps: ((at: Place) => Promise<Operation[]>)[] = [
      (at) =>
        Promise.resolve([
          task(at, 'A', 'First'),
          task(at, 'B', 'Next'),
          task(at, 'C', 'Doing'),
          task(at, 'D', 'Done'),
          task(at, 'E', 'First', { priority: 'LOW' }),
          task(at, 'F', 'First'),
        ]),
      async (at) => {
        const { A, B, C, D, E } = (await at.tasks()) as Record<string, string>;
        const to = (urn: string | undefined, stage: string | null, more: Operation = {}): Operation =>
          patch('task', String(urn), { workflowStage: stage === null ? null : at.stages[stage], ...more });
        return [
          to(A, 'Next'),
          to(B, 'Next', { title: 'B' }),
          to(C, 'Done'),
          to(D, null),
          to(E, 'Next', { priority: 'HIGH' }),
        ];
      },
      async (at) => {
        const { A, C, F } = (await at.tasks()) as Record<string, string>;
        // One leaves the stage that another one enters.
        return [
          patch('task', String(F), { workflowStage: at.stages['Next'] }),
          patch('task', String(A), { workflowStage: at.stages['Doing'] }),
          patch('task', String(C), { title: 'C' }),
        ].reverse();
      },
    ];
    for (const step of steps) {
      expect(await together(mode, await step(set))).toEqual(await oneByOne(await step(alone)));
      expect(await stateOf(set)).toEqual(await stateOf(alone));
      const named = ({ project }: Place): Promise<unknown> =>
        eventsOf(service, `SELECT "urn", "title" FROM "task" WHERE "project" = '${project}'`);
      expect(await named(set)).toEqual(await named(alone));
    }
  });

  test('are refused with their reasons, the others entering', async () => {
    const run = async (write: (operations: Operation[]) => Promise<unknown[]>): Promise<unknown> => {
      const at = await place();
      const task = (title: string, stage: string, more: Operation = {}): Operation =>
        post('task', { ...bareTask, owner: admin.company, project: at.project, title, workflowStage: stage, ...more });
      const { First = '', Next = '', Doing = '', Done = '' } = at.stages;
      const answers = [
        await write([
          task('A', Next),
          task('B', Next),
          task('C', crypto.randomUUID()),
          task('D', Next),
          task('E', Next),
          task('F', First),
          task('G', Doing, { status: 'COMPLETED' }),
          task('H', First),
          task('I', First),
        ]),
      ];
      const { A, B, F, H, I } = (await at.tasks()) as Record<string, string>;
      const blocked = await people.make('task', { ...bareTask, project: at.project, title: 'J', blockedBy: [B] });
      answers.push(
        await write([
          patch('task', String(F), { workflowStage: Done }),
          patch('task', String(H), { workflowStage: Next }),
          patch('task', String(A), { workflowStage: Doing }),
          patch('task', String(I), { workflowStage: Next }),
          patch('task', blocked, { workflowStage: Done }),
          patch('task', String(B), { workflowStage: Done }),
        ]),
      );
      return [answers, await stateOf(at)];
    };
    expect(await run((operations) => together('INDEPENDENT', operations))).toEqual(await run(oneByOne));
  });
});

describe('New tasks with edges', () => {
  const task = ({ project }: Place, title: string, more: Operation): Operation =>
    post('task', { ...bareTask, owner: admin.company, project, title, ...more });
  const before = async (): Promise<Place & { readonly one: string; readonly two: string }> => {
    const at = await place();
    const one = await people.make('task', { ...bareTask, project: at.project, title: 'one' });
    const two = await people.make('task', { ...bareTask, project: at.project, title: 'two', blockedBy: [one] });
    return { ...at, one, two };
  };
  type Before = Awaited<ReturnType<typeof before>>;

  test.each(modes)('are left as single writes leave them (%s)', async (mode) => {
    const [alone, set] = [await before(), await before()];
    const operations = (at: Before): Operation[] => [
      task(at, 'A', { blockedBy: [at.one], associatedTasks: [at.two] }),
      task(at, 'B', { blockedBy: [at.one, at.two] }),
      task(at, 'C', { blocking: [at.one] }),
      task(at, 'D', {}),
      task(at, 'E', { associatedTasks: [at.two, at.one] }),
    ];
    expect(await together(mode, operations(set))).toEqual(await oneByOne(operations(alone)));
    expect(await stateOf(set)).toEqual(await stateOf(alone));
    // The others hear of it once.
    const versions = await sql(
      service,
      `SELECT "title", "version" FROM "task" WHERE "project" = '${set.project}' ORDER BY 1`,
    );
    expect(versions).toEqual([
      ...['A', 'B', 'C', 'D', 'E'].map((title) => ({ title, version: '1' })),
      { title: 'one', version: '3' },
      { title: 'two', version: '2' },
    ]);
    const events = await eventsOf(service, `SELECT "urn", "title" FROM "task" WHERE "urn" = '${set.one}'`);
    expect(events.at(-1)).toMatchObject({ event: 'UPDATE', target_version: '3' });
    expect(new Set(events.at(-1)?.['changed_fields'] as string[])).toEqual(
      new Set(['blocking', 'blockedBy', 'associatedTasks', 'updatedTimestamp']),
    );
  });

  test('are refused with their reasons, the others made', async () => {
    const run = async (write: (operations: Operation[]) => Promise<unknown[]>): Promise<unknown> => {
      const at = await before();
      const urn = crypto.randomUUID();
      const answers = [
        await write([
          task(at, 'A', { blockedBy: [at.one] }),
          task(at, 'B', { blockedBy: [at.two], blocking: [at.one] }),
          task(at, 'C', { urn, blockedBy: [urn] }),
          task(at, 'D', { blockedBy: [crypto.randomUUID()] }),
          task(at, 'E', { blockedBy: [at.one], status: 'COMPLETED' }),
          task(at, 'F', { blockedBy: [at.two] }),
        ]),
        // Only both of them together close a circle.
        await write([
          task(at, 'G', { blockedBy: [at.two] }),
          task(at, 'H', { blocking: [at.one], blockedBy: [at.two] }),
        ]),
      ];
      return [answers, await stateOf(at)];
    };
    expect(await run((operations) => together('INDEPENDENT', operations))).toEqual(await run(oneByOne));
  });
});
