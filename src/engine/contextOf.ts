// A context for work outside of HTTP requests, such as the demo of the first start.
import { randomUUID } from 'node:crypto';
import type { Viewer } from '../domain/viewer.ts';
import type { Context, Services } from './context.ts';
import { makeLoaders } from './loaders.ts';
import { createRequestBudget, unlimited } from './requestBudget.ts';
import { createWarnings } from './warnings.ts';

/** A context with its own request id and nothing loaded yet. */
export function contextOf(services: Services, viewer: Viewer): Context {
  return {
    viewer,
    requestId: randomUUID(),
    address: '',
    loaders: makeLoaders(services, viewer),
    budget: createRequestBudget(unlimited),
    onlyReads: () => undefined,
    csrfToken: null,
    admission: null,
    remarks: createWarnings(),
    acceptLanguage: null,
    ...services,
  };
}
