// Entity variants: their names, and how a variant's items are laid over those of the default variant. Pure.

/** What the overlay needs to know of an item. Kind, name and sortOrder together say which item it replaces. */
export interface OverlayItem {
  readonly kind: string;
  readonly name: string | null;
  readonly sortOrder: number;
}

/** The layer an item of a view comes from. */
export type ItemLayer = 'DEFAULT' | 'VARIANT';

/** Whether a text names a variant: letters, digits, `-`, `_` and `.`, at most 128; the empty text is the default. */
export function isVariant(text: unknown): boolean {
  return typeof text === 'string' && /^[A-Za-z0-9._-]{0,128}$/.test(text);
}

/**
 * The items of a variant laid over those of the default: an item of the same kind, name and sortOrder is replaced, any
 * other is added. The answer is in sortOrder; ties keep the order of `base`, then that of `variant`.
 */
export function overlay<T extends OverlayItem>(
  base: readonly T[],
  variant: readonly T[],
): (T & { layer: ItemLayer })[] {
  const items = new Map<string, T & { layer: ItemLayer }>();
  for (const item of base) items.set(keyOf(item), { ...item, layer: 'DEFAULT' });
  for (const item of variant) items.set(keyOf(item), { ...item, layer: 'VARIANT' });
  return [...items.values()].sort((one, other) => one.sortOrder - other.sortOrder);
}

function keyOf(item: OverlayItem): string {
  return JSON.stringify([item.kind, item.name, item.sortOrder]);
}
