// A page of a long list around one of its rows, for links into the middle of it. Resource reference 6.3.
import type { OrderTerm } from '../contract/listQuery.ts';
import { inverseOf, type Field, type Resource } from '../contract/resource.ts';
import { invalidParameter } from '../domain/errors.ts';
import type { Page, Row } from './context.ts';
import type { Context } from './context.ts';
import { positionOf } from './cursor.ts';

/** A long list inside a resource. */
export interface LongList {
  readonly resource: Resource;
  readonly field: Field;
  readonly parent: string;
}

/** The page; `hasMore` says whether rows follow it, `hasEarlier` whether some come before it. */
export interface PageAround extends Page {
  readonly hasEarlier: boolean;
}

/**
 * At most `limit` rows with the named one in their middle; near an end of the list the other side is longer. Throws
 * INVALID_PARAMETER for a row that is not in this list or may not be read.
 */
export async function readAround(
  context: Context,
  { resource, field, parent }: LongList,
  urn: string | null,
  { order, limit }: { readonly order: readonly OrderTerm[]; readonly limit: number },
): Promise<PageAround> {
  const row = urn === null ? null : await context.loaders.byUrn(field.typeName, urn);
  const link = inverseOf(field);
  if (row?.[link.name] !== parent) throw invalidParameter('around', 'It is not in this list.');
  const here = positionOf(order, row);
  const side = { order, limit: limit - 1 };
  const [before, after] = await Promise.all([
    context.loaders.page(resource.name, field.name, parent, { ...side, after: null, before: here, isBackward: true }),
    context.loaders.page(resource.name, field.name, parent, { ...side, after: here, before: null, isBackward: false }),
  ]);
  const earlier = Math.max(Math.floor((limit - 1) / 2), limit - 1 - after.rows.length);
  const rows: Row[] = [...before.rows.slice(Math.max(0, before.rows.length - earlier)), row];
  const later = limit - rows.length;
  return {
    rows: [...rows, ...after.rows.slice(0, later)],
    hasMore: after.hasMore || after.rows.length > later,
    hasEarlier: before.hasMore || before.rows.length > earlier,
    totalCount: null,
  };
}
