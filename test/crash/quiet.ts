// Waits until a crash run is idle: every trigger numbered, every event seen, every delivery completed. Retries
// scheduled minutes or hours ahead are made due now; nothing else is touched.
import { withClient } from './connection.ts';
import type { Subscriber } from './subscriber.ts';
import type { Stage } from './stage.ts';

/** How a run came to rest. */
export interface Rest {
  readonly left: readonly string[];
  readonly last: number;
}

const stillMillis = 90_000;
const lookMillis = 500;

/**
 * Kills all gateways at once and makes the leases of their deliveries run out, as a minute would; starts them again.
 * Resolves with what was still unfinished when nothing had moved for a while, or nothing when all came to rest, and with the end
 * that the log had then.
 */
export async function comeToRest(stage: Stage, subscribers: readonly Subscriber[]): Promise<Rest> {
  await Promise.all(stage.fleet.gateways.map((g) => g.kill()));
  // What they had sent has arrived by now, or never will.
  await pause(1_000);
  await run(stage, `UPDATE webhook_queue SET due_timestamp = clock_timestamp() WHERE state = 2`);
  await Promise.all(stage.fleet.gateways.map((g) => g.start()));
  let before = '';
  let movedAt = performance.now();
  for (;;) {
    await run(
      stage,
      `UPDATE webhook_queue SET due_timestamp = clock_timestamp() WHERE state = 4 AND due_timestamp > clock_timestamp() + interval '2 s'`,
    );
    const { left, last } = await unfinished(stage, subscribers);
    if (left.length === 0) return { left, last };
    const now = JSON.stringify(left);
    if (now !== before) movedAt = performance.now();
    before = now;
    if (performance.now() - movedAt > stillMillis) return { left, last };
    await pause(lookMillis);
  }
}

async function unfinished(stage: Stage, subscribers: readonly Subscriber[]): Promise<Rest> {
  const [row] = await run(
    stage,
    `SELECT (SELECT count(*) FROM webhook_trigger WHERE sequence IS NULL)::int AS triggers,` +
      ` (SELECT count(*) FROM webhook_queue)::int AS deliveries, max(last_sequence)::int AS last FROM event_log`,
  );
  const left: string[] = [];
  if (Number(row?.['triggers']) > 0) left.push(`${String(row?.['triggers'])} triggers have no number`);
  if (Number(row?.['deliveries']) > 0) left.push(`${String(row?.['deliveries'])} deliveries have not ended`);
  const last = Number(row?.['last']);
  for (const { name, newest } of subscribers)
    if (newest() < last) left.push(`${name} is at ${String(newest())} of ${String(last)}`);
  return { left, last };
}

function run({ cluster }: Stage, text: string): Promise<Record<string, unknown>[]> {
  return withClient(cluster.url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
