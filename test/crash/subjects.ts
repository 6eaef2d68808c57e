// The kinds that a crash run writes: their names on both faces, and their tables.
import { bareTask } from '../support/bareTask.ts';

/** A kind that is written. */
export interface Subject {
  readonly subject: string;
  readonly path: string;
  /** The name of its type in the graph. */
  readonly type: string;
  /** The field that is changed again and again. */
  readonly field: string;
  /** Gives urn, version, is_deleted and value of each of its rows. */
  readonly rowsSql: string;
  /** What a new one holds besides urn and the field. */
  first(company: string, page: string, urn: string): Readonly<Record<string, unknown>>;
}

const rows = (table: string, column: string, where = 'true'): string =>
  `SELECT urn, version::int, deleted_timestamp IS NOT NULL AS is_deleted, ${column} AS value FROM ${table} WHERE ${where}`;

/** All of them. Text items have a history; the others have none. */
export const subjects: readonly Subject[] = [
  {
    subject: 'ENTITY',
    path: 'entity',
    type: 'Entity',
    field: 'name',
    rowsSql: rows('entity', 'name'),
    first: (owner) => ({ owner, language: 'en', status: 'DRAFT_UNPUBLISHED' }),
  },
  {
    subject: 'TASK',
    path: 'task',
    type: 'Task',
    field: 'title',
    rowsSql: rows('task', 'title'),
    first: (owner) => ({ owner, ...bareTask }),
  },
  {
    subject: 'TEXT_ITEM',
    path: 'textitem',
    type: 'TextItem',
    field: 'value',
    rowsSql: rows('item', 'value_string', `kind = 'TextItem'`),
    // Names are unique within an entity.
    first: (_, entity, urn) => ({ entity, name: urn, sortOrder: 0 }),
  },
  {
    subject: 'GROUP',
    path: 'group',
    type: 'Group',
    field: 'name',
    rowsSql: rows('"group"', 'name'),
    first: (owner) => ({ owner }),
  },
];
