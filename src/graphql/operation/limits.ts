// What one operation may cost, decided before anything is run: depth, aliases, root fields, and the number of objects it
// is likely to touch. What it really touches is counted while it runs: see metering.ts. Fragments are measured once, so that
// the limit itself cannot be made slow. Introspection counts no objects: what it may read is bounded by what the tools that read all of
// the schema select. Resource reference 1.10.
import {
  getArgumentValues,
  getNamedType,
  getVariableValues,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  getIntrospectionQuery,
  parse,
} from 'graphql';
import { ServiceError } from '../../domain/errors.ts';
import { largestOperationCost, longestDocument } from '../../domain/requestLimits.ts';

/** Largest operation. */
const operationLimits = {
  depth: 15,
  cost: largestOperationCost,
  aliases: 50,
  rootFields: 20,
  directives: 30,
} as const;

/** Elements that a list without a page size is taken to hold, where the SDL does not say `@listSize`. */
const usualList = 10;
const usualPage = 50;

/** The cost of reading the schema, and of reading one type of it. */
const introspectionCost = { __schema: 1_000, __type: 100 } as const;

/** Room for tools that select a little more than the usual. */
const mostIntrospected = 1.5;

/** Refuses a document that is too long, before it is parsed. */
export function requireShort(document: string): void {
  if (document.length <= longestDocument) return;
  const message = `A document holds ${String(longestDocument)} characters at most.`;
  throw new ServiceError('QUERY_TOO_COMPLEX', message, [], { limit: longestDocument });
}

interface Measure {
  readonly depth: number;
  readonly cost: number;
  readonly aliases: number;
  readonly directives: number;
  /** How often the schema itself is read. */
  readonly introspections: number;
  /** How much of it, as a part of what tools select that read all of it. */
  readonly introspected: number;
}

const nothing: Measure = { depth: 0, cost: 0, aliases: 0, directives: 0, introspections: 0, introspected: 0 };

/** What an operation amounts to. */
export interface OperationSize extends Measure {
  readonly rootFields: number;
}

/**
 * Measures an operation that has passed validation. The variables are as the client sent them; those that do not fit their
 * types have no part in the measure, as the operation is then refused.
 */
export function measureOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): OperationSize {
  const fragments = fragmentsOf(document);
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 });
  const meter = new Meter(schema, fragments, coerced);
  const root = schema.getRootType(operation.operation);
  const size = root ? meter.selections(operation.selectionSet, root) : nothing;
  return { ...size, cost: Math.ceil(size.cost), rootFields: operation.selectionSet.selections.length };
}

/** The fragments of a document by their names. */
export function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(definitions.filter((d) => d.kind === Kind.FRAGMENT_DEFINITION).map((d) => [d.name.value, d]));
}

/** Whether the size of an operation is the same whatever its variables: none of them decides how much is read. */
export function hasFixedSize(document: DocumentNode): boolean {
  let isFixed = true;
  visit(document, {
    Argument({ name, value }) {
      if ((name.value === 'first' || name.value === 'last' || name.value === 'urns') && holdsVariable(value))
        isFixed = false;
      // Nothing below an argument is another one.
      return false;
    },
  });
  return isFixed;
}

function holdsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.LIST) return value.values.some(holdsVariable);
  return value.kind === Kind.VARIABLE;
}

/** Refuses an operation that is larger than the limits: QUERY_TOO_DEEP or QUERY_TOO_COMPLEX, naming both figures. */
export function requireAffordable(size: OperationSize): void {
  const { depth, cost, aliases, rootFields, directives } = operationLimits;
  if (size.introspections > 1)
    throw new ServiceError(
      'QUERY_TOO_COMPLEX',
      `The operation reads the schema ${String(size.introspections)} times. The limit is 1.`,
    );
  if (size.introspected > mostIntrospected)
    throw new ServiceError(
      'QUERY_TOO_COMPLEX',
      'The operation reads parts of the schema too often: read each of them once.',
    );
  if (size.depth > depth) throw tooLarge('QUERY_TOO_DEEP', 'depth', size.depth, depth);
  if (size.cost > cost) throw tooLarge('QUERY_TOO_COMPLEX', 'cost', size.cost, cost);
  if (size.aliases > aliases) throw tooLarge('QUERY_TOO_COMPLEX', 'number of aliases', size.aliases, aliases);
  if (size.directives > directives)
    throw tooLarge('QUERY_TOO_COMPLEX', 'number of directives', size.directives, directives);
  if (size.rootFields > rootFields)
    throw tooLarge('QUERY_TOO_COMPLEX', 'number of root fields', size.rootFields, rootFields);
}

function tooLarge(code: 'QUERY_TOO_DEEP' | 'QUERY_TOO_COMPLEX', what: string, is: number, most: number): ServiceError {
  const detail = `The ${what} of the operation is ${String(is)}. The limit is ${String(most)}.`;
  return new ServiceError(code, what === 'cost' ? `${detail} ${smallerPages}` : detail);
}

const smallerPages = `Ask for smaller pages with "first": a page without it counts as ${String(usualPage)} objects.`;

class Meter {
  private readonly schema: GraphQLSchema;
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  private readonly variables: Readonly<Record<string, unknown>>;
  private readonly known = new Map<string, Measure>();

  constructor(
    schema: GraphQLSchema,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    variables: Readonly<Record<string, unknown>>,
  ) {
    this.schema = schema;
    this.fragments = fragments;
    this.variables = variables;
  }

  selections(set: SelectionSetNode, type: GraphQLNamedType): Measure {
    return set.selections.reduce<Measure>((sum, selection) => {
      const directives = selection.directives?.length ?? 0;
      if (selection.kind === Kind.FIELD) return add(sum, withDirectives(this.field(selection, type), directives));
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        return add(sum, withDirectives(this.fragment(selection.name.value), directives));
      const inner = selection.typeCondition ? this.schema.getType(selection.typeCondition.name.value) : type;
      return add(sum, withDirectives(this.selections(selection.selectionSet, inner ?? type), directives));
    }, nothing);
  }

  private fragment(name: string): Measure {
    const known = this.known.get(name);
    if (known) return known;
    const definition = this.fragments.get(name);
    const type = definition ? this.schema.getType(definition.typeCondition.name.value) : undefined;
    // Validation has refused cycles; this entry keeps even one from looping here.
    this.known.set(name, nothing);
    const measure = definition && type ? this.selections(definition.selectionSet, type) : nothing;
    this.known.set(name, measure);
    return measure;
  }

  private field(node: FieldNode, type: GraphQLNamedType): Measure {
    const name = node.name.value;
    const aliases = node.alias ? 1 : 0;
    if (name === '__schema' || name === '__type') return this.introspection(node, name);
    if (name.startsWith('__')) return { ...nothing, aliases, depth: 1 };
    const fields = isObjectType(type) || isAbstractType(type) ? this.fieldsOf(type) : {};
    const definition = fields[name];
    if (!definition || !node.selectionSet) return { ...nothing, aliases, depth: 1 };
    const below = this.selections(node.selectionSet, getNamedType(definition.type));
    const factor = this.factorOf(node, definition);
    // The schema is read beside the root fields alone.
    return {
      ...nothing,
      depth: below.depth + 1,
      cost: Math.min(Number.MAX_SAFE_INTEGER, factor * (1 + below.cost)),
      aliases: aliases + below.aliases,
      directives: below.directives,
    };
  }

  private introspection({ alias, selectionSet }: FieldNode, name: keyof typeof introspectionCost): Measure {
    const introspected = introspectionSize(this.schema, this.fragments, selectionSet) / wholeSchemaSize(this.schema);
    const type = this.schema.getType(name === '__schema' ? '__Schema' : '__Type');
    // Many names for the same descriptions would make a long answer of few reads.
    const { aliases, directives } = selectionSet && type ? this.selections(selectionSet, type) : nothing;
    return {
      depth: 1,
      cost: introspectionCost[name] * Math.max(1, introspected),
      aliases: aliases + (alias ? 1 : 0),
      directives,
      introspections: 1,
      introspected,
    };
  }

  private fieldsOf(type: GraphQLNamedType): Record<string, Definition> {
    // Only object and interface types reach this, whose fields have output types.
    return 'getFields' in type && !('getValues' in type) ? (type.getFields() as Record<string, Definition>) : {};
  }

  // How many objects the field stands for: the page size of a connection, the urns that are named, what a list is said
  // or taken to hold, else one. The edges and nodes inside a connection are the page already counted.
  private factorOf(node: FieldNode, definition: Definition): number {
    const named = getNamedType(definition.type).name;
    if (named.endsWith('Connection')) return this.pageSize(node, definition);
    const name = node.name.value;
    const bare = isNonNullType(definition.type) ? definition.type.ofType : definition.type;
    if (!isListType(bare) || name === 'edges' || name === 'nodes') return this.requestedSize(node, definition) ?? 1;
    return this.requestedSize(node, definition) ?? sizeOf(definition);
  }

  // The urns of a field such as Query.nodes.
  private requestedSize(node: FieldNode, definition: Definition): number | null {
    if (!definition.args.some(({ name }) => name === 'urns')) return null;
    const { urns } = this.argumentsOf(node, definition);
    return Array.isArray(urns) ? Math.max(1, urns.length) : null;
  }

  private pageSize(node: FieldNode, definition: Definition): number {
    const { first, last } = this.argumentsOf(node, definition);
    const size = typeof first === 'number' ? first : last;
    return typeof size === 'number' ? Math.max(1, size) : usualPage;
  }

  private argumentsOf(node: FieldNode, definition: Definition): Record<string, unknown> {
    try {
      return getArgumentValues(definition, node, this.variables);
    } catch {
      // What does not fit is refused when the field is run.
      return {};
    }
  }
}

type Definition = GraphQLField<unknown, unknown>;

const sizes = new WeakMap<Definition, number>();

function sizeOf(definition: Definition): number {
  const known = sizes.get(definition);
  if (known !== undefined) return known;
  const directive = definition.astNode?.directives?.find(({ name }) => name.value === 'listSize');
  const value = directive?.arguments?.find(({ name }) => name.value === 'assumed')?.value;
  const size = value?.kind === Kind.INT ? Number(value.value) : usualList;
  sizes.set(definition, size);
  return size;
}

function add(a: Measure, b: Measure): Measure {
  return {
    depth: Math.max(a.depth, b.depth),
    cost: a.cost + b.cost,
    aliases: a.aliases + b.aliases,
    directives: a.directives + b.directives,
    introspections: a.introspections + b.introspections,
    introspected: a.introspected + b.introspected,
  };
}

function withDirectives(measure: Measure, directives: number): Measure {
  return directives === 0 ? measure : { ...measure, directives: measure.directives + directives };
}

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
function introspectionSize(
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
function wholeSchemaSize(schema: GraphQLSchema): number {
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
  const operation = document.definitions.find((d) => d.kind === Kind.OPERATION_DEFINITION);
  const size = introspectionSize(schema, fragmentsOf(document), operation?.selectionSet);
  whole.set(schema, size);
  return size;
}

const whole = new WeakMap<GraphQLSchema, number>();
