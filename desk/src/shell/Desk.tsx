// What stands around all screens: the client of the graph, the router, and the follower of changes.
import { RouterProvider as RouterOfScreens } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Provider } from 'urql';
import { graph } from '../graph/client.ts';
import { router } from '../router.ts';

export function Desk(): ReactNode {
  return (
    <Provider value={graph}>
      <RouterOfScreens router={router} />
    </Provider>
  );
}
