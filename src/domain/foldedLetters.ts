// What folding does to single characters, as data: `fold` reads it here, and the function `folded` of the database is printed from it
// (test/support/foldedFunction.ts). Resource reference 16.11.

type Range = readonly [from: number, to: number];

/**
 * What is left out of folded text, by code point: marks of the alphabets in which a letter without them is the same letter to who
 * types it, and what is not seen at all. Vowels and tones of scripts that write them as marks stay.
 */
export const dropped: readonly Range[] = [
  // Latin, Greek, Cyrillic, and symbols.
  ...([
    [0x300, 0x36f],
    [0x483, 0x489],
    [0x1ab0, 0x1aff],
    [0x1dc0, 0x1dff],
    [0x20d0, 0x20f0],
    [0xfe20, 0xfe2f],
  ] as const),
  // Hebrew.
  ...([
    [0x591, 0x5bd],
    [0x5bf, 0x5bf],
    [0x5c1, 0x5c2],
    [0x5c4, 0x5c5],
    [0x5c7, 0x5c7],
  ] as const),
  // Arabic, with the tatweel, and Syriac.
  ...([
    [0x610, 0x61a],
    [0x640, 0x640],
    [0x64b, 0x65f],
    [0x670, 0x670],
    [0x6d6, 0x6dc],
    [0x6df, 0x6e4],
  ] as const),
  ...([
    [0x6e7, 0x6e8],
    [0x6ea, 0x6ed],
    [0x711, 0x711],
    [0x730, 0x74a],
    [0x8ca, 0x8e1],
    [0x8e3, 0x8ff],
  ] as const),
  // The nuktas of the scripts of India, which often are not typed, and Vedic accents.
  ...([
    [0x93c, 0x93c],
    [0x951, 0x954],
    [0x9bc, 0x9bc],
    [0xa3c, 0xa3c],
    [0xabc, 0xabc],
    [0xb3c, 0xb3c],
  ] as const),
  ...([
    [0xc3c, 0xc3c],
    [0xcbc, 0xcbc],
  ] as const),
  // Soft hyphens, joiners, directions, variation selectors, and whatever else has no width.
  ...([
    [0xad, 0xad],
    [0x61c, 0x61c],
    [0x7fa, 0x7fa],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x200b, 0x200f],
  ] as const),
  ...([
    [0x202a, 0x202e],
    [0x2060, 0x206f],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
    [0xe0100, 0xe01ef],
  ] as const),
];

/** The zeros of decimal digits; nine more follow each. */
export const zeros: readonly number[] = [
  ...[0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20],
  ...[0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50],
  ...[0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0],
];

/**
 * Letters that do not decompose, in lower case, and what people write for them where their keyboards lack them; apostrophes, quotation
 * marks and dashes as ASCII has them. Pairs: the characters in a row, and what becomes of each of them, or of all.
 */
export const letters: readonly (readonly [from: string, to: string])[] = [
  // By their sound or their form, as CLDR's Latin-ASCII has most of them.
  ...([
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
    ['ƕ', 'hv'],
    ['ȣ', 'ou'],
    ['ĳ', 'ij'],
    ['ꝏ', 'oo'],
    ['ꜳ', 'aa'],
    ['ꜵ', 'ao'],
    ['ꜷ', 'au'],
    ['ꜽ', 'ay'],
  ] as const),
  ...([
    ['øⱺɵ', 'o'],
    ['đðɖɗƌȡ', 'd'],
    ['łƚɫɬɭȴ', 'l'],
    ['ħɦⱨ', 'h'],
    ['ŋɲɳƞȵ', 'n'],
    ['ıɨɩ', 'i'],
    ['ŧƫƭʈȶⱦ', 't'],
  ] as const),
  ...([
    ['ƀɓƃ', 'b'],
    ['ƈȼɕ', 'c'],
    ['ɇɛəǝ', 'e'],
    ['ƒ', 'f'],
    ['ǥɠɡ', 'g'],
    ['ɉȷ', 'j'],
    ['ƙĸⱪ', 'k'],
    ['ɱ', 'm'],
    ['ɔ', 'o'],
  ] as const),
  ...([
    ['ƥ', 'p'],
    ['ɋ', 'q'],
    ['ɍɽ', 'r'],
    ['ȿʂ', 's'],
    ['ʉʊ', 'u'],
    ['ʋ', 'v'],
    ['ⱳ', 'w'],
    ['ɏƴ', 'y'],
    ['ƶȥɀʐʑⱬ', 'z'],
    ['ⱥ', 'a'],
  ] as const),
  // The sigma at the end of a word.
  ['ς', 'σ'],
  // Of Ukrainian.
  ['ґ', 'г'],
  // Forms of one letter that the keyboards of Arabic, Persian and Urdu have.
  ...([
    ['ىیۍې', 'ي'],
    ['ک', 'ك'],
    ['ةہۀەھ', 'ه'],
  ] as const),
  // Capitals that older versions of ICU take for no letters.
  ...([['ᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿ', 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿ']] as const),
  ['ⰯꞸꞺꞼꞾꟀꟂꟄꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵᲉ', 'ⱟꞹꞻꞽꞿꟁꟃꞔᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶᲊ'],
  ['Ʂ꟱', 's'],
  ...([
    ['‘’‛ʼʻʹʾʿ׳′', "'"],
    ['“”„‟«»״″', '"'],
    ['‐‑‒–—―−־', '-'],
  ] as const),
];
