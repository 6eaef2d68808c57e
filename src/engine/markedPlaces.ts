// Places in an answer, for what the database does not make: each is the mark with JSON behind it, inside of a JSON string. They are
// written by database/answers: a cursor by pages.ts, what a kind makes of columns by values.ts, a part of a cut question by
// answerStatement.ts.
import { createHmac } from 'node:crypto';
import type { Answered } from '../database/answers/answerStatement.ts';

/** What a place says of itself. */
export type Place = readonly unknown[];

/** What stands before places: the same for all processes of one database, and not known outside. */
export function markOf(key: Buffer): string {
  const mark =
    marks.get(key) ?? `place-${createHmac('sha256', key).update('place in an answer').digest('hex').slice(0, 24)}`;
  marks.set(key, mark);
  return mark;
}

// Only a cache of what `markOf` answers.
const marks = new WeakMap<Buffer, string>();

/** The places in a text: what is behind the mark is the first group, for `placeOf`. */
export const placesIn = (mark: string): RegExp => new RegExp(`"${mark}((?:[^"\\\\]|\\\\.)*)"`, 'g');

/** What is behind the mark. */
export const placeOf = (written: string): Place => JSON.parse(JSON.parse(`"${written}"`) as string) as Place;

/** The answer with a text at each place, as a JSON string. */
export function filled(text: Answered['text'], mark: string, textAt: (place: Place) => string): Answered['text'] {
  const written = (place: string): string => JSON.stringify(textAt(placeOf(place)));
  if (typeof text === 'string') return text.replaceAll(placesIn(mark), (_, place: string) => written(place));
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
