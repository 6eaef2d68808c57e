// Files and assets that the texts of an imported page name, `file:pictures/lamp.png` and `asset:price-list`: their addresses are known
// to the service alone. Nothing is read or written here.
import { isObject } from '../../contract/scalarRules.ts';

type Sent = Readonly<Record<string, unknown>>;

/** Answers the address to write in place of a name; null to leave it as it is. */
export type FindAddress = (name: string) => string | null;

/** The members of items in which addresses stand. */
const places: readonly (readonly [list: string, member: string])[] = [
  ['markdowns', 'value'],
  ['templates', 'value'],
  ['links', 'href'],
];

/** The input with the addresses of assets in place of their keys. */
export function withAddresses(input: Sent, find: FindAddress): Record<string, unknown> {
  return replaced(input, 'asset', find);
}

/** The input with the addresses of files in place of their names. */
export function withFileAddresses(input: Sent, find: FindAddress): Record<string, unknown> {
  return replaced(input, 'file', find);
}

function replaced(input: Sent, scheme: 'asset' | 'file', find: FindAddress): Record<string, unknown> {
  // As the line writes it, or escaped as in an address.
  const named = new RegExp(`\\b${scheme}:([^\\s()<>"'\\]]+)`, 'g');
  const lists = places.flatMap(([list, member]): [string, unknown][] => {
    const items = input[list];
    if (!Array.isArray(items)) return [];
    const all = items.map((item: unknown) => {
      const value = isObject(item) ? item[member] : undefined;
      if (!isObject(item) || typeof value !== 'string' || !value.includes(`${scheme}:`)) return item;
      return { ...item, [member]: value.replace(named, (whole, name: string) => find(plainName(name)) ?? whole) };
    });
    return [[list, all]];
  });
  return { ...input, ...Object.fromEntries(lists) };
}

function plainName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
