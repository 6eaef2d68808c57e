// The edges of a process: a start while PostgreSQL is unavailable, which waits, reports why, and answers what it can; and what
// stays open after a stop, or after a start that failed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymousViewer } from '../../src/domain/viewer.ts';
import type { Services } from '../../src/engine/context.ts';
import type { RenderJob } from '../../src/rendering/renderJob.ts';
import { createRenderPool } from '../../src/rendering/renderPool.ts';
import { startApp } from '../../src/start/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { createDatabase, withClient, type TestDatabase } from '../support/database.ts';
import { openDoor, throughDoor } from '../support/databaseDoor.ts';
import { freePort } from '../support/freePort.ts';

let database: TestDatabase;
const dataDir = mkdtempSync(path.join(tmpdir(), 'commonplace-late-'));

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(databaseUrl: string, port: number, say: (line: string) => void) {
  const config = readConfig({ PORT: String(port), DATA_DIR: dataDir, DEMO: '0' });
  return startApp({ config, databaseUrl, logger: pino({ level: 'silent' }), say }, async () => undefined);
}

test('It is alive but not ready until PostgreSQL answers, and reports once what it waits for.', async () => {
  const [doorPort, port] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${String(port)}`;
  const said: string[] = [];
  const starting = start(throughDoor(database.url, doorPort), port, (line) => said.push(line));
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 10_000 });
  // A busy machine may be slow to refuse.
  expect(said[0]).toMatch(new RegExp(`ECONNREFUSED 127.0.0.1:${String(doorPort)}|timeout expired`));

  // The log line may come a moment before it listens.
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), { timeout: 10_000 });
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  const refused = await fetch(`${url}/n/v1/companies`, { headers: { Authorization: 'Bearer ccs_a_none' } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);

  const door = await openDoor(database.url, doorPort);
  const app = await starting;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(said).toHaveLength(1);
  await app.close();
  await door.close();
});

test('It does not wait for a database that does not exist, and releases its port.', async () => {
  const doorPort = await freePort();
  const door = await openDoor(database.url, doorPort);
  const port = await freePort();
  const elsewhere = new URL(throughDoor(database.url, doorPort));
  elsewhere.pathname = '/nobody_made_this_one';
  await expect(start(elsewhere.href, port, () => undefined)).rejects.toThrow(/does not exist/);
  await expect(fetch(`http://127.0.0.1:${String(port)}/healthz`)).rejects.toThrow();
  await door.close();
});

test('A database that fails at once is said where the start is waited for, and nowhere else.', async () => {
  // A name is looked up: it has failed before the start comes to wait for it.
  const environment = { HOST: 'localhost', PORT: String(await freePort()), DATA_DIR: dataDir };
  const config = readConfig({ ...environment, DEMO: '0' });
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const databaseUrl = Promise.reject<string>(new Error('the server did not come up'));
    await expect(
      startApp({ config, databaseUrl, logger: pino({ level: 'silent' }) }, async () => undefined),
    ).rejects.toThrow('the server did not come up');
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});

describe('Nothing stays open', () => {
  const job: RenderJob = {
    markdowns: [],
    // Longer than what is rendered where it is asked for.
    templates: [{ source: 'A'.repeat(40_000), mediaType: 'text/html' }],
    data: {},
    partials: {},
  };
  let before: Record<string, number>;
  const threads = { open: 0 };
  const count = (thread: Worker): void => {
    threads.open += 1;
    thread.once('exit', () => (threads.open -= 1));
  };
  beforeAll(async () => {
    // What a rendering thread runs is made once in a process.
    const pool = createRenderPool();
    await pool.render(job);
    await pool.stop();
    before = kept();
    process.on('worker', count);
  });
  afterAll(() => void process.off('worker', count));

  // Intervals that do not keep the process alive, too, by where they were begun.
  const intervals = new Map<unknown, string>();
  beforeEach(() => {
    const { setInterval: begin, clearInterval: end } = globalThis;
    vi.spyOn(globalThis, 'setInterval').mockImplementation((...work: Parameters<typeof begin>) => {
      const made = begin(...work);
      intervals.set(made, /src\/[\w/]+\.ts:\d+/.exec(new Error('begun').stack ?? '')?.[0] ?? 'elsewhere');
      return made;
    });
    vi.spyOn(globalThis, 'clearInterval').mockImplementation((made) => {
      intervals.delete(made);
      end(made);
    });
  });
  afterEach(() => intervals.clear());

  // What would keep the process alive, by its kind.
  const kept = (): Record<string, number> => {
    const all: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) all[kind] = (all[kind] ?? 0) + 1;
    delete all['Immediate'];
    return all;
  };

  /** Starts with everything that can be open, and uses it. */
  async function used(prepare: (services: Services) => Promise<void>) {
    const lines: unknown[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const [port, metrics] = [String(await freePort()), String(await freePort())];
    const environment = { HOST: '0.0.0.0', PORT: port, METRICS_PORT: metrics, DATA_DIR: dataDir };
    const config = readConfig({ ...environment, DEMO: '0' });
    const starting = startApp({ config, databaseUrl: database.url, logger }, async (services) => {
      await services.rendering.render(job);
      await prepare(services);
    });
    return { starting, lines, ports: [port, metrics] };
  }

  async function requireNothing(ports: readonly string[]): Promise<void> {
    const more = (): unknown[] => Object.entries(kept()).filter(([kind, count]) => count > (before[kind] ?? 0));
    // What runs the tests has timers of its own now and then, and a busy machine closes connections late.
    for (let looks = 0; looks < 500 && more().length > 0; looks += 1) await wait(20);
    expect(more()).toEqual([]);
    expect(threads.open).toBe(0);
    expect([...intervals.values()]).toEqual([]);
    const connections = await withClient(database.url, async (client) => {
      const others = `datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
      return (await client.query(`SELECT query FROM pg_stat_activity WHERE ${others}`)).rows as unknown[];
    });
    expect(connections).toEqual([]);
    for (const port of ports)
      await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toMatchObject({
        cause: { code: 'ECONNREFUSED' },
      });
  }

  test('of a service that has stopped: no connection, no port, no thread, no timer, and it has nothing to log.', async () => {
    const { starting, lines, ports } = await used(async () => undefined);
    const app = await starting;
    // Every address is listened on; callers are told one that leads here.
    expect(app.url).toBe(`http://localhost:${String(ports[0])}`);
    expect(threads.open).toBeGreaterThan(0);
    expect([...intervals.values()].filter((place) => place.startsWith('src/')).length).toBeGreaterThan(5);
    await app.services.limiter?.admit(anonymousViewer, '192.0.2.1');
    await app.close();
    await requireNothing(ports);
    expect(lines).toEqual([]);
  });

  test('of a start that failed.', async () => {
    const { starting, ports } = await used(() => Promise.reject(new Error('not today')));
    await expect(starting).rejects.toThrow('not today');
    await requireNothing(ports);
  });
});
