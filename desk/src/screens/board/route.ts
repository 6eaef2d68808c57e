// The board of a workflow, and the page of a task.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

/** What the address of the board may hold. */
export interface BoardSearch {
  readonly workflow?: string;
  readonly project?: string;
}

function text(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' ? given : undefined;
}

export const boardRoute = createRoute({
  getParentRoute: () => root,
  path: '/board',
  validateSearch: (given: Record<string, unknown>): BoardSearch => ({
    workflow: text(given['workflow']),
    project: text(given['project']),
  }),
  component: lazyRouteComponent(() => import('./Board.tsx'), 'Board'),
});

export const taskRoute = createRoute({
  getParentRoute: () => root,
  path: '/task/$urn',
  component: lazyRouteComponent(() => import('./Task.tsx'), 'Task'),
});
