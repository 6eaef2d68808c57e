// The words of a document as the index keeps them, in the text form of a tsvector: each as it is written, folded, and by its stems, with
// where it stands. What a query asks for by the same names is in searchTerms.ts. Pure.
import { fold } from './fold.ts';
import { wordsOf, type Word } from './words.ts';

/** Names of what the index holds; a word as it is written has its own. None begins with such a sign. */
export const entries = {
  written: (word: string): string => word,
  /** What a word is folded to, where that is not how it is written. */
  folded: (word: string): string => `~${word}`,
  /** The stem of a word, where that is not what it is folded to. */
  stem: (stem: string): string => `^${stem}`,
  /** By which rules the document is stemmed. */
  rules: (name: string): string => `|${name}`,
  /** An entry that stands in more places than are kept: that it is not beside another one is not known. */
  often: (entry: string): string => `+${entry}`,
} as const;

/** What the stems of words are, as the rules of a language have them. */
export type Stems = ReadonlyMap<string, readonly string[]>;

// The weights of texts, the heaviest first.
const weights = ['A', 'B', 'D'] as const;
/** The texts of a document by their weight. */
export type WeighedTexts = readonly [a: string, b: string, d: string];

// PostgreSQL counts places to 16,383 and keeps 255 of an entry: places begin again before, with the first words of each round standing
// behind the last ones, too, so that phrases are found across.
const round = 16_000;
const overlap = 64;
const mostPlaces = 255;
// It keeps 1 MiB of entries; what is beyond this is not found.
const mostBytes = 1_000_000;

/** A document on its way into the index: add words, and write it. */
export interface Document {
  readonly add: (word: Word, weight: string, place: number) => void;
  readonly text: () => string;
}

/** The forms of a word that have stems. */
export const stemmedForms = ({ form, written, folded }: Word): readonly string[] =>
  form !== 'WORD' ? [] : written === folded ? [folded] : [written.replace(/^[.#@$]|[+#]{1,3}$/g, ''), folded];

/** The stems of a word, folded. */
export function stemsOf(word: Word, stems: Stems): string[] {
  return [
    ...new Set(
      stemmedForms(word)
        .flatMap((form) => stems.get(form) ?? [])
        .map(fold),
    ),
  ];
}

/**
 * Begins a document.
 * @param rules how its language is stemmed, and what the stems of its words are; null for a language without stems
 */
export function createDocument(rules: { readonly name: string; readonly stems: Stems } | null): Document {
  const places = new Map<string, string[]>();
  const often = new Set<string>();
  let bytes = 0;
  const put = (entry: string, at: readonly string[]): void => {
    let known = places.get(entry);
    if (!known) {
      // Its length, the number of its places, and what aligns both.
      bytes += Buffer.byteLength(entry) + 3;
      if (bytes > mostBytes) return;
      places.set(entry, (known = []));
    }
    for (const one of at) {
      if (known.length >= mostPlaces) often.add(entry);
      else {
        bytes += 2;
        known.push(one);
      }
    }
  };
  const add = (word: Word, weight: string, place: number): void => {
    const [inRound, isAgain] = [place % round, place >= round && place % round < overlap];
    const at = [String(inRound + 1) + weight, ...(isAgain ? [String(round + inRound + 1) + weight] : [])];
    const { written, folded, joined } = word;
    put(entries.written(written), at);
    if (folded !== written) put(entries.folded(folded), at);
    if (joined) put(entries.folded(joined.folded), at);
    if (rules) for (const stem of stemsOf(word, rules.stems)) if (stem !== folded) put(entries.stem(stem), at);
  };
  const text = (): string => {
    const marks = [...[...often].map(entries.often), ...(rules ? [entries.rules(rules.name)] : [])];
    return [
      ...[...places].map(([entry, at]) => (at.length > 0 ? `${quoted(entry)}:${at.join(',')}` : quoted(entry))),
      ...marks.map(quoted),
    ].join(' ');
  };
  return { add, text };
}

/** An entry as it stands in a tsvector or a tsquery. */
export function quoted(entry: string): string {
  return `'${entry.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** The words of the texts with their weights, those of one text behind those of another. */
export function* weighedWords(
  texts: WeighedTexts,
): Generator<{ readonly word: Word; readonly weight: string; readonly place: number }, void> {
  let before = 0;
  for (const [at, text] of texts.entries()) {
    let last = -1;
    for (const word of wordsOf(text.normalize('NFC'))) {
      last = word.place;
      yield { word, weight: weights[at] ?? 'D', place: before + word.place };
    }
    // A gap, so that no phrase goes from one into the other.
    before += last + 2;
  }
}
