// Edges between tasks: one edge with two ends, never a cycle, announced at both ends.
import { beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../support/database.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { bareTask, helper, task } from '../support/work.ts';

let service: SharedService;
let lead: Tenant;

beforeAll(async () => {
  service = await sharedService();
  lead = await service.tenant();
});

const patch = (urn: string, body: unknown): ReturnType<Tenant['rest']> =>
  lead.rest('PATCH', `/n/v1/task/${urn}`, { body });

async function lists(urn: string): Promise<{ blockedBy: string[]; blocking: string[]; associatedTasks: string[] }> {
  const { task: read } = await lead.data(
    `query ($urn: ID!) { task(urn: $urn) { blockedBy { urn } blocking { urn } associatedTasks { urn } } }`,
    { urn },
  );
  const urns = (list: { urn: string }[]): string[] => list.map((one) => one.urn);
  return {
    blockedBy: urns(read.blockedBy),
    blocking: urns(read.blocking),
    associatedTasks: urns(read.associatedTasks),
  };
}

async function log(urn: string): Promise<string[]> {
  const { body } = await lead.rest('GET', `/n/v1/task/${urn}/logs`);
  return body.logs.map((l: { activity: string; subject: { urn: string } | null }) =>
    l.subject ? `${l.activity} ${l.subject.urn}` : l.activity,
  );
}

async function triggers(urn: string): Promise<string[]> {
  return withClient(service.databaseUrl, async (client) => {
    const { rows } = await client.query(
      'SELECT event, changed_fields, target_version FROM webhook_trigger WHERE target_urn = $1 ORDER BY position',
      [urn],
    );
    return rows.map((r) => `${String(r.target_version)} ${String(r.event)} ${r.changed_fields.join(',')}`.trim());
  });
}

describe('an edge', () => {
  test('is waited for by the writers of other edges alone: a new task without any takes no lock of the tenant', async () => {
    const locksOf = async (work: () => Promise<unknown>): Promise<number> => {
      const from = service.statements.length;
      await work();
      return service.statements.slice(from).filter((text) => text.includes('task edges')).length;
    };
    const other = await task(lead, 'Other');
    // All of its lists are sent, and empty.
    expect(await locksOf(() => task(lead, 'Alone'))).toBe(0);
    expect(await locksOf(() => task(lead, 'Behind', { blockedBy: [other] }))).toBe(1);
    // An empty list ends the edges that a task has.
    expect(await locksOf(() => patch(other, { blocking: [] }))).toBe(1);
  });

  test('is one edge seen from both ends, announced and logged at both', async () => {
    const [a, b] = [await task(lead, 'A'), await task(lead, 'B')];
    await patch(a, { blockedBy: [b] });
    expect(await lists(b)).toEqual({ blockedBy: [], blocking: [a], associatedTasks: [] });
    await patch(b, { blocking: [] });
    expect((await lists(a)).blockedBy).toEqual([]);
    expect(await triggers(a)).toEqual([
      '1 CREATE',
      expect.stringMatching(/^2 UPDATE (identityForLogs,)?blockedBy,updatedTimestamp$/),
      '3 UPDATE blockedBy,updatedTimestamp',
    ]);
    expect(await triggers(b)).toEqual([
      '1 CREATE',
      '2 UPDATE blocking,updatedTimestamp',
      '3 UPDATE blocking,updatedTimestamp',
    ]);
    expect(await log(a)).toEqual(['CREATED', `WORK_TASK_BLOCKER_ADDED ${b}`, `WORK_TASK_BLOCKER_REMOVED ${b}`]);
    expect(await log(b)).toEqual(['CREATED', `WORK_TASK_BLOCKING_ADDED ${a}`, `WORK_TASK_BLOCKING_REMOVED ${a}`]);
  });

  test('is one of at most 200 to and 200 from a task, and one of 500 associations', async () => {
    const [middle, next] = [await task(lead, 'Middle'), await task(lead, 'Next')];
    // So many others are nothing but ends of edges here: no row of theirs is looked at.
    const fill = (columns: string, field: string, count: number): Promise<unknown> =>
      withClient(service.databaseUrl, async (client) => {
        await client.query('SET session_replication_role = replica');
        await client.query(
          `INSERT INTO "link" ("tenant", ${columns}, "field", "position")
           SELECT $1, $2, gen_random_uuid(), $3, 0 FROM generate_series(1, $4)`,
          [lead.company, middle, field, count],
        );
      });
    for (const [list, path, back, columns, field, most] of [
      ['blockedBy', 'blockedby', 'blocking', '"from_urn", "to_urn"', 'Task.blockedBy', 200],
      ['blocking', 'blocking', 'blockedby', '"to_urn", "from_urn"', 'Task.blockedBy', 200],
      ['associatedTasks', 'associatedtasks', 'associatedtasks', '"from_urn", "to_urn"', 'Task.associatedTasks', 500],
    ] as const) {
      await fill(columns, field, most - 1);
      const other = await task(lead, 'Other');
      expect((await lead.rest('POST', `/n/v1/task/${middle}/${path}/${other}`)).status, list).toBe(201);
      // From either end.
      for (const edge of [`${middle}/${path}/${next}`, `${next}/${back}/${middle}`]) {
        const refused = await lead.rest('POST', `/n/v1/task/${edge}`);
        expect([refused.status, refused.body.errors], edge).toMatchObject([
          409,
          [{ path: '', code: 'TOO_MANY', related: [middle] }],
        ]);
      }
    }
  });

  test('of association has no direction and may form cycles', async () => {
    const [a, b, c] = [await task(lead, 'A'), await task(lead, 'B'), await task(lead, 'C')];
    await patch(a, { associatedTasks: [b] });
    await patch(b, { associatedTasks: [a, c] });
    expect((await patch(c, { associatedTasks: [b, a] })).status).toBe(200);
    expect((await lists(a)).associatedTasks).toEqual([b, c]);
    await patch(b, { associatedTasks: [] });
    expect([(await lists(a)).associatedTasks, (await lists(c)).associatedTasks]).toEqual([[c], [a]]);
    expect(await log(c)).toEqual([
      'CREATED',
      `WORK_TASK_ASSOCIATION_ADDED ${b}`,
      `WORK_TASK_ASSOCIATION_ADDED ${a}`,
      `WORK_TASK_ASSOCIATION_REMOVED ${b}`,
    ]);
  });

  test('that is sent again unchanged creates no new version', async () => {
    const [b, c] = [await task(lead, 'B'), await task(lead, 'C')];
    const a = await task(lead, 'A', { blockedBy: [b, c] });
    const same = await patch(a, { blockedBy: [c, b], blocking: [], associatedTasks: [] });
    expect([same.status, same.body.version]).toEqual([200, 1]);
  });

  test('cannot lead from a task to itself, nor in both directions', async () => {
    const [a, b] = [await task(lead, 'A'), await task(lead, 'B')];
    const self = await patch(a, { blockedBy: [a] });
    expect([self.status, self.body.errors[0].path, self.body.errors[0].code]).toEqual([422, '/blockedBy/0', 'CYCLE']);
    // Added alone, it says nothing of how many stand there that the caller may not read.
    await patch(a, { associatedTasks: [b] });
    const other = await helper(service, lead, [{ label: 'UPDATE', objectUrn: a, objectScope: 'TASK' }]);
    for (const [list, path] of [
      ['associatedTasks', 'associatedtasks'],
      ['blocking', 'blocking'],
      ['blockedBy', 'blockedby'],
    ] as const) {
      const added = await other.rest('POST', `/n/v1/task/${a}/${path}/${a}`);
      expect([added.status, added.body.errors], list).toMatchObject([422, [{ path: `/${list}/0`, code: 'CYCLE' }]]);
    }
    const both = await lead.rest('POST', '/n/v1/task', {
      body: { ...bareTask, title: 'C', blockedBy: [b], blocking: [a, b] },
    });
    expect([both.status, both.body.errors]).toEqual([
      422,
      [
        {
          path: '/blocking/1',
          code: 'NOT_ALLOWED_TOGETHER',
          message: 'The task cannot wait for this one and hold it up as well.',
          related: [b],
        },
      ],
    ]);
  });

  test('is deleted with either of its tasks, at both ends', async () => {
    const [b, c] = [await task(lead, 'B'), await task(lead, 'C')];
    const a = await task(lead, 'A', { blockedBy: [b], blocking: [c], associatedTasks: [c] });
    expect((await lead.rest('DELETE', `/n/v1/task/${a}`)).status).toBe(204);
    expect(await lists(b)).toEqual({ blockedBy: [], blocking: [], associatedTasks: [] });
    expect(await lists(c)).toEqual({ blockedBy: [], blocking: [], associatedTasks: [] });
    expect((await triggers(c)).at(-1)).toMatch(/^3 UPDATE (associatedTasks,blockedBy|blockedBy,associatedTasks),/);
    expect(await log(b)).toEqual(['CREATED', `WORK_TASK_BLOCKING_ADDED ${a}`, `WORK_TASK_BLOCKING_REMOVED ${a}`]);
    await lead.rest('POST', `/n/v1/task/${a}/restore`);
    expect(await lists(a)).toEqual({ blockedBy: [b], blocking: [c], associatedTasks: [c] });
    expect(await lists(c)).toEqual({ blockedBy: [a], blocking: [], associatedTasks: [a] });
    expect((await log(a)).at(-1)).toBe('RESTORED');
    expect((await log(b)).at(-1)).toBe(`WORK_TASK_BLOCKING_ADDED ${a}`);
  });
});

describe('a cycle', () => {
  test('is refused with its path, in the graph and over REST', async () => {
    const a = await task(lead, 'A');
    const b = await task(lead, 'B', { blockedBy: [a] });
    const c = await task(lead, 'C', { blockedBy: [b] });
    const refused = await patch(a, { blockedBy: [c] });
    expect([refused.status, refused.body.code]).toEqual([409, 'DEPENDENCY_CYCLE']);
    expect(refused.body.errors[0]).toMatchObject({ path: '/blockedBy', code: 'CYCLE', related: [a, c, b, a] });
    const { addTaskBlocker } = await lead.data(
      `mutation ($a: ID!, $c: ID!) { addTaskBlocker(urn: $a, blocker: $c) { task { urn } userErrors { code related } } }`,
      { a, c },
    );
    expect(addTaskBlocker).toEqual({ task: null, userErrors: [{ code: 'CYCLE', related: [a, c, b, a] }] });
    const other = await patch(c, { blocking: [a] });
    expect(other.body.errors[0]).toMatchObject({ path: '/blocking', code: 'CYCLE', related: [c, b, a, c] });
    expect((await lists(a)).blockedBy).toEqual([]);
  });

  test('of a hundred is refused', async () => {
    const first = await task(lead, '0');
    let last = first;
    for (let at = 1; at < 100; at += 1) last = await task(lead, String(at), { blockedBy: [last] });
    const refused = await patch(first, { blockedBy: [last] });
    expect(refused.status).toBe(409);
    expect(refused.body.errors[0].related).toHaveLength(101);
  });

  test('cannot be closed by two concurrent writers', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await task(lead, 'A'), await task(lead, 'B')];
      const answers = await Promise.all([patch(a, { blockedBy: [b] }), patch(b, { blockedBy: [a] })]);
      expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
      expect(answers.find((one) => one.status === 409)?.body.code).toBe('DEPENDENCY_CYCLE');
    }
  });
});

describe('one edge at a time', () => {
  test('is added and removed by its own path', async () => {
    const [a, b] = [await task(lead, 'A'), await task(lead, 'B')];
    const added = await lead.rest('POST', `/n/v1/task/${a}/blockedby/${b}`);
    expect([added.status, added.body.blockedBy.map((t: { urn: string }) => t.urn)]).toEqual([201, [b]]);
    expect((await lead.rest('POST', `/n/v1/task/${a}/blockedby/${b}`)).status).toBe(200);
    expect((await lead.rest('POST', `/n/v1/task/${b}/blockedby/${a}`)).body.code).toBe('DEPENDENCY_CYCLE');
    expect((await lead.rest('DELETE', `/n/v1/task/${b}/blocking/${a}`)).status).toBe(204);
    expect((await lists(a)).blockedBy).toEqual([]);
    expect((await lead.rest('DELETE', `/n/v1/task/${b}/blocking/${a}`)).status).toBe(404);
    for (const list of ['blockedby', 'associatedtasks'])
      expect((await lead.rest('POST', `/n/v1/task/${a}/${list}/${a}`)).body.errors[0].code).toBe('CYCLE');
    expect((await lead.rest('POST', `/n/v1/task/${a}/associatedcompanies/${lead.company}`)).status).toBe(201);
    expect((await lead.rest('POST', `/n/v1/task/${a}/associatedtasks/${b}`)).status).toBe(201);
    expect((await lists(b)).associatedTasks).toEqual([a]);
  });

  test('is never lost among many added concurrently', async () => {
    const a = await task(lead, 'A');
    const others = await Promise.all(Array.from({ length: 6 }, (_, at) => task(lead, `B${String(at)}`)));
    const answers = await Promise.all(others.map((b) => lead.rest('POST', `/n/v1/task/${a}/blockedby/${b}`)));
    expect(answers.map((one) => one.status)).toEqual(others.map(() => 201));
    expect((await lists(a)).blockedBy.sort()).toEqual(others.sort());
  });

  test('requires READ on the other end, and keeps edges that the caller may not see', async () => {
    const [secret, open, a] = [await task(lead, 'S'), await task(lead, 'O'), await task(lead, 'A')];
    await patch(a, { blockedBy: [secret], associatedTasks: [secret] });
    const before = await log(secret);
    const updater = await helper(service, lead, [
      { label: 'UPDATE', objectUrn: a, objectScope: 'TASK' },
      { label: 'READ', objectUrn: open, objectScope: 'TASK' },
    ]);
    expect((await updater.rest('POST', `/n/v1/task/${a}/blocking/${secret}`)).status).toBe(404);
    expect((await updater.rest('DELETE', `/n/v1/task/${a}/blockedby/${secret}`)).status).toBe(404);
    expect((await updater.rest('POST', `/n/v1/task/${a}/blockedby/${open}`)).status).toBe(201);
    const emptied = await updater.rest('PATCH', `/n/v1/task/${a}`, { body: { blockedBy: [] } });
    expect([emptied.status, emptied.body.blockedBy, emptied.body.openBlockerCount]).toEqual([200, [], 1]);
    await updater.rest('PATCH', `/n/v1/task/${a}`, { body: { associatedTasks: [] } });
    expect(await lists(a)).toMatchObject({ blockedBy: [secret], associatedTasks: [secret] });
    // Nor does the other end lose anything, or say so.
    expect([await lists(secret), await log(secret)]).toMatchObject([{ blocking: [a], associatedTasks: [a] }, before]);
  });
});

describe('the graph around a task', () => {
  test('holds what the caller may read, to the requested depth, on both faces', async () => {
    const a = await task(lead, 'A');
    const b = await task(lead, 'B', { blockedBy: [a] });
    const c = await task(lead, 'C', { blockedBy: [b] });
    const d = await task(lead, 'D', { blockedBy: [b, c] });
    const near = await lead.rest('GET', `/n/v1/task/${a}/dependencies?depth=1`);
    expect(near.body.nodes.map((n: { task: { urn: string }; distance: number }) => [n.task.urn, n.distance])).toEqual([
      [a, 0],
      [b, 1],
    ]);
    const { taskDependencies } = await lead.data(
      `query ($a: ID!) { taskDependencies(urn: $a, depth: 20) { nodes { distance task { urn title } } edges { task blockedBy } isTruncated } }`,
      { a },
    );
    expect(
      taskDependencies.nodes
        .map((n: { task: { title: string }; distance: number }) => n.task.title + String(n.distance))
        .sort(),
    ).toEqual(['A0', 'B1', 'C2', 'D2']);
    const pairs = taskDependencies.edges.map((e: { task: string; blockedBy: string }) => `${e.task} ${e.blockedBy}`);
    expect(pairs.sort()).toEqual([`${b} ${a}`, `${c} ${b}`, `${d} ${b}`, `${d} ${c}`].sort());

    const reader = await helper(service, lead, [
      { label: 'READ', objectUrn: a, objectScope: 'TASK' },
      { label: 'READ', objectUrn: c, objectScope: 'TASK' },
    ]);
    const seen = await reader.rest('GET', `/n/v1/task/${a}/dependencies?depth=20`);
    expect([seen.body.nodes.map((n: { task: { urn: string } }) => n.task.urn), seen.body.edges]).toEqual([[a], []]);
    for (const depth of ['0', '21', 'x']) {
      const refused = await lead.rest('GET', `/n/v1/task/${a}/dependencies?depth=${depth}`);
      expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_PARAMETER']);
    }
    expect((await reader.rest('GET', `/n/v1/task/${b}/dependencies`)).status).toBe(404);
  });

  test('holds 2,000 tasks at most, and says when there are more', async () => {
    const a = await task(lead, 'A');
    const b = await task(lead, 'B', { blockedBy: [a] });
    // The limits of edges are those of writes.
    const more = (count: number): Promise<unknown> =>
      withClient(service.databaseUrl, async (client) => {
        await client.query('SET session_replication_role = replica');
        const { rows } = await client.query(
          `INSERT INTO "task" SELECT (jsonb_populate_record(t, jsonb_build_object('urn', gen_random_uuid()))).*
             FROM "task" t, generate_series(1, $2) WHERE t."urn" = $1 RETURNING "urn"`,
          [b, count],
        );
        await client.query(
          `INSERT INTO "link" ("tenant", "from_urn", "to_urn", "field", "position")
           SELECT $1, unnest($2::uuid[]), $3, 'Task.blockedBy', 0`,
          [lead.company, rows.map((row) => row.urn), a],
        );
      });
    const around = async (): Promise<unknown> => {
      const query = 'query ($a: ID!) { taskDependencies(urn: $a) { nodes { distance } edges { task } isTruncated } }';
      const { nodes, edges, isTruncated } = (await lead.data(query, { a })).taskDependencies;
      return [nodes.length, edges.length, isTruncated];
    };
    await more(1_998);
    expect(await around()).toEqual([2_000, 1_999, false]);
    await more(1);
    expect(await around()).toEqual([2_000, 1_999, true]);
  });
});
