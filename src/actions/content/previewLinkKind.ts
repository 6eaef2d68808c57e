// Preview links: how long they last, what they show, which is decided when they are made, and the secret in them.
import { viewCandidates } from '../../database/content/viewStore.ts';
import { forgetPreview } from '../../database/content/previewStore.ts';
import { invalid } from '../../domain/errors.ts';
import { previewPagePath } from '../../domain/imagePath.ts';
import { isAtOrBefore, isBefore } from '../../domain/instant.ts';
import { isVariant } from '../../domain/variant.ts';
import { readScope, requireLabel } from '../../engine/authorize.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { deletesInSets } from '../../engine/setParts.ts';
import { newToken, secretHash } from '../../engine/secret.ts';
import type { Chosen } from './chooseView.ts';
import { choose, languagesByOwner, pageAt } from './findView.ts';

const dayMillis = 24 * 3600 * 1000;

/** How long a link lasts if its maker does not say, and at most, in days. */
const [usualDays, mostDays] = [7, 90];

/** Whoever may UPDATE a page shows it to outsiders: the version that is shown, and the variant over it. */
export const previewLinkKind: Kind<'PreviewLink'> = {
  sets: deletesInSets,

  prepare(step) {
    const { values, violations, now } = step;
    const after = (days: number): string => new Date(Date.parse(now) + days * dayMillis).toISOString();
    const end = values.expirationTimestamp ?? after(usualDays);
    values.expirationTimestamp = end;
    if (isAtOrBefore(end, now) || isBefore(after(mostDays), end)) {
      const message = `A time in the future is expected, at most ${String(mostDays)} days ahead.`;
      violations.push({ path: '/expirationTimestamp', code: 'OUT_OF_RANGE', message, limit: after(mostDays) });
    }
    if (typeof values.variant === 'string' && !isVariant(values.variant)) {
      const message = 'Letters, digits, "-", "_" and "." are expected.';
      violations.push({ path: '/variant', code: 'INVALID_FORMAT', message });
    }
    const token = newToken('p');
    step.hidden['token_hash'] = secretHash(token);
    step.shownOnce['token'] = token;
    step.shownOnce['href'] = step.context.baseUrl + previewPagePath + token;
  },

  async decide(step) {
    if (step.operation !== 'CREATE') return undefined;
    const { base, variant, entity } = await chosenFor(step);
    const shown = [base, variant].flatMap((one) => (one ? [one.row.urn] : []));
    for (const urn of shown) await requireUpdate(step, urn);
    step.values.language = entity.language;
    step.values.variant = variant?.row.variant ?? '';
    step.hidden['shown'] = shown;
    return undefined;
  },

  async after(step) {
    if (step.operation === 'DELETE') await forgetPreview(step.transaction, step.urn);
  },
};

// As a view chooses for the maker. FORBIDDEN where it shows drafts that the maker does not see.
async function chosenFor({ context, transaction, values }: WriteContext<'PreviewLink'>): Promise<Chosen> {
  // The rules require the entity, and give the version a default.
  const { entity: urn = '', contentVersion: version = 'LATEST' } = values;
  const { language = null, variant = null, atTimestamp = null } = values;
  const options = { language, variant, version, atTimestamp, render: 'RAW' } as const;
  const scope = readScope(context.viewer, context.contract.kinds.Entity);
  const page = pageAt(context, options, { urn }, await viewCandidates(transaction, scope, [{ urn }]));
  const found = page && (await choose(context, options, page, languagesByOwner(context)));
  if (found) return found.chosen;
  const message = 'There is nothing to show: nothing of the page is live then.';
  throw invalid([{ path: '/contentVersion', code: 'INVALID_REFERENCE', message }]);
}

async function requireUpdate({ context, transaction }: WriteContext<'PreviewLink'>, urn: string): Promise<void> {
  await requireLabel(transaction, context.viewer, { resource: context.contract.kinds.Entity, urn }, 'UPDATE');
}
