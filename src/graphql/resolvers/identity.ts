// Root fields of identities beyond the common ones: finding them by the names other systems know them by.
import { findIdentities } from '../../actions/findIdentities.ts';
import type { GraphContext } from '../context.ts';

type Root = (source: unknown, args: Readonly<Record<string, unknown>>, context: GraphContext) => unknown;

/** `Query` fields of identities. */
export const identityQueries: Record<string, Root> = {
  identitiesByClientIdentifier: (_, args, context) =>
    findIdentities(context, String(args['domain']), String(args['token'])),
};
