// The log on its way through a stream: its writer trusts what stands there, and its readers what they read, only as far as the
// table knows it. The stream is an array here.
import type { ConsumerMessages } from '@nats-io/jetstream';
import { describe, expect, test, vi } from 'vitest';
import type { EventSource, LogEvent } from '../../../src/actions/events/eventSource.ts';
import type { EventStream, StreamEnd } from '../../../src/events/eventStream.ts';
import { startStreamFeeder } from '../../../src/events/streamFeeder.ts';
import { startStreamFollower } from '../../../src/events/streamFollower.ts';

const eventOf = (ordinal: number, more: Partial<LogEvent> = {}): LogEvent => ({
  urn: `event ${String(ordinal)}`,
  epoch: 1,
  ordinal,
  sequence: ordinal,
  owner: 'tenant',
  tenant: 'tenant',
  subject: 'ENTITY',
  event: 'UPDATE',
  targetUrn: null,
  targetVersion: null,
  changedFields: [],
  actor: { urn: null, type: 'SYSTEM' },
  timestamp: '2026-01-01T00:00:00.000Z',
  ...more,
});

const logOf = (head: number): LogEvent[] => Array.from({ length: head }, (_, at) => eventOf(at + 1));

/** A table that holds the events, with who listens for others. */
function tableOf(events: readonly LogEvent[], epoch = (): number => 1) {
  const listeners = new Set<() => void>();
  const source: EventSource = {
    head: () => events.at(-1)?.ordinal ?? 0,
    epoch,
    end: (tenant) => ({ tenant, ordinal: 0, sequence: 0 }),
    after: async (place, limit) => {
      const page = events.filter(({ ordinal }) => ordinal > place.ordinal).slice(0, limit);
      return { events: page, upTo: { ...place, ordinal: page.at(-1)?.ordinal ?? place.ordinal } };
    },
    onEvents(listener) {
      const hear = (): void => listener(new Set());
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
  return {
    source,
    eventAt: async (ordinal: number) => events.find((event) => event.ordinal === ordinal) ?? null,
    tell: () => listeners.forEach((hear) => hear()),
  };
}

/** A stream that holds the messages; null stands for one that this version did not write. */
function streamOf(messages: (LogEvent | null)[] | null) {
  const state = { messages, made: 0, readFrom: new Array<number>(), say: (_type: string): void => undefined };
  const closed = new Set<() => void>();
  const end = (): StreamEnd => {
    const last = state.messages?.at(-1);
    return { number: state.messages?.length ?? 0, event: last ?? null, isForeign: last === null };
  };
  const make = async (): Promise<StreamEnd> => {
    state.messages = [];
    state.made += 1;
    return end();
  };
  const stream: EventStream = {
    end: async () => (state.messages ? end() : null),
    make,
    makeAnew: make,
    append: async (events, behind) => {
      if (behind !== state.messages?.length) throw new Error('another message stands there');
      state.messages.push(...events);
      return state.messages.length;
    },
    read: async (from) => {
      state.readFrom.push(from);
      const encoder = new TextEncoder();
      const ended = new Promise<void>((resolve) => closed.add(resolve));
      async function* read(): AsyncGenerator<{ readonly data: Uint8Array }> {
        for (let at = from - 1; at < (state.messages?.length ?? 0); at += 1)
          yield { data: encoder.encode(JSON.stringify(state.messages?.[at])) };
        await ended;
      }
      const next = async (): Promise<IteratorResult<{ readonly type: string }>> => {
        const said = new Promise<string>((resolve) => (state.say = resolve));
        const type = await Promise.race([ended, said]);
        return type === undefined ? { done: true, value: undefined } : { done: false, value: { type } };
      };
      const status = (): AsyncIterable<{ readonly type: string }> => ({ [Symbol.asyncIterator]: () => ({ next }) });
      const close = async (): Promise<void> => closed.forEach((resolve) => resolve());
      // What the follower uses of it.
      return Object.assign(read(), { status, close }) as unknown as ConsumerMessages;
    },
  };
  return { stream, state };
}

describe('The writer of the stream', () => {
  const written = async (messages: (LogEvent | null)[] | null, head: number) => {
    const table = tableOf(logOf(head));
    const { stream, state } = streamOf(messages);
    const report = vi.fn();
    const feeder = startStreamFeeder({ ...table, stream: () => stream, isLeading: () => true, report });
    table.tell();
    await vi.waitFor(() => expect(state.messages?.at(-1)?.ordinal).toBe(head));
    await feeder.stop();
    expect(report).not.toHaveBeenCalled();
    return { made: state.made, ordinals: (state.messages ?? []).map((event) => event?.ordinal) };
  };

  test('goes on behind the last event, whoever wrote that', async () => {
    expect(await written([eventOf(3), eventOf(4)], 6)).toEqual({ made: 0, ordinals: [3, 4, 5, 6] });
  });

  test.each<[string, LogEvent | null]>([
    ['another event than the table at its place', eventOf(4, { urn: 'lost' })],
    ['an event of another past', eventOf(4, { epoch: 2 })],
    ['an event that the table does not have', eventOf(7)],
    ['a message that is none of this version', null],
  ])('makes a stream anew that ends with %s', async (_, last) => {
    expect(await written([eventOf(3), last], 6)).toEqual({ made: 1, ordinals: [1, 2, 3, 4, 5, 6] });
  });

  test('begins a new one 1,000 events before the end', async () => {
    for (const messages of [null, []]) {
      const { ordinals } = await written(messages, 1_205);
      expect([ordinals.length, ordinals[0]]).toEqual([1_000, 206]);
    }
  });

  test('looks for its end again after a write that failed, and where the stream is another one', async () => {
    const events = logOf(4);
    const table = tableOf(events);
    const [first, second] = [streamOf(logOf(3)), streamOf(null)];
    let { stream } = first;
    const report = vi.fn();
    const feeder = startStreamFeeder({ ...table, stream: () => stream, isLeading: () => true, report });
    const ends = async ({ state }: typeof first, last: number): Promise<void> => {
      table.tell();
      await vi.waitFor(() => expect(state.messages?.map((event) => event?.ordinal).at(-1)).toBe(last));
    };
    await ends(first, 4);
    for (const [times, of] of [
      [1, first],
      [2, second],
    ] as const) {
      if (of === second) {
        stream = second.stream;
        await ends(second, events.length);
      }
      // Another process has written the next one.
      const next = events.length + 1;
      of.state.messages?.push(eventOf(next));
      events.push(eventOf(next), eventOf(next + 1));
      table.tell();
      // Once for each time that it is in the way.
      await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(times));
      await ends(of, next + 1);
      expect(of.state.messages).toEqual(events);
    }
    await feeder.stop();
  });

  test('makes the stream anew once the log has another past, and writes nothing of that before', async () => {
    const log = { epoch: 1 };
    const events = logOf(2);
    const table = tableOf(events, () => log.epoch);
    const reads = vi.spyOn(table.source, 'after');
    const { stream, state } = streamOf([]);
    const report = (error: unknown): never => expect.fail(String(error));
    const feeder = startStreamFeeder({ ...table, stream: () => stream, isLeading: () => true, report });
    table.tell();
    await vi.waitFor(() => expect(state.messages).toHaveLength(2));
    // The table is of the other past before the feed knows of it.
    events.push(eventOf(3, { epoch: 2 }));
    const before = reads.mock.calls.length;
    table.tell();
    await vi.waitFor(() => expect(reads.mock.calls.length).toBeGreaterThan(before));
    await new Promise((resolve) => setImmediate(resolve));
    expect([state.messages?.length, state.made]).toEqual([2, 0]);
    events.splice(0, 2, eventOf(1, { epoch: 2 }), eventOf(2, { epoch: 2 }));
    log.epoch = 2;
    table.tell();
    await vi.waitFor(() => expect(state.messages?.map((event) => event?.epoch)).toEqual([2, 2, 2]));
    expect(state.made).toBe(1);
    await feeder.stop();
  });

  test('makes and writes nothing unless it leads', async () => {
    const table = tableOf(logOf(2));
    const { stream, state } = streamOf(null);
    const asked = vi.fn(() => false);
    const feeder = startStreamFeeder({
      ...table,
      stream: () => stream,
      isLeading: asked,
      report: (error) => expect.fail(String(error)),
    });
    table.tell();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    await feeder.stop();
    expect([state.messages, state.made]).toEqual([null, 0]);
  });
});

describe('A reader of the stream', () => {
  const reading = (messages: (LogEvent | null)[] | null, head: number) => {
    const table = tableOf(logOf(5));
    const { stream, state } = streamOf(messages);
    const [taken, looks] = [new Array<number>(), vi.fn()];
    const epoch = { now: 1 };
    const lead = { now: false };
    const feed = {
      head: () => head,
      epoch: () => epoch.now,
      take: (events: readonly LogEvent[]) => {
        taken.push(...events.map(({ ordinal }) => ordinal));
        // Another past begins with the event 5.
        if (taken.includes(5)) epoch.now = 2;
        // Its process leads from the event 9 on.
        if (taken.includes(9)) lead.now = true;
      },
      refresh: looks,
    };
    const asked = vi.fn(() => stream);
    const { eventAt } = table;
    const follower = startStreamFollower({
      feed,
      eventAt,
      stream: asked,
      isLeading: () => lead.now,
      report: (error) => expect.fail(String(error)),
      observe: () => undefined,
    });
    return { follower, state, taken, looks, asked };
  };

  test('begins behind what it knows, and looks once at the table for what came meanwhile', async () => {
    const { follower, state, taken, looks } = reading([eventOf(2), eventOf(3), eventOf(4)], 3);
    await vi.waitFor(() => expect(taken).toEqual([4]));
    expect([follower.isLive(), state.readFrom, looks.mock.calls.length]).toEqual([true, [3], 1]);
    await follower.stop();
  });

  test('leaves it when the log has another past', async () => {
    const { follower, taken, looks } = reading([eventOf(4), eventOf(5), eventOf(5)], 3);
    await vi.waitFor(() => expect(taken).toContain(5));
    await vi.waitFor(() => expect(follower.isLive()).toBe(false));
    expect(taken).toEqual([5]);
    // When it began, and for whatever came until it left.
    expect(looks).toHaveBeenCalledTimes(2);
    await follower.stop();
  });

  test('leaves it when its process leads', async () => {
    const { follower, taken, looks } = reading([eventOf(9), eventOf(4)], 2);
    await vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(2));
    expect([taken, follower.isLive()]).toEqual([[9], false]);
    await follower.stop();
  });

  test('looks at the table when what was announced does not come, and leaves a stream that stays silent', async () => {
    const { follower, taken, looks } = reading([eventOf(4)], 3);
    await vi.waitFor(() => expect(taken).toEqual([4]));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // Long after the last event came.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
    follower.expect();
    vi.advanceTimersByTime(299);
    expect(looks).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(looks).toHaveBeenCalledTimes(2);
    follower.missed();
    vi.advanceTimersByTime(2_999);
    expect(follower.isLive()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(follower.isLive()).toBe(false);
    vi.useRealTimers();
    await follower.stop();
  });

  test.each(['heartbeats_missed', 'stream_not_found'])('leaves a stream of which NATS says %s', async (type) => {
    const { follower, state, taken } = reading([eventOf(4)], 3);
    await vi.waitFor(() => expect(taken).toEqual([4]));
    state.say('consumer_not_found');
    await new Promise((resolve) => setImmediate(resolve));
    expect(follower.isLive()).toBe(true);
    state.say(type);
    await vi.waitFor(() => expect(follower.isLive()).toBe(false));
    await follower.stop();
  });

  test.each<[string, (LogEvent | null)[] | null]>([
    ['is not there', null],
    ['is empty', []],
    ['ends with another event than the table at its place', [eventOf(4, { urn: 'lost' })]],
    ['ends with an event that the table does not have', [eventOf(6)]],
    ['ends with an event of another past', [eventOf(4, { epoch: 2 })]],
    ['ends with a message that is none of this version', [null]],
  ])('does not follow one that %s', async (_, messages) => {
    const { follower, state, asked } = reading(messages, 3);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    await follower.stop();
    expect([state.readFrom, follower.isLive()]).toEqual([[], false]);
  });
});
