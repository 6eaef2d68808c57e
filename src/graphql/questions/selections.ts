// The selections of a document as GraphQL merges them: fragments laid out, and what is skipped left out.
import {
  isInterfaceType,
  isUnionType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** What selections are read with. */
export interface Selecting {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Coerced; only those of `@skip` and `@include` are looked at. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The nodes that select one field of an answer. */
export type Nodes = readonly [FieldNode, ...FieldNode[]];

/** Selected fields by the names of the answer, in its order. */
export type Selected = ReadonlyMap<string, Nodes>;

/** The selected fields of a type; null where a directive is not known here. */
export function merged(
  reading: Selecting,
  sets: readonly SelectionSetNode[],
  type: GraphQLObjectType,
): Selected | null {
  const found = new Map<string, [FieldNode, ...FieldNode[]]>();
  const seen = new Set<string>();
  const collect = (set: SelectionSetNode): boolean =>
    set.selections.every((selection) => {
      const chosen = isChosen(reading, selection);
      if (chosen !== true) return chosen === false;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const known = found.get(key);
        if (known) known.push(selection);
        else found.set(key, [selection]);
        return true;
      }
      const part = selection.kind === Kind.INLINE_FRAGMENT ? selection : unseen(reading, selection.name.value, seen);
      if (part === null || !applies(reading, part.typeCondition?.name.value, type)) return true;
      return collect(part.selectionSet);
    });
  return sets.every(collect) ? found : null;
}

function unseen({ fragments }: Selecting, name: string, seen: Set<string>): FragmentDefinitionNode | null {
  if (seen.has(name)) return null;
  seen.add(name);
  return fragments.get(name) ?? null;
}

function applies({ schema }: Selecting, condition: string | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition === type.name) return true;
  const other = schema.getType(condition);
  return (isInterfaceType(other) || isUnionType(other)) && schema.isSubType(other, type);
}

// Null for a directive that is unknown here.
function isChosen({ variables }: Selecting, { directives = [] }: SelectionNode): boolean | null {
  for (const { name, arguments: args = [] } of directives) {
    const value = args[0]?.value;
    const condition =
      value?.kind === Kind.VARIABLE ? variables[value.name.value] : value?.kind === Kind.BOOLEAN ? value.value : null;
    if (typeof condition !== 'boolean' || (name.value !== 'skip' && name.value !== 'include')) return null;
    if (condition === (name.value === 'skip')) return false;
  }
  return true;
}

/** The variables that decide what is skipped and included, in the order in which they are first met. */
export function switchesOf(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly string[] {
  const names = new Set<string>();
  const visit = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      for (const { arguments: args = [] } of selection.directives ?? [])
        for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
      if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet) visit(selection.selectionSet);
    }
  };
  visit(operation.selectionSet);
  for (const { selectionSet } of fragments.values()) visit(selectionSet);
  return [...names];
}
