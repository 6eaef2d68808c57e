// What the SDL states is read or refused: a directive that nothing reads, and a REST form that does not fit its field,
// are refused. What need not be stated follows.
import { buildASTSchema, isObjectType, Kind, parse, type DocumentNode } from 'graphql';
import { describe, expect, test } from 'vitest';
import { contractFrom, loadContract, readSchema, schemaDocument } from '../../../src/contract/load.ts';
import { fieldOf, resourceOf, type Contract, type Field } from '../../../src/contract/resource.ts';
import { snake } from '../../../src/contract/readField.ts';

/** What the schema says about its directives, for definitions that are not whole. */

const declaration = `directive @resource(
  path: String! plural: String! singular: String subject: String container: String
  operations: [String!]! = [CREATE, READ, UPDATE, DELETE, LIST]
  create: String! = CREATE read: String! = READ update: String! = UPDATE delete: String! = DELETE
  sort: [String!]! = ["createdTimestamp"] unique: [String!]! = []
) on OBJECT`;

const load = (sdl: string): Contract => contractFrom(parse(`${declaration} ${sdl}`).definitions);

test.each([
  ['on an enumeration', 'enum Color @length(max: 1) { RED }'],
  ['on an input object', 'input A @public { a: Int }'],
  ['on a union', 'type A { a: Int } union B @public = A'],
  ['that does not exist', 'type Query { a: Int @cached }'],
])('A directive %s is refused.', (_, sdl) => {
  expect(() => load(sdl)).toThrow(/Nothing reads @/);
});

test.each([
  ['subject', 'EventSubject', 'subject: LAMP', 'LAMP'],
  ['label', 'PermissionLabel', 'read: SEE', 'SEE'],
  ['operation', 'ResourceOperation', 'operations: [READ, BURN]', 'BURN'],
])('An unknown %s of a kind is refused.', (_, name, argument, member) => {
  const typed = declaration
    .replace('subject: String', 'subject: EventSubject')
    .replaceAll('String! = READ', 'PermissionLabel! = READ')
    .replace('[String!]! = [CREATE', '[ResourceOperation!]! = [CREATE');
  const sdl = (members: string): string =>
    `${typed} enum ${name} { ${members} } type A @resource(path: "a", plural: "as", ${argument}) { createdTimestamp: DateTime! }`;
  expect(() => contractFrom(parse(sdl('READ')).definitions)).toThrow(`${member}) is no member of its enumeration`);
  expect(() => contractFrom(parse(sdl(`READ ${member}`)).definitions)).not.toThrow();
});

test('A scope that no kind has is refused.', () => {
  const scopes = (members: string): string => `enum PermissionObjectScope { ${members} } ${kindOf('b: Int')}`;
  expect(() => load(scopes('A LAMP'))).toThrow('PermissionObjectScope.LAMP is the scope of no kind');
  expect(() => load(scopes('A'))).not.toThrow();
});

test.each([
  ['names what is no argument', '"/n/v1/a/{b}"', 'GET'],
  ['lies outside of the REST face', '"/a"', 'GET'],
  ['would change by a query', '"/n/v1/a"', 'DELETE'],
])('A REST form that %s is refused.', (_, path, method) => {
  expect(() => load(`type Query { a: Int @rest(method: ${method}, path: ${path}) }`)).toThrow(/^a: /);
});

test('A statement that is read is accepted.', () => {
  expect(() =>
    load('type Query { a(b: String @length(max: 3)): Int @public @rest(method: GET, path: "/n/v1/a") }'),
  ).not.toThrow();
});

const kind = (name: string, more: string, fields: string): string =>
  `type ${name} @resource(path: "${name.toLowerCase()}", plural: "${name.toLowerCase()}s" ${more}) { createdTimestamp: DateTime! ${fields} }`;

const kindOf = (fields: string): string => kind('A', '', fields);

const a = (more: string, fields = ''): Contract['resources'][number] => resourceOf(load(kind('A', more, fields)), 'A');

test.each([
  ['of a kind', kindOf('b: [String!]!'), 'A.b'],
  ['of a kind that no change takes', kindOf('b: [String!]! @ignoredOnUpdate'), 'A.b'],
  ['of links', kindOf('b: [A!]!'), 'A.b'],
  ['of an input object', 'input A { b: [Int!] }', 'A.b'],
  ['of a query', 'type Query { a(b: [ID!]): Int }', 'a.b'],
  ['of a mutation', 'type Mutation { a(b: [ID!]): APayload } type APayload { a: Int }', 'a.b'],
  ['of a subscription', 'type Subscription { a(b: [ID!]): Int }', 'a.b'],
])('A list %s that callers send without an end is refused, and one with an end is read', (_, sdl, name) => {
  expect(() => load(sdl)).toThrow(`${name} is a list that callers send, and states no @length`);
  expect(() => load(sdl.replace(/(b: \[\w+!\]!?)/, '$1 @length(max: 3)'))).not.toThrow();
});

test.each(['@readOnly', '@computed @readOnly'])('A list that is only answered needs no end: %s', (directives) => {
  expect(() => load(kindOf(`b: [String!]! ${directives}`))).not.toThrow();
});

describe('a kind that says nothing', () => {
  const plain = a('');

  test('offers everything, under the labels of its operations', () => {
    expect([...plain.operations].sort()).toEqual(['CREATE', 'DELETE', 'LIST', 'READ', 'UPDATE']);
    expect(plain.labels).toEqual({
      create: 'CREATE',
      read: 'READ',
      follow: 'READ',
      update: 'UPDATE',
      delete: 'DELETE',
    });
  });

  test('has its own name, table and order, no subject, no container, and nothing that exists once', () => {
    expect(plain).toMatchObject({
      name: 'A',
      path: 'a',
      plural: 'as',
      singularField: 'a',
      pluralField: 'as',
      table: 'a',
      isItem: false,
      historyPath: null,
      subject: null,
      container: null,
      sort: ['createdTimestamp'],
      unique: [],
    });
  });
});

test.each<[string, string, string, Record<string, unknown>]>([
  ['operations', 'operations: [READ]', '', { operations: new Set(['READ']) }],
  ['create', 'create: WRITE', '', { labels: { create: 'WRITE', read: 'READ', update: 'UPDATE', delete: 'DELETE' } }],
  ['read', 'read: WRITE', '', { labels: { create: 'CREATE', read: 'WRITE', update: 'UPDATE', delete: 'DELETE' } }],
  ['update', 'update: WRITE', '', { labels: { create: 'CREATE', read: 'READ', update: 'WRITE', delete: 'DELETE' } }],
  ['delete', 'delete: WRITE', '', { labels: { create: 'CREATE', read: 'READ', update: 'UPDATE', delete: 'WRITE' } }],
  ['singular', 'singular: "one"', '', { singularField: 'one' }],
  ['subject', 'subject: THING', '', { subject: 'THING' }],
  ['sort', 'sort: ["-name", "createdTimestamp"]', 'name: String', { sort: ['-name', 'createdTimestamp'] }],
  ['unique', 'unique: ["owner name"]', 'name: String', { unique: [['owner', 'name']] }],
  ['container', 'container: "b"', 'b: A', { container: { name: 'b' } }],
])('a kind states %s', (_, stated, fields, expected) => {
  expect(a(stated, fields)).toMatchObject(expected);
});

test.each([
  ['a container that is no field', 'container: "b"', '', 'A: the container field b does not exist'],
  ['an order by what is no field', 'sort: ["b"]', '', 'A cannot sort by b'],
  ['a descending order by what is no field', 'sort: ["-b"]', '', 'A cannot sort by -b'],
  ['an order by what has no column', 'sort: ["b"]', 'b: String @computed', 'A cannot sort by b'],
  ['what is made from no field', '', 'b: String @computed(from: ["c"])', 'A.b cannot be made from c'],
  ['what is made from a list', '', 'c: [String!]! b: String @computed(from: ["c"])', 'A.b cannot be made from c'],
  [
    'what is made from what lies beyond no link',
    '',
    'c: String b: String @computed(from: ["c.d"])',
    'A.b cannot be made from c.d',
  ],
  ['the value of what is no field', '', 'b: String @computed(as: "c")', 'A.b cannot have the value of c'],
  [
    'the value of what has no column',
    '',
    'b: String @computed(as: "c") c: String @computed',
    'A.b cannot have the value of c',
  ],
  ['a set of what is no field', 'unique: ["owner b"]', '', 'A.unique names b'],
  ['an inverse of what is no field', '', 'b: [A!]! @inverse(by: "c")', 'A has no field c, which @inverse names'],
])('a kind with %s is refused', (_, stated, fields, message) => {
  expect(() => a(stated, fields)).toThrow(message);
});

describe('a field', () => {
  const sdl = `enum Color { RED BLUE } scalar Long type Part { x: Int }
    ${kind('B', '', 'as: [A!]! @length(max: 9) a: A')}
    ${kind('A', '', 'field: TYPE')}`;
  const field = (type: string): Field =>
    fieldOf(resourceOf(load(sdl.replace('field: TYPE', `field: ${type}`)), 'A'), 'field');

  test.each<[string, Partial<Record<keyof Field, unknown>>]>([
    [
      'String',
      {
        typeName: 'String',
        typeClass: 'SCALAR',
        isList: false,
        isPaged: false,
        isNonNull: false,
        storage: 'COLUMN',
        column: 'field',
      },
    ],
    ['String!', { isNonNull: true, isRequired: false }],
    ['[String!]! @length(max: 9)', { isList: true, typeName: 'String', storage: 'COLUMN', isNonNull: true }],
    ['[String!] @length(max: 9)', { isList: true, isNonNull: false }],
    ['Color', { typeClass: 'ENUM', members: ['RED', 'BLUE'] }],
    ['Part', { typeClass: 'OBJECT', storage: 'COLUMN' }],
    ['BHistory', { typeClass: 'HISTORY', storage: 'COMPUTED' }],
    ['B', { typeClass: 'LINK', storage: 'COLUMN', isList: false }],
    ['[B!]! @length(max: 9)', { typeClass: 'LINK', storage: 'LINKS' }],
    ['[B!]! @inverse(by: "a") @length(max: 9)', { typeClass: 'LINK', storage: 'INVERSE', inverseOf: 'a' }],
    ['[B!]! @inverse(by: "as") @length(max: 9)', { storage: 'INVERSE_LINKS', inverseOf: 'as' }],
    ['BConnection! @inverse(by: "a")', { typeName: 'B', isList: true, isPaged: true, storage: 'INVERSE' }],
    ['String @computed', { storage: 'COMPUTED', isComputed: true, filter: null }],
    ['String @computed @filter', { filter: { as: null } }],
    ['String @computed @filter(as: "f")', { filter: { as: 'f' } }],
    ['String! @required', { isRequired: true }],
    ['String @ignoredOnUpdate', { isIgnoredOnUpdate: true, isReadOnly: false }],
    ['String @readOnly', { isReadOnly: true, isIgnoredOnUpdate: false, isWriteOnly: false }],
    ['String @writeOnly', { isWriteOnly: true, isReadOnly: false }],
    ['String @sensitive', { isSensitive: true }],
    ['String', { isSensitive: false, access: null, length: null, range: null, defaultValue: undefined }],
    ['B @access(rule: JOIN)', { access: 'JOIN' }],
    ['String @length(max: 3)', { length: { min: 0, max: 3 } }],
    ['String @length(min: 2, max: 3)', { length: { min: 2, max: 3 } }],
    ['Int @range(min: 2)', { range: { min: 2, max: null } }],
    ['Int @range(max: 0)', { range: { min: null, max: 0 } }],
    ['Float @range(min: -1.5, max: 1.5)', { range: { min: -1.5, max: 1.5 } }],
    ['Int @default(value: "7")', { defaultValue: 7 }],
    ['[String!] @default(value: "[]") @length(max: 9)', { defaultValue: [] }],
    ['Color @default(value: "\\"RED\\"")', { defaultValue: 'RED' }],
    ['Boolean @default(value: "null")', { defaultValue: null }],
  ])('%s is read as it is stated', (type, expected) => {
    const { target: _, object: __, inverse: ___, ...read } = field(type);
    expect(read).toMatchObject(expected);
  });
});

test.each([
  ['name', 'name'],
  ['createdTimestamp', 'created_timestamp'],
  ['clientID', 'client_id'],
  ['isHTMLAllowed', 'is_html_allowed'],
  ['sha256Digest', 'sha256_digest'],
])('%s is the column %s', (name, column) => {
  expect(snake(name)).toBe(column);
});

test('all kinds of items share one table, in which each type of value has a column of its own', () => {
  const items = loadContract().resources.filter(({ isItem }) => isItem);
  expect(items.length).toBeGreaterThan(10);
  expect(new Set(items.map(({ table }) => table))).toEqual(new Set(['item']));
  for (const item of items) expect(item.historyPath).toBe(`${item.path}history`);
  const columns = items.map((item) => item.fieldByName.get('value')).filter((field) => field !== undefined);
  for (const { typeName, column } of columns)
    expect(column).toBe(`value_${snake(typeName === 'JSON' ? 'Json' : typeName)}`);
});

describe('a verb', () => {
  const verb = (sdl: string, name = 'a') => {
    const found = load(
      `scalar Long enum Color { RED } input Sent { x: Int! @length(max: 3) y: Int = 4 } ${kind('B', '', 'name: String')} ${sdl}`,
    ).verbs.get(name);
    if (!found) throw new Error('No such verb');
    return found;
  };

  test('is for callers with a token, and over REST answers 200 with a member of its own name', () => {
    const read = verb('type Query { a: [Int!]! @rest(method: GET, path: "/n/v1/a") }');
    expect(read).toMatchObject({ name: 'a', root: 'Query', isPublic: false, showsCurrent: false });
    expect(read.rest).toEqual([{ method: 'GET', path: '/n/v1/a', status: 200, member: 'a' }]);
  });

  test('may be public, and have several forms with a status and a member', () => {
    const read = verb(
      'type Mutation { a(urn: ID!): CreateBPayload @public @rest(method: POST, path: "/n/v1/b/{urn}/a", status: 201, member: "as") @rest(method: DELETE, path: "/n/v1/b/{urn}") }',
    );
    expect(read.isPublic).toBe(true);
    expect(read.rest).toEqual([
      { method: 'POST', path: '/n/v1/b/{urn}/a', status: 201, member: 'as' },
      { method: 'DELETE', path: '/n/v1/b/{urn}', status: 200, member: 'a' },
    ]);
  });

  test('answers the member of its payload, and the present state where it updates', () => {
    expect(verb('type Mutation { a: CreateBPayload }')).toMatchObject({
      answer: { name: 'b', typeName: 'B' },
      showsCurrent: false,
    });
    expect(verb('type Mutation { a: UpdateBPayload }')).toMatchObject({ answer: { name: 'b' }, showsCurrent: true });
    expect(verb('type Done { count: Int errors: Int } type Mutation { a: Done }').answer).toMatchObject({
      name: 'count',
    });
    expect(() => verb('type Mutation { a: CreateCPayload }')).toThrow('the payload CreateCPayload does not exist');
    expect(() => verb('type Done type Mutation { a: Done }')).toThrow('Done has no member for what it answers');
  });

  test('requires the arguments that are neither null nor have a default', () => {
    const { args } = verb('type Query { a(b: Int!, c: Int, d: Int! = 3, e: ID!, f: Sent!, g: Color): Int }');
    expect(
      args.map(({ name, isRequired, defaultValue, typeClass }) => [name, isRequired, defaultValue, typeClass]),
    ).toEqual([
      ['b', true, undefined, 'SCALAR'],
      ['c', false, undefined, 'SCALAR'],
      ['d', false, 3, 'SCALAR'],
      ['e', true, undefined, 'LINK'],
      ['f', true, undefined, 'OBJECT'],
      ['g', false, undefined, 'ENUM'],
    ]);
  });

  test.each([
    ['GET', '/n/v1/a', 'type Mutation', '', 'does not fit Mutation'],
    ['DELETE', '/n/v1/a', 'type Query', '', 'does not fit Query'],
    ['GET', '/n/v1/a', 'type Query', '(b: Sent!)', 'has no body'],
    ['DELETE', '/n/v1/a', 'type Mutation', '(b: Sent!)', 'has no body'],
    ['GET', '/n/v1/a/{b}', 'type Query', '(b: Int)', 'cannot hold b'],
    ['GET', '/n/v2/a', 'type Query', '', 'is no path of the REST face'],
    ['GET', '/n/v1/A', 'type Query', '', 'is no path of the REST face'],
    ['GET', '/n/v1/a/', 'type Query', '', 'is no path of the REST face'],
  ])('is refused with %s %s on a %s that does not fit', (method, path, root, args, why) => {
    const sdl = `${root} { a${args}: CreateBPayload @rest(method: ${method}, path: "${path}") }`;
    expect(() => verb(sdl)).toThrow(why);
  });

  test.each([
    ['GET', '/n/v1/a/{b}', 'type Query', '(b: ID!)'],
    ['GET', '/n/v1/a/{b}', 'type Query', '(b: Color!)'],
    ['GET', '/n/v1/a/{urn}', 'type Query', ''],
    ['GET', '/.well-known/a', 'type Query', ''],
    ['POST', '/n/v1/a', 'type Query', '(b: Sent!)'],
    ['POST', '/n/v1/a', 'type Mutation', '(b: Sent!)'],
    ['DELETE', '/n/v1/a', 'type Mutation', '(b: Int)'],
  ])('may be %s %s on a %s%s', (method, path, root, args) => {
    const sdl = `${root} { a${args}: CreateBPayload @rest(method: ${method}, path: "${path}") }`;
    expect(() => verb(sdl)).not.toThrow();
  });

  test('of a subscription is not one of the verbs', () => {
    const contract = load('type Subscription { a(b: Int!): Int }');
    expect([...contract.verbs.keys()]).toEqual([]);
    expect(contract.subscriptions.get('a')).toMatchObject({ root: 'Subscription', rest: [] });
  });

  test('may be written in several places', () => {
    expect([...load('type Query { a: Int } extend type Query { b: Int }').verbs.keys()]).toEqual(['a', 'b']);
  });
});

test('Every list of a kind that is given in pages takes the arguments of a page, a condition and an order', () => {
  const types = Object.values(buildASTSchema(schemaDocument(), { assumeValid: true }).getTypeMap());
  const lists = types.filter(isObjectType).flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const [, name = ''] = /^(\w+)Connection!$/.exec(String(field.type)) ?? [];
      const wanted = ['first: Int', 'after: String', 'last: Int', 'before: String'];
      wanted.push(`where: ${name}Where`, `orderBy: [${name}OrderBy!]`);
      const given = new Set(field.args.map((one) => `${one.name}: ${String(one.type)}`));
      const isWhole = wanted.every((one) => given.has(one));
      return loadContract().byName.has(name) ? [{ list: `${type.name}.${field.name}`, isWhole }] : [];
    }),
  );
  expect(lists.length).toBeGreaterThan(50);
  // An inbox and the history of an item each have one order; rendered pages are listed forward only.
  const others = lists.filter(({ list, isWhole }) => !isWhole && !list.endsWith('History.history'));
  expect(others.map(({ list }) => list).sort()).toEqual([
    'IdentityNotificationInbox.notifications',
    'Query.entityViews',
  ]);
});

test('What clients read of the SDL has every field of every type, and the types in one piece', () => {
  const fieldsOf = (document: DocumentNode): unknown =>
    Object.values(buildASTSchema(document).getTypeMap())
      .filter(isObjectType)
      .map((type) => [type.name, Object.keys(type.getFields()).sort()])
      .sort();
  const read = parse(readSchema());
  expect(read.definitions.filter(({ kind }) => kind === Kind.OBJECT_TYPE_EXTENSION)).toEqual([]);
  expect(fieldsOf(read)).toEqual(fieldsOf(schemaDocument()));
});
