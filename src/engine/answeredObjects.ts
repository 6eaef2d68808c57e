// Counts the rows in the text of an answer, without reading it as JSON: that took a tenth of what a page takes of the process.
// PostgreSQL writes the beginning of a row as `{"` with a name and a colon behind it, which nothing inside a JSON string looks
// like; what is no row has spaces around its colons, or before its first name. Only fields that hold JSON of the caller's own
// bring objects that are none of ours: these are passed over.
import type { Question } from '../contract/question.ts';
import type { Field } from '../contract/resource.ts';
import type { Answered } from '../database/answers/answerStatement.ts';
import { endOfJson } from '../domain/jsonText.ts';

/** How many rows the text of an answer holds. `json` finds what is none of ours in it: see `foreignJson`. */
export function countObjects(text: Answered['text'], json: RegExp | null): number {
  if (typeof text !== 'string') return json === null ? countInBytes(text) : countObjects(String(text), json);
  let value = nextValue(text, json, begin);
  // The first one is the answer itself.
  let count = -1;
  for (let at = text.indexOf('{"', begin); at >= 0; at = text.indexOf('{"', at + 2)) {
    while (value && value.to <= at) value = nextValue(text, json, value.to);
    const isOurs = !value || at < value.from;
    if (isOurs && text.charCodeAt(text.indexOf('"', at + 2) + 1) === colon) count += 1;
  }
  return count;
}

const colon = 58;

/** Where the answer begins: behind what is around it. */
const begin = '{"data":'.length;

// The same, of the bytes of the text.
function countInBytes(bytes: Buffer): number {
  let count = -1;
  for (let at = bytes.indexOf(0x7b, begin); at >= 0; at = bytes.indexOf(0x7b, at + 1)) {
    if (bytes[at + 1] !== 0x22) continue;
    const end = bytes.indexOf(0x22, at + 2);
    if (bytes[end + 1] === colon) count += 1;
  }
  return count;
}

function nextValue(
  text: string,
  json: RegExp | null,
  start: number,
): { readonly from: number; readonly to: number } | null {
  if (json === null) return null;
  json.lastIndex = start;
  if (!json.test(text)) return null;
  const from = json.lastIndex - 1;
  return { from, to: endOfJson(text, from) ?? text.length };
}

/** A part of a question, with what is below it. */
interface Part {
  readonly form?: string;
  readonly key?: string;
  readonly field?: Field;
  readonly member?: Field;
  readonly row?: Part;
  readonly page?: Part;
  readonly fields?: readonly Part[];
  readonly parts?: readonly Part[];
  readonly members?: readonly Part[];
  readonly lists?: readonly Part[];
}

/**
 * Finds the beginnings of objects and lists in fields that hold JSON of the caller's own; null where there are none, and undefined
 * where something else is answered under the name of such a field, so that they cannot be told apart.
 */
export function foreignJson(question: Question): RegExp | null | undefined {
  if (patterns.has(question)) return patterns.get(question);
  const [json, others] = [new Set<string>(), new Set<string>()];
  const visit = ({
    form,
    key,
    field,
    member = field,
    row,
    page,
    fields = [],
    parts = [],
    members = [],
    lists = [],
  }: Part): void => {
    const isJson = member?.typeName === 'JSON';
    if (key !== undefined && form !== 'VALUE' && form !== 'MEMBER') others.add(key);
    if (key !== undefined && isJson) json.add(key);
    for (const below of [row, page, ...fields, ...parts, ...members, ...lists]) if (below) visit(below);
  };
  question.roots.forEach(visit);
  const pattern = json.size > 0 ? new RegExp(`"(?:${[...json].join('|')})":[[{]`, 'g') : null;
  const found = [...json].some((key) => others.has(key)) ? undefined : pattern;
  patterns.set(question, found);
  return found;
}

// Only a cache of what `foreignJson` answers.
const patterns = new WeakMap<Question, RegExp | null | undefined>();
