// Content items as they are sent inside a new entity. Shapes only.

/** What every item has. */
export interface ItemInput {
  readonly name: string;
  readonly sortOrder: number;
  readonly [field: string]: unknown;
}

/** An item with one value: text, markdown, boolean, date-time, double, long, JSON. */
export function item(name: string, value: unknown, sortOrder = 0): ItemInput {
  return { name, sortOrder, value };
}

/** A reference to another entity. */
export function reference(name: string, entityReference: string, sortOrder = 0): ItemInput {
  return { name, sortOrder, entityReference, relation: name };
}

/** An amount of money, in minor units. */
export function money(name: string, currencyCode: string, unitValue: number, sortOrder: number): ItemInput {
  return { name, sortOrder, currencyCode, unitValue };
}
