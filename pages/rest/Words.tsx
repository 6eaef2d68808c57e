// A description as its writers mean it: what stands between backticks is code.
import type { ReactNode } from 'react';

/** The text with its code. */
export function Words({ text }: { text: string }): ReactNode {
  return text.split('`').map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece));
}
