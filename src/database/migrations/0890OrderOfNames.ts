// Lists in the order of a name are in that of people: Äpfel stands beside apple, and not behind Zebra. The root collation of ICU; as it is
// not deterministic, names that differ in nothing seen are equal, and their urns decide.
import { Statements } from './statements.ts';

const living = '"deleted_timestamp" IS NULL';

// Names that always fit into an entry of an index.
const short = ['api_client', 'group', 'role'].flatMap((table) => [
  `DROP INDEX "ix_${table}_listed"`,
  `CREATE INDEX "ix_${table}_listed" ON "${table}" ("tenant", "name" COLLATE "names", "urn") WHERE ${living}`,
]);

const long = [
  ['entity', 'name', 'by_name'],
  ['entity_list', 'name', 'listed'],
  ['company', 'name', 'listed'],
  ['identity', 'name', 'listed'],
  ['organisation', 'name', 'listed'],
  ['project', 'name', 'listed'],
  ['task', 'title', 'by_title'],
  ['workflow', 'name', 'listed'],
].flatMap(([table = '', column = '', index = '']) => {
  const mayMiss = table === 'identity';
  const fits = `octet_length("${column}") <= 2000`;
  const isNull = mayMiss ? `("${column}" IS NULL), ` : '';
  return [
    `DROP INDEX "ix_${table}_${index}"`,
    `CREATE INDEX "ix_${table}_${index}" ON "${table}" ("tenant", ${isNull}"${column}" COLLATE "names", "urn")` +
      ` WHERE ${living} AND ${mayMiss ? `("${column}" IS NULL OR ${fits})` : fits}`,
  ];
});

/** Makes the collation, and the indexes of lists by name anew; lists of these kinds wait while it runs. */
export class OrderOfNames1795890000000 extends Statements {
  readonly name = 'OrderOfNames1795890000000';
  protected readonly statements = [
    `CREATE COLLATION "names" (provider = icu, locale = 'und', deterministic = false)`,
    ...short,
    ...long,
  ];
}
