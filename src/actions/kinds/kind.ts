// What a kind may do beyond the common path of the verbs: three hooks, all optional, all inside the write's transaction.
import type { Resource } from '../../contract/resource.ts';
import type { Transaction } from '../../database/database.ts';
import type { Row } from '../../database/row.ts';
import type { Violation } from '../../domain/errors.ts';
import type { Change } from '../announcements.ts';
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

/** A create as its kind completes it: what to check, and what must exist before. */
export interface Completed {
  readonly input: Readonly<Record<string, unknown>>;
  /** Makes what the filled-in links name; runs first in the transaction of the create. */
  makeFirst?(transaction: Transaction): Promise<void>;
}

/** The hooks of a kind. */
export interface Kind {
  /**
   * Fills in what a caller may leave out although the rules ask for it, such as the author of a post. Runs before the
   * rules of a create, on the input as it was sent; with strict handling nothing is to be filled in that the document
   * requires.
   */
  defaults?(
    context: Context,
    input: Readonly<Record<string, unknown>>,
    options: WriteOptions,
  ): Promise<Completed> | Completed;
  /** Whether a caller without the label may create in that container all the same. */
  mayCreateIn?(context: Context, containerUrn: string): boolean;
  /** Takes the locks that come before the row's own, so that two writes never wait for each other. */
  lockFirst?(approach: Approach): Promise<void> | void;
  /** The label that this change needs on the row, where it is not always the same. */
  labelFor?(approach: Approach): Promise<string> | string;
  /** Fills in and checks values; adds violations. Runs before anything is written. */
  prepare?(step: Step): Promise<void> | void;
  /** Decides what depends on the stored state, once the rules hold; throws to refuse. */
  decide?(step: Step): Promise<void> | void;
  /** Deletes in the kind's own way and gives the changes to announce; null for the common way. */
  remove?(step: Step, before: Row): Promise<Change[] | null>;
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
