// When a process looks at the table for new events by itself, and what becomes of a look that fails.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Executor } from '../../src/database/connection/statement.ts';
import { createEventFeed, type EventFeed, type FeedParts } from '../../src/events/eventFeed.ts';
import { fakeTimers } from '../support/fakeTimers.ts';
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
  fakeTimers({ toFake: ['setInterval', 'clearInterval'] });
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

test('What is wanted while a look is under way is looked for after it', async () => {
  const now: { looks: number; goOn: () => void } = { looks: 0, goOn: () => undefined };
  const link: Executor = {
    ...trials.database,
    async query(statement) {
      const rows = await trials.database.query(statement);
      now.looks += 1;
      if (now.looks === 1) await new Promise<void>((resolve) => (now.goOn = resolve));
      return rows;
    },
  };
  const feed = await open({ link: () => link, report: () => undefined });
  feed.stop();
  feed.refresh();
  await vi.waitFor(() => expect(now.looks).toBe(1));
  // Behind what the look has read.
  await setEpoch(4);
  feed.refresh();
  now.goOn();
  await vi.waitFor(() => expect(feed.epoch()).toBe(4));
});

test('A page that the clean-up has cut is never taken for a whole one', async () => {
  const tenant = randomUUID();
  const run = (text: string): Promise<unknown> => trials.database.query({ text, values: [tenant] });
  await run(
    `INSERT INTO "webhook_trigger" ("urn", "version", "owner", "tenant", "subject", "event", "changed_fields", "actor",
      "created_timestamp", "updated_timestamp", "ordinal", "sequence")
     SELECT gen_random_uuid(), 1, $1, $1, 'TASK', 'UPDATE', '{}', '{}', now(), now(), n, n FROM generate_series(1, 3) n`,
  );
  await run(
    `INSERT INTO "event_log" ("tenant", "last_sequence", "expired_sequence", "last_ordinal") VALUES ($1, 3, 0, 3)`,
  );
  let isOpen = false;
  const database: Executor = {
    ...trials.database,
    async query(statement) {
      const rows = await trials.database.query(statement);
      if (!isOpen) return rows;
      // Behind the first of the two statements, whether it says what there is or how far the log reaches back.
      isOpen = false;
      await run(`UPDATE "event_log" SET "expired_sequence" = 2 WHERE "tenant" = $1`);
      await run(`DELETE FROM "webhook_trigger" WHERE "tenant" = $1 AND "sequence" <= 2`);
      return rows;
    },
  };
  const feed = await open({ database, link: () => null, report: () => undefined });
  feed.stop();
  isOpen = true;
  const page = feed.after({ tenant, ordinal: 0, sequence: 0 }, 10);
  await expect(page).rejects.toMatchObject({ code: 'CURSOR_EXPIRED', extras: { oldestCursor: '3.2' } });
});
