// Instants that callers send are kept to the microsecond; those of the service's own clock stay milliseconds. A wider type
// of the same values rewrites no table and no index: each change takes the time of its lock, however large the table.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const widened: Readonly<Record<string, readonly string[]>> = {
  api_client_bearer_token: ['expiration_timestamp'],
  client_identifier: ['expires_timestamp'],
  entity: ['publish_timestamp', 'unpublish_timestamp', 'live_timestamp'],
  item: ['value_date_time'],
  item_live: ['from_timestamp', 'until_timestamp'],
  item_value: ['value_date_time'],
  payment_invoice: ['due_timestamp', 'paid_timestamp'],
  permission: ['from_timestamp', 'to_timestamp'],
  permission_audit: ['from_timestamp', 'to_timestamp'],
  project: ['start_timestamp', 'due_timestamp'],
  task: ['due_timestamp'],
  webhook_pace: ['discard_until'],
  webhook_subscription: ['expiration_timestamp'],
};

// PostgreSQL changes no column that the condition of a trigger names, so triggers are made again as they were.
function widen(table: string, columns: readonly string[]): string {
  const changes = columns.map((column) => `ALTER COLUMN "${column}" TYPE timestamptz`).join(', ');
  return `DO $$ DECLARE held record; stated text[] := '{}'; one text; BEGIN
    FOR held IN SELECT t.tgname, pg_get_triggerdef(t.oid) AS definition FROM pg_trigger t
      WHERE t.tgrelid = '"${table}"'::regclass AND NOT t.tgisinternal LOOP
      stated := stated || held.definition;
      EXECUTE format('DROP TRIGGER %I ON "${table}"', held.tgname);
    END LOOP;
    ALTER TABLE "${table}" ${changes};
    FOREACH one IN ARRAY stated LOOP EXECUTE one; END LOOP;
  END $$`;
}

/** Widens the columns of instants that callers send. */
export class FineInstants1795308000000 implements MigrationInterface {
  readonly name = 'FineInstants1795308000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(widened)) await runner.query(widen(table, columns));
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
