// The entities that reference items of a view name, with their live items, as this reader may see them. One level deep,
// in a fixed number of statements.
import type { ItemRow, Row } from '../../database/engine/row.ts';
import type { Context } from '../../engine/context.ts';
import { servedValues, type ViewMoment } from './servedValues.ts';

/** An entity that is referred to, and its items. */
export interface Referenced {
  readonly entity: Row<'Entity'>;
  readonly items: readonly ItemRow[];
}

/** The referenced entities by urn; what the reader may not see, or is not live, is missing. */
export async function referencedItems(
  context: Context,
  items: readonly ItemRow[],
  view: ViewMoment,
): Promise<Map<string, Referenced>> {
  const urns = items.flatMap((item) => (item.$kind === 'ReferenceItem' ? [item.entityReference] : []));
  const found = await Promise.all([...new Set(urns)].map((urn) => context.loaders.byUrn('Entity', urn)));
  const shown = await Promise.all(
    found.map(async (entity) => {
      const values = entity && servedValues(entity, view);
      if (!entity || !values) return null;
      const moment = { at: values.at, newest: values.serves === 'NEWEST_AT' };
      const loaded = await context.loaders.viewItems(entity.urn, moment);
      const language = entity.language;
      return { entity, items: loaded.map((item) => ({ ...item, $language: language })) };
    }),
  );
  return new Map(shown.flatMap((one) => (one ? [[one.entity.urn, one] as const] : [])));
}
