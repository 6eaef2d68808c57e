// The list of pages; what it is filtered by stands in the address.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

export const contentRoute = createRoute({
  getParentRoute: () => root,
  path: '/content',
  component: lazyRouteComponent(() => import('./Content.tsx'), 'Content'),
});
