// How each scalar is parsed and serialized in GraphQL. Formats are validated by the contract's rules, so that REST and
// GraphQL report the same errors; only values that could not be distinguished later are rejected here.
import { GraphQLError, Kind, valueFromASTUntyped, type GraphQLScalarTypeConfig, type ValueNode } from 'graphql';
import { exactNumber, InexactNumber } from '../../domain/exactNumber.ts';

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

/** How one scalar is read and written; its name and description are the SDL's. */
type ScalarResolver = Pick<GraphQLScalarTypeConfig<unknown, unknown>, 'serialize' | 'parseValue' | 'parseLiteral'>;

/** Resolvers of all scalars of the schema. */
export function scalarResolvers(): Record<string, ScalarResolver> {
  const textScalars = texts.map((name) => [name, textScalar(name)] as const);
  return {
    ...Object.fromEntries(textScalars),
    Long: longScalar(),
    JSON: jsonScalar,
    WriteBody: jsonScalar,
  };
}

function textScalar(name: string): ScalarResolver {
  const read = (value: unknown, nodes?: ValueNode): string => {
    if (typeof value !== 'string') throw new GraphQLError(`${name} is given as text.`, { nodes });
    return value;
  };
  return {
    serialize: (value) => String(value),
    parseValue: (value) => read(value),
    parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : null, node),
  };
}

// Digits stay text: a JavaScript number cannot hold 64 bits.
function longScalar(): ScalarResolver {
  const read = (value: unknown, nodes?: ValueNode): unknown => {
    if (typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number') return value;
    if (value instanceof InexactNumber) return value;
    throw new GraphQLError('Long is given as text or as a whole number.', { nodes });
  };
  const literal = (node: ValueNode): unknown => {
    if (node.kind === Kind.INT || node.kind === Kind.STRING) return node.value;
    // `1e2` is whole, as it is in JSON.
    return read(node.kind === Kind.FLOAT ? exactNumber(node.value) : null, node);
  };
  return { serialize: (value) => String(value), parseValue: (value) => read(value), parseLiteral: literal };
}

// As valueFromASTUntyped, with numbers that a double would change kept as they were written.
function jsonLiteral(node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return exactNumber(node.value);
    case Kind.LIST:
      return node.values.map((value) => jsonLiteral(value, variables));
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, jsonLiteral(value, variables)]));
    default:
      return valueFromASTUntyped(node, variables);
  }
}

const jsonScalar: ScalarResolver = {
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => jsonLiteral(node, variables ?? {}),
};
