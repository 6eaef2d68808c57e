// Types of pages: drafts may break them and what is published may not, by whichever way it goes live; a new page begins with their
// defaults; what a change would break is told before; and what a type said is kept. Resource reference 16.19.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { page, sql, text, titles, type Body } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: TestService;
let editor: Tenant;

beforeAll(async () => {
  service = await startService();
  editor = await service.tenant();
});
afterAll(() => service.close());

let made_ = 0;

function typeOf(fields: readonly Body[], more: Body = {}, tenant = editor): Promise<Body> {
  made_ += 1;
  return made(tenant, 'entitytype', { owner: tenant.company, name: `Type ${String(made_)}`, fields, ...more });
}

const headline = { name: 'headline', kind: 'TEXT_ITEM', required: true, maxLength: 10 };

const pathsOf = (body: Body): string[] => body.errors.map((e: Body) => `${String(e.path)} ${String(e.code)}`);

const entity = async (urn: unknown): Promise<Body> => (await editor.rest('GET', `/n/v1/entity/${String(urn)}`)).body;

let next = 0;
const path = (): string => `/typed-${String((next += 1))}`;

describe('a type', () => {
  test('is made, read, changed, listed and deleted on both faces, with every member of its fields', async () => {
    const author = await typeOf([]);
    const sent = [
      { ...headline, label: 'Headline', help: 'In one line.', minLength: 2, choices: ['News', 'Essay'] },
      { name: 'tags', kind: 'TEXT_ITEM', repeated: true, maxItems: 3, defaults: { value: 'new' } },
      { name: 'words', kind: 'LONG_ITEM', minimum: '1', maximum: '5000' },
      { name: 'author', kind: 'REFERENCE_ITEM', entityTypes: [author.urn] },
    ];
    const type = await typeOf(sent);
    const none = {
      label: null,
      help: null,
      required: false,
      repeated: false,
      maxItems: null,
      minLength: null,
      maxLength: null,
      minimum: null,
      maximum: null,
      choices: [],
      entityTypes: [],
      defaults: null,
    };
    const whole = sent.map((field) => ({ ...none, ...field }));
    expect(type.fields).toEqual(whole);
    const query = `query ($urn: ID!) { entityType(urn: $urn) { version owner { urn } fields { name kind label help required repeated maxItems
      minLength maxLength minimum maximum choices entityTypes defaults } } }`;
    const read = await editor.data(query, { urn: type.urn });
    expect(read.entityType).toEqual({ version: '1', owner: { urn: editor.company }, fields: whole });
    const update = `mutation ($urn: ID!, $input: UpdateEntityTypeInput!) { updateEntityType(urn: $urn, input: $input) {
      entityType { version description fields { name choices } } userErrors { path code } } }`;
    const input = { description: 'Shorter', fields: [{ name: 'tags', kind: 'TEXT_ITEM', choices: ['a', 'b'] }] };
    const changed = await editor.data(update, { urn: type.urn, input });
    expect(changed.updateEntityType).toEqual({
      entityType: { version: '2', description: 'Shorter', fields: [{ name: 'tags', choices: ['a', 'b'] }] },
      userErrors: [],
    });
    const again = await editor.data(update, { urn: type.urn, input });
    expect(again.updateEntityType.entityType.version).toBe('2');
    const listed = await editor.data('{ entityTypes(orderBy: [{ field: NAME }]) { nodes { urn } } }');
    expect(listed.entityTypes.nodes).toContainEqual({ urn: type.urn });
    expect((await editor.rest('DELETE', `/n/v1/entitytype/${String(type.urn)}`)).status).toBe(204);
    expect((await editor.rest('GET', `/n/v1/entitytype/${String(type.urn)}`)).status).toBe(404);
  });

  test('is refused with all that is wrong with it, and nothing is written', async () => {
    const missing = crypto.randomUUID();
    const fields = [
      { name: 'a', kind: 'TEXT_ITEM', minLength: 2, maxLength: 1 },
      { name: 'a', kind: 'LONG_ITEM', defaults: { value: 'no number', entity: missing } },
      { name: 'c', kind: 'REFERENCE_ITEM', entityTypes: [missing] },
    ];
    const urn = crypto.randomUUID();
    const refused = await editor.rest('POST', '/n/v1/entitytype', {
      body: { urn, owner: editor.company, name: 'Wrong', fields },
    });
    expect(refused.status).toBe(422);
    expect(pathsOf(refused.body).sort()).toEqual([
      '/fields/0/maxLength OUT_OF_RANGE',
      '/fields/1/defaults/entity NOT_ALLOWED_TOGETHER',
      '/fields/1/defaults/value INVALID_FORMAT',
      '/fields/1/name DUPLICATE',
      '/fields/2/entityTypes/0 INVALID_REFERENCE',
    ]);
    expect((await editor.rest('GET', `/n/v1/entitytype/${urn}`)).status).toBe(404);
  });

  test('may name itself, and is unique by its name', async () => {
    const urn = crypto.randomUUID();
    const fields = [{ name: 'parent', kind: 'REFERENCE_ITEM', entityTypes: [urn] }];
    const type = await typeOf(fields, { urn, name: 'Tree' });
    expect(type.fields[0].entityTypes).toEqual([urn]);
    const body = { owner: editor.company, name: 'Tree', fields: [] };
    expect((await editor.rest('POST', '/n/v1/entitytype', { body })).status).toBe(409);
  });

  test('stays while entities are of it', async () => {
    const type = await typeOf([]);
    const one = await page(editor, path(), { entityType: type.urn });
    const refused = await editor.rest('DELETE', `/n/v1/entitytype/${String(type.urn)}`);
    expect([refused.status, refused.body.code, refused.body.errors[0].related]).toEqual([409, 'IN_USE', [one.urn]]);
    const none = await editor.rest('PATCH', `/n/v1/entity/${String(one.urn)}`, { body: { entityType: null } });
    expect([none.status, none.body.entityType]).toEqual([200, null]);
    const gone = await editor.rest('DELETE', `/n/v1/entitytype/${String(type.urn)}`);
    expect(gone.status, gone.text).toBe(204);
  });

  test('of another company is refused, and one of a company above is not', async () => {
    const child = await made(editor, 'company', { name: 'Below', owner: editor.company });
    const [above, below] = [await typeOf([]), await typeOf([], { owner: child.urn })];
    const one = await page(editor, path(), { owner: child.urn, entityType: above.urn });
    expect(one.entityType.urn).toBe(above.urn);
    const body = { urn: crypto.randomUUID(), name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' };
    const refused = await editor.rest('POST', '/n/v1/entity', {
      body: { ...body, owner: editor.company, entityType: below.urn },
    });
    expect([refused.status, pathsOf(refused.body)]).toEqual([422, ['/entityType INVALID_REFERENCE']]);
    const stranger = await service.tenant();
    const foreign = await typeOf([], {}, stranger);
    const other = await editor.rest('POST', '/n/v1/entity', {
      body: { ...body, owner: editor.company, entityType: foreign.urn },
    });
    expect([other.status, pathsOf(other.body)]).toEqual([422, ['/entityType INVALID_REFERENCE']]);
  });

  test('is public where the content of its company is', async () => {
    const tenant = await service.tenant();
    const type = await typeOf([headline], {}, tenant);
    const read = (): Promise<number> =>
      fetch(`${service.url}/n/v1/entitytype/${String(type.urn)}`).then(({ status }) => status);
    expect(await read()).toBe(404);
    const edge = { subjectUrn: tenant.company, subjectScope: 'EVERYONE', objectUrn: tenant.company };
    await made(tenant, 'permission', { owner: tenant.company, ...edge, objectScope: 'COMPANY', label: 'VIEW' });
    expect(await read()).toBe(200);
    const history = await fetch(`${service.url}/n/v1/entitytype/${String(type.urn)}/history`);
    expect(history.status).toBe(401);
  });
});

describe('a page of a type', () => {
  test('begins with the defaults that it is not sent, and a copy of it does not', async () => {
    const type = await typeOf([
      { name: 'section', kind: 'TEXT_ITEM', defaults: { value: 'news' } },
      { name: 'price', kind: 'MONEY_ITEM', defaults: { unitValue: 100, currencyCode: 'EUR' } },
      { name: 'words', kind: 'LONG_ITEM', defaults: { value: 5 } },
    ]);
    const longs = [{ name: 'words', sortOrder: 3, value: 7 }];
    const one = await page(editor, path(), { entityType: { urn: type.urn }, texts: [text('A')], longs });
    expect(one.texts.map((item: Body) => [item.name, item.value])).toEqual([
      ['title', 'A'],
      ['section', 'news'],
    ]);
    expect(one.money.map((item: Body) => [item.name, item.value])).toEqual([['price', '1.00']]);
    expect(one.longs.map((item: Body) => item.value)).toEqual([7]);
    await editor.rest('DELETE', `/n/v1/textitem/${String(one.texts[1].urn)}`);
    const copied = await editor.rest('POST', `/n/v1/entity/${String(one.urn)}/copy`, { body: { language: 'de' } });
    expect([copied.status, copied.body.entityType.urn]).toEqual([201, type.urn]);
    expect(copied.body.texts.map((item: Body) => item.name)).toEqual(['title']);
  });

  test('is drafted as it likes, and published once it keeps the type; the plan says why before', async () => {
    const type = await typeOf([headline, { name: 'body', kind: 'MARKDOWN_ITEM', required: true }]);
    const address = path();
    const one = await page(editor, address, { entityType: type.urn, texts: [text('Much too long', 'headline')] });
    const plan = await editor.rest('GET', `/n/v1/entity/${String(one.urn)}/publishplan`);
    const item = one.texts[0].urn;
    const violations = [
      {
        path: '/texts/headline',
        code: 'TOO_LONG',
        message: 'headline: At most 10 characters.',
        limit: '10',
        field: 'headline',
        itemUrn: item,
      },
      {
        path: '/markdowns/body',
        code: 'REQUIRED',
        message: 'body: Required.',
        limit: null,
        field: 'body',
        itemUrn: null,
      },
    ];
    expect(plan.body.violations).toEqual(violations);
    const query = `query ($urn: ID!) { publishPlan(urn: $urn) { violations { path code message limit field itemUrn } } }`;
    expect((await editor.data(query, { urn: one.urn })).publishPlan).toEqual({ violations });
    const refused = await editor.rest('PUT', `/n/v1/entity/${String(one.urn)}`, { body: { status: 'PUBLISH' } });
    expect([refused.status, refused.body.code]).toEqual([422, 'VALIDATION_FAILED']);
    expect(pathsOf(refused.body)).toEqual(['/texts/headline TOO_LONG', '/markdowns/body REQUIRED']);
    const mutation = 'mutation ($urn: ID!) { publishEntity(urn: $urn) { userErrors { path code limit related } } }';
    expect((await editor.data(mutation, { urn: one.urn })).publishEntity.userErrors).toEqual([
      { path: '/texts/headline', code: 'TOO_LONG', limit: '10', related: [item] },
      { path: '/markdowns/body', code: 'REQUIRED', limit: null, related: null },
    ]);
    expect([(await entity(one.urn)).version, await titles(editor, address)]).toEqual([one.version, null]);
    await editor.rest('PATCH', `/n/v1/textitem/${String(item)}`, { body: { value: 'Short' } });
    await made(editor, 'markdownitem', { entity: one.urn, name: 'body', sortOrder: 0, value: 'Text' });
    const published = await editor.rest('PUT', `/n/v1/entity/${String(one.urn)}`, { body: { status: 'PUBLISH' } });
    expect([published.status, published.body.status]).toEqual([200, 'PUBLISHED']);
    expect(await titles(editor, address)).toEqual(['Short']);
  });

  test('is not made live at once where it breaks the type', async () => {
    const type = await typeOf([headline]);
    const urn = crypto.randomUUID();
    const body = { urn, owner: editor.company, name: 'P', language: 'en', status: 'PUBLISH', entityType: type.urn };
    const refused = await editor.rest('POST', '/n/v1/entity', { body });
    expect([refused.status, pathsOf(refused.body)]).toEqual([422, ['/texts/headline REQUIRED']]);
    expect((await editor.rest('GET', `/n/v1/entity/${urn}`)).status).toBe(404);
  });

  test('refers to pages of the types that its field names', async () => {
    const person = await typeOf([]);
    const type = await typeOf([{ name: 'author', kind: 'REFERENCE_ITEM', entityTypes: [person.urn] }]);
    const target = await page(editor, path());
    const references = [{ name: 'author', sortOrder: 0, entityReference: target.urn }];
    const one = await page(editor, path(), { entityType: type.urn, references });
    const publish = (): Promise<Body> =>
      editor.rest('PUT', `/n/v1/entity/${String(one.urn)}`, { body: { status: 'PUBLISH' } });
    expect(pathsOf((await publish()).body)).toEqual(['/references/author INVALID_REFERENCE']);
    await editor.rest('PATCH', `/n/v1/entity/${String(target.urn)}`, { body: { entityType: person.urn } });
    expect((await publish()).status).toBe(200);
  });

  test('shows no value of its past as live that breaks the type', async () => {
    const type = await typeOf([headline]);
    const one = await page(editor, path(), {
      entityType: type.urn,
      texts: [text('Much too long', 'headline')],
    });
    const item = String(one.texts[0].urn);
    const history = await editor.rest('GET', `/n/v1/textitemhistory/${item}`);
    const [old] = history.body.history;
    await editor.rest('PATCH', `/n/v1/textitem/${item}`, { body: { value: 'Short' } });
    expect((await editor.rest('PUT', `/n/v1/entity/${String(one.urn)}`, { body: { status: 'PUBLISH' } })).status).toBe(
      200,
    );
    const choose =
      'mutation ($item: ID!, $entry: ID!) { chooseItemValue(item: $item, entry: $entry) { userErrors { path code } } }';
    expect((await editor.data(choose, { item, entry: old.urn })).chooseItemValue.userErrors).toEqual([
      { path: '/texts/headline', code: 'TOO_LONG' },
    ]);
    expect((await entity(one.urn)).status).toBe('PUBLISHED');
  });

  test('is scheduled where it keeps the type, and given up when it is due and does not any more', async () => {
    const type = await typeOf([headline]);
    const address = path();
    const draft = { entityType: type.urn, texts: [text('Much too long', 'headline')] };
    const one = await page(editor, address, draft);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const order = { status: 'PUBLISH', publishTimestamp: later };
    const schedule = (): Promise<Body> => editor.rest('PUT', `/n/v1/entity/${String(one.urn)}`, { body: order });
    expect(pathsOf((await schedule()).body)).toEqual(['/texts/headline TOO_LONG']);
    const item = `/n/v1/textitem/${String(one.texts[0].urn)}`;
    await editor.rest('PATCH', item, { body: { value: 'Short' } });
    expect((await schedule()).body.status).toBe('PUBLISH_PENDING');
    // It joins the schedule.
    await editor.rest('PATCH', item, { body: { value: 'Much too long again' } });
    await sql(service, `UPDATE entity SET publish_timestamp = now() WHERE urn = $1`, [one.urn]);
    await expect.poll(async () => (await entity(one.urn)).status, { timeout: 20_000 }).toBe('DRAFT_UNPUBLISHED');
    const after = await entity(one.urn);
    expect(after.lastError).toMatch(
      /failed: it breaks the type at \/texts\/headline\. headline: At most 10 characters\.$/,
    );
    expect([after.liveTimestamp, await titles(editor, address)]).toEqual([null, null]);
    // Work goes on, and what is mended is published.
    expect((await editor.rest('PATCH', item, { body: { value: 'Shorter' } })).status).toBe(200);
    expect((await editor.rest('PUT', `/n/v1/entity/${String(one.urn)}`, { body: { status: 'PUBLISH' } })).status).toBe(
      200,
    );
  });
});

describe('a change of a type', () => {
  test('is planned: the pages that it would break, live and as drafts, some at a time', async () => {
    const type = await typeOf([headline]);
    const published = { entityType: type.urn, status: 'PUBLISH' };
    const live = await page(editor, path(), { ...published, texts: [text('Short', 'headline')] });
    const long = await page(editor, path(), { ...published, texts: [text('0123456789', 'headline')] });
    await editor.rest('PATCH', `/n/v1/textitem/${String(long.texts[0].urn)}`, { body: { value: '012' } });
    const draft = await page(editor, path(), { entityType: type.urn });
    const fields = [{ ...headline, maxLength: 5 }];
    const url = `/n/v1/entitytype/${String(type.urn)}/plan`;
    const plan = (await editor.rest('POST', url, { body: { fields } })).body;
    const told = (found: Body): Body =>
      found.pages.map(({ entity: { urn }, live: now, newest }: Body) => [
        urn,
        now.map((d: Body) => `${String(d.path)} ${String(d.code)}`),
        newest.map((d: Body) => `${String(d.path)} ${String(d.code)}`),
      ]);
    const expected = [
      [long.urn, ['/texts/headline TOO_LONG'], []],
      [draft.urn, [], ['/texts/headline REQUIRED']],
    ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    expect([told(plan), plan.checkedCount, plan.after]).toEqual([expected, 3, null]);
    const query = `query ($urn: ID!, $input: EntityTypePlanInput!) { entityTypePlan(urn: $urn, input: $input) {
      pages { entity { urn } live { path code } newest { path code } } checkedCount after } }`;
    const graph = await editor.data(query, { urn: type.urn, input: { fields } });
    expect([told(graph.entityTypePlan), graph.entityTypePlan.after]).toEqual([expected, null]);
    // Nothing was changed by looking, and the type as it is breaks the draft alone.
    expect(told((await editor.rest('POST', url, { body: {} })).body)).toEqual([
      [draft.urn, [], ['/texts/headline REQUIRED']],
    ]);
    const after = await editor.rest('POST', url, {
      body: { fields, after: [live, long, draft].map((e: Body) => String(e.urn)).sort()[1] },
    });
    expect(after.body.checkedCount).toBe(1);
    const wrong = await editor.rest('POST', url, { body: { fields: [headline, headline] } });
    expect([wrong.status, pathsOf(wrong.body)]).toEqual([422, ['/fields/1/name DUPLICATE']]);
  });

  test('may break pages, which stay live as they are', async () => {
    const type = await typeOf([]);
    const address = path();
    const one = await page(editor, address, { entityType: type.urn, status: 'PUBLISH', texts: [text('A')] });
    const url = `/n/v1/entitytype/${String(type.urn)}`;
    expect((await editor.rest('PATCH', url, { body: { fields: [headline] } })).status).toBe(200);
    expect(await titles(editor, address)).toEqual(['A']);
    await editor.rest('PATCH', `/n/v1/textitem/${String(one.texts[0].urn)}`, { body: { value: 'B' } });
    const refused = await editor.rest('PUT', `/n/v1/entity/${String(one.urn)}`, { body: { status: 'PUBLISH' } });
    expect(pathsOf(refused.body)).toEqual(['/texts/headline REQUIRED']);
  });

  test('is kept with what the type said before, and with who wrote it', async () => {
    const type = await typeOf([headline], { name: 'Once' });
    const url = `/n/v1/entitytype/${String(type.urn)}`;
    await editor.rest('PATCH', url, { body: { name: 'Later', fields: [] } });
    const { body } = await editor.rest('GET', `${url}/history`);
    expect(body.history.map((v: Body) => [v.version, v.name, v.fields.map((f: Body) => f.name), v.actor.type])).toEqual(
      [
        [2, 'Later', [], 'IDENTITY'],
        [1, 'Once', ['headline'], 'IDENTITY'],
      ],
    );
    const query = `query ($urn: ID!) { entityTypeHistory(urn: $urn, before: "2", first: 1) { version name timestamp actor { name } } }`;
    const graph = await editor.data(query, { urn: type.urn });
    expect(graph.entityTypeHistory).toMatchObject([{ version: '1', name: 'Once' }]);
    const stranger = await service.tenant();
    expect((await stranger.rest('GET', `${url}/history`)).status).toBe(404);
    expect((await stranger.data(query, { urn: type.urn })).entityTypeHistory).toBeNull();
  });
});
