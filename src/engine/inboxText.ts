// An inbox as JSON text that is passed on as it is, read by one statement (database/answers/inbox.ts). Resource reference 6.6.
import type { EmbeddedInput, PageInput, Question, RowQuestion } from '../contract/question.ts';
import { ServiceError } from '../domain/errors.ts';
import { answerQuestion } from './answerQuestion.ts';
import type { Context } from './context.ts';
import { pageIn, pageParts, type TextPage } from './listText.ts';

/** A page of an inbox whose rows are JSON text, with what is unread in all of it. */
export interface TextInbox extends TextPage {
  readonly unreadThreadCount: number;
  readonly unreadMentionCount: number;
}

/**
 * Reads the inbox of the identity, each notification as `row`, which names the pages embedded in what it leads to as inputs from 2 on.
 * UNAVAILABLE where it is changed faster than it is read.
 */
export async function inboxText(
  context: Context,
  { identity, ...page }: PageInput & { readonly identity: string },
  { row, inside }: { readonly row: RowQuestion; readonly inside: readonly EmbeddedInput[] },
): Promise<TextInbox> {
  const answered = await answerQuestion(context, questionOf(row), [page, identity, ...inside]);
  if (answered === null) throw new ServiceError('UNAVAILABLE');
  const text = String(answered.text);
  const at = text.indexOf(pageBegins);
  // The question says what stands there.
  const { data } = JSON.parse(`${text.slice(0, at)}}}}`) as { readonly data: { readonly read: Unread } };
  const rows = text.slice(at + pageBegins.length, -end.length);
  return { ...pageIn(`{"data":{"read":${rows}}}`, page.query), ...data.read };
}

type Unread = Pick<TextInbox, 'unreadThreadCount' | 'unreadMentionCount'>;

const pageBegins = ',"page":';
const end = '}}}';

// Statements are kept with the question they answer: the same question is put again.
const questions = new WeakMap<RowQuestion, Question>();

function questionOf(row: RowQuestion): Question {
  const known = questions.get(row) ?? inboxQuestion(row);
  questions.set(row, known);
  return known;
}

function inboxQuestion(row: RowQuestion): Question {
  const { resource } = row;
  const parts = [
    { form: 'THREADS', key: 'unreadThreadCount' },
    { form: 'MENTIONS', key: 'unreadMentionCount' },
    { form: 'PAGE', key: 'page', page: { resource, input: 0, parts: pageParts(row, false) } },
  ] as const;
  return { isBody: true, roots: [{ form: 'INBOX', key: 'read', notification: resource, parts, input: 1 }] };
}
