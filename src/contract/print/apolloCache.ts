// What Apollo Client's cache has to know of the schema: which types stand behind an interface or a union.
import { buildASTSchema, isAbstractType } from 'graphql';
import { schemaDocument } from '../load.ts';

/** Options of `new InMemoryCache()`. A policy of `Node` then holds for every type that has a urn of its own. */
export interface ApolloCacheOptions {
  readonly possibleTypes: Readonly<Record<string, readonly string[]>>;
}

/** The options; names are in alphabetical order. */
export function printApolloCache(): ApolloCacheOptions {
  const schema = buildASTSchema(schemaDocument(), { assumeValid: true });
  const types = Object.values(schema.getTypeMap()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const possibleTypes = types.filter(isAbstractType).map((type) => {
    const names = schema.getPossibleTypes(type).map(({ name }) => name);
    return [type.name, names.sort()] as const;
  });
  return { possibleTypes: Object.fromEntries(possibleTypes) };
}
