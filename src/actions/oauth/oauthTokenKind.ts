// OAuth tokens: issued by the OAuth endpoints alone, revoked here as well as there. Revoking one token of a sign-in revokes
// them all. Resource reference 7.5.
import { lockFamilyOf } from '../../database/oauth/oauthTokenStore.ts';
import { revokeTokens } from '../../database/access/accessStore.ts';
import { revokeTokensOfFamily } from './issueToken.ts';
import { removeRows } from '../../engine/removeRows.ts';
import type { Kind } from '../../engine/kind.ts';

/** The hooks of OAuth tokens. */
export const oauthTokenKind: Kind<'OAuthToken'> = {
  async lock({ transaction, operation, urn }) {
    if (operation === 'UPDATE' || operation === 'DELETE') await lockFamilyOf(transaction, urn);
    return undefined;
  },

  async decide(step) {
    const { context, transaction, resource, operation, urn, before, now } = step;
    if (operation !== 'DELETE' || before === null) return undefined;
    await revokeTokens(transaction, { token: urn }, now);
    const others = await revokeTokensOfFamily(context, transaction, { familyUrn: before.familyUrn, now, except: urn });
    return [...(await removeRows(step, resource, [urn])), ...others];
  },
};
