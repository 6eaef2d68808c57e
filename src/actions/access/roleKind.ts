// Roles: the built-in ones stay as they are, and the lists of holders are MEMBER edges. Resource reference 2.5, 7.1.
import { ServiceError } from '../../domain/errors.ts';
import { decideMembers, writeMembers } from './members.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';

/** The hooks of roles. */
export const roleKind: Kind<'Role'> = {
  prepare(step) {
    if (step.operation === 'CREATE') step.values.isBuiltIn = false;
  },

  async decide(step) {
    if (step.before?.isBuiltIn === true && changesIt(step)) {
      throw new ServiceError('CONFLICT', 'A built-in role cannot be changed or deleted; who holds it can.');
    }
    if (step.operation !== 'DELETE') await decideMembers(step);
  },

  async after(step) {
    if (step.operation !== 'DELETE') await writeMembers(step);
  },
};

// Sent back as it was read, a role is not changed.
function changesIt({ operation, values, before }: WriteContext<'Role'>): boolean {
  if (operation === 'DELETE') return true;
  return (['name', 'description'] as const).some(
    (name) => values[name] !== undefined && values[name] !== before?.[name],
  );
}
