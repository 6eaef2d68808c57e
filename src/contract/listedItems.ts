// The items of an entity by what lists call them: the lists that hold them, the fields that pick one by its name, and the value
// that a page is filtered and put in order by. Resource reference 16.21.
import { onceFor } from '../domain/once.ts';
import type { Field, Resource } from './resource.ts';

/** The lists of items that a kind holds. */
export const itemLists = onceFor(({ fields }: Resource): readonly Field[] =>
  fields.filter((field) => field.storage === 'INVERSE' && !field.isPaged && field.target?.isItem === true),
);

/**
 * The fields that give one item, each with the list it picks from: `text` for `texts`, and the name of the type where the
 * list already has the short one, as `money` does.
 */
export const singleItems = onceFor(
  (resource: Resource): ReadonlyMap<string, Field> =>
    new Map(
      itemLists(resource).map((list) => {
        const long = list.typeName.charAt(0).toLowerCase() + list.typeName.slice(1);
        const short = long.replace(/Item$/, '');
        return [resource.fieldByName.has(short) ? long : short, list];
      }),
    ),
);

/** What stands for an item as a whole: its value, its amount, or where it leads. */
const valueNames: readonly string[] = ['value', 'unitValue', 'entityReference', 'href', 'src'];

/** The field that stands for an item of the kind; null for points and JSON, which no single value stands for. */
export function valueOfItem(kind: Resource): Field | null {
  const fields = valueNames.map((name) => kind.fieldByName.get(name));
  return fields.find((field) => field?.storage === 'COLUMN' && field.typeName !== 'JSON') ?? null;
}

/** The fields of `singleItems` by which pages can be put in order: those of items with a value that has an order. */
export const sortableItems = onceFor(
  (resource: Resource): ReadonlyMap<string, Field> =>
    new Map(
      [...singleItems(resource)].filter(([, { target }]) => {
        const value = target && valueOfItem(target);
        return value?.typeClass === 'SCALAR' && value.typeName !== 'URL';
      }),
    ),
);

/** A name with a dot in it, `text.category`: which item of a page is meant, by the field that picks it and its own name. Null without a dot. */
export function namedItem(term: string): { readonly single: string; readonly name: string } | null {
  const at = term.indexOf('.');
  return at < 0 ? null : { single: term.slice(0, at), name: term.slice(at + 1) };
}
