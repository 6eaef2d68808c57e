// Announces changes, in the transaction that makes them: a trigger for each, and whatever else follows every change.
// Resource reference 9.8.
import { setImmediate } from 'node:timers/promises';
import { type Contract, type Resource, resourceOf } from '../contract/resource.ts';
import type { Transaction } from '../database/connection/database.ts';
import { raiseVersion, type Planned, announce, type Announcement } from '../database/engine/triggerStore.ts';
import { actorOf, type Actor } from '../domain/actor.ts';
import { slices } from '../domain/slices.ts';
import type { Viewer } from '../domain/viewer.ts';
import { changeRow } from '../database/engine/changeStore.ts';
import type { Row } from '../database/engine/row.ts';
import { rowsAtOnce } from './cascade.ts';

/** A change of one resource. */
export interface Change {
  readonly resource: Resource;
  readonly event: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
  readonly changedFields: readonly string[];
  /** The container's urn, for kinds that are announced as a change of it. */
  readonly containerUrn: string | null;
  /** Whether nothing that is live has changed with it, nor anything of the row but how far it is behind its drafts. */
  readonly isOfDrafts?: boolean;
}

/** A row as it is announced: its version after the change, and what it lives in where it is announced as a change of that. */
export interface ChangedRow {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
  readonly container?: string | null;
}

/** A row that was made, or came back. */
export function created(resource: Resource, row: ChangedRow): Change {
  return changeOf(resource, 'CREATE', row, []);
}

/** A row of which these fields changed, and with them the time of its last change. */
export function updated(resource: Resource, row: ChangedRow, fields: readonly string[]): Change {
  return changeOf(resource, 'UPDATE', row, [...fields, 'updatedTimestamp']);
}

/** A row that was deleted. */
export function removed(resource: Resource, row: ChangedRow): Change {
  return changeOf(resource, 'DELETE', row, []);
}

function changeOf(
  resource: Resource,
  event: Change['event'],
  { urn, owner, version, container = null }: ChangedRow,
  changedFields: readonly string[],
): Change {
  return { resource, event, urn, owner, version, changedFields, containerUrn: container };
}

/** Changes that were written and announced, in a transaction that is still open. */
export interface Announced {
  readonly contract: Contract;
  readonly transaction: Transaction;
  readonly changes: readonly Change[];
  readonly actor: Actor;
  readonly timestamp: string;
  /** The deliveries of DELETE events, planned in this transaction. */
  readonly deletes: readonly Planned[];
}

/** What follows every change, whatever its kind. */
export interface ChangeListener {
  /** Called with all changes of every write, within its transaction. What it throws undoes the write. */
  follow(announced: Announced): Promise<void> | void;
  /**
   * The same of an update that one statement makes, in which these fields are sent: what it adds to that statement, as statements over
   * the rows `changed` and the names of their `changed_fields`. Null where it can do so only after the change: then that is made in steps.
   */
  composed(resource: Resource, names: readonly string[]): readonly string[] | null;
}

/** Keeps what FULL webhook bodies say, see eventStates.ts. */
export interface EventStates {
  /** Keeps the states of rows that are about to be deleted, before anything of them is. */
  beforeDelete(write: Deleting, resource: Resource, urns: readonly string[]): Promise<void>;
  /** Notes deliveries that the transaction plans. */
  note(transaction: Transaction, planned: Promise<readonly Planned[]>): void;
  /** Keeps the states of what was noted until now; one of several writes in the transaction is done. It is called before the commit. */
  settle(transaction: Transaction): Promise<void>;
}

/** A delete under way, and of which company. */
interface Deleting {
  readonly transaction: Transaction;
  readonly owner: string;
}

/** What announcing needs of the services. */
export interface Announcing {
  readonly contract: Contract;
  /** Called in order, one after the other. */
  readonly changeListeners: readonly ChangeListener[];
  /** Keeps what FULL webhook bodies say. */
  readonly states: EventStates;
}

/** In whose name changes are announced, and where. */
export interface AnnouncedWrite {
  readonly context: Announcing & { readonly viewer: Viewer };
  readonly transaction: Transaction;
  readonly now: string;
}

/**
 * Gives a row that is locked its next version with these values, and returns the change to announce.
 * @param more columns that no field states, fields that changed beside the values, and the container that hears of it
 */
export async function changeLocked(
  { transaction, now }: Pick<AnnouncedWrite, 'transaction' | 'now'>,
  row: Row,
  values: Readonly<Record<string, unknown>>,
  more: {
    readonly hidden?: Readonly<Record<string, unknown>>;
    readonly fields?: readonly string[];
    readonly container?: string | null;
  } = {},
): Promise<Change> {
  const resource = resourceOf(transaction.contract, row.$kind);
  const { hidden = {}, fields = [], container = null } = more;
  const { version } = await changeRow(transaction, resource, { urn: row.urn, values, hidden }, { timestamp: now });
  const changed = { urn: row.urn, owner: row.$owner, version, container };
  const different = Object.keys(values).filter((name) => values[name] !== row[name]);
  return updated(resource, changed, [...different, ...fields]);
}

/** Records the triggers of the changes, in order. Changes of kinds without a subject are announced as their container's. */
export async function announceChanges(write: AnnouncedWrite, changes: readonly Change[]): Promise<void> {
  const { context, transaction, now: timestamp } = write;
  const actor = actorOf(context.viewer);
  const announcements: Announcement[] = [];
  const changedUrns = new Set(changes.map(({ urn }) => urn));
  const seen = new Set<string>();
  for (const change of changes) {
    const { subject } = change.resource;
    if (subject) {
      announcements.push({
        owner: change.owner,
        subject,
        event: change.event,
        targetUrn: change.urn,
        targetVersion: change.version,
        changedFields: change.changedFields,
        timestamp,
      });
      continue;
    }
    const { container: link } = change.resource;
    const container = link?.target;
    if (!container?.subject || !change.containerUrn || seen.has(change.containerUrn)) continue;
    seen.add(change.containerUrn);
    if (changedUrns.has(change.containerUrn)) continue;
    announcements.push({
      owner: change.owner,
      subject: container.subject,
      event: 'UPDATE',
      targetUrn: change.containerUrn,
      targetVersion: await raiseVersion(transaction, container, change.containerUrn, timestamp),
      changedFields: [...container.fields.filter((f) => f.inverse === link).map((f) => f.name), 'updatedTimestamp'],
      timestamp,
    });
  }
  const deletes: Planned[] = [];
  for (const some of slices(announcements, rowsAtOnce)) {
    const planned = announce(transaction, actor, some);
    context.states.note(transaction, planned);
    // Of other events nobody waits for the answer before the end of the write.
    if (some.some(({ event }) => event === 'DELETE'))
      deletes.push(...(await planned).filter(({ event }) => event === 'DELETE'));
    // Not every one waits for an answer: many leave the event loop to others, too.
    if (some.length === rowsAtOnce) await setImmediate();
  }
  const { contract } = context;
  for (const listener of context.changeListeners) {
    await listener.follow({ contract, transaction, changes, actor, timestamp, deletes });
  }
}
