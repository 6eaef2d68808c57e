// GraphQL operations made from the schema by chance: root fields, arguments and variables of the right type or of none,
// selections some levels deep, aliases, fragments and directives.
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLInterfaceType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { hostile, nowhere, ordinary, type World } from './values.ts';

/** What is sent. */
export interface GraphRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Making extends World {
  readonly schema: GraphQLSchema;
  /** Whether values stand in the text alone, so that parts of it can be exchanged. */
  readonly isInline?: boolean;
  readonly variables: Record<string, unknown>;
  readonly declared: string[];
  readonly fragments: string[];
}

/** Changes after which the caller could do nothing more: they are sent with urns that name nothing. */
const endsTheCaller =
  /^(update|delete|rotate|merge|erase|end|restore)\w*(ApiClient|BearerToken|Client|Secret|Role|Company|Companies|Organisation|Permission|Identity|Identities|Session|OAuthToken|Deleted|Group\w*)/i;

/** An operation of the schema. */
export function makeDocument(schema: GraphQLSchema, world: World): GraphRequest {
  const { chance } = world;
  const isChange = chance.is(0.35);
  const root = isChange ? schema.getMutationType() : schema.getQueryType();
  const fields = Object.values(root?.getFields() ?? {});
  const making: Making = { ...world, schema, variables: {}, declared: [], fragments: [] };
  const count = 1 + chance.below(3);
  const selected = Array.from({ length: count }, (_, at) => {
    const field = chance.of(fields);
    if (!field) return '__typename';
    const isFatal = isChange && endsTheCaller.test(field.name);
    const harmless = isFatal ? { ...making, urns: new Map([['', [nowhere]]]) } : making;
    return `f${String(at)}: ${callOf(harmless, field, 1 + chance.below(4))}`;
  });
  const heading = making.declared.length > 0 ? `(${making.declared.join(', ')})` : '';
  const operation = `${isChange ? 'mutation' : 'query'} Q${heading} { ${selected.join(' ')} }`;
  return { query: [operation, ...making.fragments].join('\n'), variables: making.variables };
}

/** A selection of an object of that type, as many levels deep, with every value in its text. */
export function makeSelection(
  schema: GraphQLSchema,
  world: World,
  type: GraphQLObjectType | GraphQLInterfaceType,
  depth: number,
): string {
  return insideOf({ ...world, schema, isInline: true, variables: {}, declared: [], fragments: [] }, type, depth);
}

function callOf(making: Making, field: GraphQLField<unknown, unknown>, depth: number): string {
  const given = field.args
    .filter((arg) => isNonNullType(arg.type) || making.chance.is(0.4))
    .filter(() => !making.chance.is(0.01))
    .map((arg) => `${arg.name}: ${argumentOf(making, arg, arg.name === 'urn' ? field.name : arg.name)}`);
  const list = given.length > 0 ? `(${given.join(', ')})` : '';
  return `${field.name}${list}${directive(making)}${selectionOf(making, field.type, depth)}`;
}

function directive({ chance }: Making): string {
  if (!chance.is(0.03)) return '';
  return chance.of([' @include(if: true)', ' @skip(if: false)', ' @include(if: false)']) ?? '';
}

function selectionOf(making: Making, type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!isObjectType(named) && !isInterfaceType(named)) return ' { __typename }';
  return ` { ${insideOf(making, named, depth)} }`;
}

function insideOf(making: Making, type: GraphQLObjectType | GraphQLInterfaceType, depth: number): string {
  const { chance, schema } = making;
  const all = Object.values(type.getFields());
  const open = all.filter((f) => depth > 0 || isLeafType(getNamedType(f.type)));
  const count = 1 + chance.below(5);
  const parts = Array.from({ length: count }, (_, at) => {
    const field = chance.of(open);
    if (!field) return '__typename';
    // The same field twice with other arguments would not merge.
    const alias = `a${String(depth)}${String(at)}: `;
    return `${alias}${callOf(making, field, depth - 1)}`;
  });
  if (isInterfaceType(type)) {
    const kind = chance.of(schema.getPossibleTypes(type));
    if (kind) parts.push(`... on ${kind.name} { ${insideOf(making, kind, depth - 1)} }`);
  }
  if (!making.isInline && chance.is(0.05)) {
    const name = `F${String(making.fragments.length)}`;
    making.fragments.push(`fragment ${name} on ${type.name} { __typename }`);
    parts.push(`...${name}`);
  }
  return parts.join(' ');
}

function argumentOf(making: Making, arg: GraphQLArgument, about: string): string {
  const { chance, variables, declared } = making;
  // What climbs is to be permitted.
  const value = !making.isInline && chance.is(0.07) ? hostile(making) : valueOf(making, arg.type, about, 0);
  if (!making.isInline && chance.is(0.5)) {
    const name = `v${String(declared.length)}`;
    declared.push(`$${name}: ${String(arg.type)}`);
    variables[name] = value;
    return `$${name}`;
  }
  return literalOf(value, arg.type);
}

function valueOf(making: Making, type: GraphQLInputType, about: string, depth: number): unknown {
  const { chance } = making;
  if (!making.isInline && chance.is(0.02)) return hostile(making);
  if (isNonNullType(type)) return valueOf(making, type.ofType, about, depth);
  if (isListType(type))
    return Array.from({ length: chance.below(3) + 1 }, () => valueOf(making, type.ofType, about, depth + 1));
  if (isEnumType(type)) return chance.of(type.getValues())?.name ?? null;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const wanted = fields.filter((f) => isNonNullType(f.type) || chance.is(depth > 3 ? 0.02 : 4 / (fields.length + 4)));
    return Object.fromEntries(wanted.map((f) => [f.name, valueOf(making, f.type, f.name, depth + 1)]));
  }
  return ordinary(type.name, making, about);
}

// A value as it stands in a document. Members of enumerations have no quotes.
function literalOf(value: unknown, type: GraphQLInputType | null): string {
  const nullable = type === null ? null : getNullableType(type);
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) {
    const element = isListType(nullable) ? nullable.ofType : null;
    return `[${value.map((one: unknown) => literalOf(one, element)).join(', ')}]`;
  }
  if (typeof value === 'object') {
    const fields = isInputObjectType(nullable) ? nullable.getFields() : {};
    const members = Object.entries(value).filter(([name]) => /^[_A-Za-z]\w*$/.test(name));
    return `{ ${members.map(([name, one]) => `${name}: ${literalOf(one, fields[name]?.type ?? null)}`).join(', ')} }`;
  }
  if (typeof value === 'string' && isEnumType(nullable) && /^[_A-Za-z]\w*$/.test(value)) return value;
  return JSON.stringify(value);
}
