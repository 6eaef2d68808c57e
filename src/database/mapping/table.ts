// The words for a table: what tables.ts, kindDetails.ts and serviceTables.ts are written in.
import type { ColumnType } from './columns.ts';

/** One column. */
export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly isNullable?: boolean;
  /** As SQL. */
  readonly default?: string;
  /** Numbered by the database. */
  readonly isIdentity?: boolean;
}

/** One index; its keys, like its condition, are SQL. */
export interface TableIndex {
  readonly name: string;
  readonly keys: readonly string[];
  readonly isUnique?: boolean;
  readonly method?: 'btree' | 'gin';
  /** Of a GIN index: how much of what was written may wait outside of its tree, where every search reads it. */
  readonly pendingKilobytes?: number;
  readonly include?: readonly string[];
  readonly where?: string;
  /**
   * Of a unique set that is checked at the end of a statement, or of a transaction that says so: an exclusion constraint, as
   * PostgreSQL puts off no unique index that has a condition or an expression.
   */
  readonly isDeferrable?: boolean;
}

/** A deferrable unique set as the expression of its constraint. */
export function exclusionOf({ keys, where }: TableIndex): string {
  const condition = where === undefined ? '' : ` WHERE (${where})`;
  return `USING btree (${keys.map((key) => `${key} WITH =`).join(', ')})${condition}`;
}

/** What holds for every row, as SQL. */
export interface TableCheck {
  readonly name: string;
  readonly expression: string;
}

/** A reference to the registry of resources. */
export interface TableReference {
  readonly name: string;
  readonly column: string;
  readonly onDelete: 'CASCADE' | 'SET NULL' | 'NO ACTION';
}

/** One table. */
export interface Table {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly TableIndex[];
  readonly checks: readonly TableCheck[];
  readonly references: readonly TableReference[];
  /** Statistics over several columns that the planner needs, as SQL. */
  readonly statistics?: readonly { readonly name: string; readonly definition: string }[];
  /** A table whose content need not outlive a crash of the server. */
  readonly isUnlogged?: boolean;
  readonly fillFactor?: number;
  /** The column by whose ranges it is partitioned. Keys, indexes and statistics are then those of each partition, as of `restOf`. */
  readonly partitionedBy?: string;
}

/** The partition that takes what no other does, and is what new ones are made like. */
export const restOf = (table: string): string => `${table}_rest`;

/** A column of urns. */
export const uuid = (name: string, isNullable = false): TableColumn => ({ name, type: 'uuid', isNullable });
/** A column of texts. */
export const text = (name: string, isNullable = false): TableColumn => ({ name, type: 'text', isNullable });
/** A column of times, to the millisecond. */
export const instant = (name: string, isNullable = false): TableColumn => ({
  name,
  type: 'timestamptz(3)',
  isNullable,
});

/** A column of times as callers send them, to the microsecond. */
export const sentInstant = (name: string, isNullable = false): TableColumn => ({
  name,
  type: 'timestamptz',
  isNullable,
});

/** A reference of a column of that table; its rows go along unless stated otherwise. */
export const reference = (
  table: string,
  column: string,
  onDelete: TableReference['onDelete'] = 'CASCADE',
  name = column,
): TableReference => ({ name: `fk_${table}_${name}`, column, onDelete });

/** A table that belongs to no kind. */
export function table(
  name: string,
  columns: readonly TableColumn[],
  primaryKey: readonly string[],
  more: Partial<Omit<Table, 'name' | 'columns' | 'primaryKey'>> = {},
): Table {
  return { name, columns, primaryKey, indexes: [], checks: [], references: [], ...more };
}
