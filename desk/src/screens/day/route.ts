// My day: what waits for the person who opens the desk.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

export const dayRoute = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./Day.tsx'), 'Day'),
});
