// Reads the rows of a crash run with plain SQL on a connection of its own.
import { withClient } from './connection.ts';
import type { DeliveryRow, Evidence, HistoryRow, ObjectRow, TriggerRow } from './evidence.ts';
import { subjects } from './subjects.ts';

/** The part of the evidence that lies in the database. */
export type Rows = Pick<Evidence, 'objects' | 'history' | 'triggers' | 'log' | 'deliveries'>;

/** All rows, but for those that were there before the writers began: `setUp` are their urns, `from` the log's end then. */
export function readRows(url: string, from: number, setUp: ReadonlySet<string>): Promise<Rows> {
  return withClient(url, async (client) => {
    const read = async <T extends object>(text: string): Promise<T[]> => (await client.query<T>(text)).rows;
    const objects: ObjectRow[] = [];
    for (const { subject, rowsSql } of subjects) {
      const rows = await read<{ urn: string; version: number; is_deleted: boolean; value: string }>(rowsSql);
      for (const { is_deleted: isDeleted, ...row } of rows)
        if (!setUp.has(row.urn)) objects.push({ ...row, subject, isDeleted });
    }
    const [log] = await read<Omit<Evidence['log'], 'from'>>(
      `SELECT max(last_sequence)::int AS last, min(expired_sequence)::int AS expired FROM event_log`,
    );
    return {
      objects,
      log: { last: log?.last ?? -1, expired: log?.expired ?? -1, from },
      history: await read<HistoryRow>(
        `SELECT item_urn AS urn, version::int, value_string AS value, is_tombstone AS "isTombstone" FROM item_value`,
      ),
      triggers: await read<TriggerRow>(
        `SELECT urn AS id, sequence::int, subject, event, target_urn AS target, target_version::int AS version FROM webhook_trigger ORDER BY sequence`,
      ),
      deliveries: await read<DeliveryRow>(`SELECT urn AS id, trigger, subscription, status FROM webhook_delivery`),
    };
  });
}
