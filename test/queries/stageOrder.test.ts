// A page of a stage in the order of its tasks reads what it shows, and placing a task its neighbors: by the index of the stage. Rows that
// statements read are counted, never time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../../src/database/connection/statement.ts';
import { withClient } from '../support/database.ts';
import { mostReadBy } from '../support/plans.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made, task } from '../support/work.ts';

const tasks = 3_000;
let service: TestService;
let lead: Tenant;
let stage: string;
const sent: Statement[] = [];

beforeAll(async () => {
  service = await startService({}, { onStatement: (statement) => sent.push(statement as Statement) });
  lead = await service.tenant();
  const stages = [{ name: 'Open', order: 1 }];
  stage = (await made(lead, 'workflow', { owner: lead.company, name: 'W', stages })).stages[0].urn;
  const first = await task(lead, 'First', { workflowStage: stage });
  await withClient(service.databaseUrl, async (client) => {
    await client.query(
      `WITH made AS (INSERT INTO resource (urn, kind) SELECT gen_random_uuid(), 'Task' FROM generate_series(1, ${String(tasks)}) RETURNING urn),
        numbered AS (SELECT urn, row_number() OVER () AS n FROM made)
        INSERT INTO task SELECT (json_populate_record(t, json_build_object('urn', m.urn, 'rank', 'd' || lpad(m.n::text, 4, '0')))).* FROM task t, numbered m WHERE t.urn = $1`,
      [first],
    );
    await client.query('ANALYZE task');
  });
}, 120_000);
afterAll(() => service.close());

/** Most rows of tasks that a statement reads; those that insert cannot be carried out a second time. */
async function read(work: () => Promise<unknown>): Promise<number> {
  sent.length = 0;
  await work();
  return mostReadBy(
    sent.filter(({ text }) => !/\bINSERT\b/.test(text)),
    service.databaseUrl,
    'task',
  );
}

test('a page of a stage reads the tasks that it shows', async () => {
  const query = `query ($stage: ID!, $after: String) { tasks(where: { workflowStage: { eq: $stage } }, orderBy: [{ field: RANK }],
    first: 10, after: $after) { nodes { title rank } pageInfo { endCursor } } }`;
  let after: string | null = null;
  for (let at = 0; at < 2; at += 1) {
    const page = async (): Promise<void> => {
      const { tasks: found } = await lead.data(query, { stage, after });
      expect(found.nodes).toHaveLength(10);
      after = found.pageInfo.endCursor;
    };
    expect(await read(page)).toBeLessThan(50);
  }
});

test('a task that is placed, or comes last, looks at its neighbors', async () => {
  const { body } = await lead.rest('GET', `/n/v1/tasks?filter[workflowStage]=${stage}&sort=rank&limit=50`);
  const [one, , , other] = body.tasks;
  const place = async (): Promise<void> => {
    const answer = await lead.rest('POST', `/n/v1/task/${String(one.urn)}/place`, { body: { after: other.urn } });
    expect(answer.status, answer.text).toBe(200);
  };
  expect(await read(place)).toBeLessThan(20);
  const last = await task(lead, 'Last');
  const enter = async (): Promise<void> => {
    const answer = await lead.rest('PATCH', `/n/v1/task/${last}`, { body: { workflowStage: stage } });
    expect(answer.status, answer.text).toBe(200);
  };
  expect(await read(enter)).toBeLessThan(20);
});
