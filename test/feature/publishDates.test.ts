// The date of published content: a time that is past is shown as it was given, to everyone, on every path: a read, a filter, an
// order, a total, a cursor, a search and an event. One that is to come is shown to who sees drafts. Resource reference 16.2.
import { beforeAll, describe, expect, test } from 'vitest';
import { change, openToEveryone, page, reader, sql, text, view, write, type Body } from '../support/content.ts';
import { createClient, type Client } from '../support/client.ts';
import { logEnd } from '../support/eventLog.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;
let visitor: Awaited<ReturnType<typeof reader>>;
/** What an administrator and a reader see of each page, by its path. */
const seen = new Map<string, { readonly editor: string | null; readonly visitor: string | null | undefined }>();

const future = '2040-01-01T00:00:00.000Z';
const oldest = '2011-03-04T05:06:07.000Z';
const old = '2013-01-11T20:22:19.000Z';
const middle = '2017-05-05T00:00:00.000123Z';

const publish = async (entity: Body, more: Body = {}): Promise<Body> => {
  const answer = await change(editor, entity.urn, { status: 'PUBLISH', ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const migrated = (path: string, publishTimestamp: string): Promise<Body> =>
  page(editor, path, { status: 'PUBLISH', publishTimestamp, texts: [text('Post')] });

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
  visitor = await reader(service, editor, [{ objectUrn: editor.company, objectScope: 'COMPANY', label: 'READ' }]);
  const note = (path: string, toEditor: string | null, toVisitor: string | null | undefined): void => {
    seen.set(path, { editor: toEditor, visitor: toVisitor });
  };
  await migrated('/old', old);
  note('/old', old, old);
  await migrated('/same-date', old);
  note('/same-date', old, old);
  await migrated('/fine', middle);
  note('/fine', middle, middle);
  const fresh = await page(editor, '/fresh', { status: 'PUBLISH', texts: [text('Post')] });
  note('/fresh', fresh.publishTimestamp, fresh.publishTimestamp);
  const scheduled = await migrated('/scheduled', middle);
  await write(editor, scheduled.texts[0].urn, 'Draft');
  await publish(scheduled, { publishTimestamp: future });
  note('/scheduled', future, middle);
  const cancelled = await migrated('/cancelled', old);
  await publish(
    { ...cancelled, ...(await write(editor, cancelled.texts[0].urn, 'Draft')), urn: cancelled.urn },
    { publishTimestamp: future },
  );
  expect((await change(editor, cancelled.urn, { status: 'PUBLISHED_WITH_DRAFTS' })).body.publishTimestamp).toBe(old);
  note('/cancelled', old, old);
  const mended = await migrated('/mended', oldest);
  await write(editor, mended.texts[0].urn, 'Without the typo');
  const again = await publish(mended);
  expect([again.publishTimestamp, again.liveTimestamp > mended.liveTimestamp]).toEqual([oldest, true]);
  note('/mended', oldest, oldest);
  const redated = await migrated('/redated', old);
  expect((await change(editor, redated.urn, { publishTimestamp: oldest })).status).toBe(200);
  note('/redated', oldest, oldest);
  await page(editor, '/planned', { publishTimestamp: future });
  note('/planned', future, undefined);
  await page(editor, '/undated');
  note('/undated', null, undefined);
});

/** The order of the dates, nulls last; null where the viewer sees no such page. */
const shownTo = (who: 'editor' | 'visitor'): [string, string | null][] =>
  [...seen].flatMap(([path, dates]): [string, string | null][] => {
    const date = dates[who];
    return date === undefined ? [] : [[path, date]];
  });

const clients = (): ['editor' | 'visitor', Client][] => [
  ['editor', editor],
  ['visitor', visitor],
];

const operators: Readonly<Record<string, (date: string | null, value: string) => boolean>> = {
  eq: (date, value) => date === value,
  ne: (date, value) => date !== value,
  lt: (date, value) => date !== null && date < value,
  lte: (date, value) => date !== null && date <= value,
  gt: (date, value) => date !== null && date > value,
  gte: (date, value) => date !== null && date >= value,
};

// Microseconds are exact; the others end in zeros.
const exact = (date: string | null): string | null => date?.replace(/\.(\d{3})Z$/, '.$1000Z') ?? null;

describe('to an administrator and to a reader', () => {
  test.each(Object.keys(operators))(
    'the date is found by %s as it is shown, on both faces, with its total',
    async (operator) => {
      for (const [who, client] of clients()) {
        for (const value of [oldest, old, middle, '2020-01-01T00:00:00.000Z', future]) {
          const expected = shownTo(who)
            .filter(([, date]) => operators[operator]?.(exact(date), exact(value) as string))
            .map(([path]) => path)
            .sort();
          const query = `query ($where: EntityWhere) { entities(where: $where, first: 100) { totalCount nodes { path } } }`;
          const { entities } = await client.data(query, { where: { publishTimestamp: { [operator]: value } } });
          const paths = (rows: readonly Body[]): string[] => rows.map(({ path }) => path as string).sort();
          expect([who, value, entities.totalCount, paths(entities.nodes)]).toEqual([
            who,
            value,
            expected.length,
            expected,
          ]);
          const rest = await client.rest(
            'GET',
            `/n/v1/entities?filter[publishTimestamp]${operator === 'eq' ? '' : `[${operator}]`}=${value}&count=true&limit=100`,
          );
          expect([rest.body.pagination.totalCount, paths(rest.body.entities)]).toEqual([expected.length, expected]);
        }
      }
    },
  );

  test.each(['ASC', 'DESC'])(
    'pages are in the order of the date that is shown, %s, page by page on both faces',
    async (direction) => {
      for (const [who, client] of clients()) {
        const dates = shownTo(who).map(([, date]) => date);
        const known = dates
          .filter((date): date is string => date !== null)
          .sort((a, b) => (String(exact(a)) < String(exact(b)) ? -1 : 1));
        const expected = direction === 'ASC' ? known : known.toReversed();
        const query = `query ($after: String) { entities(where: { publishTimestamp: { isNull: false } }, first: 1, after: $after,
        orderBy: [{ field: PUBLISH_TIMESTAMP, direction: ${direction} }]) { nodes { publishTimestamp } pageInfo { hasNextPage endCursor } } }`;
        const found: string[] = [];
        let after: string | null = null;
        do {
          const { entities }: Body = await client.data(query, { after });
          found.push(...entities.nodes.map((one: Body) => one.publishTimestamp));
          after = entities.pageInfo.hasNextPage ? entities.pageInfo.endCursor : null;
        } while (after !== null);
        expect([who, found]).toEqual([who, expected]);
        const rest: string[] = [];
        let next: string | null =
          `/n/v1/entities?filter[publishTimestamp][isNull]=false&limit=1&sort=${direction === 'ASC' ? '' : '-'}publishTimestamp`;
        while (next !== null) {
          const { body }: { body: Body } = await client.rest('GET', next);
          rest.push(...body.entities.map((one: Body) => one.publishTimestamp));
          next = body.pagination.nextUrl?.replace(/^https?:[/][/][^/]+/, '') ?? null;
        }
        expect([who, rest]).toEqual([who, expected]);
      }
    },
  );

  test('a read of one page, its view and a search say the same date, and when it went live', async () => {
    for (const [who, client] of clients()) {
      for (const [path, date] of shownTo(who)) {
        const { body } = await client.rest('GET', `/n/v1/entities?filter[path]=${path}`);
        const [{ urn, publishTimestamp, liveTimestamp }] = body.entities;
        const single = await client.rest('GET', `/n/v1/entity/${String(urn)}`);
        const graph = await client.data(
          `query ($urn: ID!) { entity(urn: $urn) { publishTimestamp liveTimestamp } node(urn: $urn) { ... on Entity { publishTimestamp liveTimestamp } } }`,
          { urn },
        );
        const dates = { publishTimestamp: date, liveTimestamp };
        expect([path, publishTimestamp, single.body.publishTimestamp, graph]).toEqual([
          path,
          date,
          date,
          { entity: dates, node: dates },
        ]);
        expect(single.body.liveTimestamp).toBe(liveTimestamp);
        if (liveTimestamp === null) continue;
        expect(liveTimestamp > '2026').toBe(true);
        const shown = await view(client, path);
        const viewed = await client.data(
          `query ($path: String!) { entityView(path: $path) { publishTimestamp liveTimestamp } }`,
          { path },
        );
        expect([path, shown.body.publishTimestamp, viewed.entityView]).toEqual([path, date, dates]);
        const filter = { ENTITY: { publishTimestamp: { eq: date }, path: { eq: path } } };
        const made = await client.rest('POST', '/n/v1/search', { body: { includeScopes: ['ENTITY'], filter } });
        const hits = await client.rest('GET', `/n/v1/search/${String(made.body.urn)}`);
        expect([path, hits.body.totalCount]).toEqual([path, 1]);
      }
    }
  });
});

test('a view without a token, and a live row that its reader has drafts of, show the past date and no planned one', async () => {
  const entity = await migrated('/open', old);
  await openToEveryone(editor, entity.urn);
  const anonymous = createClient(service.url, null);
  const before = await view(anonymous, '/open');
  expect(before.body.publishTimestamp).toBe(old);
  await write(editor, entity.texts[0].urn, 'Draft');
  await publish(entity, { publishTimestamp: future });
  const after = await view(anonymous, '/open');
  expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
  const some = await reader(service, editor, [
    { objectUrn: editor.company, objectScope: 'COMPANY', label: 'READ' },
    { objectUrn: entity.urn, objectScope: 'ENTITY', label: 'READ_DRAFT' },
  ]);
  const { body } = await some.rest(
    'GET',
    `/n/v1/entities?filter[publishTimestamp][gt]=2030-01-01T00:00:00Z&count=true`,
  );
  expect([body.pagination.totalCount, body.entities[0].path]).toEqual([1, '/open']);
  await change(editor, entity.urn, { status: 'DRAFT_UNPUBLISHED' });
});

test('a new date of live content is a change for its readers, and a schedule or another time of it is none', async () => {
  const entity = await migrated('/announced', old);
  const log = async (client: Client): Promise<unknown[]> => {
    await logEnd(service.services);
    const query = `query ($urn: ID!) { events(after: "0", first: 50, targetUrns: [$urn]) { nodes { event changedFields } } }`;
    const triggers = await client.rest(
      'GET',
      `/n/v1/webhooktriggers?filter[targetUrn]=${String(entity.urn)}&limit=50&sort=sequence`,
    );
    const { nodes } = (await client.data(query, { urn: entity.urn })).events;
    const rows = (triggers.body.webhooktriggers as Body[]).map(({ event, changedFields }) => ({
      event,
      changedFields,
    }));
    expect(rows).toEqual(nodes);
    return nodes;
  };
  const stand = async (): Promise<unknown[]> => {
    const { body, headers } = await visitor.rest('GET', `/n/v1/entity/${String(entity.urn)}`);
    return [body.publishTimestamp, body.version, headers.get('etag'), body.updatedTimestamp];
  };
  const [first] = [await stand(), await log(visitor)];
  await write(editor, entity.texts[0].urn, 'Draft');
  await publish(entity, { publishTimestamp: future });
  expect((await change(editor, entity.urn, { publishTimestamp: '2041-01-01T00:00:00Z' })).status).toBe(200);
  expect((await change(editor, entity.urn, { status: 'PUBLISHED_WITH_DRAFTS' })).status).toBe(200);
  expect(await stand()).toEqual(first);
  expect(await log(visitor)).toEqual([{ event: 'CREATE', changedFields: [] }]);
  expect((await change(editor, entity.urn, { publishTimestamp: oldest })).status).toBe(200);
  const second = await stand();
  expect(second[0]).toBe(oldest);
  expect(second[1]).not.toBe(first[1]);
  const known = [
    { event: 'CREATE', changedFields: [] },
    { event: 'UPDATE', changedFields: ['publishTimestamp', 'updatedTimestamp'] },
  ];
  expect(await log(visitor)).toEqual(known);
  expect((await change(editor, entity.urn, { name: 'Other' })).status).toBe(200);
  expect(await log(visitor)).toEqual([...known, { event: 'UPDATE', changedFields: ['name', 'updatedTimestamp'] }]);
  expect((await log(editor)).length).toBeGreaterThan(4);
  await change(editor, entity.urn, { status: 'DRAFT_UNPUBLISHED' });
});

test('a schedule that is carried out dates the content by its time, and unpublishing clears the date', async () => {
  const entity = await migrated('/due', old);
  await write(editor, entity.texts[0].urn, 'Draft');
  await publish(entity, { publishTimestamp: future });
  await sql(
    service,
    `UPDATE "entity" SET "publish_timestamp" = '2026-01-02T03:04:05Z' WHERE "urn" = '${String(entity.urn)}'`,
  );
  await write(editor, entity.texts[0].urn, 'Next draft');
  const { body } = await visitor.rest('GET', `/n/v1/entity/${String(entity.urn)}`);
  expect([body.publishTimestamp, body.liveTimestamp]).toEqual(['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.000Z']);
  const unpublished = await change(editor, entity.urn, { status: 'DRAFT_UNPUBLISHED' });
  expect([unpublished.body.publishTimestamp, unpublished.body.liveTimestamp]).toEqual([null, null]);
});
