// The schema explains itself: every type, field, argument, condition and word of an enumeration says what it is, in a sentence.
import {
  buildASTSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { loadContract, readSchema, schemaDocument } from '../../../src/contract/load.ts';

const schema: GraphQLSchema = buildASTSchema(schemaDocument(), { assumeValid: true });

interface Described {
  readonly name: string;
  readonly description: string | null | undefined;
}

const all: Described[] = Object.values(schema.getTypeMap())
  .filter(({ name, astNode }) => astNode !== undefined && !name.startsWith('__'))
  .flatMap((type): Described[] => {
    const within = ({ name, description }: Described): Described => ({ name: `${type.name}.${name}`, description });
    if (isEnumType(type)) return [type, ...type.getValues().map(within)];
    if (isInputObjectType(type)) return [type, ...Object.values(type.getFields()).map(within)];
    if (!isObjectType(type) && !isInterfaceType(type)) return [type];
    const fields: GraphQLField<unknown, unknown>[] = Object.values(type.getFields());
    const args = fields.flatMap((field) =>
      field.args.map(({ name, description }) => within({ name: `${field.name}(${name})`, description })),
    );
    return [type, ...fields.map(within), ...args];
  });

describe('Everything in the schema', () => {
  test('has a description', () => {
    expect(all.length).toBeGreaterThan(4_000);
    expect(all.filter(({ description }) => (description ?? '') === '').map(({ name }) => name)).toEqual([]);
  });

  test('is described in sentences: they begin with a capital or a name, and end with a full stop', () => {
    const isSentence = (text: string): boolean => /^[A-Z`\d]/.test(text) && /[.)]$/.test(text.trim());
    expect(all.filter(({ description }) => !isSentence(description ?? '')).map(({ name }) => name)).toEqual([]);
  });

  test('stands in the text that is served, with its description', () => {
    const served = readSchema();
    expect(served).toContain('"Filters by title: what is to be done, in one line."');
    expect(served).toContain('"Less than this value."');
    expect(served).toContain('"The urn of the task."');
    // What the SDL says itself stays.
    expect(served).toContain('"How many, at most 200; 50 when absent."');
    expect(served).toContain('"The urn of the task that waits."');
  });

  test('is served in whole types, without directives that other tools may define themselves', () => {
    const { definitions } = parse(readSchema());
    expect(definitions.filter(({ kind }) => kind.endsWith('Extension'))).toEqual([]);
    const directives = new Set([...readSchema().matchAll(/^(?!\s*").*@(\w+)/gm)].map(([, name]) => name));
    expect(directives).toEqual(new Set(['defer']));
  });
});

test('A list inside an object is filtered and ordered as the list of its kind is', () => {
  const { byName } = loadContract();
  const kinds = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  const lists = kinds
    .filter((type) => byName.has(type.name))
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({
        field,
        name: `${type.name}.${field.name}`,
        type: getNamedType(field.type).name,
      })),
    )
    .filter(
      ({ type }) =>
        type.endsWith('Connection') && byName.get(type.replace('Connection', ''))?.operations.has('LIST') === true,
    );
  expect(lists.length).toBeGreaterThan(12);
  for (const { field, name, type } of lists) {
    const kind = type.replace('Connection', '');
    const given = Object.fromEntries(field.args.map((argument) => [argument.name, String(argument.type)]));
    expect({ name, ...given }).toMatchObject({ name, where: `${kind}Where`, orderBy: `[${kind}OrderBy!]` });
  }
});

test('GraphQL demands a list only where it must hold something', () => {
  const demanded = loadContract().resources.flatMap((resource) => {
    const input = schema.getType(`Create${resource.name}Input`);
    if (!isInputObjectType(input)) return [];
    return Object.values(input.getFields())
      .filter(({ name, type, defaultValue }) => {
        const mayBeEmpty = (resource.fieldByName.get(name)?.length?.min ?? 0) === 0;
        return mayBeEmpty && String(type).endsWith(']!') && defaultValue === undefined;
      })
      .map(({ name }) => `${resource.name}.${name}`);
  });
  expect(demanded).toEqual([]);
});
