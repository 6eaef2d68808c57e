// Searches that are kept: made by any caller for itself, with their hits at once, forgotten 15 minutes after they were last
// read. They are partial only while the index catches up with what was there before it. Resource reference 8.
import { purgeSearches } from '../../database/search/searchStore.ts';
import { ServiceError } from '../../domain/errors.ts';
import { searchStatus } from './fillSearchIndex.ts';
import { filtersOf, negotiatedLanguage } from './search.ts';
import type { Kind } from '../../engine/kind.ts';

const lifetime = 15 * 60 * 1000;

/** Fills in language, caller and end of a search, and checks its filter. */
export const searchKind: Kind<'Search'> = {
  computed: {
    // Only reading one search looks for its hits; a list of searches shows their queries.
    items: () => [],
    totalCount: () => null,
  },

  // Callers that may read anything may search; what it finds is decided when it is read.
  isOpen: ({ context, values }) => values.owner === context.viewer.companyUrn,

  complete(context, input, options) {
    const language = input['language'] ?? negotiatedLanguage(context);
    const owner = input['owner'] ?? (options.isStrict ? undefined : context.viewer.companyUrn);
    return { input: { ...input, language, ...(owner ? { owner } : {}) } };
  },

  async prepare(step) {
    if (step.operation !== 'CREATE') return;
    try {
      filtersOf(step.context, step.values.filter);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      step.violations.push({ path: '/filter', code: 'INVALID_FORMAT', message: error.message });
    }
    const { identityUrn, clientUrn } = step.context.viewer;
    step.values.status = await searchStatus(step.context);
    step.values.expirationTimestamp = new Date(Date.parse(step.now) + lifetime).toISOString();
    step.hidden['caller'] = identityUrn ?? clientUrn;
  },

  async after(step) {
    const { identityUrn, clientUrn } = step.context.viewer;
    const caller = identityUrn ?? clientUrn;
    if (step.operation === 'CREATE' && caller) await purgeSearches(step.transaction, caller);
  },
};
