// A right that goes while its holder is subscribed takes what follows with it, behind every door: from the acknowledged
// change on, nothing arrives that was changed afterwards; and a right that is given while subscribed has later changes
// arrive. A change that stays readable, made after the one that does not, shows that each stream has come so far. That a whole
// tenant is disabled is tried in disabledTenant.test.ts. Of doors that tell the same each way has its share (matrix.ts). Resource
// reference 7.2, 9.4, 9.7.
import { describe, expect, test } from 'vitest';
import { isTried, sampleOf } from '../support/matrix.ts';
import { eventually } from '../support/webhooks.ts';
import {
  change,
  control,
  endStreams,
  endWebhooks,
  heardAt,
  narrowDoors,
  place,
  settledAfter,
  toldAt,
  viewDoors,
  ways,
  webhooks,
  whileFollowing,
  wideDoors,
  worldOf,
  write,
  type Opened,
} from './following.ts';
import { everyPart, type Way } from './waysOfRights.ts';

whileFollowing();

describe('A right that comes and goes while its holder is subscribed', () => {
  test('is tried in every way', () => expect(Object.keys(ways).length).toBeGreaterThan(20));

  // Three has no divisor in common with the share of the doors.
  test.each(sampleOf(Object.keys(ways), 3))('%s', async (name) => {
    const way = ways[name] as Way;
    const { parts = everyPart } = way;
    const isOpened: Opened = (door) => isTried(Object.keys(ways).indexOf(name), door, 2);
    const world = await worldOf(way);
    await way.prepare?.(world);
    const hook = await webhooks(world, parts);
    const wide = await wideDoors(world, parts, isOpened);
    await toldAt(
      wide.map((door) => ({ ...door, tells: ['page'] })),
      'Awake',
      (mark) => write('PATCH', `entity/${world.alive}`, { name: `${mark} page` }),
    );

    // Before it is given, nothing arrives.
    await change(world, parts, 'Early');
    await change(world, parts, 'Quiet');
    await control(world, [...wide, hook.door]);
    await settledAfter(hook.urns, 0);

    // Once it is given, later changes do.
    const take = await way.give(world);
    const narrow = await narrowDoors(world, parts, isOpened);
    const views = way.isInViews ? await viewDoors(world, name === 'what everyone has', isOpened) : [];
    const doors = [...wide, hook.door, ...narrow, ...views];
    await toldAt(doors, 'Given', (mark) => change(world, parts, mark));

    // From the acknowledged end of it on, they do not.
    await take();
    const end = await place();
    const ended = (): Promise<unknown> =>
      eventually(
        async () => narrow.filter((one) => one.ended === undefined),
        (open) => open.length === 0,
      );
    // What may not be read any more is followed no more, before anything else happens to it.
    await ended();
    await change(world, parts, 'Late');
    await change(world, parts, 'Quiet');
    const last = await place();
    await control(world, [...wide, hook.door]);
    const about = await settledAfter(hook.urns, end);
    const refused = about.filter(({ sequence }) => Number(sequence) <= last);
    expect(refused.length).toBe(2 * parts.length);
    expect(refused.map(({ status, discardReason }) => [status, discardReason])).toEqual(
      refused.map(() => ['DISCARDED', 'NO_PERMISSION']),
    );
    await ended();
    for (const one of narrow)
      expect([one.name, one.ended]).toMatchObject([one.name, [{ extensions: { code: 'NOT_FOUND' } }]]);
    await eventually(
      async () => views.filter((one) => !heardAt(one, '"view":null')),
      (shown) => shown.length === 0,
    );

    // Given once more, the same streams go on: a view has told of nothing in between.
    if (way.isInViews) {
      await way.give(world);
      await toldAt([...wide, hook.door, ...views], 'Again', (mark) => change(world, parts, mark));
    }
    for (const door of doors) {
      for (const mark of ['Early', 'Late'])
        expect([door.name, mark, heardAt(door, mark)]).toEqual([door.name, mark, false]);
      const forbidden = door.messages.filter(
        ({ sequence, text }) =>
          sequence > end && sequence <= last && text.includes('"cursor"') && !/"view":null|NOT_FOUND/.test(text),
      );
      expect([door.name, forbidden]).toEqual([door.name, []]);
    }
    endStreams();
    await endWebhooks(hook.urns);
  });
});
