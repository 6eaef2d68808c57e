// Lists on both faces: every list walked forward and back holds each row once, in its order; every operator of a filter
// selects the rows that the same rule selects from what was read; and a cursor is good for the list it came from alone.
import { beforeAll, describe, expect, test } from 'vitest';
import { orderMember } from '../../src/contract/fieldGroups.ts';
import { filtersOf, isSortable, isWorded } from '../../src/contract/listQuery.ts';
import { loadContract } from '../../src/contract/load.ts';
import { fieldOf, resourceOf, type Field, type Resource } from '../../src/contract/resource.ts';
import { logEnd } from '../support/eventLog.ts';
import { sampleOf } from '../support/matrix.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { make } from './make.ts';
import { good, spec, type SpecKind } from './parts.ts';

const contract = loadContract();
let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

const listed = spec.filter(({ name }) => {
  const { operations } = resourceOf(contract, name);
  return operations.has('LIST') && operations.has('CREATE');
});

// A row as REST answers it; a test knows its members.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Row = any;

/** A tenant with five rows of the kind, and with what they need. */
async function tenantWith(kind: SpecKind): Promise<Tenant> {
  const own = await service.tenant();
  for (let at = 0; at < 5; at += 1) await make(own, kind.name);
  // A trigger gets its number in the log after its commit, and is listed only then.
  if (kind.name === 'WebhookTrigger') await logEnd(service.services);
  return own;
}

/** All rows of a list, with the cursor of the last one. */
async function rowsOf(own: Tenant, kind: SpecKind, sort = ''): Promise<{ readonly rows: Row[]; readonly end: string }> {
  const { body } = await own.rest('GET', `/n/v1/${kind.plural}?limit=200${sort}`);
  expect(body.pagination.isMorePages).toBe(false);
  return { rows: body[kind.plural], end: body.pagination.after };
}

const urnsOf = (rows: readonly Row[]): string[] => rows.map(({ urn }: { urn: string }) => urn);

// The root collation of Unicode, which English has.
const asPeopleDo = new Intl.Collator('en').compare;

/** What comes first of two values; nothing comes last, whatever the direction. */
function compared(field: Field, a: unknown, b: unknown): number {
  if (a === null || b === null) return 0;
  if (isWorded(field)) return asPeopleDo(String(a), String(b));
  const rank = (value: unknown): string | number => {
    if (field.typeClass === 'ENUM') return field.members.indexOf(String(value));
    return typeof value === 'string' ? value : Number(value);
  };
  const [x, y] = [rank(a), rank(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function inOrder(own: Tenant, resource: Resource, rows: readonly Row[], terms: readonly string[]): string[] {
  const steps = terms.map((term) => ({
    field: fieldOf(resource, term.replace('-', '')),
    isDown: term.startsWith('-'),
  }));
  const isLastDown = steps.at(-1)?.isDown === true;
  return rows
    .toSorted((a, b) => {
      // The caller's own company stands before the others (resource reference 4.3).
      if (a.urn === own.company || b.urn === own.company) return a.urn === own.company ? -1 : 1;
      for (const { field, isDown } of steps) {
        const [x, y] = [plain(a[field.name]), plain(b[field.name])];
        if ((x === null) !== (y === null)) return x === null ? 1 : -1;
        const order = compared(field, x, y);
        if (order !== 0) return isDown ? -order : order;
      }
      return a.urn < b.urn === isLastDown ? 1 : -1;
    })
    .map(({ urn }) => urn as string);
}

/** A value as it can be compared: of what a link leads to, the urn. */
function plain(value: Row): unknown {
  return value === undefined ? null : (value?.urn ?? value);
}

/** A field that can be ordered by and may have no value; the urn where there is none. */
function nullableOf(resource: Resource): string {
  const found = resource.fields.find(
    (field) => isSortable(field) && !field.isNonNull && field.typeClass !== 'LINK' && !(field.name in unseen),
  );
  return found?.name ?? 'urn';
}

// Shown otherwise than stored: the address of an image is made by the service.
const unseen: Readonly<Record<string, true>> = { src: true, mediumSrc: true, largeSrc: true };

/** Walks over REST in pages of two, by `nextUrl`. */
async function restWalk(own: Tenant, { plural }: Pick<SpecKind, 'plural'>, first: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | null = first; next !== null;) {
    const { body, text, status } = await own.rest('GET', next);
    expect(status, text).toBe(200);
    pages.push(urnsOf(body[plural]));
    expect(body.pagination).toMatchObject({ limit: 2, isMorePages: body.pagination.nextUrl !== null });
    next = body.pagination.nextUrl;
  }
  return pages;
}

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

async function graphPage(
  own: Tenant,
  resource: Resource,
  args: string,
): Promise<{ readonly urns: string[]; readonly cursors: string[]; readonly info: PageInfo; readonly total: number }> {
  const { found } = await own.data(
    `{ found: ${resource.pluralField}(${args}) { totalCount edges { cursor node { urn } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
  );
  const edges = found.edges as { cursor: string; node: { urn: string } }[];
  return {
    urns: edges.map(({ node }) => node.urn),
    cursors: edges.map(({ cursor }) => cursor),
    info: found.pageInfo,
    total: found.totalCount as number,
  };
}

// The kinds of items share a table and their lists: three stand for them all.
const walked = listed.filter(({ name }) => !/Item$/.test(name) || /^(Text|Money|Reference)Item$/.test(name));

describe.each(sampleOf(walked, 4))('the list of $name', (kind) => {
  const resource = resourceOf(contract, kind.name);

  test('holds each row once, in its order, forward and back', async () => {
    const own = await tenantWith(kind);
    const { rows, end } = await rowsOf(own, kind);
    const all = urnsOf(rows);
    expect(all.length).toBeGreaterThanOrEqual(5);
    expect(all).toEqual(inOrder(own, resource, rows, resource.sort));

    const forward = await restWalk(own, kind, `/n/v1/${kind.plural}?limit=2`);
    expect(forward.flat()).toEqual(all);
    expect(forward.slice(0, -1).every((page) => page.length === 2)).toBe(true);
    const back = await restWalk(own, kind, `/n/v1/${kind.plural}?limit=2&before=${end}`);
    expect(back.toReversed().flat()).toEqual(all.slice(0, -1));

    // In the graph the pages of both directions say whether more lies before and behind them.
    const next = await graphPage(own, resource, 'first: 2');
    expect([next.urns, next.total]).toEqual([all.slice(0, 2), all.length]);
    expect(next.info).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: next.cursors[0],
      endCursor: next.cursors[1],
    });
    const rest = await graphPage(own, resource, `first: 200, after: "${String(next.info.endCursor)}"`);
    expect([rest.urns, rest.total]).toEqual([all.slice(2), all.length]);
    expect(rest.info).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const last = await graphPage(own, resource, 'last: 2');
    expect(last.urns).toEqual(all.slice(-2));
    expect(last.info).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const earlier = await graphPage(own, resource, `last: 200, before: "${String(last.info.startCursor)}"`);
    expect(earlier.urns).toEqual(all.slice(0, -2));
    expect(earlier.info).toMatchObject({ hasNextPage: true, hasPreviousPage: false });

    // In another order rows without a value come last, in both directions.
    const field = nullableOf(resource);
    for (const terms of [[field], [`-${field}`, 'createdTimestamp']]) {
      const sort = `&sort=${terms.join(',')}`;
      const turned = await rowsOf(own, kind, sort);
      const expected = inOrder(own, resource, turned.rows, terms);
      expect(urnsOf(turned.rows), sort).toEqual(expected);
      expect((await restWalk(own, kind, `/n/v1/${kind.plural}?limit=2&fields=urn${sort}`)).flat()).toEqual(expected);
      const first = `/n/v1/${kind.plural}?limit=2&fields=urn${sort}&before=${turned.end}`;
      expect((await restWalk(own, kind, first)).toReversed().flat()).toEqual(expected.slice(0, -1));
    }
  });
});

const linked = walked.flatMap((kind) => {
  const { fields } = resourceOf(contract, kind.name);
  const link = fields.find((field) => isSortable(field) && field.typeClass === 'LINK');
  return link ? [[kind.name, link.name, kind] as const] : [];
});

test.each(sampleOf(linked, 4))(
  'the list of %s holds each row once in the order of %s, on both faces',
  async (name, by, kind) => {
    const [own, resource] = [await tenantWith(kind), resourceOf(contract, name)];
    const { rows } = await rowsOf(own, kind, `&sort=${by}`);
    const all = inOrder(own, resource, rows, [by]);
    expect(urnsOf(rows)).toEqual(all);
    expect((await restWalk(own, kind, `/n/v1/${kind.plural}?limit=2&sort=${by}`)).flat()).toEqual(all);
    const orderBy = `orderBy: [{ field: ${orderMember(by)} }]`;
    const next = await graphPage(own, resource, `first: 2, ${orderBy}`);
    const rest = await graphPage(own, resource, `first: 200, ${orderBy}, after: "${String(next.info.endCursor)}"`);
    expect([next.urns, rest.urns]).toEqual([all.slice(0, 2), all.slice(2)]);
  },
);

/** Lists inside a resource whose elements name it, as they are sent: those of items are three for all. */
const nested = contract.resources.flatMap((resource) =>
  resource.fields
    .filter(
      ({ isList, typeClass, storage, inverseOf }) =>
        isList && typeClass === 'LINK' && storage === 'INVERSE' && inverseOf,
    )
    .filter(({ typeName, inverseOf }) => {
      const child = walked.find(({ name }) => name === typeName);
      const isMade = spec.some(({ name }) => name === resource.name) && resource.operations.has('CREATE');
      return (
        child !== undefined && isMade && !resourceOf(contract, typeName).fieldByName.get(inverseOf ?? '')?.isReadOnly
      );
    })
    .map((field) => [`${resource.name}.${field.name}`, resource, field] as const),
);

test('there are lists inside resources, long and short', () => {
  expect(nested.filter(([, , { isPaged }]) => isPaged).length).toBeGreaterThan(3);
  expect(nested.filter(([, , { isPaged }]) => !isPaged).length).toBeGreaterThan(3);
});

// Items of one name stand in an order of their own.
const placeOf = ({ typeName }: Field, at: number): object => (/Item$/.test(typeName) ? { sortOrder: at } : {});

describe.each(sampleOf(nested, 4))('the list %s', (_, resource, field) => {
  const pathOf = (urn: string): string => `/n/v1/${resource.path}/${urn}/${field.name.toLowerCase()}`;

  test('holds each element once, in its order, forward and back; its cursors are good for it alone', async () => {
    const own = await service.tenant();
    const [{ urn }, other] = [await make(own, resource.name), await make(own, resource.name)];
    const urns: string[] = [];
    for (let at = 0; at < 5; at += 1)
      urns.push((await make(own, field.typeName, { ...placeOf(field, at), [field.inverseOf ?? '']: urn })).urn);
    const whole = await own.rest('GET', `${pathOf(urn)}?limit=200`);
    const all = urnsOf(whole.body[field.name]);
    expect(all).toEqual(expect.arrayContaining(urns));
    expect(whole.body.pagination.isMorePages).toBe(false);
    const member = { plural: field.name };
    const end = String(whole.body.pagination.after);

    expect((await restWalk(own, member, `${pathOf(urn)}?limit=2`)).flat()).toEqual(all);
    const back = await restWalk(own, member, `${pathOf(urn)}?limit=2&before=${end}`);
    expect(back.toReversed().flat()).toEqual(all.slice(0, -1));
    expect((await own.rest('GET', `${pathOf(urn)}?after=${end}`)).body[field.name]).toEqual([]);
    expect((await own.rest('GET', `${pathOf(urn)}?limit=2&count=true`)).body.pagination.totalCount).toBe(all.length);
    expect(whole.body.pagination).not.toHaveProperty('totalCount');
    const asked = async (path: string): Promise<unknown> => (await own.rest('GET', path)).body.code;
    expect([
      await asked(`${pathOf(other.urn)}?after=${end}`),
      await asked(`${pathOf(urn)}?after=${end}&before=${end}`),
      await asked(`${pathOf(urn)}?limit=0`),
      await asked(`${pathOf(urn)}?limit=201`),
      await asked(pathOf(crypto.randomUUID())),
    ]).toEqual(['INVALID_CURSOR', 'INVALID_PARAMETER', 'INVALID_PARAMETER', 'INVALID_PARAMETER', 'NOT_FOUND']);

    const inGraph = async (args: string): Promise<Row> => {
      const selection = field.isPaged
        ? `(${args}) { nodes { urn } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`
        : '{ urn }';
      const { one } = await own.data(
        `{ one: ${resource.singularField}(urn: "${urn}") { list: ${field.name}${selection} } }`,
      );
      return one.list;
    };
    if (!field.isPaged) {
      expect(urnsOf(await inGraph(''))).toEqual(all);
      return;
    }
    const first = await inGraph('first: 2');
    const rest = await inGraph(`first: 200, after: "${String(first.pageInfo.endCursor)}"`);
    expect([first, rest].flatMap(({ nodes }) => urnsOf(nodes))).toEqual(all);
    const last = await inGraph('last: 2');
    const earlier = await inGraph(`last: 200, before: "${String(last.pageInfo.startCursor)}"`);
    expect([earlier, last].flatMap(({ nodes }) => urnsOf(nodes))).toEqual(all);
    const sides = [first, rest, last, earlier].map(({ pageInfo }) => [pageInfo.hasPreviousPage, pageInfo.hasNextPage]);
    expect(sides).toEqual([
      [false, true],
      [true, false],
      [true, false],
      [false, true],
    ]);
  });
});

/** One field of each class: how it is stored, its type, and whether it may have no value. */
const classes = new Map<string, { readonly kind: SpecKind; readonly name: string; readonly field: Field }>();
const isOfTask = ({ name }: SpecKind): boolean => name === 'Task';
for (const kind of [...listed.filter(isOfTask), ...listed]) {
  for (const [name, field] of filtersOf(resourceOf(contract, kind.name))) {
    const type = field.typeClass === 'SCALAR' ? field.typeName : field.typeClass;
    const words = [field.storage, type, field.isNonNull ? 'always there' : 'or null', field.isReadOnly ? 'kept' : ''];
    const key = words.join(' ').trim();
    // A status has rules of its own, and the rows are known by their urns.
    if (!classes.has(key) && !(name in unseen) && !['urn', 'status', 'owner'].includes(name))
      classes.set(key, { kind, name, field });
  }
}

/** Values to send: two rows with the same one, one with another, and one as it is made without. */
async function valuesFor(kind: SpecKind, name: string, field: Field): Promise<unknown[]> {
  const stated = kind.fields.find((one) => one.name === name);
  // Urns of any kind are taken as they are: what they name has to exist.
  if (!stated || field.isReadOnly || field.storage === 'COMPUTED' || field.typeName === 'ID')
    return [undefined, undefined];
  if (field.typeClass !== 'LINK') return [0, 1, 0].map((variant) => number(good(stated, variant))).concat([undefined]);
  const [x, y] = [await make(tenant, field.typeName), await make(tenant, field.typeName)].map(({ urn }) => urn);
  return field.storage === 'LINKS' ? [[x], [y], [x, y], []] : [x, y, x, undefined];
}

/** What an operator selects, as a rule over what was read. */
const rules: Readonly<Record<string, (field: Field, is: Row, value: Row) => boolean>> = {
  eq: (_, is, value) => several(is).includes(value),
  ne: (_, is, value) => !several(is).includes(value),
  in: (_, is, value) => several(is).some((one) => value.includes(one)),
  nin: (_, is, value) => !several(is).some((one) => value.includes(one)),
  lt: (field, is, value) => is !== null && compared(field, is, value) < 0,
  lte: (field, is, value) => is !== null && compared(field, is, value) <= 0,
  gt: (field, is, value) => is !== null && compared(field, is, value) > 0,
  gte: (field, is, value) => is !== null && compared(field, is, value) >= 0,
  contains: (_, is, value) => is !== null && String(is).includes(value),
  startsWith: (_, is, value) => is !== null && String(is).startsWith(value),
  isNull: (_, is, value) => (is === null || (Array.isArray(is) && is.length === 0)) === value,
};

const several = (value: Row): Row[] => (Array.isArray(value) ? value : [value]);

// What a link leads to has no order; REST compares the urns of single links.
const ordered = ['lt', 'lte', 'gt', 'gte'];

/** Operators over a field, each with values that select some of these. */
function conditionsOn(field: Field, values: readonly Row[]): [string, Row][] {
  const there = [...new Set(values.flat().filter((value) => value !== null))].sort((a, b) => compared(field, a, b));
  const one = there[Math.floor(there.length / 2)];
  if (one === undefined)
    return [
      ['isNull', true],
      ['isNull', false],
    ];
  const isText = field.typeName === 'String' && typeof one === 'string' && one.length > 2;
  return [
    ['isNull', true],
    ['isNull', false],
    ...['eq', 'ne', ...(field.typeClass === 'LINK' ? [] : ordered)].map((operator): [string, Row] => [operator, one]),
    ...['in', 'nin'].flatMap((operator) =>
      [[one], there.slice(0, 2), []].map((list): [string, Row] => [operator, list]),
    ),
    ...(isText ? [['contains', one.slice(1)] as [string, Row]] : []),
    ...(isText ? [one.slice(0, 2), one.slice(1)].map((part): [string, Row] => ['startsWith', part]) : []),
    // The case of letters counts.
    ...(isText ? ['contains', 'startsWith', 'eq'].map((operator): [string, Row] => [operator, turned(one)]) : []),
  ];
}

const turned = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

test('there is a field of every class', () => {
  expect(classes.size).toBeGreaterThan(30);
});

describe.each(sampleOf([...classes], 4))('a filter on %s', (_, { kind, name, field }) => {
  test(`(${kind.name}.${name}) selects by each operator what the rule selects, on both faces`, async () => {
    const urns: string[] = [];
    for (const value of await valuesFor(kind, name, field)) {
      const isTaken = value === undefined || (urns.length === 2 && isUnique(kind, name));
      urns.push((await make(tenant, kind.name, isTaken ? {} : { [name]: value })).urn);
    }
    if (kind.name === 'WebhookTrigger') await logEnd(service.services);
    const only = `filter[urn][in]=${urns.join(',')}`;
    // What is shown when it is asked for is asked for.
    const asked = field.rest.isOnDemand ? `&fields=${field.name}` : '';
    const all = await tenant.rest('GET', `/n/v1/${kind.plural}?limit=200&${only}${asked}`);
    const rows: Row[] = all.body[kind.plural];
    expect(rows).toHaveLength(urns.length);
    const resource = resourceOf(contract, kind.name);
    const offered = await operatorsOf(resource, name);
    const conditions = conditionsOn(
      field,
      rows.map((row) => read(row[field.name])),
    );
    expect(offered).toEqual(expect.arrayContaining(conditions.map(([operator]) => operator)));
    const query = `query ($where: ${kind.name}Where) { list: ${resource.pluralField}(where: $where, first: 9) { totalCount nodes { urn } } }`;
    const found: string[] = [];
    for (const [operator, value] of conditions) {
      const expected = urnsOf(rows.filter((row) => rules[operator]?.(field, read(row[field.name]), value)));
      const where = { urn: { in: urns }, [name]: { [operator]: value } };
      const { totalCount, nodes } = (await tenant.data(query, { where })).list;
      const seen = { graph: urnsOf(nodes), totalCount };
      expect(seen, `${operator} ${String(value)}`).toEqual({ graph: expected, totalCount: expected.length });
      // A list of no values, and a value with a comma, cannot be written into an address.
      if (Array.isArray(value) && (value.length === 0 || value.some((one) => String(one).includes(',')))) continue;
      const text = encodeURIComponent(String(value));
      const rest = await tenant.rest(
        'GET',
        `/n/v1/${kind.plural}?limit=200&${only}&filter[${name}][${operator}]=${text}`,
      );
      if (JSON.stringify(urnsOf(rest.body?.[kind.plural] ?? [])) !== JSON.stringify(expected))
        found.push(`${operator} ${text}: ${rest.text.slice(0, 200)}`);
    }
    expect(found).toEqual([]);
  });
});

const read = (value: Row): Row => (Array.isArray(value) ? value.map(plain) : plain(value));

const inputs = new Map<string, readonly string[]>();

/** The operators that the graph offers on a field. */
async function operatorsOf(resource: Resource, name: string): Promise<readonly string[]> {
  const { __type: where } = await tenant.data(
    `{ __type(name: "${resource.name}Where") { inputFields { name type { name } } } }`,
  );
  const type = where.inputFields.find((one: { name: string }) => one.name === name).type.name as string;
  const known = inputs.get(type);
  if (known) return known;
  const { __type: filter } = await tenant.data(`{ __type(name: "${type}") { inputFields { name } } }`);
  const operators = filter.inputFields.map((one: { name: string }) => one.name) as string[];
  inputs.set(type, operators);
  return operators;
}

function isUnique(kind: SpecKind, name: string): boolean {
  return resourceOf(contract, kind.name).unique.some((set) => set.includes(name)) || ['name', 'email'].includes(name);
}

function number(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

describe('a cursor', () => {
  const cursorOf = async (query: string): Promise<string> => {
    const { body } = await tenant.rest('GET', `/n/v1/${query}`);
    return String(body.pagination.after);
  };

  test.each([
    ['of another kind', 'roles?limit=1', 'groups?'],
    ['of another order', 'roles?limit=1&sort=-name', 'roles?sort=name'],
    ['of another filter', 'roles?limit=1&filter[name][ne]=x', 'roles?filter[name][ne]=y'],
    ['of another operator', 'roles?limit=1&filter[name][lte]=zz', 'roles?filter[name][lt]=zz'],
    ['of alternatives', 'roles?limit=1&filter[or][0][name][ne]=x', 'roles?'],
  ])('%s is refused, in both directions', async (_, from, to) => {
    await make(tenant, 'Role');
    const cursor = await cursorOf(from);
    expect(cursor).not.toBe('null');
    for (const direction of ['after', 'before']) {
      const { status, body } = await tenant.rest('GET', `/n/v1/${to}&${direction}=${cursor}`);
      expect([status, body.code]).toEqual([400, 'INVALID_CURSOR']);
      expect(body.errors).toMatchObject([{ path: `?${direction}`, code: 'INVALID_CURSOR' }]);
    }
  });

  test.each([
    ['of another kind', 'first: 1', 'groups(AT)'],
    ['of another order', 'first: 1, orderBy: { field: NAME, direction: DESC }', 'roles(orderBy: { field: NAME }, AT)'],
    ['of another filter', 'first: 1, where: { name: { ne: "x" } }', 'roles(where: { name: { ne: "y" } }, AT)'],
    ['of another operator', 'first: 1, where: { name: { lte: "zz" } }', 'roles(where: { name: { lt: "zz" } }, AT)'],
    ['of alternatives', 'first: 1, where: { or: [{ name: { ne: "x" } }] }', 'roles(AT)'],
  ])('%s is refused in the graph, too', async (_, from, to) => {
    await make(tenant, 'Role');
    const { roles } = await tenant.data(`{ roles(${from}) { pageInfo { endCursor } } }`);
    for (const direction of ['after', 'before']) {
      const list = to.replace('AT', `${direction}: "${roles.pageInfo.endCursor}"`);
      const { errors } = await tenant.graph(`{ ${list} { nodes { urn } } }`);
      expect(errors?.[0]?.extensions['code']).toBe('INVALID_CURSOR');
    }
  });

  test('that was made up or changed is refused on both faces', async () => {
    await make(tenant, 'Role');
    const cursor = await cursorOf('roles?limit=1');
    const [body = '', signature = ''] = cursor.split('.');
    const other = Buffer.from(JSON.stringify(['zz', crypto.randomUUID()])).toString('base64url');
    for (const wrong of ['x', `${other}.${signature}`, `${body}.`, body, `${cursor}.x`, `${body}.${signature}x`]) {
      const rest = await tenant.rest('GET', `/n/v1/roles?after=${wrong}`);
      expect([rest.status, rest.body.code], wrong).toEqual([400, 'INVALID_CURSOR']);
      for (const direction of ['after', 'before']) {
        const graph = await tenant.graph(`{ roles(${direction}: "${wrong}") { nodes { urn } } }`);
        expect(graph.errors?.[0]?.extensions, wrong).toMatchObject({
          code: 'INVALID_CURSOR',
          errors: [{ path: `?${direction}`, code: 'INVALID_CURSOR' }],
        });
      }
    }
  });

  test('leads on from the row it was given with', async () => {
    await make(tenant, 'Role');
    await make(tenant, 'Role');
    const { roles } = await tenant.data('{ roles(first: 1) { pageInfo { endCursor } } }');
    const next = await tenant.data(
      `{ roles(first: 1, after: "${String(roles.pageInfo.endCursor)}") { nodes { urn } } }`,
    );
    const second = await tenant.rest('GET', '/n/v1/roles?limit=2');
    expect(next.roles.nodes).toEqual([{ urn: second.body.roles[1].urn }]);
  });
});

test('A list over REST that shows one field leads on by another, and counts where it is asked to', async () => {
  const own = await service.tenant();
  for (const name of ['b', 'c', 'a'])
    expect((await own.rest('POST', '/n/v1/project', { body: { owner: own.company, name } })).status).toBe(201);
  const ask = async (query: string): Promise<Row> =>
    (await own.rest('GET', `/n/v1/projects?fields=status&sort=-name&limit=2${query}`)).body;
  const first = await ask('');
  expect([first.projects.length, first.pagination.isMorePages, first.pagination.totalCount]).toEqual([
    2,
    true,
    undefined,
  ]);
  expect((await ask('&count=true')).pagination.totalCount).toBe(3);
  const rest = await ask(`&after=${String(first.pagination.after)}`);
  expect([rest.projects.length, rest.pagination.isMorePages]).toEqual([1, false]);
});

test('A list over REST shows each computed member alone as among the others', async () => {
  for (const { plural, restFields } of contract.resources.filter(({ operations }) => operations.has('LIST'))) {
    const ask = async (query: string): Promise<Row[]> => {
      const { status, text, body } = await tenant.rest('GET', `/n/v1/${plural}?limit=3${query}`);
      expect(status, `${plural}${query}: ${text}`).toBe(200);
      return body[plural];
    };
    const whole = await ask('');
    const computed = restFields.filter(({ storage }) => storage === 'COMPUTED');
    for (const { rest } of computed.filter((field) => !field.rest.isOnDemand))
      expect((await ask(`&fields=${rest.name}`)).map((row) => row[rest.name])).toEqual(
        whole.map((row) => row[rest.name]),
      );
  }
});

test.each([
  ['first and last', 'first: 1, last: 1', 'INVALID_PARAMETER'],
  ['after and before', 'after: "x", before: "x"', 'INVALID_PARAMETER'],
  ['a page of nothing', 'first: 0', 'INVALID_PARAMETER'],
  ['a last page of nothing', 'last: 0', 'INVALID_PARAMETER'],
  ['a page of 201', 'first: 201', 'INVALID_PARAMETER'],
  ['a last page of 201', 'last: 201', 'INVALID_PARAMETER'],
  ['six terms of order', `orderBy: [${'{ field: NAME } '.repeat(6)}]`, 'INVALID_PARAMETER'],
  ['201 values', `where: { name: { in: [${'"a" '.repeat(201)}] } }`, 'INVALID_PARAMETER'],
  ['a page of 200', 'first: 200', undefined],
  ['a last page of 200', 'last: 200', undefined],
  ['five terms of order', `orderBy: [${'{ field: NAME } '.repeat(5)}]`, undefined],
  ['200 values', `where: { name: { in: [${'"a" '.repeat(200)}] } }`, undefined],
])('a list asked for %s is answered as it should be', async (_, args, code) => {
  const answer = await tenant.graph(`{ roles(${args}) { nodes { urn } } }`);
  expect(answer.errors?.[0]?.extensions['code']).toBe(code);
});
