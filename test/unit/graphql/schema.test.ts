// The SDL is valid: the service assumes that when it starts.
import { buildASTSchema, validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { loadContract, schemaDocument } from '../../../src/contract/load.ts';
import { buildGraph } from '../../../src/graphql/schema.ts';

test('The hand-written SDL and what is generated from it form one valid schema.', () => {
  expect(validateSchema(buildASTSchema(schemaDocument()))).toEqual([]);
});

test('The served schema is valid.', () => {
  expect(validateSchema(buildGraph(loadContract()))).toEqual([]);
});
