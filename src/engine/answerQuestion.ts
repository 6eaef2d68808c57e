// Answers a whole question with one statement, as JSON text that is passed on as it is. What is spent on it is spent as if
// every row had been read by itself.
import { createHmac } from 'node:crypto';
import { isPage, rowsBelow, type Input, type Question, type RootQuestion } from '../contract/question.ts';
import { fieldOf, isForEveryone, resourceOf } from '../contract/resource.ts';
import { answeredBy, type Answered } from '../database/answers/answerStatement.ts';
import { answerStatement } from '../database/answers/keptAnswers.ts';
import { countObjects, foreignJson } from './answeredObjects.ts';
import type { Context } from './context.ts';
import { cursorAt } from './cursor.ts';
import { asFound, listReader, namedBy, type ListReader } from './everyone.ts';
import { ofEntries, withKnownKinds, type Asked } from './namedRows.ts';
import { endOfJson } from '../domain/jsonText.ts';
import { ServiceError } from '../domain/errors.ts';
import { anonymousViewer, type Viewer } from '../domain/viewer.ts';
import { traced } from '../tracing/traced.ts';

/** The text of an answer, or its bytes. */
type Answer = Answered['text'];

/** What answering needs of a request. */
export type QuestionContext = Pick<
  Context,
  'viewer' | 'baseUrl' | 'contract' | 'database' | 'budget' | 'kindOf' | 'cursorKey' | 'callers' | 'proof'
>;

/**
 * The answer: a JSON object with a member for each root. Null when statements cannot give it, or not within their bounds: then the
 * loaders have to (loaders.ts). Throws what statements and budgets throw. It is one statement, but where lists of several tenants are
 * read by a caller who belongs to none of them, and where a row is lacking: that may be content of another tenant that everyone may
 * VIEW, and the urn of an item that of one of its values.
 */
export async function answerQuestion(
  context: QuestionContext,
  question: Question,
  inputs: readonly Input[],
): Promise<Pick<Answered, 'text'> | null> {
  const known = await withKnownKinds(context, { question, inputs });
  if (known === null) return null;
  // The loaders refuse all others, field by field.
  const { question: asked } = known;
  if (foreignJson(asked) === undefined || isListedOtherwise(context, asked) || isRefused(context, asked)) return null;
  try {
    return await answerHeld(context, asked, known.inputs);
  } catch (error) {
    // Of the roots one alone is refused: each is then answered for itself.
    if (error instanceof ServiceError && error.code === 'OWNER_REQUIRED') return null;
    throw error;
  }
}

async function answerHeld(
  context: QuestionContext,
  question: Question,
  inputs: readonly Input[],
): Promise<Pick<Answered, 'text'> | null> {
  const first = await answerAs(context, question, inputs, { isKept: true });
  // What was kept held no more.
  return first === 'MOVED' ? moved(await answerAs(context, question, inputs, { isKept: false })) : first;
}

// It was found a moment ago, after the request had arrived.
const moved = (answer: Pick<Answered, 'text'> | 'MOVED' | null): Pick<Answered, 'text'> | null =>
  answer === 'MOVED' ? null : answer;

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
): Promise<Pick<Answered, 'text'> | 'MOVED' | null> {
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
  const texts = new Map<string, string>();
  for (const { reader, roots } of parts.values()) {
    const part = partOf(question, roots);
    const answered = await answerPart(context, reader, { question: part, inputs });
    if (answered === null || answered === 'MOVED') return answered;
    for (const [key, text] of membersOf(part, String(answered.text))) texts.set(key, text);
  }
  return { text: dataOf(question, texts) };
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

/** What else becomes of the roots of a part. */
interface PartOptions {
  /** Whether they are looked for among the values of histories. */
  readonly areEntries?: boolean;
  /** The input that is the urn of a tenant whose rows are left out. */
  readonly beside?: number;
}

// Statements are kept with their question.
function partOf(
  question: Question,
  roots: Question['roots'],
  { areEntries = false, beside }: PartOptions = {},
): Question {
  const known = partsOf.get(question) ?? new Map<string, Question>();
  partsOf.set(question, known);
  const name = `${String(areEntries)} ${String(beside)} ${roots.map(({ key }) => key).join(' ')}`;
  const put = beside === undefined ? roots : roots.map((root) => (root.form === 'ROW' ? { ...root, beside } : root));
  const part = known.get(name) ?? (areEntries ? ofEntries(put) : { roots: put });
  known.set(name, part);
  return part;
}

const partsOf = new WeakMap<Question, Map<string, Question>>();

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

/** How rows that an answer lacks are looked for. */
interface Way {
  readonly reader: ListReader;
  /** Whether among the values of histories: the urn of an item may be that of one of these. */
  readonly areEntries: boolean;
  /** Whether in other tenants alone: what is of the caller's own was decided for the caller. */
  readonly isElsewhere: boolean;
}

async function answerPart(
  context: QuestionContext,
  reader: ListReader,
  asked: Asked,
): Promise<Pick<Answered, 'text'> | 'MOVED' | null> {
  let answered = await answerOnce(context, reader, asked);
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
): Promise<Pick<Answered, 'text'> | 'MOVED' | null> {
  const missing = missingRows(question, text, areEntries);
  if (missing.length === 0) return { text };
  const part = partOf(question, missing, { areEntries, ...(isElsewhere && { beside: inputs.length }) });
  // The loaders show of it what they can.
  if (isRefused(reader, part)) return null;
  const put = isElsewhere ? [...inputs, context.viewer.tenantUrn] : inputs;
  const found = await answerOnce(context, reader, { question: part, inputs: put });
  if (found === null || found === 'MOVED') return found;
  const texts = new Map([...membersOf(question, String(text)), ...membersOf(part, String(found.text))]);
  return { text: dataOf(question, texts) };
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

function dataOf({ roots }: Question, texts: ReadonlyMap<string, string>): string {
  return `{"data":{${roots.map(({ key }) => `${JSON.stringify(key)}:${String(texts.get(key))}`).join(',')}}}`;
}

async function answerOnce(
  context: QuestionContext,
  { viewer, isOfOnlyTenant, heldAt }: ListReader,
  { question, inputs }: Asked,
): Promise<Pick<Answered, 'text'> | 'MOVED' | null> {
  const { baseUrl, database, budget, proof } = context;
  const mark = markOf(context.cursorKey);
  const statement = answerStatement(question, viewer, { baseUrl, mark, saysTenants: isOfOnlyTenant }, inputs);
  if (!statement) return null;
  // What another tenant says of its epoch proves nothing of the caller.
  if (viewer !== context.viewer) await proof?.prove();
  const name = question.roots.map(nameOf).join(', ');
  const answered = await answeredTo(() => traced({ kind: 'ACTION', name }, () => database.query(statement)));
  if (answered === null) return null;
  const { text, at } = answered;
  if (viewer === context.viewer) proof?.requireHeld(at);
  if (!heldAt(answered)) return 'MOVED';
  if (answered.isElsewhere) return null;
  const objects = countObjects(text, foreignJson(question) ?? null);
  budget.addRows(objects);
  budget.addObjects(objects);
  const answer = statement.hasPlaces ? filled(text, mark, (place) => valueAt(context, place, inputs)) : text;
  budget.addBytes(typeof answer === 'string' ? Buffer.byteLength(answer) : answer.length);
  return { text: answer };
}

// Without a token there are kinds of which nothing is shown.
function isRefused({ viewer }: Pick<QuestionContext, 'viewer'>, { roots }: Question): boolean {
  const kinds = roots.flatMap((root) => rowsBelow(root).map(({ resource }) => resource));
  const listed = roots.flatMap((root) => (root.form === 'PAGE' ? [root.page.resource] : []));
  return viewer.kind === 'ANONYMOUS' && [...kinds, ...listed].some((kind) => !isForEveryone(kind));
}

// Lists of some kinds are more than a query.
function isListedOtherwise({ kindOf }: QuestionContext, { roots }: Question): boolean {
  return roots.some((root) => root.form === 'PAGE' && kindOf(root.page.resource).list !== undefined);
}

// A division by zero is how the statement says that a list is too long for it.
async function answeredTo(run: () => Promise<readonly Record<string, unknown>[]>): Promise<Answered | null> {
  try {
    return answeredBy((await run())[0]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '22012') return null;
    throw error;
  }
}

// The same for all processes of one database, and not known outside.
function markOf(key: Buffer): string {
  const mark =
    marks.get(key) ?? `place-${createHmac('sha256', key).update('place in an answer').digest('hex').slice(0, 24)}`;
  marks.set(key, mark);
  return mark;
}

// Only a cache of what `markOf` answers.
const marks = new WeakMap<Buffer, string>();

// The answer with a text at each place. A place is the mark with JSON behind it, inside of a JSON string.
function filled(text: Answer, mark: string, textAt: (place: readonly unknown[]) => string): Answer {
  // Written by database/answers/pages.ts and values.ts.
  const written = (place: string): string =>
    JSON.stringify(textAt(JSON.parse(JSON.parse(`"${place}"`) as string) as readonly unknown[]));
  if (typeof text === 'string')
    return text.replaceAll(new RegExp(`"${mark}((?:[^"\\\\]|\\\\.)*)"`, 'g'), (_, place: string) => written(place));
  const begin = Buffer.from(`"${mark}`);
  const pieces: Buffer[] = [];
  let done = 0;
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, done)) {
    const from = at + begin.length;
    const end = endOfString(text, from);
    pieces.push(text.subarray(done, at), Buffer.from(written(text.toString('utf8', from, end))));
    done = end + 1;
  }
  if (done === 0) return text;
  return Buffer.concat([...pieces, text.subarray(done)]);
}

// Where the quote is that ends the JSON string.
function endOfString(text: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    if (text[at] === 0x5c) at += 1;
    else if (text[at] === 0x22 || at >= text.length) return at;
  }
}

// A cursor, by the page among the inputs and the sort values of the row; or what a kind makes of columns, by the kind and the field.
function valueAt(context: QuestionContext, [first, ...values]: readonly unknown[], inputs: readonly Input[]): string {
  const page = typeof first === 'number' ? inputs[first] : undefined;
  if (isPage(page) && 'place' in page) {
    // What embeddedPage of database/answers/pages.ts writes.
    const [parent, form, ...position] = values as [string, 'CURSOR' | 'NEXT', ...unknown[]];
    return page.place(form, parent, position);
  }
  return isPage(page) ? cursorAt(context, page.fingerprint, values) : madeOf(context, first, values);
}

function madeOf({ contract, kindOf }: QuestionContext, name: unknown, [member, ...values]: readonly unknown[]): string {
  const resource = resourceOf(contract, String(name));
  const field = fieldOf(resource, String(member));
  const make = kindOf(resource).made?.[field.name];
  if (!make) throw new Error(`Nothing makes ${resource.name}.${field.name}`);
  return make(Object.fromEntries(field.madeFrom.map((one, at) => [one.name, values[at] ?? null])));
}

// As the actions that read the same rows by the loaders are called.
function nameOf(root: Question['roots'][number]): string {
  if (root.form === 'ROW') return `read ${root.row.resource.name}`;
  if (root.form === 'INBOX') return 'inbox';
  if (root.form === 'ROWS') return `read ${[...root.rows.keys()].join(' ')}`;
  return root.form === 'PAGE' ? `list ${root.page.resource.name}` : '__typename';
}
