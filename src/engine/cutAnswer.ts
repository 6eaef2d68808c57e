// The answer to a question in parts (cutQuestion.ts), level by level: each part is asked once for all of its rows, and what it answers is
// put where the level above names these. How often each row is shown is known before it is read, so that what an answer may not hold
// is refused before any of it is put together.
import { elementsOfJson } from '../domain/jsonText.ts';
import { turnOfText } from '../domain/loopTurns.ts';
import type { Answered } from '../database/answers/answerStatement.ts';
import { countObjects } from './answeredObjects.ts';
import { cutQuestion, foundQuestion, grouped, type CutQuestion } from './cutQuestion.ts';
import { placeOf, placesIn } from './markedPlaces.ts';
import type { Asked } from './namedRows.ts';
import type { RequestBudget } from './requestBudget.ts';

/** What it is read with. */
export interface PartReader<Ended extends string | null> {
  /** What one statement answers, or why it does not. */
  readonly read: (asked: Asked) => Promise<Pick<Answered, 'text'> | Ended>;
  /** What stands before places in it. */
  readonly mark: string;
  /** See `foreignJson`. */
  readonly json: RegExp | null;
  readonly budget: Pick<RequestBudget, 'left' | 'addObjects' | 'addBytes' | 'addRows'>;
}

/** The text of an answer, and how many rows it holds. */
export interface CutAnswer {
  readonly text: string;
  readonly objects: number;
}

/**
 * The answer, with all other places still in it, and nothing of it charged. What `read` ends with ends it; so does GONE where a row was
 * named and is no more. Throws RESULT_TOO_LARGE.
 */
export async function answerInParts<Ended extends string | null>(
  { question, inputs }: Asked,
  reader: PartReader<Ended>,
): Promise<CutAnswer | Ended | 'GONE'> {
  const { budget } = reader;
  const cut = cutQuestion(question);
  const assembly = new Assembly(cut, reader);
  const top = await reader.read({ question: cut.top, inputs });
  if (typeof top !== 'object' || top === null) return top;
  assembly.begin(String(top.text));
  for (let level = assembly.nextLevel(); level.length > 0; level = assembly.nextLevel()) {
    const parts = grouped([...new Set(level.map(({ part }) => part))], (part) => cut.parts[part]?.size ?? nothing);
    for (const some of parts) {
      const rows = level.filter(({ part }) => some.includes(part));
      const bytes = Math.min(mostBytes, slack * (budget.left().bytes - assembly.bytes));
      const found = { found: rows.map(({ urn }) => urn), parts: rows.map(({ part }) => part), bytes };
      const read = await reader.read({ question: foundQuestion(cut, some, inputs.length), inputs: [...inputs, found] });
      if (typeof read !== 'object' || read === null) return read;
      await turnOfText(read.text.length);
      if (!assembly.add(rows, elementsOfJson(String(read.text).slice(begin, -end.length)))) return 'GONE';
    }
  }
  await turnOfText(assembly.bytes);
  return { text: assembly.text(), objects: assembly.objects };
}

/** What is around the rows of a part. */
const begin = '{"data":{"found":'.length;
const end = '}}';

const nothing = { rows: 0, fields: 0 };

/** What a statement may answer of what is left, which counts nothing that names rows. */
const slack = 2;
const mostBytes = 1024 ** 3;

/** A text between places, or the rows whose place it is. */
type Piece = string | { readonly part: number; readonly urns: readonly string[] };

/** A row of a part, and how often the answer shows it. */
interface Wanted {
  readonly part: number;
  readonly urn: string;
  readonly times: number;
}

const keyOf = ({ part, urn }: Pick<Wanted, 'part' | 'urn'>): string => `${String(part)} ${urn}`;

/** An answer that is being put together, and what it holds so far. */
class Assembly {
  objects = 0;
  bytes = 0;
  private readonly cut: CutQuestion;
  private readonly reader: Pick<PartReader<null>, 'mark' | 'json' | 'budget'>;
  private top: readonly Piece[] = [];
  private wanted = new Map<string, Wanted>();
  private readonly known = new Map<string, readonly Piece[]>();
  private readonly written = new Map<string, string>();

  constructor(cut: CutQuestion, reader: Pick<PartReader<null>, 'mark' | 'json' | 'budget'>) {
    this.cut = cut;
    this.reader = reader;
  }

  begin(text: string): void {
    this.objects += countObjects(text, this.reader.json);
    this.top = this.pieces(text, 1);
  }

  /** The rows that are to be read next. Throws RESULT_TOO_LARGE. */
  nextLevel(): readonly Wanted[] {
    const level = [...this.wanted.values()];
    this.wanted = new Map();
    for (const { part, times } of level) if (this.cut.parts[part]?.isList) this.objects += times;
    this.requireLeft();
    return level;
  }

  /** Takes what they are, as far as it was read. False where one is no more. Throws RESULT_TOO_LARGE. */
  add(rows: readonly Wanted[], elements: readonly string[]): boolean {
    for (const [at, row] of rows.entries()) {
      const element = elements[at];
      if (element === 'null') return false;
      // The statement ended where its bytes did.
      if (element === undefined) this.bytes = Infinity;
      else {
        this.objects += row.times * countObjects(`{"data":${element}`, this.reader.json);
        this.known.set(keyOf(row), this.pieces(element, row.times));
      }
    }
    this.requireLeft();
    return true;
  }

  text(): string {
    return this.write(this.top);
  }

  private requireLeft(): void {
    const { budget } = this.reader;
    const left = budget.left();
    if (this.objects > left.objects) budget.addObjects(this.objects);
    if (this.objects > left.rows) budget.addRows(this.objects);
    if (this.bytes > left.bytes) budget.addBytes(this.bytes);
  }

  private pieces(text: string, times: number): readonly Piece[] {
    const pieces: Piece[] = [];
    let done = 0;
    for (const { 0: all, 1: written = '', index } of text.matchAll(placesIn(this.reader.mark))) {
      // Written by database/answers/answerStatement.ts where the first is null.
      const [first, part, urns] = placeOf(written) as [unknown, number, string];
      // All others are those of what the service makes of columns.
      if (first !== null) continue;
      pieces.push(text.slice(done, index), { part, urns: urns.split(' ') });
      done = index + all.length;
    }
    pieces.push(text.slice(done));
    for (const piece of pieces)
      if (typeof piece === 'string') this.bytes += times * piece.length;
      else for (const urn of piece.urns) this.want({ part: piece.part, urn }, times);
    return pieces;
  }

  private want(row: Pick<Wanted, 'part' | 'urn'>, times: number): void {
    const key = keyOf(row);
    this.wanted.set(key, { ...row, times: times + (this.wanted.get(key)?.times ?? 0) });
  }

  private write(pieces: readonly Piece[]): string {
    return pieces.map((piece) => (typeof piece === 'string' ? piece : this.rows(piece))).join('');
  }

  // The rows as PostgreSQL writes those of a list; or the members of one, without what is around them, and the name of the first.
  private rows({ part, urns }: Exclude<Piece, string>): string {
    const texts = urns.map((urn) => this.row(keyOf({ part, urn })));
    const { isList, row } = this.cut.parts[part] ?? {};
    return isList ? texts.join(', \n ') : (texts[0] ?? '').slice(`{"${String(row?.fields[0]?.key)}":`.length, -1);
  }

  private row(key: string): string {
    const text = this.written.get(key) ?? this.write(this.known.get(key) ?? []);
    this.written.set(key, text);
    return text;
  }
}
