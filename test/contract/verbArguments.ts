// What a contract test sends to the root fields that people wrote: values that the rules allow, in a document of the graph.
import { buildASTSchema, getNamedType, isCompositeType, type GraphQLField } from 'graphql';
import { loadContract, schemaDocument } from '../../src/contract/load.ts';
import type { Field, Verb } from '../../src/contract/resource.ts';

const contract = loadContract();
const schema = buildASTSchema(schemaDocument(), { assumeValidSDL: true });

/** A urn of nothing. */
export const nowhere = '0190f3a0-0000-7000-8000-00000000abcd';

/** A value that the rules allow. */
export function good(field: Field): unknown {
  if (field.isList) return [good({ ...field, isList: false })];
  if (field.typeClass === 'ENUM') return field.members[0];
  if (field.typeClass === 'OBJECT') {
    const members = contract.inputs.get(field.typeName)?.fields ?? [];
    return Object.fromEntries(members.filter((m) => m.isRequired).map((m) => [m.name, good(m)]));
  }
  const values: Readonly<Record<string, unknown>> = {
    ID: nowhere,
    Int: field.range?.min ?? 1,
    Long: '1',
    Boolean: true,
    DateTime: '2026-01-01T00:00:00.000Z',
    LanguageTag: 'en',
  };
  return values[field.typeName] ?? 'a text of some length';
}

/** The arguments that the verb requires, each with a value that the rules allow. */
export function goodArguments({ args }: Verb): Record<string, unknown> {
  return Object.fromEntries(args.filter((a) => a.isRequired).map((a) => [a.name, good(a)]));
}

/** An operation of the verb with those arguments as its variables. */
export function documentOf(verb: Verb, sent: object): string {
  const root = verb.root === 'Query' ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[verb.name] as GraphQLField<unknown, unknown>;
  const names = Object.keys(sent);
  const declared = names.map((name) => `$${name}: ${String(field.args.find((a) => a.name === name)?.type)}`);
  const given = names.map((name) => `${name}: $${name}`);
  const list = (parts: string[]): string => (parts.length > 0 ? `(${parts.join(', ')})` : '');
  const isPayload = verb.root === 'Mutation';
  const selection = isPayload
    ? '{ userErrors { code path message related } }'
    : isCompositeType(getNamedType(field.type))
      ? '{ __typename }'
      : '';
  return `${verb.root.toLowerCase()}${list(declared)} { ${verb.name}${list(given)} ${selection} }`;
}
