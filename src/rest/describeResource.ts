// A resource as text for events that tell it in full: what a shallow read would answer to the viewer, without the
// members that events leave out. Resource reference 9.4 (FULL).
import { contextOf } from '../actions/contextOf.ts';
import type { Services } from '../actions/context.ts';
import type { Resource } from '../contract/resource.ts';
import type { Viewer } from '../domain/viewer.ts';
import { represent } from './represent.ts';
import type { Row } from './row.ts';
import { writeJson } from './writeJson.ts';

/** The JSON text of the resource as the viewer reads it. */
export async function describeResource(
  services: Services,
  viewer: Viewer,
  resource: Resource,
  row: Row,
  isHidden: (field: string) => boolean,
): Promise<string> {
  const body = await represent(contextOf(services, viewer), resource, row);
  return writeJson(Object.fromEntries(Object.entries(body).filter(([name]) => !isHidden(name))));
}
