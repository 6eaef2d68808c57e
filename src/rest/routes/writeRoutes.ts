// Writing: create, change, delete and bring back one resource of a kind. Resource reference 1.5 and 1.6.
import { requiredVersion } from '../../engine/conditions.ts';
import type { WriteOptions } from '../../engine/context.ts';
import { createResource } from '../../engine/createResource.ts';
import { deleteResource } from '../../engine/deleteResource.ts';
import { restoreResource } from '../../engine/restoreResource.ts';
import { updateResource } from '../../engine/updateResource.ts';
import type { Resource } from '../../contract/resource.ts';
import { sendEmpty, sendWritten } from '../response/answer.ts';
import { bodyObject, pathUrn, type Act } from '../request/handle.ts';
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
    const expectedVersion = await requiredVersion(call.context, { resource, urn }, call.conditions);
    const options: WriteOptions = { expectedVersion, isStrict: call.isStrict, isForced };
    const { row } = await updateResource(call.context, { resource, urn }, input, options);
    return sendWritten(call, { resource, row, shape }, false);
  };
}

/** DELETE: 204. */
export function remove(resource: Resource): Act {
  return async (call) => {
    const urn = pathUrn(call);
    const expectedVersion = await requiredVersion(call.context, { resource, urn }, call.conditions);
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
