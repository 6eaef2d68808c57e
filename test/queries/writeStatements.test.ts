// The statements of each kind of write, and of a bulk: those of its transaction, BEGIN and COMMIT apart, and those around it. What
// comes after the commit (numbering, search index, webhooks) is not counted.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulksOf, statuses, type Operation } from '../support/bulk.ts';
import { community, type Community } from '../support/community.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';

let service: TestService;
let people: Community;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({});
  people = await community(service);
  tenant = people.admin;
});
afterAll(() => service.close());

const { send } = bulksOf(() => tenant);

/** What processes do on a schedule and after commits. */
const beside =
  /^\/\*|SKIP LOCKED LIMIT|min\(due\)|"?event_log"?|last_sequence|"setting"|last_used_timestamp|727279|live_part AS|(?:FROM|DELETE FROM|INSERT INTO|UPDATE) "search_(?:document|draft)|FROM "search_(?:row_)?queue"/;

/** The statements of the write, the second time that such a one is sent. */
async function sentBy(write: () => Promise<unknown>): Promise<string[]> {
  await write();
  const from = service.statements.length;
  await write();
  return service.statements.slice(from).filter((text) => !beside.test(text));
}

async function expectAtMost(most: number, write: () => Promise<unknown>): Promise<void> {
  const sent = await sentBy(write);
  expect(sent.length, sent.map((text) => text.slice(0, 200)).join('\n')).toBeLessThanOrEqual(most);
}

async function made(path: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await tenant.rest('POST', `/n/v1/${path}?fields=urn`, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.urn;
}

const page = (status = 'DRAFT_UNPUBLISHED'): Promise<string> => {
  const urn = crypto.randomUUID();
  return made('entity', { urn, owner: tenant.company, name: 'Page', path: `/${urn}`, language: 'en', status });
};

let place = 0;
const text = (entity: string, more: Operation = {}): Operation => ({
  entity,
  name: 'text',
  sortOrder: (place += 1),
  value: 'One',
  ...more,
});

test('of an item that is created, changed or deleted: at most six', async () => {
  const entity = await page();
  await expectAtMost(6, () => made('textitem', text(entity)));
  const item = await made('textitem', text(entity));
  let at = 0;
  await expectAtMost(2, async () => {
    const body = { value: String((at += 1)) };
    expect((await tenant.rest('PATCH', `/n/v1/textitem/${item}?fields=value`, { body })).body).toMatchObject(body);
  });
  const items = [await made('textitem', text(entity)), await made('textitem', text(entity))];
  await expectAtMost(6, async () => {
    expect((await tenant.rest('DELETE', `/n/v1/textitem/${String(items.pop())}`)).status).toBe(204);
  });
});

test('of a task that is created or changed: at most six', async () => {
  const task = (): Promise<string> => made('task', { ...bareTask, title: 'Task' });
  await expectAtMost(6, task);
  const urn = await task();
  let at = 0;
  await expectAtMost(6, async () => {
    const body = { title: `Task ${String((at += 1))}` };
    expect((await tenant.rest('PATCH', `/n/v1/task/${urn}?fields=title`, { body })).body).toMatchObject(body);
  });
});

test('of a post in a thread with members: at most ten', async () => {
  const group = await people.make('group', { name: 'Group' });
  await people.join(group, ...(await Promise.all(['A', 'B', 'C'].map((name) => people.person(name)))));
  const thread = await people.make('messagethread', { group, name: 'Thread' });
  await expectAtMost(10, () => made('threadpost', { messageThread: thread, content: 'Hello', mentions: [] }));
});

for (const mode of ['ATOMIC', 'INDEPENDENT'] as const) {
  test(`of a bulk of 100 items, ${mode}: at most 40 for each way`, async () => {
    const entity = await page();
    const bulk = async (status: number, operations: readonly Operation[]): Promise<string[]> => {
      const answer = await send(mode, operations);
      expect([answer.status, new Set(statuses(answer))]).toEqual([200, new Set([status])]);
      return answer.body.results.map(({ urn }: { urn: string }) => urn);
    };
    const hundred = <T>(make: (at: number) => T): T[] => Array.from({ length: 100 }, (_, at) => make(at));
    const urns: string[] = [];
    await expectAtMost(40, async () => {
      const operations = hundred(() => ({ method: 'POST', path: '/n/v1/textitem', body: text(entity) }));
      urns.push(...(await bulk(201, operations)));
    });
    await expectAtMost(40, () =>
      bulk(
        200,
        hundred((at) => ({
          method: 'PATCH',
          path: `/n/v1/textitem/${String(urns[at])}`,
          body: { value: crypto.randomUUID() },
        })),
      ),
    );
    await expectAtMost(40, () =>
      bulk(
        204,
        urns.splice(0, 100).map((urn) => ({ method: 'DELETE', path: `/n/v1/textitem/${urn}` })),
      ),
    );
  });
}
