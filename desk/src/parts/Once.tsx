// A secret that is shown once: to be copied now, and closed when it was.
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { say } from '../notices.ts';
import { texts } from '../texts/index.ts';

interface OnceParts {
  /** What it is, and what to do with it. */
  readonly text: string;
  readonly secret: string;
  readonly done: () => void;
}

export function Once({ text, secret, done }: OnceParts): ReactNode {
  const words = texts.shell;
  // Browsers have no clipboard for pages that came over plain HTTP from another machine.
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  return (
    <div role="alert" className="conflict wide">
      <p>{text}</p>
      <pre tabIndex={0}>{secret}</pre>
      <div className="row">
        {clipboard ? (
          <Button
            className="button"
            onPress={() =>
              void clipboard.writeText(secret).then(
                () => say(words.copied),
                () => say(words.notCopied, true),
              )
            }
          >
            {words.copy}
          </Button>
        ) : null}
        <Button className="button" onPress={done}>
          {words.haveIt}
        </Button>
      </div>
    </div>
  );
}
