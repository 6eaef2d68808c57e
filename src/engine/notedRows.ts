// What an answer shows that is kept for those who send the request again: its question asks for it, row by row.
import { randomUUID } from 'node:crypto';
import type { FieldQuestion, HistoryPart, PageQuestion, RowQuestion } from '../contract/question.ts';
import type { ShownRows } from '../domain/shownRows.ts';

/** The name of the notes: no field of an answer has it, and nothing in JSON of callers. */
const mark = `$shown ${randomUUID()}`;

/**
 * The question, which asks something of each row and shows no lists of links alone, with a note of each row that it shows. What the caller
 * has made in this request is noted by who shows it.
 */
export function withNotes(row: RowQuestion): RowQuestion {
  const fields = row.fields.map(ofField);
  return { ...row, fields: row.isMade ? fields : [...fields, { form: 'SHOWN', key: mark }] };
}

function ofField(question: FieldQuestion): FieldQuestion {
  switch (question.form) {
    case 'LINK':
    case 'LIST':
    case 'ITEM':
    case 'EMBEDDED':
      return { ...question, row: withNotes(question.row) };
    case 'ITEMS':
      return { ...question, lists: question.lists.map((list) => ({ ...list, row: withNotes(list.row) })) };
    case 'OBJECT': {
      const members = question.members.map((one) => (one.form === 'LINK' ? { ...one, row: withNotes(one.row) } : one));
      return { ...question, members };
    }
    case 'PAGE':
      return { ...question, page: ofPage(question.page) };
    case 'HISTORY':
      return { ...question, parts: question.parts.map(ofHistory) };
    default:
      return question;
  }
}

function ofHistory(part: HistoryPart): HistoryPart {
  if (part.form === 'NOW') return { ...part, row: withNotes(part.row) };
  return part.form === 'PAGE' ? { ...part, page: ofPage(part.page) } : part;
}

function ofPage(page: PageQuestion): PageQuestion {
  const parts = page.parts.map((part) => {
    if (part.form === 'NODES') return { ...part, row: withNotes(part.row) };
    if (part.form !== 'EDGES') return part;
    return {
      ...part,
      parts: part.parts.map((one) => (one.form === 'NODE' ? { ...one, row: withNotes(one.row) } : one)),
    };
  });
  return { ...page, parts };
}

/** Takes the notes out of what was answered to such a question, as compact JSON, and gives the rest. */
export function takeNotes(shown: ShownRows, text: string): string {
  return text.replaceAll(notes, (_, written: string) => {
    // As shownSql of database/answers/shallow.ts writes it.
    const [$kind, urn, $seesDrafts] = JSON.parse(written) as readonly [string, string, boolean];
    shown.note({ $kind, urn, $seesDrafts });
    return '';
  });
}

// They stand behind what else is asked of the row. Names of kinds and urns hold no brackets.
const notes = new RegExp(`,"${mark.replace('$', '\\$')}":(\\[[^\\]]*\\])`, 'g');
