// Persons and their names: a birth date that has been, one preferred name, and the name they lend to their identity.
// Resource reference 4.4, 4.5.
import { nameUnnamed } from '../../database/identity/identityStore.ts';
import { displayName, type NameParts } from '../../domain/personName.ts';
import { announceChanges } from '../../engine/announcements.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { requireOneFlag, exclusiveFlag } from '../../engine/exclusiveFlag.ts';

/** Persons: their date of birth, and the name they lend. */
export const personKind: Kind = {
  prepare(step) {
    const { birthDate } = step.values;
    const today = step.now.slice(0, 10);
    // A partial date is in the future when all of it is: the present year and month come before each of their days.
    if (typeof birthDate === 'string' && birthDate > today) {
      const message = 'A date of birth is not in the future.';
      step.violations.push({ path: `${step.path}/birthDate`, code: 'OUT_OF_RANGE', message, limit: today });
    }
    requireOneFlag(step, 'names', 'isPreferred');
  },

  async after(step, written) {
    const { names } = step.values;
    if (step.operation !== 'CREATE' || !Array.isArray(names)) return;
    // checkInput made each element an object of canonical values.
    const [first] = names as readonly NameParts[];
    if (first) await lendName(step, String(written['identity']), first);
  },
};

const preferred = exclusiveFlag('isPreferred');

/** Names of persons: one is preferred, and the first names the identity. */
export const personNameKind: Kind = {
  lock: preferred.lock,
  decide: preferred.decide,
  async after(step, written) {
    await preferred.after(step, written);
    const identity = step.container?.['identity'];
    if (step.operation === 'CREATE' && typeof identity === 'string') {
      const { givenName, familyName } = written;
      await lendName(step, identity, { givenName, familyName });
    }
  },
};

async function lendName(step: WriteContext, identity: string, name: NameParts): Promise<void> {
  const { context, transaction, now } = step;
  const text = displayName(name);
  const named = text === null ? null : await nameUnnamed(transaction, identity, text, now);
  if (!named) return;
  const change = {
    resource: context.contract.kinds.Identity,
    event: 'UPDATE' as const,
    urn: identity,
    owner: named.owner,
    version: named.version,
    changedFields: ['name', 'updatedTimestamp'],
    containerUrn: null,
  };
  await announceChanges({ context, transaction, now }, [change]);
}
