// Pages in the order of a date of theirs, read page by page from an index, are those of a list that is sorted as a whole: for editors by
// drafts, for readers by what is live, and for who sees drafts of some pages by both. Resource reference 16.21.
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { change, page, reader, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;
let callers: Readonly<Record<string, Client>>;

const day = (number: number): string => `2026-01-${String(number + 1).padStart(2, '0')}T00:00:00.000Z`;
const date = (number: number, sortOrder = 0): object => ({ name: 'date', sortOrder, value: day(number) });

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  const pages: Body[] = [];
  for (let at = 0; at < 24; at += 1) {
    // Days come several times; some pages have no date, some two of the same day, some two of which the second is newer.
    const dates =
      at % 8 === 7 ? [] : [date((at * 5) % 9), ...(at % 3 === 0 ? [date(at % 2 === 0 ? (at * 5) % 9 : 20, 1)] : [])];
    pages.push(
      await page(tenant, `/${String(at)}`, { dateTimes: dates, ...(at % 5 === 4 ? {} : { status: 'PUBLISH' }) }),
    );
  }
  for (const [at, { dateTimes }] of pages.entries()) {
    const item = `/n/v1/datetimeitem/${String(dateTimes[0]?.urn)}`;
    // Drafts of other days, and removals that are drafts.
    if (at % 6 === 2 && dateTimes[0]) await tenant.rest('PATCH', item, { body: { value: day(25 - at) } });
    if (at % 6 === 3 && dateTimes[0]) await tenant.rest('DELETE', item);
  }
  // What returns to what is live is shown to readers by another value that is the same.
  const back = pages[8]?.dateTimes[0];
  await tenant.rest('PATCH', `/n/v1/datetimeitem/${String(back.urn)}`, { body: { value: day(4) } });
  await change(tenant, pages[10]?.urn as string, { status: 'PUBLISH' });
  const grant = (label: string, objectUrn: string, objectScope: string) => ({ label, objectUrn, objectScope });
  const company = grant('VIEW', tenant.company, 'COMPANY');
  callers = {
    editor: tenant,
    reader: await reader(service, tenant, [company]),
    'who sees drafts of some pages': await reader(service, tenant, [
      company,
      ...[2, 3, 4, 8, 9].map((at) => grant('READ_DRAFT', String(pages[at]?.urn), 'ENTITY')),
    ]),
    'who sees few pages': await reader(service, tenant, [
      ...[0, 3, 7, 8, 14].map((at) => grant('VIEW', String(pages[at]?.urn), 'ENTITY')),
    ]),
  };
}, 60_000);

test.each(
  ['editor', 'reader', 'who sees drafts of some pages', 'who sees few pages'].flatMap((who) => [
    { who, direction: 'ASC' },
    { who, direction: 'DESC' },
  ]),
)('$who reads each page once, $direction', async ({ who, direction }) => {
  const client = callers[who] as Client;
  const nodes = 'nodes { urn date: dateTime(name: "date") { value } }';
  const { entities: all } = await client.data(`{ entities(first: 100) { ${nodes} } }`);
  const sign = direction === 'ASC' ? 1 : -1;
  const compare = (one: string, other: string): number => sign * (one < other ? -1 : one > other ? 1 : 0);
  const sorted = [...all.nodes].sort((one: Body, other: Body) => {
    const [a, b] = [one.date?.value ?? null, other.date?.value ?? null];
    if ((a === null) !== (b === null)) return a === null ? 1 : -1;
    return (a === null ? 0 : compare(a, b)) || compare(one.urn, other.urn);
  });
  expect(sorted.length).toBeGreaterThan(3);
  for (const first of [1, 3, 100]) {
    const seen: Body[] = [];
    let after: string | null = null;
    do {
      const { entities }: Body = await client.data(
        `query ($after: String) { entities(orderBy: [{ field: DATE_TIME, name: "date", direction: ${direction} }], first: ${String(first)}, after: $after) {
          totalCount ${nodes} pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      expect(entities.totalCount).toBe(sorted.length);
      seen.push(...entities.nodes);
      after = entities.pageInfo.hasNextPage ? entities.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(sorted);
  }
  const backward: Body = await client.data(
    `{ entities(orderBy: [{ field: DATE_TIME, name: "date", direction: ${direction} }], last: 4) { ${nodes} } }`,
  );
  expect(backward.entities.nodes).toEqual(sorted.slice(-4));
});
