// The routes of all screens, each in a file of its own, below /desk.
import { createRouter } from '@tanstack/react-router';
import { root } from './root.ts';
import { dayRoute } from './screens/day/route.ts';
import { contentRoute } from './screens/content/route.ts';
import { pageRoute, timeRoute } from './screens/page/route.ts';
import { assetRoute, assetsRoute } from './screens/assets/route.ts';
import { boardRoute, taskRoute } from './screens/board/route.ts';
import { aroundRoute, inboxRoute, threadRoute } from './screens/inbox/route.ts';
import { trashRoute } from './screens/trash/route.ts';
import { newTypeRoute, typeRoute, typesRoute } from './screens/types/route.ts';
import { operationsRoute } from './screens/operations/route.ts';
import { peopleRoute, rightsRoute } from './screens/people/route.ts';
import { Failed, Loading } from './shell/Failed.tsx';

/** The router of the desk. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...[dayRoute, contentRoute, pageRoute, timeRoute, aroundRoute, rightsRoute],
    ...[boardRoute, taskRoute, inboxRoute, threadRoute, trashRoute, peopleRoute, operationsRoute],
    ...[assetsRoute, assetRoute, typesRoute, newTypeRoute, typeRoute],
  ]),
  basepath: '/desk',
  defaultPreload: 'intent',
  defaultErrorComponent: Failed,
  defaultPendingComponent: Loading,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
