// Content that is imported: whole pages with their items, references, pictures and dates, on both faces.
// A second import changes nothing, a dry run writes nothing, and each line is refused by itself.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql, type Body } from '../support/content.ts';
import type { Client, RestAnswer } from '../support/client.ts';
import { logEnd } from '../support/eventLog.ts';
import { picture } from '../support/imageBytes.ts';
import { importedBy, outcomes, page, past, sendLines, type Line, type Result } from '../support/importing.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
});

const send = (lines: readonly (Line | string)[], by: Client = admin, query = ''): Promise<RestAnswer> =>
  sendLines(by, lines, query);
const imported = (lines: readonly (Line | string)[], query = ''): Promise<Result[]> => importedBy(admin, lines, query);

const text = (name: string, value: string): Line => ({ name, value });

async function view(path: string, by: Client = admin): Promise<Body> {
  const answer = await by.rest('GET', `/v/v1/entityview${path}?language=en`);
  // A service that is busy with other tests may have had no time.
  if (answer.status === 504) return view(path, by);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

describe('A page', () => {
  const post = page('/blog/first', {
    createdTimestamp: past,
    status: 'PUBLISH',
    publishTimestamp: past,
    texts: [text('title', 'First'), text('tag', 'one'), text('tag', 'two')],
    markdowns: [text('body', 'Hello *you*')],
    references: [{ name: 'author', entityReference: { path: '/authors/ines' } }],
    money: [{ name: 'price', value: '12.50', currencyCode: 'EUR' }],
  });
  const author = page('/authors/ines', { status: 'PUBLISH', publishTimestamp: past, texts: [text('title', 'Ines')] });

  test('is made whole, published at its own date, and refers to what comes later', async () => {
    const results = await imported([post, author]);
    expect(results).toMatchObject([
      { line: 1, outcome: 'CREATED', waitsFor: [], userErrors: [] },
      { line: 2, outcome: 'CREATED' },
    ]);
    const shown = await view('/blog/first');
    expect(shown).toMatchObject({ status: 'PUBLISHED', publishTimestamp: past, createdTimestamp: past });
    const texts = shown.texts as { name: string; sortOrder: number; value: string }[];
    expect(texts.map(({ name, sortOrder, value }) => `${name} ${String(sortOrder)} ${value}`).sort()).toEqual([
      'tag 0 one',
      'tag 1 two',
      'title 0 First',
    ]);
    expect(shown.references[0].entityReference.urn).toBe(results[1]?.urn);
    expect(shown.money[0].unitValue).toBe(1250);
  });

  test('that is imported again as it is changes nothing: no version, no event', async () => {
    await imported([post, author]);
    const end = await logEnd(service.services);
    const [before] = await sql(service, `SELECT sum("version"::bigint)::text AS v FROM "item"`);
    expect(outcomes(await imported([post, author]))).toEqual(['UNCHANGED', 'UNCHANGED']);
    expect(await logEnd(service.services)).toBe(end);
    expect((await sql(service, `SELECT sum("version"::bigint)::text AS v FROM "item"`))[0]).toEqual(before);
  });

  test('is changed to what its line says, and published again', async () => {
    await imported([post, author]);
    const changed = { ...post, name: 'New', texts: [text('title', 'Second'), text('tag', 'one')] };
    expect(outcomes(await imported([changed]))).toEqual(['CHANGED']);
    const shown = await view('/blog/first');
    expect(shown).toMatchObject({ name: 'New', status: 'PUBLISHED', publishTimestamp: past });
    expect(shown.texts.map((item: Line) => item['value']).sort()).toEqual(['Second', 'one']);
    // What the line does not list stays.
    expect(shown.markdowns).toHaveLength(1);
  });

  test('with a key is found by it when it moves, and with a urn of its own by that', async () => {
    const urn = crypto.randomUUID();
    const [one, two] = await imported([page('/k/one', { key: 'wp:1' }), page('/k/two', { urn })]);
    expect(two?.urn).toBe(urn);
    const again = await imported([page('/k/moved', { key: 'wp:1' }), page('/k/moved-too', { urn })]);
    expect(again.map(({ outcome, urn: found }) => [outcome, found])).toEqual([
      ['CHANGED', one?.urn],
      ['CHANGED', urn],
    ]);
    const [third] = await imported([
      page('/k/three', { references: [{ name: 'see', entityReference: { key: 'wp:1' } }] }),
    ]);
    expect(third?.waitsFor).toEqual([]);
  });

  test('waits as a draft for what it refers to, and is completed when it is sent again', async () => {
    const line = page('/wait/one', {
      status: 'PUBLISH',
      references: [{ name: 'author', entityReference: { path: '/wait/author', language: 'en' } }],
    });
    const [result] = await imported([line]);
    expect(result).toMatchObject({
      outcome: 'CREATED',
      waitsFor: [{ path: '/references/0/entityReference', code: 'MISSING_REFERENCE', name: '/wait/author' }],
    });
    const { body } = await admin.rest('GET', `/n/v1/entity/${result?.urn ?? ''}`);
    expect(body).toMatchObject({ status: 'DRAFT_UNPUBLISHED', references: [] });
    await imported([page('/wait/author')]);
    expect(await imported([line])).toMatchObject([{ outcome: 'CHANGED', waitsFor: [] }]);
    expect((await view('/wait/one')).references).toHaveLength(1);
  });

  test('in a future is scheduled, and not again', async () => {
    const line = page('/later', { status: 'PUBLISH', publishTimestamp: '2999-01-01T00:00:00.000Z' });
    expect(outcomes(await imported([line]))).toEqual(['CREATED']);
    expect(outcomes(await imported([line]))).toEqual(['UNCHANGED']);
  });
});

describe('The picture of a page', () => {
  test('is uploaded under the urn that the import names, stands in texts by its file, and is not asked for again', async () => {
    const bytes = await picture(40, 20).png().toBuffer();
    const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
    const line = page('/pictured', {
      status: 'PUBLISH',
      publishTimestamp: past,
      images: [{ name: 'hero', altText: 'A lamp', file: 'pictures/my lamp.png', digest }],
      markdowns: [text('body', '![A lamp](file:pictures/my%20lamp.png) and file:other.png')],
    });
    const [first] = await imported([line]);
    const [gap] = first?.waitsFor ?? [];
    expect(gap).toMatchObject({ code: 'MISSING_FILE', path: '/images/0/file', name: 'pictures/my lamp.png' });
    const { body } = await admin.rest('GET', `/n/v1/entity/${first?.urn ?? ''}`);
    expect(body).toMatchObject({ status: 'DRAFT_UNPUBLISHED' });
    const upload = async (): Promise<number> => {
      const form = new FormData();
      form.set('imageItemFormat', 'DEFAULT');
      form.set('urn', gap?.['fileUrn'] ?? '');
      form.set('src', new Blob([new Uint8Array(bytes)]), 'lamp.png');
      const answer = await fetch(`${service.url}/n/v1/imageitemfile/${gap?.['imageItemUrn'] ?? ''}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${admin.token}` },
        body: form,
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await upload()).toBe(201);
    expect(await imported([line])).toMatchObject([{ outcome: 'CHANGED', waitsFor: [] }]);
    const shown = await view('/pictured');
    const src = String(shown.images[0].src);
    expect(src).toContain(gap?.['fileUrn'] ?? 'none');
    expect(shown.markdowns[0].value).toContain(`src="${src}"`);
    expect((await admin.rest('GET', `/v/v1/image/${gap?.['fileUrn'] ?? ''}`)).status).toBe(200);
    const end = await logEnd(service.services);
    expect(await upload()).toBe(201);
    expect(outcomes(await imported([line]))).toEqual(['UNCHANGED']);
    expect(await logEnd(service.services)).toBe(end);
  });
});

describe('Entity types, redirects and assets', () => {
  const types = [
    {
      kind: 'EntityType',
      name: 'Post',
      fields: [
        { name: 'title', kind: 'TEXT_ITEM', required: true },
        { name: 'author', kind: 'REFERENCE_ITEM', entityTypes: [{ name: 'Writer' }] },
        { name: 'next', kind: 'REFERENCE_ITEM', entityTypes: [{ name: 'Post' }] },
      ],
    },
    { kind: 'EntityType', name: 'Writer', fields: [{ name: 'title', kind: 'TEXT_ITEM' }] },
    page('/typed', { entityType: { name: 'Post' }, texts: [text('title', 'A')], status: 'PUBLISH' }),
    { kind: 'Redirect', fromPath: '/old', toPath: '/typed' },
    { kind: 'Redirect', fromPath: '/out', toAddress: 'https://archive.example/out', isPermanent: false },
  ];

  test('are found by their names, and a second import changes nothing', async () => {
    expect(outcomes(await imported(types))).toEqual(types.map(() => 'CREATED'));
    const { entityTypes, redirects, entities } = await admin.data(
      `{ entityTypes(first: 9) { nodes { urn name fields { name entityTypes } } }
         redirects(first: 9) { nodes { fromPath toPath toAddress isPermanent } }
         entities(first: 9, where: { path: { eq: "/typed" } }) { nodes { entityType { name } status } } }`,
    );
    const urnOf = new Map(entityTypes.nodes.map((type: Body) => [type.name, type.urn]));
    const post = entityTypes.nodes.find((type: Body) => type.name === 'Post');
    expect(post.fields.map((field: Body) => field.entityTypes)).toEqual([
      [],
      [urnOf.get('Writer')],
      [urnOf.get('Post')],
    ]);
    expect(entities.nodes).toEqual([{ entityType: { name: 'Post' }, status: 'PUBLISHED' }]);
    expect(redirects.nodes).toEqual([
      { fromPath: '/old', toPath: '/typed', toAddress: null, isPermanent: true },
      { fromPath: '/out', toPath: null, toAddress: 'https://archive.example/out', isPermanent: false },
    ]);
    const end = await logEnd(service.services);
    expect(outcomes(await imported(types))).toEqual(types.map(() => 'UNCHANGED'));
    expect(await logEnd(service.services)).toBe(end);
    const moved = { kind: 'Redirect', fromPath: '/old', toPath: '/elsewhere' };
    expect(outcomes(await imported([moved, { ...moved, toPath: '/twice' }]))).toEqual(['CHANGED', 'REFUSED']);
  });

  test('an asset waits for its bytes, and links to it are addresses', async () => {
    const bytes = Buffer.from('%PDF-1.7 what each print costs');
    const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
    const lines = [
      { kind: 'Asset', key: 'files/list 1.pdf', name: 'list.pdf', file: 'files/list 1.pdf', digest },
      page('/with-asset', {
        markdowns: [{ name: 'body', value: '[Prices](asset:files/list%201.pdf), asset:none' }],
        links: [
          { name: 'prices', href: 'asset:files/list%201.pdf', text: 'Prices' },
          { name: 'list', asset: { key: 'files/list 1.pdf' } },
        ],
      }),
    ];
    const [asset] = await imported(lines);
    expect(asset).toMatchObject({
      outcome: 'CREATED',
      waitsFor: [{ path: '/file', code: 'MISSING_FILE', name: 'files/list 1.pdf', imageItemUrn: null }],
    });
    const urn = asset?.waitsFor[0]?.['assetUrn'];
    const address = `${service.url}/v/v1/asset/${String(urn)}`;
    const form = new FormData();
    form.set('src', new Blob([bytes]), 'list.pdf');
    const uploaded = await fetch(`${service.url}/n/v1/asset/${String(urn)}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${admin.token}` },
      body: form,
    });
    expect(uploaded.status).toBe(201);
    const again = await imported(lines);
    expect(again.map(({ outcome, waitsFor }) => [outcome, waitsFor])).toEqual([
      ['UNCHANGED', []],
      ['UNCHANGED', []],
    ]);
    const { entities } = await admin.data(
      `{ entities(first: 1, where: { path: { eq: "/with-asset" } }) { nodes { markdowns { value } links { href asset { urn } } } } }`,
    );
    const link = { href: address, asset: { urn } };
    expect(entities.nodes).toEqual([
      { markdowns: [{ value: `[Prices](${address}), asset:none` }], links: [link, link] },
    ]);
    const links = [
      { name: 'later', asset: { key: 'later' } },
      { name: 'list', asset: { key: 'files/list 1.pdf' } },
    ];
    const [early] = await imported([page('/early', { links })]);
    expect(early).toMatchObject({
      outcome: 'CREATED',
      waitsFor: [{ path: '/links/0/asset', code: 'MISSING_REFERENCE', name: 'later' }],
    });
    const other = { ...lines[0], digest: `sha-256=:${createHash('sha256').update('other').digest('base64')}:` };
    expect((await imported([other]))[0]?.waitsFor).toHaveLength(1);
  });
});

describe('What is wrong with a line', () => {
  test('is told of that line alone, all of it, and the others are done', async () => {
    const results = await imported([
      '{"kind": "Entity", ',
      { kind: 'Entitty', path: '/x' },
      page('no-slash', { language: 'klingon', texts: [{ name: 'a' }], markdowns: 'none' }),
      page('/ok'),
      page('/ok', { name: 'Twice' }),
      { kind: 'EntityList', name: 'No key', entities: [] },
      { kind: 'ThreadPost', key: 'p', messageThread: { key: 'nowhere' }, content: 'x' },
      page('/typo', { tilte: 'x' }),
      page('/image', { images: [{ name: 'a', file: 'a.png' }] }),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'REFUSED',
      'REFUSED',
      'REFUSED',
      'CREATED',
      'REFUSED',
      'REFUSED',
      'REFUSED',
      'CREATED',
      'REFUSED',
    ]);
    const told = results.map(({ userErrors }) => userErrors.map(({ code, path }) => `${code} ${path ?? ''}`).sort());
    expect(told[0]).toEqual(['BAD_REQUEST ']);
    expect(told[1]).toEqual(['INVALID_ENUM /kind']);
    // A path and a language that are not valid are told as such, with all else.
    expect(told[2]).toEqual([
      'INVALID_ENUM /language',
      'INVALID_FORMAT /markdowns',
      'INVALID_FORMAT /path',
      'REQUIRED /texts/0/value',
    ]);
    expect(told[4]).toEqual(['DUPLICATE /path']);
    expect(told[5]).toEqual(['REQUIRED /key']);
    expect(told[6]).toEqual(['INVALID_REFERENCE /messageThread']);
    expect(results[7]?.warnings.join()).toContain('/tilte was ignored');
    expect(told[8]).toEqual(['REQUIRED /images/0/digest']);
  });

  test('of a page that is there is told with all its paths, and changes nothing of it', async () => {
    await imported([page('/whole', { texts: [text('a', 'one'), text('b', 'two')] })]);
    const [result] = await imported([
      page('/whole', {
        texts: [text('a', 'changed'), { name: 'b', value: 5 }],
        templates: [{ name: 't', value: 'x', mediaType: 7 }],
      }),
    ]);
    expect(result?.userErrors.map(({ code, path }) => [code, path])).toEqual([
      ['INVALID_FORMAT', '/templates/0/mediaType'],
      ['INVALID_FORMAT', '/texts/1/value'],
    ]);
    const broken = await imported([
      page('/whole', { texts: [text('a', 'changed'), text('b', 'two')], templates: [text('t', '{% if %}')] }),
    ]);
    expect(broken[0]?.userErrors.map(({ path }) => path)).toEqual(['/templates/0/value']);
    const stored = await admin.data(
      `{ entities(first: 5, where: { path: { eq: "/whole" } }) { nodes { texts { value } templates { value } } } }`,
    );
    expect(stored.entities.nodes).toEqual([{ texts: [{ value: 'one' }, { value: 'two' }], templates: [] }]);
  });

  test('of the request refuses it as a whole: no lines, too many lines', async () => {
    expect((await send([])).status).toBe(422);
    const many = Array.from({ length: 201 }, (_, at) => page(`/many/${String(at)}`));
    expect((await send(many)).status).toBe(413);
  });
});

describe('What may pass', () => {
  const failing = (code: string): Promise<unknown> =>
    sql(
      service,
      `CREATE FUNCTION not_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW."name" = 'Not now' THEN RAISE EXCEPTION 'not now' USING ERRCODE = '${code}'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER not_now BEFORE INSERT ON "entity" FOR EACH ROW EXECUTE FUNCTION not_now()`,
    );

  test.each([
    ['CONFLICT', '40001', 409],
    ['TIMEOUT', '55P03', 504],
    ['UNAVAILABLE', '53400', 503],
  ])('ends the request behind what was done: %s', async (code, state, status) => {
    const lines = ['one', 'two', 'three'].map((name) =>
      page(`/pass/${state}/${name}`, { name: name === 'two' ? 'Not now' : name }),
    );
    await failing(state);
    try {
      expect(outcomes(await imported(lines))).toEqual(['CREATED']);
      for (const query of ['', '?dryRun=true']) {
        const answer = await send(lines.slice(1), admin, query);
        expect([answer.status, answer.body.code]).toEqual([status, code]);
      }
    } finally {
      await sql(service, 'DROP FUNCTION not_now CASCADE');
    }
    // The third may have been written at the same time as the second was tried.
    const again = outcomes(await imported(lines));
    expect([again[0], again[1], again[2] === 'UNCHANGED' ? 'CREATED' : again[2]]).toEqual([
      'UNCHANGED',
      'CREATED',
      'CREATED',
    ]);
  });

  test('is told from a conflict that stays, which refuses its line alone', async () => {
    const lines = [
      { kind: 'Group', key: 'closed', name: 'Closed' },
      { kind: 'MessageThread', key: 'closed', group: { key: 'closed' }, name: 'Closed', isClosed: true },
      { kind: 'Identity', key: 'late', name: 'Late' },
      {
        kind: 'ThreadPost',
        key: 'late',
        messageThread: { key: 'closed' },
        authorIdentity: { key: 'late' },
        content: 'Late',
      },
      page('/pass/behind'),
    ];
    for (const query of ['?dryRun=true', '']) {
      const results = await imported(lines, query);
      expect(outcomes(results)).toEqual(['CREATED', 'CREATED', 'CREATED', 'REFUSED', 'CREATED']);
      expect(results[3]?.userErrors.map(({ code }) => code)).toEqual(['CONFLICT']);
    }
  });
});

describe('A dry run', () => {
  test('tells what would be done, and does nothing', async () => {
    await imported([page('/dry/there', { texts: [text('a', 'one')] })]);
    const end = await logEnd(service.services);
    const results = await imported(
      [
        page('/dry/new', { references: [{ name: 'r', entityReference: { path: '/dry/new-too' } }] }),
        page('/dry/there', { texts: [text('a', 'two')] }),
        page('/dry/new-too'),
        page('/dry/bad', { texts: [{}] }),
        page('/dry/there', { variant: 'b' }),
      ],
      '?dryRun=true',
    );
    expect(outcomes(results)).toEqual(['CREATED', 'CHANGED', 'CREATED', 'REFUSED', 'CREATED']);
    expect(results[0]?.waitsFor).toEqual([]);
    expect(await logEnd(service.services)).toBe(end);
    const { entities } = await admin.data(
      `{ entities(first: 5, where: { path: { startsWith: "/dry" } }) { nodes { path texts { value } } } }`,
    );
    expect(entities.nodes).toEqual([{ path: '/dry/there', texts: [{ value: 'one' }] }]);
  });
});

describe('In the graph', () => {
  test('lines are imported as over REST', async () => {
    const { importContent } = await admin.data(
      `mutation ($lines: [WriteBody!]!) { importContent(lines: $lines) { results { line outcome waitsFor { code } userErrors { code path } } userErrors { code } } }`,
      { lines: [page('/graph'), { kind: 'Nothing' }] },
    );
    expect(importContent).toEqual({
      results: [
        { line: 1, outcome: 'CREATED', waitsFor: [], userErrors: [] },
        { line: 2, outcome: 'REFUSED', waitsFor: [], userErrors: [{ code: 'INVALID_ENUM', path: '/kind' }] },
      ],
      userErrors: [],
    });
  });
});
