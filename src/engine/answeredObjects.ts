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
  readonly rows?: ReadonlyMap<unknown, Part>;
}

/**
 * Finds the beginnings of objects and lists in fields that hold JSON of the caller's own; null where there are none. Where rows are
 * answered under the name of such a field, too, what is in it is counted with them: no row goes uncounted.
 */
export function foreignJson(question: Question): RegExp | null {
  const known = patterns.get(question);
  if (known !== undefined) return known;
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
    rows = new Map(),
  }: Part): void => {
    const isJson = member?.typeName === 'JSON';
    if (key !== undefined && form !== 'VALUE' && form !== 'MEMBER') others.add(key);
    if (key !== undefined && isJson) json.add(key);
    for (const below of [row, page, ...fields, ...parts, ...members, ...lists, ...rows.values()])
      if (below) visit(below);
  };
  question.roots.forEach(visit);
  const names = [...json].filter((key) => !others.has(key));
  const pattern = names.length > 0 ? new RegExp(`"(?:${names.join('|')})":[[{]`, 'g') : null;
  patterns.set(question, pattern);
  return pattern;
}

// Only a cache of what `foreignJson` answers.
const patterns = new WeakMap<Question, RegExp | null>();
