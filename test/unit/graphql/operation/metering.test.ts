// What an operation is charged while it runs, that equal reads of it are one, and that a read which has used up its budget
// ends with one error.
import {
  execute,
  getIntrospectionQuery,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  introspectionFromSchema,
  parse,
} from 'graphql';
import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/domain/errors.ts';
import { createRequestBudget, unlimited } from '../../../../src/engine/requestBudget.ts';
import { createWarnings } from '../../../../src/engine/warnings.ts';
import { selectsTotal } from '../../../../src/graphql/operation/connection.ts';
import { meterSchema, readRootsOnce } from '../../../../src/graphql/operation/metering.ts';

const things = Array.from({ length: 20 }, () => ({}));

const Thing: GraphQLObjectType = new GraphQLObjectType({
  name: 'Thing',
  fields: () => ({
    many: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Thing))), resolve: () => things },
    later: { type: new GraphQLList(Thing), resolve: () => Promise.resolve(things) },
    one: { type: Thing, resolve: () => ({}) },
    text: { type: GraphQLString },
  }),
});
const ThingConnection = new GraphQLObjectType({
  name: 'ThingConnection',
  fields: { nodes: { type: new GraphQLList(Thing) }, totalCount: { type: GraphQLInt } },
});
let reads = 0;
const root = (name: string): GraphQLObjectType =>
  new GraphQLObjectType({
    name,
    fields: {
      root: { type: Thing, resolve: () => ({}) },
      written: { type: Thing, args: { text: { type: GraphQLString } }, resolve: (_, args: object) => args },
      page: {
        type: ThingConnection,
        // As the lists of the service: the total is counted where it is selected.
        resolve: (_source, _args, _context, info) => {
          reads += 1;
          return { nodes: [], totalCount: selectsTotal(info) ? 3 : null };
        },
      },
    },
  });
const schema = new GraphQLSchema({ query: root('Query'), mutation: root('Mutation') });
readRootsOnce(schema);
meterSchema(schema);

/** `isBusy`: each step lets others have their turn, as on a machine that has much to do. */
async function errorsOf(operation: string, isBusy = false): Promise<readonly string[]> {
  const budget = createRequestBudget({ ...unlimited, objects: 100 });
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const contextValue = {
    budget: isBusy ? { ...budget, pause } : budget,
    remarks: createWarnings(),
  };
  const { errors = [] } = await execute({ schema, document: parse(operation), contextValue });
  return errors.map(({ message }) => message);
}

test.each([
  ['lists that must be there', '{ root { many { one { many { one { many { one { __typename } } } } } } } }'],
  ['lists that come later', '{ root { later { one { later { one { later { one { __typename } } } } } } } }'],
])('a read fails once: %s', async (_, operation) => {
  for (const isBusy of [false, true]) {
    const errors = await errorsOf(operation, isBusy);
    expect(errors).toEqual(['The answer holds too many objects: ask for fewer, or in pages.']);
  }
});

test('each element of a list is an object of the answer', async () => {
  const lists = (count: number): string =>
    Array.from({ length: count }, (_, at) => `l${String(at)}: many { text }`).join(' ');
  // The root and four or five lists of twenty, of 100 that are allowed.
  expect(await errorsOf(`{ root { ${lists(4)} } }`)).toEqual([]);
  expect(await errorsOf(`{ root { ${lists(5)} } }`)).toHaveLength(1);
});

test('a read whose time ends while others have their turn answers nothing', async () => {
  const budget = createRequestBudget(unlimited);
  const pause = (): Promise<void> => {
    budget.restart(-1);
    return new Promise((resolve) => setImmediate(resolve));
  };
  const contextValue = { budget: { ...budget, pause }, remarks: createWarnings() };
  const { data, errors } = await execute({ schema, document: parse('{ root { text } }'), contextValue });
  expect(data).toEqual({ root: null });
  expect(errors?.map(({ originalError }) => originalError)).toEqual([new ServiceError('TIMEOUT')]);
});

test('of a change each field says what became of it', async () => {
  const errors = await errorsOf('mutation { root { many { one { many { one { __typename } } } } } }');
  expect(errors.length).toBeGreaterThan(1);
});

test('equal reads under two names are one, and the total is counted where one of them selects it', async () => {
  const run = async (operation: string): Promise<{ data: unknown; reads: number }> => {
    reads = 0;
    const contextValue = {
      budget: createRequestBudget(unlimited),
      remarks: createWarnings(),
    };
    const { data } = await execute({ schema, document: parse(operation), contextValue });
    return { data: JSON.parse(JSON.stringify(data)) as unknown, reads };
  };
  expect(await run('{ a: page { nodes { text } } b: page { nodes { text } } }')).toEqual({
    data: { a: { nodes: [] }, b: { nodes: [] } },
    reads: 1,
  });
  for (const names of [
    ['a', 'b'],
    ['b', 'a'],
  ]) {
    const selected: Readonly<Record<string, string>> = { a: 'nodes { text }', b: 'totalCount' };
    const fields = names.map((name) => `${name}: page { ${selected[name] ?? ''} }`);
    expect(await run(`{ ${fields.join(' ')} }`)).toMatchObject({ data: { a: { nodes: [] }, b: { totalCount: 3 } } });
  }
});

test.each([
  ['letters', 'a', 1],
  ['control characters, which are written in six', '\u0001', 6],
  ['letters of three bytes', '\u20ac', 3],
])('a text is charged by its bytes: %s', async (_, character, bytes) => {
  const chargeOf = async (length: number): Promise<number> => {
    const budget = createRequestBudget(unlimited);
    const contextValue = { budget, remarks: createWarnings() };
    const document = parse('query ($text: String) { written(text: $text) { text } }');
    await execute({ schema, document, contextValue, variableValues: { text: character.repeat(length) } });
    return budget.spent().bytes;
  };
  expect((await chargeOf(1_100)) - (await chargeOf(100))).toBe(1_000 * bytes);
});

test.each([
  ['twice under one name', 'text text', 1],
  ['under two names', 'text a: text', 2],
  ['in a fragment that is spread twice', '...F ...F', 1],
])('a text that is selected %s is charged as it is answered', async (_, selection, times) => {
  const chargeOf = async (length: number): Promise<number> => {
    const budget = createRequestBudget(unlimited);
    const contextValue = { budget, remarks: createWarnings() };
    const fragment = selection.startsWith('...') ? 'fragment F on Thing { text }' : '';
    const document = parse(`query ($text: String) { written(text: $text) { ${selection} } } ${fragment}`);
    await execute({ schema, document, contextValue, variableValues: { text: 'a'.repeat(length) } });
    return budget.spent().bytes;
  };
  expect((await chargeOf(1_100)) - (await chargeOf(100))).toBe(1_000 * times);
});

const elementsOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value).reduce<number>((sum, part) => sum + elementsOf(part), 0);
  return below + (Array.isArray(value) ? value.length : 0);
};

test('a read of the schema lets others have their turn before each element of a list', async () => {
  // Without a budget, as whoever reads the schema for itself.
  const data = introspectionFromSchema(schema);
  let asked = 0;
  const read = async (pause: () => Promise<void> | null) => {
    asked = 0;
    const budget = { ...createRequestBudget(unlimited), pause };
    return execute({
      schema,
      document: parse(
        getIntrospectionQuery({
          specifiedByUrl: true,
          directiveIsRepeatable: true,
          schemaDescription: true,
          inputValueDeprecation: true,
          experimentalDirectiveDeprecation: true,
          oneOf: true,
        }),
      ),
      contextValue: { budget },
    });
  };
  for (const isBusy of [true, false]) {
    const answer = await read(() => {
      asked += 1;
      return isBusy ? new Promise((resolve) => setImmediate(resolve)) : null;
    });
    expect(JSON.stringify(answer)).toBe(JSON.stringify({ data }));
    expect(asked).toBe(elementsOf(data));
  }
});

test('a read of the schema ends with its time', async () => {
  const budget = createRequestBudget({ ...unlimited, milliseconds: 0 });
  const { data, errors } = await execute({
    schema,
    document: parse(getIntrospectionQuery()),
    contextValue: { budget },
  });
  expect(data).toBeNull();
  expect(new Set(errors?.map(({ originalError }) => (originalError as ServiceError).code))).toEqual(
    new Set(['TIMEOUT']),
  );
});
