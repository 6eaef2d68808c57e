// Reads a JSON request body so that nothing is lost or changed on the way in: UTF-8 only, no duplicate keys, no depth
// that overflows a parser, and numbers that a double would change as bigint or as their text. Resource reference 1.1, 1.8 (BAD_REQUEST).
import { parse } from 'lossless-json';
import { ServiceError } from '../domain/errors.ts';
import { exactNumber } from '../domain/exactNumber.ts';

const deepest = 100;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The value of a JSON body. Throws BAD_REQUEST with a sentence that says what is wrong, and nothing of the content. */
export function readJson(bytes: Buffer): unknown {
  const text = decode(bytes);
  requireShallow(text);
  try {
    return parse(text, undefined, { parseNumber: exactNumber, onDuplicateKey: refuseDuplicate });
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('BAD_REQUEST', 'The body is not valid JSON.');
  }
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

// Brackets outside of strings, counted without recursion.
function requireShallow(text: string): void {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 92) at += 1;
      else if (code === 34) isInString = false;
    } else if (code === 34) isInString = true;
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > deepest)
        throw new ServiceError('BAD_REQUEST', `The body is nested deeper than ${String(deepest)} levels.`);
    } else if (code === 125 || code === 93) depth -= 1;
  }
}
