// What callers and subscribers see when PostgreSQL ends connections, refuses writes or stops answering: 503 with
// Retry-After, no wrong answer, no crash of the process, and no lost event.
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/connection/database.ts';
import { loadContract } from '../../src/contract/load.ts';
import { createDatabase, withClient } from '../support/database.ts';
import { logEnd } from '../support/eventLog.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';
import { task } from '../support/work.ts';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

async function service(environment: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const started = await startService(environment);
  closing.push(() => started.close());
  return started;
}

const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;

describe('connections that are terminated under load', () => {
  test('are answered 503 with Retry-After on both faces, and streams continue without gap or error', async () => {
    const running = await service();
    const tenant = await running.tenant();
    const urn = await task(tenant, 'first');
    const socket = socketClient(running.url, tenant.token);
    const heard = follow(
      socket,
      `subscription ($after: String) { events(subjects: [TASK], after: $after) { cursor changedFields owner { urn name }
        target { ... on Task { title owner { urn name } logs(first: 2) { nodes { urn } } } } } }`,
      { after: await logEnd(running.services) },
    );
    const answers = new Map<string, number>();
    const count = { done: 0, changed: 0, isOver: false };
    const writers = Array.from({ length: 12 }, (_, at) => write(tenant, urn, at, answers, count));
    await withClient(running.databaseUrl, async (client) => {
      for (let round = 1; round <= 15; round += 1) {
        // Each round ends connections that are in use again.
        await vi.waitFor(() => expect(count.done).toBeGreaterThan(round * 12), { timeout: 15_000, interval: 5 });
        await client.query(terminate);
      }
    });
    count.isOver = true;
    await Promise.all(writers);
    expect([...answers.keys()].sort()).toEqual(['200', '503 UNAVAILABLE 1']);
    // Writes answered with 503 may have been committed.
    const events = await withClient(running.databaseUrl, async (client) => {
      await vi.waitFor(
        async () => {
          const left = await client.query(`SELECT 1 FROM webhook_trigger WHERE sequence IS NULL`);
          expect(left.rowCount).toBe(0);
        },
        { timeout: 15_000 },
      );
      const sql = `SELECT '1.' || sequence AS cursor FROM webhook_trigger WHERE subject = 'TASK' AND target_urn = $1 AND event = 'UPDATE' ORDER BY sequence`;
      return (await client.query<{ cursor: string }>(sql, [urn])).rows.map((row) => row.cursor);
    });
    const received = await heard.until(events.length);
    expect(received.filter((message) => message.errors)).toEqual([]);
    expect(received.map((message) => message.events.cursor)).toEqual(events);
    await socket.dispose();
  }, 120_000);
});

// Writes over both faces in turn until stopped; a failed write is sent again immediately.
async function write(
  tenant: Tenant,
  urn: string,
  writer: number,
  answers: Map<string, number>,
  count: { done: number; isOver: boolean },
): Promise<void> {
  for (let at = 0; !count.isOver; at += 1) {
    const title = `${String(writer)} ${String(at)}`;
    const key = at % 2 === 0 ? await overRest(tenant, urn, title) : await overGraph(tenant, urn, title);
    answers.set(key, (answers.get(key) ?? 0) + 1);
    count.done += 1;
  }
}

async function overRest(tenant: Tenant, urn: string, title: string): Promise<string> {
  const answer = await tenant.rest('PATCH', `/n/v1/task/${urn}`, { body: { title } });
  if (answer.status === 200) return '200';
  return `${String(answer.status)} ${String(answer.body.code)} ${String(answer.headers.get('retry-after'))}`;
}

async function overGraph(tenant: Tenant, urn: string, title: string): Promise<string> {
  const answer = await tenant.graph(
    `mutation ($urn: ID!, $input: UpdateTaskInput!) { updateTask(urn: $urn, input: $input) { task { title } userErrors { code } } }`,
    { urn, input: { title } },
  );
  const [error] = answer.errors ?? [];
  if (!error) return answer.data.updateTask.userErrors.length === 0 ? '200' : JSON.stringify(answer.data);
  return `503 ${String(error.extensions['code'])} ${String(error.extensions['retryAfterSeconds'] ?? 1)}`;
}

describe('a read-only database', () => {
  test('serves reads on both faces, limits included, and refuses writes with 503', async () => {
    const running = await service({ RATE_LIMITS: '1' });
    const tenant = await running.tenant();
    const urn = await task(tenant, 'kept');
    await withClient(running.databaseUrl, async (client) => {
      await client.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$`,
      );
      await client.query(terminate);
    });
    const read = async (): Promise<readonly unknown[]> => {
      const rest = await tenant.rest('GET', `/n/v1/task/${urn}`);
      const graph = await tenant.graph(`query ($urn: ID!) { task(urn: $urn) { title } }`, { urn });
      return [rest.status, rest.body.title, graph.data?.task?.title];
    };
    await vi.waitFor(async () => expect(await read()).toEqual([200, 'kept', 'kept']), { timeout: 10_000 });
    const refused = await tenant.rest('PATCH', `/n/v1/task/${urn}`, { body: { title: 'lost' } });
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    // Still counted, by this process alone.
    const { headers } = await tenant.rest('GET', `/n/v1/task/${urn}`);
    const remaining = (text: string | null): number => Number(/"requests";r=(\d+)/.exec(text ?? '')?.[1]);
    const after = (await tenant.rest('GET', `/n/v1/task/${urn}`)).headers;
    expect(remaining(after.get('ratelimit'))).toBeLessThan(remaining(headers.get('ratelimit')));
    expect(await read()).toEqual([200, 'kept', 'kept']);
    await withClient(running.databaseUrl, async (client) => {
      await client.query('SET default_transaction_read_only = off');
      await client.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET default_transaction_read_only', current_database()); END $$`,
      );
    });
    // Connections that took no writes are not kept, though nobody ended them: the next ones find a server that does.
    await vi.waitFor(
      async () =>
        expect((await tenant.rest('PATCH', `/n/v1/task/${urn}`, { body: { title: 'kept on' } })).status).toBe(200),
      { timeout: 30_000, interval: 100 },
    );
  }, 60_000);
});

describe('an event whose payload cannot be read at the moment', () => {
  test.each(['socket', 'stream'])('is delivered over a %s once readable, with no database error', async (kind) => {
    const running = await service();
    const tenant = await running.tenant();
    const urn = await task(tenant, 'before');
    const query = `subscription ($after: String) { events(subjects: [TASK], after: $after) { cursor target { ... on Task { title threads(first: 1) { nodes { urn } } } } } }`;
    const variables = { after: await logEnd(running.services) };
    const read = await reader(kind, running, tenant, query, variables);
    await withClient(running.databaseUrl, async (client) => {
      // The selected payload cannot be read; what decides about the event can.
      await client.query('BEGIN; LOCK TABLE message_thread IN ACCESS EXCLUSIVE MODE');
      const changed = await tenant.rest('PATCH', `/n/v1/task/${urn}`, { body: { title: 'after' } });
      expect(changed.status).toBe(200);
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      // The read is tried, fails on its timeout, and is retried.
      for (const expected of [1, 0, 1])
        await withClient(running.databaseUrl, async (other) =>
          vi.waitFor(async () => expect((await other.query(waiting)).rowCount).toBe(expected), {
            timeout: 15_000,
            interval: 5,
          }),
        );
      await client.query('ROLLBACK');
    });
    const first = await read();
    expect(first.errors).toBeUndefined();
    expect(first.data.events.target).toEqual({ title: 'after', threads: { nodes: [] } });
    expect(first.data.events.cursor).toBe(await logEnd(running.services));
  });
});

async function reader(
  kind: string,
  running: TestService,
  tenant: Tenant,
  query: string,
  variables: Record<string, unknown>,
): Promise<() => Promise<{ data: { events: { cursor: string; target: unknown } }; errors?: unknown }>> {
  if (kind === 'stream') {
    const stream = await openStream(running.url, tenant.token, query, variables);
    closing.push(async () => stream.close());
    return async () => (await stream.next())?.data;
  }
  const socket = socketClient(running.url, tenant.token);
  closing.push(async () => socket.dispose());
  const heard = follow(socket, query, variables);
  return async () => {
    const [message] = await heard.until(1);
    return message.errors ? message : { data: message };
  };
}

describe('the time limit of one request', () => {
  test('ends single statements, many statements and transactions, and their connections are not reused', async () => {
    const database = await createDatabase();
    const opened = await openDatabase({ url: database.url, contract: loadContract(), poolSize: 2 });
    closing.push(async () => {
      await opened.close();
      await database.drop();
    });
    // What another holds is waited for, for longer than any limit here.
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    closing.push(() => holder.end());
    await holder.query('SELECT pg_advisory_lock(1)');
    const endless = { text: 'SELECT pg_advisory_xact_lock(1)', values: [] };
    const sleep = { text: `SELECT pg_sleep(0.02)`, values: [] };
    const running = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_advisory_xact_lock%' AND state = 'active'`;
    const alone = opened.within(200);
    await expect(alone.query(endless)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const many = opened.within(300);
    const one = async (): Promise<void> => {
      for (let at = 0; at < 100; at += 1) await many.query(sleep);
    };
    await expect(one()).rejects.toMatchObject({ code: expect.stringMatching(/TIMEOUT|UNAVAILABLE/) });
    const work = opened.within(200);
    const busy = work.transaction(async (transaction) => {
      await transaction.query(endless);
    });
    await expect(busy).rejects.toMatchObject({ code: 'TIMEOUT' });
    // Another request has its own time limit; the waiting connections were closed, not reused.
    const [row] = await opened.query({ text: running, values: [] });
    expect(opened.pools().map((pool) => pool.inUse)).toEqual([0, 0]);
    expect(Number(row?.['n'])).toBeLessThanOrEqual(2);
    await expect(opened.transaction(async (t) => t.query({ text: 'SELECT 1 AS one', values: [] }))).resolves.toEqual([
      { one: 1 },
    ]);
  });
});
