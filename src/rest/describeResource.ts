// A resource as text for events that tell it in full: what a shallow read would answer to the viewer, without the
// members that events leave out. Resource reference 9.4 (FULL).
import { contextOf } from '../actions/contextOf.ts';
import type { Services } from '../actions/context.ts';
import { resourceOf, type Contract, type Resource } from '../contract/resource.ts';
import type { Viewer } from '../domain/viewer.ts';
import { represent, type Body } from './represent.ts';
import type { Row } from './row.ts';
import { writeJson } from './writeJson.ts';

/** The JSON text of the resource as the viewer reads it, without what is `@untold` or `@writeOnly` in it and its children. */
export async function describeResource(
  services: Services,
  viewer: Viewer,
  resource: Resource,
  row: Row,
): Promise<string> {
  const body = await represent(contextOf(services, viewer), resource, row);
  return writeJson(toldPart(services.contract, resource, body));
}

function toldPart(contract: Contract, resource: Resource, body: Body): Body {
  const told: Body = {};
  for (const [name, value] of Object.entries(body)) {
    const field = resource.fieldByName.get(name);
    if (field?.isUntold || field?.isWriteOnly) continue;
    const isOfChildren = field?.typeClass === 'LINK' && field.isList && Array.isArray(value);
    told[name] = isOfChildren ? value.map((child) => childPart(contract, field.typeName, child)) : value;
  }
  return told;
}

// What stands in a list is a child spelled out, or a link that holds nothing to leave out.
function childPart(contract: Contract, kind: string, child: unknown): unknown {
  if (typeof child !== 'object' || child === null || kind === 'Node') return child;
  return toldPart(contract, resourceOf(contract, kind), child as Body);
}
