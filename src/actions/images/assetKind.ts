// Assets: one text for each language, the address of the bytes, and which items keep an asset from being deleted. Resource reference 16.25.
import { itemsNaming } from '../../database/images/assetLinks.ts';
import { assetPath } from '../../domain/imagePath.ts';
import { ServiceError } from '../../domain/errors.ts';
import { resourceOf } from '../../contract/resource.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { namedTo } from '../../engine/authorize.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { deletesInSets } from '../../engine/setParts.ts';

/** An asset that an item names, live or in a draft, stays. */
export const assetKind: Kind<'Asset'> = {
  sets: deletesInSets,

  computed: {
    src: (row, context) => (row.contentType === null ? null : context.baseUrl + assetPath + row.urn),
  },

  prepare(step) {
    const seen = new Set<unknown>();
    // Where one broke a rule, there is nothing in its place.
    const texts: readonly ({ readonly language?: string } | undefined)[] = step.values.altTexts ?? [];
    for (const [at, text] of texts.entries()) {
      const language = text?.language;
      if (language === undefined) continue;
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
  const items = await itemsNaming(step.transaction, step.urn, mostNamed);
  if (items.length === 0) return;
  const related: string[] = [];
  for (const [kind, some] of groupBy(items, (item) => item.kind)) {
    const urns = some.map(({ urn }) => urn);
    related.push(...(await namedTo(step, resourceOf(step.context.contract, kind), urns)));
  }
  const message = 'Items name the asset.';
  throw new ServiceError('IN_USE', message, [{ path: '', code: 'IN_USE', message, related }]);
}
