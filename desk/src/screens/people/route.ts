// People, groups and roles, and who may do what with a page.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

export const shows = ['people', 'groups', 'roles', 'programs'] as const;
export type Shows = (typeof shows)[number];

/** What the address may hold. */
export interface PeopleSearch {
  readonly show?: Shows;
  readonly q?: string;
}

export const peopleRoute = createRoute({
  getParentRoute: () => root,
  path: '/people',
  validateSearch: ({ show, q }: Record<string, unknown>): PeopleSearch => ({
    show: shows.find((one) => one === show),
    q: typeof q === 'string' && q !== '' ? q : undefined,
  }),
  component: lazyRouteComponent(() => import('./People.tsx'), 'People'),
});

export const rightsRoute = createRoute({
  getParentRoute: () => root,
  path: '/page/$urn/rights',
  component: lazyRouteComponent(() => import('./Rights.tsx'), 'Rights'),
});
