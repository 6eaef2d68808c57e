// Query plans for the service's statements: generic, except where the values matter.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  Parameters,
  prepared,
  preparedByValue,
  unprepared,
  type Statement,
} from '../../src/database/connection/statement.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('reads get a generic plan, lists and pages of long lists a plan for their values', async () => {
  const text = `SELECT current_setting('plan_cache_mode') AS mode`;
  const modeOf = async (statement: Statement): Promise<unknown> =>
    (await service.services.database.query(statement))[0]?.['mode'];
  expect(await modeOf(prepared(text, new Parameters()))).toBe('force_generic_plan');
  expect(await modeOf(preparedByValue(text, new Parameters()))).toBe('auto');
  expect(await modeOf(unprepared(text, new Parameters()))).toBe('auto');
});

test('no additional connection is used for that', async () => {
  const { database } = service.services;
  const text = 'SELECT pg_sleep(0.05)';
  const many = Array.from({ length: 12 }, () => [prepared(text, new Parameters()), unprepared(text, new Parameters())]);
  await Promise.all(many.flat().map((statement) => database.query(statement)));
  // DATABASE_POOL of the test service.
  expect(database.pools().find(({ name }) => name === 'read')?.open).toBe(4);
});
