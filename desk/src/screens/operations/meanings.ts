// What the words of an enumeration mean, as the schema describes them.
import { useQuery } from '../../graph/ask.ts';
import { describedQuery } from './documents.ts';

/** The sentence for each word of the enumeration; while the schema is not known, the word itself. */
export function useMeanings(type: 'DeliveryErrorCode' | 'DisabledReason'): (word: string) => string {
  const [{ data }] = useQuery({ query: describedQuery, variables: { type }, requestPolicy: 'cache-first' });
  const known = new Map((data?.__type?.enumValues ?? []).map(({ name, description }) => [name, description]));
  return (word) => known.get(word)?.replace(/\.$/, '') ?? word;
}
