// Reads one resource of any kind.
import type { Resource } from '../contract/resource.ts';
import type { Row } from '../database/row.ts';
import type { Context } from './context.ts';

/** The row, or null when it does not exist or the caller may not read it. `urn` is canonical. */
export function readResource(context: Context, resource: Resource, urn: string): Promise<Row | null> {
  return context.loaders.byUrn(resource.name, urn);
}
