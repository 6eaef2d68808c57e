// A draft is changed in one statement as long as nothing of its page is due: what is due is carried out first. By the database's
// clock, which stands still here, in a process that carries nothing out by itself.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { page, sql, text } from '../support/content.ts';
import { stopClock } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

const now = new Date();
const later = new Date(now.getTime() + 86_400_000).toISOString();

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({ ROLE: 'web' }, { way: (url) => stopClock(url, now.toISOString()) });
  tenant = await service.tenant();
});
afterAll(() => service.close());

async function change(item: unknown, value: string): Promise<string> {
  const { status, body } = await tenant.rest('PATCH', `/n/v1/textitem/${String(item)}`, { body: { value } });
  expect([status, body.value]).toEqual([200, value]);
  return String(body.urn);
}

test.each([
  ['publish_timestamp', { publishTimestamp: later }],
  ['unpublish_timestamp', { unpublishTimestamp: later }],
])('The %s of a page, one millisecond before it, at it, and one after it', async (column, plan) => {
  const ways: string[] = [];
  for (const millis of [1, 0, -1]) {
    const path = `/due-${crypto.randomUUID()}`;
    const { urn } = await page(tenant, path, { status: 'PUBLISH', texts: [text('Live')], ...plan });
    const [item] = await sql(service, 'SELECT urn FROM item WHERE entity = $1 ORDER BY is_published DESC LIMIT 1', [
      urn,
    ]);
    const draft = await change(item?.['urn'], 'One');
    await sql(service, `UPDATE entity SET ${column} = $1 WHERE urn = $2`, [new Date(now.getTime() + millis), urn]);
    const from = service.statements.length;
    await change(draft, 'Two');
    const sent = service.statements.slice(from);
    if (sent.length === 1) ways.push('at once');
    else if (sent.some((one) => one.includes('UPDATE "entity" t SET "status"'))) ways.push('after what is due');
  }
  expect(ways).toEqual(['at once', 'after what is due', 'after what is due']);
});
