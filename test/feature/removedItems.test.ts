// To remove an item from a live page, or a file from an image, is a draft: what hangs on it stays with the live page, is ended
// when the removal is published or the page ends, and is there again when the removal is taken back. Resource reference 15.7.
import { beforeAll, describe, expect, test } from 'vitest';
import { scopeOf, targetOf } from '../../src/contract/resource.ts';
import { staysLive } from '../../src/database/engine/liveRows.ts';
import { purgeDeleted } from '../../src/engine/purgeDeleted.ts';
import type { Client } from '../support/client.ts';
import { change, letPass, page, picture, reader, sql, upload, type Body } from '../support/content.ts';
import { itemKinds, type ItemKind } from '../support/itemKinds.ts';
import { isTried } from '../support/matrix.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { eventually } from '../support/webhooks.ts';

let service: SharedService;
let editor: Tenant;
let visitor: Client;
let drawn: Buffer;
let kinds: readonly ItemKind[];

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
  visitor = await reader(service, editor, [{ objectUrn: editor.company, objectScope: 'COMPANY', label: 'READ' }]);
  drawn = await picture();
  const [one, two] = [await page(editor, null), await page(editor, null)];
  kinds = itemKinds([one.urn, two.urn]);
});

/** A live page with an item, what lives in the item, and a caller who may read nothing but the item. */
interface Stage {
  readonly entity: string;
  readonly item: string;
  readonly path: string;
  readonly files: readonly string[];
  readonly single: Client;
}

const resourceOf = (name: string) => {
  const found = service.services.contract.resources.find((resource) => resource.name === name);
  if (!found) throw new Error(`There is no kind ${name}`);
  return found;
};

async function stage(kind: ItemKind): Promise<Stage> {
  const entity = await page(editor, `/${crypto.randomUUID()}`, {
    [kind.list]: [{ name: 'it', sortOrder: 0, ...kind.first }],
  });
  const item = entity[kind.list][0].urn as string;
  let files: string[] = [];
  if (kind.name === 'ImageItem') {
    await upload(service.url, editor, item, drawn);
    files = (
      await editor.data(`query ($urn: ID!) { imageItem(urn: $urn) { files { urn } } }`, { urn: item })
    ).imageItem.files.map((file: Body) => file.urn as string);
  }
  expect((await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp: null })).status).toBe(200);
  const objectScope = scopeOf(resourceOf(kind.name));
  const single = await reader(service, editor, [{ objectUrn: item, objectScope, label: 'READ' }]);
  return { entity: entity.urn, item, path: kind.path, files, single };
}

/** What a caller without READ_DRAFT is answered who asks for more than to read the item or what lives in it. */
async function refusalsFor(
  client: Client,
  { item, path, files }: Pick<Stage, 'item' | 'path' | 'files'>,
): Promise<unknown> {
  const of = async (where: string, urn: string): Promise<unknown> => {
    const asked: [string, string, unknown?][] = [
      ...(['PUT', 'PATCH', 'DELETE'] as const).map((method): [string, string, unknown?] => [
        method,
        `${where}/${urn}`,
        {},
      ]),
      ['POST', `${where}/${urn}`],
      ['POST', `${where}/${urn}/restore`],
      ['GET', `${where}history/${urn}`],
      ['POST', `${where}history/${urn}/restore`, { item: { urn } }],
      ['GET', `/n/v1/permissionholders?label=READ&objectUrn=${urn}`],
      ['POST', '/n/v1/permissionexplain', { objectUrn: urn, label: 'READ' }],
      ['POST', '/n/v1/permissioncheck', { checks: ['READ', 'COMMENT'].map((label) => ({ objectUrn: urn, label })) }],
    ];
    return Promise.all(
      asked.map(async ([method, address, body]) => {
        const answer = await client.rest(method, address, body === undefined ? {} : { body });
        return [method, address, answer.status, answer.body.detail, answer.body.results];
      }),
    );
  };
  return Promise.all([of(`/n/v1/${path}`, item), ...files.map((urn) => of('/n/v1/imageitemfile', urn))]);
}

/** What a caller without READ_DRAFT receives of the item and of what lives in it. */
async function seenBy(client: Client, { entity, item, path, files }: Stage): Promise<unknown> {
  const read = async (where: string): Promise<unknown> => {
    const { status, body, headers } = await client.rest('GET', where);
    return [status, body, headers.get('etag')];
  };
  const lists = [
    `/n/v1/${resourcePlural(path)}?filter[entity]=${entity}&count=true`,
    ...(files.length > 0 ? [`/n/v1/imageitemfiles?filter[imageItem]=${item}&count=true`] : []),
  ];
  const bytes = files.map(async (urn) => (await client.rest('GET', `/v/v1/image/${urn}`)).status);
  const nested =
    files.length > 0
      ? await client.graph(`query ($urn: ID!) { imageItem(urn: $urn) { src files { urn src } } }`, { urn: item })
      : null;
  return {
    refused: await refusalsFor(client, { path, item, files }),
    points: await Promise.all([`/n/v1/${path}/${item}`, ...files.map((urn) => `/n/v1/imageitemfile/${urn}`)].map(read)),
    lists: (await Promise.all(lists.map((list) => client.rest('GET', list)))).map(({ status, body }) => [
      status,
      Object.values(body).filter(Array.isArray),
      body.pagination?.totalCount,
    ]),
    bytes: await Promise.all(bytes),
    nested: nested?.data ?? null,
  };
}

const resourcePlural = (path: string): string =>
  service.services.contract.resources.find((resource) => resource.path === path)?.plural.toLowerCase() ?? '';

const seen = (it: Stage): Promise<unknown[]> => Promise.all([visitor, it.single].map((client) => seenBy(client, it)));

/** The number of edges on the item that hold. */
const edges = async ({ item }: Stage): Promise<number> =>
  (await sql(service, `SELECT 1 FROM "permission" WHERE "object_urn" = $1 AND "deleted_timestamp" IS NULL`, [item]))
    .length;

const remove = async (path: string, urn: string): Promise<void> => {
  expect((await editor.rest('DELETE', `/n/v1/${path}/${urn}`)).status).toBe(204);
};

const statuses = (client: Client, { item, path, files }: Stage): Promise<number[]> =>
  Promise.all(
    [`/n/v1/${path}/${item}`, ...files.flatMap((urn) => [`/n/v1/imageitemfile/${urn}`, `/v/v1/image/${urn}`])].map(
      async (where) => (await client.rest('GET', where)).status,
    ),
  );

async function expectGone(it: Stage): Promise<void> {
  for (const client of [visitor, editor, it.single]) {
    expect(new Set(await statuses(client, it))).toEqual(new Set([404]));
  }
  expect(await edges(it)).toBe(0);
}

const names = itemKinds(['', '']).map(({ name }) => name);

describe.each(names)('%s', (name) => {
  const kindOf = (): ItemKind => {
    const found = kinds.find((kind) => kind.name === name);
    if (!found) throw new Error(name);
    return found;
  };

  test('its removal changes nothing for readers, and taking it back brings all of it back', async () => {
    const it = await stage(kindOf());
    const [before, held] = [await seen(it), await edges(it)];
    expect(held).toBe(1);
    await remove(it.path, it.item);
    expect(await seen(it)).toEqual(before);
    expect(await edges(it)).toBe(held);
    expect((await editor.rest('POST', `/n/v1/entity/${it.entity}/discarddrafts`)).status).toBe(200);
    expect(await edges(it)).toBe(held);
    expect(new Set(await statuses(editor, it))).toEqual(new Set([200]));
    expect((await seen(it)).map((one) => (one as Body).bytes)).toEqual(before.map((one) => (one as Body).bytes));
  });

  const ends: Readonly<Record<string, (it: Stage) => Promise<unknown>>> = {
    published: (it) => change(editor, it.entity, { status: 'PUBLISH', publishTimestamp: null }),
    'withdrawn with its page': (it) => change(editor, it.entity, { status: 'DRAFT_UNPUBLISHED' }),
    'deleted with its page': (it) => remove('entity', it.entity),
  };
  // Of the kinds only images have something that hangs on them.
  const tried = Object.entries(ends).filter(
    (_, column) => name === 'ImageItem' || isTried(names.indexOf(name), column, 3),
  );
  test.each(tried)('it is gone with all that hangs on it once it is %s', async (_, end) => {
    const it = await stage(kindOf());
    await remove(it.path, it.item);
    await end(it);
    await expectGone(it);
  });
});

test('what refers to a kind that stays live is a part of it: a removal empties no links', () => {
  const { resources } = service.services.contract;
  const refers = resources.flatMap((from) =>
    from.fields
      .filter((field) => field.typeClass === 'LINK' && ['COLUMN', 'LINKS'].includes(field.storage))
      .filter((field) => resources.some((to) => targetOf(field) === to && staysLive(to, 't') !== null))
      .map((field) => `${from.name}.${field.name} ${from.container === field ? 'lives there' : 'would be emptied'}`),
  );
  expect(refers).toEqual(['ImageItemFile.imageItem lives there']);
});

const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const later = new Date(Date.now() + 3_700_000).toISOString();
test.each([
  ['published', 'ImageItem', { status: 'PUBLISH', publishTimestamp: inAnHour }],
  ['withdrawn with its page', 'TextItem', { unpublishTimestamp: inAnHour }],
  ['both', 'TextItem', { status: 'PUBLISH', publishTimestamp: inAnHour, unpublishTimestamp: later }],
])('what hangs on a removed item ends when it is %s by a schedule', async (_, name, body) => {
  const it = await stage(kinds.find((kind) => kind.name === name) as ItemKind);
  await remove(it.path, it.item);
  expect((await change(editor, it.entity, body)).status).toBe(200);
  expect(await edges(it)).toBe(1);
  await letPass(service, it.entity, 3_800);
  await eventually(
    () => edges(it),
    (left) => left === 0,
  );
  await expectGone(it);
});

test('a file that is removed from a live image stays until that is published, and is there again when it is taken back', async () => {
  const it = await stage(kinds.find((kind) => kind.name === 'ImageItem') as ItemKind);
  const before = await seen(it);
  for (const file of it.files) await remove('imageitemfile', file);
  expect(await seen(it)).toEqual(before);
  expect((await editor.rest('POST', `/n/v1/entity/${it.entity}/discarddrafts`)).status).toBe(200);
  expect(new Set(await statuses(editor, it))).toEqual(new Set([200]));
  for (const file of it.files) await remove('imageitemfile', file);
  await change(editor, it.entity, { status: 'PUBLISH', publishTimestamp: null });
  for (const client of [visitor, editor]) {
    expect(await statuses(client, it)).toEqual([200, ...it.files.flatMap(() => [404, 404])]);
  }
  expect(await edges(it)).toBe(1);
});

test('what is removed and still live is so again on a page that is restored', async () => {
  const it = await stage(kinds.find((kind) => kind.name === 'TextItem') as ItemKind);
  await remove(it.path, it.item);
  const before = await seenBy(visitor, it);
  await remove('entity', it.entity);
  expect((await editor.rest('POST', `/n/v1/entity/${it.entity}/restore`)).status).toBe(200);
  expect(await seenBy(visitor, it)).toEqual(before);
});

test('what is removed and still live is not purged, however long ago that was', async () => {
  const it = await stage(kinds.find((kind) => kind.name === 'ImageItem') as ItemKind);
  await remove(it.path, it.item);
  const before = await seen(it);
  for (const table of ['item', 'image_item_file']) {
    await sql(
      service,
      `UPDATE "${table}" SET "deleted_timestamp" = "deleted_timestamp" - interval '400 days' WHERE "deleted_timestamp" IS NOT NULL`,
    );
  }
  const { services } = service;
  await purgeDeleted({ ...services, observe: () => undefined });
  expect(await seen(it)).toEqual(before);
  expect((await editor.rest('POST', `/n/v1/entity/${it.entity}/discarddrafts`)).status).toBe(200);
  expect(new Set(await statuses(editor, it))).toEqual(new Set([200]));
});
