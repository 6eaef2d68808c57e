// The members of a write that it does not change although they are known: what the service sets, what a change leaves alone, and the
// children that are changed by themselves. Sent back as they were read they mean nothing; with other values they are a mistake.
import { isChildList } from '../contract/fieldGroups.ts';
import { isCreatable, isUpdatable, targetOf, urlOf, type Field, type Resource } from '../contract/resource.ts';
import { isObject } from '../contract/scalarRules.ts';
import type { Row } from '../database/engine/row.ts';
import type { Context } from './context.ts';

type Sent = Readonly<Record<string, unknown>>;

/** Whether anything was sent that a change leaves alone, so that the stored row decides whether it was to be changed. */
export function mayBeIgnored(resource: Resource, input: unknown): boolean {
  return isObject(input) && resource.fields.some((field) => Object.hasOwn(input, field.name) && isLeftAlone(field));
}

// What follows from other rows is not compared: it changes by itself.
const isKept = (field: Field): boolean => field.storage === 'COLUMN' || field.name === 'url';

const isLeftAlone = (field: Field): boolean =>
  isKept(field) ? field.isIgnoredOnUpdate || field.isReadOnly : isChildList(field) && !isUpdatable(field);

/** The fields that a change was sent other values for than the row has, and that it leaves alone. */
export async function differingOnUpdate(
  context: Context,
  resource: Resource,
  input: unknown,
  before: Row,
): Promise<string[]> {
  if (!mayBeIgnored(resource, input)) return [];
  // Decided by the line above.
  const sent = input as Sent;
  const kept: Sent = { ...before, url: urlOf(context, resource, before.urn) };
  const differing: string[] = [];
  for (const field of resource.fields.filter((one) => Object.hasOwn(sent, one.name) && isLeftAlone(one))) {
    const isSame = isKept(field)
      ? plain(sent[field.name]) === plain(kept[field.name])
      : await areSame(context, { resource, field, urn: before.urn }, sent[field.name]);
    if (!isSame) differing.push(field.name);
  }
  return differing;
}

// Children are compared by what was sent of them.
async function areSame(
  context: Context,
  { resource, field, urn: parent }: { readonly resource: Resource; readonly field: Field; readonly urn: string },
  sent: unknown,
): Promise<boolean> {
  if (!Array.isArray(sent)) return false;
  const kind = targetOf(field);
  const stored = new Map((await context.loaders.list(resource.name, field.name, parent)).map((row) => [row.urn, row]));
  if (stored.size !== sent.length) return false;
  return sent.every((child: unknown) => {
    const urn: unknown = isObject(child) ? child['urn'] : child;
    const row = typeof urn === 'string' ? stored.get(urn.toLowerCase()) : undefined;
    if (!row || !isObject(child)) return row !== undefined;
    const compared = kind.fields.filter((one) => one.storage === 'COLUMN' && Object.hasOwn(child, one.name));
    return compared.every(({ name }) => plain(child[name]) === plain(row[name]));
  });
}

/** The fields that a create was sent other values for than the service gave them. */
export function differingOnCreate(context: Context, resource: Resource, input: unknown, made: Row): string[] {
  if (!isObject(input)) return [];
  const kept: Sent = { ...made, url: urlOf(context, resource, made.urn) };
  return resource.fields
    .filter((field) => isKept(field) && !isCreatable(field) && Object.hasOwn(input, field.name))
    .filter(({ name }) => plain(input[name]) !== plain(kept[name]))
    .map(({ name }) => name);
}

/** What is said of them, by the name of the kind that the children are changed by. */
export function ignoredIn(resource: Resource, names: readonly string[]): string[] {
  return names.map((name) => {
    const field = resource.fieldByName.get(name);
    const child = field && isChildList(field) ? targetOf(field) : null;
    return child === null
      ? `/${name} was ignored: it cannot be set here.`
      : `/${name} was ignored: change them one by one, at /n/v1/${child.path}.`;
  });
}

function plain(value: unknown): string {
  // A member that may be absent; its type is looked at next.
  const urn = typeof value === 'object' && value !== null ? (value as { urn?: unknown }).urn : undefined;
  if (typeof urn === 'string') return JSON.stringify(urn.toLowerCase());
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : JSON.stringify(String(value));
}
