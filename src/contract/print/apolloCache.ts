// What Apollo Client's cache has to know of the schema: which types stand behind an interface or a union, and which
// field identifies their objects.
import { buildASTSchema, isAbstractType, isObjectType } from 'graphql';
import { schemaDocument } from '../load.ts';

/** The options of `new InMemoryCache()`. */
export interface ApolloCacheOptions {
  readonly possibleTypes: Readonly<Record<string, readonly string[]>>;
  readonly typePolicies: Readonly<Record<string, { readonly keyFields: readonly string[] | false }>>;
}

/** Objects are identified by their urn; those without one are stored inside their parent. */
export function printApolloCache(): ApolloCacheOptions {
  const schema = buildASTSchema(schemaDocument(), { assumeValid: true });
  const types = Object.values(schema.getTypeMap()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    possibleTypes: Object.fromEntries(
      types.filter(isAbstractType).map((type) => [
        type.name,
        schema
          .getPossibleTypes(type)
          .map(({ name }) => name)
          .sort(),
      ]),
    ),
    typePolicies: Object.fromEntries(
      types
        .filter((type) => isObjectType(type))
        .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))
        .map(({ name }) => [name, { keyFields: ['urn'] }]),
    ),
  };
}
