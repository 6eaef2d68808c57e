// Views that are kept: the next answer reads one signature and shows what was made before; whatever changes is in the next answer,
// on both faces, and a reader is never shown what was made for one who may see more.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import {
  change,
  openToEveryone,
  page,
  picture,
  reader,
  sql,
  text,
  upload,
  view,
  withoutPublisher,
  write,
  type Body,
} from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: TestService;
let editor: Tenant;
let anybody: Client;

beforeAll(async () => {
  service = await startService({ RATE_LIMITS: '1' });
  editor = await service.tenant();
  anybody = service.client(null);
  await refuseUnnoted();
});
afterAll(() => service.close());

const read = (objectUrn: unknown, objectScope = 'ENTITY') => ({
  label: 'READ',
  objectUrn: String(objectUrn),
  objectScope,
});

const document = `query ($path: String!) { entityView(path: $path) {
  name texts { value } markdowns { value } templates { value } images { altText src } alternativeLanguages { language }
} }`;

const live = (path: string, value: string, more: Record<string, unknown> = {}): Promise<Body> =>
  page(editor, path, { status: 'PUBLISH', texts: [text(value)], ...more });

/**
 * Has the database refuse a transaction that changes what is live of a page, or gives a picture of it a file, and does not write the row
 * of the page: kept views are compared by that row.
 */
async function refuseUnnoted(): Promise<void> {
  const refusing = (name: string, entity: string): string =>
    `CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT 1 FROM "entity" e WHERE e."urn" = ${entity} AND age(e.xmin) > age(pg_current_xact_id()::xid)) THEN
        RAISE EXCEPTION 'a page was not written with what is live of it';
      END IF;
      RETURN NULL;
    END $$`;
  const after = (what: string, name: string): string =>
    `CREATE CONSTRAINT TRIGGER "${name}" AFTER ${what} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "${name}"()`;
  await sql(service, refusing('live_unnoted', 'NEW."entity"'), []);
  await sql(service, after('INSERT OR UPDATE ON "item_live"', 'live_unnoted'), []);
  await sql(service, refusing('ended_unnoted', 'OLD."entity" AND OLD."until_timestamp" IS NULL'), []);
  await sql(service, after('DELETE ON "item_live"', 'ended_unnoted'), []);
  await sql(
    service,
    refusing('file_unnoted', '(SELECT i."entity" FROM "item" i WHERE i."urn" = NEW."image_item")'),
    [],
  );
  await sql(service, after('INSERT ON "image_item_file"', 'file_unnoted'), []);
}

/** How many statements about content the work sends. */
async function contentStatements(work: () => Promise<unknown>): Promise<number> {
  const before = service.statements.length;
  await work();
  const sent = service.statements
    .slice(before)
    .filter((statement) => /"item_live"|"item_value"|FROM "entity"/.test(statement));
  return sent.filter((statement) => !/SKIP LOCKED|search_queue|FOR UPDATE|^INSERT|^UPDATE|^DELETE/.test(statement))
    .length;
}

/** The same with those that decide about its caller, or prove it. */
async function allStatements(work: () => Promise<unknown>): Promise<number> {
  const before = service.statements.length;
  const content = await contentStatements(work);
  const others = service.statements.slice(before).filter((statement) => statement.includes('"access_epoch"'));
  return content + others.filter((statement) => !statement.includes('FROM "entity"')).length;
}

/** The answers of both faces: what is shown, without what tells answers apart. */
async function shown(client: Client, path: string): Promise<unknown> {
  const { status, body } = await view(client, path);
  const graph = await client.graph(document, { path });
  return [status, body, graph.data?.entityView ?? null];
}

async function keep(client: Client, path: string): Promise<void> {
  for (let time = 0; time < 2; time += 1) await shown(client, path);
}

describe('a view that was made', () => {
  test('is answered again with one statement about content, on both faces, with a token and without', async () => {
    const other = await live('/kept/other', 'Other');
    const made = await live('/kept', 'One', {
      markdowns: [{ name: 'lead', sortOrder: 0, value: '*Lead*' }],
      references: [{ name: 'other', sortOrder: 0, entityReference: other.urn }],
      templates: [{ name: 't', sortOrder: 0, value: '{{ title }} {{ other.title }}' }],
    });
    await openToEveryone(editor, made.urn);
    await openToEveryone(editor, other.urn);
    for (const client of [editor, anybody]) {
      await keep(client, '/kept');
      const before = await shown(client, '/kept');
      // It proves the caller, too.
      expect(await allStatements(() => view(client, '/kept'))).toBe(1);
      expect(await allStatements(() => client.graph(document, { path: '/kept' }))).toBe(1);
      expect(await shown(client, '/kept')).toEqual(before);
      // An operation that is not known is executed field by field.
      const [kept, executed] = await Promise.all(
        [document, `${document} `].map(async (one) => {
          const { data, extensions } = (await client.graph(one, { path: '/kept' })) as Body;
          return JSON.stringify({ data, extensions });
        }),
      );
      expect(kept).toBe(executed);
      const tag = (await view(client, '/kept')).headers.get('etag') ?? '';
      expect((await view(client, '/kept', { 'if-none-match': tag })).status).toBe(304);
      const byUrn = `/v/v1/entityview/${String(made.urn)}`;
      for (let time = 0; time < 2; time += 1) await client.rest('GET', byUrn);
      expect(await allStatements(() => client.rest('GET', byUrn))).toBe(1);
    }
  });

  test('is answered for each of many requests at once as for one alone', async () => {
    const [, other] = [
      await live('/crowd', 'Mine'),
      await live('/crowd/other', 'Another'),
      await live('/crowd/no', 'No'),
    ];
    const places: Record<string, unknown> = { '/crowd': 'Mine', '/crowd/other': 'Another', '/crowd/no': 'No' };
    await openToEveryone(editor, other.urn);
    for (const path of Object.keys(places)) await keep(editor, path);
    await keep(anybody, '/crowd/other');
    const crowd = Array.from({ length: 4 }, () => Object.keys(places)).flat();
    const asked = (client: Client) => Promise.all(crowd.map((path) => view(client, path)));
    const [mine, everyones] = await Promise.all([asked(editor), asked(anybody)]);
    const values = (answers: typeof mine): unknown[] =>
      answers.map(({ status, body }) => (status === 200 ? (body.texts as Body[])[0]?.value : status));
    expect(values(mine)).toEqual(crowd.map((path) => places[path]));
    expect(values(everyones)).toEqual(crowd.map((path) => (path === '/crowd/other' ? 'Another' : 404)));
  });

  test('is made together with the others of a document', async () => {
    for (let at = 0; at < 20; at += 1) await live(`/many/${String(at)}`, String(at));
    const roots = Array.from(
      { length: 20 },
      (_, at) => `v${String(at)}: entityView(path: "/many/${String(at)}") { texts { value } }`,
    );
    const all = `{ ${roots.join(' ')} }`;
    let data: Body;
    expect(await contentStatements(async () => (data = await editor.data(all)))).toBeLessThanOrEqual(4);
    expect(roots.map((_, at) => data[`v${String(at)}`].texts[0].value)).toEqual(roots.map((_, at) => String(at)));
    await editor.data(all);
    expect(await allStatements(() => editor.data(all))).toBe(1);
    await write(
      editor,
      (await editor.data(`{ entityView(path: "/many/7") { texts { urn } } }`)).entityView.texts[0].urn,
      'Seven',
    );
    await change(editor, String((await editor.data(`{ entityView(path: "/many/7") { urn } }`)).entityView.urn), {
      status: 'PUBLISH',
    });
    const after = await editor.data(all);
    expect(roots.map((_, at) => after[`v${String(at)}`].texts[0].value)).toEqual(
      roots.map((_, at) => (at === 7 ? 'Seven' : String(at))),
    );
  });

  test('is executed where more is selected than it is made of', async () => {
    const branch = await made(editor, 'company', {
      owner: editor.company,
      name: 'Before',
      parentCompany: editor.company,
    });
    await live('/selected', 'One', { owner: branch.urn });
    const selected = async (): Promise<unknown> =>
      (await editor.data(`{ entityView(path: "/selected") { name owner { name } texts { value } } }`)).entityView.owner
        .name;
    const names = [await selected(), await selected(), await selected()];
    const renamed = await editor.rest('PATCH', `/n/v1/company/${String(branch.urn)}`, { body: { name: 'After' } });
    expect(renamed.status).toBe(200);
    expect([...names, await selected()]).toEqual(['Before', 'Before', 'Before', 'After']);
  });

  test('costs the same as when it was made', async () => {
    const other = await live('/price/other', 'Other');
    await live('/price', 'One', {
      markdowns: [{ name: 'lead', sortOrder: 0, value: '*Lead* '.repeat(400) }],
      references: [{ name: 'other', sortOrder: 0, entityReference: other.urn }],
      templates: [{ name: 't', sortOrder: 0, value: '{{ title }} {{ other.title }}' }],
    });
    const client = await reader(service, editor, [read(editor.company, 'COMPANY')]);
    const cost = async (): Promise<unknown> => {
      const { body } = await client.rest('POST', '/graphql', {
        body: { query: document, variables: { path: '/price' }, extensions: { cost: true } },
      });
      const { price, rows, rendering } = body.extensions.cost;
      return { price, rows, rendering };
    };
    const first = await cost();
    expect([await cost(), await cost()]).toEqual([first, first]);
    const price = async (): Promise<string | undefined> =>
      /price=(\d+)/.exec((await view(client, '/price?variant=none')).headers.get('ratelimit') ?? '')?.[1];
    const made = await price();
    expect([await price(), await price()]).toEqual([made, made]);
  });
});

describe('whatever it is made of changes the next answer', () => {
  const cases: Record<string, (page: Body, other: Body) => Promise<unknown>> = {
    'a value that is published': async (one) => {
      await write(editor, one.texts[0].urn, 'Changed');
      return change(editor, one.urn, { status: 'PUBLISH' });
    },
    'a value of its history that is made live': async (one) => {
      await write(editor, one.texts[0].urn, 'Changed');
      const path = `/n/v1/textitemhistory/${String(one.texts[0].urn)}`;
      const { history } = (await editor.rest('GET', path)).body;
      const body = { item: { urn: history[0].urn } };
      expect([(await editor.rest('PUT', path, { body })).status, history[0].value]).toEqual([200, 'Changed']);
    },
    'a publication that is carried out': async (one) => {
      await write(editor, one.texts[0].urn, 'Changed');
      const publishTimestamp = new Date(Date.now() + 500).toISOString();
      await change(editor, one.urn, { status: 'PUBLISH', publishTimestamp });
      const status = async (): Promise<unknown> =>
        (await editor.rest('GET', `/n/v1/entity/${String(one.urn)}`)).body.status;
      await expect.poll(status, { timeout: 15_000 }).toBe('PUBLISHED');
    },
    'the name of the page': (one) => change(editor, one.urn, { name: 'Renamed' }),
    'what it refers to': async (_, other) => {
      await write(editor, other.texts[0].urn, 'Changed');
      return change(editor, other.urn, { status: 'PUBLISH' });
    },
    'the end of what it refers to': (_, other) => change(editor, other.urn, { status: 'DRAFT_UNPUBLISHED' }),
    'another language': (one) => live(one.path, 'Auch', { language: 'de' }),
    'an image': async (one) => {
      await upload(service.url, editor, one.images[0].urn, await picture());
      return change(editor, one.urn, { status: 'PUBLISH' });
    },
    'its end': (one) => change(editor, one.urn, { status: 'DRAFT_UNPUBLISHED' }),
    'its deletion': (one) => editor.rest('DELETE', `/n/v1/entity/${String(one.urn)}`),
    'the deletion of an item': async (one) => {
      await editor.rest('DELETE', `/n/v1/textitem/${String(one.texts[0].urn)}`);
      return change(editor, one.urn, { status: 'PUBLISH' });
    },
  };
  test.each(Object.entries(cases))('%s', async (name, act) => {
    const path = `/changes/${String(Object.keys(cases).indexOf(name))}`;
    const other = await live(`${path}/other`, 'Other');
    const one = await live(path, 'One', {
      references: [{ name: 'other', sortOrder: 0, entityReference: other.urn }],
      templates: [{ name: 't', sortOrder: 0, value: '{{ title }} {{ other.title }}' }],
      images: [{ name: 'hero', sortOrder: 0, altText: 'None' }],
    });
    const visitor = await reader(service, editor, [read(editor.company, 'COMPANY')]);
    await keep(visitor, path);
    const before = await shown(visitor, path);
    await act(one, other);
    const after = await shown(visitor, path);
    expect(after).not.toEqual(before);
    // A view that was never asked for is made from what there is.
    const fresh = await view(visitor, `${path}?variant=never`);
    expect([fresh.status, fresh.body?.texts, fresh.body?.templates]).toEqual([
      (after as Body)[0],
      (after as Body)[1]?.texts,
      (after as Body)[1]?.templates,
    ]);
  });

  test('the languages of a company above', async () => {
    const branch = await made(editor, 'company', {
      owner: editor.company,
      name: 'Branch',
      parentCompany: editor.company,
    });
    const owner = branch.urn;
    await live('/fallback', 'Francais', { owner, language: 'fr' });
    await live('/fallback', 'Deutsch', { owner, language: 'de' });
    const asked = async (): Promise<unknown> =>
      (await editor.rest('GET', `/v/v1/entityview/fallback?language=it&owner=${String(owner)}`)).body.texts[0].value;
    const chains: unknown[] = [];
    for (const chain of [['de'], ['fr']]) {
      const body = { fallbackLanguages: { it: chain } };
      expect((await editor.rest('PATCH', `/n/v1/company/${editor.company}`, { body })).status).toBe(200);
      chains.push(await asked(), await asked(), await asked());
    }
    expect(chains).toEqual(['Deutsch', 'Deutsch', 'Deutsch', 'Francais', 'Francais', 'Francais']);
  });
});

test('The language that an organisation speaks by itself is in the next answer', async () => {
  const tenant = await service.tenant();
  await page(tenant, '/spoken', { status: 'PUBLISH', language: 'de', texts: [text('Eins')] });
  await page(tenant, '/spoken', { status: 'PUBLISH', language: 'fr', texts: [text('Un')] });
  const { body } = await tenant.rest('GET', `/n/v1/company/${tenant.company}`);
  const seen: unknown[] = [];
  for (const defaultLanguage of ['de', 'fr']) {
    const path = `/n/v1/organisation/${String(body.organisation.urn)}`;
    expect((await tenant.rest('PATCH', path, { body: { defaultLanguage } })).status).toBe(200);
    for (let time = 0; time < 3; time += 1) seen.push((await view(tenant, '/spoken')).body.texts[0].value);
  }
  expect(seen).toEqual(['Eins', 'Eins', 'Eins', 'Un', 'Un', 'Un']);
});

test('What is over by the clock is seen no more, though nobody has carried it out', async () => {
  const unpublishTimestamp = new Date(Date.now() + 3_000).toISOString();
  const one = await live('/over', 'One', { unpublishTimestamp });
  await openToEveryone(editor, one.urn);
  await keep(anybody, '/over');
  await keep(editor, '/over');
  await withoutPublisher(service, async () => {
    for (const client of [anybody, editor])
      await expect.poll(async () => (await view(client, '/over')).status, { timeout: 10_000 }).toBe(404);
  });
});

test('What comes due by the clock is in the next answer of both faces, though nobody has carried it out', async () => {
  const one = await live('/due', 'One');
  await openToEveryone(editor, one.urn);
  await write(editor, one.texts[0].urn, 'Two');
  const publishTimestamp = new Date(Date.now() + 4_000).toISOString();
  await change(editor, one.urn, { status: 'PUBLISH', publishTimestamp });
  const values = async (client: Client): Promise<unknown> => {
    const { body } = await view(client, '/due');
    const { data } = await client.graph(`{ entityView(path: "/due") { texts { value } } }`);
    return [body.texts[0].value, data?.entityView.texts[0].value];
  };
  await withoutPublisher(service, async () => {
    for (const client of [anybody, editor]) {
      for (let time = 0; time < 3; time += 1) await values(client);
      await expect.poll(() => values(client), { timeout: 15_000 }).toEqual(['Two', 'Two']);
    }
  });
});

describe('readers of one page', () => {
  test('at a path of two companies see that of their own, whoever asked before', async () => {
    const branch = await made(editor, 'company', {
      ...{ owner: editor.company, name: 'Other branch', parentCompany: editor.company },
    });
    await live('/both', 'Ours');
    await live('/both', 'Theirs', { owner: branch.urn });
    const owner = editor.company;
    const here = await reader(service, editor, [read(owner, 'COMPANY')]);
    const client = await made(editor, 'apiclient', { owner: branch.urn, name: 'There' });
    const role = await made(editor, 'role', { owner, name: 'There', apiClients: [client.urn] });
    const edge = { owner, subjectUrn: role.urn, subjectScope: 'ROLE', ...read(owner, 'COMPANY') };
    await made(editor, 'permission', edge);
    const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
    const token = await made(editor, 'apiclientbearertoken', { apiClient: client.urn, expirationTimestamp });
    const there = service.client(String(token.bearerToken));
    for (let time = 0; time < 3; time += 1) {
      expect((await view(here, '/both')).body.texts[0].value).toBe('Ours');
      expect((await view(there, '/both')).body.texts[0].value).toBe('Theirs');
    }
  });

  test('see what they may see, whoever asked before', async () => {
    const other = await live('/shared/other', 'Other');
    const one = await live('/shared', 'One', {
      references: [{ name: 'other', sortOrder: 0, entityReference: other.urn }],
      templates: [{ name: 't', sortOrder: 0, value: '{{ title }} {{ other.title }}' }],
    });
    await live('/shared', 'Eins', { language: 'de' });
    const all = await reader(service, editor, [read(one.urn), read(other.urn)]);
    const some = await reader(service, editor, [read(one.urn)]);
    const seen = async (client: Client): Promise<unknown> => {
      const { body } = await view(client, '/shared');
      return [body.templates[0].value, body.alternativeLanguages.length];
    };
    for (let time = 0; time < 4; time += 1) {
      expect(await seen(all)).toEqual(['One Other', 0]);
      expect(await seen(some)).toEqual(['One ', 0]);
      expect(await seen(editor)).toEqual(['One Other', 1]);
      expect((await view(anybody, '/shared')).status).toBe(404);
    }
  });

  test('are told of the files of a picture that they may see, whoever asked before', async () => {
    const one = await live('/files', 'One', { images: [{ name: 'hero', sortOrder: 0, altText: 'None' }] });
    const image = one.images[0].urn;
    const put = async (): Promise<unknown> => upload(service.url, editor, image, await picture());
    await put();
    await change(editor, one.urn, { status: 'PUBLISH' });
    await put();
    const plain = await reader(service, editor, [read(one.urn)]);
    const drafts = { label: 'READ_DRAFT', objectUrn: String(image), objectScope: 'IMAGE_ITEM' };
    const insider = await reader(service, editor, [read(one.urn), drafts]);
    const files = async (client: Client): Promise<number> =>
      (await view(client, '/files')).body.images[0].files.length as number;
    const alone = [await files(plain), await files(insider)];
    expect(alone[1]).toBeGreaterThan(alone[0] ?? 0);
    for (let time = 0; time < 4; time += 1) expect([await files(plain), await files(insider)]).toEqual(alone);
  });

  test('lose what was revoked with the next answer', async () => {
    const one = await live('/revoked', 'One');
    await openToEveryone(editor, one.urn);
    await keep(anybody, '/revoked');
    const { body } = await editor.rest('GET', `/n/v1/permissions?filter[objectUrn]=${String(one.urn)}`);
    for (const { urn } of body.permissions) await editor.rest('DELETE', `/n/v1/permission/${String(urn)}`);
    expect((await view(anybody, '/revoked')).status).toBe(404);
    expect((await anybody.graph(document, { path: '/revoked' })).data?.entityView).toBeNull();
  });

  test('lose a page, and their token, with the next answer', async () => {
    const one = await live('/taken', 'One');
    const client = await made(editor, 'apiclient', { owner: editor.company, name: 'Taken', accessLevel: 'RESTRICTED' });
    const role = await made(editor, 'role', { owner: editor.company, name: 'Taken', apiClients: [client.urn] });
    const edge = await made(editor, 'permission', {
      ...{ owner: editor.company, subjectUrn: role.urn, subjectScope: 'ROLE', ...read(one.urn) },
    });
    const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
    const token = await made(editor, 'apiclientbearertoken', { apiClient: client.urn, expirationTimestamp });
    const caller = service.client(String(token.bearerToken));
    await keep(caller, '/taken');
    expect(await shown(caller, '/taken')).toMatchObject([200, {}, { name: expect.any(String) as string }]);
    await editor.rest('DELETE', `/n/v1/permission/${String(edge.urn)}`);
    expect((await view(caller, '/taken')).status).toBe(404);
    expect((await caller.graph(document, { path: '/taken' })).data?.entityView).toBeNull();
    await made(editor, 'permission', {
      ...{ owner: editor.company, subjectUrn: role.urn, subjectScope: 'ROLE', ...read(one.urn) },
    });
    await keep(caller, '/taken');
    await editor.rest('DELETE', `/n/v1/apiclientbearertoken/${String(token.urn)}`);
    expect((await view(caller, '/taken')).status).toBe(401);
    expect((await caller.graph(document, { path: '/taken' })).errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED');
  });
});

test('no more is kept than there is room for', async () => {
  const small = await startService({ VIEW_CACHE_BYTES: '60000' });
  try {
    const tenant = await small.tenant();
    // Of each some 25,000 bytes are kept.
    const long = 'x'.repeat(6_000);
    for (const path of ['/a', '/b', '/c']) await page(tenant, path, { status: 'PUBLISH', texts: [text(long)] });
    const reads = async (path: string): Promise<number> => {
      const before = small.statements.length;
      expect((await view(tenant, path)).body.texts[0].value).toBe(long);
      return small.statements.slice(before).filter((statement) => statement.includes('"item_value"')).length;
    };
    for (const path of ['/a', '/a', '/a']) await reads(path);
    expect(await reads('/a')).toBe(0);
    for (const path of ['/b', '/b', '/b', '/c', '/c', '/c']) await reads(path);
    expect(await reads('/c')).toBe(0);
    expect(await reads('/a')).toBeGreaterThan(0);
  } finally {
    await small.close();
  }
});

test('nothing is kept where there is no room', async () => {
  const small = await startService({ VIEW_CACHE_BYTES: '0' });
  try {
    const tenant = await small.tenant();
    await page(tenant, '/small', { status: 'PUBLISH', texts: [text('One')] });
    const statements = async (): Promise<number> => {
      const before = small.statements.length;
      expect((await view(tenant, '/small')).body.texts[0].value).toBe('One');
      return small.statements.slice(before).filter((statement) => statement.includes('"item_value"')).length;
    };
    await statements();
    await statements();
    // The items are read again.
    expect(await statements()).toBeGreaterThan(0);
  } finally {
    await small.close();
  }
});
