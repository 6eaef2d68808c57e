// What an answer shows that is kept for those who send the request again: its question asks for it, row by row.
import { randomUUID } from 'node:crypto';
import type { FieldQuestion, HistoryPart, PageQuestion, RowQuestion } from '../contract/question.ts';
import { isObject } from '../contract/scalarRules.ts';
import type { ShownRows } from '../domain/shownRows.ts';

/** What the names of the notes begin with: no field of an answer does, and no name in JSON of callers. */
const mark = `$shown ${randomUUID()} `;

/** The question, with a note of each row that it shows. */
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

/** Takes the notes out of what was answered to such a question. */
export function takeNotes(shown: ShownRows, answered: unknown): void {
  if (Array.isArray(answered)) {
    for (const one of answered as readonly unknown[]) takeNotes(shown, one);
    return;
  }
  if (!isObject(answered)) return;
  for (const [name, value] of Object.entries(answered)) {
    if (name.startsWith(mark)) {
      note(shown, value);
      // It is not sent.
      Reflect.deleteProperty(answered, name);
    } else takeNotes(shown, value);
  }
}

type Note = readonly [kind: string, urn: string, seesDrafts: boolean];

function note(shown: ShownRows, value: unknown): void {
  // What shownSql of database/answers/shallow.ts writes: a note, or a list of them.
  const notes = (typeof (value as Note)[0] === 'string' ? [value] : value) as readonly Note[];
  shown.note(notes.map(([$kind, urn, $seesDrafts]) => ({ $kind, urn, $seesDrafts })));
}
