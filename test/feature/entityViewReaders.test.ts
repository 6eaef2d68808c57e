// Who sees a page: callers who may read it, and caches between them and the service only what everyone may.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  change,
  letPass,
  openToEveryone,
  page,
  reader,
  sql,
  text,
  titles,
  view,
  withoutPublisher,
  write,
  type Body,
} from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { helper, made } from '../support/work.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

const soon = (seconds = 3_600): string => new Date(Date.now() + seconds * 1_000).toISOString();
const live = (path: string | null, value: string, more: Record<string, unknown> = {}): Promise<Body> =>
  page(editor, path, { status: 'PUBLISH', texts: [text(value)], ...more });

describe('who can read it', () => {
  test('callers without a token see what everyone may read, and nothing else', async () => {
    const entity = await live('/public', 'One');
    const anybody = service.client(null);
    expect((await view(anybody, '/public')).status).toBe(404);
    await openToEveryone(editor, entity.urn);
    const answer = await view(anybody, '/public');
    expect([answer.status, answer.body.texts[0].value]).toEqual([200, 'One']);
    await write(editor, entity.texts[0].urn, 'Two');
    expect(await titles(anybody, '/public')).toEqual(['One']);
    expect((await view(anybody, '/public?version=LATEST')).status).toBe(403);
    expect((await anybody.rest('GET', `/n/v1/entity/${String(entity.urn)}`)).status).toBe(200);
    expect((await anybody.rest('GET', `/n/v1/company/${editor.company}`)).status).toBe(401);
  });

  test('a restricted client sees it only through its role', async () => {
    const entity = await live('/role', 'One');
    const grant = { label: 'READ', objectUrn: String(entity.urn), objectScope: 'ENTITY' };
    expect(await titles(await reader(service, editor, [grant]), '/role')).toEqual(['One']);
    expect(await titles(await helper(service, editor, [grant]), '/role')).toBeNull();
    expect(await titles(await service.tenant(), '/role')).toBeNull();
    const stranger = await service.tenant();
    expect((await view(stranger, `/${String(entity.urn)}`)).status).toBe(404);
  });

  test('a restricted client sees what its role, and everyone, may read of a company, and not what it may itself', async () => {
    const companyOf = async (path: string): Promise<string> => {
      const branch = await made(editor, 'company', { owner: editor.company, name: path });
      await live(path, 'One', { owner: branch.urn });
      return String(branch.urn);
    };
    const [ofRole, ofAll, own] = [await companyOf('/of-role'), await companyOf('/of-all'), await companyOf('/own')];
    const read = (objectUrn: string) => ({ label: 'READ', objectUrn, objectScope: 'COMPANY' });
    const caller = await reader(service, editor, [read(ofRole)]);
    const { company: owner } = editor;
    for (const edge of [
      { subjectUrn: owner, subjectScope: 'EVERYONE', ...read(ofAll) },
      { subjectUrn: caller.urn, subjectScope: 'API_CLIENT', ...read(own) },
    ])
      await made(editor, 'permission', { owner, ...edge });
    const seen = ['/of-role', '/of-all', '/own'].map((path) => titles(caller, path));
    expect(await Promise.all(seen)).toEqual([['One'], ['One'], null]);
    expect((await caller.rest('GET', `/n/v1/company/${own}`)).status).toBe(200);
  });

  test('among several companies, the caller’s own is used, or the one that is named', async () => {
    const branch = await editor.rest('POST', '/n/v1/company', {
      body: { owner: editor.company, name: 'Branch', parentCompany: editor.company },
    });
    const other = await live('/shared', 'Other', { owner: branch.body.urn });
    const own = await live('/shared', 'Own');
    expect(await titles(editor, '/shared')).toEqual(['Own']);
    expect(await titles(editor, `/shared?owner=${String(branch.body.urn)}`)).toEqual(['Other']);
    const graph = 'query ($owner: ID) { entityView(path: "/shared", owner: $owner) { texts { value } } }';
    for (const [owner, value] of [
      [editor.company, 'Own'],
      [branch.body.urn, 'Other'],
    ])
      expect((await editor.data(graph, { owner })).entityView.texts).toEqual([{ value }]);
    await change(editor, own.urn, { status: 'DRAFT_UNPUBLISHED' });
    expect(await titles(editor, '/shared')).toEqual(['Other']);
    expect((await view(editor, '/shared')).body.urn).toBe(other.urn);
    expect((await view(editor, '/shared?owner=nobody')).status).toBe(400);
  });
});

describe('caches', () => {
  test('answer 304 for an unchanged view, and a changed one has a new tag', async () => {
    const entity = await live('/tag', 'One');
    const first = await view(editor, '/tag');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    const again = await view(editor, '/tag', { 'if-none-match': tag });
    expect([again.status, again.text]).toEqual([304, '']);
    const seen = new Set([tag]);
    for (const body of [{ name: 'Other' }, { unpublishTimestamp: soon() }]) {
      await change(editor, entity.urn, body);
      const next = await view(editor, '/tag', { 'if-none-match': tag });
      expect(next.status).toBe(200);
      seen.add(next.headers.get('etag') ?? '');
    }
    expect(seen.size).toBe(3);
    expect((await view(editor, '/tag?render=RAW')).headers.get('etag')).not.toBe(
      (await view(editor, '/tag')).headers.get('etag'),
    );
  });

  test('shared by several readers learn whose changes the answer follows, and no other reader does', async () => {
    const [target, deep] = [await live('/keys-target', 'Two'), await live('/keys-deep', 'Three')];
    const reference = (urn: unknown): object => ({ name: 'more', sortOrder: 0, entityReference: urn, relation: 'r' });
    const item = { ...reference(deep.urn), entity: target.urn };
    const refers = await editor.rest('POST', '/n/v1/referenceitem', { body: item });
    expect(refers.status, refers.text).toBe(201);
    await change(editor, target.urn, { status: 'PUBLISH' });
    const entity = await live('/keys', 'One', { references: [reference(target.urn)] });
    const german = await live('/keys', 'Eins', { language: 'de' });
    const keys = async (path: string): Promise<unknown[]> => {
      const { headers } = await view(service.client(null), path);
      expect(headers.get('cache-tag')).toBe(headers.get('surrogate-key')?.replaceAll(' ', ',') ?? null);
      return headers.get('surrogate-key')?.split(' ') ?? [];
    };
    for (const { urn } of [entity, german, target]) await openToEveryone(editor, urn);
    const own = [editor.company, entity.urn, german.urn, target.urn];
    expect(await keys('/keys?language=en')).toEqual(own.toSorted());
    // What is referred to from there counts, too, although it may not be read.
    expect(await keys('/keys?language=en&expand=references')).toEqual([...own, deep.urn].toSorted());
    const seen = await view(editor, '/keys?language=en');
    expect([seen.headers.get('surrogate-key'), seen.headers.get('cache-tag')]).toEqual([null, null]);
  });

  test('shared by several readers store only what everyone may read, and never beyond the next change', async () => {
    const entity = await live('/cache', 'One');
    expect((await view(editor, '/cache')).headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
    await openToEveryone(editor, entity.urn);
    const shared = async (path = '/cache'): Promise<number> => {
      const header = (await view(service.client(null), path)).headers.get('cache-control') ?? '';
      return Number(/^public, max-age=0, s-maxage=(\d+), must-revalidate$/.exec(header)?.[1] ?? NaN);
    };
    expect(await shared()).toBe(60);
    // A language that is about to go live changes the choice too.
    await live('/cache', 'Eins', { language: 'de', publishTimestamp: soon(30) });
    await openToEveryone(
      editor,
      (await sql(service, `SELECT "urn" FROM "entity" WHERE "path" = '/cache' AND "language" = 'de'`))[0]?.[
        'urn'
      ] as string,
    );
    expect(await shared()).toBeGreaterThan(20);
    expect(await shared()).toBeLessThanOrEqual(30);
    // And so does the end of a page.
    const ending = await live('/cache-end', 'One', { unpublishTimestamp: soon(30) });
    await openToEveryone(editor, ending.urn);
    expect(await shared('/cache-end')).toBeGreaterThan(20);
    expect(await shared('/cache-end')).toBeLessThanOrEqual(30);
    await write(editor, entity.texts[0].urn, 'Two');
    expect((await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp: soon(60) })).status).toBe(200);
    await withoutPublisher(service, async () => {
      await letPass(service, entity.urn, 120);
      expect(await shared()).toBeLessThanOrEqual(30);
      // What has passed is no change to come, and is shown as carried out.
      expect(await shared()).toBeGreaterThan(0);
      const { body } = await view(editor, '/cache?language=en');
      expect(body.texts).toMatchObject([{ value: 'Two', isPublished: true }]);
      expect([body.status, body.liveTimestamp]).toEqual(['PUBLISHED', body.publishTimestamp]);
    });
  });
});

describe('what caches between us and readers may keep', () => {
  test('holds nothing that was read for one caller, in a template or a reference', async () => {
    const secret = await live('/cache-secret', 'Canary');
    const open = await live('/cache-open', 'Open', {
      references: [{ name: 'other', sortOrder: 0, entityReference: secret.urn }],
      templates: [{ name: 'page', sortOrder: 0, mediaType: 'text/plain', value: '{{ other.title }}' }],
    });
    await openToEveryone(editor, open.urn);
    for (const address of ['/cache-open', '/cache-open?expand=references']) {
      const [own, anyone] = [await view(editor, address), await view(service.client(null), address)];
      expect([own.status, own.text.includes('Canary')]).toEqual([200, true]);
      expect(own.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
      expect([anyone.status, anyone.text.includes('Canary')]).toEqual([200, false]);
      expect(anyone.headers.get('cache-control')).toMatch(/^public, /);
    }
  });
});
