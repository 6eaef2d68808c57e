// Single values of a body: scalars, value objects and shallow links. Resource reference 1.1 and 1.2.
import { subjectUrl } from '../../actions/work/taskLog.ts';
import type { Context } from '../../engine/context.ts';
import { urlOf, targetOf, type Contract, type Field, type Resource } from '../../contract/resource.ts';
import { longNumber } from './writeJson.ts';
import { isObject } from '../../contract/scalarRules.ts';

/** What is needed to write an address. */
export type Addresses = Pick<Context, 'baseUrl'> & { readonly contract: Contract };

/** A link to a resource: `{ urn, url }`. */
export function shallowLink(addresses: Addresses, resource: Resource, urn: string): Record<string, unknown> {
  return { urn, url: urlOf(addresses, resource, urn) };
}

/** The urns that links inside value objects may name. */
type Linkable = ReadonlySet<string> | 'ALL';

const nothing: Linkable = new Set();

/**
 * A scalar, an enum member or a value object as callers see it, each element of a list for itself; absent is null. Links
 * inside value objects are null, and missing from lists: every answer first looks up what may be shown (shownValue).
 */
export function plainValue(addresses: Addresses, field: Field, value: unknown, linkable = nothing): unknown {
  if (value === null || value === undefined) return field.isList ? [] : null;
  if (Array.isArray(value)) {
    const elements = value.map((element: unknown) => elementValue(addresses, field, element, linkable));
    return field.typeClass === 'LINK' ? elements.filter((element) => element !== null) : elements;
  }
  return elementValue(addresses, field, value, linkable);
}

/** The same for this caller: links inside value objects lead to what it may read, as in the graph, and are else null. */
export async function shownValue(
  context: Addresses & Pick<Context, 'loaders' | 'shown'>,
  field: Field,
  value: unknown,
): Promise<unknown> {
  const links = linksIn(context.contract, field, value);
  const rows = await Promise.all(links.map(({ kind, urn }) => context.loaders.byUrn(kind, urn)));
  context.shown?.note(rows);
  return plainValue(context, field, value, new Set(rows.flatMap((row) => row?.urn ?? [])));
}

/** What is the caller's own, such as its context, with all its links. */
export function ownValue(addresses: Addresses, field: Field, value: unknown): unknown {
  return plainValue(addresses, field, value, 'ALL');
}

function elementValue(addresses: Addresses, field: Field, value: unknown, linkable: Linkable): unknown {
  if (field.typeName === 'Long') return longNumber(value);
  if (field.typeClass === 'OBJECT' && isObject(value)) return objectValue(addresses, field.typeName, value, linkable);
  if (field.typeClass === 'LINK') return linkValue(addresses, field, value, linkable);
  return value;
}

// A value object, member by member as its type states them.
function objectValue(
  addresses: Addresses,
  typeName: string,
  value: Readonly<Record<string, unknown>>,
  linkable: Linkable,
): Record<string, unknown> {
  const type = addresses.contract.objects.get(typeName);
  if (!type) return value;
  const members = type.fields.map((field) => {
    const isAddress = field.name === 'url' && field.isComputed && value['url'] === undefined;
    return [
      field.name,
      isAddress ? subjectUrl(addresses, value) : plainValue(addresses, field, value[field.name], linkable),
    ] as const;
  });
  return Object.fromEntries(members);
}

function linkValue(addresses: Addresses, field: Field, value: unknown, linkable: Linkable): unknown {
  const urn = urnOf(value);
  return urn !== null && (linkable === 'ALL' || linkable.has(urn))
    ? shallowLink(addresses, targetOf(field), urn)
    : null;
}

function linksIn(contract: Contract, field: Field, value: unknown): { readonly kind: string; readonly urn: string }[] {
  if (Array.isArray(value)) return value.flatMap((element: unknown) => linksIn(contract, field, element));
  if (field.typeClass === 'LINK') {
    const urn = urnOf(value);
    return urn === null ? [] : [{ kind: targetOf(field).name, urn }];
  }
  if (field.typeClass !== 'OBJECT' || !isObject(value)) return [];
  const members = contract.objects.get(field.typeName)?.fields ?? [];
  return members.flatMap((member) => linksIn(contract, member, value[member.name]));
}

// A link inside a value object is kept as its urn, or handed over as the row it leads to.
function urnOf(value: unknown): string | null {
  const urn = isObject(value) ? value['urn'] : value;
  return typeof urn === 'string' ? urn : null;
}
