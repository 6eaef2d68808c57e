// Answers a whole question as JSON text that is passed on as it is, with one statement where that holds it (answerOnce.ts). What is spent on
// it is spent as if every row had been read by itself.
import { rowsBelow, isPage, type Input, type Question, type RootQuestion } from '../contract/question.ts';
import { isForEveryone } from '../contract/resource.ts';
import type { Answered } from '../database/answers/answerStatement.ts';
import { ServiceError } from '../domain/errors.ts';
import { elementsOfJson } from '../domain/jsonText.ts';
import { anonymousViewer, type Viewer } from '../domain/viewer.ts';
import { answerOnce, type QuestionContext } from './answerOnce.ts';
import { asFound, listReader, namedBy, type ListReader } from './everyone.ts';
import { withKnownKinds, type Asked } from './namedRows.ts';
import { answerApart, membersOf, partOf, withMembers, type Ended, type Read } from './questionRoots.ts';

/** The text of an answer, or its bytes. */
type Answer = Answered['text'];

/**
 * The answer: a JSON object with a member for each root. Null where execution has to say which of the roots is refused: a kind that a
 * caller without a token is never shown, a list whose owner is not named beside others, a history without READ_DRAFT; and where no
 * statement says it: kinds that are listed by code (`Kind.list`), and what `NotCovered` is thrown for. Throws what statements and budgets
 * throw. It is one statement, but where lists of several tenants are read by a caller who belongs to none of them, where it is too long
 * for one (answerOnce.ts), and where a row is lacking: that may be content of another tenant that everyone may VIEW, and the urn of an
 * item that of one of its values.
 */
export async function answerQuestion(
  context: QuestionContext,
  question: Question,
  inputs: readonly Input[],
): Promise<Pick<Answered, 'text'> | null> {
  const known = await withKnownKinds(context, { question, inputs });
  if (known === null) return null;
  // Of several roots some alone are refused: execution tells which.
  const { question: asked } = known;
  if (isListedOtherwise(context, asked) || isRefused(context, asked)) return null;
  try {
    return await answerHeld(context, asked, known.inputs);
  } catch (error) {
    const isOneOfSeveral = asked.roots.filter(isListed).length > 1;
    if (isOneOfSeveral && error instanceof ServiceError && error.code === 'OWNER_REQUIRED') return null;
    throw error;
  }
}

// A list, which is never null.
const isListed = ({ form }: RootQuestion): boolean => form === 'PAGE' || form === 'ROWS';

async function answerHeld(
  context: QuestionContext,
  question: Question,
  inputs: readonly Input[],
): Promise<Pick<Answered, 'text'> | null> {
  const kept = await answerAs(context, question, inputs, { isKept: true });
  if (kept !== 'MOVED') return kept;
  // What was kept held no more. What is found now was not kept, and holds.
  const found = await answerAs(context, question, inputs, { isKept: false });
  return found === 'MOVED' ? null : found;
}

/** Whether what was decided for an earlier request is to be used. */
interface Asking {
  readonly isKept: boolean;
}

/** The roots that one viewer reads. */
interface Part {
  readonly reader: ListReader;
  readonly roots: Question['roots'];
}

async function answerAs(
  context: QuestionContext,
  question: Question,
  inputs: readonly Input[],
  asking: Asking,
): Promise<Read | Ended> {
  const parts = new Map<Viewer, Part>();
  for (const root of question.roots) {
    const reader = await readerOf(context, root, inputs, asking);
    const part = parts.get(reader.viewer);
    const isStricter = reader.isOfOnlyTenant && part?.reader.isOfOnlyTenant === false;
    parts.set(reader.viewer, {
      reader: part && !isStricter ? part.reader : reader,
      roots: [...(part?.roots ?? []), root],
    });
  }
  const [only, ...others] = parts.values();
  if (only && others.length === 0) return answerPart(context, only.reader, { question, inputs });
  return answerApart(question, [...parts.values()], (part, { reader }) =>
    answerPart(context, reader, { question: part, inputs }),
  );
}

async function readerOf(
  context: QuestionContext,
  root: RootQuestion,
  inputs: readonly Input[],
  asking: Asking,
): Promise<ListReader> {
  if (root.form !== 'PAGE') return asFound(context.viewer);
  const page = inputs[root.page.input];
  const named = isPage(page) ? namedBy(root.page.resource, page.query.conditions) : null;
  return listReader(context, named, asking);
}

/** How rows that an answer lacks are looked for. */
interface Way {
  readonly reader: ListReader;
  /** Whether among the values of histories: the urn of an item may be that of one of these. */
  readonly areEntries: boolean;
  /** Whether in other tenants alone: what is of the caller's own was decided for the caller. */
  readonly isElsewhere: boolean;
}

async function answerPart(context: QuestionContext, reader: ListReader, asked: Asked): Promise<Read | Ended> {
  let answered = await answerOnce(context, reader, asked);
  if (answered !== null && answered !== 'MOVED' && answered.isElsewhere)
    answered = await answerElsewhere(context, asked, answered.text);
  for (const way of waysBeyond(reader)) {
    if (answered === null || answered === 'MOVED') return answered;
    answered = await answerMissing(context, way, { asked, text: answered.text });
  }
  return answered;
}

// What of other tenants everyone may VIEW is read as without a token. What does not exist is looked for as long as what may not be read.
function waysBeyond(reader: ListReader): readonly Way[] {
  const own = { reader, areEntries: true, isElsewhere: false };
  if (reader.viewer.kind !== 'CLIENT') return [own];
  return [own, ...[false, true].map((areEntries) => ({ reader: everyone, areEntries, isElsewhere: true }))];
}

const everyone = asFound(anonymousViewer);

async function answerMissing(
  context: QuestionContext,
  { reader, areEntries, isElsewhere }: Way,
  { asked: { question, inputs }, text }: { readonly asked: Asked; readonly text: Answer },
): Promise<Read | Ended> {
  const missing = missingRows(question, text, areEntries);
  if (missing.length === 0) return { text, isElsewhere: false };
  const part = partOf(question, missing, { areEntries, ...(isElsewhere && { beside: inputs.length }) });
  // The loaders show of it what they can.
  if (isRefused(reader, part)) return null;
  const put = isElsewhere ? [...inputs, context.viewer.tenantUrn] : inputs;
  const found = await answerOnce(context, reader, { question: part, inputs: put });
  if (found === null || found === 'MOVED') return found;
  const members = [membersOf(question, String(text)), membersOf(part, String(found.text))];
  return { text: withMembers(question, members), isElsewhere: false };
}

// Of rows that are named by their urns alone, those of other tenants, as everyone may VIEW them.
async function answerElsewhere(
  context: QuestionContext,
  { question, inputs }: Asked,
  text: Answer,
): Promise<Read | Ended> {
  const members = membersOf(question, String(text));
  const known = new Map(members);
  const lacking = question.roots.filter(
    (root) => (root.form === 'ROWS' || root.form === 'ROW') && known.get(root.key)?.includes('null'),
  );
  const part = partOf(question, lacking, { beside: inputs.length });
  const put = [...inputs, context.viewer.tenantUrn];
  const found = await answerOnce(context, everyone, { question: part, inputs: put });
  if (found === null || found === 'MOVED') return found;
  const others = membersOf(part, String(found.text)).map(([key, other]): [string, string] => [
    key,
    withOthers(known.get(key) ?? 'null', other),
  ]);
  return { text: withMembers(question, [members, others]), isElsewhere: false };
}

// The row, or each of a list, or else the other one.
function withOthers(text: string, other: string): string {
  if (!text.startsWith('[')) return text === 'null' ? other : text;
  const others = elementsOfJson(other);
  const all = elementsOfJson(text).map((one, at) => (one === 'null' ? others[at] : one));
  return `[${all.join(', ')}]`;
}

// The rows that are named by their kind, and lacking in the answer: items, or all that everyone may be shown.
function missingRows(question: Question, text: Answer, areEntries: boolean): Question['roots'] {
  const rows = question.roots.filter(
    (root) =>
      root.form === 'ROW' &&
      (areEntries ? root.row.resource.isItem : isForEveryone(root.row.resource)) &&
      !root.row.isEntry &&
      !root.isNamed &&
      text.includes(`"${root.key}":null`),
  );
  if (rows.length === 0) return rows;
  const texts = new Map(membersOf(question, String(text)));
  return rows.filter(({ key }) => texts.get(key) === 'null');
}

// Without a token there are kinds of which nothing is shown.
function isRefused({ viewer }: Pick<QuestionContext, 'viewer'>, { roots, isBody }: Question): boolean {
  if (isBody) return false;
  const kinds = roots.flatMap((root) => rowsBelow(root).map(({ resource }) => resource));
  const listed = roots.flatMap((root) => (root.form === 'PAGE' ? [root.page.resource] : []));
  return viewer.kind === 'ANONYMOUS' && [...kinds, ...listed].some((kind) => !isForEveryone(kind));
}

// Lists of some kinds are more than a query.
function isListedOtherwise({ kindOf }: QuestionContext, { roots }: Question): boolean {
  return roots.some((root) => root.form === 'PAGE' && kindOf(root.page.resource).list !== undefined);
}
