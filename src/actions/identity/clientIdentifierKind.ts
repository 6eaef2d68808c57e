// The names other systems know identities by: one identity per name while it has not expired. Spec: Client Identifier;
// resource reference 4.8.
import { releaseExpired } from '../../database/identity/identityStore.ts';
import { isAtOrBefore } from '../../domain/instant.ts';
import { refuseAnonymous } from './contactKinds.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';

const keyFields = ['domain', 'token', 'expiresTimestamp'] as const;

/** Uniqueness is the database's; here an expired name is taken out of its reach, and a renewed one put back into it. */
export const clientIdentifierKind: Kind<'ClientIdentifier'> = {
  async prepare(step) {
    refuseAnonymous(step);
    if (step.operation === 'DELETE' || !isTouched(step)) return;
    const now = { ...step.before, ...step.values };
    const end = now.expiresTimestamp;
    const isExpired = typeof end === 'string' && isAtOrBefore(end, step.now);
    step.hidden['is_released'] = isExpired;
    const { domain, token } = now;
    // Without a place to live there is no owner: that is refused already.
    if (isExpired || step.owner === '' || typeof domain !== 'string' || typeof token !== 'string') return;
    await releaseExpired(step.transaction, { owner: step.owner, domain, token }, step.now);
  },
};

function isTouched({ before, values }: WriteContext<'ClientIdentifier'>): boolean {
  return before === null || keyFields.some((name) => values[name] !== undefined && values[name] !== before[name]);
}
