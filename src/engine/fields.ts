// The value of a field that is not a column; used by both faces, so that both answer the same.
import { targetOf, urlOf, type Field, type Resource } from '../contract/resource.ts';
import { itemUrnOf, type Row } from '../database/engine/row.ts';
import { ownPaths } from '../domain/imagePath.ts';
import { isAggregate } from '../database/engine/aggregateStore.ts';
import type { Context } from './context.ts';
import type { Compute, Kind } from './kind.ts';

/**
 * The value of a computed field: a scalar, a plain object, the row that a link leads to, or rows for a list of links. Throws for a field the contract
 * calls computed but without an implementation: a programming error that the contract tests find.
 */
export async function computedValue(context: Context, resource: Resource, row: Row, field: Field): Promise<unknown> {
  const compute = computeOf(context.kindOf(resource), resource, field);
  if (!compute) throw new Error(`Nothing computes ${resource.name}.${field.name}`);
  return compute(row, context);
}

/** How a computed field of a kind gets its value: by the kind's own code, else by what its type says; null for none. */
export function computeOf(kind: Kind, resource: Resource, field: Field): Compute | null {
  const own = kind.computed?.[field.name];
  if (own) return own;
  const make = kind.made?.[field.name];
  if (make) return async (row, context) => make(await ingredientsOf(context, row, field));
  if (field.isTransient) return (row) => row[field.name] ?? (field.isList ? [] : null);
  if (field.sameAs !== null) return valueOf(field.sameAs);
  if (field.name === 'url') return (row, context) => urlOf(context, resource, row.urn);
  const name = `${resource.name}.${field.name}`;
  if (isAggregate(name)) {
    if (field.typeClass !== 'LINK' || field.isList) return (row, context) => context.loaders.aggregate(name, row.urn);
    return async (row, { loaders }) => {
      const urn = await loaders.aggregate(name, row.urn);
      return typeof urn === 'string' ? loaders.byUrn(targetOf(field).name, urn) : null;
    };
  }
  if (field.isList && field.typeClass === 'LINK') {
    return (row, context) => context.loaders.list(resource.name, field.name, row.urn);
  }
  return null;
}

/** Whether a computed field is said over what many rows refer to, and not by its row. */
export function isOfParts({ name: kind }: Resource, { name }: Field): boolean {
  return isAggregate(`${kind}.${name}`);
}

// What an answer itself shows beside a row, such as a view in the language it chose, stands in the row by its whole name.
async function ingredientsOf(context: Context, row: Row, { madeFrom }: Field): Promise<Record<string, unknown>> {
  const values = await Promise.all(
    madeFrom.map(async ({ name, field, link }): Promise<[string, unknown]> => {
      if (!link || row[name] !== undefined) return [name, row[name] ?? null];
      const urn = row[link.name];
      const above = typeof urn === 'string' ? await context.loaders.byUrn(targetOf(link).name, urn) : null;
      return [name, above?.[field.name] ?? null];
    }),
  );
  return Object.fromEntries(values);
}

// An entry of a history is its item's, and has its urn.
function valueOf(name: string): Compute {
  return name === 'urn' ? itemUrnOf : (row) => row[name];
}

/** The value of a column as callers see it: addresses of stored images and assets are kept without the host, and get it here. */
export function columnValue(context: Pick<Context, 'baseUrl'>, row: Row, field: Field): unknown {
  const value = row[field.name];
  return field.typeName === 'URL' && typeof value === 'string' && ownPaths.some((path) => value.startsWith(path))
    ? context.baseUrl + value
    : value;
}

/** The member of an image item that holds the address of each format. */
export const imageFields = { DEFAULT: 'src', MEDIUM: 'mediumSrc', LARGE: 'largeSrc' } as const;
