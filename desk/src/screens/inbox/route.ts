// The inbox, a thread, and the threads and tasks of a page.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

export const inboxRoute = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./Inbox.tsx'), 'Inbox'),
});

export const threadRoute = createRoute({
  getParentRoute: () => root,
  path: '/thread/$urn',
  component: lazyRouteComponent(() => import('./Thread.tsx'), 'Thread'),
});

export const aroundRoute = createRoute({
  getParentRoute: () => root,
  path: '/page/$urn/around',
  component: lazyRouteComponent(() => import('./AroundPage.tsx'), 'AroundPage'),
});
