// The SDL is valid: the service assumes that when it starts.
import { buildASTSchema, isInputObjectType, isNonNullType, validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { loadContract, schemaDocument } from '../../../src/contract/load.ts';
import { buildGraph } from '../../../src/graphql/schema.ts';

test('The hand-written SDL and what is generated from it form one valid schema.', () => {
  expect(validateSchema(buildASTSchema(schemaDocument()))).toEqual([]);
});

test('The served schema is valid.', () => {
  expect(validateSchema(buildGraph(loadContract()))).toEqual([]);
});

// Required, and yet not demanded by the input of a create: a parent says it, or the service knows it.
const known = [
  // The link to the parent, as these are also written in its list.
  ...['Person.identity', 'Email.identity', 'Telephone.identity', 'Address.identity', 'ClientIdentifier.identity'],
  ...['PersonName.person', 'WorkflowStage.workflow', 'EntityListItem.entityList'],
  // In an update of the parent a known one is named by its urn alone.
  ...['WorkflowStage.name', 'WorkflowStage.order'],
  ...['MessageThread.group', 'ThreadPost.authorIdentity', 'Search.owner'],
];

test('The input of a create demands what is required and has no default, and says so to clients.', () => {
  const schema = buildASTSchema(schemaDocument());
  const nullable = loadContract().resources.flatMap(({ name, fields }) => {
    const input = schema.getType(`Create${name}Input`);
    if (!isInputObjectType(input)) return [];
    const members = input.getFields();
    return fields
      .filter((field) => field.isRequired && field.defaultValue === undefined && field.name !== 'urn')
      .filter((field) => members[field.name] && !isNonNullType(members[field.name]?.type))
      .map((field) => `${name}.${field.name}`);
  });
  const items = nullable.filter((name) => /^\w+Item\.entity$/.test(name));
  expect(items).toHaveLength(13);
  expect(nullable.filter((name) => !items.includes(name)).sort()).toEqual(known.sort());
});
