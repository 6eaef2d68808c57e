// Reads a document as a question of the contract: selections merged as GraphQL merges them, fragments laid out, and what is
// skipped left out. Whatever a question cannot say is not covered, and is executed field by field.
import {
  getNamedType,
  isObjectType,
  isUnionType,
  isInterfaceType,
  Kind,
  OperationTypeNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { FieldQuestion, Question, RootQuestion, RowQuestion } from '../../contract/question.ts';
import type { Contract, Field, Resource } from '../../contract/resource.ts';

/** What a document is read with. */
export interface Reading {
  readonly schema: GraphQLSchema;
  readonly contract: Contract;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Coerced; only those of `@skip` and `@include` are looked at. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A question, and the field of the document whose arguments give each of its inputs. */
export interface ReadDocument {
  readonly question: Question;
  readonly inputs: readonly FieldNode[];
}

/** The operation as a question; null when it is not covered. */
export function questionOf(reading: Reading, operation: OperationDefinitionNode): ReadDocument | null {
  const query = reading.schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || !query || (operation.directives ?? []).length > 0) return null;
  const inputs: FieldNode[] = [];
  const roots: RootQuestion[] = [];
  const fields = merged(reading, [operation.selectionSet], query);
  if (fields === null) return null;
  for (const [key, nodes] of fields) {
    const root = rootOf(reading, key, nodes, inputs);
    if (root === null) return null;
    roots.push(root);
  }
  return roots.some(({ form }) => form === 'ROW') ? { question: { roots }, inputs } : null;
}

type Nodes = readonly [FieldNode, ...FieldNode[]];

function rootOf(reading: Reading, key: string, nodes: Nodes, inputs: FieldNode[]): RootQuestion | null {
  const [node] = nodes;
  const name = node.name.value;
  if (name === '__typename') return { form: 'TYPE', key, typeName: 'Query' };
  const resource = reading.contract.resources.find((r) => r.operations.has('READ') && r.singularField === name);
  const row = resource ? rowOf(reading, resource, nodes) : null;
  if (row === null) return null;
  inputs.push(node);
  return { form: 'ROW', key, row, input: inputs.length - 1 };
}

function rowOf(reading: Reading, resource: Resource, nodes: Nodes): RowQuestion | null {
  const type = reading.schema.getType(resource.name);
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const selected = isObjectType(type) ? merged(reading, sets, type) : null;
  if (!isObjectType(type) || selected === null) return null;
  const fields: FieldQuestion[] = [];
  for (const [key, some] of selected) {
    const field = fieldOf(reading, { resource, type }, key, some);
    if (field === null) return null;
    fields.push(field);
  }
  return fields.length > 0 ? { resource, fields } : null;
}

interface Parent {
  readonly resource: Resource;
  readonly type: GraphQLObjectType;
}

function fieldOf(reading: Reading, { resource, type }: Parent, key: string, nodes: Nodes): FieldQuestion | null {
  const [node] = nodes;
  const name = node.name.value;
  if (name === '__typename') return { form: 'TYPE', key, typeName: resource.name };
  const field = resource.fieldByName.get(name);
  if (!field || field.isPaged || (node.arguments ?? []).length > 0) return null;
  if (field.typeClass === 'SCALAR' || field.typeClass === 'ENUM') return { form: 'VALUE', key, field };
  if (field.typeClass !== 'LINK' || !isPlain(type, field)) return null;
  const row = field.target ? rowOf(reading, field.target, nodes) : null;
  if (row === null) return null;
  return { form: field.isList ? 'LIST' : 'LINK', key, field, row };
}

// The graph answers the field with the kind itself, or a list of it.
function isPlain(type: GraphQLObjectType, { name, typeName }: Field): boolean {
  const definition = type.getFields()[name];
  return definition !== undefined && getNamedType(definition.type).name === typeName;
}

/** The selected fields of a type by the names of the answer, in its order; null for what is not covered. */
function merged(
  reading: Reading,
  sets: readonly SelectionSetNode[],
  type: GraphQLObjectType,
): ReadonlyMap<string, Nodes> | null {
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

function unseen({ fragments }: Reading, name: string, seen: Set<string>): FragmentDefinitionNode | null {
  if (seen.has(name)) return null;
  seen.add(name);
  return fragments.get(name) ?? null;
}

function applies({ schema }: Reading, condition: string | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition === type.name) return true;
  const other = schema.getType(condition);
  return (isInterfaceType(other) || isUnionType(other)) && schema.isSubType(other, type);
}

// Null for a directive that is unknown here.
function isChosen({ variables }: Reading, { directives = [] }: SelectionNode): boolean | null {
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
