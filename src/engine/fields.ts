// The value of a field that is not a column; used by both faces, so that both answer the same.
import { urlOf, type Field, type Resource } from '../contract/resource.ts';
import { itemUrnOf, type Row } from '../database/engine/row.ts';
import { imagePath } from '../domain/imagePath.ts';
import { isAggregate } from '../database/engine/aggregateStore.ts';
import type { Context } from './context.ts';
import type { Compute, Kind } from './kind.ts';

/**
 * The value of a computed field: a scalar, a plain object, or rows for a list of links. Throws for a field the contract
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
  if (field.isTransient) return (row) => row[field.name] ?? null;
  if (field.sameAs !== null) return valueOf(field.sameAs);
  if (field.name === 'url') return (row, context) => urlOf(context, resource, row.urn);
  const name = `${resource.name}.${field.name}`;
  if (isAggregate(name)) return (row, context) => context.loaders.aggregate(name, row.urn);
  if (field.isList && field.typeClass === 'LINK') {
    return (row, context) => context.loaders.list(resource.name, field.name, row.urn);
  }
  return null;
}

// An entry of a history is its item's, and has its urn.
function valueOf(name: string): Compute {
  return name === 'urn' ? itemUrnOf : (row) => row[name];
}

/** The value of a column as callers see it: addresses of stored images are kept without the host, and get it here. */
export function columnValue(context: Pick<Context, 'baseUrl'>, row: Row, field: Field): unknown {
  const value = row[field.name];
  return field.typeName === 'URL' && typeof value === 'string' && value.startsWith(imagePath)
    ? context.baseUrl + value
    : value;
}

/** The member of an image item that holds the address of each format. */
export const imageFields = { DEFAULT: 'src', MEDIUM: 'mediumSrc', LARGE: 'largeSrc' } as const;
