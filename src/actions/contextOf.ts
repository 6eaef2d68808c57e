// A context for work that no HTTP request asked for, such as the demo of the first start.
import { randomUUID } from 'node:crypto';
import type { Viewer } from '../domain/viewer.ts';
import type { Context, Services } from './context.ts';
import { makeLoaders } from './loaders.ts';
import { makeRemarks } from './remarks.ts';

/** A context with its own request id and nothing loaded yet. */
export function contextOf(services: Services, viewer: Viewer): Context {
  const nothing = { csrfToken: null, admission: null, remarks: makeRemarks(), acceptLanguage: null };
  return { ...services, viewer, requestId: randomUUID(), loaders: makeLoaders(services, viewer), ...nothing };
}
