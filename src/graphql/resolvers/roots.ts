// Root fields of every kind, made from the contract, and the answers of mutations: a result, or userErrors.
import type { GraphQLResolveInfo } from 'graphql';
import { requireCondition, requireReader } from '../../engine/authorize.ts';
import { listResources, readResource } from '../../engine/readResource.ts';
import { createResource } from '../../engine/createResource.ts';
import { deleteResource } from '../../engine/deleteResource.ts';
import { updateResource } from '../../engine/updateResource.ts';
import type { Row, WriteOptions } from '../../engine/context.ts';
import { isUpdatable, type Contract, type Field, type Resource } from '../../contract/resource.ts';
import { parseInt64 } from '../../domain/int64.ts';
import { invalid, invalidParameter, ServiceError } from '../../domain/errors.ts';
import { newUrn, parseUrn } from '../../domain/urn.ts';
import { Named } from '../operation/answered.ts';
import { connectionOf, pageRequest, selectsTotal } from '../operation/connection.ts';
import type { GraphContext } from '../operation/context.ts';
import { userErrorsOf } from '../operation/errors.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Root = (source: unknown, args: Arguments, context: GraphContext, info: GraphQLResolveInfo) => unknown;

/** `Query` fields of all kinds. */
export function queryResolvers(contract: Contract): Record<string, Root> {
  const resolvers: Record<string, Root> = {};
  for (const resource of contract.resources) {
    if (resource.operations.has('READ')) {
      resolvers[resource.singularField] = (_, args, context) => {
        requireReader(context.viewer, resource);
        const urn = parseUrn(args['urn']);
        if (!urn) throw invalidParameter('urn', 'Expected a UUID of 36 characters.');
        return new Named(resource.name, urn);
      };
    }
    if (resource.operations.has('LIST')) {
      resolvers[resource.pluralField] = async (_, args, context, info) => {
        requireReader(context.viewer, resource);
        const request = pageRequest(context, { resource, list: resource.name }, args);
        const page = await listResources(context, resource, { ...request.query, wantsCount: selectsTotal(info) });
        return connectionOf(context, request, page, () => Promise.resolve(page.totalCount));
      };
    }
  }
  return resolvers;
}

/** `Mutation` fields of all kinds. */
export function mutationResolvers(contract: Contract): Record<string, Root> {
  const resolvers: Record<string, Root> = {};
  for (const resource of contract.resources) {
    const { name, operations } = resource;
    if (operations.has('CREATE')) resolvers[`create${name}`] = createRoot(resource);
    if (operations.has('UPDATE') && resource.fields.some(isUpdatable))
      resolvers[`update${name}`] = updateRoot(resource);
    if (operations.has('DELETE')) resolvers[`delete${name}`] = deleteRoot(resource);
  }
  return resolvers;
}

const resultOf = ({ name, singularField }: Resource): Result => ({
  name: singularField,
  typeName: name,
  isNonNull: false,
});

const deletedUrn: Result = { name: 'deletedUrn', typeName: 'ID', isNonNull: false };

function createRoot(resource: Resource): Root {
  return (_, args, context) =>
    answer(context, resultOf(resource), async () => {
      // The input type is an object; a urn that the specification requires is filled in here when the graph's caller leaves it out.
      const input = { urn: newUrn(), ...withoutUndefined(args['input'] as Arguments) };
      const written = await createResource(context, resource, input, optionsOf(args));
      return written.row;
    });
}

function updateRoot(resource: Resource): Root {
  return (_, args, context) =>
    answer(
      context,
      resultOf(resource),
      async () => {
        const urn = urnOf(args['urn']);
        // The printed input type is an object.
        const input = withoutUndefined(args['input'] as Arguments);
        const written = await updateResource(context, { resource, urn }, input, changeOptions(context, args));
        return written.row;
      },
      currentOf(context, resource, args['urn']),
    );
}

function deleteRoot(resource: Resource): Root {
  return (_, args, context) =>
    answer(
      context,
      deletedUrn,
      async () => {
        const urn = urnOf(args['urn']);
        await deleteResource(context, resource, urn, changeOptions(context, args));
        return urn;
      },
      currentOf(context, resource, args['urn']),
    );
}

/** The member of a payload that holds the result. */
type Result = Pick<Field, 'name' | 'typeName' | 'isNonNull'>;

/** The payload of a mutation: the result in its member, or the refusals as data. Other errors go to the top level. */
export async function answer(
  context: GraphContext,
  result: Result,
  work: () => Promise<unknown>,
  current: () => Promise<Row | null> = () => Promise.resolve(null),
): Promise<Record<string, unknown>> {
  const { requestId } = context;
  try {
    return { [result.name]: await work(), userErrors: [], requestId };
  } catch (error) {
    const userErrors = userErrorsOf(error);
    if (!userErrors) throw error;
    context.loaders.clear();
    const isConflict = error instanceof ServiceError && error.code === 'PRECONDITION_FAILED';
    // A member that is never null can only be a truth value.
    const refused = result.isNonNull ? false : null;
    return { [result.name]: refused, userErrors, requestId, current: isConflict ? await current() : null };
  }
}

/** Reads the resource as it is now, for the payload of a change that expected another version. */
function currentOf(context: GraphContext, resource: Resource, urn: unknown): () => Promise<Row | null> {
  const known = parseUrn(urn);
  return () => (known ? readResource(context, resource, known) : Promise.resolve(null));
}

function urnOf(value: unknown): string {
  const urn = parseUrn(value);
  if (urn) return urn;
  throw invalid([{ path: '/urn', code: 'INVALID_FORMAT', message: 'Expected a UUID of 36 characters.' }]);
}

function optionsOf({ expectedVersion = null }: Arguments): WriteOptions {
  if (expectedVersion === null) return { expectedVersion: null, isStrict: false, isForced: false };
  const version = parseInt64(expectedVersion);
  if (version === null) throw invalidParameter('expectedVersion', 'A whole number is expected.');
  return { expectedVersion: version, isStrict: false, isForced: false };
}

// Of a row that exists, which a client may have to name the version of.
function changeOptions(context: GraphContext, args: Arguments): WriteOptions {
  requireCondition(context.viewer, args['expectedVersion']);
  return optionsOf(args);
}

// graphql-js gives input objects without a prototype, and leaves out what was not sent.
function withoutUndefined(input: Arguments): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
