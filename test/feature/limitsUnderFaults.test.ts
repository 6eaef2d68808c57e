// Request limits when counting fails: no caller gets a 500 for it, and a broken count affects only its own caller.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createRequestLimiter } from '../../src/actions/access/requestLimiter.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import type { Admission } from '../../src/domain/requestLimits.ts';
import { anonymousViewer } from '../../src/domain/viewer.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

const settings = { burst: 100, perOwner: 1_000, perAddress: 20, costPerRequest: 200 };

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({ RATE_LIMITS: '1', RATE_PER_ADDRESS: '20' });
  tenant = await service.tenant();
});
afterAll(() => service.close());

describe('a figure that cannot be counted', () => {
  test.each([
    ['a fraction given for a page size', { query: 'query ($n: Int) { companies(first: $n) { totalCount } }', n: 1.5 }],
    ['a number beyond Int', { query: 'query ($n: Int) { companies(first: $n) { totalCount } }', n: 4e10 }],
    ['a page size that is no number', { query: 'query ($n: Int) { companies(first: $n) { totalCount } }', n: 'x' }],
    ['a list for a page size', { query: 'query ($n: Int) { companies(first: $n) { totalCount } }', n: [1] }],
    ['a negative page size', { query: 'query ($n: Int) { companies(first: $n) { totalCount } }', n: -5 }],
  ])(
    '%s is refused with its own error, and the next operations of the same token are served',
    async (_, { query, n }) => {
      for (let at = 0; at < 10; at += 1) {
        const refused = await tenant.graph(query, { n });
        expect(refused.errors?.[0]?.extensions['code']).toMatch(/^(BAD_REQUEST|INVALID_PARAMETER|QUERY_TOO_COMPLEX)$/);
        const served = await tenant.graph(
          '{ clientContext { rateLimit { costRemaining } } companies(first: 1) { totalCount } }',
        );
        expect(served.errors).toBeUndefined();
        expect(Number.isInteger(served.data.clientContext.rateLimit.costRemaining)).toBe(true);
      }
    },
  );

  test('never reaches the count that others share', async () => {
    const report = vi.fn();
    const limiter = createRequestLimiter(service.services.database, settings, report);
    const [broken, sound] = await Promise.all([
      limiter
        .admit(anonymousViewer, 'one')
        .then((admission) => admission.chargeCost(1.5))
        .catch((error: unknown) => error),
      limiter
        .admit(anonymousViewer, 'two')
        .then((admission) => admission.chargeCost(1))
        .catch((error: unknown) => error),
    ]);
    expect(broken).toBeInstanceOf(RangeError);
    expect(sound).toBeUndefined();
    expect(report).not.toHaveBeenCalled();
    await limiter.stop();
  });
});

describe('while the count cannot be written', () => {
  test('one caller whose count fails does not affect the others counted with it', async () => {
    const { database } = service.services;
    const report = vi.fn();
    // Fails for one key, as a corrupt row would.
    const failing = {
      ...database,
      query: async (statement: Parameters<typeof database.query>[0]) => {
        if (JSON.stringify(statement.values).includes('requests broken')) throw new Error('broken');
        return database.query(statement);
      },
    };
    const limiter = createRequestLimiter(failing, settings, report);
    const admitted = await Promise.all(
      ['broken', 'a', 'b'].map(async (address) => {
        const admission = await limiter.admit(anonymousViewer, address).catch((error: unknown) => error);
        if (admission instanceof ServiceError) return admission;
        return (admission as Admission).refusal;
      }),
    );
    expect(admitted.map((one) => one?.code ?? null)).toEqual(['UNAVAILABLE', null, null]);
    expect(report).toHaveBeenCalledTimes(1);
    await limiter.stop();
  });
});
