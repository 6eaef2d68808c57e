// The root of all routes.
import { createRootRoute } from '@tanstack/react-router';
import { Missing } from './shell/Failed.tsx';
import { Shell } from './shell/Shell.tsx';

/** The parent of the route of each screen. */
export const root = createRootRoute({ component: Shell, notFoundComponent: Missing });
