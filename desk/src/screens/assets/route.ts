// The files of the companies, and one of them.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../root.ts';

export const fileKinds = ['image', 'video', 'audio', 'other'] as const;
export type FileKind = (typeof fileKinds)[number];

/** What the address may hold. */
export interface AssetsSearch {
  readonly q?: string;
  readonly kind?: FileKind;
}

export const assetsRoute = createRoute({
  getParentRoute: () => root,
  path: '/assets',
  validateSearch: ({ q, kind }: Record<string, unknown>): AssetsSearch => ({
    q: typeof q === 'string' && q !== '' ? q : undefined,
    kind: fileKinds.find((one) => one === kind),
  }),
  component: lazyRouteComponent(() => import('./Assets.tsx'), 'Assets'),
});

export const assetRoute = createRoute({
  getParentRoute: () => root,
  path: '/assets/$urn',
  component: lazyRouteComponent(() => import('./Asset.tsx'), 'Asset'),
});
