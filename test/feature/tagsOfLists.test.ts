// The tags of lists: another one after every change of what is listed, one for each caller's view of it, and none that lets a caller
// keep what it may no longer see. Resource reference 16.5; RFC 9110, 8.8.3, 13.1.2 and 15.4.5.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { page, text } from '../support/content.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;
let anna: Person;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  anna = await town.person('Anna');
});

const read = (client: Client, path: string, headers: Readonly<Record<string, string>> = {}): Promise<RestAnswer> =>
  client.rest('GET', path, { headers });

async function tagOf(client: Client, path: string): Promise<string> {
  const { status, headers, text: answer } = await read(client, path);
  expect(status, answer).toBe(200);
  return String(headers.get('etag'));
}

const has = (client: Client, path: string, tag: string): Promise<RestAnswer> =>
  read(client, path, { 'if-none-match': tag });

/** A list, and changes of what it shows. */
interface Changing {
  readonly path: string;
  readonly changes: readonly (() => Promise<RestAnswer>)[];
}

const patch = (path: string, body: unknown) => (): Promise<RestAnswer> => town.admin.rest('PATCH', path, { body });
const remove = (path: string) => (): Promise<RestAnswer> => town.admin.rest('DELETE', path);

const lists: Readonly<Record<string, () => Promise<Changing>>> = {
  'of a kind': async () => {
    const project = `/n/v1/project/${await town.make('project', { name: 'One' })}`;
    const changes = [patch(project, { name: 'Two' }), patch(project, { name: 'One' }), remove(project)];
    return { path: '/n/v1/projects?limit=200', changes };
  },
  'of a kind, of some fields': async () => {
    const project = `/n/v1/project/${await town.make('project', { name: 'One' })}`;
    return {
      path: '/n/v1/projects?fields=name&limit=200',
      changes: [patch(project, { name: 'Two' }), remove(project)],
    };
  },
  'of a kind, with what it links to': async () => {
    const group = await town.group({ name: 'Readers' });
    await town.make('messagethread', { group, name: 'Books' });
    return { path: '/n/v1/messagethreads?expand=group', changes: [patch(`/n/v1/group/${group}`, { name: 'Writers' })] };
  },
  'inside a resource': async () => {
    const { urn, texts } = await page(town.admin, null, { texts: [text('one')] });
    const item = `/n/v1/textitem/${String(texts[0].urn)}`;
    return { path: `/n/v1/entity/${String(urn)}/texts`, changes: [patch(item, { value: 'two' }), remove(item)] };
  },
  'of the values of an item': async () => {
    const { texts } = await page(town.admin, null, { texts: [text('one')] });
    const item = `/n/v1/textitem/${String(texts[0].urn)}`;
    const path = `/n/v1/textitemhistory/${String(texts[0].urn)}`;
    return { path, changes: [patch(item, { value: 'two' }), patch(item, { value: 'one' })] };
  },
  'of who holds a permission': async () => {
    const { urn } = await page(town.admin, null);
    const edge = async (): Promise<RestAnswer> => {
      await town.grant('IDENTITY', anna.identity, 'ENTITY', String(urn), 'UPDATE');
      return town.admin.rest('GET', '/n/v1/permissions');
    };
    return { path: `/n/v1/permissionholders?objectUrn=${String(urn)}&label=UPDATE`, changes: [edge] };
  },
  'of what was deleted': async () => {
    const project = `/n/v1/project/${await town.make('project', { name: 'Gone' })}`;
    const back = (): Promise<RestAnswer> => town.admin.rest('POST', `${project}/restore`);
    return { path: '/n/v1/deletedresources', changes: [remove(project), back] };
  },
};

describe.each(Object.keys(lists))('a list %s', (name) => {
  test('has another tag after each change, and the same one until then', async () => {
    const { path, changes } = (await lists[name]?.()) ?? { path: '', changes: [] };
    let tag = await tagOf(town.admin, path);
    for (const change of changes) {
      expect((await has(town.admin, path, tag)).status).toBe(304);
      expect((await change()).status).toBeLessThan(300);
      const now = await has(town.admin, path, tag);
      expect([now.status, now.headers.get('etag')]).not.toContain(tag);
      expect(now.status).toBe(200);
      tag = String(now.headers.get('etag'));
    }
    expect((await has(town.admin, path, tag)).status).toBe(304);
  });
});

test('a caller who sees another list has another tag of it, and is not told that what it has not seen is unchanged', async () => {
  const [company, path] = [town.admin.company, '/n/v1/entities?limit=200'];
  await page(town.admin, `/${crypto.randomUUID()}`, { status: 'PUBLISH' });
  const viewer = await town.holder(['COMPANY', company, 'VIEW']);
  const [all, own] = [await tagOf(town.admin, path), await tagOf(viewer, path)];
  expect(own).not.toBe(all);
  const answer = await has(viewer, path, all);
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, own]);
  expect((await has(viewer, path, own)).status).toBe(304);
  expect((await has(town.admin, path, `${own}, ${all}`)).status).toBe(304);
});

test('a caller whose right to what it has ended is answered anew, and one without a right not by its tag', async () => {
  const { urn } = await page(town.admin, null);
  const viewer = await town.person('Otto', []);
  const edge = await town.grant('IDENTITY', viewer.identity, 'ENTITY', String(urn), 'READ_DRAFT');
  const nested = `/n/v1/entity/${String(urn)}/texts`;
  const [list, inside] = [await tagOf(viewer, '/n/v1/entities'), await tagOf(viewer, nested)];
  expect((await has(viewer, '/n/v1/entities', list)).status).toBe(304);
  expect((await town.admin.rest('DELETE', `/n/v1/permission/${edge}`)).status).toBe(204);
  const after = await has(viewer, '/n/v1/entities', list);
  expect([after.status, after.body.entities]).toEqual([200, []]);
  for (const condition of [inside, '*']) expect((await has(viewer, nested, condition)).status).toBe(404);
  for (const condition of [list, '*']) {
    const refused = await has(service.client('wrong'), '/n/v1/tasks', condition);
    expect([refused.status, refused.headers.get('etag')]).toEqual([401, null]);
  }
});

describe('a long list', () => {
  const path = '/n/v1/groups?limit=200';
  beforeAll(async () => {
    for (let number = 0; number < 20; number += 1) await town.group({ name: `Group ${String(number)}` });
  });

  test.each(['br', 'gzip'])('has a tag of its own in %s, which is good in any form', async (coding) => {
    const plain = await tagOf(town.admin, path);
    const coded = await town.admin.rest('HEAD', path, { headers: { 'accept-encoding': coding } });
    const tag = coded.headers.get('etag') ?? '';
    expect([coded.status, tag]).toEqual([200, plain.replace(/"$/, `-${coding}"`)]);
    for (const condition of [tag, `W/${tag}`, `"1", ${tag}`]) {
      const headers = { 'accept-encoding': coding, 'if-none-match': condition };
      const again = await read(town.admin, path, headers);
      expect([again.status, again.headers.get('etag'), again.text]).toEqual([304, tag, '']);
      expect(again.headers.get('vary')).toBe(coded.headers.get('vary'));
    }
  });

  test('is sent again where only a date is named, for it has none', async () => {
    const whole = await read(town.admin, path);
    expect(whole.headers.get('last-modified')).toBeNull();
    const later = new Date(Date.now() + 60_000).toUTCString();
    expect((await read(town.admin, path, { 'if-modified-since': later })).status).toBe(200);
  });

  test.each(['3', '"a', 'W/3', '"a" "b"'])('is refused under what is no tag: %s', async (condition) => {
    const { status, body } = await has(town.admin, path, condition);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('has another tag for other parameters, whose addresses it holds', async () => {
    const paths = [
      path,
      `${path}&count=true`,
      `${path}&sort=-name`,
      '/n/v1/groups?limit=7',
      '/n/v1/groups?limit=7&count=true',
    ];
    const tags = await Promise.all(paths.map((one) => tagOf(town.admin, one)));
    expect(new Set(tags).size).toBe(paths.length);
  });
});

test('a question that is put as a POST has no tag, and If-None-Match says nothing of it', async () => {
  const body = { checks: [{ objectUrn: town.admin.company, label: 'READ' }] };
  const answer = await town.admin.rest('POST', '/n/v1/permissioncheck', { body, headers: { 'if-none-match': '*' } });
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
});
