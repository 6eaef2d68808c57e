// Assets: one text for each language, the address of the bytes, and which links keep an asset from being deleted. Resource reference 16.25.
import { linksTo } from '../../database/images/assetLinks.ts';
import { assetPath } from '../../domain/imagePath.ts';
import { ServiceError } from '../../domain/errors.ts';
import { namedTo } from '../../engine/authorize.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';

/** An asset that a link leads to, live or in a draft, stays. */
export const assetKind: Kind<'Asset'> = {
  computed: {
    src: (row, context) => (row.contentType === null ? null : context.baseUrl + assetPath + row.urn),
  },

  prepare(step) {
    const seen = new Set<unknown>();
    for (const [at, { language }] of (step.values.altTexts ?? []).entries()) {
      const path = `${step.path}/altTexts/${String(at)}/language`;
      const message = 'There is another text in this language.';
      if (seen.has(language)) step.violations.push({ path, code: 'DUPLICATE', message });
      seen.add(language);
    }
  },

  async decide(step) {
    if (step.operation === 'DELETE') await requireUnused(step);
    return undefined;
  },
};

/** A refusal names so many. */
const mostNamed = 20;

async function requireUnused(step: WriteContext<'Asset'>): Promise<void> {
  const links = await linksTo(step.transaction, assetPath + step.urn, mostNamed);
  if (links.length === 0) return;
  const related = await namedTo(step, step.context.contract.kinds.LinkItem, links);
  const message = 'Links lead to the asset.';
  throw new ServiceError('IN_USE', message, [{ path: '', code: 'IN_USE', message, related }]);
}
