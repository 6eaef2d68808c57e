// Identities and their parts: derived names, one primary contact of each kind, external identifiers, and ordered lists
// of companies.
import { beforeAll, describe, expect, test } from 'vitest';
import { community } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { helper, made } from '../support/work.ts';

let service: SharedService;
let owner: Tenant;

beforeAll(async () => {
  service = await sharedService();
  owner = await service.tenant();
});

async function identity(more: Record<string, unknown> = {}): Promise<{ urn: string; name: string | null }> {
  const answer = await owner.rest('POST', '/n/v1/identity', { body: { owner: owner.company, ...more } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** What webhooks would deliver since a position: subject, event and target, in order. */
async function triggersOf(targetUrn: string): Promise<string[]> {
  return withClient(service.databaseUrl, async (client) => {
    const { rows } = await client.query(
      'SELECT subject, event, changed_fields FROM webhook_trigger WHERE target_urn = $1 ORDER BY position',
      [targetUrn],
    );
    return rows.map((r: { subject: string; event: string; changed_fields: string[] }) =>
      [r.subject, r.event, ...r.changed_fields].join(' '),
    );
  });
}

describe('an identity', () => {
  test('takes the name of its first person when it has none', async () => {
    const made = await identity({
      persons: [
        { names: [{ givenName: 'Ada', familyName: 'Lovelace' }, { givenName: 'Countess' }] },
        { names: [{ givenName: 'Charles' }] },
      ],
    });
    expect(made.name).toBe('Ada Lovelace');
    expect((await identity({ name: 'Own', persons: [{ names: [{ givenName: 'Ada' }] }] })).name).toBe('Own');
  });

  test('without a name takes that of the first person added later, and keeps it', async () => {
    const { urn, name } = await identity();
    expect(name).toBeNull();
    const person = await owner.rest('POST', '/n/v1/person', { body: { identity: urn } });
    for (const givenName of ['Grace', 'Later']) {
      await owner.rest('POST', '/n/v1/personname', { body: { person: person.body.urn, givenName } });
    }
    const read = await owner.rest('GET', `/n/v1/identity/${urn}`);
    expect(read.body.name).toBe('Grace');
    expect(read.body.version).toBe(2);
    const cleared = await owner.rest('PATCH', `/n/v1/identity/${urn}`, { body: { name: null } });
    expect(cleared.body.name).toBe('Grace');
  });

  test('cannot be made anonymous by a caller, and keeps its type', async () => {
    const refused = await owner.rest('POST', '/n/v1/identity', { body: { owner: owner.company, type: 'ANONYMOUS' } });
    expect([refused.status, refused.body.errors[0].path, refused.body.errors[0].code]).toEqual([
      422,
      '/type',
      'INVALID_ENUM',
    ]);
    const { urn } = await identity({ type: 'COMPANY' });
    const changed = await owner.rest('PUT', `/n/v1/identity/${urn}`, { body: { type: 'PERSON' } });
    expect([changed.status, changed.body.type, changed.body.version]).toEqual([200, 'COMPANY', 1]);
  });

  test('requires an existing time zone', async () => {
    const { createIdentity } = await owner.data(
      `mutation ($owner: ID!) { createIdentity(input: { owner: $owner, timeZone: "Mars/Base" }) { userErrors { code path } } }`,
      { owner: owner.company },
    );
    expect(createIdentity.userErrors).toEqual([{ code: 'INVALID_FORMAT', path: '/timeZone' }]);
    await identity({ timeZone: 'Europe/London' });
  });

  test.each([
    ['emails', { email: 'a@example.org', type: 'WORK' }, { email: 'b@example.org', type: 'WORK' }],
    ['telephones', { number: '+44 20 7946 0958' }, { number: '+44 20 7946 0959' }],
    ['addresses', { street: 'A', postalCode: '1' }, { street: 'B', postalCode: '2' }],
  ])('has one primary of its %s', async (list, one, other) => {
    const send = (isPrimary: boolean): ReturnType<Tenant['rest']> => {
      const body = {
        owner: owner.company,
        [list]: [
          { ...one, isPrimary: true },
          { ...other, isPrimary },
        ],
      };
      return owner.rest('POST', '/n/v1/identity', { body });
    };
    expect((await send(true)).body.errors).toMatchObject([
      { path: `/${list}/1/isPrimary`, code: 'NOT_ALLOWED_TOGETHER' },
    ]);
    expect((await send(false)).status).toBe(201);
  });

  test('joins a company only with UPDATE on that company', async () => {
    const company = await made(owner, 'company', { owner: owner.company, name: 'Below' });
    const { urn } = await identity();
    const on = (label: string, objectUrn: string, objectScope: string) => ({ label, objectUrn, objectScope });
    const editor = await helper(service, owner, [on('UPDATE', urn, 'IDENTITY'), on('READ', company.urn, 'COMPANY')]);
    const join = { companies: [{ urn: company.urn }] };
    expect((await editor.rest('PATCH', `/n/v1/identity/${urn}`, { body: join })).status).toBe(403);
    await owner.rest('PATCH', `/n/v1/identity/${urn}`, { body: join });
    const { identity: read } = await owner.data(`query ($urn: ID!) { identity(urn: $urn) { companies { urn } } }`, {
      urn,
    });
    expect(read.companies).toEqual([{ urn: company.urn }]);
    const kept = await editor.rest('PATCH', `/n/v1/identity/${urn}`, { body: { ...join, language: 'en' } });
    expect([kept.status, kept.body.language]).toEqual([200, 'en']);
    const left = await editor.rest('PATCH', `/n/v1/identity/${urn}`, { body: { companies: [] } });
    expect(left.body.companies).toEqual([]);
  });
});

describe('a person', () => {
  test('has a date, month or year of birth in the past', async () => {
    const { urn } = await identity();
    const year = String(new Date().getUTCFullYear());
    const today = new Date().toISOString().slice(0, 10);
    for (const birthDate of ['1815-12-10', '1815-12', '1815', year, today]) {
      const made = await owner.rest('POST', '/n/v1/person', { body: { identity: urn, birthDate } });
      expect([made.status, made.body.birthDate]).toEqual([201, birthDate]);
    }
    for (const birthDate of [String(Number(year) + 1), '9999-01', '9999-01-01']) {
      const refused = await owner.rest('POST', '/n/v1/person', { body: { identity: urn, birthDate } });
      expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'OUT_OF_RANGE']);
    }
  });

  test('has one preferred name', async () => {
    const made = await identity({
      persons: [{ names: [{ givenName: 'A', isPreferred: true }, { givenName: 'B' }] }],
    });
    const read = await owner.data(
      `query ($urn: ID!) { identity(urn: $urn) { persons { urn names { urn givenName isPreferred } } } }`,
      { urn: made.urn },
    );
    const names = read.identity.persons[0].names;
    const b = names.find((n: { givenName: string }) => n.givenName === 'B').urn;
    await owner.rest('PATCH', `/n/v1/personname/${b}`, { body: { isPreferred: true } });
    const after = await owner.data(`query ($urn: ID!) { person(urn: $urn) { names { givenName isPreferred } } }`, {
      urn: read.identity.persons[0].urn,
    });
    expect(
      Object.fromEntries(
        after.person.names.map((n: { givenName: string; isPreferred: boolean }) => [n.givenName, n.isPreferred]),
      ),
    ).toEqual({ A: false, B: true });
    const both = await owner.rest('POST', '/n/v1/person', {
      body: {
        identity: made.urn,
        names: [
          { givenName: 'A', isPreferred: true },
          { givenName: 'B', isPreferred: true },
        ],
      },
    });
    expect([both.status, both.body.errors[0].path, both.body.errors[0].code]).toEqual([
      422,
      '/names/1/isPreferred',
      'NOT_ALLOWED_TOGETHER',
    ]);
  });
});

describe('an organisation', () => {
  async function own(): Promise<string> {
    const { company } = await owner.data(`query ($urn: ID!) { company(urn: $urn) { organisation { urn } } }`, {
      urn: owner.company,
    });
    return company.organisation.urn;
  }

  test('has a LEI with valid check digits, and its change is announced as one of the root company', async () => {
    const urn = await own();
    const wrong = await owner.rest('PATCH', `/n/v1/organisation/${urn}`, { body: { leiCode: '529900T8BM49AURSDO56' } });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, '/leiCode']);
    const before = await triggersOf(owner.company);
    const right = await owner.rest('PATCH', `/n/v1/organisation/${urn}`, { body: { leiCode: '529900T8BM49AURSDO55' } });
    expect([right.status, right.body.leiCode]).toEqual([200, '529900T8BM49AURSDO55']);
    const again = await owner.rest('PATCH', `/n/v1/organisation/${urn}`, { body: { leiCode: '529900T8BM49AURSDO55' } });
    expect(again.body.version).toBe(right.body.version);
    expect((await triggersOf(owner.company)).slice(before.length)).toEqual([
      'COMPANY UPDATE organisation updatedTimestamp',
    ]);
  });

  test('is unique in its tenant: it cannot be created or deleted', async () => {
    const urn = await own();
    expect((await owner.rest('POST', '/n/v1/organisation', { body: { name: 'Second' } })).status).toBe(405);
    expect((await owner.rest('DELETE', `/n/v1/organisation/${urn}`)).status).toBe(405);
  });
});

describe('a company', () => {
  const change = (urn: string, body: Record<string, unknown>): ReturnType<Tenant['rest']> =>
    owner.rest('PATCH', `/n/v1/company/${urn}`, { body });

  test('has a parent, unless it is the root', async () => {
    const { urn } = await made(owner, 'company', { owner: owner.company, name: 'Child' });
    const refused = await change(urn, { parentCompany: null });
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      422,
      { path: '/parentCompany', code: 'NULL_NOT_ALLOWED' },
    ]);
    expect((await change(owner.company, { parentCompany: null })).status).toBe(200);
  });

  test('falls back to 20 languages at most', async () => {
    const chain = (length: number): Record<string, unknown> => ({
      fallbackLanguages: { sv: Array(length).fill('de') },
    });
    expect((await change(owner.company, chain(21))).status).toBe(422);
    expect((await change(owner.company, chain(20))).status).toBe(200);
    expect((await change(owner.company, { fallbackLanguages: null })).status).toBe(200);
  });

  test('falls back from a language to a list of languages', async () => {
    const long = 'x'.repeat(40);
    for (const [fallbackLanguages, limit] of [
      [{ sv: ['de'], 'two words': ['de'] }, 'two words'],
      [{ sv: ['de', 'two words'] }, 'sv'],
      [{ sv: ['de', 7] }, 'sv'],
      [{ sv: 'de' }, 'sv'],
      [{ [long]: ['de'] }, long.slice(0, 35)],
    ] as const) {
      const body = { owner: owner.company, name: 'Fallback', fallbackLanguages };
      for (const answer of [await change(owner.company, body), await owner.rest('POST', '/n/v1/company', { body })])
        expect([answer.status, answer.body.errors]).toMatchObject([
          422,
          [{ path: '/fallbackLanguages', code: 'INVALID_ENUM', limit }],
        ]);
    }
    const good = await change(owner.company, { fallbackLanguages: { 'pt-BR': ['pt', 'en-GB'], sv: [] } });
    expect(good.status, good.text).toBe(200);
  });

  test('is not below itself', async () => {
    const top = (await made(owner, 'company', { owner: owner.company, name: 'Top' })).urn;
    const middle = (await made(owner, 'company', { owner: owner.company, name: 'Middle', parentCompany: top })).urn;
    const bottom = (await made(owner, 'company', { owner: owner.company, name: 'Bottom', parentCompany: middle })).urn;
    for (const [parent, related] of [
      [top, [top, top]],
      [bottom, [top, bottom, middle, top]],
    ] as const) {
      const refused = await change(top, { parentCompany: parent });
      expect([refused.status, refused.body.code, refused.body.errors]).toMatchObject([
        409,
        'DEPENDENCY_CYCLE',
        [{ path: '/parentCompany', code: 'CYCLE', related }],
      ]);
    }
    expect((await change(bottom, { parentCompany: top })).body.parentCompany.urn).toBe(top);
  });

  test('that was granted something gets nobody back by a restore of a caller who holds less', async () => {
    const below = await made(owner, 'company', { owner: owner.company, name: 'Granted' });
    const aside = await made(owner, 'company', { owner: owner.company, name: 'Aside' });
    const project = await made(owner, 'project', { owner: owner.company, name: 'P' });
    const person = await identity({ owner: aside.urn, name: 'Member', companies: [below.urn] });
    expect((await owner.rest('DELETE', `/n/v1/identity/${person.urn}`)).status).toBe(204);
    await made(owner, 'permission', {
      ...{ owner: owner.company, subjectScope: 'COMPANY', subjectUrn: below.urn },
      ...{ objectScope: 'PROJECT', objectUrn: project.urn, label: 'UPDATE' },
    });
    const keeper = await helper(service, owner, [
      { label: 'ADMIN', objectUrn: aside.urn, objectScope: 'COMPANY' },
      { label: 'READ', objectUrn: below.urn, objectScope: 'COMPANY' },
    ]);
    const path = `/n/v1/identity/${person.urn}/restore`;
    expect((await keeper.rest('POST', path)).status).toBe(403);
    expect((await owner.rest('POST', path)).status).toBe(200);
  });
});

describe('the list of companies', () => {
  test('starts with the own company of a company-level token, on both faces, and pages by name', async () => {
    const tenant = await service.tenant();
    for (const name of ['Beta', 'Alpha', 'Zeta']) {
      await tenant.rest('POST', '/n/v1/company', { body: { owner: tenant.company, name } });
    }
    const names: string[] = [];
    let address: string | null = '/n/v1/companies?limit=1&count=true';
    while (address !== null) {
      const { body } = await tenant.rest('GET', address.replace(service.url, ''));
      names.push(...body.companies.map((c: { name: string }) => c.name));
      expect(body.pagination.totalCount).toBe(4);
      address =
        body.pagination.nextUrl === null
          ? null
          : new URL(body.pagination.nextUrl).pathname + new URL(body.pagination.nextUrl).search;
    }
    expect(names).toEqual(['Tenant', 'Alpha', 'Beta', 'Zeta']);
    const { companies } = await tenant.data(
      `{ companies(first: 3) { nodes { name } pageInfo { hasNextPage endCursor } } }`,
    );
    expect(companies.nodes.map((c: { name: string }) => c.name)).toEqual(['Tenant', 'Alpha', 'Beta']);
    expect(companies.pageInfo.hasNextPage).toBe(true);
    const last = await tenant.data(
      `query ($before: String) { companies(last: 3, before: $before) { nodes { name } pageInfo { hasPreviousPage } } }`,
      { before: companies.pageInfo.endCursor },
    );
    expect(last.companies).toEqual({
      nodes: [{ name: 'Tenant' }, { name: 'Alpha' }],
      pageInfo: { hasPreviousPage: false },
    });
    const one = await tenant.data(
      `query ($before: String) { companies(last: 1, before: $before) { nodes { name } pageInfo { hasPreviousPage } } }`,
      { before: companies.pageInfo.endCursor },
    );
    expect(one.companies).toEqual({ nodes: [{ name: 'Alpha' }], pageInfo: { hasPreviousPage: true } });
  });

  test('is one list from every place in it, forward and back', async () => {
    const tenant = await service.tenant();
    for (const name of ['Beta', 'Alpha', 'Zeta'])
      await tenant.rest('POST', '/n/v1/company', { body: { owner: tenant.company, name } });
    const all = ['Tenant', 'Alpha', 'Beta', 'Zeta'];
    const { companies } = await tenant.data('{ companies { edges { cursor node { name } } } }');
    expect(companies.edges.map((edge: { node: { name: string } }) => edge.node.name)).toEqual(all);
    const cursors = companies.edges.map((edge: { cursor: string }) => edge.cursor) as string[];
    for (const count of [1, 2, 3, 4, 5]) {
      const [asked, expected] = [[] as string[], {} as Record<string, unknown>];
      for (const [at, cursor] of ['', ...cursors].entries()) {
        const place = (word: string): string => (cursor === '' ? '' : `, ${word}: "${cursor}"`);
        const shows = 'totalCount nodes { name } pageInfo { hasNextPage hasPreviousPage }';
        const [forward, back] = [`after${String(at)}`, `before${String(at)}`];
        asked.push(`${forward}: companies(first: ${String(count)}${place('after')}) { ${shows} }`);
        asked.push(`${back}: companies(last: ${String(count)}${place('before')}) { ${shows} }`);
        const end = cursor === '' ? all.length : at - 1;
        const page = (names: readonly string[], hasNextPage: boolean, hasPreviousPage: boolean): object => ({
          ...{ totalCount: 4, nodes: names.map((name) => ({ name })) },
          pageInfo: { hasNextPage, hasPreviousPage },
        });
        expected[forward] = page(all.slice(at, at + count), at + count < all.length, at > 0);
        expected[back] = page(all.slice(Math.max(0, end - count), end), cursor !== '', end > count);
      }
      expect(await tenant.data(`{ ${asked.join(' ')} }`), String(count)).toEqual(expected);
    }
  });

  test('is in the order of names for everybody else', async () => {
    const town = await community(service);
    for (const name of ['Aback', 'Zebra']) await town.make('company', { name });
    const reader = await town.person('Reader', ['READ']);
    const { companies } = (await reader.rest('GET', '/n/v1/companies')).body as { companies: { name: string }[] };
    const names = companies.map(({ name }) => name);
    expect([names.at(0), names.at(-1), names.length > 2]).toEqual(['Aback', 'Zebra', true]);
  });

  test('keeps a company as long as there are companies below it', async () => {
    const above = await owner.rest('POST', '/n/v1/company', { body: { owner: owner.company, name: 'Above' } });
    const below = await owner.rest('POST', '/n/v1/company', { body: { owner: above.body.urn, name: 'Below' } });
    const remove = (urn: string) => owner.rest('DELETE', `/n/v1/company/${urn}`);
    const refused = await remove(above.body.urn);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect((await remove(below.body.urn)).status).toBe(204);
    expect((await remove(above.body.urn)).status).toBe(204);
  });

  test('holds companies that belong to the root, whichever company they were created under', async () => {
    const middle = await owner.rest('POST', '/n/v1/company', { body: { owner: owner.company, name: 'Middle' } });
    const leaf = await owner.rest('POST', '/n/v1/company', { body: { owner: middle.body.urn, name: 'Leaf' } });
    expect([leaf.body.owner.urn, leaf.body.parentCompany.urn]).toEqual([owner.company, middle.body.urn]);
  });
});
