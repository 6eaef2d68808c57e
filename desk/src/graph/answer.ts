// What is said when a change was made or refused, where a form has no place of its own for it.
import type { CombinedError } from '@urql/core';
import { say } from '../notices.ts';
import { texts } from '../texts/index.ts';
import { refusalsOf } from './refusal.ts';

/** Says that it was made, in these words, or why it was refused; true when it was made. */
export function tell(
  error: CombinedError | undefined,
  payload: Parameters<typeof refusalsOf>[1],
  made: string,
): boolean {
  const [refusal] = refusalsOf(error, payload);
  if (refusal) say(texts.shell.refused(refusal.message), true);
  else say(made);
  return !refusal;
}
