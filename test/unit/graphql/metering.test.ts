// A read that has used up its budget ends with one error, however many fields were still to be answered.
import { execute, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { createRequestBudget, unlimited } from '../../../src/engine/requestBudget.ts';
import { meterSchema } from '../../../src/graphql/metering.ts';

const things = Array.from({ length: 20 }, () => ({}));

const Thing: GraphQLObjectType = new GraphQLObjectType({
  name: 'Thing',
  fields: () => ({
    many: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Thing))), resolve: () => things },
    later: { type: new GraphQLList(Thing), resolve: () => Promise.resolve(things) },
    one: { type: Thing, resolve: () => ({}) },
  }),
});
const root = (name: string): GraphQLObjectType =>
  new GraphQLObjectType({ name, fields: { root: { type: Thing, resolve: () => ({}) } } });
const schema = new GraphQLSchema({ query: root('Query'), mutation: root('Mutation') });
meterSchema(schema);

/** `isBusy`: each step lets others have their turn, as on a machine that has much to do. */
async function errorsOf(operation: string, isBusy = false): Promise<readonly string[]> {
  const budget = createRequestBudget({ ...unlimited, objects: 100 });
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const contextValue = {
    budget: isBusy ? { ...budget, pause } : budget,
    remarks: { languages: new Map<string, string>() },
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

test('of a change each field says what became of it', async () => {
  const errors = await errorsOf('mutation { root { many { one { many { one { __typename } } } } } }');
  expect(errors.length).toBeGreaterThan(1);
});
