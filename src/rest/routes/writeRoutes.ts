// Writing: create, change, delete and bring back one resource of a kind. Resource reference 1.5 and 1.6.
import type { Context, Row, WriteOptions } from '../../engine/context.ts';
import { createResource } from '../../engine/createResource.ts';
import { deleteResource } from '../../engine/deleteResource.ts';
import { readResource } from '../../engine/readResource.ts';
import { restoreResource } from '../../engine/restoreResource.ts';
import { updateResource } from '../../engine/updateResource.ts';
import type { Resource } from '../../contract/resource.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { sendEmpty, sendWritten } from '../response/answer.ts';
import { isSurelyUnmodified, readDate } from '../../domain/httpDate.ts';
import { readTags, strongVersions, versionOfNone, type TagCondition } from '../../domain/entityTag.ts';
import { bodyObject, pathUrn, type Act, type Call } from '../request/handle.ts';
import { flagParameter, readTogether } from '../request/queryParameters.ts';
import { readShape, shapeParameters } from '../request/shape.ts';

/** The parameters of a create. */
export const createParameters: readonly string[] = shapeParameters;

/** The parameters of an update. */
export const updateParameters: readonly string[] = [...shapeParameters, 'force'];

/** POST: 201 with the new resource, 200 with the known one when the same create is sent again. */
export function create(resource: Resource): Act {
  return async (call) => {
    const shape = readShape(resource, call.parameters);
    const options: WriteOptions = { expectedVersion: null, isStrict: call.isStrict, isForced: false };
    const { row, isNew } = await createResource(call.context, resource, bodyObject(call), options);
    return sendWritten(call, { resource, row, shape }, isNew);
  };
}

/** PUT and PATCH: 200 with the resource as it is then. */
export function update(resource: Resource): Act {
  return async (call) => {
    const urn = pathUrn(call);
    const input = bodyObject(call);
    const [isForced, shape] = readTogether(
      () => flagParameter(call.parameters, 'force'),
      () => readShape(resource, call.parameters),
    );
    const expectedVersion = await readExpectedVersion(call, resource, urn);
    const options: WriteOptions = { expectedVersion, isStrict: call.isStrict, isForced };
    const { row } = await updateResource(call.context, { resource, urn }, input, options);
    return sendWritten(call, { resource, row, shape }, false);
  };
}

/** DELETE: 204. */
export function remove(resource: Resource): Act {
  return async (call) => {
    const urn = pathUrn(call);
    const expectedVersion = await readExpectedVersion(call, resource, urn);
    await deleteResource(call.context, resource, urn, { expectedVersion, isStrict: call.isStrict, isForced: false });
    return sendEmpty(call, 204);
  };
}

/** POST .../restore: 200 with the resource that is back. */
export function restore(resource: Resource): Act {
  return async (call) => {
    const shape = readShape(resource, call.parameters);
    const row = await restoreResource(call.context, resource, pathUrn(call));
    return sendWritten(call, { resource, row, shape }, false);
  };
}

/** The headers that set a condition for a write, as Node names them. */
const writeConditions = ['if-match', 'if-none-match', 'if-unmodified-since'] as const;

/**
 * The version that If-Match requires, or else If-Unmodified-Since, or one that no resource has where If-None-Match names the
 * present one or the resource was written since; null when any version is accepted. Throws PRECONDITION_REQUIRED where the
 * caller's client must send If-Match. A version that no resource has stands for tags that cannot match.
 */
export async function readExpectedVersion(call: Call, resource: Resource, urn: string): Promise<string | null> {
  const [match, noneMatch, unmodifiedSince] = writeConditions.map((name) => call.request.headers[name]);
  const condition = readTags('If-Match', match);
  const unwanted = readTags('If-None-Match', noneMatch);
  const since = readDate(unmodifiedSince);
  if (condition === null && call.context.viewer.requireIfMatch) throw new ServiceError('PRECONDITION_REQUIRED');
  if (unwanted !== null && (await isNamed(call.context, unwanted, resource, urn))) return versionOfNone;
  // A date counts where no tag is named (RFC 9110, 13.2.2), and what was looked at is what is written.
  if (condition === null && since !== null) {
    const { version, updatedTimestamp } = await currentRow(call.context, resource, urn);
    return isSurelyUnmodified(updatedTimestamp, since) ? version : versionOfNone;
  }
  if (condition === null || condition === '*') return null;
  const versions = strongVersions(condition);
  const [only, ...others] = versions;
  if (only !== undefined && others.length === 0 && isVersion(only)) return only;
  const current = await currentVersion(call.context, resource, urn);
  // The right to the change is decided first, as where the tag is of another version.
  return versions.includes(current) ? current : versionOfNone;
}

// Of what is there, `*` names every version; weak tags count, as RFC 9110 (13.1.2) compares them.
async function isNamed(context: Context, tags: TagCondition, resource: Resource, urn: string): Promise<boolean> {
  const current = await currentVersion(context, resource, urn);
  return tags === '*' || strongVersions(tags.map(({ value }) => ({ value, isWeak: false }))).includes(current);
}

const isVersion = (value: string): boolean => /^[1-9]\d{0,17}$/.test(value);

async function currentRow(context: Context, resource: Resource, urn: string): Promise<Row> {
  const row = await readResource(context, resource, urn);
  if (!row) throw notFound();
  return row;
}

const currentVersion = async (context: Context, resource: Resource, urn: string): Promise<string> =>
  (await currentRow(context, resource, urn)).version;
