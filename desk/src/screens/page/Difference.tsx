// Two values of an item as one text, with what was removed and what was added.
import { diffWordsWithSpace } from 'diff';
import type { ReactNode } from 'react';
import { texts } from '../../texts/index.ts';

const words = texts.page.values;

/** Longer ones are shown as they are: comparing them would stop the tab. */
const longestCompared = 20_000;

interface DifferenceParts {
  /** Absent where there was none. */
  readonly before: string | undefined;
  readonly after: string;
}

export function Difference({ before, after }: DifferenceParts): ReactNode {
  if (before === undefined || before.length + after.length > longestCompared)
    return (
      <pre className="difference" tabIndex={0} aria-label={words.first}>
        {after}
      </pre>
    );
  return (
    <pre className="difference" tabIndex={0} aria-label={words.against}>
      {diffWordsWithSpace(before, after).map((part, index) => {
        const key = `${index}`;
        if (part.added) return <ins key={key}>{part.value}</ins>;
        return part.removed ? <del key={key}>{part.value}</del> : <span key={key}>{part.value}</span>;
      })}
    </pre>
  );
}
