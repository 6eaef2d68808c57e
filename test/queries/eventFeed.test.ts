// What a process keeps of the log in memory: from where it is read, what it takes of events that come by another way, when it
// starts over, and what becomes of subscribers when that happens while they begin or are read for.
import { randomUUID } from 'node:crypto';
import { buildSchema } from 'graphql';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LogEvent, Place } from '../../src/actions/events/eventSource.ts';
import type { Executor } from '../../src/database/connection/statement.ts';
import { assignSequence } from '../../src/database/events/eventStore.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import type { Services } from '../../src/engine/context.ts';
import { createEventFeed, type EventFeed, type FeedParts } from '../../src/events/eventFeed.ts';
import { readOperation } from '../../src/graphql/subscriptions/operation.ts';
import { createOutbox } from '../../src/graphql/subscriptions/outbox.ts';
import type { Session } from '../../src/graphql/subscriptions/session.ts';
import type { Follow } from '../../src/graphql/subscriptions/sources.ts';
import { createSubscriberGroups, type SubscriberGroups } from '../../src/graphql/subscriptions/subscriberGroups.ts';
import { fakeTimers } from '../support/fakeTimers.ts';
import { ago, useTrials } from './conditions/scenario.ts';

const trials = useTrials();
const [one, other] = [randomUUID(), randomUUID()];

const run = (text: string, values: readonly unknown[] = []): Promise<unknown> =>
  trials.database.query({ text, values });

const event = (ordinal: number, more: Partial<LogEvent> = {}): LogEvent => ({
  ...{ urn: randomUUID(), epoch: 3, ordinal, sequence: ordinal, owner: one, tenant: one, subject: 'TASK' },
  ...{ event: 'UPDATE', targetUrn: randomUUID(), targetVersion: '1', changedFields: [] },
  ...{ actor: { urn: null, type: 'SYSTEM' }, timestamp: new Date().toISOString() },
  ...more,
});

/** Writes events into the table, and the head of their tenant. */
async function write(...events: readonly LogEvent[]): Promise<void> {
  for (const { urn, owner, tenant, subject, ordinal, sequence, targetUrn, event: kind } of events) {
    await run(
      `INSERT INTO "webhook_trigger" ("urn", "version", "owner", "tenant", "subject", "event", "target_urn", "target_version",
        "changed_fields", "actor", "created_timestamp", "updated_timestamp", "ordinal", "sequence")
       VALUES ($1, 1, $2, $3, $4, $5, $6, 1, '{}', '{"urn":null,"type":"SYSTEM"}', now(), now(), $7, $8)`,
      [urn, owner, tenant, subject, kind, targetUrn, ordinal, sequence],
    );
    await run(
      `INSERT INTO "event_log" ("tenant", "last_sequence", "expired_sequence", "last_ordinal", "last_urn") VALUES ($1, $2, 0, $3, $4)
       ON CONFLICT ("tenant") DO UPDATE SET "last_sequence" = $2, "last_ordinal" = $3, "last_urn" = $4`,
      [tenant, sequence, ordinal, urn],
    );
  }
}

beforeEach(async () => {
  for (const table of ['webhook_trigger', 'event_log', 'setting', 'permission']) await run(`DELETE FROM "${table}"`);
  await run(`INSERT INTO "setting" ("name", "value") VALUES ('event log', '{"epoch": 3}')`);
});

interface Opened {
  readonly feed: EventFeed;
  /** The tenants that listeners heard of, call by call. */
  readonly heard: string[][];
  readonly epochs: number[];
  readonly reports: unknown[];
  /** How often the table was asked for events. */
  readonly reads: () => number;
  readonly missed: () => number;
}

async function open(more: Partial<FeedParts> = {}): Promise<Opened> {
  const counts = { reads: 0, missed: 0 };
  const database: Executor = {
    ...trials.database,
    async query(statement) {
      const rows = await trials.database.query(statement);
      counts.reads += 1;
      return rows;
    },
  };
  const [epochs, reports, heard]: [number[], unknown[], string[][]] = [[], [], []];
  const feed = await createEventFeed({
    ...{ database, link: () => database, report: (error) => reports.push(error) },
    ...{ onEpoch: (epoch) => epochs.push(epoch), onMissed: () => (counts.missed += 1) },
    ...more,
  });
  feed.stop();
  feed.onEvents((tenants) => heard.push([...tenants]));
  return { feed, heard, epochs, reports, reads: () => counts.reads, missed: () => counts.missed };
}

const place = (ordinal: number, tenant: string | null = null): Place => ({ tenant, ordinal, sequence: ordinal });
const ordinals = async (feed: EventFeed, from: Place, limit = 10): Promise<number[]> =>
  (await feed.after(from, limit)).events.map(({ ordinal }) => ordinal);

test('A log that somebody holds is passed by, which is said; the others are numbered', async () => {
  await write(event(1), event(2, { tenant: other, sequence: 1 }), event(3));
  await run(`UPDATE "webhook_trigger" SET "sequence" = NULL, "ordinal" = NULL WHERE "ordinal" > 1`);
  await trials.inside(async (holder) => {
    await holder.query({ text: `SELECT 1 FROM "event_log" WHERE "tenant" = $1 FOR UPDATE`, values: [one] });
    const { events, isHeldUp } = await assignSequence(trials.database, 10);
    expect([events.map(({ tenant }) => tenant), isHeldUp]).toEqual([[other], true]);
  });
  const { events, isHeldUp } = await assignSequence(trials.database, 10);
  expect([events.map(({ tenant }) => tenant), isHeldUp]).toEqual([[one], false]);
});

test('What came lately is read from memory, what is older from the table', async () => {
  await write(event(1), event(2));
  const { feed, reads, epochs } = await open();
  expect([feed.head(), feed.epoch(), epochs]).toEqual([2, 3, [3]]);
  feed.take([event(3), event(4, { tenant: other, sequence: 1 }), event(5)]);
  const before = reads();
  expect(await ordinals(feed, place(2))).toEqual([3, 4, 5]);
  expect(await ordinals(feed, place(2), 2)).toEqual([3, 4]);
  expect(await ordinals(feed, place(4))).toEqual([5]);
  expect(await ordinals(feed, place(5))).toEqual([]);
  expect(await ordinals(feed, place(2, other))).toEqual([4]);
  expect(reads()).toBe(before);
  expect(await ordinals(feed, place(1))).toEqual([2]);
  expect(reads()).toBe(before + 1);
  expect(await ordinals(feed, place(0), 1)).toEqual([1]);
});

test('The place behind a page is that of the last event looked at, and the tenant’s own number is kept', async () => {
  const { feed } = await open();
  feed.take([
    event(1, { sequence: 7 }),
    event(2, { tenant: other, sequence: 9 }),
    event(3, { tenant: other, sequence: 10 }),
  ]);
  const upTo = async (from: Place, limit: number): Promise<Place> => (await feed.after(from, limit)).upTo;
  const mine = { tenant: one, ordinal: 0, sequence: 6 };
  expect(await upTo(mine, 1)).toEqual({ tenant: one, ordinal: 1, sequence: 7 });
  expect(await upTo(mine, 10)).toEqual({ tenant: one, ordinal: 3, sequence: 7 });
  expect(await upTo({ tenant: one, ordinal: 1, sequence: 7 }, 10)).toEqual({ tenant: one, ordinal: 3, sequence: 7 });
  expect(await upTo({ tenant: null, ordinal: 3, sequence: 0 }, 10)).toEqual({ tenant: null, ordinal: 3, sequence: 0 });
  expect(feed.end(one)).toEqual({ tenant: one, ordinal: 3, sequence: 7 });
  expect(feed.end(other)).toEqual({ tenant: other, ordinal: 3, sequence: 10 });
  expect(feed.end(randomUUID())).toMatchObject({ ordinal: 3, sequence: 0 });
  expect(feed.end(null)).toEqual({ tenant: null, ordinal: 3, sequence: 0 });
});

test('A tenant’s older events come from the table, as far as they are kept', async () => {
  await write(event(1), event(2, { tenant: other, sequence: 1 }), event(3, { sequence: 2 }), event(4, { sequence: 3 }));
  const { feed } = await open();
  const from = { tenant: one, ordinal: 0, sequence: 0 };
  expect((await feed.after(from, 2)).upTo).toEqual({ tenant: one, ordinal: 3, sequence: 2 });
  // All that the log held was looked at.
  expect((await feed.after(from, 3)).upTo).toEqual({ tenant: one, ordinal: 4, sequence: 3 });
  expect((await feed.after({ tenant: other, ordinal: 0, sequence: 0 }, 5)).upTo).toEqual({
    ...{ tenant: other, ordinal: 4, sequence: 1 },
  });
  await run(`UPDATE "event_log" SET "expired_sequence" = 2 WHERE "tenant" = $1`, [one]);
  expect(await ordinals(feed, { tenant: one, ordinal: 0, sequence: 2 })).toEqual([4]);
  await expect(feed.after({ tenant: one, ordinal: 0, sequence: 1 }, 5)).rejects.toMatchObject({
    code: 'CURSOR_EXPIRED',
    extras: { oldestCursor: '3.2' },
  });
});

test('Of what comes twice, late or out of order each event is told once', async () => {
  const { feed, heard } = await open();
  const [first, second] = [event(1), event(2, { tenant: other, sequence: 1 })];
  feed.take([first]);
  feed.take([first, second]);
  feed.take([second]);
  expect([feed.head(), heard]).toEqual([2, [[one], [one, other]]]);
});

test.each<[string, (first: LogEvent) => LogEvent[]]>([
  ['nothing', () => []],
  ['an event behind a gap', () => [event(3)]],
  ['one of another past', () => [{ ...event(2), epoch: 4 }]],
  ['another one at a place that is known', (first) => [{ ...first, urn: randomUUID() }]],
])('Where %s comes, the table says what is there', async (_, odd) => {
  const { feed, heard, reads } = await open();
  const first = event(1);
  await write(first);
  feed.take([first]);
  const before = reads();
  feed.take(odd(first));
  expect([feed.head(), heard]).toEqual([1, [[one]]]);
  await vi.waitFor(() => expect(reads()).toBe(before + 1));
});

test('Of what came by, the newest 4,000 events are at hand', async () => {
  const { feed, reads } = await open();
  feed.take(Array.from({ length: 4_003 }, (_, at) => event(at + 1)));
  const before = reads();
  expect(await ordinals(feed, place(3), 1)).toEqual([4]);
  expect(reads()).toBe(before);
  expect(await ordinals(feed, place(2), 1)).toEqual([]);
  expect(reads()).toBe(before + 1);
});

test('A feed that slept through a part of the log starts its memory over', async () => {
  const { feed } = await open();
  await write(event(1));
  await feed.compare(trials.database);
  await write(event(2));
  await run('UPDATE "event_log" SET "expired_sequence" = 1');
  await run('DELETE FROM "webhook_trigger"');
  await write(event(5));
  await feed.compare(trials.database);
  expect([feed.head(), await ordinals(feed, place(4))]).toEqual([5, [5]]);
  expect(await ordinals(feed, place(0))).toEqual([5]);
});

test('More than a page is read to its end', async () => {
  const { feed, heard } = await open();
  const many = Array.from({ length: 501 }, (_, at) => ({ ...event(at + 1), sequence: at + 1 }));
  await run(
    `INSERT INTO "webhook_trigger" ("urn", "version", "owner", "tenant", "subject", "event", "changed_fields", "actor",
      "created_timestamp", "updated_timestamp", "ordinal", "sequence")
     SELECT gen_random_uuid(), 1, $1, $1, 'TASK', 'UPDATE', '{}', '{}', now(), now(), n, n FROM generate_series(1, $2) n`,
    [one, many.length],
  );
  const { feed: compared } = await open({ link: () => null });
  expect(compared.head()).toBe(0);
  await compared.compare(trials.database);
  expect(compared.head()).toBe(501);
  feed.refresh();
  await vi.waitFor(() => expect(feed.head()).toBe(501));
  expect(heard).toEqual([[one], [one]]);
  // Another process has all of it in the table, and reads it page by page.
  const late = await open();
  expect((await late.feed.after(place(0), 600)).events).toHaveLength(500);
  await write(event(502));
  feed.refresh();
  await vi.waitFor(() => expect(feed.head()).toBe(502));
});

test('What the table held and no message brought is missed, where events come by messages', async () => {
  await write(event(1));
  const [fed, alone] = [await open({ isFed: () => true }), await open()];
  await write(event(2));
  for (const { feed } of [fed, alone]) await feed.compare(trials.database);
  expect([fed.missed(), alone.missed()]).toEqual([1, 0]);
  for (const { feed } of [fed, alone]) await feed.compare(trials.database);
  expect([fed.missed(), alone.missed()]).toEqual([1, 0]);
});

test('Another epoch starts everything over, and everyone is told', async () => {
  await write(event(1), event(2));
  const { feed, epochs, heard, reports } = await open();
  await run(`UPDATE "setting" SET "value" = '{"epoch": 4}'`);
  await run(`DELETE FROM "webhook_trigger" WHERE "ordinal" = 2`);
  await run(`UPDATE "event_log" SET "last_ordinal" = 1, "last_sequence" = 1, "last_urn" = NULL`);
  await feed.compare(trials.database);
  expect([feed.epoch(), feed.head(), epochs, heard, reports]).toEqual([4, 1, [3, 4], [[]], []]);
});

test('A log that lost what was read gets a new epoch, and begins to differ behind what both hold', async () => {
  const common = async (): Promise<unknown> => trials.value('event_log', 'common_sequence', one, 'tenant');
  await write(event(1), event(2));
  const { feed, epochs, reports } = await open();
  await write(event(3), event(4));
  await feed.compare(trials.database);
  await run(`DELETE FROM "webhook_trigger" WHERE "ordinal" = 4`);
  await run(`UPDATE "event_log" SET "last_ordinal" = 3, "last_sequence" = 3, "last_urn" = NULL`);
  await feed.compare(trials.database);
  expect([feed.epoch(), feed.head(), epochs, reports.length]).toEqual([4, 3, [3, 4], 1]);
  expect(await common()).toBe('3');

  // Of what this process remembers nothing is left: what lies before it may be the same.
  await write(event(4), event(5));
  await feed.compare(trials.database);
  await run(`DELETE FROM "webhook_trigger" WHERE "ordinal" > 3`);
  await run(
    `UPDATE "event_log" SET "last_ordinal" = 3, "last_sequence" = 3, "last_urn" = NULL, "common_sequence" = NULL`,
  );
  await write(event(4), event(5), event(6));
  await feed.compare(trials.database);
  expect(feed.epoch()).toBe(5);
  expect(await common()).toBe('3');
});

const schema = buildSchema('type Query { none: Int } type Subscription { told: Int }');
const operation = readOperation(schema, { query: 'subscription { told }' });

interface Subscriber {
  /** The numbers of the events it was sent. */
  readonly heard: number[];
  /** Why it ended. */
  readonly endings: unknown[];
  /** Whether its way out is closed. */
  isClosed(): boolean;
  cursor(): string;
  leave(): void;
}

/** Subscribers with one caller, whose source is told here how to follow. */
function subscribers(
  feed: EventFeed,
  source: () => Promise<Partial<Follow>> | Partial<Follow>,
  database: Executor = trials.database,
): Pick<SubscriberGroups, 'checkWindows'> & { join(): Promise<Subscriber> } {
  // All of the services that following needs.
  const services = { database } as Services;
  const groups = createSubscriberGroups({
    ...{ schema, services, events: feed, report: () => undefined, observe: () => undefined, budget: undefined },
    sources: {
      told: async () => ({
        ...{ after: null, first: [] },
        messages: async (_, batch) => batch.map((at) => ({ at, value: at.ordinal })),
        ...(await source()),
      }),
    },
  });
  const now: Session['now'] = async () =>
    ({ context: { ...services, viewer: {} }, decisions: new Map() }) as Awaited<ReturnType<Session['now']>>;
  const session = { key: 'caller', tenantUrn: one, now, end: () => undefined } as unknown as Session;
  return {
    checkWindows: () => groups.checkWindows(),
    async join() {
      const subscriber = { heard: new Array<number>(), endings: new Array<unknown>() };
      let isClosed = false;
      const lane = createOutbox((_, left) => left()).lane();
      const running = await groups.join(session, operation, {
        lane: { ...lane, close: () => void (isClosed = true) },
        frame(text) {
          subscriber.heard.push(JSON.parse(String(text)).data.told);
          return [text];
        },
        end: ([ending]) => subscriber.endings.push(ending?.extensions?.['code']),
      });
      return { ...subscriber, ...running, isClosed: () => isClosed };
    },
  };
}

/** A moment that lasts until it is told to pass. */
function held(): { readonly reach: () => Promise<void>; readonly reached: Promise<void>; readonly pass: () => void } {
  let [pass, note] = [(): void => undefined, (): void => undefined];
  const passed = new Promise<void>((resolve) => (pass = resolve));
  const reached = new Promise<void>((resolve) => (note = resolve));
  const reach = (): Promise<void> => {
    note();
    return passed;
  };
  return { reach, reached, pass: () => pass() };
}

/** The database, but that its answers to such statements are held. */
const holding = (form: RegExp, moment: ReturnType<typeof held>): Executor => ({
  ...trials.database,
  async query(statement) {
    const rows = await trials.database.query(statement);
    if (form.test(statement.text)) await moment.reach();
    return rows;
  },
});

async function loseThePast(feed: EventFeed): Promise<void> {
  await run(`UPDATE "setting" SET "value" = '{"epoch": 4}'`);
  await feed.compare(trials.database);
}

test('Who begins while the log gets another past is told so, beside those who began after that', async () => {
  const { feed } = await open();
  feed.take([event(1)]);
  const moment = held();
  const waits: (() => Promise<void>)[] = [async () => undefined, moment.reach];
  const groups = subscribers(feed, async () => {
    await waits.shift()?.();
    return {};
  });
  const before = await groups.join();
  const meanwhile = groups.join();
  await moment.reached;
  await loseThePast(feed);
  await vi.waitFor(() => expect(before.endings).toEqual(['CURSOR_LOST']));
  const after = await groups.join();
  moment.pass();
  const late = await meanwhile;
  await vi.waitFor(() => expect(late.endings).toEqual(['CURSOR_LOST']));
  feed.take([event(1, { epoch: 4 })]);
  await vi.waitFor(() => expect(after.heard).toEqual([1]));
  expect([before.heard, late.heard, after.endings]).toEqual([[], [], []]);
});

test('What is written while older events are read from the table lies behind the page', async () => {
  await write(event(1));
  const moment = held();
  const { feed } = await open({ database: holding(/FROM "webhook_trigger" t WHERE t\."sequence" >/, moment) });
  const page = feed.after({ ...place(0, one) }, 10);
  await moment.reached;
  feed.take([event(2)]);
  moment.pass();
  expect((await page).upTo).toEqual(place(1, one));
});

test('What was read while the log got another past is sent to nobody', async () => {
  await write(event(1), event(2));
  const moment = held();
  const { feed } = await open({ database: holding(/FROM "webhook_trigger" t WHERE t\."sequence" >/, moment) });
  const { heard, endings } = await subscribers(feed, () => ({ after: { epoch: 3, sequence: 0 } })).join();
  await moment.reached;
  await loseThePast(feed);
  moment.pass();
  await vi.waitFor(() => expect(endings).toEqual(['CURSOR_LOST']));
  expect(heard).toEqual([]);
});

test('Who begins in the new past does not end with those of the old one, whose end is still being found out', async () => {
  const { feed } = await open();
  feed.take([event(1)]);
  const moment = held();
  const groups = subscribers(feed, () => ({}), holding(/"common_sequence"/, moment));
  const before = await groups.join();
  await loseThePast(feed);
  await moment.reached;
  feed.take([event(1, { epoch: 4 })]);
  const after = await groups.join();
  feed.take([event(2, { epoch: 4 })]);
  await vi.waitFor(() => expect(after.heard).toEqual([2]));
  moment.pass();
  await vi.waitFor(() => expect(before.endings).toEqual(['CURSOR_LOST']));
  expect([before.heard, after.endings]).toEqual([[], []]);
});

test('Rights that end by the clock while a subscriber begins are looked at again for it as well, once', async () => {
  const { feed } = await open();
  feed.take([event(1)]);
  const moment = held();
  const waits: (() => Promise<void>)[] = [async () => undefined, moment.reach];
  const asked: string[] = [];
  const groups = subscribers(feed, async () => {
    const name = String(waits.length);
    await waits.shift()?.();
    const mayFollow = async (): Promise<null> => {
      asked.push(name);
      // What fails for the moment is asked again.
      if (name === '1' && asked.filter((one) => one === name).length === 1) throw new ServiceError('UNAVAILABLE');
      if (name !== '0') throw new ServiceError('NOT_FOUND');
      return null;
    };
    return { mayFollow };
  });
  const first = await groups.join();
  const meanwhile = groups.join();
  await moment.reached;
  await run(
    `INSERT INTO "permission" ("urn", "version", "owner", "subject_urn", "subject_scope", "object_urn", "object_scope", "label",
      "to_timestamp", "granted_by", "created_timestamp", "updated_timestamp", "tenant")
     VALUES ($1, 1, $1, $1, 'IDENTITY', $1, 'COMPANY', 'READ', $2, '{}', now(), now(), $1)`,
    [one, ago(0, 0.5)],
  );
  await groups.checkWindows();
  await vi.waitFor(() => expect(first.endings).toEqual(['NOT_FOUND']));
  moment.pass();
  const second = await meanwhile;
  await vi.waitFor(() => expect(second.endings).toEqual(['NOT_FOUND']));
  const after = await groups.join();
  await groups.checkWindows();
  feed.take([event(2)]);
  await vi.waitFor(() => expect(after.heard).toEqual([2]));
  expect(asked.sort()).toEqual(['1', '1', '2']);
});

test('Who has caught up goes on with the others: is told nothing twice and nothing after it left, and leaves nobody listening', async () => {
  await write(event(1));
  const { feed } = await open();
  const listening = new Set<unknown>();
  const counted: EventFeed = {
    ...feed,
    onEvents(listener) {
      listening.add(listener);
      const stop = feed.onEvents(listener);
      return () => listening.delete(listener) && stop();
    },
  };
  const moment = held();
  const messages: Follow['messages'] = async (_, batch) => {
    await moment.reach();
    return batch.map((at) => ({ at, value: at.ordinal }));
  };
  const follows: Partial<Follow>[] = [{ messages }, { after: { epoch: 3, sequence: 0 } }];
  const groups = subscribers(counted, () => follows.shift() ?? {});
  const slow = await groups.join();
  await vi.waitFor(() => expect(listening.size).toBe(1));
  feed.take([event(2)]);
  await moment.reached;
  await write(event(2));
  const other = await groups.join();
  await vi.waitFor(() => expect(other.heard).toEqual([1, 2]));
  // It is with those who are behind, and goes on from where it began.
  const late = await groups.join();
  expect(late.cursor()).toBe('3.2');
  late.leave();
  moment.pass();
  await vi.waitFor(() => expect(slow.heard).toEqual([2]));
  feed.take([event(3)]);
  await vi.waitFor(() =>
    expect([slow.heard, other.heard]).toEqual([
      [2, 3],
      [1, 2, 3],
    ]),
  );
  other.leave();
  feed.take([event(4)]);
  await vi.waitFor(() => expect(slow.heard).toEqual([2, 3, 4]));
  expect(other.heard).toEqual([1, 2, 3]);
  expect([other.isClosed(), slow.isClosed()]).toEqual([true, false]);
  expect(listening.size).toBe(1);
  slow.leave();
  await vi.waitFor(() => expect(listening.size).toBe(0));
});

test('Who begins behind others that have read ahead of the memory is told what they were told', async () => {
  const [first, second] = [event(1), event(2)];
  await write(first);
  const { feed } = await open();
  await write(second);
  const follows: Partial<Follow>[] = [{ after: { epoch: 3, sequence: 0 } }];
  const groups = subscribers(feed, () => follows.shift() ?? {});
  const ahead = await groups.join();
  await vi.waitFor(() => expect(ahead.heard).toEqual([1, 2]));
  const late = await groups.join();
  feed.take([second]);
  await vi.waitFor(() => expect(late.heard).toEqual([2]));
  expect(ahead.heard).toEqual([1, 2]);
});

test('What cannot be read is tried again, one event and then ever more at a time; a database that is away ends nobody', async () => {
  const { feed } = await open();
  const batches: number[] = [];
  let failing: Error | null = new ServiceError('UNAVAILABLE');
  const messages: Follow['messages'] = async (_, batch) => {
    batches.push(batch.length);
    if (failing) throw failing;
    return batch.map((at) => ({ at, value: at.ordinal }));
  };
  const { heard, endings } = await subscribers(feed, () => ({ messages })).join();
  fakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    feed.take(Array.from({ length: 8 }, (_, at) => event(at + 1)));
    await vi.advanceTimersByTimeAsync(30_000);
    failing = new Error('a bug');
    await vi.advanceTimersByTimeAsync(50_000);
    expect([heard, endings]).toEqual([[], []]);
    batches.splice(0);
    failing = null;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(heard).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(batches).toEqual([1, 2, 4, 1]);
    // Failures are counted in a row.
    failing = new Error('a bug');
    feed.take([event(9)]);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(endings).toEqual([]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(endings).toEqual(['INTERNAL_ERROR']);
  } finally {
    vi.useRealTimers();
  }
});
