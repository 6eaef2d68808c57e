// The list of pages; what it is filtered by stands in the address.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

/** What the address may hold. */
export interface ContentSearch {
  readonly q?: string;
  readonly language?: string;
  readonly status?: Status;
  readonly audience?: Audience;
  /** The urn of a type. */
  readonly type?: string;
  readonly sort?: Sort;
  readonly view?: 'tree';
  readonly under?: string;
}

export const statuses = ['DRAFT_UNPUBLISHED', 'PUBLISH_PENDING', 'PUBLISHED', 'PUBLISHED_WITH_DRAFTS'] as const;
export type Status = (typeof statuses)[number];
export const audiences = ['EVERYONE', 'GRANTED'] as const;
export type Audience = (typeof audiences)[number];
export const sorts = ['edited', 'name', 'path', 'live'] as const;
export type Sort = (typeof sorts)[number];

function one<T extends string>(allowed: readonly T[], given: unknown): T | undefined {
  return allowed.find((value) => value === given);
}

function text(given: unknown): string | undefined {
  return (typeof given === 'string' || typeof given === 'number') && given !== '' ? String(given) : undefined;
}

export const contentRoute = createRoute({
  getParentRoute: () => root,
  path: '/content',
  validateSearch: (given: Record<string, unknown>): ContentSearch => ({
    q: text(given['q']),
    language: text(given['language']),
    status: one(statuses, given['status']),
    audience: one(audiences, given['audience']),
    type: text(given['type']),
    sort: one(sorts, given['sort']),
    view: one(['tree'] as const, given['view']),
    under: text(given['under']),
  }),
  component: lazyRouteComponent(() => import('./Content.tsx'), 'Content'),
});
