// Writes demo content through the service's own actions.
import type { FirstTenant } from '../actions/bootstrap.ts';
import type { Services } from '../actions/context.ts';

/** Writes the demo; gives the token of a restricted content client. */
export async function writeDemo(_services: Services, _tenant: FirstTenant): Promise<string | null> {
  return null;
}
