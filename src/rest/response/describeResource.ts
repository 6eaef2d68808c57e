// A resource as text for events that carry it in full: what a shallow read would return to the viewer, without the
// members that events leave out. Resource reference 9.4 (FULL).
import type { Context, Row } from '../../engine/context.ts';
import { targetOf, type ObjectType, type Resource } from '../../contract/resource.ts';
import { isObject } from '../../contract/scalarRules.ts';
import { represent, type Body } from './represent.ts';
import { writeJson } from './writeJson.ts';

/** The JSON text of the resource as the viewer reads it, without what is `@sensitive` or `@writeOnly` in it and its children. */
export async function describeResource(context: Context, resource: Resource, row: Row): Promise<string> {
  const body = await represent(context, { resource, row });
  return writeJson(publicPart(resource, body));
}

function publicPart(resource: Resource, body: Body): Body {
  const members: Body = {};
  for (const [name, value] of Object.entries(body)) {
    const field = resource.fieldByName.get(name);
    if (field?.isSensitive || field?.isWriteOnly) continue;
    // A child spelled out, or a link that holds nothing to leave out.
    const isOfChildren = field?.typeClass === 'LINK' && field.isList && Array.isArray(value);
    members[name] = isOfChildren
      ? value.map((child) => publicPart(targetOf(field), child as Body))
      : publicObject(field?.object ?? null, value);
  }
  return members;
}

// A value object, or a list of them; any other value as it is.
function publicObject(type: ObjectType | null, value: unknown): unknown {
  if (type === null || !type.fields.some((field) => field.isSensitive)) return value;
  if (Array.isArray(value)) return value.map((one) => publicObject(type, one));
  if (!isObject(value)) return value;
  const hidden = new Set(type.fields.filter((field) => field.isSensitive).map(({ name }) => name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !hidden.has(name)));
}
