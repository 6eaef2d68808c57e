// What an answer shows that is kept for those who send the request again: its question asks for it, row by row.
import { randomUUID } from 'node:crypto';
import type { FieldQuestion, HistoryPart, PageQuestion, RowQuestion } from '../contract/question.ts';
import type { ShownRows } from '../domain/shownRows.ts';

/** What the names of the notes begin with: no field of an answer does, and no name in JSON of callers. */
const mark = `$shown ${randomUUID()} `;

/** The question, which asks something of each row, with a note of each row that it shows. */
export function withNotes(row: RowQuestion): RowQuestion {
  const lists = row.fields.filter((field) => field.form === 'SHALLOW').filter(({ field }) => field.isList);
  return {
    ...row,
    fields: [
      ...row.fields.map(ofField),
      { form: 'SHOWN', key: mark, list: null },
      ...lists.map(({ field: list }, at) => ({ form: 'SHOWN', key: `${mark}${String(at)}`, list }) as const),
    ],
  };
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
    // What shownSql of database/answers/shallow.ts writes: a note, or a list of them.
    const found = JSON.parse(written) as Note | readonly Note[];
    const all = (typeof found[0] === 'string' ? [found] : found) as readonly Note[];
    shown.note(all.map(([$kind, urn, $seesDrafts]) => ({ $kind, urn, $seesDrafts })));
    return '';
  });
}

type Note = readonly [kind: string, urn: string, seesDrafts: boolean];

// They stand behind what else is asked of the row. Names of kinds and urns hold no brackets.
const notes = new RegExp(`,"${mark.replace('$', '\\$')}\\d*":(\\[(?:[^\\[\\]]|\\[[^\\]]*\\])*\\])`, 'g');
