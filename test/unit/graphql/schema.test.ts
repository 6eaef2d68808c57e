// The SDL is valid: the service takes that for granted when it starts.
import { buildASTSchema, validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { loadContract, schemaDocument } from '../../../src/contract/load.ts';
import { buildGraph } from '../../../src/graphql/schema.ts';

test('The SDL that people wrote and what was printed from it are one valid schema.', () => {
  expect(validateSchema(buildASTSchema(schemaDocument()))).toEqual([]);
});

test('The schema that is served is valid.', () => {
  expect(validateSchema(buildGraph(loadContract()))).toEqual([]);
});
