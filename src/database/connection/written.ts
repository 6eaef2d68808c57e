// Statements that TypeORM's QueryBuilder writes, over the entities of the DataSource. Each is written once, when it is first run, with its
// values left open: from then on the text is kept, PostgreSQL prepares it under its name, and a run binds values. Decision 4.
import type {
  DeleteQueryBuilder,
  EntityManager,
  InsertQueryBuilder,
  SelectQueryBuilder,
  UpdateQueryBuilder,
} from 'typeorm';
import { nameOf, type RowExecutor, type Statement } from './statement.ts';

// Rows are plain objects, described by EntitySchemas.
type Row = Record<string, unknown>;

/** What a QueryBuilder was told. */
export type Builder =
  SelectQueryBuilder<Row> | InsertQueryBuilder<Row> | UpdateQueryBuilder<Row> | DeleteQueryBuilder<Row>;

/** Writes the statement when it is first run; a run needs a value for each name in it. */
export type Written<V extends object> = (executor: Pick<RowExecutor, 'manager'>, values: V) => Statement;

/** A statement as the QueryBuilder writes it. `V` names its values, which stand in it as `:name`; one that is missing is an error. */
export function written<V extends object = object>(write: (manager: EntityManager) => Builder): Written<V> {
  let known: Kept | null = null;
  return ({ manager }, values) => {
    known ??= kept(write(manager));
    const { text, name, order } = known;
    return { text, name, values: order.map((one) => valueOf(values, one)) };
  };
}

interface Kept {
  readonly text: string;
  readonly name: string;
  /** The names of the values, in the order of their placeholders. */
  readonly order: readonly string[];
}

// A name after one colon: two are a cast.
const named = /(?<!:):(?!:)([a-zA-Z]\w*)/g;

function kept(builder: Builder): Kept {
  const names = new Set([...builder.getQuery().matchAll(named)].map(([, name = '']) => name));
  builder.setParameters(Object.fromEntries([...names].map((name) => [name, name])));
  const [text, order] = builder.getQueryAndParameters();
  // The value of each name is the name itself.
  return { text, name: nameOf(text), order: order as readonly string[] };
}

function valueOf(values: object, name: string): unknown {
  if (!(name in values)) throw new Error(`The statement has no value for ${name}`);
  // It has it.
  return (values as Readonly<Record<string, unknown>>)[name];
}

/** An insert of one row into a table: each column with what it gets, as SQL. */
export function insertInto(
  manager: EntityManager,
  table: string,
  columns: Readonly<Record<string, string>>,
): InsertQueryBuilder<Row> {
  return manager.createQueryBuilder().insert().into<Row>(table, Object.keys(columns)).values(asSql(columns));
}

/** An update of a table: each column with what it gets, as SQL. */
export function updateOf(
  manager: EntityManager,
  table: string,
  columns: Readonly<Record<string, string>>,
): UpdateQueryBuilder<Row> {
  return manager.createQueryBuilder().update<Row>(table).set(asSql(columns));
}

/** A delete from a table. */
export function deleteFrom(manager: EntityManager, table: string): DeleteQueryBuilder<Row> {
  return manager.createQueryBuilder().delete().from<Row>(table);
}

/** A read of a table under an alias. Select expressions with names: without any, TypeORM would name each column by its alias. */
export function selectFrom(manager: EntityManager, table: string, alias: string): SelectQueryBuilder<Row> {
  return manager.createQueryBuilder<Row>(table, alias);
}

// What is given as a function, TypeORM takes as SQL and does not convert.
function asSql(columns: Readonly<Record<string, string>>): Record<string, () => string> {
  return Object.fromEntries(Object.entries(columns).map(([name, sql]) => [name, () => sql]));
}
