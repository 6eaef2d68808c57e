// A search query as terms: words, "phrases", -not and prefix*. Resource reference 8. Pure.
import { withoutTrailing } from './text.ts';

/** One thing to look for. */
export interface SearchTerm {
  readonly form: 'WORD' | 'PHRASE' | 'PREFIX';
  readonly text: string;
  /** What matches it is left out. */
  readonly isNegated: boolean;
}

/** More words than this are not looked for. */
const mostTerms = 64;

/** The terms of a query in their order; empty for a query that names nothing. An open quote runs to the end. */
export function parseSearchQuery(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, minus, phrase, word] of query.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu)) {
    const isNegated = minus === '-';
    if (phrase !== undefined) {
      if (phrase.trim() !== '') terms.push({ form: 'PHRASE', text: phrase, isNegated });
      continue;
    }
    const text = word ?? '';
    const isPrefix = text.length > 1 && text.endsWith('*');
    const bare = isPrefix ? withoutTrailing(text, '*') : text;
    if (bare !== '' && bare !== '-') terms.push({ form: isPrefix ? 'PREFIX' : 'WORD', text: bare, isNegated });
  }
  return terms.slice(0, mostTerms);
}

/** Begins and ends a match in a text that is not escaped yet, and stands for `<` and `>`; no indexed text holds them. */
export const matchMarks = { begin: '\u0001', end: '\u0002', less: '\u0003', greater: '\u0004' } as const;

/** A text with marked matches as HTML: everything escaped, matches in `<em>`. */
export function markedHtml(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
  const { begin, end, less, greater } = matchMarks;
  return escaped
    .replaceAll(less, '&lt;')
    .replaceAll(greater, '&gt;')
    .replaceAll(begin, '<em>')
    .replaceAll(end, '</em>');
}
