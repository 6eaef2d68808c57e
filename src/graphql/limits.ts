// What one operation may cost, decided before anything is run: depth, aliases, root fields, and the number of objects it
// can touch. Fragments are measured once, so that the limit itself cannot be made slow. Resource reference 1.10.
import {
  getNamedType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { ServiceError } from '../domain/errors.ts';
import { largestOperationCost } from '../domain/operationCost.ts';

/** Largest operation. */
const operationLimits = {
  depth: 15,
  cost: largestOperationCost,
  aliases: 50,
  rootFields: 20,
  directives: 30,
} as const;

/** Rows that a list without a page size is reckoned to have. */
const usualList = 10;
const usualPage = 50;

interface Measure {
  readonly depth: number;
  readonly cost: number;
  readonly aliases: number;
  readonly directives: number;
  readonly isIntrospection: boolean;
}

const nothing: Measure = { depth: 0, cost: 0, aliases: 0, directives: 0, isIntrospection: false };

/** What an operation amounts to. */
export interface OperationSize extends Measure {
  readonly rootFields: number;
}

/** Measures an operation that has passed validation. */
export function measureOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): OperationSize {
  const fragments = new Map(
    document.definitions.filter((d) => d.kind === Kind.FRAGMENT_DEFINITION).map((d) => [d.name.value, d]),
  );
  const meter = new Meter(schema, fragments, variables);
  const root = schema.getRootType(operation.operation);
  const size = root ? meter.selections(operation.selectionSet, root) : nothing;
  return { ...size, rootFields: operation.selectionSet.selections.length };
}

/** Refuses an operation that is larger than the limits: QUERY_TOO_DEEP or QUERY_TOO_COMPLEX, naming both figures. */
export function demandModest(size: OperationSize): void {
  const { depth, cost, aliases, rootFields, directives } = operationLimits;
  if (size.depth > depth && !size.isIntrospection) throw tooLarge('QUERY_TOO_DEEP', 'depth', size.depth, depth);
  if (size.cost > cost) throw tooLarge('QUERY_TOO_COMPLEX', 'cost', size.cost, cost);
  if (size.aliases > aliases) throw tooLarge('QUERY_TOO_COMPLEX', 'number of aliases', size.aliases, aliases);
  if (size.directives > directives)
    throw tooLarge('QUERY_TOO_COMPLEX', 'number of directives', size.directives, directives);
  if (size.rootFields > rootFields)
    throw tooLarge('QUERY_TOO_COMPLEX', 'number of root fields', size.rootFields, rootFields);
}

function tooLarge(code: 'QUERY_TOO_DEEP' | 'QUERY_TOO_COMPLEX', what: string, is: number, most: number): ServiceError {
  return new ServiceError(code, `The ${what} of the operation is ${String(is)}; at most ${String(most)} is allowed.`);
}

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
    if (name.startsWith('__')) return { ...nothing, aliases, depth: 1, isIntrospection: name !== '__typename' };
    const fields = isObjectType(type) || isAbstractType(type) ? this.fieldsOf(type) : {};
    const definition = fields[name];
    if (!definition || !node.selectionSet) return { ...nothing, aliases, depth: 1 };
    const below = this.selections(node.selectionSet, getNamedType(definition.type));
    const factor = this.factorOf(node, definition.type);
    return {
      depth: below.depth + 1,
      cost: Math.min(Number.MAX_SAFE_INTEGER, factor * (1 + below.cost)),
      aliases: aliases + below.aliases,
      directives: below.directives,
      isIntrospection: below.isIntrospection,
    };
  }

  private fieldsOf(type: GraphQLNamedType): Record<string, { readonly type: GraphQLOutputType }> {
    // Only object and interface types reach this, whose fields have output types.
    return 'getFields' in type && !('getValues' in type)
      ? (type.getFields() as Record<string, { type: GraphQLOutputType }>)
      : {};
  }

  // How many objects the field stands for: the page size of a connection, a guess for a plain list, else one. The edges
  // and nodes inside a connection are the page already counted.
  private factorOf(node: FieldNode, type: GraphQLOutputType): number {
    const named = getNamedType(type).name;
    if (named.endsWith('Connection')) return this.pageSize(node);
    const name = node.name.value;
    const bare = isNonNullType(type) ? type.ofType : type;
    return isListType(bare) && name !== 'edges' && name !== 'nodes' ? usualList : 1;
  }

  private pageSize(node: FieldNode): number {
    for (const argument of node.arguments ?? []) {
      if (argument.name.value !== 'first' && argument.name.value !== 'last') continue;
      const { value } = argument;
      const size =
        value.kind === Kind.VARIABLE
          ? this.variables[value.name.value]
          : value.kind === Kind.INT
            ? Number(value.value)
            : null;
      if (typeof size === 'number') return Math.max(1, size);
    }
    return usualPage;
  }
}

function add(a: Measure, b: Measure): Measure {
  return {
    depth: Math.max(a.depth, b.depth),
    cost: a.cost + b.cost,
    aliases: a.aliases + b.aliases,
    directives: a.directives + b.directives,
    isIntrospection: a.isIntrospection || b.isIntrospection,
  };
}

function withDirectives(measure: Measure, directives: number): Measure {
  return directives === 0 ? measure : { ...measure, directives: measure.directives + directives };
}
