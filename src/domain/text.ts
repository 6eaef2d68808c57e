// What counts as text: how long it is and whether it can be stored byte for byte. Pure.

const surrogate = /[\ud800-\udfff]/;
const loneSurrogate = /\p{Surrogate}/u;

/** A text without the characters at its end that are all the same one. A pattern would try each run of them from every place in it. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** The length of a text in Unicode code points, the unit of every text limit. A lone surrogate counts as one. */
export function codePoints(text: string): number {
  if (!surrogate.test(text)) return text.length;
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if (isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index))) count -= 1;
  }
  return count;
}

/**
 * Whether a text can be stored and given back byte for byte: well-formed UTF-16 without NUL.
 * The database would refuse NUL and silently replace a lone surrogate.
 */
export function isStorable(text: string): boolean {
  if (text.includes('\0')) return false;
  // The first pattern is nearly free on plain text; the second one understands pairs.
  return !surrogate.test(text) || !loneSurrogate.test(text);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
