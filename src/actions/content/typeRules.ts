// Holds pages to their entity types: what of an entity breaks its type, whether it may be of that type at all, and the items that a
// new one begins with. Resource reference 16.19.
import { itemLists } from '../../contract/listedItems.ts';
import { scopeOf, targetOf, type Contract } from '../../contract/resource.ts';
import type { Executor } from '../../database/connection/statement.ts';
import { typedItems, type Moment } from '../../database/content/typedItemStore.ts';
import { ancestorsOf } from '../../database/identity/companyStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { deviationsOf, missingDefaults, type Deviation, type ItemKindName } from '../../domain/entityType.ts';
import { invalid, type Violation } from '../../domain/errors.ts';
import { parseUrn } from '../../domain/urn.ts';
import { isObject } from '../../contract/scalarRules.ts';
import { readableAmong } from '../../engine/authorize.ts';
import type { Context, WriteOptions } from '../../engine/context.ts';
import { asRow, type Completed, type WriteContext } from '../../engine/kind.ts';
import { storedRow } from '../../engine/readResource.ts';

/** The list of an entity that holds items of a kind. */
export function listOf({ kinds }: Contract): (kind: ItemKindName) => string {
  const lists = new Map(itemLists(kinds.Entity).map((list) => [scopeOf(targetOf(list)), list.name]));
  // Every kind of items has a list.
  return (kind) => lists.get(kind) as string;
}

/** What the values of that moment break of the entity's type, 100 at most; nothing of an entity without one. */
export async function deviationsAt(
  executor: Executor,
  entity: Pick<Row<'Entity'>, 'urn' | 'entityType'>,
  moment: Moment,
): Promise<Deviation[]> {
  if (entity.entityType === null) return [];
  const type = await storedRow(executor, executor.contract.kinds.EntityType, entity.entityType);
  if (!type) return [];
  const names = type.fields.map(({ name }) => name);
  const items = await typedItems(executor, [entity.urn], names, moment);
  return deviationsOf(type.fields, items.get(entity.urn) ?? [], listOf(executor.contract));
}

/** Refuses what would be published with VALIDATION_FAILED where it breaks the entity's type. */
export async function requireType(
  executor: Executor,
  entity: Pick<Row<'Entity'>, 'urn' | 'entityType'>,
  moment: Moment,
  concerns: (deviation: Deviation) => boolean = () => true,
): Promise<void> {
  const found = (await deviationsAt(executor, entity, moment)).filter(concerns);
  if (found.length > 0) throw invalid(found.map(asViolation));
}

function asViolation({ path, code, message, limit, related }: Deviation): Violation {
  return { path, code, message, ...(limit !== undefined && { limit }), ...(related && { related }) };
}

/** Adds a violation where the entity may not be of its type: that is another company's, and not one above. */
export async function checkTypeOwner(step: WriteContext<'Entity'>): Promise<void> {
  const { entityType: type, owner } = step.values;
  if (type === undefined && owner === undefined) return;
  const next = asRow(step);
  if (typeof next.entityType !== 'string') return;
  const isSame = type === undefined || type === step.before?.entityType;
  if (isSame && (owner === undefined || owner === step.before?.$owner)) return;
  const types = step.context.contract.kinds.EntityType;
  const found = await storedRow(step.transaction, types, next.entityType);
  const own = typeof owner === 'string' ? owner : step.owner;
  // What is not there is refused with the other links, and a place that is none already.
  if (!found || own === '' || found.owner === own) return;
  // A type that the caller may not read is refused there, too, in the same words as one that does not exist.
  if (!isSame && (await readableAmong(step.transaction, step.context.viewer, types, [found.urn])).length === 0) return;
  if ((await ancestorsOf(step.transaction, own)).includes(found.owner)) return;
  const message = 'The type is of a company that is neither the owner nor above it.';
  step.violations.push({ path: '/entityType', code: 'INVALID_REFERENCE', message, related: [found.urn] });
}

/** The entity with the items that its type has defaults for, where it is sent none. A copy stays what it is a copy of. */
export async function withDefaults(
  context: Context,
  input: Readonly<Record<string, unknown>>,
  { isWhole }: WriteOptions,
): Promise<Completed> {
  const { entityType: sent } = input;
  const urn = parseUrn(isObject(sent) ? sent['urn'] : sent);
  if (urn === null || isWhole === true) return { input };
  const type = await context.loaders.byUrn('EntityType', urn);
  if (!type) return { input };
  const lists = new Map<string, unknown[]>();
  const itemsOf = (list: string): unknown[] => {
    const items = lists.get(list) ?? (Array.isArray(input[list]) ? [...(input[list] as unknown[])] : []);
    lists.set(list, items);
    return items;
  };
  const isSent = (list: string, name: string): boolean =>
    itemsOf(list).some((item) => isObject(item) && item['name'] === name);
  for (const { list, item } of missingDefaults(type.fields, listOf(context.contract), isSent)) {
    // What is no list is refused as it was sent.
    if (input[list] === undefined || input[list] === null || Array.isArray(input[list])) itemsOf(list).push(item);
  }
  const filled = [...lists].filter(([list, items]) => items.length > 0 && (Array.isArray(input[list]) || !input[list]));
  return { input: { ...input, ...Object.fromEntries(filled) } };
}
