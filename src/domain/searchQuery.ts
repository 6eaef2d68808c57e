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

// Quotation marks of all scripts; the ASCII one within a Hebrew word is a letter of it.
const quote = String.raw`(?:(?<!\p{scx=Hebr})"|"(?!\p{scx=Hebr})|[“”„‟«»「」『』＂〝〞〟])`;
const terms = new RegExp(`(-?)(?:${quote}((?:(?!${quote}).)*)(?:${quote})?|((?:(?!${quote})\\S)+))`, 'gsu');

/** The terms of a query in their order; empty for a query that names nothing. An open quote runs to the end. */
export function parseSearchQuery(query: string): SearchTerm[] {
  const found: SearchTerm[] = [];
  for (const [, minus, phrase, word] of query.matchAll(terms)) {
    const isNegated = minus === '-';
    if (phrase !== undefined) {
      if (phrase.trim() !== '') found.push({ form: 'PHRASE', text: phrase, isNegated });
      continue;
    }
    const text = word ?? '';
    const isPrefix = text.length > 1 && text.endsWith('*');
    const bare = isPrefix ? withoutTrailing(text, '*') : text;
    if (bare !== '' && bare !== '-') found.push({ form: isPrefix ? 'PREFIX' : 'WORD', text: bare, isNegated });
  }
  return found.slice(0, mostTerms);
}
