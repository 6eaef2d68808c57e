// The number of SQL statements of a write: few, because they run one after the other while the entity is locked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

const purposes: Readonly<Record<string, RegExp>> = {
  caller: /caller AS|access_epoch/,
  lock: /FOR NO KEY UPDATE/,
  write: /^WITH (changed|input|written) AS/,
  announce: /INSERT INTO "webhook_trigger"/,
  status: /AS "hasDrafts"/,
  search: /live_part AS|search_/,
  read: /^SELECT '/,
  // The publisher and the sequencer, which run on a schedule.
  background: /SKIP LOCKED|min\(due\)|"?event_log"?|last_sequence|INSERT INTO "setting"|last_used_timestamp/,
};

/** The statements of the work by their purpose, without those in the background and those of the search index. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const from = service.statements.length;
  await work();
  return service.statements
    .slice(from)
    .map((text) => {
      const found = ['background', 'search', ...Object.keys(purposes)].find((name) => purposes[name]?.test(text));
      return found ?? text;
    })
    .filter((purpose) => purpose !== 'background' && purpose !== 'search');
}

async function page(path: string, count: number): Promise<{ urn: string; items: string[] }> {
  const urn = crypto.randomUUID();
  const texts = Array.from({ length: count }, (_, at) => ({ name: 'text', sortOrder: at, value: 'One' }));
  const body = { urn, owner: tenant.company, name: 'Page', path, language: 'en', status: 'PUBLISH', texts };
  const made = await tenant.rest('POST', '/n/v1/entity', { body });
  expect(made.status).toBe(201);
  return { urn, items: made.body.texts.map((text: { urn: string }) => text.urn) };
}

const patch = (item: string, value: string) => async (): Promise<void> => {
  const answer = await tenant.rest('PATCH', `/n/v1/textitem/${item}?fields=value`, { body: { value } });
  expect([answer.status, answer.body.value]).toEqual([200, value]);
};

test('of a changed item: the locks, the value with its history, the event, and the answer', async () => {
  const { items } = await page('/patched', 3);
  const item = String(items[0]);
  // The first change of what is published also makes the entity one with drafts.
  await patch(item, 'Two')();
  const expected = ['caller', 'lock', 'lock', 'write', 'announce', 'read'];
  expect(await statementsOf(patch(item, 'Three'))).toEqual(expected);
});

test('are as many for an item of a page of 60 as for one of a page of 3', async () => {
  const small = await page('/small', 3);
  const large = await page('/large', 60);
  const ofSmall = await statementsOf(patch(String(small.items[1]), 'Two'));
  expect(await statementsOf(patch(String(large.items[1]), 'Two'))).toEqual(ofSmall);
});

test('of a change that is refused or changes nothing: no write', async () => {
  const { items } = await page('/same', 1);
  const item = String(items[0]);
  await patch(item, 'Two')();
  expect(await statementsOf(patch(item, 'Two'))).not.toContain('write');
  const refused = await statementsOf(() =>
    tenant.rest('PATCH', `/n/v1/textitem/${item}`, { body: { value: 'Three' }, headers: { 'if-match': '"1"' } }),
  );
  expect(refused).not.toContain('write');
});
