// SDL and resolvers to the executable schema. The SDL is what stands in schema/, printed parts included.
import { makeExecutableSchema } from '@graphql-tools/schema';
import { buildASTSchema, type GraphQLSchema } from 'graphql';
import { schemaDocument } from '../contract/load.ts';
import type { Contract } from '../contract/resource.ts';
import { requireCaller } from '../actions/authorize.ts';
import type { Row } from '../actions/context.ts';
import type { GraphContext } from './context.ts';
import { accessMutations, accessQueries, accessTypes } from './resolvers/access.ts';
import { contentMutations, contentQueries } from './resolvers/content.ts';
import { clientContextResolvers, sessionMutations } from './resolvers/clientContext.ts';
import { communityMutations, communityQueries, inboxResolvers } from './resolvers/community.ts';
import { identityMutations, identityQueries } from './resolvers/identity.ts';
import { eventQueries, eventResolvers } from './resolvers/events.ts';
import { fieldResolvers, historyResolvers } from './resolvers/fields.ts';
import { mutationResolvers, queryResolvers } from './resolvers/roots.ts';
import { scalarResolvers } from './resolvers/scalars.ts';
import { searchQueries, searchResolvers } from './resolvers/search.ts';
import { webhookMutations } from './resolvers/webhooks.ts';
import { taskLogSubjectResolvers, workMutations, workQueries } from './resolvers/work.ts';

/** The schema that is served. Throws when SDL and resolvers do not fit. */
export function buildGraph(contract: Contract): GraphQLSchema {
  const kinds: Record<string, object> = {};
  for (const resource of contract.resources) {
    kinds[resource.name] = fieldResolvers(contract, resource);
    if (resource.isItem) kinds[`${resource.name}History`] = historyResolvers(resource);
  }
  const byKind = { __resolveType: (row: Row) => row.$kind };
  return makeExecutableSchema({
    // A test holds that the SDL is valid, which takes longer to find out than everything else here.
    typeDefs: buildASTSchema(schemaDocument(), { assumeValidSDL: true }),
    updateResolversInPlace: true,
    resolvers: {
      ...scalarResolvers(),
      ...kinds,
      ...clientContextResolvers,
      ...taskLogSubjectResolvers,
      ...inboxResolvers,
      ...searchResolvers,
      Search: { ...kinds['Search'], ...searchResolvers.Search },
      ...accessTypes,
      ...eventResolvers,
      Node: byKind,
      Item: byKind,
      Query: guarded({
        ...queryResolvers(contract),
        ...contentQueries,
        ...communityQueries,
        ...searchQueries,
        ...eventQueries,
        ...identityQueries,
        ...workQueries,
        ...accessQueries,
      }),
      Mutation: guarded({
        ...mutationResolvers(contract),
        ...contentMutations(contract),
        ...identityMutations(contract),
        ...workMutations(contract),
        ...communityMutations,
        ...accessMutations,
        ...sessionMutations,
        ...webhookMutations,
      }),
    },
    inheritResolversFromInterfaces: false,
  });
}

/** The root fields that answer callers without a token: the view, the caller's own state, and lists that are nobody's. */
const forAnyone: ReadonlySet<string> = new Set(['entityView', 'clientContext', 'locales', 'currencies', 'countries']);

type Root = (source: unknown, args: never, context: GraphContext, info: unknown) => unknown;

// A root field is shut to callers without a token unless it is named above, whoever wrote it.
function guarded(roots: Readonly<Record<string, Root>>): Record<string, Root> {
  const guard =
    (root: Root): Root =>
    (source, args, context, info) => {
      requireCaller(context.viewer);
      return root(source, args, context, info);
    };
  return Object.fromEntries(
    Object.entries(roots).map(([name, root]) => [name, forAnyone.has(name) ? root : guard(root)]),
  );
}
