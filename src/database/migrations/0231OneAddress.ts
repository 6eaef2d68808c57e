// An IRI and its ASCII form are one address: paths of entities and domains of e-mail addresses are kept in Unicode. What
// stands escaped already is brought to that form; where the other form is taken, it stays as it is until it is changed.
// Only rows with escapes are written; they are found by reading both tables once.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { parseEmail } from '../../domain/emailAddress.ts';
import { parseSelector } from '../../domain/selector.ts';

interface Addresses {
  readonly table: string;
  readonly column: string;
  /** As SQL: whether the column may hold an escape. */
  readonly isEscaped: string;
  /** As SQL: whether a living row `o` takes the place of the row `t` under the address $2. */
  readonly isTaken: string;
  readonly canonical: (text: string) => string | null;
}

function canonicalPath(text: string): string | null {
  const selector = parseSelector(text);
  return 'path' in selector ? selector.path : null;
}

const addresses: readonly Addresses[] = [
  {
    table: 'entity',
    column: 'path',
    isEscaped: `"path" LIKE '%\\%%'`,
    isTaken:
      `o."deleted_timestamp" IS NULL AND t."deleted_timestamp" IS NULL AND o."tenant" = t."tenant" AND o."owner" = t."owner"` +
      ` AND md5(o."path") = md5($2) AND o."language" = t."language" AND o."variant" = t."variant"`,
    canonical: canonicalPath,
  },
  {
    table: 'entity_redirect',
    column: 'path',
    isEscaped: `"path" LIKE '%\\%%'`,
    isTaken: 'false',
    canonical: canonicalPath,
  },
  {
    table: 'email',
    column: 'email',
    isEscaped: `"email" ~* '@(.*[.])?xn--'`,
    isTaken: `o."deleted_timestamp" IS NULL AND t."deleted_timestamp" IS NULL AND o."identity" = t."identity" AND o."email" = $2`,
    canonical: parseEmail,
  },
];

/** Brings escaped addresses to the form in which new ones are kept. */
export class OneAddress1795308060000 implements MigrationInterface {
  readonly name = 'OneAddress1795308060000';

  async up(runner: QueryRunner): Promise<void> {
    for (const { table, column, isEscaped, isTaken, canonical } of addresses) {
      // The statement selects these two.
      const rows = (await runner.query(
        `SELECT "urn", "${column}" AS address FROM "${table}" WHERE ${isEscaped}`,
      )) as readonly { readonly urn: string; readonly address: string }[];
      for (const { urn, address } of rows) {
        const other = canonical(address);
        if (other === null || other === address) continue;
        await runner.query(
          `UPDATE "${table}" t SET "${column}" = $2 WHERE t."urn" = $1` +
            ` AND NOT EXISTS (SELECT 1 FROM "${table}" o WHERE o."urn" <> t."urn" AND ${isTaken})`,
          [urn, other],
        );
      }
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
