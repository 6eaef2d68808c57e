// Compares the log with the rows: each committed change has one trigger, the numbers have no gaps, and the numbers of
// one object increase with its versions.
import { groupBy } from '../../src/domain/groupBy.ts';
import type { Evidence, ObjectRow, TriggerRow } from './evidence.ts';

/** The violations in the log, one sentence each. */
export function checkLog({ objects, triggers, log }: Evidence): string[] {
  const byTarget = groupBy(triggers, (t) => t.target);
  const subjects = new Set(objects.map((o) => o.subject));
  const known = new Set(objects.map((o) => o.urn));
  return [
    ...gaps(triggers, log),
    ...objects.flatMap((row) => ofObject(row, byTarget.get(row.urn) ?? [])),
    ...triggers.flatMap((t) =>
      subjects.has(t.subject) && (t.sequence ?? Infinity) > log.from && !known.has(t.target)
        ? [`phantom trigger: ${t.id} tells of ${t.target}, which is not there`]
        : [],
    ),
  ];
}

function gaps(triggers: readonly TriggerRow[], { last, expired }: Evidence['log']): string[] {
  const wrong = triggers.flatMap((t) => (t.sequence === null ? [`unnumbered trigger: ${t.id}`] : []));
  const numbers = triggers.flatMap((t) => t.sequence ?? []).sort((a, b) => a - b);
  numbers.forEach((number, at) => {
    const before = at === 0 ? expired : (numbers[at - 1] ?? 0);
    if (number === before) wrong.push(`repeated number: ${String(number)}`);
    else if (number !== before + 1) wrong.push(`gap in the log: ${String(number)} follows ${String(before)}`);
  });
  if ((numbers.at(-1) ?? expired) !== last)
    wrong.push(`the log says it ends at ${String(last)} and ends at ${String(numbers.at(-1))}`);
  return wrong;
}

function ofObject(row: ObjectRow, triggers: readonly TriggerRow[]): string[] {
  const wrong: string[] = [];
  const inOrder = [...triggers].sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
  const seen = new Set<number>();
  let newest = 0;
  for (const { id, version, event } of inOrder) {
    if (seen.has(version)) wrong.push(`duplicate trigger: version ${String(version)} of ${row.urn} is told twice`);
    seen.add(version);
    if (version < newest)
      wrong.push(`inverted trigger: version ${String(version)} of ${row.urn} stands behind ${String(newest)}`);
    newest = Math.max(newest, version);
    if (version > row.version)
      wrong.push(`phantom trigger: ${id} tells of version ${String(version)}, ${row.urn} has ${String(row.version)}`);
    const expected = version === 1 ? 'CREATE' : row.isDeleted && version === row.version ? 'DELETE' : 'UPDATE';
    if (event !== expected) wrong.push(`wrong trigger: version ${String(version)} of ${row.urn} is told as ${event}`);
  }
  for (let version = 1; version <= row.version; version += 1) {
    if (!seen.has(version)) wrong.push(`lost trigger: version ${String(version)} of ${row.urn} is not told`);
  }
  return wrong;
}
