// When a process looks at the table for new events by itself, and what becomes of a look that fails.
import { beforeEach, expect, test, vi } from 'vitest';
import type { Executor } from '../../src/database/connection/statement.ts';
import { createEventFeed, type EventFeed, type FeedParts } from '../../src/events/eventFeed.ts';
import { useTrials } from './conditions/scenario.ts';

const trials = useTrials();

const setEpoch = (epoch: number): Promise<unknown> =>
  trials.database.query({
    text: `INSERT INTO "setting" ("name", "value") VALUES ('event log', $1) ON CONFLICT ("name") DO UPDATE SET "value" = $1`,
    values: [JSON.stringify({ epoch })],
  });

beforeEach(() => setEpoch(3));

const open = (more: Pick<FeedParts, 'link' | 'report'> & Partial<FeedParts>): Promise<EventFeed> =>
  createEventFeed({ database: trials.database, ...more });

test('A process looks every two seconds, and every ten where events come by another way, until it stops', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const now = { looks: 0, isFed: false };
    const link = (): null => {
      now.looks += 1;
      return null;
    };
    const feed = await open({ link, report: () => undefined, isFed: () => now.isFed });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(now.looks).toBe(2);
    now.isFed = true;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(now.looks).toBe(4);
    feed.stop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(now.looks).toBe(4);
  } finally {
    vi.useRealTimers();
  }
});

test('A look that fails is reported, and the next one is made, also where it was wanted meanwhile', async () => {
  const reports: unknown[] = [];
  const lost = new Error('lost');
  const links: Executor[] = [{ ...trials.database, query: () => Promise.reject(lost) }];
  const feed = await open({ link: () => links.shift() ?? trials.database, report: (error) => reports.push(error) });
  feed.stop();
  await setEpoch(4);
  feed.refresh();
  feed.refresh();
  await vi.waitFor(() => expect(reports).toEqual([lost]));
  expect(feed.epoch()).toBe(3);
  feed.refresh();
  await vi.waitFor(() => expect(feed.epoch()).toBe(4));
});
