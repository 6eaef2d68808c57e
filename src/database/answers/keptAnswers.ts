// Statements of questions that were put before. Their texts follow from the question and from the shape of the viewer, so
// that viewers of one shape share a text, and PostgreSQL prepares and plans it once per connection.
import { LRUCache } from 'lru-cache';
import type { Input, Question } from '../../contract/question.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { nameOf, type Statement } from '../connection/statement.ts';
import { InputHole, writeAnswer, type AnswerText } from './answerStatement.ts';

interface Kept {
  readonly name: string;
  readonly answer: AnswerText;
}

// Only a cache of what `writeAnswer` returns: it goes with the question, and with the viewer. Null for what is not covered.
const kept = new WeakMap<Question, WeakMap<Viewer, Kept | null>>();

// The texts that may be prepared, by their names. A document that is sent once costs no connection a prepared statement:
// a text is named when it is put for the second time.
const named = new LRUCache<string, string>({ max: 200 });

/** The statement that answers the question for the viewer; null when it is not covered (answerStatement.ts). */
export function answerStatement(
  question: Question,
  viewer: Viewer,
  baseUrl: string,
  inputs: readonly Input[],
): Statement | null {
  const ofViewers = kept.get(question) ?? new WeakMap<Viewer, Kept | null>();
  kept.set(question, ofViewers);
  let one = ofViewers.get(viewer);
  if (one === undefined) {
    one = written(question, viewer, baseUrl);
    ofViewers.set(viewer, one);
  }
  if (one === null) return null;
  const { name, answer } = one;
  const values = answer.values.map((value) => (value instanceof InputHole ? inputs[value.input] : value));
  if (named.get(name) !== undefined) return { text: answer.text, values, name };
  named.set(name, answer.text);
  return { text: answer.text, values };
}

function written(question: Question, viewer: Viewer, baseUrl: string): Kept | null {
  const answer = writeAnswer(question, viewer, baseUrl);
  if (answer === null) return null;
  const name = nameOf(answer.text);
  const text = named.get(name) ?? answer.text;
  return { name, answer: { ...answer, text } };
}
