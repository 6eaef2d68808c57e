// The fields that give one item of an entity by its name: one for each list of items that a kind holds, so that a new item
// kind has its own by being listed. Printed into the SDL and answered by the graph.
import type { Field, Resource } from './resource.ts';

/** The lists of items that a kind holds. */
export function itemLists(resource: Resource): Field[] {
  return resource.fields.filter((field) => field.storage === 'INVERSE' && field.target?.isItem === true);
}

/**
 * The fields that give one item, each with the list it picks from: `text` for `texts`, and the name of the type where the
 * list already has the short one, as `money` does.
 */
export function singleItems(resource: Resource): ReadonlyMap<string, Field> {
  return new Map(
    itemLists(resource).map((list) => {
      const long = list.typeName.charAt(0).toLowerCase() + list.typeName.slice(1);
      const short = long.replace(/Item$/, '');
      return [resource.fieldByName.has(short) ? long : short, list];
    }),
  );
}
