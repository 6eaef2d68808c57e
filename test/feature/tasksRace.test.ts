// Concurrent writers on the same few tasks: in whatever order they run, no cycle is closed, no stage overflows, every
// edge has both its ends, and no caller gets a server error.
import { beforeAll, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made, task } from '../support/work.ts';

let service: SharedService;
let lead: Tenant;

beforeAll(async () => {
  service = await sharedService();
  lead = await service.tenant();
});

/** A small generator, so that a run can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('concurrent writers of edges, stages and statuses leave a consistent board', async () => {
  const { urn: workflow, stages } = await made(lead, 'workflow', {
    owner: lead.company,
    name: 'W',
    stages: [
      { name: 'Doing', order: 1, taskLimit: 2, taskStatus: 'IN_PROGRESS' },
      { name: 'Done', order: 2 },
    ],
  });
  const tasks = await Promise.all(Array.from({ length: 6 }, (_, at) => task(lead, `T${String(at)}`)));
  const write = (next: (below: number) => number): Promise<RestAnswer> => {
    const [one, other] = [tasks[next(6)] ?? '', tasks[next(6)] ?? ''];
    const patch = (body: unknown) => lead.rest('PATCH', `/n/v1/task/${one}`, { body });
    switch (next(8)) {
      case 0:
        return lead.rest('POST', `/n/v1/task/${one}/blockedby/${other}`);
      case 1:
        return lead.rest('DELETE', `/n/v1/task/${one}/blocking/${other}`);
      case 2:
        return lead.rest('POST', `/n/v1/task/${one}/associatedtasks/${other}`);
      case 3:
        return patch({ associatedTasks: [], blockedBy: [other] });
      case 4:
        return patch({ workflowStage: stages[next(2)].urn });
      case 5:
        return patch({ status: ['PENDING', 'COMPLETED', 'IN_PROGRESS'][next(3)] });
      case 6:
        return lead.rest('POST', '/n/v1/tasklog', { body: { task: one, activity: 'COMMENT_ADDED', comment: 'x' } });
      default:
        return lead.rest('PATCH', `/n/v1/workflow/${workflow}`, {
          body: { stages: stages.map((s: { urn: string }) => ({ urn: s.urn, order: next(9) })) },
        });
    }
  };
  const writer = async (seed: number): Promise<number[]> => {
    const next = numbers(seed);
    const statuses: number[] = [];
    for (let round = 0; round < 25; round += 1) statuses.push((await write(next)).status);
    return statuses;
  };
  const statuses = (await Promise.all([1, 2, 3, 4].map(writer))).flat();
  expect([...new Set(statuses)].filter((status) => ![200, 201, 204, 404, 409, 422].includes(status))).toEqual([]);
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(40);

  await withClient(service.databaseUrl, async (client) => {
    // Other tests use the same database.
    const own = `tenant = '${lead.company}'`;
    const count = async (sql: string): Promise<number> => Number((await client.query(sql)).rows[0].count);
    expect(
      await count(`WITH RECURSIVE way(a, b) AS (SELECT from_urn, to_urn FROM link WHERE field = 'Task.blockedBy' AND ${own}
        UNION SELECT w.a, l.to_urn FROM way w JOIN link l ON l.from_urn = w.b AND l.field = 'Task.blockedBy')
        SELECT count(*) FROM way WHERE a = b`),
    ).toBe(0);
    expect(
      await count(`SELECT count(*) FROM link l WHERE field = 'Task.associatedTasks' AND ${own} AND NOT EXISTS
        (SELECT 1 FROM link m WHERE m.field = l.field AND m.from_urn = l.to_urn AND m.to_urn = l.from_urn)`),
    ).toBe(0);
    expect(await count(`SELECT count(*) FROM task WHERE workflow_stage = '${String(stages[0].urn)}'`)).toBeLessThan(3);
    // Each version of a task was announced, once.
    expect(
      await count(`SELECT count(*) FROM task t WHERE ${own} AND (version <> (SELECT count(DISTINCT target_version) FROM webhook_trigger
        WHERE target_urn = t.urn) OR version <> (SELECT count(*) FROM webhook_trigger WHERE target_urn = t.urn))`),
    ).toBe(0);
  });
});
