// Where the navigation leads, in its order.
import { texts } from './texts/index.ts';

/** A place. */
export interface Place {
  readonly to: string;
  readonly text: string;
}

export const places: readonly Place[] = [
  { to: '/', text: texts.day.title },
  { to: '/content', text: texts.content.title },
  { to: '/assets', text: texts.assets.title },
  { to: '/types', text: texts.types.title },
  { to: '/board', text: texts.board.title },
  { to: '/inbox', text: texts.inbox.title },
  { to: '/people', text: texts.people.title },
  { to: '/operations', text: texts.operations.title },
  { to: '/trash', text: texts.trash.title },
];
