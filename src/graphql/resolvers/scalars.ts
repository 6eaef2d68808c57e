// How each scalar is read and written in the graph. Forms are checked by the contract's rules, so that REST and the
// graph refuse in the same words; here only what could not be told apart later is refused.
import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped, type ValueNode } from 'graphql';

const texts = [
  'DateTime',
  'Date',
  'URL',
  'LanguageTag',
  'Decimal',
  'EmailAddress',
  'CurrencyCode',
  'CountryCode',
] as const;

/** Resolvers of all scalars of the schema. */
export function scalarResolvers(): Record<string, GraphQLScalarType> {
  const textScalars = texts.map((name) => [name, textScalar(name)] as const);
  return { ...Object.fromEntries(textScalars), Long: longScalar(), JSON: jsonScalar() };
}

function textScalar(name: string): GraphQLScalarType {
  const read = (value: unknown): string => {
    if (typeof value !== 'string') throw new GraphQLError(`${name} is given as text.`);
    return value;
  };
  return new GraphQLScalarType({
    name,
    serialize: (value) => String(value),
    parseValue: read,
    parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : null),
  });
}

// Digits stay text: a JavaScript number cannot hold 64 bits.
function longScalar(): GraphQLScalarType {
  const read = (value: unknown): unknown => {
    if (typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number') return value;
    throw new GraphQLError('Long is given as text or as a whole number.');
  };
  const literal = (node: ValueNode): unknown => {
    if (node.kind === Kind.INT || node.kind === Kind.STRING) return node.value;
    throw new GraphQLError('Long is given as text or as a whole number.');
  };
  return new GraphQLScalarType({
    name: 'Long',
    serialize: (value) => String(value),
    parseValue: read,
    parseLiteral: literal,
  });
}

function jsonScalar(): GraphQLScalarType {
  return new GraphQLScalarType({
    name: 'JSON',
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
  });
}
