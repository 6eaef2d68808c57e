// A page: its form, and the page in time.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

/** What the address may hold. */
interface PageSearch {
  /** The urn of the page whose values stand beside the form. */
  readonly beside?: string;
}

export const pageRoute = createRoute({
  getParentRoute: () => root,
  path: '/page/$urn',
  validateSearch: (given: Record<string, unknown>): PageSearch => ({
    beside: typeof given['beside'] === 'string' ? given['beside'] : undefined,
  }),
  component: lazyRouteComponent(() => import('./Page.tsx'), 'Page'),
});

export const timeRoute = createRoute({
  getParentRoute: () => root,
  path: '/page/$urn/time',
  component: lazyRouteComponent(() => import('./Time.tsx'), 'Time'),
});
