// The rest of a list that is read a page at a time: a button that shows the next page below the one before.
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { texts } from '../texts/index.ts';

interface FurtherParts {
  /** The cursor of the next page; null when this is the last. */
  readonly after: string | null;
  readonly text?: string;
  readonly children: (after: string) => ReactNode;
}

export function Further({ after, text = texts.shell.more, children }: FurtherParts): ReactNode {
  const [isWanted, setWanted] = useState(false);
  if (after === null) return null;
  if (isWanted) return children(after);
  return (
    <p>
      <Button className="button small" onPress={() => setWanted(true)}>
        {text}
      </Button>
    </p>
  );
}

/** The cursor of the page after this one; null when there is none. */
export function nextOf(info: { readonly hasNextPage: boolean; readonly endCursor?: string | null }): string | null {
  return info.hasNextPage ? (info.endCursor ?? null) : null;
}
