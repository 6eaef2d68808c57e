// A change of an item's draft as one statement that is a transaction of its own: the entity locked, the caller's rights, the
// version, the value, its history entry, the event with its deliveries, and the word to the search index.
import type { Resource } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import type { DecidedUnder } from '../../domain/callers.ts';
import { actorOf } from '../../domain/actor.ts';
import { newUrn } from '../../domain/urn.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { kept, Parameters, prepared, type Executor, type Hole } from '../connection/statement.ts';
import { columnType, quote, type ColumnType } from '../mapping/columns.ts';
import { stillDecidedSql } from './accessEpoch.ts';
import { deliveriesSql } from './triggerStore.ts';
import { entryOf } from './itemEntry.ts';
import { selectList, type Row } from './row.ts';
import { holds, shown } from './scope.ts';
import { queuedSql, searchedFields } from './searchedItems.ts';
import { wantsState } from './stateStore.ts';

/** A change of one item: values by field, and the version it is to have before; null when any will do. */
export interface ItemChange {
  readonly resource: Resource;
  readonly urn: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly expectedVersion: string | null;
  /** What has to be so still where the viewer is that of an earlier request; null for one decided for this request. */
  readonly under: DecidedUnder | null;
}

/** Types whose values are the same in PostgreSQL exactly when they are the same in JSON. */
const comparable: ReadonlySet<ColumnType> = new Set<ColumnType>(['text', 'boolean', 'integer', 'bigint', 'float8']);

/** Whether PostgreSQL can tell which of the values differ from those that are stored. */
export function isComparable(resource: Resource, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(values).every(([name, value]) => {
    const field = resource.fieldByName.get(name);
    if (field?.storage !== 'COLUMN' || field.isWriteOnly || field.isComputed || value === undefined) return false;
    return (field.typeClass === 'SCALAR' || field.typeClass === 'ENUM') && comparable.has(columnType(field));
  });
}

/**
 * Changes an item whose newest value is a draft, if the viewer may read it and holds the label on it, the version is right, a
 * value differs, its entity is locked by nobody, nothing of it is due and nobody wants to be sent it; returns the item as it is then. Null, and nothing
 * is changed, in every other case. Waits for no lock, so that what it decided on still holds when it writes: the epoch is read
 * in the same snapshot, which is taken after the request has arrived and so holds every revocation acknowledged by then.
 */
export async function changeItemAtOnce(
  write: Executor['query'],
  viewer: Viewer,
  change: ItemChange,
  label: string,
): Promise<Row | null> {
  const { resource, urn, values, expectedVersion, under } = change;
  const names = resource.fields.map(({ name }) => name).filter((name) => values[name] !== undefined);
  const statement = kept(
    viewer,
    `changed ${resource.name} ${label} ${String(under !== null)} ${names.join(' ')}`,
    [
      ...[urn, expectedVersion, newUrn(), newUrn(), under?.tenant, under?.epoch, under?.borderMillis],
      ...names.map((name) => values[name]),
    ],
    (holes) => statementOf(viewer, resource, { label, names, isUnder: under !== null }, holes),
  );
  const [row] = await write({ ...statement, requiresEpoch: under !== null });
  // The statement selects what Row names.
  return row ? (row as Row) : null;
}

const moments = ['status', 'publish_timestamp', 'live_timestamp', 'unpublish_timestamp'].map(quote).join(', ');

function statementOf(
  viewer: Viewer,
  resource: Resource,
  { label, names, isUnder }: { readonly label: string; readonly names: readonly string[]; readonly isUnder: boolean },
  [urn, expected, entry, trigger, tenant, epoch, border, ...values]: readonly Hole[],
): ReturnType<typeof prepared> {
  const p = new Parameters();
  const actor = actorOf(viewer);
  const version = p.add(expected, 'bigint');
  const fields = names.flatMap((name) => resource.fieldByName.get(name) ?? []);
  const sent = fields.map((field, at) => {
    const column = quote(field.column);
    const value = p.add(values[at], columnType(field));
    return { name: field.name, column, set: `${column} = ${value}`, differs: `s.${column} IS DISTINCT FROM ${value}` };
  });
  const changedFields =
    `array_remove(ARRAY[${sent.map(({ name, differs }) => `CASE WHEN ${differs} THEN '${name}' END`).join(', ')}], NULL)` +
    ` || 'updatedTimestamp'::text`;
  const words = searchedFields(resource).filter((name) => names.includes(name));
  const wordsChange = `changed_fields && ARRAY[${words.map((name) => `'${name}'`).join(', ')}]`;
  const known = new Set(['urn', 'version', 'entity', 'owner'].map(quote).concat(sent.map(({ column }) => column)));
  // What is written is the row that was read: nobody has changed it since, or there is none.
  const text =
    `WITH seen AS MATERIALIZED (SELECT ${[...known].join(', ')} FROM "item" t WHERE t."urn" = ${p.add(urn, 'uuid')} AND t."kind" = '${resource.name}'` +
    ` AND NOT t."is_published" AND NOT ${wantsState('t."tenant"', String(resource.subject))} AND (${version} IS NULL OR t."version" = ${version})` +
    ` AND ${shown(resource, 't', accessScope(viewer, resource.labels.read), p)}` +
    ` AND ${holds({ resource, alias: 't' }, { viewer, label }, p)}` +
    `${isUnder ? ` AND ${stillDecidedSql({ tenant, epoch, border }, p)}` : ''}),` +
    ` locked AS MATERIALIZED (SELECT "urn", ${moments} FROM "entity" WHERE "urn" = (SELECT "entity" FROM seen) FOR NO KEY UPDATE SKIP LOCKED),` +
    // The clock orders changes of one object: it is read once the lock is held.
    ` clock AS MATERIALIZED (SELECT l.*, clock_timestamp() AS now FROM locked l),` +
    ` changed AS (UPDATE "item" u SET ${sent.map(({ set }) => set).join(', ')}, "entry" = ${p.add(entry, 'uuid')},` +
    ` "version" = s."version" + 1, "updated_timestamp" = date_trunc('milliseconds', c.now) FROM seen s, clock c` +
    ` WHERE u."urn" = s."urn" AND u."version" = s."version" AND u."deleted_timestamp" IS NULL AND NOT u."is_published"` +
    ` AND u."entity" = c."urn" AND u."owner" = s."owner" AND (${sent.map(({ differs }) => differs).join(' OR ')})` +
    ` AND ((c."status" = 'PUBLISH_PENDING' AND c."publish_timestamp" <= c.now)` +
    ` OR (c."live_timestamp" IS NOT NULL AND c."unpublish_timestamp" <= c.now)) IS NOT TRUE` +
    ` RETURNING u.*, ${changedFields} AS changed_fields),` +
    ` ${entryOf(resource.contract, 'changed', { isTombstone: false, actor, timestamp: null }, p)},` +
    (words.length > 0
      ? ` searched AS (${queuedSql(`SELECT "tenant", "entity", true FROM changed WHERE ${wordsChange}`)}),`
      : '') +
    ` fresh AS (INSERT INTO "webhook_trigger" ("urn", "version", "owner", "tenant", "subject", "event", "target_urn", "target_version",` +
    ` "changed_fields", "actor", "created_timestamp", "updated_timestamp")` +
    ` SELECT ${p.add(trigger, 'uuid')}, 1, t."owner", t."tenant", '${String(resource.subject)}', 'UPDATE', t."urn", t."version",` +
    ` t.changed_fields, l."actor", t."updated_timestamp", t."updated_timestamp" FROM changed t CROSS JOIN logged l` +
    ` RETURNING "urn", "owner", "subject", "event", "target_urn", "position", "created_timestamp")${deliveriesSql}` +
    ` SELECT ${selectList(resource, 't')}, true AS "$seesDrafts" FROM changed t`;
  return prepared(text, p);
}
