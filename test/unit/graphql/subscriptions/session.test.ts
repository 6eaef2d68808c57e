// The callers behind open streams: what a step of a stream reads with.
import { expect, test } from 'vitest';
import type { Services } from '../../../../src/engine/context.ts';
import { databaseMillis } from '../../../../src/engine/requestBudget.ts';
import { createSessions } from '../../../../src/graphql/subscriptions/session.ts';

test('A step of a stream waits for the database as long as a request may, in the name of its caller', async () => {
  const bounded = {};
  const asked: unknown[] = [];
  const within = (...bounds: unknown[]): object => {
    asked.push(bounds);
    return bounded;
  };
  // What is used of the services for a caller without credentials.
  const services = { database: { within } } as unknown as Services;
  const report = (error: unknown): never => expect.fail(String(error));
  const sessions = createSessions({ services, report, streamsPerToken: 1, checkMillis: 3_600_000 });
  const session = await sessions.open({
    ...{ token: null, sessionSecret: null, csrfToken: null, intent: 'SOCKET' },
    source: { origin: null, site: null, mode: null },
  });
  expect((await session.now()).context.database).toBe(bounded);
  expect(asked).toEqual([[databaseMillis, { caller: '' }]]);
  sessions.stop();
});
