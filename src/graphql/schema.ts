// Builds the executable schema from SDL and resolvers. The SDL is the content of schema/, generated parts included.
import { makeExecutableSchema } from '@graphql-tools/schema';
import { buildASTSchema, type GraphQLSchema } from 'graphql';
import { schemaDocument } from '../contract/load.ts';
import type { Contract } from '../contract/resource.ts';
import { meterSchema, readRootsOnce } from './operation/metering.ts';
import { eventResolvers, eventsQuery } from './resolvers/events.ts';
import { fieldResolvers, historyResolvers } from './resolvers/fields.ts';
import { inboxResolvers } from './resolvers/inbox.ts';
import { mutationResolvers, queryResolvers } from './resolvers/roots.ts';
import { scalarResolvers } from './resolvers/scalars.ts';
import { searchQuery, searchResolvers } from './resolvers/search.ts';
import { kindOf, openRows } from './resolvers/rowsAtHand.ts';
import { linkResolvers, verbResolvers } from './resolvers/verbs.ts';
import { entityPreview } from './resolvers/preview.ts';
import { entityView } from './resolvers/view.ts';
import { entityViews } from './resolvers/viewList.ts';
import { subjectUrl } from '../actions/work/taskLog.ts';
import type { Dependency } from '../domain/dependencyGraph.ts';
import type { BulkResult } from '../engine/bulk.ts';
import type { GraphContext } from './operation/context.ts';
import { refusalsOf, type UserError } from '../domain/refusals.ts';
import type { EdgeChange } from '../actions/access/accessAudit.ts';

/** The schema that is served. Throws when SDL and resolvers do not fit. */
export function buildGraph(contract: Contract): GraphQLSchema {
  const kinds: Record<string, object> = {};
  for (const resource of contract.resources) {
    kinds[resource.name] = fieldResolvers(resource);
    if (resource.isItem) kinds[`${resource.name}History`] = historyResolvers(resource);
  }
  const byKind = { __resolveType: kindOf };
  const schema = makeExecutableSchema({
    // A test holds that the SDL is valid, which takes longer to find out than everything else here.
    typeDefs: buildASTSchema(schemaDocument(), { assumeValidSDL: true }),
    updateResolversInPlace: true,
    resolvers: {
      ...scalarResolvers(),
      ...kinds,
      ...linkResolvers(contract),
      ...valueTypes,
      ...inboxResolvers,
      ...searchResolvers,
      Search: { ...kinds['Search'], ...searchResolvers.Search },
      ...eventResolvers,
      Node: byKind,
      Item: byKind,
      Query: {
        ...queryResolvers(contract),
        ...verbResolvers(contract, 'Query', {
          ...{ entityPreview, entityView, entityViews },
          ...{ search: searchQuery, events: eventsQuery },
        }),
      },
      Mutation: { ...mutationResolvers(contract), ...verbResolvers(contract, 'Mutation') },
    },
    inheritResolversFromInterfaces: false,
  });
  readRootsOnce(schema);
  openRows(schema, contract);
  meterSchema(schema);
  return schema;
}

type Source = Readonly<Record<string, unknown>>;

/** Their resolvers, by type. */
const valueTypes = {
  BulkResult: { userErrors: ({ error }: BulkResult): UserError[] => (error ? refusalsOf(error) : []) },
  PermissionChange: {
    permissionUrn: ({ permission }: EdgeChange) => permission,
    ownerUrn: ({ owner }: EdgeChange) => owner,
    subject: ({ subjectScope, subjectUrn }: EdgeChange) => ({ scope: subjectScope, urn: subjectUrn }),
    object: ({ objectScope, objectUrn }: EdgeChange) => ({ scope: objectScope, urn: objectUrn }),
  },
  TaskDependencyEdge: { task: ({ from }: Dependency) => from, blockedBy: ({ to }: Dependency) => to },
  TaskLogSubject: { url: (subject: Source, _: unknown, context: GraphContext) => subjectUrl(context, subject) },
};
