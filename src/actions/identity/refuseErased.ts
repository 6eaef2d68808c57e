// What belonged to an identity that was erased does not come back: nothing is left of it.
import { isOfEnded } from '../../database/identity/identityEndStore.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Kind } from '../../engine/kind.ts';

/** The kind, as one that lives in an identity. */
export function partOfIdentity<Name extends string>(kind: Kind<Name>): Kind<Name> {
  return {
    ...kind,
    async after(step, written) {
      const { transaction, operation, urn } = step;
      if (operation === 'RESTORE' && (await isOfEnded(transaction, urn))) {
        throw new ServiceError('CONFLICT', 'The identity was erased.');
      }
      await kind.after?.(step, written);
    },
  };
}
