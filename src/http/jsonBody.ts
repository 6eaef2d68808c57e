// Reads a JSON request body so that nothing is lost or changed on the way in: UTF-8 only, no duplicate keys, no depth
// that overflows a parser, and numbers that a double would change as bigint or as their text. Resource reference 1.1, 1.8 (BAD_REQUEST).
import { parse, stringify } from 'lossless-json';
import { ServiceError } from '../domain/errors.ts';
import { exactNumber, InexactNumber } from '../domain/exactNumber.ts';

const deepest = 100;
/** Members of one object, more than the longest JSON value holds, and members and elements in all: more hold others up. */
const mostMembers = 20_000;
const mostValues = 200_000;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The value of a JSON body. Throws BAD_REQUEST with a sentence that says what is wrong, and nothing of the content. */
export function readJson(bytes: Buffer): unknown {
  const text = decode(bytes);
  const holdsLongNumbers = readPlain(text);
  try {
    // The built-in reader is many times faster, and differs in such numbers alone.
    if (!holdsLongNumbers) return JSON.parse(text) as unknown;
    return parse(text, undefined, { parseNumber: exactNumber });
  } catch {
    throw new ServiceError('BAD_REQUEST', 'The body is not valid JSON.');
  }
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

// Brackets and names outside of strings, without recursion; whether a number has an exponent or more digits than any double
// keeps. The parser refuses a name that is given twice only where the values differ.
function readPlain(text: string): boolean {
  let holdsLongNumbers = false;
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
    else if (code >= 48 && code <= 57) {
      const end = endOfDigits(text, at);
      holdsLongNumbers ||= end - at > doubleDigits || isExponent(text.charCodeAt(end));
      at = end - 1;
    }
  }
  if (values > mostValues)
    throw new ServiceError('BAD_REQUEST', `The body holds more than ${String(mostValues)} members and elements.`);
  return holdsLongNumbers;
}

/** Numbers of so many digits come back from a double as they were sent. */
const doubleDigits = 15;

// Digits and the point among them.
function endOfDigits(text: string, begin: number): number {
  let at = begin;
  for (let code = text.charCodeAt(at); (code >= 48 && code <= 57) || code === 46; code = text.charCodeAt(at)) at += 1;
  return at;
}

const isExponent = (code: number): boolean => code === 69 || code === 101;

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
