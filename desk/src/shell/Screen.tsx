// What each screen begins with: its title, which is that of the tab, too, and where the keyboard goes on after a way was
// followed.
import { useEffect, useRef, type ReactNode } from 'react';
import { texts } from '../texts/index.ts';

let isFirst = true;

interface ScreenParts {
  readonly title: string;
  /** What stands beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Screen({ title, actions, children }: ScreenParts): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${texts.shell.product}`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <div className="screen">
      <div className="head">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
