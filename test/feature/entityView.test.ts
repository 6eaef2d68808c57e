// What content clients see: the right page in the right language and variant, live values only, for callers who may
// read it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { helper, made } from '../support/work.ts';

let service: TestService;
let editor: Tenant;

beforeAll(async () => {
  service = await startService();
  editor = await service.tenant();
});
afterAll(() => service.close());

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
    for (const address of ['/nowhere', '//', '/../etc', '/a/./b', `/${crypto.randomUUID()}`, '/home/', '/%2e%2e']) {
      expect([address, (await view(editor, address)).status]).toEqual([address, 404]);
    }
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
    await page(editor, '/empty', { status: 'PUBLISH' });
    expect((await view(editor, '/empty')).body.texts).toEqual([]);
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

describe('the language of a view', () => {
  beforeAll(async () => {
    for (const language of ['en', 'de', 'fr', 'und', 'pt-BR']) await live('/lang', language, { language });
    for (const language of ['fr', 'und']) await live('/lang-und', language, { language });
    await live('/lang-ja', 'ja', { language: 'ja' });
  });

  const chosen = async (address: string, accept?: string): Promise<unknown[]> => {
    const answer = await view(editor, address, accept === undefined ? {} : { 'accept-language': accept });
    const { headers, body } = answer;
    return [body.language ?? answer.status, headers.get('content-language'), headers.get('x-language-match')];
  };

  test('is the one requested, then the header’s highest weight, then the nearest match', async () => {
    expect(await chosen('/lang?language=de', 'fr')).toEqual(['de', 'de', 'EXACT']);
    expect(await chosen('/lang', 'fr;q=0.5, de')).toEqual(['de', 'de', 'EXACT']);
    expect(await chosen('/lang', 'de-AT')).toEqual(['de', 'de', 'LOOKUP']);
    expect(await chosen('/lang?language=pt-BR')).toEqual(['pt-BR', 'pt-BR', 'EXACT']);
    expect(await chosen('/lang?language=de_AT')).toEqual(['de', 'de', 'LOOKUP']);
  });

  test('is never one that q=0 excludes', async () => {
    expect(await chosen('/lang', 'en;q=0, sv')).toEqual(['und', 'und', 'UNDETERMINED']);
    expect(await chosen('/lang', 'en;q=0, fr')).toEqual(['fr', 'fr', 'EXACT']);
    expect(await chosen('/lang', '*;q=0')).toEqual([404, null, null]);
  });

  test("falls back to the entity's own, the owner's default, the undetermined, and then to nothing", async () => {
    const { body } = await view(editor, '/lang?language=fr');
    expect(await chosen(`/${String(body.urn)}`)).toEqual(['fr', 'fr', 'OWN']);
    expect(await chosen(`/${String(body.urn)}`, 'de')).toEqual(['de', 'de', 'EXACT']);
    expect(await chosen('/lang', 'sv')).toEqual(['en', 'en', 'OWNER_DEFAULT']);
    expect(await chosen('/lang-und', 'sv')).toEqual(['und', 'und', 'UNDETERMINED']);
    expect(await chosen('/lang-ja')).toEqual([404, null, null]);
  });

  test("follows the company's own fallback chain", async () => {
    const fallbackLanguages = { sv: ['fr', 'de'] };
    const company = await editor.rest('PATCH', `/n/v1/company/${editor.company}`, { body: { fallbackLanguages } });
    expect(company.status, company.text).toBe(200);
    try {
      expect(await chosen('/lang', 'sv')).toEqual(['fr', 'fr', 'CHAIN']);
      expect(await chosen('/lang', 'sv-FI')).toEqual(['fr', 'fr', 'CHAIN']);
    } finally {
      await editor.rest('PATCH', `/n/v1/company/${editor.company}`, { body: { fallbackLanguages: null } });
    }
  });

  test('follows the chain of the nearest company that states one', async () => {
    const below = async (owner: string, fallbackLanguages: unknown): Promise<string> =>
      (await made(editor, 'company', { name: 'Below', owner, fallbackLanguages })).urn as string;
    const middle = await below(editor.company, { sv: ['fr'] });
    const owner = await below(await below(middle, null), null);
    for (const language of ['de', 'fr']) await live('/below', language, { owner, language });
    await editor.rest('PATCH', `/n/v1/company/${editor.company}`, { body: { fallbackLanguages: { sv: ['de'] } } });
    try {
      expect(await chosen('/below', 'sv')).toEqual(['fr', 'fr', 'CHAIN']);
      await editor.rest('PATCH', `/n/v1/company/${middle}`, { body: { fallbackLanguages: null } });
      expect(await chosen('/below', 'sv')).toEqual(['de', 'de', 'CHAIN']);
    } finally {
      await editor.rest('PATCH', `/n/v1/company/${editor.company}`, { body: { fallbackLanguages: null } });
    }
  });

  test('varies the answer, which names the others', async () => {
    const { headers, body } = await view(editor, '/lang?language=de');
    for (const name of ['Accept-Language', 'Variant', 'Authorization']) expect(headers.get('vary')).toContain(name);
    expect(body.alternativeLanguages.map((a: Body) => a.language)).toEqual(['en', 'fr', 'pt-BR', 'und']);
    expect(body.alternativeLanguages[0]).toMatchObject({ path: '/lang', name: 'Page' });
    expect(body.alternativeLanguages[0].url).toBe(`${service.url}/n/v1/entity/${body.alternativeLanguages[0].urn}`);
  });

  test('is chosen in the graph in the same way', async () => {
    const { entityView } = await editor.data(graphView, { path: '/lang', language: 'de' });
    expect([entityView.language, entityView.texts[0].value]).toEqual(['de', 'de']);
  });
});

describe('a variant', () => {
  let variant: Body;
  beforeAll(async () => {
    await live('/split', 'A', { texts: [text('A'), text('B', 'more', 1)] });
    variant = await live('/split', 'x', { variant: 'b', texts: [text('A2'), text('New', 'new', 2)] });
    await live('/alone', 'Alone', { variant: 'b' });
  });

  const layers = async (address: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const answer = await view(editor, address, headers);
    return answer.body.texts?.map((t: Body) => [t.value, t.layer]) ?? answer.status;
  };
  const plain = [
    ['A', 'DEFAULT'],
    ['B', 'DEFAULT'],
  ];
  const split = [
    ['A2', 'VARIANT'],
    ['B', 'DEFAULT'],
    ['New', 'VARIANT'],
  ];

  test('is laid over the default, by parameter or header, and an unknown one gives the default', async () => {
    expect(await layers('/split')).toEqual(plain);
    expect(await layers('/split?variant=b')).toEqual(split);
    expect(await layers('/split', { variant: 'b' })).toEqual(split);
    expect(await layers('/split?variant=', { variant: 'b' })).toEqual(plain);
    expect(await layers('/split?variant=unknown')).toEqual(plain);
    expect(await layers(`/${String(variant.urn)}`)).toEqual(split);
    const { entityView } = await editor.data(graphView, { path: '/split', variant: 'b' });
    expect(entityView.texts.map((t: Body) => [t.value, t.layer])).toEqual(split);
  });

  test('is used while it is live itself, whatever the state of the default', async () => {
    await change(editor, variant.urn, { status: 'DRAFT_UNPUBLISHED' });
    expect(await layers('/split?variant=b')).toEqual(plain);
    await change(editor, variant.urn, { status: 'PUBLISH' });
    expect(await layers('/split?variant=b')).toEqual(split);
  });

  test('without a default is shown by itself', async () => {
    expect(await layers('/alone?variant=b')).toEqual([['Alone', 'VARIANT']]);
    expect(await layers('/alone')).toBe(404);
  });
});

describe('drafts and other times', () => {
  test('shows the newest values to callers with READ_DRAFT', async () => {
    const entity = await live('/latest', 'One', { texts: [text('One'), text('Same', 'same', 1)] });
    await write(editor, entity.texts[0].urn, 'Two');
    const draft = await page(editor, '/latest-draft', { texts: [text('Draft')] });
    const grants = (label: string) =>
      [entity, draft].map(({ urn }) => ({ label, objectUrn: String(urn), objectScope: 'ENTITY' }));
    const plain = await reader(service, editor, grants('READ'));
    const insider = await reader(service, editor, grants('READ_DRAFT'));
    const latest = await view(insider, '/latest?version=LATEST');
    expect(latest.body.texts.map((t: Body) => [t.value, t.isPublished])).toEqual([
      ['Two', false],
      ['Same', true],
    ]);
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
    const plain = await reader(service, editor, [{ label: 'READ', objectUrn: entity.urn, objectScope: 'ENTITY' }]);
    expect([await at(-1_500, plain), await at(4_000, plain)]).toEqual(['One', 403]);
    await change(editor, entity.urn, { status: 'PUBLISHED_WITH_DRAFTS' });
    await change(editor, entity.urn, { status: 'DRAFT_UNPUBLISHED' });
    expect([await at(-1_500), await at(-1_500, plain)]).toEqual(['One', 404]);
    expect((await view(editor, '/times?atTimestamp=yesterday')).status).toBe(400);
  });
});

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
    expect((await anybody.rest('GET', `/n/v1/entity/${String(entity.urn)}`)).status).toBe(401);
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

  test('among several companies, the caller’s own is used, or the one that is named', async () => {
    const branch = await editor.rest('POST', '/n/v1/company', {
      body: { owner: editor.company, name: 'Branch', parentCompany: editor.company },
    });
    const own = await live('/shared', 'Own');
    const other = await live('/shared', 'Other', { owner: branch.body.urn });
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
    const shared = async (): Promise<number> => {
      const header = (await view(service.client(null), '/cache')).headers.get('cache-control') ?? '';
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
    await withoutPublisher(service, async () => {
      await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp: soon(60) });
      await letPass(service, entity.urn, 120);
      expect(await shared()).toBeLessThanOrEqual(30);
      // What has passed is no change to come.
      expect(await shared()).toBeGreaterThan(0);
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
    for (const path of ['/few', '/many']) await editor.data(query, { path });
    expect(await counted(() => editor.data(query, { path: '/many' }))).toBe(
      await counted(() => editor.data(query, { path: '/few' })),
    );
    const rest = (path: string) => () => view(editor, `${path}?expand=references`);
    expect(await counted(rest('/many'))).toBe(await counted(rest('/few')));
  });
});
