// The one connection of a process that gives numbers to changes: what it does before it leads, and when it is replaced.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi, type Mock } from 'vitest';
import type { EventLink } from '../../src/database/events/eventLink.ts';
import { startSequencer, type SequencerParts } from '../../src/events/sequencer.ts';
import { withClient } from '../support/database.ts';
import { fakeTimers } from '../support/fakeTimers.ts';
import { useTrials } from './conditions/scenario.ts';

const trials = useTrials();
const run = (text: string, values: readonly unknown[] = []): Promise<unknown> =>
  trials.database.query({ text, values });

const tenant = randomUUID();
const write = (count = 1): Promise<unknown> =>
  run(
    `INSERT INTO "webhook_trigger" ("urn", "version", "owner", "tenant", "subject", "event", "changed_fields", "actor",
      "created_timestamp", "updated_timestamp") SELECT gen_random_uuid(), 1, $1::uuid, $1, 'TASK', 'UPDATE', '{}', '{}', now(), now() FROM generate_series(1, $2::int)`,
    [tenant, count],
  );

/** Plans a delivery. */
const plan = (): Promise<unknown> =>
  run(
    `INSERT INTO "webhook_queue" ("tenant", "subscription", "target_urn", "position", "delivery", "state", "due_timestamp", "created_timestamp")
     VALUES ($1::uuid, $1, $1, 1, $1, 3, now(), now())`,
    [tenant],
  );

beforeEach(async () => {
  for (const table of ['webhook_trigger', 'event_log']) await run(`DELETE FROM "${table}"`);
  await write();
});
afterEach(() => vi.useRealTimers());

/** A sequencer, with what it did in its order and the connections that it opened. */
function sequencer(more: Partial<SequencerParts> = {}) {
  const did: string[] = [];
  const links: {
    readonly link: EventLink;
    readonly asked: Mock;
    readonly told: Mock;
    readonly sent: Mock;
    readonly query: EventLink['query'];
  }[] = [];
  const server = { url: trials.database.directUrl(), moved: (): void => undefined };
  const [lost, report] = [vi.fn(), vi.fn()];
  const database = {
    ...{ contract: trials.database.contract, directUrl: () => server.url, lost, suspect: () => undefined },
    onMoved: (moved: () => void) => void (server.moved = moved),
  };
  const started = startSequencer({
    ...{ database, mayLead: true, report },
    async compare(link) {
      did.push('compared');
      const query = link.query.bind(link);
      const [asked, told, sent] = [vi.spyOn(link, 'tryLead'), vi.spyOn(link, 'send'), vi.spyOn(link, 'query')];
      links.push({ link, asked, told, sent, query });
    },
    onSequenced: (events) => void did.push(events === null ? 'looked' : `numbered ${String(events.length)}`),
    onDeliverable: () => undefined,
    onEditors: () => undefined,
    ...more,
  });
  return { started, did, links, server, lost, report };
}

test('Before it numbers anything it compares the past, and looks for what others have numbered', async () => {
  const { started, did, lost, report } = sequencer();
  await vi.waitFor(() => expect(did).toContain('numbered 1'), 10_000);
  expect(did).toEqual(['compared', 'looked', 'numbered 1']);
  await started.stop();
  expect([lost, report].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test('It numbers nothing where the past cannot be compared, and tries again', async () => {
  const { started, did, lost } = sequencer({ compare: () => Promise.reject(new Error('no answer')) });
  await vi.waitFor(() => expect(lost.mock.calls.length).toBeGreaterThan(1), 10_000);
  expect([did, started.link(), started.isLeading()]).toEqual([[], null, false]);
  await started.stop();
});

test('Where it may not lead it tells who does', async () => {
  const { started, links } = sequencer({ mayLead: false });
  await vi.waitFor(() => expect(started.link()).not.toBeNull(), 10_000);
  started.wake();
  await vi.waitFor(() => expect(links[0]?.told).toHaveBeenCalledWith('WRITTEN'), 10_000);
  expect(links[0]?.asked).not.toHaveBeenCalled();
  await started.stop();
});

test('Workers hear of deliveries here and in other processes, and of other changes nothing', async () => {
  const wakes = { leading: 0, other: 0 };
  const first = sequencer({ onDeliverable: () => void (wakes.leading += 1) });
  await vi.waitFor(() => expect(first.did).toContain('numbered 1'), 10_000);
  const second = sequencer({ mayLead: false, onDeliverable: () => void (wakes.other += 1) });
  await vi.waitFor(() => expect(second.did).toContain('looked'), 10_000);
  // What was said before a connection was open is unknown.
  expect(wakes).toEqual({ leading: 1, other: 1 });
  const numbered = async (count: number): Promise<void> => {
    first.started.wake();
    const all = (): number => first.did.filter((what) => what === 'numbered 1').length;
    await vi.waitFor(() => expect(all()).toBe(count), 10_000);
    await vi.waitFor(() => expect(second.did.filter((what) => what === 'looked')).toHaveLength(count), 10_000);
  };
  await write();
  await numbered(2);
  expect(wakes).toEqual({ leading: 1, other: 1 });
  await plan();
  await write();
  await numbered(3);
  await vi.waitFor(() => expect(wakes).toEqual({ leading: 2, other: 2 }), 10_000);
  // What comes without an event is said, too.
  first.started.wake();
  await vi.waitFor(() => expect(wakes).toEqual({ leading: 3, other: 3 }), 10_000);
  await run(`DELETE FROM "webhook_queue"`);
  await second.started.stop();
  await first.started.stop();
});

test('Who takes over tells of deliveries that wait, of which nobody has heard', async () => {
  let wakes = 0;
  const first = sequencer();
  await vi.waitFor(() => expect(first.did).toContain('numbered 1'), 10_000);
  const second = sequencer({ onDeliverable: () => void (wakes += 1) });
  await vi.waitFor(() => expect(second.did).toContain('looked'), 10_000);
  expect(wakes).toBe(1);
  await plan();
  await first.started.stop();
  await vi.waitFor(() => expect([second.started.isLeading(), wakes]).toEqual([true, 2]), 10_000);
  await run(`DELETE FROM "webhook_queue"`);
  await second.started.stop();
});

test('When the database moves it leads by another connection, for which it asks anew', async () => {
  const { started, links, server, lost } = sequencer();
  const leads = async (by: number): Promise<void> => {
    await vi.waitFor(
      () => expect([links.length, started.link(), started.isLeading()]).toEqual([by, links[by - 1]?.link, true]),
      {
        timeout: 10_000,
      },
    );
    expect(links[by - 1]?.asked).toHaveBeenCalled();
  };
  await leads(1);
  // The connection that ends is one to the server before: nothing is lost of the present one.
  server.url += `${server.url.includes('?') ? '&' : '?'}application_name=moved`;
  server.moved();
  await leads(2);
  expect(lost).not.toHaveBeenCalled();
  server.moved();
  await leads(3);
  expect(lost).toHaveBeenCalledTimes(1);
  await started.stop();
});

// No timer fires unless a test says that time goes on: whatever happens without one happens at once.
describe('While no time passes', () => {
  beforeEach(() =>
    fakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
  );

  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Everything that was begun has been answered. */
  const idle = async ({ links }: ReturnType<typeof sequencer>): Promise<void> => {
    const answers = (): number =>
      links.reduce((sum, { sent, asked }) => sum + sent.mock.calls.length + asked.mock.calls.length, 0);
    for (let before = -1; before !== answers();) {
      before = answers();
      for (const { sent, asked } of links)
        await Promise.allSettled([...sent.mock.results, ...asked.mock.results].map(({ value }) => value as unknown));
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  };

  test('all that is new gets its numbers, however many batches these are', async () => {
    await write(2_500);
    const { started, did } = sequencer();
    await until(() => did.includes('numbered 501'));
    expect(did).toEqual(['compared', 'looked', 'numbered 1000', 'numbered 1000', 'numbered 501']);
    await started.stop();
  });

  test('a wake-up during a round begins another one after it', async () => {
    const one = sequencer();
    const { started, did, links } = one;
    await until(() => did.includes('numbered 1'));
    await idle(one);
    const { sent, query } = links[0] ?? expect.fail();
    // The next answer of PostgreSQL, in which nothing is new, is held back.
    const held: { go: () => void } = { go: () => undefined };
    const release = new Promise<void>((resolve) => (held.go = resolve));
    const begun: { isAnswered: boolean } = { isAnswered: false };
    sent.mockImplementationOnce(async (statement: Parameters<EventLink['query']>[0]) => {
      const rows = await query(statement);
      begun.isAnswered = true;
      await release;
      return rows;
    });
    started.wake();
    await until(() => begun.isAnswered);
    await write();
    started.wake();
    held.go();
    await until(() => did.filter((what) => what === 'numbered 1').length === 2);
    await started.stop();
  });

  test('the log of a tenant that was locked is looked at again after 20 ms, and without need after two seconds', async () => {
    const one = sequencer();
    const { started, did, links } = one;
    await until(() => did.includes('numbered 1'));
    await idle(one);
    const { sent } = links[0] ?? expect.fail();
    await withClient(trials.database.directUrl(), async (other) => {
      await other.query('BEGIN');
      await other.query('SELECT 1 FROM "event_log" FOR UPDATE');
      await write();
      started.wake();
      await idle(one);
      expect(did.at(-1)).toBe('numbered 1');
      await other.query('ROLLBACK');
    });
    const numbered = (): number => did.filter((what) => what === 'numbered 1').length;
    expect(numbered()).toBe(1);
    const next = async (milliseconds: number): Promise<void> => {
      const before = sent.mock.calls.length;
      vi.advanceTimersByTime(milliseconds - 1);
      await idle(one);
      expect(sent.mock.calls).toHaveLength(before);
      vi.advanceTimersByTime(1);
      await until(() => sent.mock.calls.length > before);
    };
    await next(20);
    await until(() => numbered() === 2);
    await idle(one);
    await write();
    await next(2_000);
    await until(() => numbered() === 3);
    await started.stop();
  });

  test('one that does not lead asks once a second whether it may, however often it is woken', async () => {
    const first = sequencer();
    await until(() => first.did.includes('numbered 1'));
    const second = sequencer();
    await until(() => second.links[0]?.asked.mock.calls.length === 1);
    await idle(second);
    const { asked } = second.links[0] ?? expect.fail();
    // Timers may fire some milliseconds early.
    vi.advanceTimersByTime(989);
    second.started.wake();
    await idle(second);
    expect(asked).toHaveBeenCalledTimes(1);
    await first.started.stop();
    vi.advanceTimersByTime(1);
    second.started.wake();
    await until(() => second.started.isLeading());
    await second.started.stop();
  });
});
