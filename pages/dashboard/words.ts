// What the words of an enumeration mean, as the schema describes them.
import { useEffect, useState } from 'react';
import { ask } from '../shared/graph.ts';
import wordsQuery from './queries/words.graphql';

interface Described {
  readonly __type: { readonly enumValues: readonly { readonly name: string; readonly description: string }[] } | null;
}

/** The sentence for each word of the enumeration; while the schema is not known, the word itself. */
export function useWords(type: 'DeliveryErrorCode' | 'DisabledReason'): (word: string) => string {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    ask<Described>(wordsQuery, { type }).then(
      ({ __type }) => setKnown(new Map((__type?.enumValues ?? []).map(({ name, description }) => [name, description]))),
      () => undefined,
    );
  }, [type]);
  return (word) => known.get(word)?.replace(/\.$/, '') ?? word;
}
