// Whether a connection is asked for its total, wherever in its selection that stands.
import { Kind, parse, type FieldNode, type FragmentDefinitionNode } from 'graphql';
import { expect, test } from 'vitest';
import { selectsTotal } from '../../../../src/graphql/operation/connection.ts';

test.each([
  ['{ tasks { totalCount } }', true],
  ['{ tasks { totalCountIsEstimate } }', true],
  ['{ tasks { total: totalCount } }', true],
  ['{ tasks { nodes { urn } ... { totalCount } } }', true],
  ['{ tasks { ... on TaskConnection { totalCount } } }', true],
  ['{ tasks { ...F } } fragment F on TaskConnection { ...G } fragment G on TaskConnection { totalCount }', true],
  ['{ tasks { nodes { urn } } tasks { totalCount } }', true],
  ['{ tasks { nodes { tasks { totalCount } } } }', false],
  ['{ tasks { pageInfo { endCursor } } }', false],
  ['{ tasks }', false],
])('%s: %s', (text, isAsked) => {
  const { definitions } = parse(text);
  const [operation] = definitions.flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? [one] : []));
  const fieldNodes = (operation?.selectionSet.selections ?? []).filter(
    (one): one is FieldNode => one.kind === Kind.FIELD,
  );
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const one of definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  expect(selectsTotal({ fieldNodes, fragments })).toBe(isAsked);
});
