// Compares the acknowledgments that writers received with the database: every acknowledged change exists, and nothing
// exists that no writer requested.
import { groupBy } from '../../src/domain/groupBy.ts';
import type { Evidence, HistoryRow, ObjectRow, WriteEntry } from './evidence.ts';

/** The violations among the changes, one sentence each. */
export function checkChanges({ objects, history, writes }: Evidence): string[] {
  const rows = new Map(objects.map((o) => [o.urn, o]));
  const entries = groupBy(history, (h) => h.urn);
  const byTarget = groupBy(writes, (w) => w.target);
  const wrong: string[] = [];
  for (const [target, own] of byTarget) {
    const row = rows.get(target);
    if (!row) {
      if (own.some((w) => w.outcome === 'ACKNOWLEDGED'))
        wrong.push(`lost change: ${target} is acknowledged and absent`);
      continue;
    }
    wrong.push(...lost(row, own, entries.get(target) ?? []), ...invented(row, own, entries.get(target) ?? []));
  }
  for (const { urn } of objects) if (!byTarget.has(urn)) wrong.push(`invented change: nobody created ${urn}`);
  return wrong;
}

function lost(row: ObjectRow, writes: readonly WriteEntry[], history: readonly HistoryRow[]): string[] {
  const wrong: string[] = [];
  const acknowledged = new Map<number, string>();
  for (const { verb, value, outcome, version } of writes) {
    if (outcome !== 'ACKNOWLEDGED') continue;
    if (verb === 'DELETE') {
      if (!row.isDeleted) wrong.push(`lost change: ${row.urn} is deleted by acknowledgement and alive`);
      continue;
    }
    if (version === null) continue;
    const before = acknowledged.get(version);
    if (before !== undefined && before !== value)
      wrong.push(`lost change: two changes were told version ${String(version)} of ${row.urn}`);
    acknowledged.set(version, value);
    if (version > row.version)
      wrong.push(`lost change: ${row.urn} was told version ${String(version)} and has ${String(row.version)}`);
    if (version === row.version && !row.isDeleted && row.value !== value)
      wrong.push(`lost change: ${row.urn} holds '${String(row.value)}' where '${value}' was acknowledged`);
    if (history.length > 0 && !history.some((h) => h.version === version && h.value === value))
      wrong.push(`lost change: the history of ${row.urn} has no '${value}' at version ${String(version)}`);
  }
  return wrong;
}

// Each version requires a request: an acknowledged change, or an attempt whose outcome is unknown.
function invented(row: ObjectRow, writes: readonly WriteEntry[], history: readonly HistoryRow[]): string[] {
  const wrong: string[] = [];
  const acknowledged = new Set(
    writes.flatMap((w) => (w.outcome === 'ACKNOWLEDGED' && w.version !== null ? [w.version] : [])),
  );
  const deletes = writes.some((w) => w.verb === 'DELETE' && w.outcome !== 'REFUSED') ? 1 : 0;
  const unknown = writes.filter((w) => w.outcome === 'UNKNOWN').length;
  const unnamed = writes.filter(
    (w) => w.outcome === 'ACKNOWLEDGED' && w.version === null && w.verb !== 'DELETE',
  ).length;
  const unexplained = row.version - acknowledged.size - unnamed - deletes - unknown;
  if (unexplained > 0)
    wrong.push(`invented change: ${String(unexplained)} versions of ${row.urn} were asked for by nobody`);
  if (row.isDeleted && deletes === 0) wrong.push(`invented change: ${row.urn} is deleted and nobody asked for it`);
  const asked = new Set(writes.flatMap((w) => (w.outcome === 'REFUSED' ? [] : [w.value])));
  const values = [...history.flatMap((h) => (h.isTombstone ? [] : [h.value])), row.value];
  for (const value of values)
    if (!asked.has(String(value))) wrong.push(`invented change: nobody wrote '${String(value)}' into ${row.urn}`);
  return wrong;
}
