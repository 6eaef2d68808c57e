// Items as the rules of entity types look at them: their names, lengths and numbers, and the beginnings of their texts; and the
// versions of a type, which entityTypeStore.ts keeps. Resource reference 16.19.
import { longestChoice, type TypedItem } from '../../domain/entityType.ts';
import type { Actor } from '../../domain/actor.ts';
import { scopeOf } from '../../contract/resource.ts';
import { valuesOfEntities } from '../engine/liveRows.ts';
import type { Row } from '../engine/row.ts';
import { Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { Resource } from '../../contract/resource.ts';
import { inScope } from '../engine/scope.ts';

/** Which values: the newest ones, those that are live, or those that were the newest then. */
export type Moment = 'NEWEST' | 'LIVE' | { readonly asOf: string };

/** The items of each entity that have one of the names, in the order of their lists. */
export async function typedItems(
  executor: Executor,
  entities: readonly string[],
  names: readonly string[],
  moment: Moment,
): Promise<Map<string, TypedItem[]>> {
  const found = new Map<string, TypedItem[]>(entities.map((urn) => [urn, []]));
  if (entities.length === 0 || names.length === 0) return found;
  const p = new Parameters();
  const from = valuesAt(moment, p.add(entities, 'uuid[]'), p);
  const number = `coalesce(v."value_long"::text, v."value_float"::text)`;
  const target = `(SELECT e."entity_type" FROM "entity" e WHERE e."urn" = v."entity_reference" AND e."deleted_timestamp" IS NULL)`;
  const text =
    `SELECT v."entity", v.item AS urn, v."kind", v."name", char_length(v."value_string") AS length,` +
    ` left(v."value_string", ${String(longestChoice)}) AS text, ${number} AS number, ${target} AS "targetType"` +
    ` FROM (${from}) v WHERE v."name" = ANY(${p.add(names, 'text[]')}) ORDER BY v."sort_order", v.item`;
  for (const { entity, kind, ...item } of await rowsOf<Found>(executor, prepared(text, p))) {
    const resource = executor.contract.byName.get(kind);
    // Only items of kinds that the contract knows are stored, and those are the kinds of fields.
    if (resource) found.get(entity)?.push({ ...item, kind: scopeOf(resource) as TypedItem['kind'] });
  }
  return found;
}

type Found = Omit<TypedItem, 'kind'> & { readonly entity: string; readonly kind: string };

const looked = [
  'entity',
  'kind',
  'name',
  'sort_order',
  'value_string',
  'value_long',
  'value_float',
  'entity_reference',
];

function valuesAt(moment: Moment, entities: string, p: Parameters): string {
  const columns = looked.map((name) => `v."${name}"`).join(', ');
  if (moment === 'NEWEST' || moment === 'LIVE') {
    const { rows, item } = valuesOfEntities(entities, moment);
    return `SELECT ${item} AS item, ${columns} FROM ${rows}`;
  }
  return (
    `SELECT * FROM (SELECT DISTINCT ON (v."item_urn") v."item_urn" AS item, v."is_tombstone", ${columns} FROM "item_value" v` +
    ` WHERE v."entity" = ANY(${entities}) AND v."created_timestamp" <= ${p.add(moment.asOf, 'timestamptz')}` +
    ` ORDER BY v."item_urn", v."version" DESC) newest WHERE NOT "is_tombstone"`
  );
}

/** A few of the living entities of a type, of those in the scope, for a refusal that names them. */
export async function someOfType(
  executor: Executor,
  scope: AccessScope,
  resource: Resource,
  type: string,
): Promise<string[]> {
  const p = new Parameters();
  const text =
    `SELECT t."urn" FROM "entity" t WHERE t."entity_type" = ${p.add(type, 'uuid')}` +
    ` AND ${inScope(resource, 't', scope, p)} ORDER BY t."urn" LIMIT 20`;
  return urnsOf(executor, prepared(text, p));
}

/** What a type said from a version on. */
export interface TypeVersion {
  readonly version: string;
  readonly timestamp: string;
  readonly actor: Actor;
  readonly name: string;
  readonly description: string | null;
  readonly fields: Row<'EntityType'>['fields'];
}

/** The versions of a type before one of them, newest first. The caller has checked that they may be read. */
export async function typeVersions(
  executor: Executor,
  type: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<TypeVersion[]> {
  const p = new Parameters();
  const earlier = before === null ? '' : ` AND v."version" < ${p.add(before, 'bigint')}`;
  const text =
    `SELECT v."version", v."timestamp", v."actor", v."content" FROM "entity_type_version" v` +
    ` WHERE v."entity_type" = ${p.add(type, 'uuid')}${earlier} ORDER BY v."version" DESC LIMIT ${p.add(limit, 'int')}`;
  const rows = await rowsOf<Kept>(executor, prepared(text, p));
  return rows.map(({ content, ...row }) => ({ ...row, ...content }));
}

type Kept = Pick<TypeVersion, 'version' | 'timestamp' | 'actor'> & {
  readonly content: Pick<TypeVersion, 'name' | 'description' | 'fields'>;
};
