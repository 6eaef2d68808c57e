// What belonged to an identity that was erased does not come back: nothing is left of it.
import { isOfEnded } from '../../database/identityEndStore.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Kind } from './kind.ts';

/** The hook of the kinds that live in an identity. */
export const refuseErased: Pick<Kind, 'restored'> = {
  async restored({ context, transaction, urn }) {
    if (!(await isOfEnded(transaction, context.contract, urn))) return;
    throw new ServiceError('CONFLICT', 'The identity was erased.');
  },
};
