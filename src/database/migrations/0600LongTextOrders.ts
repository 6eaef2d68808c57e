// Lists in the order of a text that may be too long for an index are read from two: of the texts that are short enough, and of the
// others. The index on the names of entity lists refused long ones.
import { analyzeFilled, Statements } from './statements.ts';

const ordered: readonly (readonly [table: string, column: string, index: string])[] = [
  ['entity', 'name', 'by_name'],
  ['entity_list', 'name', 'listed'],
  ['company', 'name', 'listed'],
  ['identity', 'name', 'listed'],
  ['organisation', 'name', 'listed'],
  ['project', 'name', 'listed'],
  ['task', 'title', 'by_title'],
  ['workflow', 'name', 'listed'],
];

const made = ordered.flatMap(([table, column, index]) => {
  const bytes = `octet_length("${column}")`;
  const mayMiss = table === 'identity';
  const short = mayMiss ? `("${column}" IS NULL OR ${bytes} <= 2000)` : `${bytes} <= 2000`;
  const keys = mayMiss ? `"tenant", ("${column}" IS NULL), "${column}", "urn"` : `"tenant", "${column}", "urn"`;
  return [
    `CREATE INDEX "ix_${table}_${index}" ON "${table}" (${keys}) WHERE "deleted_timestamp" IS NULL AND ${short}`,
    `CREATE INDEX "ix_${table}_${index}_long" ON "${table}" ("tenant") WHERE "deleted_timestamp" IS NULL AND ${bytes} > 2000`,
    `CREATE STATISTICS "st_${table}_${column}_size" ON ${bytes} FROM "${table}"`,
    analyzeFilled(table),
  ];
});

/** Makes the indexes, and the statistics by which they are chosen. */
export class LongTextOrders1795380000000 extends Statements {
  readonly name = 'LongTextOrders1795380000000';
  protected readonly statements = [`DROP INDEX "ix_entity_list_listed"`, ...made];
}
