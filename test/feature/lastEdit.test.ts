// Who last edited a page, and when: every verb on every kind of item moves it and names who acted, what nobody did leaves it,
// readers without drafts learn nothing of it; and histories name who wrote each value, as they were called then. Resource
// reference 16.18.
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { bodyOf } from '../contract/make.ts';
import type { Client } from '../support/client.ts';
import { createClient } from '../support/client.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { letPass, openToEveryone, page, picture, reader, sql, text, upload, view, write } from '../support/content.ts';
import { signIn } from '../support/oauth.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let town: Community;
let admin: Tenant;
let ines: Editor;
let otto: Editor;

const labels = ['READ', 'READ_DRAFT', 'CREATE', 'UPDATE', 'DELETE', 'PUBLISH', 'ADMIN'];

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  admin = town.admin;
  ines = await editor('Ines');
  otto = await editor('Otto');
  for (const [who, name] of [
    [ines, 'Ines Duarte'],
    [otto, 'Otto Brandt'],
  ] as const)
    expect((await admin.rest('PATCH', `/n/v1/identity/${who.identity}`, { body: { name } })).status).toBe(200);
});

/** A person who may write everything of the tenant. */
type Editor = Person & Tenant;

const editor = async (name: string): Promise<Editor> => ({
  ...(await town.person(name, labels)),
  company: admin.company,
});

interface LastEdit {
  readonly lastEditedTimestamp: string;
  readonly lastEditedBy: { readonly urn: string | null; readonly type: string; readonly name: string | null } | null;
}

const byInes = (): object => ({ urn: ines.identity, type: 'IDENTITY', name: 'Ines Duarte' });
const byOtto = (): object => ({ urn: otto.identity, type: 'IDENTITY', name: 'Otto Brandt' });

/** The last edit of a page as both faces show it, alone and with the rest of the page. */
async function lastEdit(urn: string, as: Client = admin): Promise<LastEdit> {
  const members = 'lastEditedTimestamp lastEditedBy { urn type name }';
  const { entity } = await as.data(`query ($u: ID!) { entity(urn: $u) { ${members} } }`, { u: urn });
  const { body } = await as.rest('GET', `/n/v1/entity/${urn}`);
  const { lastEditedTimestamp, lastEditedBy } = body as LastEdit;
  const one = await as.rest('GET', `/n/v1/entity/${urn}?fields=lastEditedTimestamp,lastEditedBy`);
  const listed = await as.rest('GET', `/n/v1/entities?filter[urn]=${urn}&fields=lastEditedTimestamp,lastEditedBy`);
  for (const other of [one.body, listed.body.entities[0]])
    expect({ at: other.lastEditedTimestamp, by: other.lastEditedBy }).toEqual({
      at: lastEditedTimestamp,
      by: lastEditedBy,
    });
  expect(entity).toEqual({ lastEditedTimestamp, lastEditedBy });
  return { lastEditedTimestamp, lastEditedBy };
}

/** Does the work and demands that it was an edit of that actor, later than the one before. */
async function edits(urn: string, by: object, work: () => Promise<unknown>): Promise<void> {
  const before = await lastEdit(urn);
  await work();
  const after = await lastEdit(urn);
  expect(after.lastEditedBy).toEqual(by);
  expect(after.lastEditedTimestamp > before.lastEditedTimestamp).toBe(true);
}

const rest =
  (as: Client, method: string, path: string, body?: object, status = 200): (() => Promise<void>) =>
  async () => {
    const answer = await as.rest(method, path, body ? { body } : {});
    expect(answer.status, answer.text).toBe(status);
  };

const kinds = loadContract().resources.filter((kind) => kind.isItem);

describe('an edit of an item is one of its page', () => {
  test.each(kinds.map(({ name }) => name))('%s', async (name) => {
    const { path } = kinds.find((kind) => kind.name === name) ?? expect.fail(name);
    const entity = (await page(admin, null)).urn as string;
    const { entity: _, ...values } = await bodyOf(admin, name);
    const item = crypto.randomUUID();
    const renamed = (to: string): object => ({ name: to });
    const at = `/n/v1/${path}/${item}`;
    await edits(entity, byInes(), rest(ines, 'POST', `/n/v1/${path}`, { ...values, urn: item, entity }, 201));
    await edits(entity, byOtto(), rest(otto, 'PATCH', at, renamed('second')));
    await edits(entity, byInes(), () =>
      ines.data(
        `mutation ($u: ID!, $i: Update${name}Input!) { update${name}(urn: $u, input: $i) { userErrors { code } } }`,
        { u: item, i: renamed('third') },
      ),
    );
    const history = (await admin.rest('GET', `/n/v1/${path}history/${item}`)).body.history as {
      urn: string;
      actor: object;
    }[];
    expect(history.map(({ actor }) => actor)).toEqual([byInes(), byOtto(), byInes()]);
    const chosen = { item: { urn: history[2]?.urn } };
    await edits(entity, byOtto(), rest(otto, 'POST', `/n/v1/${path}history/${item}/restore`, chosen));
    await edits(entity, byInes(), rest(ines, 'PUT', `/n/v1/entity/${entity}`, { status: 'PUBLISH' }));
    await edits(entity, byOtto(), rest(otto, 'PUT', `/n/v1/${path}history/${item}`, chosen));
    await edits(entity, byInes(), rest(ines, 'DELETE', at, undefined, 204));
    await edits(entity, byOtto(), rest(otto, 'POST', `${at}/restore`));
  });
});

test('so are a bulk, a file, a copy, and drafts that are discarded', async () => {
  const item = crypto.randomUUID();
  const body = await page(ines, '/whole', {
    status: 'PUBLISH',
    texts: [text('One'), { ...text('Two', 'lead'), urn: item }],
    images: [{ name: 'cover', sortOrder: 0 }],
  });
  const { urn } = body;
  expect(await lastEdit(urn)).toEqual({ lastEditedTimestamp: body.createdTimestamp, lastEditedBy: byInes() });
  const put = (value: string): object => ({ method: 'PATCH', path: `/n/v1/textitem/${item}`, body: { value } });
  await edits(urn, byOtto(), rest(otto, 'POST', '/n/v1/bulk', { mode: 'ATOMIC', operations: [put('Three')] }));
  await edits(urn, byInes(), async () => upload(service.url, ines, body.images[0].urn, await picture()));
  await edits(urn, byOtto(), rest(otto, 'POST', `/n/v1/entity/${urn}/discarddrafts`));
  const copy = await ines.rest('POST', `/n/v1/entity/${urn}/copy`, { body: { path: '/copied' } });
  expect(copy.status, copy.text).toBe(201);
  expect((await lastEdit(copy.body.urn)).lastEditedBy).toEqual(byInes());
});

test('so is every write of the page itself, but none that changes nothing', async () => {
  const { urn } = await page(ines, '/itself', { texts: [text('One')] });
  await edits(urn, byOtto(), rest(otto, 'PATCH', `/n/v1/entity/${urn}`, { name: 'Renamed' }));
  await edits(urn, byInes(), rest(ines, 'PUT', `/n/v1/entity/${urn}`, { status: 'PUBLISH' }));
  await edits(urn, byOtto(), rest(otto, 'PATCH', `/n/v1/entity/${urn}`, { audience: 'EVERYONE' }));
  const before = await lastEdit(urn);
  await rest(ines, 'PATCH', `/n/v1/entity/${urn}`, { name: 'Renamed' })();
  expect(await lastEdit(urn)).toEqual(before);
  await rest(ines, 'DELETE', `/n/v1/entity/${urn}`, undefined, 204)();
  await rest(otto, 'POST', `/n/v1/entity/${urn}/restore`)();
  expect((await lastEdit(urn)).lastEditedBy).toEqual(byOtto());
});

test('what the service does when it is due is no edit', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const body = await page(ines, '/due', { status: 'PUBLISH', publishTimestamp: soon, texts: [text('One')] });
  const before = await lastEdit(body.urn);
  await letPass(service, body.urn, 3_700);
  await expect
    .poll(async () => (await admin.rest('GET', `/n/v1/entity/${String(body.urn)}`)).body.status, { timeout: 30_000 })
    .toBe('PUBLISHED');
  expect(await lastEdit(body.urn)).toEqual(before);
});

test('a person in a browser and a program of its own are named as what they are', async () => {
  const { urn, texts } = await page(admin, '/who', { texts: [text('One')] });
  const { identity, cookie } = await signIn(service, admin, labels);
  const browser = createClient(service.url, null);
  const { csrfToken } = (await browser.rest('GET', '/n/v1/clientcontext', { headers: { cookie } })).body;
  const headers = { cookie, 'x-csrf-token': String(csrfToken), origin: service.url };
  const answer = await browser.rest('PATCH', `/n/v1/textitem/${String(texts[0].urn)}`, {
    headers,
    body: { value: 'Two' },
  });
  expect(answer.status, answer.text).toBe(200);
  expect((await lastEdit(urn)).lastEditedBy).toEqual({ urn: identity, type: 'IDENTITY', name: 'Ada Byron' });
  // A client without an identity.
  await sql(service, `UPDATE api_client SET identity = NULL WHERE urn = $1`, [ines.client]);
  await sql(service, `UPDATE access_epoch SET epoch = epoch + 1 WHERE tenant = $1`, [admin.company]);
  await write(ines, texts[0].urn, 'Three');
  expect((await lastEdit(urn)).lastEditedBy).toEqual({ urn: ines.client, type: 'API_CLIENT', name: 'Ines' });
  await sql(service, `UPDATE api_client SET identity = $2 WHERE urn = $1`, [ines.client, ines.identity]);
  await sql(service, `UPDATE access_epoch SET epoch = epoch + 1 WHERE tenant = $1`, [admin.company]);
});

describe('who sees no drafts', () => {
  test('learns when what is live changed, and of nobody, on every way', async () => {
    const body = await page(ines, '/shown', { status: 'PUBLISH', texts: [text('One')] });
    const { urn } = body;
    const item = body.texts[0].urn as string;
    const entry = (await admin.rest('GET', `/n/v1/textitemhistory/${item}`)).body.history[0].urn as string;
    await openToEveryone(admin, urn);
    await write(otto, item, 'Draft');
    const company = { objectUrn: admin.company, objectScope: 'COMPANY' };
    const anonymous = service.client(null);
    const viewers = [
      await reader(service, admin, [{ ...company, label: 'VIEW' }]),
      await reader(service, admin, [{ ...company, label: 'READ' }]),
    ];
    const live = { lastEditedTimestamp: body.updatedTimestamp, lastEditedBy: null };
    for (const viewer of viewers) {
      expect(await lastEdit(urn, viewer)).toEqual(live);
      expect((await viewer.rest('GET', `/n/v1/textitem/${entry}`)).body.actor).toBeNull();
    }
    for (const viewer of [...viewers, anonymous, admin]) {
      const { body: shown } = await view(viewer, '/shown');
      expect(shown).toMatchObject(live);
      const { entityView } = await viewer.data(
        '{ entityView(path: "/shown") { lastEditedTimestamp lastEditedBy { name } texts { actor { name } } } }',
      );
      expect(entityView).toEqual({ ...live, texts: [{ actor: null }] });
    }
    const since = encodeURIComponent(body.updatedTimestamp);
    const filter = `filter[urn]=${urn}&filter[lastEditedTimestamp][gt]=${since}`;
    expect((await viewers[0]?.rest('GET', `/n/v1/entities?${filter}`))?.body.entities).toEqual([]);
    expect((await admin.rest('GET', `/n/v1/entities?${filter}`)).body.entities).toHaveLength(1);
  });

  test('finds pages in the order of what is live', async () => {
    const own = await community(service);
    const pages = [];
    for (const path of ['/a', '/b', '/c'])
      pages.push(await page(own.admin, path, { name: path, status: 'PUBLISH', texts: [text('One')] }));
    await write(own.admin, pages[0].texts[0].urn, 'Draft');
    const viewer = await reader(service, own.admin, [
      { objectUrn: own.admin.company, objectScope: 'COMPANY', label: 'VIEW' },
    ]);
    const order = async (as: Client): Promise<string[]> => {
      const { body } = await as.rest('GET', '/n/v1/entities?sort=-lastEditedTimestamp');
      return (body.entities as { path: string }[]).map((one) => one.path);
    };
    expect(await order(viewer)).toEqual(['/c', '/b', '/a']);
    expect(await order(own.admin)).toEqual(['/a', '/c', '/b']);
  });
});

test('pages are listed in the order of their last edits, in both directions, page by page, and from a time on', async () => {
  const own = await community(service);
  const urns: string[] = [];
  const items: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    const body = await page(own.admin, `/${String(at)}`, { texts: [text('One')] });
    urns.push(body.urn);
    items.push(body.texts[0].urn);
  }
  const edited = [3, 1, 4, 0, 2];
  for (const at of edited) await write(own.admin, items[at] ?? '', 'Two');
  const expected = edited.map((at) => urns[at]);
  for (const direction of ['ASC', 'DESC']) {
    const wanted = direction === 'ASC' ? expected : [...expected].reverse();
    const found: string[] = [];
    for (let after: string | null = null; found.length < 5;) {
      const query =
        `query ($a: String) { entities(first: 2, after: $a, orderBy: [{ field: LAST_EDITED_TIMESTAMP, direction: ${direction} }])` +
        ` { nodes { urn } pageInfo { endCursor } } }`;
      const { entities } = await own.admin.data(query, { a: after });
      found.push(...(entities.nodes as { urn: string }[]).map((one) => one.urn));
      after = entities.pageInfo.endCursor as string;
    }
    expect(found).toEqual(wanted);
    const back = `{ entities(last: 3, orderBy: [{ field: LAST_EDITED_TIMESTAMP, direction: ${direction} }]) { nodes { urn } } }`;
    expect((await own.admin.data(back)).entities.nodes.map((one: { urn: string }) => one.urn)).toEqual(wanted.slice(2));
    const sorted: string[] = [];
    let path = `/n/v1/entities?limit=2&sort=${direction === 'ASC' ? '' : '-'}lastEditedTimestamp`;
    for (; path !== '';) {
      const { body } = await own.admin.rest('GET', path);
      sorted.push(...(body.entities as { urn: string }[]).map((one) => one.urn));
      path = body.pagination.nextUrl === null ? '' : String(body.pagination.nextUrl).replace(service.url, '');
    }
    expect(sorted).toEqual(wanted);
  }
  const { entities } = await own.admin.data(
    `{ entities(where: { urn: { eq: "${urns[4] ?? ''}" } }) { nodes { lastEditedTimestamp } } }`,
  );
  const since = String(entities.nodes[0].lastEditedTimestamp);
  const later = await own.admin.data(
    `query ($t: DateTime!) { entities(where: { lastEditedTimestamp: { gte: $t } }) { nodes { urn } } }`,
    { t: since },
  );
  expect(later.entities.nodes.map((one: { urn: string }) => one.urn).sort()).toEqual(expected.slice(2).sort());
});

test('a page that was edited has another tag, whatever of it is shown', async () => {
  const body = await page(admin, '/tag', { texts: [text('One')] });
  const at = `/n/v1/entity/${String(body.urn)}?fields=lastEditedTimestamp`;
  const tags = new Set<string>();
  for (const value of ['Two', 'Three']) {
    await write(admin, body.texts[0].urn, value);
    const answer = await admin.rest('GET', at);
    const tag = answer.headers.get('etag') ?? '';
    tags.add(tag);
    expect((await admin.rest('GET', at, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const date = new Date(Date.now() + 60_000).toUTCString();
    expect((await admin.rest('GET', at, { headers: { 'if-modified-since': date } })).status).toBe(200);
  }
  expect(tags.size).toBe(2);
});

test('a history tells the names of then; those of who was erased are gone', async () => {
  const writer = await editor('Writer');
  const named = async (name: string): Promise<void> => {
    await rest(admin, 'PATCH', `/n/v1/identity/${writer.identity}`, { name })();
  };
  await named('First Name');
  const body = await page(writer, '/names', { texts: [text('One')] });
  const item = String(body.texts[0].urn);
  const gone = await page(writer, '/gone', {});
  await named('Second Name');
  await write(writer, item, 'Two');
  await rest(writer, 'DELETE', `/n/v1/entity/${String(gone.urn)}`, undefined, 204)();
  const tell = async (): Promise<unknown> => {
    const { textItem, events, deletedResources } = await admin.data(
      `query ($u: ID!, $t: [ID!]) { textItem(urn: $u) { actor { name } history { history { nodes { actor { urn type name } } } entity: item { urn } } }
         events(targetUrns: $t, first: 200) { nodes { actor { name } } } deletedResources(kind: "Entity", first: 1) { nodes { deletedBy { name } } } }`,
      { u: item, t: [item] },
    );
    const { history } = (await admin.rest('GET', `/n/v1/textitemhistory/${item}`)).body;
    const entries = textItem.history.history.nodes as { actor: object }[];
    expect((history as { actor: object }[]).map(({ actor }) => actor)).toEqual(entries.map(({ actor }) => actor));
    expect(textItem.actor).toBeNull();
    const nameOf = (one: { actor: { name: string | null } }): string | null => one.actor.name;
    return {
      history: (entries as { actor: { name: string | null } }[]).map(nameOf),
      page: (await lastEdit(body.urn)).lastEditedBy?.name,
      events: (events.nodes as { actor: { name: string | null } }[]).map(nameOf),
      deleted: deletedResources.nodes[0].deletedBy.name,
    };
  };
  await named('Third Name');
  expect(await tell()).toEqual({
    history: ['Second Name', 'First Name'],
    page: 'Second Name',
    events: ['First Name', 'Second Name'],
    deleted: 'Second Name',
  });
  await rest(admin, 'DELETE', `/n/v1/apiclient/${writer.client}`, undefined, 204)();
  await rest(admin, 'POST', `/n/v1/identity/${writer.identity}/erase`, undefined, 202)();
  expect(await tell()).toEqual({ history: [null, null], page: null, events: [null, null], deleted: null });
  const tables = { item_value: 'actor', entity: 'last_edited_by', webhook_trigger: 'actor', permission: 'granted_by' };
  for (const [table, column] of Object.entries({ ...tables, permission_audit: 'actor', deletion: 'deleted_by' }))
    expect(
      await sql(service, `SELECT 1 FROM "${table}" WHERE "${column}"::text ~ '(First|Second|Third) Name'`),
    ).toEqual([]);
});
