// Many subscribers of the same thing with the same token cost as much as one: an event is authorized, executed and
// serialized once. Statements and executions are counted, never time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announce } from '../../src/database/engine/triggerStore.ts';
import { openCrowd, type Crowd } from '../support/crowd.ts';
import { scrape } from '../support/metrics.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { entity, eventually, rename } from '../support/webhooks.ts';

let service: TestService;
let tenant: Tenant;
let page: string;

beforeAll(async () => {
  service = await startService({ METRICS_PORT: '0' });
  tenant = await service.tenant();
  page = await entity(tenant);
});
afterAll(() => service.close());

const query = `subscription ($urns: [ID!]) {
  events(targetUrns: $urns) { cursor event changedFields target { ... on Entity { urn name owner { name } } } }
}`;

async function crowd(size: number, token = tenant.token): Promise<Crowd> {
  const made = await openCrowd({ url: service.url, token, query, variables: { urns: [page] }, size });
  await eventually(figure('commonplace_subscribers'), (count) => count === size);
  return made;
}

const figure = (name: string) => async (): Promise<number> => (await scrape(service.metricsUrl)).value(name) ?? 0;
const answers = figure('commonplace_subscription_answers_total');
const sent = figure('commonplace_subscription_events_sent_total');

// The cost of delivering an event: resolving the caller, its permission, and the payload. Statements of the write
// itself and of background work have other forms.
const costs: Readonly<Record<string, RegExp>> = {
  viewer: /caller AS|^(?!.*answer\$).*access_epoch/s,
  decision: /^SELECT e\."n" FROM .* JOIN "entity" t ON t\."urn" = e\."target_urn"/s,
  // The target with its owner.
  target: /answer\$/,
};

/** The cost of delivering one event to all of these, in statements by purpose, answers and messages. */
async function costOf(...crowds: readonly Crowd[]): Promise<Record<string, number>> {
  const before = { answers: await answers(), sent: await sent() };
  const received = crowds.map((one) => one.until(one.count() + one.size));
  const from = service.statements.length;
  // Written past the API: only the delivery resolves the caller.
  await service.services.database.transaction((transaction) =>
    announce(transaction, { urn: null, type: 'SYSTEM' }, [
      {
        owner: tenant.company,
        subject: 'ENTITY',
        event: 'UPDATE',
        targetUrn: page,
        targetVersion: '2',
        changedFields: ['name'],
        timestamp: new Date().toISOString(),
      },
    ]),
  );
  await Promise.all(received);
  const seen = service.statements.slice(from);
  const counted = Object.entries(costs).map(([name, form]) => [name, seen.filter((text) => form.test(text)).length]);
  return {
    // Pairs of a name and a number.
    ...(Object.fromEntries(counted) as Record<string, number>),
    answers: (await answers()) - before.answers,
    sent: (await sent()) - before.sent,
  };
}

test('200 sockets share one permission decision, one execution and one text per event', async () => {
  const alone = await crowd(1);
  const one = await costOf(alone);
  expect(one).toEqual({ viewer: 1, decision: 1, target: 1, answers: 1, sent: 1 });
  alone.close();
  await eventually(figure('commonplace_subscribers'), (count) => count === 0);
  const many = await crowd(200);
  expect(await costOf(many)).toEqual({ ...one, sent: 200 });
  // All receive exactly the same text.
  await rename(tenant, page, 'Renamed');
  await many.until(400);
  const first = many.heardBy(0);
  expect(first).toHaveLength(2);
  expect(JSON.parse(first[1] ?? '').data.events).toMatchObject({
    event: 'UPDATE',
    changedFields: ['name', 'updatedTimestamp'],
    target: { urn: page, name: 'Renamed', owner: { name: 'Tenant' } },
  });
  for (let at = 1; at < 200; at += 1) expect(many.heardBy(at)).toEqual(first);
  many.close();
});

test('another token is authorized separately', async () => {
  await eventually(figure('commonplace_subscribers'), (count) => count === 0);
  const made = await tenant.rest('POST', '/n/v1/apiclient', {
    body: { owner: tenant.company, name: 'Other', accessLevel: 'COMPANY' },
  });
  const token = await tenant.rest('POST', '/n/v1/apiclientbearertoken', {
    body: { apiClient: made.body.urn, expirationTimestamp: new Date(Date.now() + 3_600_000).toISOString() },
  });
  const address = { url: service.url, query, variables: { urns: [page] }, size: 2 };
  const mine = await crowd(2);
  const theirs = await openCrowd({ ...address, token: token.body.bearerToken });
  await eventually(figure('commonplace_subscribers'), (count) => count === 4);
  const { viewer, ...cost } = await costOf(mine, theirs);
  expect(cost).toEqual({ decision: 2, target: 2, answers: 2, sent: 4 });
  // Callers resolved concurrently share the statement.
  expect(viewer).toBeLessThanOrEqual(2);
  mine.close();
  theirs.close();
});
