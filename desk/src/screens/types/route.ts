// The types of pages: their list, one of them, and a new one.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

export const typesRoute = createRoute({
  getParentRoute: () => root,
  path: '/types',
  component: lazyRouteComponent(() => import('./Types.tsx'), 'Types'),
});

export const newTypeRoute = createRoute({
  getParentRoute: () => root,
  path: '/types/new',
  component: lazyRouteComponent(() => import('./Type.tsx'), 'NewType'),
});

export const typeRoute = createRoute({
  getParentRoute: () => root,
  path: '/types/$urn',
  component: lazyRouteComponent(() => import('./Type.tsx'), 'Type'),
});
