// The context of a request on the fast paths.
import type { Context } from '../engine/context.ts';
import type { Admission } from '../domain/requestLimits.ts';
import { makeLoaders } from '../engine/loaders.ts';
import { createRequestBudget } from '../engine/requestBudget.ts';
import { createWarnings } from '../engine/warnings.ts';
import { databaseOf, type FastPathParts, type FastRequest } from './fastPath.ts';

interface FastContextParts {
  readonly admission: Admission | null;
  /** How it is known that the decision about the caller still holds. */
  readonly held: Pick<Context, 'requireHeld' | 'decidedUnder'>;
  /** The database as far as the fast path may use it. */
  readonly limited: (database: Context['database']) => Context['database'];
}

/** As requests have it, without what these paths do not use. */
export function fastContext(
  parts: FastPathParts,
  call: FastRequest,
  { admission, held, limited }: FastContextParts,
): Context {
  const { request, id, services, viewer } = call;
  const budget = createRequestBudget(parts.budget);
  const database = limited(databaseOf(call, budget, request.method === 'GET'));
  const now = { ...services, database };
  // The services last: V8 takes fifty times as long to add members to a copy (docs/performance.md).
  return {
    viewer,
    requestId: id,
    // Nothing on these paths waits for its turn by it.
    address: '',
    onlyReads: () => undefined,
    loaders: makeLoaders(now, viewer, budget),
    csrfToken: null,
    admission,
    budget,
    remarks: createWarnings(),
    acceptLanguage: request.headers['accept-language'] ?? null,
    ...held,
    ...now,
  };
}
