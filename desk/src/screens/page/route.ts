// A page: its form, and the page in time.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

export const pageRoute = createRoute({
  getParentRoute: () => root,
  path: '/page/$urn',
  component: lazyRouteComponent(() => import('./Page.tsx'), 'Page'),
});

export const timeRoute = createRoute({
  getParentRoute: () => root,
  path: '/page/$urn/time',
  component: lazyRouteComponent(() => import('./Time.tsx'), 'Time'),
});
