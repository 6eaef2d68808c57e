// The body of a request of the graph, split into its variables and the text around them: bodies that differ in their
// variables alone run the same operation.
import { isUtf8 } from 'node:buffer';
import { endOfJson } from '../../domain/jsonText.ts';
import { readJson } from '../../http/jsonBody.ts';

/** A body that was split. */
export interface SentBody {
  /** Everything but the value of `variables`. */
  readonly around: string;
  /** The text of that value; null where the body has none. */
  readonly variables: string | null;
}

/** Splits a body; null for one that is no UTF-8, or whose `variables` are no object behind plain members. */
export function splitBody(bytes: Buffer): SentBody | null {
  if (!isUtf8(bytes)) return null;
  const text = bytes.toString();
  // Inside a string the quotes would be escaped.
  const name = text.indexOf(variablesName);
  if (name < 0) return { around: text, variables: null };
  const from = valueAt(text, name + variablesName.length);
  const to = from === null ? null : endOfJson(text, from);
  if (from === null || to === null || !plainMembers.test(text.slice(0, name))) return null;
  return { around: `${text.slice(0, from)}${text.slice(to)}`, variables: text.slice(from, to) };
}

const variablesName = '"variables"';

/** The beginning of an object up to one of its own names: what stands before it are texts and plain values. */
const plainMembers = /^\s*\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|null|true|false)\s*,\s*)*$/;

function valueAt(text: string, afterName: number): number | null {
  let at = afterName;
  while (isSpace(text.charCodeAt(at))) at += 1;
  if (text.charCodeAt(at) !== 58) return null;
  at += 1;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === 123 ? at : null;
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

/** The variables as any body's are read. Throws BAD_REQUEST. */
export function readVariables({ variables }: SentBody): Readonly<Record<string, unknown>> {
  // An object, as `splitBody` found it.
  return variables === null ? {} : (readJson(Buffer.from(variables)) as Record<string, unknown>);
}
