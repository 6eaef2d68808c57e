// A statement whose rows exceed any possible answer: it is refused with a code, and its connection serves the next one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ DATABASE_POOL: '1' });
});
afterAll(() => service.close());

const megabytes = (count: number) => ({
  text: `SELECT repeat('x', 1000000) AS x FROM generate_series(1, ${String(count)})`,
  values: [],
});

test('rows beyond the bound are never buffered, and the connection stays usable', async () => {
  const { database } = service.services;
  await expect(database.query(megabytes(200))).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE', status: 400 });
  expect(await database.query(megabytes(2))).toHaveLength(2);
  await expect(database.transaction((transaction) => transaction.query(megabytes(200)))).rejects.toMatchObject({
    code: 'RESULT_TOO_LARGE',
  });
  expect(await database.transaction((transaction) => transaction.query(megabytes(1)))).toHaveLength(1);
});

test('one request reads 32 MiB of rows in all, also side by side, and the next one reads its own', async () => {
  const { database } = service.services;
  const request = database.within(20_000);
  expect(await request.query(megabytes(20))).toHaveLength(20);
  await expect(request.query(megabytes(20))).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
  const together = database.within(20_000);
  const answers = await Promise.allSettled([1, 2, 3].map(() => together.query(megabytes(15))));
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(await database.within(20_000).query(megabytes(30))).toHaveLength(30);
});
