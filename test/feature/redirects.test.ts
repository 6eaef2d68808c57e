// Redirects: where the view leads from an old address of a site, on both faces, and what is refused. Resource reference 16.26.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { change, page, reader, sql, text, view, type Body } from '../support/content.ts';
import { sharedService, startService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

const live = (path: string, value = 'Words'): Promise<Body> =>
  page(editor, path, { status: 'PUBLISH', texts: [text(value)] });
const redirect = (fromPath: string, more: Readonly<Record<string, unknown>>): Promise<Body> =>
  made(editor, 'redirect', { owner: editor.company, fromPath, ...more });
const send = (fromPath: string, more: Readonly<Record<string, unknown>>) =>
  editor.rest('POST', '/n/v1/redirect', { body: { owner: editor.company, fromPath, ...more } });

const query = `query ($path: String) { one: entityView(path: $path) { urn path } }`;

/** Where a path leads, as both faces tell it. */
async function led(client: Client, path: string): Promise<unknown[]> {
  const { status, headers } = await view(client, path);
  const { data, extensions } = await client.graph(query, { path });
  const said = extensions as { redirects?: { one?: unknown } } | undefined;
  return [status, headers.get('location'), data?.one?.path ?? null, said?.redirects?.one ?? null];
}

const inView = (path: string): string => `${service.url}/v/v1/entityview${path}`;

describe('The view of an old address', () => {
  test('leads to the path of a redirect, for good or for now, and the graph answers the page that is there', async () => {
    await live('/articles/night');
    await redirect('/2019/night.html', { toPath: '/articles/night' });
    await redirect('/campaign', { toPath: '/articles/night', isPermanent: false });
    const target = { path: '/articles/night' };
    expect(await led(editor, '/2019/night.html')).toEqual([
      308,
      inView('/articles/night'),
      '/articles/night',
      { ...target, isPermanent: true },
    ]);
    expect(await led(editor, '/campaign')).toEqual([
      307,
      inView('/articles/night'),
      '/articles/night',
      { ...target, isPermanent: false },
    ]);
    const asked = await editor.rest('GET', '/v/v1/entityview?path=/campaign&language=en');
    expect(asked.headers.get('location')).toBe(`${inView('/articles/night')}?language=en`);
    expect(asked.headers.get('cache-control')).toBe('private, no-cache');
  });

  test('leads out of the service, which the graph says beside its null', async () => {
    await redirect('/shop', { toAddress: 'https://shop.example/käse?a=b#c' });
    expect(await led(editor, '/shop')).toEqual([
      308,
      'https://shop.example/k%C3%A4se?a=b#c',
      null,
      { address: 'https://shop.example/käse?a=b#c', isPermanent: true },
    ]);
  });

  test('is found in whatever spelling it is asked for', async () => {
    const { fromPath, toPath } = await redirect('/caf%C3%A9', { toPath: '/t%65a' });
    expect([fromPath, toPath]).toEqual(['/café', '/tea']);
    for (const path of ['/caf%C3%A9', '/caf%c3%a9/']) expect((await led(editor, path))[0]).toBe(308);
  });

  test('is of a page that is there, else of one that went from there, and only then of a redirect', async () => {
    await redirect('/first', { toPath: '/written' });
    const { urn } = await live('/first');
    expect((await view(editor, '/first')).body.urn).toBe(urn);
    await change(editor, urn, { path: '/went' });
    expect(await led(editor, '/first')).toEqual([308, inView('/went'), '/went', { path: '/went', isPermanent: true }]);
    await change(editor, urn, { status: 'DRAFT_UNPUBLISHED' });
    const stranger = await reader(service, editor, [
      { label: 'VIEW', objectUrn: editor.company, objectScope: 'COMPANY' },
    ]);
    expect((await led(stranger, '/first')).slice(0, 2)).toEqual([308, inView('/written')]);
  });

  test('goes along a chain, one step at a time over REST, and for good only where every step is', async () => {
    await redirect('/a', { toPath: '/b' });
    await redirect('/b', { toPath: '/c', isPermanent: false });
    await live('/c');
    expect(await led(editor, '/a')).toEqual([308, inView('/b'), '/c', { path: '/c', isPermanent: false }]);
    const { urn } = await live('/b');
    expect((await led(editor, '/a')).slice(2)).toEqual(['/b', { path: '/b', isPermanent: true }]);
    await editor.rest('DELETE', `/n/v1/entity/${String(urn)}`);
    expect((await led(editor, '/a'))[2]).toBe('/c');
  });
});

describe('Who is led', () => {
  test('everyone where the pages are public, and nobody else who may not VIEW', async () => {
    const open = await startService();
    try {
      const owner = await open.tenant();
      const anonymous = open.client(null);
      const { urn } = await made(owner, 'redirect', { owner: owner.company, fromPath: '/old', toPath: '/new' });
      const stranger = await reader(open, owner, []);
      for (const client of [anonymous, stranger]) {
        expect(await led(client, '/old')).toEqual([404, null, null, null]);
        expect((await client.rest('GET', `/n/v1/redirect/${String(urn)}`)).status).toBe(404);
      }
      const edge = { subjectUrn: owner.company, subjectScope: 'EVERYONE', label: 'VIEW' };
      await made(owner, 'permission', {
        ...{ owner: owner.company, objectUrn: owner.company, objectScope: 'COMPANY' },
        ...edge,
      });
      for (const client of [anonymous, stranger]) {
        expect((await led(client, '/old')).slice(0, 2)).toEqual([308, `${open.url}/v/v1/entityview/new`]);
        const listed = await client.data('{ redirects { nodes { fromPath toPath } } }');
        expect(listed.redirects.nodes).toEqual([{ fromPath: '/old', toPath: '/new' }]);
      }
    } finally {
      await open.close();
    }
  }, 120_000);

  test('to the redirects of the company that is named, and of the own one first', async () => {
    const branch = await made(editor, 'company', { owner: editor.company, name: 'Branch' });
    await made(editor, 'redirect', { owner: branch.urn, fromPath: '/both', toPath: '/branch' });
    await redirect('/both', { toPath: '/own' });
    expect((await led(editor, '/both'))[1]).toBe(inView('/own'));
    const named = await view(editor, `/both?owner=${String(branch.urn)}`);
    expect(named.headers.get('location')).toBe(`${inView('/branch')}?owner=${String(branch.urn)}`);
  });
});

describe('A redirect is refused', () => {
  const refusals = ({ status, body }: { status: number; body: Body }): unknown[] => [
    status,
    body.errors?.map(({ path, code }: Body) => `${String(path)} ${String(code)}`),
  ];

  test('without a target, with two, from a path that is taken, and to what is no address', async () => {
    expect(refusals(await send('/none', {}))).toEqual([422, ['/toPath REQUIRED']]);
    const both = { toPath: '/x', toAddress: 'https://x.example/' };
    expect(refusals(await send('/two', both))).toEqual([422, ['/toAddress NOT_ALLOWED_TOGETHER']]);
    expect(refusals(await send('/js', { toAddress: 'javascript:alert(1)' }))).toEqual([
      422,
      ['/toAddress INVALID_FORMAT'],
    ]);
    await redirect('/taken', { toPath: '/x' });
    expect((await send('/t%61ken', { toPath: '/y' })).body.code).toBe('ALREADY_EXISTS');
    const { urn } = await redirect('/changed', { toPath: '/x' });
    const patch = (body: object) => editor.rest('PATCH', `/n/v1/redirect/${String(urn)}`, { body });
    expect(refusals(await patch({ toAddress: 'https://x.example/' }))).toEqual([
      422,
      ['/toAddress NOT_ALLOWED_TOGETHER'],
    ]);
    expect((await patch({ toPath: null, toAddress: 'https://x.example/' })).status).toBe(200);
  });

  test('when it leads back, created, changed or restored', async () => {
    const cycle = [409, ['/toPath CYCLE']];
    expect(refusals(await send('/self', { toPath: '/s%65lf' }))).toEqual(cycle);
    const one = await redirect('/one', { toPath: '/two' });
    const two = await redirect('/two', { toPath: '/three' });
    expect(refusals(await send('/three', { toPath: '/one' }))).toEqual(cycle);
    const patched = await editor.rest('PATCH', `/n/v1/redirect/${String(two.urn)}`, { body: { toPath: '/one' } });
    expect(refusals(patched)).toEqual(cycle);
    await editor.rest('DELETE', `/n/v1/redirect/${String(one.urn)}`);
    await redirect('/three', { toPath: '/one' });
    const restored = await editor.graph(
      `mutation { restoreDeleted(urn: "${String(one.urn)}") { userErrors { path code } } }`,
    );
    expect(restored.data?.restoreDeleted.userErrors).toEqual([{ path: '/toPath', code: 'CYCLE' }]);
  });

  test('when more than ten follow on one another', async () => {
    for (let step = 0; step < 10; step += 1)
      await redirect(`/long/${String(step)}`, { toPath: `/long/${String(step - 1)}` });
    const longer = await send('/long/10', { toPath: '/long/9' });
    expect([refusals(longer), longer.body.errors[0].limit]).toEqual([[422, ['/toPath TOO_MANY']], 10]);
  });

  test('of two that would close a circle together, one', async () => {
    const pairs = Array.from({ length: 8 }, (_, at) => [`/left/${String(at)}`, `/right/${String(at)}`] as const);
    const answers = await Promise.all(
      pairs.flatMap(([left, right]) => [send(left, { toPath: right }), send(right, { toPath: left })]),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...pairs.map(() => 201), ...pairs.map(() => 409)]);
  });
});

test('A change of a redirect is an event of its own', async () => {
  const { urn } = await redirect('/told', { toPath: '/x' });
  const rows = await sql(service, 'SELECT "subject", "event" FROM "webhook_trigger" WHERE "target_urn" = $1', [urn]);
  expect(rows).toEqual([{ subject: 'REDIRECT', event: 'CREATE' }]);
});
