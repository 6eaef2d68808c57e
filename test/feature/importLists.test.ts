// Lists, groups, threads and posts that are imported, over REST.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Body } from '../support/content.ts';
import { logEnd } from '../support/eventLog.ts';
import { importedBy, outcomes, page, past, type Line, type Result } from '../support/importing.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
});

const imported = (lines: readonly Line[]): Promise<Result[]> => importedBy(admin, lines);

describe('Lists, groups, threads and posts', () => {
  test('are found by their keys, and stay as they are the second time', async () => {
    const lines = [
      page('/l/one', { key: 'one' }),
      page('/l/two'),
      {
        kind: 'EntityList',
        key: 'menu',
        name: 'Menu',
        entities: [{ entity: { path: '/l/two', language: 'en' } }, { entity: { key: 'one' } }],
      },
      {
        kind: 'EntityList',
        key: 'site',
        name: 'Site',
        entities: [
          { title: 'Shop', href: 'https://shop.example/' },
          { title: 'Articles', list: { key: 'menu' } },
        ],
      },
      { kind: 'Group', key: 'all', name: 'Everyone' },
      { kind: 'Identity', key: 'ines', name: 'Ines' },
      {
        kind: 'MessageThread',
        key: 'talk',
        group: { key: 'all' },
        name: 'Talk',
        purpose: 'ENTITY_DISCUSSION',
        entities: [{ key: 'one' }],
        createdTimestamp: past,
      },
      {
        kind: 'ThreadPost',
        key: 'post',
        messageThread: { key: 'talk' },
        authorIdentity: { key: 'ines' },
        content: 'Well said',
        createdTimestamp: past,
      },
    ];
    const first = await imported(lines);
    expect(first.map(({ outcome, userErrors }) => [outcome, userErrors])).toEqual(lines.map(() => ['CREATED', []]));
    const list = await admin.rest('GET', `/n/v1/entitylist/${first[2]?.urn ?? ''}`);
    expect(list.body.entities.map((one: Body) => one.entity.urn)).toEqual([first[1]?.urn, first[0]?.urn]);
    const site = await admin.rest('GET', `/n/v1/entitylist/${first[3]?.urn ?? ''}`);
    expect(site.body.entities).toMatchObject([
      { title: 'Shop', href: 'https://shop.example/' },
      { title: 'Articles', list: { urn: first[2]?.urn } },
    ]);
    const post = await admin.rest('GET', `/n/v1/threadpost/${first[7]?.urn ?? ''}`);
    expect(post.body).toMatchObject({ createdTimestamp: past, content: 'Well said' });
    const end = await logEnd(service.services);
    expect(outcomes(await imported(lines))).toEqual(lines.map(() => 'UNCHANGED'));
    expect(await logEnd(service.services)).toBe(end);
  });
});

test('The entry of a list that leads nowhere yet waits for what it leads to', async () => {
  const line = {
    kind: 'EntityList',
    key: 'early',
    name: 'Early',
    entities: [
      { title: 'Later', entity: { path: '/l/later', language: 'en' } },
      { title: 'Shop', href: 'https://shop.example/', list: { key: 'late' } },
    ],
  };
  const [first] = await imported([line]);
  expect([first?.outcome, first?.waitsFor.map(({ path }) => path)]).toEqual([
    'CREATED',
    ['/entities/0/entity', '/entities/1/list'],
  ]);
  const read = async (): Promise<Body> =>
    (await admin.rest('GET', `/n/v1/entitylist/${first?.urn ?? ''}`)).body.entities.map(({ title, list }: Body) => [
      title,
      list !== null,
    ]);
  expect(await read()).toEqual([['Shop', false]]);
  await imported([page('/l/later'), { kind: 'EntityList', key: 'late', name: 'Late', entities: [] }]);
  expect(await imported([line])).toMatchObject([{ outcome: 'CHANGED', waitsFor: [] }]);
  expect(await read()).toEqual([
    ['Later', false],
    ['Shop', true],
  ]);
  expect(outcomes(await imported([line]))).toEqual(['UNCHANGED']);
});
