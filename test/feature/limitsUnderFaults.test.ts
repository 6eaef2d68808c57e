// Request limits one by one, and when counting fails: no caller gets a 500 for it, and a broken count affects only its own caller.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createRequestLimiter } from '../../src/actions/access/requestLimiter.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import type { Admission } from '../../src/domain/requestLimits.ts';
import { anonymousViewer, type Viewer } from '../../src/domain/viewer.ts';
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

describe('a caller that is counted in two limits', () => {
  const clientOf = (tenantUrn: string, requestsPerMinute: number): Viewer => ({
    ...anonymousViewer,
    kind: 'CLIENT',
    clientUrn: crypto.randomUUID(),
    tenantUrn,
    requestsPerMinute,
  });

  test('and is refused by one of them counts in none', async () => {
    const limiter = createRequestLimiter(service.services.database, { ...settings, burst: 3, perOwner: 3 }, vi.fn());
    const tenantUrn = crypto.randomUUID();
    const [narrow, other] = [clientOf(tenantUrn, 1), clientOf(tenantUrn, 3)];
    const codes = [];
    for (const viewer of [narrow, narrow, narrow, narrow, other, other, other])
      codes.push((await limiter.admit(viewer, '')).refusal?.code ?? null);
    const refused = 'RATE_LIMITED';
    expect(codes).toEqual([null, refused, refused, refused, null, null, refused]);
    await limiter.stop();
  });

  test('waits for the one that takes longer', async () => {
    const limiter = createRequestLimiter(service.services.database, { ...settings, burst: 1, perOwner: 1 }, vi.fn());
    const viewer = clientOf(crypto.randomUUID(), 10);
    expect((await limiter.admit(viewer, '')).refusal).toBeNull();
    // Six seconds for its own burst, and a minute for that of its tenant.
    expect((await limiter.admit(viewer, '')).refusal?.extras.retryAfterSeconds).toBeGreaterThan(20);
    await limiter.stop();
  });

  test('is told both, its burst to the next whole number; a person is counted in its own alone', async () => {
    const limiter = createRequestLimiter(service.services.database, settings, vi.fn());
    const client = clientOf(crypto.randomUUID(), 1_005);
    const person: Viewer = { ...client, clientUrn: null, identityUrn: crypto.randomUUID(), requestsPerMinute: null };
    const told = async (viewer: Viewer): Promise<unknown[]> =>
      (await limiter.admit(viewer, '')).policies().map(({ name, limit }) => [name, limit]);
    expect(await told(client)).toEqual([
      ['requests', 1_005],
      ['burst', 101],
      ['owner', 1_000],
    ]);
    expect(await told(person)).toEqual([
      ['requests', 20],
      ['burst', 20],
    ]);
    await limiter.stop();
  });

  test('is told when its burst is whole again, and what its operations may still cost, before any was counted here', async () => {
    const [limiter, elsewhere] = [1, 2].map(() => createRequestLimiter(service.services.database, settings, vi.fn()));
    const viewer = clientOf(crypto.randomUUID(), 10);
    const [admission, there] = [await limiter?.admit(viewer, ''), await elsewhere?.admit(viewer, '')];
    await there?.chargeCost(4_000);
    await elsewhere?.stop();
    const burst = admission?.policies().find(({ name }) => name === 'burst');
    // One of ten a minute is missing, or two.
    expect([burst?.limit, burst?.windowSeconds]).toEqual([10, 60]);
    expect(burst?.resetSeconds).toBeLessThanOrEqual(12);
    expect(await admission?.state()).toMatchObject({ costLimit: 10_000, costRemaining: 6_000 });
    await limiter?.stop();
  });
});

describe('while the count cannot be written', () => {
  test.each([
    ['the other', ['broken', 'a']],
    ['the others', ['broken', 'a', 'b']],
  ])('one caller whose count fails does not affect %s counted with it', async (_, addresses) => {
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
      addresses.map(async (address) => {
        const admission = await limiter.admit(anonymousViewer, address).catch((error: unknown) => error);
        if (admission instanceof ServiceError) return admission;
        return (admission as Admission).refusal;
      }),
    );
    expect(admitted.map((one) => one?.code ?? null)).toEqual(['UNAVAILABLE', ...addresses.slice(1).map(() => null)]);
    expect(report).toHaveBeenCalledTimes(1);
    await limiter.stop();
  });
});
