// Preview links: one page is shown to whoever has the link, as its maker chose, and nothing else is opened by it.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  change,
  letPass,
  openToEveryone,
  page,
  picture,
  reader,
  sql,
  text,
  upload,
  write,
  type Body,
} from '../support/content.ts';
import type { Client, RestAnswer } from '../support/client.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { helper, made, task } from '../support/work.ts';

let service: SharedService;
let editor: Tenant;
let anybody: Client;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
  anybody = service.client(null);
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const link = (entity: string, more: object = {}): Promise<Body> => made(editor, 'previewlink', { entity, ...more });
const opened = (token: string, client = anybody): Promise<RestAnswer> => client.rest('GET', `/v/v1/preview/${token}`);
const titlesOf = ({ body }: RestAnswer): string[] => body.texts.map(({ value }: Body) => String(value));
const preview =
  'query ($token: String!) { entityPreview(token: $token) { urn lastEditedBy { name } texts { value } } }';

async function shown(token: string): Promise<string[] | null> {
  const answer = await opened(token);
  const graph = (await anybody.data(preview, { token })).entityPreview;
  if (answer.status === 404) {
    expect(graph).toBeNull();
    return null;
  }
  expect(answer.status, answer.text).toBe(200);
  expect(graph.texts.map(({ value }: Body) => value)).toEqual(titlesOf(answer));
  return titlesOf(answer);
}

/** A published page with a newer draft. */
async function drafted(path: string, more: object = {}): Promise<Body> {
  const entity = await page(editor, path, { status: 'PUBLISH', texts: [text('Live')], ...more });
  await write(editor, entity.texts[0].urn, 'Draft');
  return entity;
}

describe('What a link shows', () => {
  test('is the draft of a page to somebody without a token, on both faces, and the secret is told once', async () => {
    const entity = await drafted('/told');
    const made = await link(entity.urn, { name: 'For Maria' });
    expect(made).toMatchObject({ name: 'For Maria', contentVersion: 'LATEST', language: 'en', variant: '' });
    expect(made.href).toBe(`${service.url}/preview/${String(made.token)}`);
    expect(made.token).toMatch(/^ccs_p_[\w-]{49}$/);
    expect(await shown(made.token)).toEqual(['Draft']);
    const again = await editor.rest('GET', `/n/v1/previewlink/${String(made.urn)}`);
    expect([again.body.href, again.body.token]).toEqual([null, null]);
    const [row = {}] = await sql(service, 'SELECT * FROM "preview_link" WHERE "urn" = $1', [made.urn]);
    expect(JSON.stringify(row)).not.toContain(made.token);
    const query = `mutation ($input: CreatePreviewLinkInput!) { createPreviewLink(input: $input) { previewLink { token } userErrors { code } } }`;
    const { createPreviewLink } = await editor.data(query, { input: { entity: entity.urn } });
    expect(await shown(createPreviewLink.previewLink.token)).toEqual(['Draft']);
  });

  test('is what is live, where its maker chose that, though nobody else may see the page', async () => {
    const { token } = await link((await drafted('/live')).urn, { contentVersion: 'PUBLISHED' });
    expect(await shown(token)).toEqual(['Live']);
    expect((await anybody.rest('GET', '/v/v1/entityview/live')).status).toBe(404);
  });

  test('is one language and one variant, and later versions of the page are none of it', async () => {
    await page(editor, '/versions', { texts: [text('English')] });
    const french = await page(editor, '/versions', { language: 'fr', texts: [text('Français')] });
    const summer = await page(editor, '/versions', { variant: 'summer', texts: [text('Summer')] });
    const { token, language, variant } = await link(french.urn, { language: 'en', variant: 'summer' });
    expect([language, variant, await shown(token)]).toEqual(['en', 'summer', ['Summer']]);
    expect(await shown((await link(french.urn)).token)).toEqual(['Français']);
    await editor.rest('DELETE', `/n/v1/entity/${String(summer.urn)}`);
    await page(editor, '/versions', { variant: 'summer', texts: [text('Later')] });
    expect(await shown(token)).toEqual(['English']);
    const answer = (await opened(token)).body;
    expect(answer.alternativeLanguages).toEqual([]);
  });

  test('is the page as it was, or as it will be', async () => {
    const entity = await page(editor, '/times', { status: 'PUBLISH', texts: [text('Before')] });
    await letPass(service, entity.urn, 3_600);
    await write(editor, entity.texts[0].urn, 'After');
    await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp: inDays(2) });
    const at = (atTimestamp: string): Promise<Body> => link(entity.urn, { atTimestamp, contentVersion: 'PUBLISHED' });
    expect(await shown((await at(new Date(Date.now() - 1_800_000).toISOString())).token)).toEqual(['Before']);
    expect(await shown((await at(inDays(3))).token)).toEqual(['After']);
  });

  test('has its pictures, and no other ones', async () => {
    const images = [{ name: 'cover', altText: 'A lamp', sortOrder: 1 }];
    const entity = await page(editor, '/pictured', { images, texts: [text('Words')] });
    const other = await page(editor, '/other', { images });
    const [own, theirs] = [
      await upload(service.url, editor, entity.images[0].urn, await picture()),
      await upload(service.url, editor, other.images[0].urn, await picture()),
    ];
    await made(editor, 'markdownitem', {
      ...{ entity: entity.urn, name: 'body', sortOrder: 2 },
      value: `![One](/v/v1/image/${own}) ![Two](/v/v1/image/${theirs})`,
    });
    const { token } = await link(entity.urn);
    const { body } = await opened(token);
    const place = `/v/v1/preview/${String(token)}/image`;
    expect(body.images[0].src).toBe(`${service.url}${place}/${own}`);
    expect(body.markdowns[0].value).toContain(`src="${place}/${own}"`);
    expect(body.markdowns[0].value).toContain(`src="/v/v1/image/${theirs}"`);
    const answer = await fetch(`${String(body.images[0].src)}?w=10&fm=png`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect([answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual([
      ...['no-store', 'noindex, nofollow'],
    ]);
    for (const address of [`${place}/${theirs}`, `/v/v1/image/${own}`])
      expect((await anybody.rest('GET', address)).status).toBe(404);
    const graph = `query ($token: String!) { entityPreview(token: $token) { images { src files { urn } } } }`;
    expect((await anybody.data(graph, { token })).entityPreview.images).toEqual([
      { src: `${service.url}${place}/${own}`, files: [] },
    ]);
  });
});

describe('Nothing else', () => {
  test('is read with the link: no history, no people, no other page, no list', async () => {
    const hidden = await page(editor, '/hidden', { status: 'PUBLISH', texts: [text('Hidden')] });
    const open = await page(editor, '/open', { status: 'PUBLISH', texts: [text('Open')] });
    await openToEveryone(editor, open.urn);
    await write(editor, open.texts[0].urn, 'Not yet');
    const references = [hidden, open].map(({ urn }, at) => ({
      ...{ name: 'to', sortOrder: at, entityReference: urn },
    }));
    const templates = [{ name: 'all', sortOrder: 9, value: '{% for one in items.to %}[{{ one.title }}]{% endfor %}' }];
    const entity = await page(editor, '/refers', { references, templates, texts: [text('Draft')] });
    await task(editor, 'Inside', { owner: editor.company, associatedEntities: [entity.urn] });
    const { token, urn } = await link(entity.urn);
    const query = `query ($token: String!) { entityPreview(token: $token) {
      owner { name } lastEditedBy { name } tasks { nodes { urn } } previewLinks { nodes { urn } }
      texts { actor { name } } templates { value }
      references { entityReference { texts { value } } } } }`;
    const answer = await anybody.graph(query, { token });
    expect(answer.data.entityPreview).toMatchObject({
      ...{ owner: null, lastEditedBy: null, tasks: { nodes: [] }, previewLinks: { nodes: [] } },
      templates: [{ value: '[][Open]' }],
      references: [{ entityReference: null }, { entityReference: { texts: [{ value: 'Open' }] } }],
    });
    expect(answer.data.entityPreview.texts).toEqual([{ actor: null }]);
    const histories = `query ($token: String!) { entityPreview(token: $token) { texts { history { history { nodes { value } } } } } }`;
    const refused = await anybody.graph(histories, { token });
    expect([refused.data.entityPreview, refused.errors?.[0]?.extensions['code']]).toEqual([null, 'FORBIDDEN']);
    const withToken = service.client(token);
    for (const path of ['/n/v1/entities', `/n/v1/entity/${String(entity.urn)}`, `/n/v1/previewlink/${String(urn)}`])
      expect((await withToken.rest('GET', path)).status).toBe(401);
    for (const path of [`/n/v1/entity/${String(entity.urn)}`, `/n/v1/textitem/${String(entity.texts[0].urn)}`])
      expect((await anybody.rest('GET', path)).status).toBe(404);
  });

  test('says that it is kept by nobody and found by nobody, refusals included', async () => {
    const { token } = await link((await drafted('/kept')).urn);
    for (const path of [
      `/v/v1/preview/${String(token)}`,
      `/preview/${String(token)}`,
      '/preview/x',
      '/v/v1/preview/x',
    ]) {
      const { headers } = await anybody.rest('GET', path);
      expect([path, headers.get('cache-control'), headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual(
        [path, 'no-store', 'noindex, nofollow', 'no-referrer'],
      );
    }
  });
});

describe('A link ends', () => {
  test('when it is revoked, and does not open anything when it is restored', async () => {
    const { token, urn } = await link((await drafted('/revoked')).urn);
    expect(await shown(token)).toEqual(['Draft']);
    expect((await editor.rest('DELETE', `/n/v1/previewlink/${String(urn)}`)).status).toBe(204);
    expect(await shown(token)).toBeNull();
    expect((await editor.rest('POST', `/n/v1/previewlink/${String(urn)}/restore`)).status).toBe(200);
    expect(await shown(token)).toBeNull();
  });

  test('when its time has come, and when its page is deleted', async () => {
    const entity = await drafted('/ended');
    const [first, second] = [await link(entity.urn), await link(entity.urn, { expirationTimestamp: inDays(89) })];
    expect(Date.parse(first.expirationTimestamp) - Date.parse(first.createdTimestamp)).toBe(7 * 86_400_000);
    await sql(service, `UPDATE "preview_link" SET "expiration_timestamp" = now() WHERE "urn" = $1`, [first.urn]);
    expect([await shown(first.token), await shown(second.token)]).toEqual([null, ['Draft']]);
    await editor.rest('DELETE', `/n/v1/entity/${String(entity.urn)}`);
    expect(await shown(second.token)).toBeNull();
  });

  test.each([
    ['in the past', { expirationTimestamp: inDays(-1) }, '/expirationTimestamp', 'OUT_OF_RANGE'],
    ['too far ahead', { expirationTimestamp: inDays(91) }, '/expirationTimestamp', 'OUT_OF_RANGE'],
    ['of what was never live', { contentVersion: 'PUBLISHED' }, '/contentVersion', 'INVALID_REFERENCE'],
    ['of an impossible variant', { variant: 'a b' }, '/variant', 'INVALID_FORMAT'],
  ])('and one that is %s is refused', async (_, more, path, code) => {
    const entity = await page(editor, null, { texts: [text('Draft')] });
    const answer = await editor.rest('POST', '/n/v1/previewlink', { body: { entity: entity.urn, ...more } });
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ path, code }]]);
  });
});

describe('Who makes, lists and revokes links', () => {
  const grant = (label: string, objectUrn: string) => ({ label, objectUrn, objectScope: 'ENTITY' });

  test('is who may update the page, and nobody who may only see drafts', async () => {
    const entity = await drafted('/who');
    const mine = await link(entity.urn);
    const [viewer, writer] = [
      await helper(service, editor, [grant('READ_DRAFT', entity.urn)]),
      await helper(service, editor, [grant('UPDATE', entity.urn)]),
    ];
    const body = { entity: entity.urn };
    expect((await viewer.rest('POST', '/n/v1/previewlink', { body })).status).toBe(403);
    expect((await viewer.rest('GET', `/n/v1/previewlink/${String(mine.urn)}`)).status).toBe(404);
    const list = 'query ($urn: ID!) { entity(urn: $urn) { previewLinks { nodes { urn } } } }';
    const listed = async (client: Client): Promise<string[]> =>
      (await client.data(list, { urn: entity.urn })).entity.previewLinks.nodes.map(({ urn }: Body) => urn);
    expect(await listed(viewer)).toEqual([]);
    const made = await writer.rest('POST', '/n/v1/previewlink', { body });
    expect(made.status, made.text).toBe(201);
    expect(await listed(writer)).toEqual([mine.urn, made.body.urn]);
    expect((await writer.rest('DELETE', `/n/v1/previewlink/${String(mine.urn)}`)).status).toBe(204);
    expect(await shown(mine.token)).toBeNull();
  });

  test('has to hold that on the version and the variant that are shown, too', async () => {
    const english = await page(editor, '/mixed', { texts: [text('English')] });
    const french = await page(editor, '/mixed', { language: 'fr', texts: [text('Français')] });
    const writer = await helper(service, editor, [grant('UPDATE', english.urn), grant('READ_DRAFT', french.urn)]);
    const body = { entity: english.urn, language: 'fr' };
    expect((await writer.rest('POST', '/n/v1/previewlink', { body })).status).toBe(403);
    expect((await writer.rest('POST', '/n/v1/previewlink', { body: { entity: english.urn } })).status).toBe(201);
    const outsider = await reader(service, editor, []);
    expect((await outsider.rest('POST', '/n/v1/previewlink', { body })).status).toBe(422);
  });
});
