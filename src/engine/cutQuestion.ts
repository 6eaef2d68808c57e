// A question in parts, for what is too long or too large for one statement. The top is answered without the lists below rows: where they
// stand it names the row, or the rows of the list, by urn. What these are asked for is a part, which is asked once for all of its
// rows (engine/cutAnswer.ts), and has places in it of its own, so that there are as many statements as levels.
import { LRUCache } from 'lru-cache';
import {
  rowsBelow,
  type EdgePart,
  type FieldQuestion,
  type HistoryPart,
  type ListQuestion,
  type PagePart,
  type PageQuestion,
  type Question,
  type RootQuestion,
  type RowQuestion,
} from '../contract/question.ts';
import { fieldOf } from '../contract/resource.ts';
import { isTooLarge, mostInStatement, sizeOf, type StatementSize } from '../database/answers/listBounds.ts';

/** A part of a question that is cut. */
export interface CutPart {
  readonly row: RowQuestion;
  /** Whether it is the rows of a list; else some members of a row that was shown without them. */
  readonly isList: boolean;
  readonly size: StatementSize;
}

/** A question that is cut: its roots, and the parts by their numbers. */
export interface CutQuestion {
  readonly top: Question;
  readonly parts: readonly CutPart[];
}

/** Where a row stands. */
interface Standing {
  /** Whether lists may stand in it: it is a root, or one of those that the statement reads one after the other. */
  readonly isSingle: boolean;
  /** The same of what it links to: many rows may link to one, whose lists are then read once. */
  readonly linksToSingle: boolean;
  readonly isEntry: boolean;
}

const alone: Standing = { isSingle: true, linksToSingle: true, isEntry: false };
const inTurn: Standing = { isSingle: true, linksToSingle: false, isEntry: false };
const ofMany: Standing = { isSingle: false, linksToSingle: false, isEntry: false };

/** What a statement says before the rest is cut off: what is begun is said to its end. */
const mostBegun: StatementSize = { rows: mostInStatement.rows - 20, fields: mostInStatement.fields - 200 };

/** The question in parts. The same one is cut once. */
export function cutQuestion(question: Question): CutQuestion {
  const known = cuts.get(question) ?? new Cutter().cut(question);
  cuts.set(question, known);
  return known;
}

// Only a cache of what `cutQuestion` answers: statements are kept with their questions.
const cuts = new WeakMap<Question, CutQuestion>();

/** The question about rows of these parts, whose input comes behind all others. */
export function foundQuestion(cut: CutQuestion, some: readonly number[], input: number): Question {
  const known = found.get(cut) ?? new LRUCache<string, Question>({ max: mostFound });
  found.set(cut, known);
  const name = `${some.join(' ')} ${String(input)}`;
  const question = known.get(name) ?? makeFound(cut, some, input);
  known.set(name, question);
  return question;
}

// Statements are kept with the question they answer: the same question is put again.
const found = new WeakMap<CutQuestion, LRUCache<string, Question>>();
const mostFound = 50;

function makeFound({ parts }: CutQuestion, some: readonly number[], input: number): Question {
  const rows = new Map(parts.flatMap(({ row }, part) => (some.includes(part) ? [[part, row] as const] : [])));
  return { roots: [{ form: 'FOUND', key: 'found', rows, input }], isCut: true };
}

/** Things in groups, in their order, of which each is no larger than a statement, or a single one. */
export function grouped<Part>(parts: readonly Part[], sizeIn: (part: Part) => StatementSize): Part[][] {
  const groups: { readonly parts: Part[]; size: StatementSize }[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    const [own, size] = [sizeIn(part), last?.size ?? { rows: 0, fields: 0 }];
    const together = { rows: size.rows + own.rows, fields: size.fields + own.fields };
    if (!last || isTooLarge(together)) groups.push({ parts: [part], size: own });
    else {
      last.parts.push(part);
      last.size = together;
    }
  }
  return groups.map((group) => group.parts);
}

class Cutter {
  private readonly parts: CutPart[] = [];
  private size = { rows: 0, fields: 0 };

  cut({ roots }: Question): CutQuestion {
    return { top: { roots: roots.map((root) => this.root(root)), isCut: true }, parts: this.parts };
  }

  private root(root: RootQuestion): RootQuestion {
    if (root.form === 'ROW') return { ...root, row: this.row(root.row, alone) };
    if (root.form === 'PAGE') return { ...root, page: this.page(root.page, ofMany) };
    if (root.form === 'ROWS')
      return { ...root, rows: new Map([...root.rows].map(([name, row]) => [name, this.row(row, ofMany)])) };
    if (root.form !== 'INBOX') return root;
    const parts = root.parts.map((part) => {
      if (part.form === 'OWNER') return { ...part, row: this.row(part.row, alone) };
      return part.form === 'PAGE' ? { ...part, page: this.page(part.page, ofMany) } : part;
    });
    return { ...root, parts };
  }

  // What is cut off side by side is one part.
  private row(row: RowQuestion, standing: Standing): RowQuestion {
    this.size.rows += 1;
    const fields: FieldQuestion[] = [];
    const run: FieldQuestion[] = [];
    const isEntry = standing.isEntry || row.isEntry;
    const endRun = (): void => {
      const [first] = run;
      const cutOff = { ...row, ...(isEntry && { isEntry }), fields: [...run] };
      if (first) fields.push({ form: 'CUT', key: first.key, part: this.part(cutOff, false) });
      run.length = 0;
    };
    for (const field of row.fields) {
      const kept = this.isFull() ? null : this.field(field, standing);
      if (kept === null) run.push(field);
      else {
        this.size.fields += 1;
        endRun();
        fields.push(kept);
      }
    }
    endRun();
    return { ...row, fields };
  }

  private isFull(): boolean {
    return this.size.rows > mostBegun.rows || this.size.fields > mostBegun.fields;
  }

  // Of a statement of its own.
  private part(row: RowQuestion, isList: boolean): number {
    const around = this.size;
    this.size = { rows: 0, fields: 0 };
    const cut = this.row(row, inTurn);
    this.size = around;
    this.parts.push({ row: cut, isList, size: sizeOf([cut]) });
    return this.parts.length - 1;
  }

  // Null for what is cut off.
  private field(field: FieldQuestion, standing: Standing): FieldQuestion | null {
    const { isSingle } = standing;
    const below = standing.linksToSingle ? alone : ofMany;
    switch (field.form) {
      case 'LINK':
      case 'ITEM':
        return { ...field, row: this.row(field.row, below) };
      case 'OBJECT':
        return field.field.isList && rowsBelow(field).length > 0 && !isSingle
          ? null
          : this.object(field, field.field.isList ? ofMany : below);
      case 'SHALLOW':
        return field.field.isList && !field.field.isPaged && !isSingle ? null : field;
      case 'LIST':
        return isSingle ? this.list(field) : null;
      case 'ITEMS':
        return isSingle ? { ...field, lists: field.lists.map((list) => this.list(list)) } : null;
      case 'PAGE':
        return isSingle ? { ...field, page: this.page(field.page, ofMany) } : null;
      case 'EMBEDDED':
        return isSingle ? { ...field, row: this.row(field.row, ofMany) } : null;
      case 'HISTORY':
        return isSingle || field.parts.every(({ form }) => form !== 'PAGE')
          ? { ...field, parts: field.parts.map((part) => this.historyPart(part, below)) }
          : null;
      default:
        return field;
    }
  }

  private list(list: ListQuestion): ListQuestion {
    const { resource } = list.row;
    this.size.rows += 1;
    const urn = { form: 'VALUE', key: 'urn', field: fieldOf(resource, 'urn') } as const;
    return { ...list, row: { resource, fields: [urn] }, part: this.part(list.row, true) };
  }

  private object(field: Extract<FieldQuestion, { form: 'OBJECT' }>, standing: Standing): FieldQuestion {
    const members = field.members.map((one) =>
      one.form === 'LINK' ? { ...one, row: this.row(one.row, standing) } : one,
    );
    return { ...field, members };
  }

  private historyPart(part: HistoryPart, below: Standing): HistoryPart {
    if (part.form === 'NOW') return { ...part, row: this.row(part.row, below) };
    return part.form === 'PAGE' ? { ...part, page: this.page(part.page, { ...ofMany, isEntry: true }) } : part;
  }

  private page(page: PageQuestion, standing: Standing): PageQuestion {
    const edge = (part: EdgePart): EdgePart =>
      part.form === 'NODE' ? { ...part, row: this.row(part.row, standing) } : part;
    const parts = page.parts.map((part): PagePart => {
      if (part.form === 'NODES') return { ...part, row: this.row(part.row, standing) };
      return part.form === 'EDGES' ? { ...part, parts: part.parts.map(edge) } : part;
    });
    return { ...page, parts };
  }
}
