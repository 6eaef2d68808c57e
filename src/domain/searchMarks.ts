// Where a text matches a query: a cut of it as HTML with the matches in `<em>`. By the words that the index has. Pure.
import { escapeHtml } from './escapeHtml.ts';
import { stemsOf, type Stems } from './searchVector.ts';
import type { SoughtTerm, StemsByRules } from './searchTerms.ts';
import type { Word } from './words.ts';

/** What is marked: the terms, what their words are stemmed to, and by which rules the text is; null for none. */
export interface Marking {
  readonly terms: readonly SoughtTerm[];
  readonly stems: StemsByRules;
  readonly rules: string | null;
}

type Span = readonly [begin: number, end: number];

/** As many words are shown, and so many of them before the first match; a character of a script without spaces counts half. */
const shown = { all: 30, before: 7 } as const;

/** Whether the stems of a word of the text may decide: it is not what is sought, and has the beginning of one of its stems in it. */
export function mayHaveStem(word: Word, { terms, stems, rules }: Marking): boolean {
  if (word.form !== 'WORD' || rules === null) return false;
  if (terms.some(({ words }) => words.some(({ folded }) => folded === word.folded))) return false;
  const known = stems.get(rules) ?? new Map<string, never>();
  return terms.some(({ words }) =>
    words.some((one) => [one.folded, ...stemsOf(one, known)].some((stem) => word.folded.includes(stem.slice(0, 2)))),
  );
}

/**
 * A cut of a text (composed, NFC) with these words around its first match, as HTML with all matches in it marked; null where
 * nothing matches.
 * @param own the stems of the words of the text
 */
export function markedCut(text: string, words: readonly Word[], marking: Marking, own: Stems): string | null {
  const spans = spansOf(words, marking, own);
  const [first] = spans;
  if (!first) return null;
  const [begin, end] = cutOf(words, first[0], text.length);
  let html = '';
  let at = begin;
  for (const [from, to] of spans) {
    if (to > end) break;
    html += `${escapeHtml(text.slice(at, from))}<em>${escapeHtml(text.slice(from, to))}</em>`;
    at = to;
  }
  return html + escapeHtml(text.slice(at, end));
}

// The whole of a short text.
function cutOf(words: readonly Word[], match: number, length: number): Span {
  const [weight, all, before] = [
    (word: Word | undefined): number => (word?.form === 'WORD' ? 2 : 1),
    2 * shown.all,
    2 * shown.before,
  ];
  if (words.length <= all && words.reduce((sum, word) => sum + weight(word), 0) <= all) return [0, length];
  let first = words.findIndex((word) => word.begin >= match);
  for (let left = before; first > 0 && left > 0; first -= 1) left -= weight(words[first - 1]);
  let last = first;
  for (let left = all - weight(words[first]); last < words.length - 1 && left > 0; last += 1)
    left -= weight(words[last + 1]);
  return [
    first === 0 ? 0 : (words[first]?.begin ?? 0),
    last === words.length - 1 ? length : (words[last]?.end ?? length),
  ];
}

// Matches in their order; those that overlap are one.
function spansOf(words: readonly Word[], marking: Marking, own: Stems): Span[] {
  const found: Span[] = [];
  for (const term of marking.terms) {
    if (term.isNegated) continue;
    const sought = { term, marking, own, known: knownStems(term, marking) };
    for (let at = 0; at < words.length; at += 1) {
      const spans = spanAt(words, at, sought);
      if (spans) found.push(...spans);
    }
  }
  const merged: [number, number][] = [];
  for (const [begin, end] of found.sort((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last && begin < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([begin, end]);
  }
  return merged;
}

// Of each word of a term, what it is stemmed to by the rules of the text.
function knownStems({ words }: SoughtTerm, { stems, rules }: Marking): readonly (readonly string[])[] {
  const known = (rules === null ? undefined : stems.get(rules)) ?? null;
  return words.map((word) => (known === null ? [] : [word.folded, ...stemsOf(word, known)]));
}

interface Sought {
  readonly term: SoughtTerm;
  readonly known: readonly (readonly string[])[];
  readonly own: Stems;
}

// The words of the term from this word on, each as a span.
function spanAt(words: readonly Word[], at: number, sought: Sought): Span[] | null {
  const { term } = sought;
  const [first] = term.words;
  const joined = joinedSpan(words, at, term);
  if (joined) return [joined];
  const spans: Span[] = [];
  for (let index = 0; index < term.words.length; index += 1) {
    const one = term.words[index];
    const word = words[at + (one?.place ?? 0) - (first?.place ?? 0)];
    if (!one || !word || !isSame(word, index, sought)) return null;
    spans.push([word.begin, one.form === 'ALONE' ? word.middle : word.end]);
  }
  return spans;
}

// Several words of the text that are joined where one is sought, and the other way round.
function joinedSpan(words: readonly Word[], at: number, { words: [first, ...others] }: SoughtTerm): Span | null {
  const start = words[at];
  if (!start || !first) return null;
  const one =
    others.length === 0 ? first.folded : first.joined?.count === others.length + 1 ? first.joined.folded : null;
  if (one === null) return null;
  if (start.joined?.folded === one) return [start.begin, words[at + start.joined.count - 1]?.end ?? start.end];
  return others.length > 0 && start.form === 'WORD' && start.folded === one ? [start.begin, start.end] : null;
}

function isSame(word: Word, index: number, { term, known, own }: Sought): boolean {
  const one = term.words[index];
  if (!one) return false;
  if (one.form === 'ALONE') return word.form !== 'WORD' && word.folded.startsWith(one.folded);
  if (one.form !== word.form) return false;
  if (word.folded === one.folded) return true;
  if (one.form !== 'WORD') return false;
  if (term.isPrefix) return index === term.words.length - 1 && word.folded.startsWith(one.folded);
  const stems = known[index] ?? [];
  return stems.length > 0 && (stems.includes(word.folded) || stemsOf(word, own).some((stem) => stems.includes(stem)));
}
