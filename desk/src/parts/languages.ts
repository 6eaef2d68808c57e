// The languages that content can be in, by their names.
import { graphql } from '../../made/index.ts';
import { useQuery } from '../graph/ask.ts';

const localesQuery = graphql(`
  query Locales {
    locales {
      tag
      name
    }
  }
`);

/** All of them as choices; the given one alone until they are known. */
export function useLanguages(chosen: string): readonly (readonly [tag: string, name: string])[] {
  const [{ data }] = useQuery({ query: localesQuery, requestPolicy: 'cache-first' });
  const known = (data?.locales ?? []).map(({ tag, name }) => [tag, `${name} (${tag})`] as const);
  if (known.length > 0) return known;
  return [[chosen, chosen]];
}

/** The name of a language, in English. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
