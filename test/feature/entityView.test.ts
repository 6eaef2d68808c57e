// What content clients see: the right page by its address, with live values only, as it was and as it will be, and what it
// refers to.
import { beforeAll, describe, expect, test } from 'vitest';
import { change, letPass, page, reader, text, titles, view, write, type Body } from '../support/content.ts';
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

const graphView = `query ($path: String, $urn: ID, $language: LanguageTag, $variant: String) {
  entityView(path: $path, urn: $urn, language: $language, variant: $variant) { urn language texts { urn value layer isPublished } }
}`;

describe('the address of a view', () => {
  test('is a urn or a path, including the root and paths with non-ASCII letters', async () => {
    const root = await live('/', 'Root');
    const home = await live('/home', 'Home');
    const cafe = await live('/café', 'Café');
    const spaced = await live('/a b/ü', 'Spaced');
    const hidden = await live(null, 'No path');
    for (const [address, urn] of [
      ['/', root.urn],
      ['/home', home.urn],
      [`/${String(home.urn)}`, home.urn],
      [`/${String(home.urn).toUpperCase()}`, home.urn],
      ['/caf%C3%A9', cafe.urn],
      ['/caf%c3%a9', cafe.urn],
      ['/a%20b/%C3%BC', spaced.urn],
      [`/${String(hidden.urn)}`, hidden.urn],
    ] as const) {
      const answer = await view(editor, address);
      expect([address, answer.status, answer.body.urn]).toEqual([address, 200, urn]);
    }
    expect((await editor.data(graphView, { path: '/café' })).entityView.urn).toBe(cafe.urn);
    expect((await editor.data(graphView, { path: '/' })).entityView.urn).toBe(root.urn);
  });

  test('answers 404 for every address that does not exist', async () => {
    for (const address of [
      '/nowhere',
      '//',
      '/../etc',
      '/a/./b',
      `/${crypto.randomUUID()}`,
      '/nowhere/',
      '/home//',
      '/%2e%2e',
    ]) {
      expect([address, (await view(editor, address)).status]).toEqual([address, 404]);
    }
  });

  test('reads a path without its first slash, or with one behind it, as the path that was meant, on both faces', async () => {
    const page = await live('/deep/page', 'Deep');
    const onGraph = async (path: string): Promise<unknown> =>
      (await editor.data(graphView, { path })).entityView?.urn ?? null;
    const asParameter = async (path: string): Promise<unknown> =>
      (await editor.rest('GET', `/v/v1/entityview?${String(new URLSearchParams({ path }))}`)).body.urn ?? null;
    const asAddress = async (path: string): Promise<unknown> =>
      (await editor.rest('GET', `/v/v1/entityview/${path}`)).body.urn ?? null;
    for (const [path, meant] of [
      ...[' ', '//', 'deep', 'deep//page', 'deep/page//', './deep/page', '/Deep/page'].map((other) => [other, null]),
      ...['deep/page', 'deep/page/', '/deep/page/', '/deep/page'].map((same) => [same, page.urn]),
    ] as const)
      expect([path, await onGraph(path), await asParameter(path)]).toEqual([path, meant, meant]);
    expect([await asAddress('deep/page/'), await asAddress('deep/page//')]).toEqual([page.urn, null]);
    expect((await editor.rest('GET', '/v/v1/entityview?path=%2Fdeep%2Fpage')).body.urn).toBe(page.urn);
    expect(await asParameter('/')).toBe(await onGraph('/'));
  });

  test('takes the path as a parameter with all others, redirects from it, and refuses none and an unknown one', async () => {
    const { urn } = await live('/asked', 'Asked');
    const answer = await editor.rest('GET', '/v/v1/entityview?path=asked&language=en&render=RAW');
    const byAddress = await editor.rest('GET', '/v/v1/entityview/asked?language=en&render=RAW');
    expect([answer.status, answer.body, answer.headers.get('etag')]).toEqual([
      200,
      byAddress.body,
      byAddress.headers.get('etag'),
    ]);
    await change(editor, urn, { path: '/moved' });
    const moved = await editor.rest('GET', '/v/v1/entityview?path=asked&language=en');
    expect([moved.status, moved.headers.get('location')]).toEqual([
      308,
      `${service.url}/v/v1/entityview/moved?language=en`,
    ]);
    for (const [query, path] of [
      ['', '?path'],
      ['?path=', '?path'],
      ['?pth=asked', '?pth'],
    ]) {
      const refused = await editor.rest('GET', `/v/v1/entityview${String(query)}`);
      expect([refused.status, refused.body.code, refused.body.errors[0].path]).toEqual([
        400,
        'INVALID_PARAMETER',
        path,
      ]);
    }
    expect((await editor.rest('GET', '/v/v1/entityview/moved?path=moved')).status).toBe(400);
  });

  test('redirects from a former path, until another entity takes that path', async () => {
    const { urn } = await live('/old', 'Moved');
    await change(editor, urn, { path: '/new' });
    const answer = await view(editor, '/old?language=en');
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toBe(`${service.url}/v/v1/entityview/new?language=en`);
    expect((await editor.data(graphView, { path: '/old' })).entityView.urn).toBe(urn);
    const next = await live('/old', 'Next');
    expect((await view(editor, '/old')).body.urn).toBe(next.urn);
    await editor.rest('DELETE', `/n/v1/entity/${String(next.urn)}`);
    expect((await view(editor, '/old')).status).toBe(308);
    await change(editor, urn, { status: 'DRAFT_UNPUBLISHED', path: '/old' });
    const stranger = await reader(service, editor, [{ label: 'READ', objectUrn: urn, objectScope: 'ENTITY' }]);
    expect([(await view(stranger, '/old')).status, (await view(stranger, '/new')).status]).toEqual([404, 404]);
  });

  test('moves to another owner with the page and its items, and so does a former path', async () => {
    const company = { owner: editor.company, name: 'Branch', parentCompany: editor.company };
    const { urn: branch } = await made(editor, 'company', company);
    const { urn, texts } = await live('/before', 'One');
    expect((await change(editor, urn, { path: '/after' })).status).toBe(200);
    const answer = await change(editor, urn, { owner: { urn: branch } });
    expect([answer.status, answer.body.owner.urn]).toEqual([200, branch]);
    const keeper = await helper(service, editor, [{ label: 'UPDATE', objectUrn: branch, objectScope: 'COMPANY' }]);
    expect((await write(keeper, texts[0].urn, 'Two')).value).toBe('Two');
    expect((await view(editor, '/before')).status).toBe(308);
    expect(await titles(editor, '/after')).toEqual(['One']);
  });

  test('moved to where its mover sees no drafts, a page is answered as it is read there', async () => {
    const company = { owner: editor.company, parentCompany: editor.company };
    const [from, to] = [
      await made(editor, 'company', { ...company, name: 'From' }),
      await made(editor, 'company', { ...company, name: 'To' }),
    ];
    const { urn, texts } = await live('/leaving', 'One', { owner: from.urn });
    await write(editor, texts[0].urn, 'Two');
    const mover = await helper(service, editor, [
      { label: 'ADMIN', objectUrn: from.urn, objectScope: 'COMPANY' },
      { label: 'CREATE', objectUrn: to.urn, objectScope: 'COMPANY' },
    ]);
    const { status, body } = await change(mover, urn, { owner: { urn: to.urn } });
    expect([status, body.status]).toEqual([200, 'PUBLISHED']);
    expect((await mover.rest('GET', `/n/v1/entity/${String(urn)}`)).body).toEqual(body);
  });
});

describe('what is shown', () => {
  test('is live values under the stable urns of their items', async () => {
    const entity = await live('/stable', 'One');
    const [item] = entity.texts;
    await write(editor, item.urn, 'Two');
    const before = await view(editor, '/stable');
    expect(before.body.texts.map((t: Body) => [t.urn, t.value, t.isPublished, t.layer])).toEqual([
      [item.urn, 'One', true, 'DEFAULT'],
    ]);
    expect(before.body.texts[0].entity).toBeUndefined();
    await change(editor, entity.urn, { status: 'PUBLISH' });
    expect((await view(editor, '/stable')).body.texts[0].urn).toBe(item.urn);
  });

  test('is a page without items, too, once it is live', async () => {
    const { liveTimestamp } = await page(editor, '/empty', { status: 'PUBLISH' });
    expect((await view(editor, '/empty')).body.texts).toEqual([]);
    const then = new Date(Date.parse(liveTimestamp) - 1).toISOString();
    expect((await view(editor, `/empty?atTimestamp=${then}`)).status).toBe(404);
    expect((await view(editor, `/empty?atTimestamp=${String(liveTimestamp)}`)).status).toBe(200);
  });

  test('as RAW leaves markdown and templates as stored', async () => {
    const markdowns = [{ name: 'body', sortOrder: 0, value: '*hi* <script>alert(1)</script>' }];
    const templates = [{ name: 't', sortOrder: 0, value: '{{ title }}!' }];
    await live('/raw', 'One', { markdowns, templates });
    const raw = await view(editor, '/raw?render=RAW');
    expect([raw.body.markdowns[0].value, raw.body.templates[0].value]).toEqual([
      '*hi* <script>alert(1)</script>',
      '{{ title }}!',
    ]);
    const html = await view(editor, '/raw');
    expect(html.body.templates[0].value).toBe('One!');
    expect(html.body.markdowns[0].value).toContain('<em>hi</em>');
    expect(html.body.markdowns[0].value).not.toContain('<script');
  });
});

describe('drafts and other times', () => {
  test('shows the newest values to callers with READ_DRAFT', async () => {
    const entity = await live('/latest', 'One', { texts: [text('One'), text('Same', 'same', 1)] });
    await write(editor, entity.texts[0].urn, 'Two');
    const draft = await page(editor, '/latest-draft', { texts: [text('Draft')] });
    const variant = await live('/latest', 'B', { variant: 'b' });
    const grants = (label: string, on: readonly Body[] = [entity, draft]) =>
      on.map(({ urn }) => ({ label, objectUrn: String(urn), objectScope: 'ENTITY' }));
    const plain = await reader(service, editor, grants('READ'));
    const insider = await reader(service, editor, [...grants('READ_DRAFT'), ...grants('READ', [variant])]);
    const latest = await view(insider, '/latest?version=LATEST');
    expect(latest.body.texts.map((t: Body) => [t.value, t.isPublished])).toEqual([
      ['Two', false],
      ['Same', true],
    ]);
    // All that is laid over one another has to be visible as a draft.
    expect((await view(insider, '/latest?version=LATEST&variant=b')).status).toBe(403);
    expect((await view(insider, '/latest-draft?version=LATEST')).body.texts[0].value).toBe('Draft');
    // What was written while the clock was ahead is the newest all the same.
    await letPass(service, draft.urn, -60);
    expect((await view(insider, '/latest-draft?version=LATEST')).body.texts[0].value).toBe('Draft');
    expect((await view(insider, '/latest-draft')).status).toBe(404);
    const refused = await view(plain, '/latest?version=LATEST');
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await view(plain, '/latest-draft?version=LATEST')).status).toBe(404);
    expect(await titles(plain, '/latest')).toEqual(['One', 'Same']);
    expect((await view(insider, '/latest?version=NEVER')).status).toBe(400);
  });

  test('shows the past as it was live, and the future as scheduled, to callers who may see drafts', async () => {
    const entity = await live('/times', 'One');
    await letPass(service, entity.urn, 1_000);
    await write(editor, entity.texts[0].urn, 'Two');
    await change(editor, entity.urn, { status: 'PUBLISH' });
    await letPass(service, entity.urn, 1_000);
    await write(editor, entity.texts[0].urn, 'Three');
    await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp: soon() });
    const at = async (seconds: number, as = editor as Parameters<typeof view>[0]): Promise<unknown> => {
      const answer = await view(as, `/times?atTimestamp=${soon(seconds)}`);
      return answer.body.texts?.[0].value ?? answer.status;
    };
    expect([await at(-2_500), await at(-1_500), await at(-500), await at(0), await at(3_000)]).toEqual([
      404,
      'One',
      'Two',
      'Two',
      'Two',
    ]);
    expect(await at(4_000)).toBe('Three');
    // What is planned has not happened yet.
    expect((await view(editor, '/times')).body.status).toBe('PUBLISH_PENDING');
    const plain = await reader(service, editor, [{ label: 'READ', objectUrn: entity.urn, objectScope: 'ENTITY' }]);
    expect([await at(-1_500, plain), await at(4_000, plain)]).toEqual(['One', 403]);
    await change(editor, entity.urn, { status: 'PUBLISHED_WITH_DRAFTS' });
    await change(editor, entity.urn, { status: 'DRAFT_UNPUBLISHED' });
    expect([await at(-1_500), await at(-1_500, plain)]).toEqual(['One', 404]);
    expect((await view(editor, '/times?atTimestamp=yesterday')).status).toBe(400);
  });
});

describe('the graph', () => {
  test('takes a path or a urn, one of them', async () => {
    const { urn } = await live('/either', 'Either');
    for (const variables of [{}, { path: '/either', urn }]) {
      const { errors } = await editor.graph(graphView, variables);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_PARAMETER' });
    }
  });

  test('names the language of each view by the name it is asked under', async () => {
    for (const language of ['en', 'de']) await live('/aliases', language, { language });
    const { extensions } = await editor.graph(`{
      first: entityView(path: "/aliases", language: "de") { urn }
      second: entityView(path: "/aliases", language: "de") { urn }
      third: entityView(path: "/aliases", language: "en") { urn } }`);
    expect(extensions).toEqual({
      language: {
        first: { tag: 'de', match: 'EXACT' },
        second: { tag: 'de', match: 'EXACT' },
        third: { tag: 'en', match: 'EXACT' },
      },
    });
  });
});

describe('references', () => {
  test('to what is not live lead to the entity without its drafts', async () => {
    const draft = await page(editor, '/ref-draft', { texts: [text('Secret')] });
    const references = [{ name: 'ref', sortOrder: 0, entityReference: draft.urn }];
    await live('/to-draft', 'x', { references });
    const { entityView } = await editor.data(
      '{ entityView(path: "/to-draft") { references { entityReference { urn texts { value } } } } }',
    );
    expect(entityView.references).toEqual([{ entityReference: { urn: draft.urn, texts: [] } }]);
  });

  const query = `query ($path: String!, $language: LanguageTag, $variant: String) {
    entityView(path: $path, language: $language, variant: $variant) {
      references { name entityReference { urn language texts { value layer } } }
    }
  }`;

  test('point to the requested language and variant, on both faces', async () => {
    const author = await live('/author', 'Author');
    await live('/author', 'Autorin', { language: 'de' });
    await live('/author', 'Autorin B', { language: 'de', variant: 'b' });
    const references = [{ name: 'author', sortOrder: 0, entityReference: author.urn }];
    await live('/story', 'Story', { references });
    await live('/story', 'Geschichte', { language: 'de', references });
    const { entityView } = await editor.data(query, { path: '/story', language: 'de', variant: 'b' });
    expect(entityView.references[0].entityReference).toMatchObject({
      language: 'de',
      texts: [{ value: 'Autorin B', layer: 'VARIANT' }],
    });
    const rest = await view(editor, '/story?language=de&variant=b&expand=references');
    expect(rest.body.references[0].entityReference.texts[0].value).toBe('Autorin B');
    const shallow = await view(editor, '/story?language=en');
    expect(shallow.body.references[0].entityReference).toEqual({ urn: author.urn, url: author.url });
  });

  test('are shown in full up to 50 in one view', async () => {
    const draft = { owner: editor.company, name: 'Draft', language: 'en', status: 'DRAFT_UNPUBLISHED' };
    const drafts = await Promise.all(
      Array.from({ length: 51 }, () => made(editor, 'entity', { urn: crypto.randomUUID(), ...draft })),
    );
    const references = drafts.map(({ urn }, sortOrder) => ({ name: 'ref', sortOrder, entityReference: urn }));
    await live('/fifty', 'x', { references: references.slice(1) });
    await live('/more', 'x', { references });
    const whole = await view(editor, '/fifty?expand=references');
    expect([whole.status, whole.body.references.length]).toEqual([200, 50]);
    const { status, body } = await view(editor, '/more?expand=references');
    expect([status, body.errors]).toMatchObject([400, [{ path: '?expand', code: 'INVALID_PARAMETER', limit: 50 }]]);
    const deep = await view(editor, `/fifty?expand=${Array(4).fill('references').join('.')}`);
    expect([deep.status, deep.body.errors]).toMatchObject([400, [{ path: '?expand', limit: 3 }]]);
    expect((await view(editor, '/more')).body.references).toHaveLength(51);
  });

  test('take a fixed number of statements, however many there are', async () => {
    const targets = await Promise.all(Array.from({ length: 12 }, (_, at) => live(`/ref/${String(at)}`, String(at))));
    const to = (some: Body[]): Body =>
      some.map((target, at) => ({ name: 'ref', sortOrder: at, entityReference: target.urn }));
    const templates = [{ name: 't', sortOrder: 0, value: '{% for r in items.ref %}{{ r.title }},{% endfor %}' }];
    await live('/few', 'x', { references: to(targets.slice(0, 2)), templates });
    await live('/many', 'x', { references: to(targets), templates });
    const counted = async (work: () => Promise<unknown>): Promise<number> => {
      const before = service.statements.length;
      await work();
      const background = /last_used_timestamp = now\(\)|min\(due\)|SKIP LOCKED|INSERT INTO "setting"|access_record/;
      return service.statements.slice(before).filter((statement) => !background.test(statement)).length;
    };
    expect((await view(editor, '/many')).body.templates[0].value).toBe('0,1,2,3,4,5,6,7,8,9,10,11,');
    // Views that nobody has asked for before.
    await live('/first', 'x', { references: to(targets.slice(0, 1)), templates });
    for (const path of ['/first', '/many']) await editor.data(query, { path });
    const graph = (path: string) => () => editor.data(query, { path, variant: 'other' });
    expect(await counted(graph('/many'))).toBe(await counted(graph('/few')));
    const rest = (path: string) => () => view(editor, `${path}?expand=references&variant=none`);
    await rest('/first')();
    expect(await counted(rest('/many'))).toBe(await counted(rest('/few')));
  });
});
