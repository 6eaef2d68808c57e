// Which API clients are near a limit, for those who may read them. Resource reference 1.10.
import { checkLimit } from '../../contract/listQuery.ts';
import { resourceOf } from '../../contract/resource.ts';
import { quotaUse, type QuotaUse } from '../../database/access/quotaStore.ts';
import { readScope, requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** At most `first`, those nearest to a limit first; empty where no limits apply. UNAUTHENTICATED without a token. */
export async function readQuotaUse(context: Context, first: number | null): Promise<readonly QuotaUse[]> {
  requireCaller(context.viewer);
  const limit = checkLimit(first, 'first');
  if (!context.admission) return [];
  const scope = readScope(context.viewer, resourceOf(context.contract, 'ApiClient'));
  return quotaUse(context.database, scope, context.admission.rules, limit);
}
