// What goes wrong at the authorization endpoint: people see a page, and the operator reads of bugs alone.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.ts';
import { registerAuthorization } from '../../../src/oauth/authorizeRoutes.ts';

async function asked(failure: Error): Promise<{ readonly status: number; readonly logged: readonly string[] }> {
  const logged: string[] = [];
  const stream = { write: (line: string): void => void logged.push(line) };
  const server = Fastify({ logger: { level: 'error', stream } });
  registerAuthorization(server, () => {
    throw failure;
  });
  const { statusCode } = await server.inject('/oauth2/authorize?client_id=c&state=secret-state');
  await server.close();
  return { status: statusCode, logged };
}

test('A bug is logged, without what was sent', async () => {
  const { status, logged } = await asked(new Error('It broke.'));
  expect([status, logged.length]).toEqual([500, 1]);
  expect(logged[0]).toContain('It broke.');
  expect(logged[0]).not.toContain('secret-state');
});

test('A database that is away is no bug', async () => {
  expect(await asked(new ServiceError('UNAVAILABLE'))).toEqual({ status: 503, logged: [] });
});
