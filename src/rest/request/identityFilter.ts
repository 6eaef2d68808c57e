// The lookup of identities by their identifiers in other systems: `filter[clientIdentifier.domain]` and
// `filter[clientIdentifier.token]` on the list of identities. Resource reference 4.4 and 4.8.
import type { Context } from '../../engine/context.ts';
import { holdersOfIdentifiers } from '../../actions/identity/findIdentities.ts';
import { checkConditions, type Condition } from '../../contract/listQuery.ts';
import { fieldOf, type Resource } from '../../contract/resource.ts';
import type { QueryParameters } from './queryParameters.ts';

const filterName = /^filter\[clientIdentifier\.(domain|token)\](?:\[eq\])?$/;

/** The filter as it was understood. */
export interface IdentityFilter {
  /** Leaves the identities that hold a matching, unexpired client identifier; none when none is sent. */
  readonly conditions: readonly Condition[];
  /** The parameters that are left for the list itself. */
  readonly rest: QueryParameters;
  /** What the list is called in its cursors. */
  readonly name: string;
}

/** Takes the lookup out of the parameters of a list; of every other kind the parameters stay as they are. */
export async function readIdentityFilter(
  context: Context,
  resource: Resource,
  parameters: QueryParameters,
): Promise<IdentityFilter> {
  const sent = resource.name === 'Identity' ? [...parameters].filter(([name]) => filterName.test(name)) : [];
  if (sent.length === 0) return { conditions: [], rest: parameters, name: resource.name };
  const raw = sent.map(([path, value]) => ({
    path: `?${path}`,
    field: filterName.exec(path)?.[1] ?? '',
    operator: 'eq',
    value,
  }));
  const conditions = checkConditions(context.contract.kinds.ClientIdentifier, raw);
  return {
    conditions: [
      { field: fieldOf(resource, 'urn'), operator: 'in', value: await holdersOfIdentifiers(context, conditions) },
    ],
    rest: new Map([...parameters].filter(([name]) => !filterName.test(name))),
    name: JSON.stringify([resource.name, sent]),
  };
}
