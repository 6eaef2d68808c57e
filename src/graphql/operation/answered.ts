// What statements answer in operations that are executed.
import { isObject } from '../../contract/scalarRules.ts';
import type { AnsweredRow } from '../../engine/answerRows.ts';

/** What a statement has answered, by the names of the answer. Its objects are counted already. */
export class Answered {
  readonly members: AnsweredRow;

  constructor(members: AnsweredRow) {
    this.members = members;
  }
}

/** Whether a statement has answered the value, and counted it. */
export const isAnswered = (value: unknown): boolean => value instanceof Answered;

/** Reads what is selected of a row at hand and not at hand itself, once; null where it may not be read. */
export type Rest = () => Promise<AnsweredRow | null>;

/** The member of a row that holds it. */
export const restKey = '$rest';

/** Whether a statement will be asked about the row, and count it. */
export const isAsked = (row: unknown): boolean => isObject(row) && row[restKey] !== undefined;

/** A row of which nothing is at hand: what is selected of it is asked for as a whole, and it is null where it may not be read. */
export class Named {
  readonly kind: string;
  readonly urn: string;

  constructor(kind: string, urn: string) {
    this.kind = kind;
    this.urn = urn;
  }
}
