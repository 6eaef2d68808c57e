// An editor's day: a page is written, changed and published, an older value is restored, and a legacy client reads the
// page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let editor: Tenant;

beforeAll(async () => {
  service = await startService();
  editor = await service.tenant();
});
afterAll(() => service.close());

const create = `mutation ($input: CreateEntityInput!) {
  createEntity(input: $input) { entity { urn status texts { urn value isPublished } } userErrors { code path } }
}`;

async function page(path: string): Promise<{ urn: string; text: string }> {
  const { createEntity } = await editor.data(create, {
    input: {
      owner: editor.company,
      name: 'Home',
      path,
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
      texts: [{ name: 'title', sortOrder: 0, value: 'One' }],
    },
  });
  expect(createEntity.userErrors).toEqual([]);
  return { urn: createEntity.entity.urn, text: createEntity.entity.texts[0].urn };
}

const view = `query ($path: String!) { entityView(path: $path) { urn texts { value layer isPublished } } }`;

describe('a page', () => {
  test('is not in the view before it is published, and shows live values only', async () => {
    const { urn, text } = await page('/a');
    expect((await editor.data(view, { path: '/a' })).entityView).toBeNull();

    await editor.data(`mutation ($urn: ID!) { publishEntity(urn: $urn) { userErrors { code } } }`, { urn });
    expect((await editor.data(view, { path: '/a' })).entityView.texts).toEqual([
      { value: 'One', layer: 'DEFAULT', isPublished: true },
    ]);

    await editor.data(
      `mutation ($urn: ID!) { updateTextItem(urn: $urn, input: { value: "Two" }) { userErrors { code } } }`,
      { urn: text },
    );
    expect((await editor.data(view, { path: '/a' })).entityView.texts[0].value).toBe('One');
    const { entity } = await editor.data(
      `query ($urn: ID!) { entity(urn: $urn) { status texts { value isPublished } } }`,
      { urn },
    );
    expect(entity).toEqual({ status: 'PUBLISHED_WITH_DRAFTS', texts: [{ value: 'Two', isPublished: false }] });
  });

  test('keeps every value, newest first, and an older one can be chosen', async () => {
    const { urn, text } = await page('/b');
    const write = `mutation ($urn: ID!, $value: String!) { updateTextItem(urn: $urn, input: { value: $value }) { userErrors { code } } }`;
    await editor.data(write, { urn: text, value: 'Two' });
    await editor.data(`mutation ($urn: ID!) { publishEntity(urn: $urn) { userErrors { code } } }`, { urn });
    const history = `query ($urn: ID!) { textItem(urn: $urn) { history { history { nodes { urn itemUrn value isPublished } } } } }`;
    const { nodes } = (await editor.data(history, { urn: text })).textItem.history.history;
    expect(nodes.map((n: { value: string; isPublished: boolean }) => [n.value, n.isPublished])).toEqual([
      ['Two', true],
      ['One', false],
    ]);
    expect(nodes[0].itemUrn).toBe(text);

    const choose = `mutation ($item: ID!, $entry: ID!) { chooseItemValue(item: $item, entry: $entry) { userErrors { code message } } }`;
    expect((await editor.data(choose, { item: text, entry: nodes[1].urn })).chooseItemValue.userErrors).toEqual([]);
    expect((await editor.data(view, { path: '/b' })).entityView.texts[0].value).toBe('One');
    expect((await editor.data(`query ($urn: ID!) { entity(urn: $urn) { status } }`, { urn })).entity.status).toBe(
      'PUBLISHED_WITH_DRAFTS',
    );
  });
});
