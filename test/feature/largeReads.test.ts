// Requests that read much are answered few at a time, and nothing more is read for a caller that left.
import { EventEmitter } from 'node:events';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase, type Database } from '../../src/database/connection/database.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { startService, type TestService } from '../support/service.ts';

/** What is read of a response: whether it is closed, and when its end was handed over. */
class Response extends EventEmitter {
  closed = false;

  end(): void {
    this.emit('prefinish');
  }

  leave(): void {
    this.closed = true;
    this.emit('close');
  }
}

describe('the database of requests', () => {
  let holder: TestDatabase;
  let database: Database;
  let sent: string[];

  beforeAll(async () => {
    holder = await createDatabase();
  });
  afterAll(() => holder.drop());

  const bytes = (count: number, isPlannedByValue = true): Statement => ({
    text: `SELECT repeat('x', ${String(count)}) AS x`,
    values: [],
    isPlannedByValue,
  });
  const large = bytes(524_288);

  const withDatabase = async (work: () => Promise<void>): Promise<void> => {
    sent = [];
    const onStatement = ({ text }: { readonly text: string }): void => void sent.push(text);
    database = await openDatabase({ url: holder.url, contract: loadContract(), poolSize: 12, onStatement });
    try {
      await work();
    } finally {
      await database.close();
    }
  };
  const asked = (caller: string, response = new Response()) => ({
    response,
    database: database.within(60_000, { caller, response: response as never }),
  });
  const settled = (work: Promise<unknown>): { is: boolean } => {
    const state = { is: false };
    const note = (): void => void (state.is = true);
    work.then(note, note);
    return state;
  };
  const readings = ({ text }: Statement): number => sent.filter((each) => each === text).length;
  // What was sent before is answered when this is.
  const roundTrips = async (): Promise<void> => {
    for (let n = 0; n < 12; n += 1) await asked('another').database.query(bytes(n));
  };

  test.each([true, false])('answers two of a caller at a time, and what is small beside them (%s)', (isByValue) =>
    withDatabase(async () => {
      const statement = bytes(524_288, isByValue);
      const first = [1, 2].map(() => asked('one'));
      await Promise.all(first.map((each) => each.database.query(statement)));
      const rows = asked('one').database.query(statement);
      const is = settled(rows);
      await roundTrips();
      expect(is.is).toBe(false);
      // Known by now, it is not even read.
      expect(readings(statement)).toBe(2);
      // One that is answered reads on, whatever waits, and another caller reads the same.
      await first[0]?.database.query(statement);
      await asked('two').database.query(statement);
      await asked('one').database.query(bytes(500_000, isByValue));
      expect([is.is, readings(statement)]).toEqual([false, 4]);
      first[1]?.response.end();
      await rows;
      expect(readings(statement)).toBe(5);
    }),
  );

  test('keeps what was read before anybody knew, and reads no more until that is answered', () =>
    withDatabase(async () => {
      const all = Array.from({ length: 20 }, () => asked('one'));
      const answers = all.map((each) => each.database.query(large));
      const states = answers.map(settled);
      await vi.waitFor(() => expect(states.filter(({ is }) => is)).toHaveLength(2));
      // All but one of the connections for such statements are taken by what waits with its rows.
      await vi.waitFor(() => expect(readings(large)).toBe(7));
      await roundTrips();
      expect(readings(large)).toBe(7);
      for (let read = 3; read <= 20; read += 1) {
        all[states.findIndex(({ is }, index) => is && all[index]?.response.closed === false)]?.response.leave();
        await vi.waitFor(() => expect(states.filter(({ is }) => is)).toHaveLength(read));
      }
      await Promise.all(answers);
    }));

  test('refuses a request whose turn came too late with when to try again, and sends nothing', () =>
    withDatabase(async () => {
      const held = [1, 2].map(() => asked('one'));
      await Promise.all(held.map((each) => each.database.query(large)));
      let isVain = false;
      const requester = { caller: 'one', response: new Response() as never, isVain: () => isVain };
      const late = database.within(60_000, requester).query(large);
      isVain = true;
      held[0]?.response.end();
      await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE', extras: { retryAfterSeconds: 1 } });
      expect(readings(large)).toBe(2);
    }));

  test('knows by each caller and statement what it read last, and forgets what reads little again', () =>
    withDatabase(async () => {
      const growing: Statement = { text: 'SELECT repeat($1, $2) AS x', values: ['x', 524_288], isPlannedByValue: true };
      const shrunk = { ...growing, values: ['x', 10] };
      const held = [1, 2].map(() => asked('one'));
      await Promise.all(held.map((each) => each.database.query(growing)));
      const waits = asked('one').database.query(shrunk);
      const is = settled(waits);
      await asked('two').database.query(shrunk);
      await asked('one').database.query(bytes(10));
      expect(is.is).toBe(false);
      held[0]?.response.end();
      await waits;
      held.push(asked('one'));
      await asked('one').database.query(shrunk);
    }));
});

describe('a caller that leaves', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ DATABASE_POOL: '2' });
  });
  afterAll(() => service.close());

  const ask = (token: string, path: string, body?: string): ClientRequest => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = httpRequest(`${service.url}${path}`, { method: body === undefined ? 'GET' : 'POST', headers });
    sent.on('error', () => undefined);
    return sent.end(body);
  };
  // What came before is with the service when these are answered.
  const heard = async (): Promise<void> => {
    for (let n = 0; n < 3; n += 1) await fetch(`${service.url}/healthz`);
  };
  const ended = (sent: ClientRequest): Promise<void> =>
    new Promise((resolve) => sent.on('response', (response) => response.resume().on('end', resolve)));

  test.each([
    ['a list of REST', '/n/v1/tasks?limit=3', undefined],
    ['a query of the graph', '/graphql', JSON.stringify({ query: '{ tasks(first: 3) { nodes { title } } }' })],
  ])('has nothing more read for it: %s', async (_, path, body) => {
    const tenant = await service.tenant();
    const { database } = service.services;
    // From here on the caller is known, and is not looked up.
    await ended(ask(tenant.token, path, body));
    // Large requests that are not answered take the connections: nothing of what follows is sent.
    const hold = (name: string, isPlannedByValue: boolean): { readonly response: Response; rows: Promise<unknown> } => {
      const response = new Response();
      const own = database.within(60_000, { caller: `${tenant.company} ${name}`, response: response as never });
      const statement = { text: `SELECT repeat('x', 600000) AS x`, values: [], isPlannedByValue };
      return { response, rows: own.query(statement) };
    };
    const busy = ['a', 'b', 'c'].map((name) => hold(name, true));
    await Promise.all(busy.map(({ rows }) => rows));
    busy.push(hold('d', true), ...['e', 'f', 'g', 'h'].map((name) => hold(name, false)));
    const waiting = (): number => database.pools().find(({ name }) => name === 'read')?.waiting ?? 0;
    const leave = Array.from({ length: 12 }, () => ask(tenant.token, path, body));
    await heard();
    await vi.waitFor(() => expect(waiting()).toBeGreaterThan(0));
    const ofTasks = (): number => service.statements.filter((text) => text.includes('"task"')).length;
    const before = ofTasks();
    leave.forEach((sent) => sent.destroy());
    await heard();
    for (const { response, rows } of busy) {
      await rows;
      response.end();
    }
    await vi.waitFor(() => expect(waiting()).toBe(0));
    expect(ofTasks()).toBe(before);
  });
});
