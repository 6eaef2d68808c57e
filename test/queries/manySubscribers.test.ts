// Many who follow the same thing with the same token cost what one does: an event is decided, executed and put into words
// once. Statements and executions are counted, never time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announce } from '../../src/database/triggerStore.ts';
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

// What telling an event costs: who asks, whether it may know, and what it asked for. What the write itself and the
// background read has other forms.
const costs: Readonly<Record<string, RegExp>> = {
  viewer: /caller AS/,
  decision: /^SELECT t\."urn" FROM "entity" t WHERE t\."urn" = ANY\(/,
  target: /^SELECT .*"\$seesDrafts".* FROM "entity" t WHERE t\."urn" = ANY\(/s,
  owner: /^SELECT .* FROM "company" t WHERE t\."urn" = ANY\(/s,
};

/** The cost of telling one event to all of these, in statements by purpose, answers and messages. */
async function costOf(...crowds: readonly Crowd[]): Promise<Record<string, number>> {
  const before = { answers: await answers(), sent: await sent() };
  const told = crowds.map((one) => one.until(one.count() + one.size));
  const from = service.statements.length;
  // Written past the API: nothing but the telling asks who the caller is.
  await service.services.database.transaction((transaction) =>
    announce(transaction, [
      {
        owner: tenant.company,
        subject: 'ENTITY',
        event: 'UPDATE',
        targetUrn: page,
        targetVersion: '2',
        changedFields: ['name'],
        actor: { urn: null, type: 'SYSTEM' },
        timestamp: new Date().toISOString(),
      },
    ]),
  );
  await Promise.all(told);
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
  expect(one).toEqual({ viewer: 1, decision: 1, target: 1, owner: 1, answers: 1, sent: 1 });
  alone.close();
  await eventually(figure('commonplace_subscribers'), (count) => count === 0);
  const many = await crowd(200);
  expect(await costOf(many)).toEqual({ ...one, sent: 200 });
  // All are told the same, to the letter.
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

test('another token is decided for itself', async () => {
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
  expect(await costOf(mine, theirs)).toEqual({ viewer: 2, decision: 2, target: 2, owner: 2, answers: 2, sent: 4 });
  mine.close();
  theirs.close();
});
