// Streams about one object end when a permission's window does: which have ended is looked for by an index of their ends.
import { Statements } from './statements.ts';

/** Makes the index. */
export class WindowEnds1795372000000 extends Statements {
  readonly name = 'WindowEnds1795372000000';
  protected readonly statements = [
    `CREATE INDEX "ix_permission_window_end" ON "permission" ("to_timestamp") WHERE "to_timestamp" IS NOT NULL`,
  ];
}
