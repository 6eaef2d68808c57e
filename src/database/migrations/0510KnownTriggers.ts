// Readers of few objects are shown the triggers of these, by indexes that begin with their owner; and with the subject and the object of
// edges that fell. The partitions of the log have indexes of their own.
import type { QueryRunner } from 'typeorm';
import { ForwardOnly } from './statements.ts';

/** Makes the indexes. */
export class KnownTriggers1795376000000 extends ForwardOnly {
  readonly name = 'KnownTriggers1795376000000';

  async up(runner: QueryRunner): Promise<void> {
    // The statement names what it returns.
    const log = (await runner.query(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'webhook_trigger'::regclass`,
    )) as { name: string }[];
    const statements = [
      `CREATE INDEX "ix_permission_subject_fallen" ON "permission" ("subject_urn") WHERE "deleted_timestamp" IS NOT NULL`,
      `CREATE INDEX "ix_permission_object_fallen" ON "permission" ("object_urn") WHERE "deleted_timestamp" IS NOT NULL`,
      ...log.flatMap(({ name }) => {
        const suffix = name.replace(/^webhook_trigger(_rest)?/, '');
        return [
          `CREATE INDEX "ix_webhook_trigger_owned${suffix}" ON "${name}" ("owner", "sequence", "urn") WHERE "sequence" IS NOT NULL`,
          `CREATE INDEX "ix_webhook_trigger_handed_over${suffix}" ON "${name}" ("owner") WHERE 'owner' = ANY ("changed_fields")`,
        ];
      }),
    ];
    for (const statement of statements) await runner.query(statement);
  }
}
