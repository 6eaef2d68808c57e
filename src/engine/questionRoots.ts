// Some of the roots of a question, asked by themselves, and their answers put together.
import { LRUCache } from 'lru-cache';
import type { Question } from '../contract/question.ts';
import type { Answered } from '../database/answers/answerStatement.ts';
import { endOfJson } from '../domain/jsonText.ts';
import { ofEntries } from './namedRows.ts';

/** What is answered, and whether rows that it lacks are of another tenant. */
export type Read = Pick<Answered, 'text' | 'isElsewhere'>;

/** Why a question is not answered: MOVED where what was decided held no more, null where statements cannot say it. */
export type Ended = 'MOVED' | null;

/** What else becomes of the roots of a part. */
export interface PartOptions {
  /** Whether they are looked for among the values of histories. */
  readonly areEntries?: boolean;
  /** The input that is the urn of a tenant whose rows are left out. */
  readonly beside?: number;
}

/** The roots as a question. The same ones are put once: statements are kept with their question. */
export function partOf(
  question: Question,
  roots: Question['roots'],
  { areEntries = false, beside }: PartOptions = {},
): Question {
  const known = partsOf.get(question) ?? new LRUCache<string, Question>({ max: mostParts });
  partsOf.set(question, known);
  const name = `${String(areEntries)} ${String(beside)} ${roots.map(({ key }) => key).join(' ')}`;
  const put =
    beside === undefined
      ? roots
      : roots.map((root) => (root.form === 'ROW' || root.form === 'ROWS' ? { ...root, beside } : root));
  const part = known.get(name) ?? {
    ...(question.isBody && { isBody: true }),
    ...(areEntries ? ofEntries(put) : { roots: put }),
  };
  known.set(name, part);
  return part;
}

const partsOf = new WeakMap<Question, LRUCache<string, Question>>();
const mostParts = 50;

/** The members of the data of an answer to the question, as JSON texts. */
export function membersOf({ roots }: Question, text: string): [string, string][] {
  let at = '{"data":{'.length;
  return roots.map(({ key }) => {
    const from = at + JSON.stringify(key).length + 1;
    const isPlain = text[from] !== '{' && text[from] !== '[';
    const to = isPlain ? from + text.slice(from).search(/[,}]/) : endOfJson(text, from);
    at = Number(to) + 1;
    return [key, text.slice(from, Number(to))];
  });
}

/** The answer to the question, with the last text that is given for each member. */
export function withMembers({ roots }: Question, members: readonly (readonly [string, string][])[]): string {
  const texts = new Map(members.flat());
  return `{"data":{${roots.map(({ key }) => `${JSON.stringify(key)}:${String(texts.get(key))}`).join(',')}}}`;
}

/** The answer whose roots are asked in groups, one after the other; the first reason for which there is none. */
export async function answerApart<Group extends Pick<Question, 'roots'>>(
  question: Question,
  groups: readonly Group[],
  answer: (part: Question, group: Group) => Promise<Read | Ended>,
): Promise<Read | Ended> {
  const members: [string, string][][] = [];
  let isElsewhere = false;
  for (const group of groups) {
    const part = partOf(question, group.roots);
    const answered = await answer(part, group);
    if (answered === null || answered === 'MOVED') return answered;
    members.push(membersOf(part, String(answered.text)));
    isElsewhere ||= answered.isElsewhere;
  }
  return { text: withMembers(question, members), isElsewhere };
}
