// Why a change was not made, where it was asked for.
import type { ReactNode } from 'react';
import type { Refusal } from '../graph/refusal.ts';

export function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }): ReactNode {
  if (refusals.length === 0) return null;
  return (
    <ul role="alert" className="bad">
      {refusals.map(({ message, path }) => (
        <li key={`${path ?? ''}${message}`}>
          {path ? `${path.replace('/', '')}: ` : ''}
          {message}
        </li>
      ))}
    </ul>
  );
}
