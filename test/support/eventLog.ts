// The end of the event log, once everything committed is numbered.
import type { Services } from '../../src/engine/context.ts';

/** The newest cursor, when all that was committed before the call is at or before it. */
export async function logEnd({ database }: Services): Promise<string> {
  const query = (text: string): Promise<Record<string, unknown>[]> => database.query({ text, values: [] });
  for (;;) {
    const [waiting] = await query('SELECT EXISTS (SELECT 1 FROM webhook_trigger WHERE sequence IS NULL) AS some');
    if (waiting?.['some'] === false) break;
  }
  const [log] = await query('SELECT last_sequence AS last FROM event_log');
  return String(log?.['last']);
}
