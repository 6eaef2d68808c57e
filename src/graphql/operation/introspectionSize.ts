// How much an operation reads of the schema. Introspection runs in one go, without a budget: what it may read is bounded before,
// by what the tools that read all of it select.
import {
  getIntrospectionQuery,
  Kind,
  parse,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

/** How many elements its lists hold, about; of other fields there is one. */
const usual: Readonly<Record<string, number>> = {
  fields: 12,
  inputFields: 12,
  enumValues: 8,
  args: 2,
  possibleTypes: 2,
  interfaces: 1,
  directives: 20,
  locations: 4,
};

/** The fields that a selection of `__schema` or `__type` reads, about. The document has passed validation. */
export function introspectionSize(
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  set: SelectionSetNode | undefined,
): number {
  const types = Object.keys(schema.getTypeMap()).length;
  const known = new Map<string, number>();
  const sizeOf = (selections: SelectionSetNode): number =>
    selections.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return sum + ofFragment(selection.name.value);
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + sizeOf(selection.selectionSet);
      const name = selection.name.value;
      const count = name === 'types' ? types : (usual[name] ?? 1);
      return sum + count * (1 + (selection.selectionSet ? sizeOf(selection.selectionSet) : 0));
    }, 0);
  const ofFragment = (name: string): number => {
    const found = known.get(name);
    if (found !== undefined) return found;
    // Validation has refused cycles; this entry keeps even one from looping here.
    known.set(name, 0);
    const definition = fragments.get(name);
    const size = definition ? sizeOf(definition.selectionSet) : 0;
    known.set(name, size);
    return size;
  };
  return set ? sizeOf(set) : 0;
}

/** The size of the query by which tools read the whole schema. */
export function wholeSchemaSize(schema: GraphQLSchema): number {
  const known = whole.get(schema);
  if (known !== undefined) return known;
  const document = parse(
    getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  );
  const fragments = new Map(
    document.definitions.flatMap((d) => (d.kind === Kind.FRAGMENT_DEFINITION ? [[d.name.value, d] as const] : [])),
  );
  const operation = document.definitions.find((d) => d.kind === Kind.OPERATION_DEFINITION);
  const size = introspectionSize(schema, fragments, operation?.selectionSet);
  whole.set(schema, size);
  return size;
}

const whole = new WeakMap<GraphQLSchema, number>();
