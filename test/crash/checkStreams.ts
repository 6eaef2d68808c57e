// Compares what each subscriber received with the log: all of it, nothing else, in order, and repeats were identical.
import type { Evidence, StreamJournal, TriggerRow } from './evidence.ts';

/** The violations in the streams, one sentence each. */
export function checkStreams({ triggers, streams }: Pick<Evidence, 'triggers' | 'streams'>): string[] {
  const byId = new Map(triggers.map((t) => [t.id, t]));
  return streams.flatMap((stream) => ofStream(stream, byId));
}

/** How many events of a stream were received more than once. */
export function repeatsOf({ seen }: StreamJournal): number {
  return seen.length - new Set(seen.map((event) => event.id)).size;
}

function ofStream({ name, from, seen }: StreamJournal, log: ReadonlyMap<string, TriggerRow>): string[] {
  const wrong: string[] = [];
  const had = new Map<number, string>();
  const versions = new Map<string, number>();
  let newest = from;
  for (const { id, sequence, target, version } of seen) {
    const trigger = log.get(id);
    if (!trigger) wrong.push(`phantom event: ${name} saw ${id}, which is not in the log`);
    else if (trigger.sequence !== sequence || trigger.target !== target || trigger.version !== version)
      wrong.push(`wrong event: ${name} saw ${id} other than the log has it`);
    const before = had.get(sequence);
    if (before !== undefined && before !== id)
      wrong.push(`duplicate event: ${name} saw number ${String(sequence)} with two ids`);
    if (before === undefined) {
      if (sequence <= newest)
        wrong.push(`inverted event: ${name} saw number ${String(sequence)} after ${String(newest)}`);
      const known = versions.get(target) ?? 0;
      if (version <= known)
        wrong.push(`inverted event: ${name} saw version ${String(version)} of ${target} after ${String(known)}`);
      versions.set(target, version);
    }
    newest = Math.max(newest, sequence);
    had.set(sequence, id);
  }
  for (const { id, sequence, subject, event } of log.values()) {
    if (sequence !== null && sequence > from && had.get(sequence) !== id)
      wrong.push(`lost event: ${name} never saw number ${String(sequence)}, ${subject} ${event}`);
  }
  return wrong;
}
