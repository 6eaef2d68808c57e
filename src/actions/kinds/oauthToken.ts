// OAuth tokens: handed out by the OAuth endpoints alone, ended here like there. Whoever ends one token of a sign-in ends
// them all. Resource reference 7.5.
import { lockFamilyOf } from '../../database/oauthTokenStore.ts';
import { revokeTokens } from '../../database/accessStore.ts';
import { revokeTokensOfFamily } from '../handOutToken.ts';
import { removeRows } from '../removeRows.ts';
import type { Kind } from './kind.ts';

/** The hooks of OAuth tokens. */
export const oauthTokenKind: Kind = {
  async lockFirst({ transaction, urn }) {
    await lockFamilyOf(transaction, urn);
  },

  async remove(step, before) {
    const { context, transaction, resource, urn, now } = step;
    await revokeTokens(transaction, { token: urn }, now);
    const others = await revokeTokensOfFamily(context, transaction, String(before['familyUrn']), now, urn);
    return [...(await removeRows(step, resource, [urn])), ...others];
  },
};
