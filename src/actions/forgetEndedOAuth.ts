// Forgets OAuth codes and tokens some time after they ended, in small batches. Resource reference 7.5.
import { forgetEndedCodes } from '../database/oauthCodeStore.ts';
import { forgetEndedTokens } from '../database/oauthTokenStore.ts';
import type { Services } from './context.ts';

const batch = 200;

/** Forgets all there is to forget; many processes may do so at once. */
export async function forgetEndedOAuth({ database }: Pick<Services, 'database'>): Promise<void> {
  while ((await forgetEndedCodes(database, batch)) === batch);
  while ((await forgetEndedTokens(database, batch)) === batch);
}
