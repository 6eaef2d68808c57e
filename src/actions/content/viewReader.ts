// The caller as views see it: a RESTRICTED client reads them through its roles. Spec: Authentication 3; resource
// reference 7.2.
import { throughRoles } from '../../domain/viewer.ts';
import type { Context } from '../../engine/context.ts';

/** The context in which a view is read. */
export function asViewReader(context: Context): Context {
  if (!context.viewer.isRestricted) return context;
  return { ...context, viewer: throughRoles(context.viewer), loaders: context.loaders.inViews() };
}
