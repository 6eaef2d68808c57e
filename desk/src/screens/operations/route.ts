// Operations: what happens in the service, for those who keep it running.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

export const operationsRoute = createRoute({
  getParentRoute: () => root,
  path: '/operations',
  component: lazyRouteComponent(() => import('./Operations.tsx'), 'Operations'),
});
