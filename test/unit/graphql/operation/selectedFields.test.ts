// The fields of a selection are read in time that grows with the document, however its fragments spread one another.
import { Kind, parse, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';
import { expect, test } from 'vitest';
import { selectsTotal } from '../../../../src/graphql/operation/connection.ts';
import { selectedFields } from '../../../../src/graphql/operation/selectedFields.ts';

interface Read {
  readonly set: SelectionSetNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  /** How often a fragment was looked up. */
  readonly lookUps: () => number;
}

function read(text: string): Read {
  const found: Record<string, FragmentDefinitionNode> = {};
  let set: SelectionSetNode | undefined;
  for (const one of parse(text).definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) found[one.name.value] = one;
    else if (one.kind === Kind.OPERATION_DEFINITION) set = one.selectionSet;
  let lookUps = 0;
  const fragments = new Proxy(found, {
    get(all, name) {
      lookUps += 1;
      return all[String(name)];
    },
  });
  if (!set) throw new Error('There is no operation');
  return { set, fragments, lookUps: () => lookUps };
}

const levels = 14;
const doubled = Array.from({ length: levels }, (_, at) => {
  const next = at === levels - 1 ? '__typename' : `...F${String(at + 1)} ...F${String(at + 1)}`;
  return `fragment F${String(at)} on TaskConnection { ${next} }`;
}).join(' ');

test('a fragment is read once, however often it is spread', () => {
  const { set, fragments, lookUps } = read(`{ ...F0 } ${doubled}`);
  expect([...selectedFields([set], fragments)]).toMatchObject([
    { node: { name: { value: '__typename' } }, on: 'TaskConnection' },
  ]);
  expect(lookUps()).toBe(levels);
});

test('whether a total is selected is found as fast', () => {
  const { set, fragments, lookUps } = read(`{ tasks { ...F0 } } ${doubled}`);
  const fieldNodes = set.selections.filter((one) => one.kind === Kind.FIELD);
  expect(selectsTotal({ fieldNodes, fragments })).toBe(false);
  expect(lookUps()).toBe(levels);
});

test('each field is told with the type that the innermost fragment around it names', () => {
  const { set, fragments } = read(
    '{ a ... on Task { b ... @include(if: true) { c } ...F } ... { d } } fragment F on Node { e }',
  );
  const told = [...selectedFields([set, set], fragments)].map(({ node, on }) => `${node.name.value} ${String(on)}`);
  // The fragment is one in both of them.
  expect(told.sort()).toEqual([
    'a null',
    'a null',
    'b Task',
    'b Task',
    'c Task',
    'c Task',
    'd null',
    'd null',
    'e Node',
  ]);
});
