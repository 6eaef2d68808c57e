// Rows in operations that are executed: payloads of changes, hits, plans, events, views. What a row at hand holds is taken from it, and
// everything else that is selected of it is one question, put about all such rows of a turn by one statement.
import { randomUUID } from 'node:crypto';
import {
  defaultFieldResolver,
  GraphQLError,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type SelectionSetNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../domain/errors.ts';
import type { Input } from '../../contract/question.ts';
import { resourceOf, type Contract, type Resource } from '../../contract/resource.ts';
import { isObject } from '../../contract/scalarRules.ts';
import { answerRow, type AnsweredRow } from '../../engine/answerRows.ts';
import type { Row } from '../../engine/context.ts';
import { Answered, Named, restKey, type Rest } from '../operation/answered.ts';
import type { GraphContext } from '../operation/context.ts';
import { selectedFields } from '../operation/selectedFields.ts';
import { readInput } from '../questions/readInput.ts';
import {
  answerKey,
  restOf,
  typeKey,
  noteKey,
  wholeOf,
  type InputSource,
  type Reading,
  type ReadRow,
} from '../questions/rowQuestion.ts';
import { searchResolvers } from './search.ts';
import { switchesOf, type Nodes } from '../questions/selections.ts';

type Resolver = GraphQLFieldResolver<unknown, GraphContext>;

/** The kind of a row that is at hand, or was answered. */
export function kindOf(row: unknown): string | undefined {
  const kind = row instanceof Answered ? row.members[typeKey] : (row as Row).$kind;
  return typeof kind === 'string' ? kind : undefined;
}

/** A row in an operation that is executed. */
interface RowAtHand extends Row {
  readonly [restKey]?: Rest;
}

/** Has the rows of an execution read so: a field of a row is at hand, was answered with the others that are not, or is given by code. */
export function openRows(schema: GraphQLSchema, contract: Contract): void {
  const subscription = schema.getSubscriptionType();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type === subscription || type.name.startsWith('__')) continue;
    // The fields of the service have its contexts.
    const fields = Object.values(type.getFields()) as GraphQLField<unknown, GraphContext>[];
    for (const field of fields) field.resolve = withRows(contract, type, field);
  }
}

function withRows(
  contract: Contract,
  type: GraphQLNamedType,
  { name, type: answers, resolve: own }: GraphQLField<unknown, GraphContext>,
): Resolver {
  const resolve = own ?? defaultFieldResolver;
  const named = getNamedType(answers);
  const isRow = contract.byName.has(named.name) || named.name === 'Node' || named.name === 'Item';
  const asRow = (value: unknown, context: GraphContext, info: GraphQLResolveInfo): unknown =>
    isRow ? withRests(value, context, info) : value;
  const opened: Resolver = (source, args, context, info) => {
    const value = resolve(source, args, context, info);
    return value instanceof Promise
      ? value.then((one: unknown) => asRow(one, context, info))
      : asRow(value, context, info);
  };
  const isLeaf = isLeafType(named);
  const kind = contract.byName.get(type.name);
  return (source, args, context, info) => {
    if (source instanceof Answered) {
      const value = source.members[answerKey(String(info.path.key))];
      if (value !== undefined || !kind) return isLeaf ? value : answered(value);
      return opened(noted(source), args, context, info);
    }
    // A row of a kind comes from a field that leads to one.
    const { [restKey]: rest } = (kind ? source : {}) as RowAtHand;
    if (!kind || !rest || isAtHand(kind, name, source as Row)) return opened(source, args, context, info);
    return rest().then((row) => {
      if (row === null) return noneOf(answers);
      const value = row[answerKey(String(info.path.key))];
      if (value === undefined) return opened(source, args, context, info);
      return isLeaf ? value : answered(value);
    });
  };
}

// What code needs to know of a row that was answered.
function noted({ members }: Answered): Row {
  // As SHOWN is answered.
  const [$kind, urn, $seesDrafts] = members[noteKey] as [string, string, boolean];
  return { $kind, urn, $seesDrafts } as Row;
}

function answered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(answered);
  return isObject(value) ? new Answered(value) : value;
}

// What is shown of a row that is gone meanwhile: no field that must be there is lacking.
function noneOf(type: GraphQLOutputType): unknown {
  if (!isNonNullType(type)) return null;
  if (isListType(type.ofType)) return [];
  const { name } = getNamedType(type);
  if (name.endsWith('Connection')) return nothing;
  return name === 'Boolean' ? false : name === 'Int' ? 0 : null;
}

const nothing = {
  ...{ edges: [], nodes: [], totalCount: 0, totalCountIsEstimate: false },
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};

const isInView = (row: Row): boolean => row['$view'] !== undefined;

/** Whether the field of the row needs no statement. */
function isAtHand(kind: Resource, name: string, row: Row): boolean {
  // What a view refers to is shown as the caller sees it, who may not be able to read the page.
  if (isInView(row)) return true;
  const field = kind.fieldByName.get(name);
  if (!field) return false;
  if (field.isWriteOnly || field.typeClass === 'HISTORY') return true;
  if (field.isPaged) return false;
  if (field.storage === 'COLUMN') return field.typeClass !== 'LINK';
  if (field.storage !== 'COMPUTED' || field.typeClass === 'LINK') return false;
  return field.isTransient || field.sameAs !== null || field.madeFrom.length > 0 || name === 'url';
}

function withRests(value: unknown, context: GraphContext, info: GraphQLResolveInfo): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withRests(one, context, info));
  if (value instanceof Named) return wholeRow(value, context, info);
  if (!isObject(value) || typeof value['$kind'] !== 'string') return value;
  // Whatever has a kind is a row.
  const row = value as Row;
  const isEntry = typeof row.$itemUrn === 'string';
  const isMade = row.$isUnread === true;
  const key = JSON.stringify([row.$kind, isEntry, isMade, isInView(row)]);
  const kind = resourceOf(context.contract, row.$kind);
  const read = readingOf(context, info, key, (reading, nodes) => {
    const found = restOf(reading, kind, nodes, { ofCode, isAtHand: (name) => isAtHand(kind, name, row) });
    return found && { ...found, row: { ...found.row, ...(isEntry && { isEntry }), ...(isMade && { isMade }) } };
  });
  if (read === null) return row;
  let asked: Promise<AnsweredRow | null> | null = null;
  const rest: Rest = () => (asked ??= ask(context, info, read, row.urn));
  return { ...row, [restKey]: rest };
}

async function wholeRow(
  { kind, urn }: Named,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<Answered | null> {
  const resource = resourceOf(context.contract, kind);
  const read = readingOf(context, info, kind, (reading, nodes) => wholeOf(reading, resource, nodes, ofCode));
  const row = read && (await ask(context, info, read, urn));
  return row && new Answered(row);
}

async function ask(
  context: GraphContext,
  info: GraphQLResolveInfo,
  read: ReadRow,
  urn: string,
): Promise<AnsweredRow | null> {
  return answerRow(context, read.row, urn, inputsOf(context, info, read));
}

// By the variables of an execution: equal inputs are one question.
const inputs = new WeakMap<object, Map<ReadRow, readonly Input[]>>();

function inputsOf(context: GraphContext, info: GraphQLResolveInfo, read: ReadRow): readonly Input[] {
  const { variableValues } = info;
  const ofExecution = inputs.get(variableValues) ?? new Map<ReadRow, readonly Input[]>();
  inputs.set(variableValues, ofExecution);
  const known =
    ofExecution.get(read) ??
    read.inputs.map((source) => {
      const input = inputAt(context, info, source);
      if (input === undefined) throw new Error(`No statement reads ${source.node.name.value} so.`);
      return input;
    });
  ofExecution.set(read, known);
  return known;
}

/** What is read of a selection, by the rows that it is read for. */
type Readings = Map<string, ReadRow | null>;

// Of an execution, by the nodes that it has collected: a list has many rows.
const ofExecutions = new WeakMap<object, Readings>();

// What is refused is told of the field that was sent it. Which of the rows of a list it stands below is not known.
function inputAt(context: GraphContext, info: GraphQLResolveInfo, source: InputSource): Input | undefined {
  try {
    return readInput(context, source, info.variableValues);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const sets = info.fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const path = [...pathOf(info.path), ...(pathTo(source.node, sets, info.fragments) ?? [])];
    throw new GraphQLError(error.message, { nodes: source.node, path, originalError: error });
  }
}

function pathOf({ prev, key }: GraphQLResolveInfo['path']): (string | number)[] {
  return [...(prev ? pathOf(prev) : []), key];
}

// The names that lead to a field that is selected somewhere below.
function pathTo(
  target: FieldNode,
  sets: readonly SelectionSetNode[],
  fragments: GraphQLResolveInfo['fragments'],
): string[] | null {
  for (const { node } of selectedFields(sets, fragments)) {
    const name = (node.alias ?? node.name).value;
    if (node === target) return [name];
    const below = node.selectionSet ? pathTo(target, [node.selectionSet], fragments) : null;
    if (below) return [name, ...below];
  }
  return null;
}

// Statements are kept with the question they answer: the same selection is the same question. By the first node of the selection.
const ofSelections = new WeakMap<object, LRUCache<string, Readings>>();
const mostSelections = 50;

function readingOf(
  { contract }: GraphContext,
  info: GraphQLResolveInfo,
  rows: string,
  read: (reading: Reading, nodes: Nodes) => ReadRow | null,
): ReadRow | null {
  const readings = ofExecutions.get(info.fieldNodes) ?? readingsOf(info);
  ofExecutions.set(info.fieldNodes, readings);
  const known = readings.get(rows);
  if (known !== undefined) return known;
  const fragments = new Map(Object.entries(info.fragments));
  // A field that is resolved has been selected.
  const nodes = info.fieldNodes as unknown as Nodes;
  const found = read({ schema: info.schema, contract, fragments, variables: info.variableValues }, nodes);
  readings.set(rows, found);
  return found;
}

function readingsOf({ fragments, variableValues, fieldNodes, operation }: GraphQLResolveInfo): Readings {
  // A field that is resolved has been selected.
  const [first] = fieldNodes as unknown as Nodes;
  const ofNode = ofSelections.get(first) ?? new LRUCache({ max: mostSelections });
  ofSelections.set(first, ofNode);
  const switches = switchesOf(operation, new Map(Object.entries(fragments)));
  const key = JSON.stringify([fieldNodes.map(idOf), switches.map((name) => [name, variableValues[name]])]);
  const known = ofNode.get(key) ?? new Map<string, ReadRow | null>();
  ofNode.set(key, known);
  return known;
}

const ofCode = new Set(Object.keys(searchResolvers.Search).map((name) => `Search.${name}`));

const ids = new WeakMap<object, string>();

function idOf(node: object): string {
  const id = ids.get(node) ?? randomUUID();
  ids.set(node, id);
  return id;
}
