// My day.
import type { ReactNode } from 'react';
import { useMe } from '../../graph/me.ts';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';

export function Day(): ReactNode {
  const me = useMe();
  const name = me?.identity?.name;
  return <Screen title={texts.day.title}>{name ? <p>{texts.day.greeting(name)}</p> : null}</Screen>;
}
