// Rows that are named by their urns alone, in the words of one statement: their kinds are found first, by one statement for all of
// them, and the question is then about rows of these kinds. What does not exist is looked for as long as what may not be read.
import { LRUCache } from 'lru-cache';
import { isForEveryone } from '../contract/resource.ts';
import type { AnyQuestion, Input, Question, RootQuestion, RowQuestion } from '../contract/question.ts';
import { namedKinds, type NamedKind } from '../database/engine/accessCheckStore.ts';
import type { Context } from './context.ts';

/** A question with what it is put with. */
export interface Asked {
  readonly question: Question;
  readonly inputs: readonly Input[];
}

/** The question about the rows that there are; null where one is of a kind that is not covered. */
export async function withKnownKinds(
  { viewer, database }: Pick<Context, 'viewer' | 'database'>,
  { question, inputs }: Asked,
): Promise<Asked | null> {
  const roots = question.roots.filter((root) => root.form === 'ANY');
  if (roots.length === 0) return { question, inputs };
  const urns = new Set(roots.flatMap((root) => urnsAt(inputs, root)));
  const kinds = await namedKinds(database, [...urns]);
  // What is never shown to everyone, and what is no resource of its own, is nowhere.
  const isHidden = ({ resource }: NamedKind): boolean =>
    !resource.operations.has('READ') || (viewer.kind === 'ANONYMOUS' && !isForEveryone(resource));
  const nameOf = (urn: string): string => {
    const found = kinds.get(urn);
    if (!found || isHidden(found)) return 'Entity';
    return found.isEntry ? `${found.resource.name}${entry}` : found.resource.name;
  };
  const named = [...inputs];
  const found = new Map<AnyQuestion, readonly string[]>();
  for (const root of roots) {
    const of = urnsAt(inputs, root);
    const rows = of.map(nameOf);
    found.set(root, [...new Set(rows)].sort());
    if (root.isList) named[root.input] = { urns: of, rows };
  }
  const known = questionOf(question, found);
  return known && { question: known, inputs: named };
}

const entry = ' entry';

// An ANY is put with a urn, or with several.
const urnsAt = (inputs: readonly Input[], { input }: AnyQuestion): readonly string[] =>
  [inputs[input]].flat() as readonly string[];

// Statements are kept with the question they answer: the same question is put again.
const questions = new WeakMap<Question, LRUCache<string, { readonly question: Question | null }>>();
const mostQuestions = 50;

function questionOf(question: Question, names: ReadonlyMap<AnyQuestion, readonly string[]>): Question | null {
  const known = questions.get(question) ?? new LRUCache({ max: mostQuestions });
  questions.set(question, known);
  const key = JSON.stringify([...names.values()]);
  const kept = known.get(key) ?? { question: makeQuestion(question, names) };
  known.set(key, kept);
  return kept.question;
}

function makeQuestion({ roots }: Question, names: ReadonlyMap<AnyQuestion, readonly string[]>): Question | null {
  const put: RootQuestion[] = [];
  for (const root of roots) {
    const some = root.form === 'ANY' ? rowsOf(root, names.get(root) ?? []) : null;
    if (root.form !== 'ANY') put.push(root);
    else if (some === null) return null;
    else put.push(some);
  }
  return { roots: put };
}

function rowsOf({ rows, key, input, isList }: AnyQuestion, names: readonly string[]): RootQuestion | null {
  const found = names.flatMap((name): [string, RowQuestion][] => {
    const row = rows.get(name.replace(entry, ''));
    return row ? [[name, name.endsWith(entry) ? { ...row, isEntry: true } : row]] : [];
  });
  if (found.length < names.length) return null;
  if (isList) return { form: 'ROWS', key, rows: new Map(found), input };
  const [first] = found;
  return first ? { form: 'ROW', key, row: first[1], input, isNamed: true } : null;
}

/** The same question about items as one about the values of their histories: the urn of an item may be that of one of these. */
export function ofEntries(roots: Question['roots']): Question {
  return {
    roots: roots.map((root) => (root.form === 'ROW' ? { ...root, row: { ...root.row, isEntry: true } } : root)),
  };
}
