// Root fields of identities beyond the common ones: finding them by the names other systems know them by, merging,
// exporting and erasing them.
import type { Row } from '../../actions/context.ts';
import { eraseIdentity } from '../../actions/eraseIdentity.ts';
import { exportedIdentity, exportIdentity } from '../../actions/exportIdentity.ts';
import { findIdentities } from '../../actions/findIdentities.ts';
import { mergeIdentities } from '../../actions/mergeIdentities.ts';
import { resourceOf, type Contract } from '../../contract/resource.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { GraphContext } from '../context.ts';
import { answer, currentOf, optionsOf, urnOf } from './roots.ts';

type Root = (source: unknown, args: Readonly<Record<string, unknown>>, context: GraphContext) => unknown;

/** Most resources of an export in the graph: they are in memory together. */
const mostExported = 2_000;

/** `Query` fields of identities. */
export const identityQueries: Record<string, Root> = {
  identitiesByClientIdentifier: (_, args, context) =>
    findIdentities(context, String(args['domain']), String(args['token'])),
  async identityExport(_, args, context) {
    const identity = await orNull(async () => exportedIdentity(context, urnOf(args['urn'])));
    if (!identity) return null;
    const resources: Row[] = [];
    for await (const { rows } of exportIdentity(context, identity)) {
      resources.push(...rows);
      if (resources.length > mostExported) break;
    }
    const isComplete = resources.length <= mostExported;
    return { identity, resources: resources.slice(0, mostExported), isComplete };
  },
};

async function orNull(read: () => Promise<Row>): Promise<Row | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** `Mutation` fields of identities. */
export function identityMutations(contract: Contract): Record<string, Root> {
  const identity = resourceOf(contract, 'Identity');
  const change =
    (work: (context: GraphContext, args: Readonly<Record<string, unknown>>) => Promise<Row>): Root =>
    (_, args, context) =>
      answer(context, identity.singularField, () => work(context, args), currentOf(context, identity, args['urn']));
  return {
    mergeIdentities: change(async (context, args) =>
      mergeIdentities(context, urnOf(args['urn']), urnOf(args['from']), optionsOf(args)),
    ),
    eraseIdentity: change(async (context, args) => eraseIdentity(context, urnOf(args['urn']), optionsOf(args))),
  };
}
