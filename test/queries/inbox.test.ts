// The own inbox is one statement on both faces, and says what it says field by field.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beside, isAtOnce } from '../support/bothPlans.ts';
import { createClient, type Client } from '../support/client.ts';
import { community, type Person } from '../support/community.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let plain: Awaited<ReturnType<TestService['another']>>;
let people: readonly Person[];

beforeAll(async () => {
  service = await startService();
  plain = await service.another({ hasTextPlan: false });
  const town = await community(service);
  people = [await town.person('Anna'), await town.person('Bert'), await town.person('Cleo')];
  const [anna, bert] = people as [Person, Person];
  const group = await town.group();
  await town.join(group, anna, bert);
  for (let at = 0; at < 4; at += 1) {
    const messageThread = await town.make('messagethread', { group, name: `Thread ${String(at)}` });
    const mentions = at % 2 === 0 ? [bert.identity] : [];
    if (at > 0) await town.make('threadpost', { messageThread, content: 'Hello', mentions }, anna);
  }
});
afterAll(async () => {
  await plain.close();
  await service.close();
});

const notifications =
  'nodes { urn notificationCount mentionCount level messageThread { name } } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount totalCountIsEstimate';
const query = `query ($all: Boolean!, $first: Int, $last: Int, $after: String) { inbox { __typename url identity { name } unreadThreadCount mentions: unreadMentionCount
  notifications(all: $all, first: $first, last: $last, after: $after) { ${notifications} } } }`;

async function alike(
  who: Client & { readonly token: string | null },
  ask: (client: Client) => Promise<unknown>,
): Promise<unknown> {
  const shown = (answer: unknown, url: string): unknown =>
    JSON.parse(JSON.stringify(answer).replaceAll(url, 'https://service')) as unknown;
  const byField = shown(await ask(createClient(plain.url, who.token)), plain.url);
  await ask(who);
  const from = service.statements.length;
  expect(shown(await ask(who), service.url)).toEqual(byField);
  const sent = service.statements.slice(from).filter((one) => !beside.test(one));
  expect(sent.map(isAtOnce)).toEqual([true]);
  return byField;
}

test('in the graph, with all that is in it, and from a cursor on', async () => {
  const [anna, bert, cleo] = people as [Person, Person, Person];
  const counts = (answer: unknown): unknown => {
    const { inbox } = answer as { inbox: Record<string, unknown> };
    return [inbox['unreadThreadCount'], inbox['mentions']];
  };
  for (const variables of [{ all: false }, { all: true }, { all: true, first: 2 }, { all: false, last: 1 }]) {
    expect(counts(await alike(bert, (client) => client.data(query, variables)))).toEqual([3, 1]);
    expect(counts(await alike(cleo, (client) => client.data(query, variables)))).toEqual([0, 0]);
    await alike(anna, (client) => client.data(query, variables));
  }
  const { inbox } = await bert.data(query, { all: false, first: 1 });
  const after: unknown = inbox.notifications.pageInfo.endCursor;
  await alike(bert, (client) => client.data(query, { all: false, first: 5, after }));
});

test('over REST, with all that is in it, and from a cursor on', async () => {
  const bert = people[1] as Person;
  const path = '/n/v1/identitynotificationinbox';
  const first = await bert.rest('GET', `${path}?limit=1`);
  const after = encodeURIComponent(String(first.body.pagination.after));
  for (const parameters of ['', '?all=true', '?limit=1', `?after=${after}`, '?fields=level,messageThread'])
    await alike(bert, async (client) => {
      const { status, body } = await client.rest('GET', `${path}${parameters}`);
      expect(status).toBe(200);
      return body as unknown;
    });
  expect(first.body).toMatchObject({ unreadThreadCount: 3, unreadMentionCount: 1 });
});
