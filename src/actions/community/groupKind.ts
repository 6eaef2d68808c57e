// Groups: which of them are deleted many at once. Resource reference 6.1.
import { subjectsAmong } from '../../database/access/accessStore.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { deletesInSets } from '../../engine/setParts.ts';

/** Groups. */
export const groupKind: Kind<'Group'> = {
  sets: {
    ...deletesInSets,

    // One that is granted something may give the right to delete the others: it is deleted by itself.
    async decide(steps) {
      const urns = steps.map(({ urn }) => urn);
      const granted = await subjectsAmong(steps[0].transaction, urns);
      return new Set<WriteContext>(steps.filter(({ urn }) => granted.has(urn)));
    },
  },
};
