// Everything that a directive states has an effect: each argument of each directive is changed on a kind of the schema, and
// what is derived from the schema changes with it. What takes effect only while the service runs names the test that holds it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Kind, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { contractFrom } from '../../../src/contract/load.ts';
import { printOpenapi } from '../../../src/contract/print/openapi.ts';
import { printOperations } from '../../../src/contract/print/operations.ts';
import { printRows } from '../../../src/contract/print/rows.ts';
import type { Contract } from '../../../src/contract/resource.ts';
import { tablesOf } from '../../../src/database/mapping/tables.ts';
import { sampleOf } from '../../support/matrix.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const written = readdirSync(`${root}schema`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.graphql') && !name.startsWith('generated'))
  .sort()
  .map((name) => readFileSync(`${root}schema/${name}`, 'utf8'))
  .join('\n');
const contractOf = (sdl: string): Contract => contractFrom(parse(sdl, { noLocation: true }).definitions);

/** What is derived from a contract. */
const derivations = {
  graph: printOperations,
  rest: (contract: Contract) => JSON.stringify(printOpenapi(contract)),
  rows: printRows,
  tables: (contract: Contract) => JSON.stringify(tablesOf(contract)),
} as const satisfies Readonly<Record<string, (contract: Contract) => string>>;
type Derivation = keyof typeof derivations;

const of = (contract: Contract): Record<Derivation, string> =>
  Object.fromEntries(Object.entries(derivations).map(([name, print]) => [name, print(contract)])) as Record<
    Derivation,
    string
  >;
const before = of(contractOf(written));

/** Text of the schema, what stands there instead, and what changes by that. */
type Change = readonly [from: string, to: string, changed: readonly Derivation[]];
/** The tests that hold what only the running service shows. */
type Held = readonly string[];

const changes: Readonly<Record<string, Change>> = {
  'resource.path': ['path: "textitem"', 'path: "wordsitem"', ['rest']],
  'resource.plural': ['plural: "textitems"', 'plural: "words"', ['graph', 'rest']],
  'resource.singular': ['plural: "textitems"', 'plural: "textitems" singular: "words"', ['graph']],
  'resource.subject': ['subject: EMAIL', 'subject: TELEPHONE', ['rest']],
  'resource.container': [
    'plural: "textitems"\n    subject: TEXT_ITEM\n    container: "entity"',
    'plural: "textitems"',
    ['rest'],
  ],
  'resource.operations': ['path: "task",', 'path: "task", operations: [READ],', ['graph', 'rest', 'tables']],
  'resource.sort': ['sort: ["sortOrder"]', 'sort: ["-sortOrder"]', ['rest']],
  'resource.unique': ['unique: ["entity name sortOrder"]', '', ['tables']],
  'rest.method': ['@rest(method: POST', '@rest(method: GET', ['rest']],
  'example.value': ['@example(value: "READ")', '@example(value: "UPDATE")', ['rest']],
  'rest.path': ['path: "/n/v1/', 'path: "/n/v1/x', ['rest']],
  'rest.status': ['status: 201', 'status: 200', ['rest']],
  'rest.member': ['member: "payments"', 'member: "paid"', ['rest']],
  public: ['locales: [Locale!]! @public', 'locales: [Locale!]!', ['rest']],
  'required.filledIn': [
    'authorIdentity: Identity @required(filledIn: true)',
    'authorIdentity: Identity @required',
    ['graph', 'rest'],
  ],
  ignoredOnUpdate: [
    'purpose: ThreadPurpose! @default(value: "\\"GENERAL\\"") @ignoredOnUpdate',
    'purpose: ThreadPurpose! @default(value: "\\"GENERAL\\"")',
    ['graph', 'rest'],
  ],
  readOnly: ['disabledReason: DisabledReason @readOnly', 'disabledReason: DisabledReason', ['graph', 'rest']],
  writeOnly: ['secret: String @required @writeOnly', 'secret: String @required', ['graph', 'rest', 'rows', 'tables']],
  sensitive: ['token: String! @required @sensitive', 'token: String! @required', ['rest']],
  'length.min': ['@writeOnly @length(min: 16, max: 255)', '@writeOnly @length(min: 17, max: 255)', ['graph', 'rest']],
  'length.max': ['@writeOnly @length(min: 16, max: 255)', '@writeOnly @length(min: 16, max: 256)', ['graph', 'rest']],
  'range.min': ['@range(min: 1, max: 6000)', '@range(min: 2, max: 6000)', ['graph', 'rest']],
  'range.max': ['@range(min: 1, max: 6000)', '@range(min: 1, max: 6001)', ['graph', 'rest']],
  'default.value': [
    'ordering: WebhookOrdering! @default(value: "\\"TARGET\\"")',
    'ordering: WebhookOrdering! @default(value: "\\"NONE\\"")',
    ['graph', 'rest'],
  ],
  'inverse.by': [
    'addresses: [Address!]! @listSize(assumed: 2) @inverse(by: "identity")',
    'addresses: [Address!]! @listSize(assumed: 2)',
    ['graph', 'rest', 'rows'],
  ],
  'computed.as': [
    'itemUrn: ID! @computed(as: "urn") @readOnly',
    'itemUrn: ID! @readOnly',
    ['graph', 'rest', 'rows', 'tables'],
  ],
  'restField.onDemand': ['@restField(onDemand: true)', '', ['rest']],
  'restField.urnOnly': ['@restField(urnOnly: true)', '', ['rest']],
  'restField.newestPage': ['@restField(newestPage: true)', '', ['rest']],
  'restField.name': ['@restField(name: "version")', '@restField(name: "covers")', ['rest']],
  'filter.as': ['@filter(as: "', '@filter(as: "x', ['graph']],
};
const held: Readonly<Record<string, Held>> = {
  'resource.create': ['contract/permissions.test.ts'],
  'resource.read': ['contract/permissions.test.ts'],
  'resource.update': ['contract/permissions.test.ts'],
  'resource.delete': ['contract/permissions.test.ts'],
  'computed.from': ['feature/restBodies.test.ts', 'unit/contract/load.test.ts'],
  'computed.transient': ['feature/access.test.ts', 'feature/textPlan.test.ts'],
  'resource.secret': ['contract/permissionsOfLinks.test.ts'],
  'access.rule': ['contract/permissionsOfHandOver.test.ts'],
  imported: ['feature/importedDates.test.ts'],
  path: ['feature/oneAddress.test.ts'],
  'defer.if': ['face/strangersClients.test.ts'],
  'defer.label': ['face/strangersClients.test.ts'],
  'listSize.assumed': ['feature/requestBudget.test.ts'],
};

const stated = parse(written).definitions.flatMap((definition) =>
  definition.kind === Kind.DIRECTIVE_DEFINITION
    ? definition.arguments?.length
      ? definition.arguments.map((argument) => `${definition.name.value}.${argument.name.value}`)
      : [definition.name.value]
    : [],
);

test('Every argument of every directive stands below.', () => {
  expect(stated.length).toBeGreaterThan(20);
  expect([...Object.keys(changes), ...Object.keys(held)].sort()).toEqual([...stated].sort());
});

describe('a change of', () => {
  test.each(sampleOf(Object.entries(changes), 3))('%s changes what is derived from it', (_, [from, to, changed]) => {
    expect(written.includes(from), `the schema holds ${from}`).toBe(true);
    const after = of(contractOf(written.replace(from, () => to)));
    const names = Object.keys(derivations) as Derivation[];
    expect(names.filter((name) => after[name] !== before[name]).join(' ')).toBe(changed.join(' '));
  });

  test.each(Object.entries(held))('%s is seen by a test of the running service', (_, files) => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(`${root}test/${file}`))).toEqual([]);
  });
});

test('what some kinds of items state to be unique is so among them alone', () => {
  const contract = contractOf(written.replace('unique: ["entity name sortOrder"]', ''));
  const items = contract.resources.filter(({ isItem }) => isItem);
  const [other, ...others] = items.filter(({ unique }) => unique.length === 0);
  expect([other !== undefined, others]).toEqual([true, []]);
  const table = tablesOf(contract).find(({ name }) => name === 'item');
  const [index] = table?.indexes.filter(({ name }) => name.startsWith('uq_')) ?? [];
  const bound = items.filter((kind) => kind !== other).map(({ name }) => `'${name}'`);
  expect(index?.where).toBe(`"deleted_timestamp" IS NULL AND "kind" IN (${bound.join(', ')})`);
});
