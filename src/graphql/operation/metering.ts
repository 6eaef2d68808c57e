// Spends the budget of a request while an operation runs: each field that leads to objects counts what it leads to before
// any of it is completed, notes it where the answer is kept, and lets others have their turn in between; lists of introspection let
// them, too. Equal root reads of an operation are one read.
import {
  defaultFieldResolver,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  OperationTypeNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { isAnswered, isAsked } from './answered.ts';
import type { GraphContext } from './context.ts';
import { selectsTotal } from './connection.ts';
import { selectedFields } from './selectedFields.ts';

type Resolver = GraphQLFieldResolver<unknown, GraphContext>;

/** Makes equal reads of the root fields of one request one read. */
export function readRootsOnce(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {}))
    if (!isLeafType(getNamedType(field.type))) field.resolve = readOnce(field.name, resolverOf(field));
}

// The fields of the service have its contexts.
const resolverOf = ({ resolve }: GraphQLField<unknown, unknown>): Resolver =>
  (resolve as Resolver | undefined) ?? defaultFieldResolver;

/** Makes every field of the schema that leads to objects spend the budget of its request. */
export function meterSchema(schema: GraphQLSchema): void {
  const subscription = schema.getSubscriptionType();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type === subscription) continue;
    for (const field of Object.values(type.getFields())) {
      if (type.name.startsWith('__')) {
        paceList(field);
        continue;
      }
      if (isLeafType(getNamedType(field.type))) continue;
      field.resolve = metered(field.type, resolverOf(field));
    }
  }
}

/** The fields of introspection, which graphql-js shares among all schemas of the process. */
const paced = new WeakSet<object>();

// What the elements of the list are made into, field by field, is done in one go for each of them; others have their turn in between.
function paceList(field: GraphQLField<unknown, unknown>): void {
  const { resolve } = field;
  if (!resolve || paced.has(field)) return;
  paced.add(field);
  field.resolve = (source, args, context, info) => {
    const value = resolve(source, args, context, info);
    // Whoever reads the schema for itself has no budget.
    const { budget } = (context ?? {}) as Partial<Pick<GraphContext, 'budget'>>;
    return Array.isArray(value) && budget ? inTurns(value as readonly unknown[], budget) : value;
  };
}

// The execution completes each element before it asks for the next one.
function* inTurns(list: readonly unknown[], budget: GraphContext['budget']): Generator {
  for (const element of list) {
    budget.check();
    yield budget.pause()?.then(() => element) ?? element;
  }
}

// Wrappers of a page, which the rows inside it stand for.
const isWrapper = (name: string): boolean => /(?:Connection|Edge|^PageInfo)$/.test(name);

function metered(answers: GraphQLOutputType, resolve: Resolver): Resolver {
  const type = getNamedType(answers);
  const counts = !isWrapper(type.name);
  const nothing = nothingOf(answers);
  return (source, args, context, info) => {
    const { budget, shown } = context;
    // Of a read that has failed nothing is answered: one error says so, and thousands of others would hold up the event loop.
    const isOver = (): boolean =>
      nothing !== undefined && budget.failure() !== null && info.operation.operation !== OperationTypeNode.MUTATION;
    if (isOver()) return nothing;
    budget.check();
    const settle = (value: unknown): unknown => {
      if (value === null || value === undefined) return value;
      if (isOver()) return nothing;
      shown?.note(value);
      const counted = counts ? [value].flat().filter((one) => !isAnswered(one)) : [];
      if (counted.length > 0) {
        budget.addObjects(counted.filter((one) => !isAsked(one)).length);
        budget.addBytes(bytesOf(counted, leavesOf(info, type)));
      }
      const pause = budget.pause();
      return pause ? pause.then(goOn) : value;

      // Meanwhile another field may have used up the rest.
      function goOn(): unknown {
        if (isOver()) return nothing;
        budget.check();
        return value;
      }
    };
    const value = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(settle) : settle(value);
  };
}

// What a field of that type can hold without an error; undefined for an object that must be there.
function nothingOf(answers: GraphQLOutputType): null | readonly never[] | undefined {
  if (!isNonNullType(answers)) return null;
  return isListType(answers.ofType) ? [] : undefined;
}

/** The fields of an object that hold its bytes. */
interface Leaves {
  /** Bytes of everything whose length does not depend on the object. */
  readonly fixed: number;
  /** Members whose values may be long, with how many names of the answer each of them has. */
  readonly long: ReadonlyMap<string, number>;
}

// Names, punctuation and a short value.
const shortField = 40;

const shortScalars = new Set(['ID', 'Int', 'Float', 'Boolean', 'DateTime', 'Date', 'Long', 'Decimal']);

/** By the field, or where it is selected several times in one place, by the list that the execution makes of these once. */
const known = new WeakMap<object, Leaves>();

function leavesOf({ fieldNodes, fragments, schema }: GraphQLResolveInfo, type: GraphQLNamedType): Leaves {
  const place = fieldNodes.length === 1 && fieldNodes[0] ? fieldNodes[0] : fieldNodes;
  const seen = known.get(place);
  if (seen) return seen;
  const leaves = { fixed: shortField, long: new Map<string, number>() };
  const selected = new Set<string>();
  const sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  for (const { node, on } of selectedFields(sets, fragments)) {
    const inside = on === null ? type : schema.getType(on);
    const name = node.name.value;
    // What is selected twice under one name is answered once.
    const key = `${node.alias?.value ?? name} ${name}`;
    if (selected.has(key)) continue;
    selected.add(key);
    leaves.fixed += shortField + (node.alias?.value.length ?? 0);
    const field = isObjectType(inside) || isAbstractType(inside) ? fieldOf(inside, name) : undefined;
    if (field && isLeafType(getNamedType(field.type)) && !shortScalars.has(getNamedType(field.type).name))
      leaves.long.set(name, (leaves.long.get(name) ?? 0) + 1);
  }
  known.set(place, leaves);
  return leaves;
}

function fieldOf(type: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
  return 'getFields' in type && isOutput(type) ? type.getFields()[name] : undefined;
}

const isOutput = (type: GraphQLNamedType): type is Extract<GraphQLNamedType, { getInterfaces(): unknown }> =>
  'getInterfaces' in type;

function bytesOf(value: unknown, leaves: Leaves): number {
  if (!Array.isArray(value)) return bytesOfObject(value, leaves);
  const list: readonly unknown[] = value;
  return list.reduce<number>((sum, one) => sum + bytesOfObject(one, leaves), 0);
}

function bytesOfObject(value: unknown, { fixed, long }: Leaves): number {
  if (typeof value !== 'object' || value === null) return 4;
  let bytes = fixed;
  // Whatever resolvers give is a plain object; members that are worked out later are bounded by what they come from.
  // A cast that the check above guarantees.
  for (const [name, times] of long) bytes += times * bytesOfLeaf((value as Record<string, unknown>)[name]);
  return bytes;
}

const measured = new WeakMap<object, number>();

function bytesOfLeaf(value: unknown): number {
  if (typeof value === 'string') return bytesOfText(value);
  if (typeof value !== 'object' || value === null) return 0;
  const seen = measured.get(value);
  if (seen !== undefined) return seen;
  const bytes = Buffer.byteLength(
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)),
  );
  measured.set(value, bytes);
  return bytes;
}

// Control characters are written in six bytes. They are counted without a list of them, which texts of many lines would make long.
function bytesOfText(text: string): number {
  if (text.length < 64) return text.length;
  let bytes = Buffer.byteLength(text);
  if (/\p{Cc}/u.test(text)) for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < 32) bytes += 5;
  return bytes;
}

/** What the root fields of a request have read, by field and arguments. */
const reads = new WeakMap<GraphContext, Map<string, { readonly value: unknown; readonly alias: string }>>();

function readOnce(name: string, resolve: Resolver): Resolver {
  return (source, args: Readonly<Record<string, unknown>>, context, info) => {
    const key = `${name} ${String(selectsTotal(info))} ${canonical(args)}`;
    const ofRequest = reads.get(context) ?? new Map<string, { readonly value: unknown; readonly alias: string }>();
    reads.set(context, ofRequest);
    const alias = String(info.path.key);
    const seen = ofRequest.get(key);
    if (seen) return sameRead(context, seen, alias);
    const value = resolve(source, args, context, info);
    ofRequest.set(key, { value, alias });
    return value;
  };
}

// What is said of a field beside its data is said of each of its names.
async function sameRead(
  { remarks }: GraphContext,
  seen: { readonly value: unknown; readonly alias: string },
  alias: string,
): Promise<unknown> {
  const value = await seen.value;
  const language = remarks.languages.get(seen.alias);
  if (language) remarks.languages.set(alias, language);
  const redirect = remarks.redirects.get(seen.alias);
  if (redirect) remarks.redirects.set(alias, redirect);
  return value;
}

function canonical(args: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(args, (_, part: unknown) => {
    if (typeof part === 'bigint') return `${String(part)}n`;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
