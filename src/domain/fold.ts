// Text as it is compared where case, accents and forms of a character make no difference: in search, in the marks of its hits, and by
// containsFold, whose SQL does the same (`folded`, migration 0891). Resource reference 16.11. Pure.
import { dropped, letters, zeros } from './foldedLetters.ts';

/** What becomes of single characters of a text that is decomposed and in lower case: nothing, or other characters. */
export const replacements: ReadonlyMap<string, string> = new Map([
  ...dropped.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => [char(from + at), ''] as const)),
  ...letters.flatMap(([from, to]) => pairsOf([...from], [...to])),
  ...zeros.flatMap((zero) => Array.from({ length: 10 }, (_, digit) => [char(zero + digit), String(digit)] as const)),
]);

function char(code: number): string {
  return String.fromCodePoint(code);
}

// As many as there are letters, one for each; otherwise the same for all.
function pairsOf(from: readonly string[], to: readonly string[]): (readonly [string, string])[] {
  const isEach = from.length > 1 && to.length === from.length;
  return from.map((letter, at) => [letter, isEach ? (to[at] ?? '') : to.join('')] as const);
}

const special = new RegExp(
  `[${[...replacements.keys()].map((key) => `\\u{${(key.codePointAt(0) ?? 0).toString(16)}}`).join('')}]`,
  'gu',
);

/**
 * The text by compatibility (NFKC), without marks and what is not seen, in lower case, with letters that do not decompose as others
 * write them, and with ASCII digits. Folding it again changes nothing.
 */
export function fold(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  // The iota below a letter would be a letter of its own in upper case.
  const plain = text.normalize('NFKD').replaceAll('\u0345', '').toUpperCase().toLowerCase();
  return plain.replace(special, (letter) => replacements.get(letter) ?? letter).normalize('NFC');
}
