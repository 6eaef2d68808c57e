// A board of 200 tasks is one statement, and a list of them over REST takes about as many as a list of one.
import { beforeAll, expect, test } from 'vitest';
import { withClient } from '../support/database.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made, task } from '../support/work.ts';

let service: SharedService;
let lead: Tenant;
let project: string;

beforeAll(async () => {
  service = await sharedService();
  lead = await service.tenant();
  project = (await made(lead, 'project', { owner: lead.company, name: 'Board' })).urn;
  const person = await made(lead, 'identity', { owner: lead.company, name: 'P' });
  const { stages } = await made(lead, 'workflow', {
    owner: lead.company,
    name: 'W',
    stages: [{ name: 'Doing', order: 1 }],
  });
  const more = { project, assignee: person.urn, workflowStage: stages[0].urn };
  const blocker = await task(lead, 'Blocker', more);
  const first = await task(lead, 'First', { ...more, blockedBy: [blocker] });
  // 198 more like the first one: what is counted is how they are read.
  await withClient(service.databaseUrl, async (client) => {
    await client.query(
      `WITH made AS (INSERT INTO resource (urn, kind) SELECT gen_random_uuid(), 'Task' FROM generate_series(1, 198) RETURNING urn),
        copied AS (INSERT INTO task SELECT (json_populate_record(t, json_build_object('urn', made.urn))).* FROM task t, made WHERE t.urn = $1 RETURNING urn)
        INSERT INTO link (from_urn, field, to_urn, position, tenant) SELECT c.urn, 'Task.blockedBy', $2, 1, t.tenant FROM copied c, task t WHERE t.urn = $2`,
      [first, blocker],
    );
  });
});

const board = `query ($project: ID!) { project(urn: $project) { name tasks(first: 200) { nodes {
  title status isBlocked openBlockerCount assignee { name } workflowStage { name } blockedBy { title }
} } } }`;

/** The number of statements on the board's tables sent while the work ran; scheduled work reads other tables. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = service.statements.length;
  await work();
  const reads = /(FROM|JOIN) "(project|task|workflow_stage|identity|link|permission)"/;
  return service.statements
    .slice(before)
    .filter((text) => reads.test(text) && !/webhook|SKIP LOCKED|\/\* search/.test(text)).length;
}

test('a board is read with one statement', async () => {
  const { project: read } = await lead.data(board, { project });
  expect(read.tasks.nodes).toHaveLength(200);
  const blocked = read.tasks.nodes.filter((t: { isBlocked: boolean }) => t.isBlocked);
  expect(blocked).toHaveLength(199);
  expect(blocked[0]).toMatchObject({
    openBlockerCount: 1,
    assignee: { name: 'P' },
    workflowStage: { name: 'Doing' },
    blockedBy: [{ title: 'Blocker' }],
  });
  const nothing = await statementsOf(() => lead.data(`{ __typename }`));
  expect((await statementsOf(() => lead.data(board, { project }))) - nothing).toBe(1);
});

test('the list of tasks over REST takes a few statements, for one as for 200', async () => {
  const page = (limit: number) => () =>
    lead.rest('GET', `/n/v1/project/${project}/tasks?limit=${String(limit)}&expand=assignee`);
  await page(1)();
  expect(await statementsOf(page(1))).toBeLessThan(4);
  // What one task blocks is too long for one statement among so many. Never one a task.
  expect(await statementsOf(page(200))).toBeLessThan(16);
});
