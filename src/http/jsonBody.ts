// Reads a JSON request body so that nothing is lost or changed on the way in: UTF-8 only, no duplicate keys, no depth
// that overflows a parser, and numbers that a double would change as bigint or as their text. Resource reference 1.1, 1.8 (BAD_REQUEST).
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { stringify } from 'lossless-json';
import { ServiceError } from '../domain/errors.ts';
import { exactNumber, InexactNumber } from '../domain/exactNumber.ts';

const deepest = 100;
/** Members of one object, more than the longest JSON value holds, and members and elements in all: more hold others up. */
const mostMembers = 20_000;
const mostValues = 200_000;
/** Numbers that a double would change: each is put into its place by hand. */
const mostLong = 20_000;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of the JSON body of a request with these headers; undefined for one that is empty: clients that always name a media type
 * name it where nothing follows, too, and what needs a body refuses the request as one without it. Throws BAD_REQUEST, and
 * UNSUPPORTED_MEDIA_TYPE for a body that is not sent as UTF-8.
 */
export function readBody(headers: IncomingHttpHeaders, bytes: Buffer): unknown {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset && !/^utf-?8$/i.test(charset))
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body must be UTF-8.');
  return bytes.length === 0 ? undefined : readJson(bytes);
}

/** The value of a JSON body. Throws BAD_REQUEST with a sentence that says what is wrong, and nothing of the content. */
export function readJson(bytes: Buffer): unknown {
  const text = decode(bytes);
  const longNumbers = readPlain(text);
  try {
    // The built-in reader is many times faster than any other, and differs in such numbers alone.
    const read = JSON.parse(withMarks(text, longNumbers)) as unknown;
    return longNumbers.length === 0 ? read : withNumbers(read, longNumbers);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'The body is not valid JSON.');
  }
}

/** A number that a double would change, and where its text stands. */
interface LongNumber {
  readonly begin: number;
  readonly end: number;
  readonly value: bigint | InexactNumber;
}

/** What a text of a body begins with that stands for a number: nobody else knows it. */
const mark = randomUUID();

// The text with a text in the place of each of these numbers.
function withMarks(text: string, longNumbers: readonly LongNumber[]): string {
  let [marked, from] = ['', 0];
  longNumbers.forEach(({ begin, end }, at) => {
    marked += `${text.slice(from, begin)}"${mark}${String(at)}"`;
    from = end;
  });
  return marked + text.slice(from);
}

// The value with the numbers in their places. It is no deeper than a body may be.
function withNumbers(value: unknown, longNumbers: readonly LongNumber[]): unknown {
  if (typeof value === 'string')
    return value.startsWith(mark) ? longNumbers[Number(value.slice(mark.length))]?.value : value;
  if (Array.isArray(value)) value.forEach((part, at) => (value[at] = withNumbers(part, longNumbers)));
  else if (typeof value === 'object' && value !== null) {
    // An object of JSON: what it holds is its own.
    const members = value as Record<string, unknown>;
    for (const name of Object.keys(members)) members[name] = withNumbers(members[name], longNumbers);
  }
  return value;
}

/** The text of what `readJson` gave, with every number as it was sent. */
export function writeExactly(value: unknown): string {
  // The test has found it to be one.
  const inexact = {
    test: (one: unknown) => one instanceof InexactNumber,
    stringify: (one: unknown) => (one as InexactNumber).text,
  };
  return stringify(value, undefined, undefined, [inexact]) ?? 'null';
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'The body is not valid UTF-8.');
  }
}

function refuseDuplicate({ key }: { key: string }): never {
  throw new ServiceError('BAD_REQUEST', `The member ${JSON.stringify(key.slice(0, 64))} is given twice.`);
}

// Brackets and names outside of strings, without recursion, and the numbers that a double would change.
function readPlain(text: string): readonly LongNumber[] {
  const longNumbers: LongNumber[] = [];
  let values = 0;
  const names: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 44 || code === 91 || code === 123) values += 1;
    if (code === 34) {
      const end = endOfString(text, at);
      if (nextIsColon(text, end + 1)) requireNew(names, text.slice(at, end + 1));
      at = end;
    } else if (code === 123 || code === 91) {
      names.push(null);
      if (names.length > deepest)
        throw new ServiceError('BAD_REQUEST', `The body is nested deeper than ${String(deepest)} levels.`);
    } else if (code === 125 || code === 93) names.pop();
    else if (isDigit(code)) {
      const [begin, end, isLong] = numberAt(text, at);
      if (isLong) noteLong(longNumbers, text, [begin, end]);
      at = end - 1;
    }
  }
  if (values > mostValues)
    throw new ServiceError('BAD_REQUEST', `The body has more than ${String(mostValues)} members and elements.`);
  return longNumbers;
}

/** Numbers of so many digits come back from a double as they were sent, with a power of ten up to that one. */
const [doubleDigits, doublePower] = [15, 280];

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

// Where the number begins whose first digit stands there, where it ends, and whether a double may change it. What is no
// number of JSON is refused by the parser.
function numberAt(text: string, digit: number): readonly [number, number, boolean] {
  const begin = text.charCodeAt(digit - 1) === 45 ? digit - 1 : digit;
  let at = digit;
  for (let code = text.charCodeAt(at); isDigit(code) || code === 46; code = text.charCodeAt(at)) at += 1;
  const isLong = at - digit > doubleDigits;
  const code = text.charCodeAt(at);
  if (code !== 69 && code !== 101) return [begin, at, isLong];
  at += 1;
  if (text.charCodeAt(at) === 43 || text.charCodeAt(at) === 45) at += 1;
  let power = 0;
  for (; isDigit(text.charCodeAt(at)); at += 1) power = power * 10 + text.charCodeAt(at) - 48;
  return [begin, at, isLong || power > doublePower];
}

const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

function noteLong(longNumbers: LongNumber[], text: string, [begin, end]: readonly [number, number]): void {
  const digits = text.slice(begin, end);
  // A text in the place of what is no number, or of a name, might be valid JSON.
  if (!jsonNumber.test(digits) || nextIsColon(text, end)) return;
  const value = exactNumber(digits);
  if (typeof value === 'number') return;
  longNumbers.push({ begin, end, value });
  if (longNumbers.length > mostLong)
    throw new ServiceError(
      'BAD_REQUEST',
      `The body has more than ${String(mostLong)} numbers that a double cannot hold.`,
    );
}

function endOfString(text: string, begin: number): number {
  let at = begin + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === 34) break;
  }
  return at;
}

function nextIsColon(text: string, from: number): boolean {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === 58;
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

// The names of the innermost object; those of most arrays and objects are never needed.
function requireNew(names: (Set<string> | null)[], quoted: string): void {
  const known = (names[names.length - 1] ??= new Set());
  const key = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
  if (known.has(key)) refuseDuplicate({ key });
  known.add(key);
  if (known.size > mostMembers)
    throw new ServiceError('BAD_REQUEST', `An object of the body has more than ${String(mostMembers)} members.`);
}

// What is no JSON is refused by the parser.
function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
