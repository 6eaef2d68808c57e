// The words of a text, for the index of search, for what is searched for, and for the marks in what was found: one way for all. Words end
// where UAX #29 ends them; what scripts without spaces write in a row is taken in pairs of characters. Intl.Segmenter says the same of
// where words are (test/unit/domain/words.test.ts), but takes a hundred times as long. Resource reference 16.11. Pure.
import { fold } from './fold.ts';

/** A word, or a pair of characters of a script that is written without spaces. */
export interface Word {
  /** `PAIR`s overlap; the `LAST` character of a row stands for itself, as one does that is `ALONE`. */
  readonly form: 'WORD' | 'PAIR' | 'LAST' | 'ALONE';
  /** Where it is in the text, in UTF-16 units. */
  readonly begin: number;
  readonly end: number;
  /** Where the first character of a pair ends. */
  readonly middle: number;
  /** Its number, from 0. */
  readonly place: number;
  /** As it stands there, in lower case, with the signs that belong to it: `théâtre`, `c++`, `.net`. */
  readonly written: string;
  readonly folded: string;
  /** Where several words are joined by apostrophes, hyphens or dots, and this is the first: how many, and all of them as one. */
  readonly joined: { readonly count: number; readonly folded: string } | null;
}

const scripts = [
  'Han',
  'Hira',
  'Kana',
  'Bopo',
  'Hang',
  'Thai',
  'Laoo',
  'Khmr',
  'Mymr',
  'Tale',
  'Talu',
  'Tavt',
  'Lana',
  'Yiii',
];
const apostrophes = "'’‘‛＇ʼʻʹ`´׳״";
// Neither letters nor spaces: they hide and part no word. The space without width is one.
const unseen = String.raw`[[\p{M}\p{Cf}\u0640\u07fa\uff9e\uff9f]--[\u200b]]`;
const wide = String.raw`[[[${scripts.map((script) => String.raw`\p{scx=${script}}`).join('')}]&&[\p{Alphabetic}\p{N}]]--[\p{Nd}\p{M}\uff9e\uff9fʼʻʹʾʿˈ]]`;
const letter = String.raw`[[\p{Alphabetic}\p{N}]--[${wide}\p{M}ʼʻʹʾʿˈ]]`;
const single = `${letter}(?:${letter}|${unseen})*`;
const joint = String.raw`(?:[${apostrophes}._·‧\-‐‑]|(?<=\p{Nd}),(?=\p{Nd})|(?<=\p{scx=Hebr})"(?=\p{scx=Hebr}))`;
const words = new RegExp(
  String.raw`(?<row>(?:${wide}(?:${unseen}|\u200b)*)+)` +
    String.raw`|(?<before>(?<![\p{Alphabetic}\p{N}\p{M}.#@$])[.#@$])?(?<compound>${single}(?:${joint}${single})*)(?<behind>[+#]{1,3})?`,
  'gv',
);
const singles = new RegExp(single, 'gv');
const characters = new RegExp(`${wide}${unseen}*`, 'gv');
const ignored = new RegExp(String.raw`[\p{Cf}\u0640\u07fa]`, 'gv');

/** No word is compared any further, in UTF-16 units: an index has no room for more. */
const longestWord = 255;

const short = (word: string): string =>
  word.length <= longestWord ? word : word.slice(0, longestWord).replace(/[\ud800-\udbff]$/, '');

/** The words of a text that is composed (NFC), in their order. */
export function* wordsOf(text: string): Generator<Word, void> {
  let place = 0;
  for (const found of text.matchAll(words)) {
    const { row, before = '', compound = '', behind = '' } = found.groups ?? {};
    const made =
      row === undefined
        ? compoundWords(compound, { before, behind, begin: found.index + before.length, place })
        : rowWords(row, found.index, place);
    yield* made;
    place += made.length;
  }
}

interface Around {
  readonly before: string;
  readonly behind: string;
  readonly begin: number;
  readonly place: number;
}

function compoundWords(compound: string, { before, behind, begin, place }: Around): Word[] {
  const parts = partsOf(compound);
  const joined =
    parts.length > 1 ? { count: parts.length, folded: short(parts.map(({ folded }) => folded).join('')) } : null;
  return parts.map(({ part, folded, index }, at) => {
    const [first, last] = [at === 0 ? before : '', at === parts.length - 1 ? behind : ''];
    return {
      form: 'WORD',
      begin: begin + index - first.length,
      end: begin + index + part.length + last.length,
      middle: begin + index + part.length,
      place: place + at,
      written: first + (part === folded ? folded : short(part.toLowerCase().replace(ignored, ''))) + last,
      folded,
      joined: at === 0 ? joined : null,
    };
  });
}

function partsOf(compound: string): { readonly part: string; readonly folded: string; readonly index: number }[] {
  if (/^[a-zA-Z0-9]+$/.test(compound)) return [{ part: compound, folded: short(compound.toLowerCase()), index: 0 }];
  return [...compound.matchAll(singles)].flatMap(({ 0: part, index }) => {
    const folded = fold(part);
    return folded === '' ? [] : [{ part, folded: short(folded), index }];
  });
}

function rowWords(row: string, begin: number, place: number): Word[] {
  const all = [...row.matchAll(characters)].map(({ 0: text, index }) => ({
    folded: fold(text),
    begin: begin + index,
    end: begin + index + text.length,
  }));
  return all.map((one, at) => {
    const next = all[at + 1];
    const folded = one.folded + (next?.folded ?? '');
    return {
      form: next ? 'PAIR' : all.length > 1 ? 'LAST' : 'ALONE',
      begin: one.begin,
      end: next?.end ?? one.end,
      middle: one.end,
      place: place + at,
      written: folded,
      folded,
      joined: null,
    };
  });
}
