// The outcomes of deliveries are written many at once: each that was in time, none that was not, and all of them where the database
// fails for a while. Resource reference 9.5.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { claim, type Claimed } from '../../src/database/events/claimStore.ts';
import type { Observation } from '../../src/domain/observation.ts';
import { createLedger, type Entry, type Ledger } from '../../src/webhooks/ledger.ts';
import { makeBacklog, placeAll } from '../support/backlog.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { apiClient, subscribe } from '../support/webhooks.ts';

let service: TestService;
let tenant: Tenant;
let client: string;

beforeAll(async () => {
  // The service claims nothing: what is claimed here is recorded here.
  service = await startService({}, { webhookOptions: { inFlight: 0, pollMillis: 3_600_000 } });
  tenant = await service.tenant();
  client = (await apiClient(tenant)).urn;
});
afterAll(() => service.close());

/** So many deliveries of one subscription, claimed. */
async function claimed(count: number): Promise<readonly Claimed[]> {
  const { database } = service.services;
  const subscription = await subscribe(tenant, client, 'https://receiver.example.com/', { event: 'UPDATE' });
  const targets = Array.from({ length: count }, () => crypto.randomUUID());
  await withClient(service.databaseUrl, (pg) =>
    makeBacklog(pg, { subscription, owner: tenant.company, count, targets }),
  );
  await placeAll(database);
  const limits = { subscriptions: 1, perSubscription: count, leaseSeconds: 60, minuteSeconds: 60, lateSeconds: 1 };
  // The service may be looking at the subscription itself.
  return vi.waitFor(async () => {
    const taken = await claim(database, [subscription], limits, count);
    expect(taken).toHaveLength(count);
    return taken;
  }, 20_000);
}

/** Its last attempt, as it failed. */
const exhausted = ({ urn, attempt, step, subscription }: Claimed): Entry => ({
  completion: {
    urn,
    attempt,
    step,
    status: 'FAILED',
    discardReason: null,
    waitSeconds: null,
    bodyDigest: null,
    record: {
      number: attempt,
      startedTimestamp: new Date().toISOString(),
      durationMillis: 1,
      responseStatus: 500,
      errorCode: 'STATUS',
      responseExcerpt: null,
      isManual: false,
      ownHeaders: null,
    },
  },
  health: {
    subscription: subscription.urn,
    failures: 1,
    hasSucceeded: false,
    isOverloaded: false,
    testPassed: false,
  },
  disable: null,
});

/** A ledger, with what it observes, and how often it reports and has written. */
function ledger(onReport: () => void = () => undefined): {
  readonly ledger: Ledger;
  readonly seen: Observation[];
  readonly count: { reported: number; written: number };
} {
  const seen: Observation[] = [];
  const count = { reported: 0, written: 0 };
  const made = createLedger({
    services: service.services,
    health: { slowSeconds: 300, failingSeconds: 432_000, failingAttempts: 20 },
    observe: (one) => seen.push(one),
    report: () => {
      count.reported += 1;
      onReport();
    },
    onWritten: () => (count.written += 1),
  });
  return { ledger: made, seen, count };
}

const statusOf = async ({ urn }: Claimed): Promise<unknown> =>
  (await tenant.rest('GET', `/n/v1/webhookdelivery/${urn}`)).body.status;

test('What was given up is counted once it is written, and what comes too late is not', async () => {
  const [one, two] = await claimed(2);
  if (!one || !two) return expect.fail('nothing was claimed');
  const { ledger: of, seen, count } = ledger();
  const late = exhausted(two);
  of.record([exhausted(one), { ...late, completion: { ...late.completion, attempt: two.attempt + 1 } }]);
  await of.settled();
  expect([await statusOf(one), await statusOf(two)]).toEqual(['FAILED', 'IN_FLIGHT']);
  expect(seen).toEqual([{ kind: 'DELIVERIES_EXHAUSTED', count: 1 }]);
  expect(count).toEqual({ reported: 0, written: 1 });
  // The same outcome once more is too late, too.
  of.record([exhausted(one)]);
  await of.settled();
  expect([seen.length, count.written]).toEqual([1, 2]);
});

test('What cannot be written is reported and tried again, five times one after the other, and then with what comes next', async () => {
  const [one, two] = await claimed(2);
  if (!one || !two) return expect.fail('nothing was claimed');
  const run = (text: string): Promise<unknown> => withClient(service.databaseUrl, (pg) => pg.query(text));
  const [away, back] = [
    'ALTER TABLE "webhook_attempt" RENAME TO "hidden_attempt"',
    'ALTER TABLE "hidden_attempt" RENAME TO "webhook_attempt"',
  ];
  const mended: Promise<unknown>[] = [];
  const first = ledger(() => {
    // It is there again once the second attempt has failed.
    if (first.count.reported === 2) mended.push(run(back));
  });
  await run(away);
  first.ledger.record([exhausted(one)]);
  await first.ledger.settled();
  await Promise.all(mended);
  expect([await statusOf(one), first.count.written]).toEqual(['FAILED', 1]);
  expect(first.count.reported).toBeLessThan(5);

  const second = ledger();
  await run(away);
  second.ledger.record([exhausted(two)]);
  await second.ledger.settled();
  expect(second.count).toEqual({ reported: 5, written: 0 });
  await run(back);
  // Nothing is lost of what could not be written.
  second.ledger.record([exhausted(one)]);
  await second.ledger.settled();
  expect([await statusOf(two), second.count.written]).toEqual(['FAILED', 1]);
});
