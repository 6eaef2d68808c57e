// How much the lists of one answer may hold. PostgreSQL works an answer out as a whole before any of it is sent, so that
// each list in it gets its part of what a request may read, ahead; a list that is longer ends the statement, and the
// loaders, which count while they read, take over.
import type { FieldQuestion, Question, RowQuestion } from '../../contract/question.ts';
import { NotCovered } from './notCovered.ts';

/** What one list may hold. */
export interface ListBound {
  readonly rows: number;
  /** Of its JSON text. */
  readonly bytes: number;
}

/** What a statement may say in all; beyond it, planning costs more than it saves. */
const most = { rows: 60, fields: 800 } as const;

/** What all lists together may hold. */
const mostInAll = { rows: 100_000, bytes: 24 * 1024 * 1024 } as const;
/** No list gets more rows than this, and none fewer bytes. */
const mostRows = 1_000;
const leastBytes = 64 * 1024;
/** How many rows a short list is taken to hold when those inside it share what is left. */
const usualList = 10;

/** The bounds of every list in the question. Throws NotCovered for a question that is too large itself. */
export function listBounds({ roots }: Question): ReadonlyMap<FieldQuestion, ListBound> {
  const lists: { readonly list: FieldQuestion; readonly above: number; readonly below: number }[] = [];
  const size = { rows: 0, fields: 0 };
  // Returns how many lists stand inside one another below the row.
  const visit = (row: RowQuestion, above: number): number => {
    size.rows += 1;
    size.fields += row.fields.length;
    if (size.rows > most.rows || size.fields > most.fields) throw new NotCovered();
    const depths = row.fields.map((field) => {
      if (!('row' in field)) return 0;
      if (field.form === 'LINK') return visit(field.row, above);
      const below = visit(field.row, above + 1);
      lists.push({ list: field, above, below });
      return below + 1;
    });
    return Math.max(0, ...depths);
  };
  for (const root of roots) if ('row' in root) visit(root.row, 0);
  const share = { rows: mostInAll.rows / lists.length, bytes: mostInAll.bytes / lists.length };
  return new Map(
    lists.map(({ list, above, below }) => [
      list,
      {
        rows: Math.max(1, Math.min(mostRows, Math.floor(share.rows ** (1 / (above + 1 + below))))),
        bytes: Math.max(leastBytes, Math.floor(share.bytes / usualList ** above)),
      },
    ]),
  );
}
