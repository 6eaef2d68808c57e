// What a kind adds to the common path of the verbs. A write passes five phases, and a kind may take part in each:
//
//   complete   the input is filled in, before the transaction
//   lock       in the transaction, once the caller is known to hold the label; takes locks
//   prepare    with the rows locked; checks and fills in values, collects violations
//   decide     no rule is broken; the stored state decides whether the write may be done
//   after      the row is written and announced; writes what belongs to it
//
// The operation of the write is CREATE, UPDATE, DELETE or RESTORE, and a hook may be for some of them (`onlyIn`): a kind that has none for
// UPDATE is changed by one statement. A delete skips `prepare`, and the return of a deleted
// row has `lock` and `after` alone; `returned` brings back what had ended with another row. `list` is the one hook of reads.
import type { ListQuery } from '../contract/listQuery.ts';
import type { Resource } from '../contract/resource.ts';
import type { Executor } from '../database/connection/statement.ts';
import type { Transaction } from '../database/connection/database.ts';
import type { EndedLink } from '../database/engine/endedLinkStore.ts';
import type { Page } from '../database/engine/resourceStore.ts';
import type { Row, Values } from '../database/engine/row.ts';
import type { Violation } from '../domain/errors.ts';
import type { Change } from './announcements.ts';
import type { Context, WriteOptions } from './context.ts';

declare module './context.ts' {
  interface Services {
    /** The kinds that take part in their writes; supplied when the service is started. */
    readonly kindOf: (resource: Resource) => Kind;
  }
}

/** A write that is about to begin: nothing is locked and nothing is decided yet. */
export interface PendingWrite<Name extends string = string> {
  readonly context: Context;
  readonly transaction: Transaction;
  readonly resource: Resource<Name>;
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'RESTORE';
  readonly urn: string;
  /** Canonical values as they were sent; empty for a removal and for a row that comes back. */
  readonly values: Readonly<Values<Name>>;
  /** The label that the change of a row needs. */
  readonly label?: string;
}

/** A write under way. Phases read `before` and change `values`, `hidden` and `violations`. */
export interface WriteContext<Name extends string = string> extends PendingWrite<Name> {
  readonly options: WriteOptions;
  /** The stored row, locked; null on create. */
  readonly before: Row<Name> | null;
  /** The row of the container, for kinds that have one; null on a child written together with its parent. */
  readonly container: Row | null;
  /** The owner company of what is written. */
  readonly owner: string;
  /** The database's clock, read after the locks. */
  readonly now: string;
  /** How many items live in the container of a new one. */
  readonly count: number;
  /** JSON Pointer of this object in the request. */
  readonly path: string;
  /** Canonical values by field, as they will be stored. */
  readonly values: Values<Name>;
  /** Values of hidden columns. */
  readonly hidden: Record<string, unknown>;
  readonly violations: Violation[];
  /** Values that are shown in this answer only, such as a new token. */
  readonly shownOnce: Record<string, unknown>;
}

/** A create as its kind completes it: what to check, and what must exist before. */
export interface Completed {
  readonly input: Readonly<Record<string, unknown>>;
  /** Makes what the filled-in links name; runs first in the transaction of the create. */
  makeFirst?(transaction: Transaction): Promise<void>;
}

/** What `lock` found out about the write. */
export interface Locked {
  /** Brings the locked row up to date before the write looks at it. */
  refresh?(row: Row): Promise<Row>;
  /** Something was written along with the locks: what was read beside them is to be read again. */
  readonly isChanged?: boolean;
}

/** A requested page. */
export interface Listing {
  readonly context: Context;
  readonly resource: Resource;
  readonly query: ListQuery;
  /** The common way: one page of what the caller may read. */
  readonly read: (query: ListQuery) => Promise<Page>;
}

/**
 * Gives a computed field of a row: a scalar, a plain object, the urn of a link, or rows for a list of links. What many rows
 * need is read through the loaders of the context. Beside its columns a row may carry what one answer alone shows.
 */
export type Compute<Name extends string = string> = (
  row: Row<Name> & Readonly<Record<string, unknown>>,
  context: Context,
) => unknown;

/** Columns, named as in `@computed(from:)`: a 64 bit integer is its digits, what the caller may not read is null. */
export type Ingredients = Readonly<Record<string, unknown>>;

/** Makes the text of a computed field. */
export type Make = (values: Ingredients) => string;

/** A restore under way: the caller, and the database's clock after the locks. */
export type Restoring = Pick<WriteContext, 'context' | 'transaction' | 'now'>;

/** What became of links that had ended. */
export interface Returned {
  readonly changes: readonly Change[];
  /** The rows, or permission edges, of which a link did not come back since the caller may not give it; only what the caller may know. */
  readonly refused: readonly string[];
}

/**
 * How a kind takes part in writes of many of its rows at once. A hook does, of all of them, what the hook of that name does of one; where
 * it is absent, the hook of one is called for each. A create takes no locks but those of `lockPlaces`.
 */
export interface SetHooks<Name extends string = string> {
  /** Whether a write of those members may be one of many: its hooks look at nothing that another one writes. Absent: always. */
  takes?(operation: PendingWrite['operation'], input: Readonly<Record<string, unknown>>): boolean;
  /** Takes the locks that come before those of these rows, in one order, for a caller who holds the label on them. */
  lockRows?(
    parts: Pick<PendingWrite, 'context' | 'transaction'>,
    rows: {
      readonly resource: Resource;
      readonly urns: readonly string[];
      readonly operation: PendingWrite['operation'];
    },
    label: string,
  ): Promise<void>;
  prepare?(steps: Steps<Name>): Promise<void>;
  /** Gives those that have to be done alone, which says why they are refused; then it has written nothing. */
  decide?(steps: Steps<Name>): Promise<ReadonlySet<WriteContext>>;
  /** For a kind that deletes in its own way: removes the rows, and returns the changes to announce. */
  remove?(steps: Steps<Name>): Promise<Change[]>;
  /** The rows are those of the steps, in their order. */
  after?(steps: Steps<Name>, written: readonly Row<Name>[]): Promise<void>;
}

type Steps<Name extends string> = readonly [WriteContext<Name>, ...WriteContext<Name>[]];

/** How a kind takes part. */
export interface Kind<Name extends string = string> {
  /**
   * The kind's computed fields, by name. Addresses, lists of links and what the database counts for many rows at once
   * (database/engine/aggregateStore.ts) need no code here.
   */
  readonly computed?: Readonly<Record<string, Compute<Name>>>;
  /**
   * Makes the computed fields that are made from columns alone (`@computed(from:)`), by name. They are made of what one statement
   * has read, too, with no row at hand (engine/answerOnce.ts).
   */
  readonly made?: Readonly<Record<string, Make>>;
  /**
   * Fills in what a caller may leave out although the rules require it, such as the author of a post. Runs before the
   * rules of a create, on the input as it was sent; with strict handling nothing is to be filled in that the document
   * requires.
   */
  complete?(
    context: Context,
    input: Readonly<Record<string, unknown>>,
    options: WriteOptions,
  ): Promise<Completed> | Completed;
  /**
   * The label that this change of a row needs, where it is not the kind's own. Called before any turn or lock is waited for, so
   * that who lacks it waits for none, and again with the locks.
   */
  label?(pending: Omit<PendingWrite<Name>, 'transaction'>, executor: Executor): Promise<string> | string;
  /** Whether the caller may create in this container without holding the label there. */
  isOpen?(pending: PendingWrite<Name>): boolean;
  /**
   * Locks the containers of new rows, in the order of their urns, for a caller who may read them and holds the label there; answers those
   * that are locked. Who lacks the label waits for none. In the place of `lock` for creates.
   */
  lockPlaces?(
    parts: Pick<PendingWrite, 'context' | 'transaction'>,
    containers: readonly string[],
    label: string,
  ): Promise<ReadonlySet<string>>;
  /** How many rows of the kind are written at once (writeSets.ts). Absent: they are written one by one. */
  readonly sets?: SetHooks<Name>;
  /**
   * Whether `after` leaves the row as it was written, and who may read it: it is answered as the write found it. A function says so of
   * each write, once it was decided; what is written in sets is read again then.
   */
  readonly isAnsweredAsMade?: boolean | ((step: WriteContext<Name>) => boolean);
  /** Takes the locks that come before the row's own, so that two writes never wait for each other. */
  lock?(pending: PendingWrite<Name>): Promise<Locked | undefined> | Locked | undefined;
  /**
   * What `lock` of a row takes where it is free, as an SQL condition on the row `t`: true, and held, or false. Whoever finds it and the
   * row free waits for none. For kinds whose `lock` finds out nothing.
   */
  readonly lockedSql?: string;
  /** Whether `lock` takes locks for this change of a row; absent where it always may. */
  locksFirst?(pending: PendingWrite<Name>): boolean;
  /** Fills in and checks values; adds violations. Runs before anything is written, also on children of the request. */
  prepare?(step: WriteContext<Name>): Promise<void> | void;
  /**
   * Decides what depends on the stored state, once the rules hold; throws to refuse. A kind that deletes in its own way
   * does so here, and returns the changes to announce.
   */
  decide?(step: WriteContext<Name>): Promise<Change[] | undefined> | Change[] | undefined;
  /** Whether the row lacks what it cannot be without once an optional link of it is empty: its target is needed, then. */
  isIncomplete?(row: Row<Name>): boolean;
  /**
   * Brings back links of one field of the kind's rows, or permission edges, that ended when what they name was deleted and lives again.
   * Absent: `returnLinks` (engine/endedLinks.ts).
   */
  returned?(restoring: Restoring, ended: readonly EndedLink[]): Promise<Returned>;
  /**
   * Lists of rows of the kind whose members are told of them: they end with their row, too, and `after` of a delete is given what did by
   * `endedWith` (engine/removeRows.ts).
   */
  readonly mutualLists?: readonly string[];
  /** Links that say who did something: they come back with whom they name, whoever restores that. */
  readonly attributions?: readonly string[];
  /** Writes what belongs to the change, after the row itself. */
  after?(step: WriteContext<Name>, written: Row<Name>): Promise<void> | void;
  /** Answers lists of the kind, where they are more than a query. */
  list?(listing: Listing): Promise<Page>;
}

const operationsOf = new WeakMap<object, ReadonlySet<PendingWrite['operation']>>();

/** A hook that takes part in these operations alone. */
export function onlyIn<Step extends Pick<PendingWrite, 'operation'>, More extends unknown[], Answer>(
  operations: readonly PendingWrite['operation'][],
  hook: (step: Step, ...more: More) => Answer,
): (step: Step, ...more: More) => Answer | undefined {
  const own = new Set(operations);
  const some = (step: Step, ...more: More): Answer | undefined =>
    own.has(step.operation) ? hook(step, ...more) : undefined;
  operationsOf.set(some, own);
  return some;
}

const hooksOfRows = ['label', 'lock', 'prepare', 'decide', 'after'] as const;
// The lock of the entity and what it brings up to date, and the status that follows when what is live changes, are those of all items.
const hooksOfItems = ['label', 'prepare', 'decide'] as const;

/**
 * Whether no hook of the kind takes part in its updates. Then the update of plain values is one statement (database/engine/change.ts), which
 * does for items what the hooks that all of their kinds share do.
 */
export function isPlain({ isItem }: Resource, kind: Kind): boolean {
  return (isItem ? hooksOfItems : hooksOfRows).every((name) => {
    const hook: unknown = Reflect.get(kind, name);
    return typeof hook !== 'function' || operationsOf.get(hook)?.has('UPDATE') === false;
  });
}

/** Whether the row of a write that was decided is answered as the write found it. */
export function isAnsweredAsMade(step: WriteContext): boolean {
  const { isAnsweredAsMade: of = false } = step.context.kindOf(step.resource);
  return typeof of === 'function' ? of(step) : of;
}

/** The row a step would write, for hooks that look at the whole: stored values with the sent ones laid over. */
export function asRow<Name extends string>(step: WriteContext<Name>): Row<Name> {
  const stored = step.before ?? { $kind: step.resource.name, $owner: step.owner, $seesDrafts: true, urn: step.urn };
  // Members that a create did not send are undefined, which hooks read as absent.
  return { ...stored, ...step.values } as Row<Name>;
}
