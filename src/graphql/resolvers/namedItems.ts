// Items of an entity by their names: one of a kind, or those of several names. The rows are those of the lists, with the
// same rules of permission and publication; all names that an operation selects are read by one statement.
import { itemLists, singleItems } from '../../contract/listedItems.ts';
import type { Field, Resource } from '../../contract/resource.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { Row } from '../../engine/context.ts';
import type { GraphContext } from '../operation/context.ts';
import { itemsInView, type Resolve } from './fields.ts';

/** How many names one field may select. */
export const mostNames = 200;

/** The resolvers of the fields that take names of items; `lists` are those of the kind's fields as they are without. */
export function namedItemResolvers(
  resource: Resource,
  lists: Readonly<Record<string, Resolve>>,
): Record<string, Resolve> {
  const fields = itemLists(resource);
  const resolvers: Record<string, Resolve> = {};
  for (const field of fields) {
    const all = lists[field.name];
    if (!all) continue;
    resolvers[field.name] = (row, args, context, info) => {
      const names = namesOf(args);
      return names ? named(context, row, field, names) : all(row, args, context, info);
    };
  }
  for (const [name, field] of singleItems(resource)) {
    resolvers[name] = async (row, args, context) =>
      // The SDL makes it a text.
      (await named(context, row, field, [args['name'] as string]))[0] ?? null;
  }
  if (fields.length > 0) {
    resolvers['items'] = async (row, args, context, info) => {
      const each = await Promise.all(fields.map((field) => resolvers[field.name]?.(row, args, context, info)));
      return each.flat();
    };
  }
  return resolvers;
}

function namesOf(args: Readonly<Record<string, unknown>>): readonly string[] | null {
  // The SDL makes it a list of texts.
  const names = (args['names'] ?? null) as readonly string[] | null;
  if (names && names.length > mostNames)
    throw invalidParameter('names', `At most ${String(mostNames)} names.`, mostNames);
  return names && [...new Set(names)];
}

async function named(context: GraphContext, row: Row, field: Field, names: readonly string[]): Promise<Row[]> {
  const inView = itemsInView(row, field);
  if (inView) return inView.filter((item) => names.includes(String(item['name'])));
  const found = await Promise.all(names.map((name) => context.loaders.itemsNamed(row.urn, field.typeName, name)));
  return found.flat().sort(byOrder);
}

// As the lists are: by sortOrder, then urn.
function byOrder(a: Row, b: Row): number {
  const difference = Number(a['sortOrder']) - Number(b['sortOrder']);
  return difference !== 0 ? difference : a.urn < b.urn ? -1 : 1;
}
