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
  readonly include?: readonly string[];
  readonly where?: string;
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
}
