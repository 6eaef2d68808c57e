// Single values of a body: scalars, value objects and shallow links. Resource reference 1.1 and 1.2.
import { urlOf } from '../../engine/fields.ts';
import { subjectUrl } from '../../actions/work/subjectUrl.ts';
import type { Context } from '../../engine/context.ts';
import { targetOf, type Contract, type Field, type Resource } from '../../contract/resource.ts';
import { longNumber } from './writeJson.ts';

/** What is needed to write an address. */
export type Addresses = Pick<Context, 'baseUrl'> & { readonly contract: Contract };

/** A link to a resource: `{ urn, url }`. */
export function shallowLink(addresses: Addresses, resource: Resource, urn: string): Record<string, unknown> {
  return { urn, url: urlOf(addresses, resource, urn) };
}

/** A scalar, an enum member or a value object as callers see it, each element of a list for itself; absent is null. */
export function plainValue(addresses: Addresses, field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return field.isList ? [] : null;
  if (Array.isArray(value)) return value.map((element: unknown) => elementValue(addresses, field, element));
  return elementValue(addresses, field, value);
}

function elementValue(addresses: Addresses, field: Field, value: unknown): unknown {
  if (field.typeName === 'Long') return longNumber(value);
  if (field.typeClass === 'OBJECT' && isObject(value)) return objectValue(addresses, field.typeName, value);
  if (field.typeClass === 'LINK') return linkValue(addresses, field, value);
  return value;
}

/** A value object, member by member as its type states them. */
export function objectValue(
  addresses: Addresses,
  typeName: string,
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const type = addresses.contract.objects.get(typeName);
  if (!type) return value;
  const members = type.fields.map((field) => {
    const isAddress = field.name === 'url' && field.isComputed && value['url'] === undefined;
    return [
      field.name,
      isAddress ? subjectUrl(addresses, value) : plainValue(addresses, field, value[field.name]),
    ] as const;
  });
  return Object.fromEntries(members);
}

// A link inside a value object is kept as its urn, or handed over as the row it leads to.
function linkValue(addresses: Addresses, field: Field, value: unknown): unknown {
  const urn = isObject(value) ? value['urn'] : value;
  return typeof urn === 'string' ? shallowLink(addresses, targetOf(field), urn) : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
