// A right that has just gone opens no stream, and shows nothing to readers that catch up, though the log says nothing of it yet.
// Resource reference 7.2, 9.7.
import { describe, expect, test } from 'vitest';
import { withClient } from '../support/database.ts';
import { logEnd } from '../support/eventLog.ts';
import { sampleOf } from '../support/matrix.ts';
import { eventually } from '../support/webhooks.ts';
import {
  change,
  endStreams,
  heardAt,
  narrowQueries,
  overSocket,
  service,
  town,
  ways,
  whileFollowing,
  worldOf,
  write,
} from './following.ts';
import { everyPart, type Way } from './waysOfRights.ts';

whileFollowing();

describe('A right that has just gone', () => {
  // While the log stands still, nothing but the right itself says that it has gone.
  const withLogHeld = (run: () => Promise<void>): Promise<void> =>
    withClient(service.databaseUrl, async (database) => {
      await database.query('BEGIN');
      await database.query('SELECT 1 FROM "event_log" WHERE "tenant" = $1 FOR UPDATE', [town.admin.company]);
      await run();
      await database.query('ROLLBACK');
    });

  test.each(sampleOf(Object.keys(ways), 3))('opens nothing, and shows nothing to who catches up: %s', async (name) => {
    const way = ways[name] as Way;
    const { parts = everyPart } = way;
    const world = await worldOf(way);
    const { reader, alive } = world;
    await way.prepare?.(world);
    const take = await way.give(world);
    const from = await logEnd(service.services);
    await change(world, parts, 'Given');
    await write('PATCH', `entity/${alive}`, { name: 'Alive page' });
    await logEnd(service.services);
    const catchUp = `subscription { events(after: "${from}", subjects: [ENTITY, TASK, THREAD_POST]) { cursor target {
      ... on Entity { name } ... on Task { title } ... on ThreadPost { content } } } }`;
    const urns = JSON.stringify([...parts.map((part) => world[part]), alive]);
    const shown = `subscription { events(targetUrns: ${urns}, includeSnapshot: true) { cursor target {
      ... on Entity { name } ... on Task { title } ... on MessageThread { thread: name } } } }`;
    await withLogHeld(async () => {
      // The caller is read when its streams begin.
      const before = overSocket(reader.token, 'caught up with before', parts, catchUp);
      await eventually(
        async () => before,
        (door) => parts.every((part) => heardAt(door, `Given ${part}`)) && heardAt(door, 'Alive page'),
      );
      await take();
      await change(world, parts, 'Late');
      const doors = [
        overSocket(reader.token, 'caught up with', parts, catchUp),
        overSocket(reader.token, 'shown at first', parts, shown),
      ];
      const narrow = narrowQueries(world, parts).map(([part, [field, query]]) =>
        overSocket(reader.token, field, [part], query),
      );
      await eventually(
        async () => [...doors.filter((door) => !heardAt(door, 'Alive page')), ...narrow.filter((one) => !one.ended)],
        (missing) => missing.length === 0,
      );
      for (const door of doors) expect([door.name, door.messages.length]).toEqual([door.name, 1]);
      for (const one of narrow)
        expect([one.name, one.ended, one.messages]).toMatchObject([
          one.name,
          [{ extensions: { code: 'NOT_FOUND' } }],
          [],
        ]);
    });
    endStreams();
  });
});
