// Entity types: that their fields make sense, what is kept of their changes, and that no type goes while entities are of it.
// Resource reference 16.19.
import { checkInput } from '../../contract/rules.ts';
import { isObject } from '../../contract/scalarRules.ts';
import { kindOfScope, type Contract } from '../../contract/resource.ts';
import { isUsed, keepTypeVersion } from '../../database/content/entityTypeStore.ts';
import { someOfType, typeVersions, type TypeVersion } from '../../database/content/typedItemStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { actorOf } from '../../domain/actor.ts';
import { fieldProblems } from '../../domain/entityType.ts';
import { notFound, type Violation } from '../../domain/errors.ts';
import { readableAmong, readScope, requireCaller, requireLabel } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { deletesInSets } from '../../engine/setParts.ts';
import { inUse } from '../../engine/removeRows.ts';

type Fields = Row<'EntityType'>['fields'];

/** Entity types. */
export const entityTypeKind: Kind<'EntityType'> = {
  sets: deletesInSets,

  async prepare(step) {
    const { fields } = step.values;
    if (!Array.isArray(fields) || step.violations.length > 0) return;
    // No rule is broken, so that every member is of its type.
    const whole = (fields as Fields).map(wholeField);
    step.values.fields = whole;
    step.violations.push(...definitionProblems(step.context.contract, whole, '/fields'));
    step.violations.push(...(await unknownTypes(step, whole)));
  },

  async decide(step) {
    const { context, transaction, urn } = step;
    if (step.operation !== 'DELETE' || !(await isUsed(transaction, urn))) return undefined;
    const resource = context.contract.kinds.Entity;
    const urns = await someOfType(transaction, readScope(context.viewer, resource), resource, urn);
    throw await inUse(step, { resource, urns }, () => 'Entities are of this type.');
  },

  async after({ operation, transaction, context, now }, written) {
    if (operation === 'DELETE' || operation === 'RESTORE') return;
    await keepTypeVersion(transaction, written, actorOf(context.viewer), now);
  },
};

/** A field as it was sent: what is left out may be null. */
export type SentField = {
  readonly [Member in Exclude<keyof Fields[number], 'defaults'>]?: Fields[number][Member] | null;
} & { readonly defaults?: unknown };

/** The field with all of its members, as it is kept. */
export function wholeField(sent: SentField): Fields[number] {
  return {
    // A field without a name or a kind broke a rule.
    name: sent.name ?? '',
    kind: sent.kind ?? 'TEXT_ITEM',
    label: sent.label ?? null,
    help: sent.help ?? null,
    required: sent.required ?? false,
    repeated: sent.repeated ?? false,
    maxItems: sent.maxItems ?? null,
    minLength: sent.minLength ?? null,
    maxLength: sent.maxLength ?? null,
    minimum: sent.minimum ?? null,
    maximum: sent.maximum ?? null,
    choices: sent.choices ?? [],
    entityTypes: sent.entityTypes ?? [],
    defaults: isObject(sent.defaults) ? sent.defaults : null,
  };
}

/** What is wrong with the definitions, their defaults included. */
export function definitionProblems(contract: Contract, fields: Fields, path: string): Violation[] {
  const problems = fieldProblems(fields, path);
  for (const [at, { name, kind, defaults }] of fields.entries()) {
    if (defaults === null) continue;
    const place = `${path}/${String(at)}/defaults`;
    const given = ['urn', 'entity', 'name', 'sortOrder'].filter((member) => defaults[member] !== undefined);
    const message = 'It is given by the page.';
    problems.push(
      ...given.map((member): Violation => ({ path: `${place}/${member}`, code: 'NOT_ALLOWED_TOGETHER', message })),
    );
    const how = { operation: 'CREATE', path: place, isStrict: true, given: new Set(['entity']), cut: [] } as const;
    const item = { ...defaults, name, sortOrder: 0 };
    problems.push(...checkInput(contract, kindOfScope(contract, kind), item, { ...how, cut: [] }).violations);
  }
  return problems;
}

// Types that a field names must be there; the type itself may be one of them.
async function unknownTypes(step: WriteContext<'EntityType'>, fields: Fields): Promise<Violation[]> {
  const named = fields.flatMap(({ entityTypes }, at) =>
    entityTypes.map((urn, place) => ({ urn, path: `/fields/${String(at)}/entityTypes/${String(place)}` })),
  );
  const stored = new Set(step.before?.fields.flatMap(({ entityTypes }) => entityTypes));
  const others = [...new Set(named.map(({ urn }) => urn))].filter((urn) => urn !== step.urn && !stored.has(urn));
  const { context, transaction, resource } = step;
  const known = new Set([...(await readableAmong(transaction, context.viewer, resource, others)), ...stored, step.urn]);
  const message = 'The EntityType does not exist.';
  return named
    .filter(({ urn }) => !known.has(urn))
    .map(({ urn, path }) => ({ path, code: 'INVALID_REFERENCE', message, related: [urn] }));
}

/** What a type said before, newest first. Needs READ on the type: its versions name people. */
export async function readTypeHistory(
  context: Context,
  urn: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly TypeVersion[]> {
  requireCaller(context.viewer);
  const resource = context.contract.kinds.EntityType;
  if (!(await context.loaders.byUrn('EntityType', urn))) throw notFound();
  await requireLabel(context.database, context.viewer, { resource, urn }, 'READ');
  return typeVersions(context.database, urn, { before, limit });
}
