// What a query asks of the index, as a tsquery: words in all their forms, phrases, prefixes, and what is left out. Found is what holds a
// word in whatever form; how near the forms are decides the rank. Pure.
import { entries, quoted, stemmedForms, stemsOf, type Stems } from './searchVector.ts';
import type { SearchTerm } from './searchQuery.ts';
import { wordsOf, type Word } from './words.ts';

/** The words of a term that are looked for. */
export interface SoughtTerm {
  readonly words: readonly Word[];
  readonly isNegated: boolean;
  /** Whether words that begin with the last one are meant. */
  readonly isPrefix: boolean;
}

/** How the languages stem words, by the name of their rules. */
export type StemsByRules = ReadonlyMap<string, Stems>;

/** A query in the form of PostgreSQL. */
export interface CompiledQuery {
  /** What a document must match. */
  readonly all: string;
  /** Of each term that it must match: entries of which it holds at least one. */
  readonly terms: readonly string[];
  /** What its rank is counted by; empty where nothing but what is left out was named, as are the two below. */
  readonly rank: string;
  /** What matches as it is written. */
  readonly written: string;
  /** What matches folded, and without stems. */
  readonly folded: string;
}

const mostWords = 64;

/** The terms that hold a word, with their words. */
export function soughtTerms(terms: readonly SearchTerm[]): SoughtTerm[] {
  return terms
    .map(({ text, form, isNegated }) => ({
      // Pairs of characters hold the last one of their row.
      words: [...wordsOf(text.normalize('NFC'))].filter((word) => word.form !== 'LAST').slice(0, mostWords),
      isNegated,
      isPrefix: form === 'PREFIX',
    }))
    .filter(({ words }) => words.length > 0);
}

/** The forms of words that the languages may stem. */
export function formsToStem(terms: readonly SoughtTerm[]): string[] {
  return [...new Set(terms.flatMap(({ words }) => words.flatMap(stemmedForms)))];
}

/** The query of terms, at least one. */
export function compileTerms(terms: readonly SoughtTerm[], stems: StemsByRules): CompiledQuery {
  const wanted = terms.filter(({ isNegated }) => !isNegated);
  const both = (of: (term: SoughtTerm) => string): string => wanted.map(of).join(' & ');
  return {
    all: terms.map((term) => `${term.isNegated ? '!' : ''}${matchOf(term, stems)}`).join(' & '),
    terms: wanted.map((term) => anyOf(entriesOf(term, stems))),
    rank: both((term) => anyOf(formsSought(term, stems).map(({ phrase }) => phrase))),
    written: both(writtenOf),
    folded: both((term) => anyOf(foldedOf(term))),
  };
}

const anyOf = (all: readonly string[]): string => `(${[...new Set(all)].join(' | ')})`;

// The entries in a row, as far from each other as the words are.
function phraseOf({ words }: SoughtTerm, of: (word: Word, at: number) => string): string {
  return words
    .map((word, at) => {
      const gap = word.place - (words[at - 1]?.place ?? word.place);
      return (at === 0 ? '' : ` <${String(gap)}> `) + of(word, at);
    })
    .join('');
}

// A character alone begins pairs; what is found by its beginning may be any word.
const endOf = ({ isPrefix, words }: SoughtTerm, at: number): string =>
  words[at]?.form === 'ALONE' || (isPrefix && at === words.length - 1 && words[at]?.form === 'WORD') ? ':*' : '';

const formsOf = (word: Word): readonly string[] =>
  word.form === 'WORD' ? [entries.written(word.folded), entries.folded(word.folded)] : [word.folded];

const writtenOf = (term: SoughtTerm): string =>
  `(${phraseOf(term, (word, at) => quoted(word.written) + endOf(term, at))})`;

function foldedOf(term: SoughtTerm): string[] {
  const phrase = phraseOf(term, (word, at) => anyOf(formsOf(word).map((entry) => quoted(entry) + endOf(term, at))));
  return [`(${phrase})`, ...joinedOf(term).map((entry) => quoted(entry) + (term.isPrefix ? ':*' : ''))];
}

// All of a term as one word, where signs join its words.
function joinedOf({ words: [first, ...others] }: SoughtTerm): string[] {
  if (first?.joined?.count !== others.length + 1) return [];
  return [entries.written(first.joined.folded), entries.folded(first.joined.folded)];
}

interface Stemmed {
  readonly phrase: string;
  /** By which rules; none for whichever a document has. */
  readonly rules: readonly string[];
}

// A document has stems of its own language: those that a language makes of the words are looked for in what is of that language.
function stemmedOf(term: SoughtTerm, stems: StemsByRules): Stemmed[] {
  if (term.isPrefix || !term.words.some(({ form }) => form === 'WORD')) return [];
  const byPhrase = new Map<string, string[]>();
  for (const [rules, known] of stems) {
    const phrase = phraseOf(term, (word, at) =>
      anyOf(stemEntries(word, known).map((entry) => quoted(entry) + endOf(term, at))),
    );
    byPhrase.set(phrase, [...(byPhrase.get(phrase) ?? []), rules]);
  }
  const plain = phraseOf(term, (word, at) =>
    anyOf(stemEntries(word, new Map()).map((entry) => quoted(entry) + endOf(term, at))),
  );
  const others = [...byPhrase]
    .filter(([phrase]) => phrase !== plain)
    .map(([phrase, rules]) => ({ phrase: `(${phrase})`, rules }));
  return [{ phrase: `(${plain})`, rules: [] }, ...others];
}

function stemEntries(word: Word, stems: Stems): string[] {
  if (word.form !== 'WORD') return [word.folded];
  const all = [...new Set([word.folded, ...stemsOf(word, stems)])];
  return [...all.flatMap((stem) => [entries.written(stem), entries.folded(stem)]), ...all.map(entries.stem)];
}

function matchOf(term: SoughtTerm, stems: StemsByRules): string {
  const forms = formsSought(term, stems).map(({ phrase, rules }) =>
    rules.length > 0 ? `(${phrase} & ${anyOf(rules.map((name) => quoted(entries.rules(name))))})` : phrase,
  );
  return anyOf([...forms, ...oftenOf(term)]);
}

// What is stemmed by whichever rules is found folded, too.
function formsSought(term: SoughtTerm, stems: StemsByRules): Stemmed[] {
  const stemmed = stemmedOf(term, stems);
  const folded = stemmed.length > 0 ? joinedOf(term).map((entry) => quoted(entry)) : foldedOf(term);
  return [...folded.map((phrase) => ({ phrase, rules: [] })), ...stemmed];
}

// Where one of the words of a phrase stands more often than its places are kept, all of the words are enough.
function oftenOf(term: SoughtTerm): string[] {
  const { words } = term;
  if (words.length < 2) return [];
  const often = anyOf(words.flatMap((word) => formsOf(word).map((entry) => quoted(entries.often(entry)))));
  const each = words.map((word, at) => anyOf(formsOf(word).map((entry) => quoted(entry) + endOf(term, at))));
  return [`(${often} & ${each.join(' & ')})`];
}

// Of a phrase, or of what is joined, one word is enough.
function entriesOf(term: SoughtTerm, stems: StemsByRules): string[] {
  const known: Stems[] = term.isPrefix ? [] : [...stems.values()];
  const each = term.words.flatMap((word, at) =>
    [...formsOf(word), ...(term.isPrefix ? [] : [...new Set(known.flatMap((one) => stemEntries(word, one)))])].map(
      (entry) => quoted(entry) + endOf(term, at),
    ),
  );
  return [...each, ...joinedOf(term).map((entry) => quoted(entry) + (term.isPrefix ? ':*' : ''))];
}
