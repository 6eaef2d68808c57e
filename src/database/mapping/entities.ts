// The tables as TypeORM sees them: one EntitySchema per table. Its QueryBuilder writes the statements of plain rows over them
// (connection/written.ts), and its own commands compare a database with the service. Decision 4.
import { EntitySchema, type EntitySchemaColumnOptions, type EntitySchemaIndexOptions } from 'typeorm';
import type { Contract } from '../../contract/resource.ts';
import { exclusionOf, type Table, type TableColumn, type TableIndex } from './table.ts';
import { tablesOf } from './tables.ts';

/** Every table that TypeORM can describe; it has no word for the type `regconfig`. */
export function entitySchemas(contract: Contract): EntitySchema[] {
  return tablesOf(contract)
    .filter((table) => table.columns.every(({ type }) => type !== 'regconfig'))
    .map(schemaOf);
}

function schemaOf(table: Table): EntitySchema {
  return new EntitySchema({
    name: table.name,
    tableName: table.name,
    // TypeORM has no word for partitions: scripts/schemaDrift.ts compares those tables alone.
    synchronize: table.partitionedBy === undefined,
    // Property and column share one name, so that statements and mapping agree.
    columns: Object.fromEntries(table.columns.map((column) => [column.name, columnOptions(table, column)])),
    indices: table.indexes.filter((index) => !index.isDeferrable).map(indexOptions),
    exclusions: table.indexes
      .filter((index) => index.isDeferrable)
      .map((index) => ({
        name: index.name,
        expression: exclusionOf(index),
        deferrable: 'INITIALLY IMMEDIATE' as const,
      })),
    checks: table.checks.map(({ name, expression }) => ({ name, expression })),
    foreignKeys: table.references.map(({ name, column, onDelete }) => ({
      name,
      target: 'resource',
      columnNames: [column],
      referencedColumnNames: ['urn'],
      onDelete,
    })),
  });
}

function columnOptions(table: Table, column: TableColumn): EntitySchemaColumnOptions {
  const { type } = column;
  const isArray = type.endsWith('[]');
  const isInstant = type === 'timestamptz(3)';
  const bare = isArray ? type.slice(0, -2) : isInstant ? 'timestamptz' : type;
  return {
    // The names in ColumnType are PostgreSQL's own, which TypeORM accepts as they are.
    type: bare as EntitySchemaColumnOptions['type'],
    nullable: column.isNullable ?? false,
    ...(table.primaryKey.includes(column.name) ? { primary: true, primaryKeyConstraintName: `pk_${table.name}` } : {}),
    ...(column.isIdentity ? { generated: 'increment' as const } : {}),
    ...(column.default === undefined ? {} : { default: defaultOf(column.default) }),
    ...(isArray ? { array: true } : {}),
    ...(isInstant ? { precision: 3 } : {}),
  };
}

// TypeORM compares a number with what PostgreSQL stores when it is given one, and anything else as SQL.
function defaultOf(sql: string): unknown {
  return /^\d+$/.test(sql) ? Number(sql) : () => sql;
}

const plainColumn = /^"([a-z_0-9]+)"$/;

// TypeORM describes indexes of columns alone; those of expressions, orders and other methods it leaves as they are.
function indexOptions(index: TableIndex): EntitySchemaIndexOptions {
  const columns = index.keys.flatMap((key) => plainColumn.exec(key)?.[1] ?? []);
  const isPlain = columns.length === index.keys.length && !index.include && (index.method ?? 'btree') === 'btree';
  if (!isPlain) return { name: index.name, synchronize: false };
  return {
    name: index.name,
    columns,
    unique: index.isUnique ?? false,
    ...(index.where === undefined ? {} : { where: index.where }),
  };
}
