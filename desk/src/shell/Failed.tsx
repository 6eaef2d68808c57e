// In place of a screen that could not be shown, or that there is not.
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { texts } from '../texts/index.ts';
import { Screen } from './Screen.tsx';

export function Failed({ error, reset }: ErrorComponentProps): ReactNode {
  const words = texts.shell;
  return (
    <Screen title={words.failed}>
      <p role="alert">{words.failedText}</p>
      <p className="soft">{error instanceof Error ? error.message : ''}</p>
      <Button className="button" onPress={reset}>
        {words.again}
      </Button>
    </Screen>
  );
}

export function Missing(): ReactNode {
  return (
    <Screen title={texts.shell.notFound}>
      <p>
        <Link to="/">{texts.shell.toStart}</Link>
      </p>
    </Screen>
  );
}

export function Loading(): ReactNode {
  return <p className="soft loading">{texts.shell.loading}</p>;
}
