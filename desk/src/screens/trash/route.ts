// What was deleted.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

/** What the address may hold. */
export interface TrashSearch {
  readonly kind?: string;
}

export const trashRoute = createRoute({
  getParentRoute: () => root,
  path: '/trash',
  validateSearch: ({ kind }: Record<string, unknown>): TrashSearch => ({
    kind: typeof kind === 'string' && kind !== '' ? kind : undefined,
  }),
  component: lazyRouteComponent(() => import('./Trash.tsx'), 'Trash'),
});
