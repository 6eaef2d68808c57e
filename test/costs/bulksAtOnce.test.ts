// Many large bulks at once: each is answered, and none waits for another one until its time is over. Resource reference 1.9.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulksOf, statuses } from '../support/bulk.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

const bulks = 16;
const operations = 100;

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({ RATE_LIMITS: '1' });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const { send, entity } = bulksOf(() => tenant);

test.for(['ATOMIC', 'INDEPENDENT'] as const)(
  '16 bulks of 100 creates, each into a page of its own, are all answered (%s)',
  async (mode, { annotate }) => {
    const pages = await Promise.all(
      Array.from({ length: bulks }, async () => {
        const urn = crypto.randomUUID();
        const made = await tenant.rest('POST', '/n/v1/entity', { body: { ...entity(urn, 'Page'), path: `/${urn}` } });
        expect(made.status, made.text).toBe(201);
        return urn;
      }),
    );
    const began = performance.now();
    const took: number[] = [];
    const answers = await Promise.all(
      pages.map(async (page) => {
        const texts = Array.from({ length: operations }, (_, at) => ({
          method: 'POST',
          path: '/n/v1/textitem',
          body: { entity: page, name: 'text', sortOrder: at, value: `Text ${String(at)}` },
        }));
        const answer = await send(mode, texts);
        took.push(performance.now() - began);
        return answer;
      }),
    );
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(200);
      expect(new Set(statuses(answer))).toEqual(new Set([201]));
    }
    const millis = took.map((one) => String(Math.round(one))).join(', ');
    await annotate(`${String(bulks)} bulks were answered after ${millis} ms.`);
  },
);
