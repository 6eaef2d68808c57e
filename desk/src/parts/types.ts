// The types of pages that the caller may see.
import { graphql } from '../../made/index.ts';
import { useQuery } from '../graph/ask.ts';

const typesQuery = graphql(`
  query Types {
    entityTypes(first: 200, orderBy: [{ field: NAME }]) {
      nodes {
        urn
        version
        name
        description
        fields {
          name
        }
        owner {
          urn
          name
        }
      }
    }
  }
`);

/** The types, by name; none until they are known. */
export function useTypes() {
  const [{ data, error }, again] = useQuery({ query: typesQuery });
  return { types: data?.entityTypes.nodes ?? [], isKnown: data !== undefined, error, again };
}
