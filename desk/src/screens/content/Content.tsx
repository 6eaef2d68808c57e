// The list of pages.
import type { ReactNode } from 'react';
import { Screen } from '../../shell/Screen.tsx';
import { texts } from '../../texts/index.ts';

export function Content(): ReactNode {
  return <Screen title={texts.content.title}>{null}</Screen>;
}
