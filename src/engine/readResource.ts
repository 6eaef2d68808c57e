// Reads one resource of any kind.
import type { Resource } from '../contract/resource.ts';
import type { Row } from '../database/engine/row.ts';
import { requireCaller } from './authorize.ts';
import type { Context } from './context.ts';
import { traced } from '../tracing/traced.ts';

/**
 * The row, or null when it does not exist or the caller may not read it; UNAUTHENTICATED without a caller. `urn` is
 * canonical.
 */
export function readResource<Name extends string>(
  context: Context,
  resource: Resource<Name>,
  urn: string,
): Promise<Row<Name> | null> {
  return traced({ kind: 'ACTION', name: `read ${resource.name}` }, () => read(context, resource, urn));
}

async function read<Name extends string>(
  context: Context,
  resource: Resource<Name>,
  urn: string,
): Promise<Row<Name> | null> {
  requireCaller(context.viewer);
  return context.loaders.byUrn(resource.name, urn);
}
