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

/** What did not come back, in sentences; empty when everything did. */
export function notRestored(extensions: Readonly<Record<string, unknown>> | undefined): string {
  const { warnings = [] } = (extensions ?? {}) as {
    readonly warnings?: readonly { readonly code: string; readonly message: string }[];
  };
  return warnings.flatMap(({ code, message }) => (code === 'NOT_RESTORED' ? [message] : [])).join(' ');
}
