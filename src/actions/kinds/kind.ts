// What a kind may do beyond the common path of the verbs: three hooks, all optional, all inside the write's transaction.
import type { Resource } from '../../contract/resource.ts';
import type { Transaction } from '../../database/database.ts';
import type { Row } from '../../database/row.ts';
import type { Violation } from '../../domain/errors.ts';
import type { Context, WriteOptions } from '../context.ts';

/** A write under way. Hooks read `before` and change `values`, `hidden` and `violations`. */
export interface Step {
  readonly context: Context;
  readonly transaction: Transaction;
  readonly resource: Resource;
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly options: WriteOptions;
  readonly urn: string;
  /** The stored row, locked; null on create. */
  readonly before: Row | null;
  /** The row of the container, for kinds that have one; null on a child written together with its parent. */
  readonly container: Row | null;
  /** The owner company of what is written. */
  readonly owner: string;
  /** The database's clock, read after the locks. */
  readonly now: string;
  /** JSON Pointer of this object in the request. */
  readonly path: string;
  /** Canonical values by field, as they will be stored. */
  readonly values: Record<string, unknown>;
  /** Values of hidden columns. */
  readonly hidden: Record<string, unknown>;
  readonly violations: Violation[];
  /** Values that are shown in this answer only, such as a new token. */
  readonly shownOnce: Record<string, unknown>;
}

/** A change or a removal that is about to begin: nothing is locked and nothing is decided yet. */
export interface Approach {
  readonly context: Context;
  readonly transaction: Transaction;
  readonly resource: Resource;
  readonly operation: 'UPDATE' | 'DELETE';
  readonly urn: string;
  /** Canonical values as they were sent; empty for a removal. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The hooks of a kind. */
export interface Kind {
  /** Takes the locks that come before the row's own, so that two writes never wait for each other. */
  lockFirst?(approach: Approach): Promise<void> | void;
  /** The label that this change needs on the row, where it is not always the same. */
  labelFor?(approach: Approach): Promise<string> | string;
  /** Fills in and checks values; adds violations. Runs before anything is written. */
  prepare?(step: Step): Promise<void> | void;
  /** Decides what depends on the stored state, once the rules hold; throws to refuse. */
  decide?(step: Step): Promise<void> | void;
  /** Writes what belongs to the change, after the row itself. */
  after?(step: Step, written: Row): Promise<void> | void;
  /** Writes what belongs to a deleted row coming back. `urn` is the row's. */
  restored?(restoration: Restoration): Promise<void> | void;
}

/** A deleted row that lives again, in the transaction that brought it back. */
export interface Restoration {
  readonly context: Context;
  readonly transaction: Transaction;
  readonly urn: string;
  readonly owner: string;
  readonly now: string;
}
