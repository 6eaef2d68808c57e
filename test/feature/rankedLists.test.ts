// Enumeration values are ordered as the schema lists them, in lists and in comparisons, on both faces. Resource
// reference 2.1, 15.13.
import { beforeAll, expect, test } from 'vitest';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { task } from '../support/work.ts';

const rank = ['NONE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  for (const priority of ['HIGH', 'NONE', 'CRITICAL', 'LOW', 'MEDIUM']) await task(tenant, priority, { priority });
});

const titles = async (query: string): Promise<string[]> => {
  const found: string[] = [];
  let next: string | null = `/n/v1/tasks?limit=2&${query}`;
  while (next !== null) {
    const { body }: { body: { tasks: { title: string }[]; pagination: { nextUrl: string | null } } } =
      await tenant.rest('GET', next);
    found.push(...body.tasks.map((one) => one.title));
    next = body.pagination.nextUrl;
  }
  return found;
};

test('Tasks are sorted by the rank of their priority, page by page', async () => {
  expect(await titles('sort=priority')).toEqual(rank);
  expect(await titles('sort=-priority')).toEqual(rank.toReversed());
  const { tasks } = await tenant.data(
    '{ tasks(first: 3, orderBy: [{ field: PRIORITY, direction: DESC }]) { nodes { title } } }',
  );
  expect(tasks.nodes).toEqual(['CRITICAL', 'HIGH', 'MEDIUM'].map((title) => ({ title })));
});

test('Tasks are compared by the rank of their priority', async () => {
  expect(await titles('sort=priority&filter[priority][gte]=HIGH')).toEqual(['HIGH', 'CRITICAL']);
  expect(await titles('sort=priority&filter[priority][lt]=MEDIUM')).toEqual(['NONE', 'LOW']);
});
