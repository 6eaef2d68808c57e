// The rank of tasks within their stages. Those that are there come in the order in which they were created.
import { Statements } from './statements.ts';

// As fractional-indexing writes whole numbers of five digits of base 62, which are in the order of their codes.
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digit = (place: number): string => `substr('${digits}', ((n.place / ${String(62 ** place)}) % 62 + 1)::int, 1)`;
const key = [4, 3, 2, 1, 0].map(digit).join(' || ');

/** Adds the column, and the index of a stage in this order. */
export class TaskRank1795991000000 extends Statements {
  readonly name = 'TaskRank1795991000000';
  protected readonly statements = [
    `ALTER TABLE "task" ADD COLUMN "rank" text NOT NULL DEFAULT ''`,
    `UPDATE "task" t SET "rank" = 'e' || ${key} FROM (SELECT "urn", row_number() OVER (PARTITION BY "workflow_stage" ORDER BY "created_timestamp", "urn") AS place` +
      ` FROM "task" WHERE "workflow_stage" IS NOT NULL) n WHERE t."urn" = n."urn"`,
    `ALTER TABLE "task" ALTER COLUMN "rank" DROP DEFAULT`,
    `CREATE INDEX "ix_task_stage_rank" ON "task" ("workflow_stage", "rank" COLLATE "C", "urn")`,
  ];
}
