// Long answers are made step by step: whoever comes meanwhile is answered in between.
import { beforeAll, expect, test, vi } from 'vitest';
import { page, text } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;
let entity: string;

const long = 400_000;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  ({ urn: entity } = await page(tenant, '/long', {
    texts: Array.from({ length: 8 }, (_, at) => text('x'.repeat(50_000), `text${String(at)}`, at)),
  }));
});

test('no turn of the event loop parses or writes the text of two of them', async () => {
  const read = (): Promise<number> =>
    tenant.rest('GET', `/n/v1/entity/${entity}`).then(({ status, text: sent }) => (sent.length > long ? status : 0));
  // From then on one statement answers.
  expect(await read()).toBe(200);
  let turn = 0;
  const count = (): void => {
    turn += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const steps: number[] = [];
  const { parse, stringify } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((given: string, ...more) => {
    if (given.length > long && String(new Error().stack).includes('/src/')) steps.push(turn);
    return parse(given, ...more) as unknown;
  });
  vi.spyOn(JSON, 'stringify').mockImplementation((...given: Parameters<typeof stringify>) => {
    // Nothing is written of undefined.
    const written = stringify(...given) as string | undefined;
    if ((written?.length ?? 0) > long) steps.push(turn);
    return written as string;
  });
  try {
    expect(await Promise.all(Array.from({ length: 4 }, read))).toEqual([200, 200, 200, 200]);
  } finally {
    clearImmediate(timer);
    vi.restoreAllMocks();
  }
  // The statement has written them: each is only looked into.
  expect(steps).toHaveLength(4);
  expect(new Set(steps).size).toBe(steps.length);
});
