// The end of the event log, once everything committed is numbered.
import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '../../src/engine/context.ts';

/**
 * The newest cursor of a tenant, when all that was committed before the call is before it; without one, of the tenant whose event is the
 * newest, which is the test's own where nobody else writes.
 */
export async function logEnd(services: Services, tenant: string | null = null): Promise<string> {
  const { sequence, epoch } = await end(services, tenant);
  return `${String(epoch)}.${String(sequence)}`;
}

/** The newest ordinal, when all that was committed before the call is at or before it. */
export async function ordinalEnd(services: Services): Promise<number> {
  return Number((await end(services))['ordinal']);
}

/** The number in a cursor. */
export function sequenceOf(cursor: string): number {
  return Number(/^[0-9]+\.([0-9]+)$/.exec(cursor)?.[1]);
}

async function end({ database }: Services, tenant: string | null = null): Promise<Record<string, unknown>> {
  const query = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    database.query({ text, values });
  for (;;) {
    const [waiting] = await query('SELECT EXISTS (SELECT 1 FROM webhook_trigger WHERE sequence IS NULL) AS some');
    if (waiting?.['some'] === false) break;
    // What numbers them runs in this process, too.
    await wait(5);
  }
  const [log] = await query(
    `SELECT l.last_sequence AS sequence, l.last_ordinal AS ordinal, s.value->>'epoch' AS epoch FROM event_log l, setting s
      WHERE s.name = 'event log' AND ($1::uuid IS NULL OR l.tenant = $1::uuid) ORDER BY l.last_ordinal DESC LIMIT 1`,
    [tenant],
  );
  return log ?? { sequence: 0, ordinal: 0, epoch: 1 };
}
