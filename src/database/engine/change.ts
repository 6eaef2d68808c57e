// A change as one statement that is a transaction of its own, composed of the parts that the steps of a change are made of: the row seen
// and locked, the caller's rights, the version, the values, the history entry of an item, the event with its deliveries, and what else
// follows.
import type { Resource } from '../../contract/resource.ts';
import { accessScope, type AccessScope } from '../../domain/accessScope.ts';
import type { DecidedUnder } from '../../domain/callers.ts';
import { actorOf } from '../../domain/actor.ts';
import { newUrn } from '../../domain/urn.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { kept, Parameters, prepared, type Executor, type Hole, type Statement } from '../connection/statement.ts';
import { columnType, quote, type ColumnType } from '../mapping/columns.ts';
import { stillDecidedSql } from './accessEpoch.ts';
import { actorSql } from './actorSql.ts';
import { changedSql, writtenSql, type StoredRow } from './changedRows.ts';
import { isDue } from './liveRows.ts';
import { holds, shown } from './scope.ts';
import { wantsStates } from './stateStore.ts';
import { triggersSql } from './triggerStore.ts';

/** A change of one row: values by field, and the version it is to have before; null when any will do. */
export interface ComposedChange {
  readonly resource: Resource;
  readonly urn: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly expectedVersion: string | null;
  /** What has to be so still where the viewer is that of an earlier request; null for one decided for this request. */
  readonly under: DecidedUnder | null;
  /** Who is shown the row as it is then; null where whoever may change it may read it. */
  readonly reader: AccessScope | null;
  /** What follows the change, as statements over `changed`: the rows, each with the names of the `changed_fields`. */
  readonly following: readonly string[];
}

/** Types whose values are the same in PostgreSQL exactly when they are the same in JSON. */
const comparable: ReadonlySet<ColumnType> = new Set<ColumnType>(['text', 'boolean', 'integer', 'bigint', 'float8']);

/** Whether PostgreSQL can tell which of the values differ from those that are stored, and nothing but the label decides about them. */
export function isComparable(resource: Resource, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(values).every(([name, value]) => {
    const field = resource.fieldByName.get(name);
    if (field?.storage !== 'COLUMN' || field.isWriteOnly || field.isComputed || value === undefined) return false;
    const isPlain = (field.typeClass === 'SCALAR' || field.typeClass === 'ENUM') && field.access === null;
    return isPlain && comparable.has(columnType(field));
  });
}

/**
 * Changes a row if the viewer may read it and holds the label on it, the version is right, a value differs, it is locked by nobody and
 * nobody wants to be sent it; returns the row as it is then. Of an item the newest value must be a draft, its entity is what is locked,
 * and nothing of that may be due. Null, and nothing is changed, in every other case. Waits for no lock, so that what it decided on still
 * holds when it writes: the epoch is read in the same snapshot, which is taken after the request has arrived and so holds every
 * revocation acknowledged by then.
 */
export async function changeAtOnce(
  write: Executor['query'],
  viewer: Viewer,
  change: ComposedChange,
  label: string,
): Promise<StoredRow | null> {
  const { resource, urn, values, expectedVersion, under } = change;
  const names = resource.fields.map(({ name }) => name).filter((name) => values[name] !== undefined);
  const statement = kept(
    viewer,
    `changed ${resource.name} ${label} ${String(under !== null)} ${names.join(' ')}`,
    [
      ...[urn, expectedVersion, newUrn(), newUrn(), under?.tenant, under?.epoch, under?.borderMillis],
      ...names.map((name) => values[name]),
    ],
    (holes) => statementOf(viewer, change, { label, names }, holes),
  );
  const [row] = await write({ ...statement, requiresEpoch: under !== null });
  // The statement selects what StoredRow names.
  return row ? (row as StoredRow) : null;
}

const isFree = 'FOR NO KEY UPDATE OF t SKIP LOCKED';

// What of a change follows from what it locks: a row is locked as it is seen, and of an item the entity, under which nobody else writes to it.
// What is due of an entity is carried out first.
const ofRows = { columns: [] as string[], seen: '', ofSeen: isFree, locked: 'SELECT "urn" FROM seen', still: '' };
const ofItems: typeof ofRows = {
  columns: ['entity'],
  seen: ' AND NOT t."is_published"',
  ofSeen: '',
  locked:
    `SELECT "urn", "status", "publish_timestamp", "live_timestamp", "unpublish_timestamp" FROM "entity" t` +
    ` WHERE "urn" = (SELECT "entity" FROM seen) ${isFree}`,
  still: ` AND NOT t."is_published" AND t."entity" = c."urn" AND ${isDue('c', 'c.now')} IS NOT TRUE`,
};

function statementOf(
  viewer: Viewer,
  { resource, under, reader, following }: ComposedChange,
  { label, names }: { readonly label: string; readonly names: readonly string[] },
  [urn, expected, entry, trigger, tenant, epoch, border, ...values]: readonly Hole[],
): Statement {
  const p = new Parameters();
  const { isItem, name: kind } = resource;
  const lock = isItem ? ofItems : ofRows;
  const actor = actorOf(viewer);
  const subject = String(resource.subject);
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
  const columns = ['urn', 'version', 'owner', ...lock.columns].map(quote).concat(sent.map(({ column }) => column));
  const seen =
    `SELECT ${[...new Set(columns)].join(', ')} FROM ${quote(resource.table)} t WHERE t."urn" = ${p.add(urn, 'uuid')}${lock.seen}` +
    `${isItem ? ` AND t."kind" = '${kind}'` : ''} AND NOT ${wantsStates('t."tenant"', subject)}` +
    ` AND (${version} IS NULL OR t."version" = ${version})` +
    ` AND ${shown(resource, 't', accessScope(viewer, resource.labels.read), p)}` +
    ` AND ${holds({ resource, alias: 't' }, { viewer, label }, p)}` +
    `${under ? ` AND ${stillDecidedSql({ tenant, epoch, border }, p)}` : ''} ${lock.ofSeen}`;
  // What is written is the row that was seen: nobody has changed it since, or there is none.
  const changed = {
    set: [...sent.map(({ set }) => set), ...(isItem ? [`"entry" = ${p.add(entry, 'uuid')}`] : [])],
    of:
      `FROM seen s, clock c WHERE t."urn" = s."urn" AND t."version" = s."version" AND t."owner" = s."owner"` +
      ` AND t."deleted_timestamp" IS NULL${lock.still} AND (${sent.map(({ differs }) => differs).join(' OR ')})`,
    at: `date_trunc('milliseconds', c.now)`,
    actor,
    more: `, ${changedFields} AS changed_fields`,
  };
  const triggers =
    `SELECT ${p.add(trigger, 'uuid')}, 1, t."owner", t."tenant", '${subject}', 'UPDATE', t."urn", t."version", t.changed_fields,` +
    ` ${actorSql(actor, p)}, t."updated_timestamp", t."updated_timestamp" FROM changed t`;
  const parts = [
    `seen AS MATERIALIZED (${seen})`,
    `locked AS MATERIALIZED (${lock.locked})`,
    // The clock orders changes of one object: it is read once the lock is held.
    'clock AS MATERIALIZED (SELECT l.*, clock_timestamp() AS now FROM locked l)',
    changedSql(resource, changed, p),
    // Nobody wants states: that is a condition of what is seen.
    triggersSql(triggers, 'true'),
    ...following.map((one, at) => `following${String(at)} AS (${one})`),
  ];
  return prepared(`WITH ${parts.join(', ')} ${writtenSql(resource, 'changed', reader, p)}`, p);
}
