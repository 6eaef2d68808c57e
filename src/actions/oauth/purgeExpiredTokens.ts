// Forgets OAuth codes and tokens some time after they ended, in small batches. Resource reference 7.5.
import { purgeExpiredCodes } from '../../database/oauth/oauthCodeStore.ts';
import { purgeExpiredTokens } from '../../database/oauth/oauthTokenStore.ts';
import type { Services } from '../../engine/context.ts';

const batch = 200;

/** Forgets all there is to forget; many processes may do so at once. */
export async function purgeExpiredOAuth({ database }: Pick<Services, 'database'>): Promise<void> {
  while ((await purgeExpiredCodes(database, batch)) === batch);
  while ((await purgeExpiredTokens(database, batch)) === batch);
}
