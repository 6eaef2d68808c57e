// What standard clients send, on both faces: empty choices, empty parameters, values with commas, whole numbers with a power of ten,
// and lines of an invoice that are ignored. Resource reference 4.9, 16.13, 16.14.
import { beforeAll, describe, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { page } from '../support/content.ts';
import { openRaw } from '../support/rawSocket.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  for (const name of ['Berg, Ida', 'Olsen', 'say "no"', 'C:\\', 'a\\,b'])
    await made(tenant, 'project', { owner: tenant.company, name });
});

const names = ['Berg, Ida', 'Olsen', 'say "no"', 'C:\\', 'a\\,b'];
const all = { name: { isNull: false } };

describe('an empty choice', () => {
  test.each<[string, object, number]>([
    ['in', { name: { in: [] } }, 0],
    ['nin', { name: { nin: [] } }, 5],
    ['or', { or: [] }, 0],
    ['and', { and: [] }, 5],
    ['no or', { or: null }, 5],
    ['no and', { and: null }, 5],
    ['not or', { not: { or: [] } }, 5],
    ['not and', { not: { and: [] } }, 0],
    ['not nothing', { not: {} }, 0],
    ['nothing', {}, 5],
    ['or beside a condition', { ...all, or: [] }, 0],
    ['and beside a condition', { ...all, and: [] }, 5],
    ['both', { and: [], or: [] }, 0],
    ['or of an empty or', { or: [{ or: [] }] }, 0],
    ['or of an empty or and a condition', { or: [{ or: [] }, all] }, 5],
    ['or of an empty and', { or: [{ and: [] }] }, 5],
    ['or of nothing', { or: [{}] }, 5],
    ['and of an empty or', { and: [{ or: [] }] }, 0],
    ['not not or', { not: { not: { or: [] } } }, 0],
    ['through a link', { owner: { where: { or: [] } } }, 0],
  ])('%s', async (_, where, count) => {
    const document = 'query ($where: ProjectWhere) { projects(where: $where) { totalCount nodes { name } } }';
    const { projects } = await tenant.data(document, { where });
    expect([projects.totalCount, projects.nodes.length]).toEqual([count, count]);
  });
});

const list = (parameters: readonly (readonly [string, string])[]): Promise<RestAnswer> => {
  const query = new URLSearchParams({ sort: 'createdTimestamp' });
  for (const [name, value] of parameters) query.append(name, value);
  return tenant.rest('GET', `/n/v1/projects?${query.toString()}`);
};

describe('values of in and nin over REST', () => {
  test.each<[readonly string[], readonly string[]]>([
    [['"Berg, Ida"'], ['Berg, Ida']],
    [['"Berg, Ida",Olsen'], ['Berg, Ida', 'Olsen']],
    [['Olsen, "Berg, Ida"'], ['Berg, Ida', 'Olsen']],
    [['Berg\\, Ida'], ['Berg, Ida']],
    [['"say \\"no\\""'], ['say "no"']],
    [['say "no"'], ['say "no"']],
    [['"C:\\\\"'], ['C:\\']],
    [['C:\\'], ['C:\\']],
    [['"a\\\\,b"'], ['a\\,b']],
    [['Berg, Ida'], []],
    [
      ['Olsen', '"Berg, Ida"'],
      ['Berg, Ida', 'Olsen'],
    ],
    [['Nobody', 'Olsen'], ['Olsen']],
  ])('%j', async (values, found) => {
    for (const operator of ['in', 'nin']) {
      const { status, body, text } = await list(values.map((value) => [`filter[name][${operator}]`, value]));
      expect(status, text).toBe(200);
      const expected = names.filter((name) => found.includes(name) === (operator === 'in'));
      expect(body.projects.map(({ name }: { name: string }) => name)).toEqual(expected);
    }
  });

  test.each(['"a', 'a,"b', '"a"b', '"'])('%s is refused, and says where', async (value) => {
    const { status, body } = await list([['filter[name][in]', value]]);
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'INVALID_PARAMETER', '?filter[name][in]']);
  });

  test('a condition of one value is not given twice', async () => {
    expect(
      (
        await list([
          ['filter[name]', 'a'],
          ['filter[name]', 'b'],
        ])
      ).status,
    ).toBe(400);
  });
});

describe('an empty parameter is none', () => {
  test.each(['after', 'before'])('%s', async (name) => {
    expect((await tenant.rest('GET', `/n/v1/projects?${name}=`)).body.projects).toHaveLength(5);
    const { projects } = await tenant.data(`{ projects(${name}: "") { nodes { urn } } }`);
    expect(projects.nodes).toHaveLength(5);
  });

  test.each([
    ['projects(after: "", before: "") { nodes { urn } }'],
    ['events(after: "") { nodes { cursor } }'],
    ['deletedResources(after: "") { nodes { urn } }'],
    ['accessAudit(after: "") { nodes { event } }'],
    ['search(query: "a", includeScopes: [ENTITY], after: "") { nodes { urn } }'],
    ['company(urn: "AT") { identities(after: "") { nodes { urn } } }'],
  ])('%s', async (field) => {
    const { errors, data } = await tenant.graph(`{ ${field.replace('AT', tenant.company)} }`);
    expect([errors, data === null]).toEqual([undefined, false]);
  });

  test.each(['variables=', 'variables=&extensions=', 'extensions=&operationName=', 'variables=&'])(
    '%s',
    async (empty) => {
      for (const query of [`query={__typename}&${empty}`, `${empty}&query={__typename}`.replace('&&', '&')]) {
        const headers = { authorization: `Bearer ${tenant.token}`, accept: 'application/json' };
        const answer = await fetch(`${service.url}/graphql?${query}`, { headers });
        expect([query, answer.status, await answer.json()]).toEqual([query, 200, { data: { __typename: 'Query' } }]);
      }
    },
  );
});

describe('a whole number', () => {
  let entity: string;
  beforeAll(async () => {
    entity = String((await page(tenant, null)).urn);
  });

  const values: readonly [string, string | null][] = [
    ['1e3', '1000'],
    ['1.0e2', '100'],
    ['1.50E+2', '150'],
    ['5.0', '5'],
    ['1200e-2', '12'],
    ['-1e3', '-1000'],
    ['0e5', '0'],
    ['1e15', '1000000000000000'],
    ['9.1e15', '9100000000000000'],
    ['1e16', '10000000000000000'],
    ['1e18', '1000000000000000000'],
    ['-9e18', '-9000000000000000000'],
    ['9007199254740993.0', '9007199254740993'],
    ['9.007199254740993e15', '9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    ['9223372036854775807.0', '9223372036854775807'],
    ['1e19', null],
    ['9223372036854775808.0', null],
    ['1.5', null],
    ['1e-1', null],
    ['9007199254740993.5', null],
  ];

  test.each(values)('%s is %s over REST', async (sent, kept) => {
    const raw = `{"entity":"${entity}","name":"r${sent}","sortOrder":0,"value":${sent}}`;
    const { status, text } = await tenant.rest('POST', '/n/v1/longitem', { raw });
    expect(status, text).toBe(kept === null ? 422 : 201);
    if (kept !== null) expect(text).toContain(`"value":${kept},`);
  });

  test.each(values)('%s is %s in a document and among variables', async (sent, kept) => {
    const input = (value: string, name: string): string =>
      `createLongItem(input: { entity: "${entity}", name: "${name}${sent}", sortOrder: 0, value: ${value} }) { longItem { value } userErrors { code } }`;
    const body = (query: string, variables: string): string =>
      `{"query":${JSON.stringify(query)},"variables":${variables}}`;
    for (const raw of [
      body(`mutation { ${input(sent, 'd')} }`, '{}'),
      body(`mutation ($v: Long!) { ${input('$v', 'v')} }`, `{"v":${sent}}`),
    ]) {
      const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: raw });
      const { data } = (await answer.json()) as {
        data: { createLongItem: { longItem: unknown; userErrors: unknown[] } };
      };
      const { longItem, userErrors } = data.createLongItem;
      expect([longItem, userErrors.length]).toEqual(kept === null ? [null, 1] : [{ value: kept }, 0]);
    }
  });

  test('is compared exactly, in the variables of a GET too', async () => {
    const headers = { authorization: `Bearer ${tenant.token}`, accept: 'application/json' };
    for (const value of [9007199254740993n, 9007199254740992n]) {
      const query = 'query ($v: Long!) { longItems(where: { value: { eq: $v } }) { nodes { value } } }';
      const sent = new URLSearchParams({ query, variables: `{"v":${String(value)}}` });
      const answer = await fetch(`${service.url}/graphql?${sent.toString()}`, { headers });
      const { data } = (await answer.json()) as { data: { longItems: { nodes: { value: string }[] } } };
      const isThere = value === 9007199254740993n;
      expect(new Set(data.longItems.nodes.map((one) => one.value))).toEqual(new Set(isThere ? [String(value)] : []));
    }
    for (const value of ['1e18', '1000000000000000000', '1.0e18'])
      expect((await tenant.rest('GET', `/n/v1/longitems?filter[value]=${value}`)).text).toContain(
        '1000000000000000000',
      );
    expect((await tenant.rest('GET', '/n/v1/longitems?filter[value]=1.5')).status).toBe(400);
  });

  test('may be a count with a power of ten', async () => {
    const made = await tenant.rest('POST', '/n/v1/textitem', {
      raw: `{"entity":"${entity}","name":"ordered","sortOrder":1.0e2,"value":"a"}`,
    });
    expect([made.status, made.body.sortOrder]).toEqual([201, 100]);
  });
});

describe('an invoice that is no draft', () => {
  const invoice = async (): Promise<{ path: string; lines: unknown }> => {
    const customer = await made(tenant, 'identity', { owner: tenant.company, name: 'Customer' });
    const { urn, lines } = await made(tenant, 'paymentinvoice', {
      owner: tenant.company,
      number: crypto.randomUUID(),
      currencyCode: 'EUR',
      customerIdentity: customer.urn,
      dueTimestamp: '2030-01-01T00:00:00.000Z',
      lines: [{ description: 'Reading', unitPriceUnitValue: 1250 }],
    });
    const path = `/n/v1/paymentinvoice/${String(urn)}`;
    const opened = await tenant.rest('PATCH', path, { body: { status: 'OPEN' } });
    expect(opened.status, opened.text).toBe(200);
    return { path, lines };
  };

  const ignored: readonly object[] = [
    { lines: [] },
    { lines: null },
    { lines: [{}] },
    { lines: [{ description: 'Other', unitPriceUnitValue: 'x' }] },
    { currencyCode: 'nothing' },
    { number: '' },
    { lines: [], number: null, currencyCode: null },
  ];

  test.each(ignored)('ignores %j, on both faces', async (body) => {
    const { path, lines } = await invoice();
    const before = (await tenant.rest('GET', path)).body;
    for (const method of ['PUT', 'PATCH']) {
      const answer = await tenant.rest(method, path, { body: { ...body, reference: method } });
      expect([answer.status, answer.body.lines, answer.body.reference]).toEqual([200, lines, method]);
      expect([answer.body.number, answer.body.currencyCode]).toEqual([before.number, before.currencyCode]);
    }
  });

  test('refuses the same where it is asked to be strict, and of a draft', async () => {
    const { path } = await invoice();
    const strict = { body: { lines: [] }, headers: { prefer: 'handling=strict' } };
    expect((await tenant.rest('PUT', path, strict)).status).toBe(422);
    const wrong = await tenant.rest('PATCH', path, { body: { lines: [], reference: 'x'.repeat(300) } });
    expect([wrong.status, wrong.body.errors.map((one: { path: string }) => one.path)]).toEqual([422, ['/reference']]);
  });

  test('is not changed in the graph either', async () => {
    const { path } = await invoice();
    const document =
      'mutation ($urn: ID!, $input: UpdatePaymentInvoiceInput!) { updatePaymentInvoice(urn: $urn, input: $input) { paymentInvoice { lines { description } } userErrors { code path } } }';
    const { updatePaymentInvoice: done } = await tenant.data(document, {
      urn: path.split('/').at(-1),
      input: { lines: [] },
    });
    expect(done).toEqual({ paymentInvoice: { lines: [{ description: 'Reading' }] }, userErrors: [] });
  });
});

describe('What could be decided otherwise', () => {
  test('members of JSON keep their order but for whole numbers', async () => {
    const entity = String((await page(tenant, null)).urn);
    const raw = `{"entity":"${entity}","name":"j","sortOrder":0,"value":{"b":1,"10":2,"a":3,"2":4}}`;
    const { text } = await tenant.rest('POST', '/n/v1/jsonitem', { raw });
    expect(text).toContain('"value":{"2":4,"10":2,"b":1,"a":3}');
  });

  test('a currency that is changed alone leaves the minor units', async () => {
    const money = { name: 'price', sortOrder: 0, unitValue: 1234, currencyCode: 'EUR' };
    const { money: items } = await page(tenant, null, { money: [money] });
    const path = `/n/v1/moneyitem/${String(items[0].urn)}`;
    const { body } = await tenant.rest('PATCH', path, { body: { currencyCode: 'JPY' } });
    expect([items[0].value, body.unitValue, body.value, body.currencyCode]).toEqual(['12.34', 1234, '1234', 'JPY']);
  });

  test('white space is no difference under a key, the order of members is one', async () => {
    const owner = `"owner":"${tenant.company}"`;
    const answers = [`{${owner},"name":"K"}`, `{ ${owner}, "name": "K" }`, `{"name":"K",${owner}}`].map(
      (raw) => () => tenant.rest('POST', '/n/v1/role', { raw, headers: { 'idempotency-key': 'one key' } }),
    );
    const [first, second, third] = [await answers[0]?.(), await answers[1]?.(), await answers[2]?.()];
    expect([first?.status, second?.body.urn, third?.body.code]).toEqual([
      201,
      first?.body.urn,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
  });

  test('of two Authorization headers the first counts', async () => {
    for (const [tokens, status] of [
      [[tenant.token, 'wrong'], 200],
      [['wrong', tenant.token], 401],
    ] as const) {
      const socket = await openRaw(service.url);
      const lines = tokens.map((token) => `Authorization: Bearer ${token}\r\n`);
      socket.send(`GET /n/v1/roles HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`);
      expect(await socket.readUntil(/HTTP\/1\.1 \d{3} /, 1)).toContain(`HTTP/1.1 ${String(status)} `);
      socket.end();
    }
  });
});
