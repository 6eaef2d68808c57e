// Events carried between processes by NATS: followers read them from the stream and not from the table, two writers
// cannot interleave, a stream that holds more than the database is not trusted, and nothing is lost without NATS.
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import type { LogEvent } from '../../src/actions/events/eventSource.ts';
import type { Database } from '../../src/database/connection/database.ts';
import { sharedKey } from '../../src/database/connection/settingStore.ts';
import { createEventFeed, type EventFeed } from '../../src/events/eventFeed.ts';
import { openEventStream } from '../../src/events/eventStream.ts';
import { startFanOut, type FanOut } from '../../src/events/fanOut.ts';
import { logEnd, ordinalEnd } from '../support/eventLog.ts';
import { natsProgram, startNatsCluster, startNatsServer, withNats, type NatsServer } from '../support/natsServer.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { entity, eventually } from '../support/webhooks.ts';

// The NATS server stops and starts, and followers look for it once a second.
vi.setConfig({ testTimeout: 120_000 });

/** What one process has received of the log, with NATS between it and the others. */
interface Member {
  readonly feed: EventFeed;
  readonly fanOut: FanOut;
  /** Every event it has received, in order. */
  readonly received: LogEvent[];
  /** Statements that have read the table of triggers so far. */
  readonly reads: { count: number };
  /** What was observed last of where events come from. */
  readonly by: { kind: Observation['kind'] | null };
  stop(): Promise<void>;
}

describe.skipIf(!natsProgram)(withNats('events over NATS'), () => {
  let nats: NatsServer;
  let service: TestService;
  let tenant: Tenant;
  let connection: NatsConnection;
  let manager: JetStreamManager;
  let stream: string;
  const members: Member[] = [];

  beforeAll(async () => {
    nats = await startNatsServer();
    // Numbers the events, and does not use NATS.
    service = await startService();
    tenant = await service.tenant();
    stream = `COMMONPLACE_${(await sharedKey(service.services.database, 'event stream')).toString('hex').slice(0, 16)}`;
    await open();
  });
  afterEach(async () => {
    await Promise.all(members.splice(0).map((member) => member.stop()));
    await manager.streams.delete(stream).catch(() => undefined);
  });
  afterAll(async () => {
    await connection.close();
    await service.close();
    await nats.clear();
  });

  async function open(): Promise<void> {
    connection = await connect({ servers: nats.url.replace('nats://', '') });
    manager = await jetstreamManager(connection);
  }

  async function join(isLeading: boolean, urls = [nats.url]): Promise<Member> {
    const reads = { count: 0 };
    const by: Member['by'] = { kind: null };
    const database: Database = {
      ...service.services.database,
      query: (statement) => {
        if (statement.text.includes('FROM "webhook_trigger"')) reads.count += 1;
        return service.services.database.query(statement);
      },
    };
    const carried: { by: FanOut | null } = { by: null };
    const feed = await createEventFeed({
      database,
      link: () => database,
      isFed: () => carried.by?.isLive() === true,
      onMissed: () => carried.by?.missed(),
      report: () => undefined,
    });
    const settings = { urls, credentialsFile: null, replicas: null };
    const fanOut = await startFanOut({
      ...{ database, settings, feed, isLeading: () => isLeading, report: () => undefined },
      observe: ({ kind }) => void (by.kind = kind),
    });
    carried.by = fanOut;
    // A leader reads what it has numbered immediately.
    const numbering = isLeading ? setInterval(() => feed.refresh(), 20) : null;
    const received: LogEvent[] = [];
    const start = feed.head();
    const stopListening = feed.onEvents(() => {
      const ordinal = received.at(-1)?.ordinal ?? start;
      void feed.after({ tenant: null, ordinal, sequence: 0 }, 500).then(({ events }) => {
        for (const event of events) if (event.ordinal > (received.at(-1)?.ordinal ?? start)) received.push(event);
      });
    });
    const member = {
      feed,
      fanOut,
      received,
      reads,
      by,
      async stop() {
        stopListening();
        if (numbering) clearInterval(numbering);
        feed.stop();
        await fanOut.stop();
      },
    };
    members.push(member);
    return member;
  }

  async function write(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) await entity(tenant, `Page ${String(at)}`);
    // Wait for the number, so that a follower that joins from now on starts after it.
    await logEnd(service.services);
  }

  /** Waits until a member has the whole log; returns its sequences from where it began. */
  async function heard(member: Member): Promise<number[]> {
    const end = await ordinalEnd(service.services);
    await eventually(
      () => Promise.resolve(member.received.at(-1)?.ordinal ?? 0),
      (ordinal) => ordinal >= end,
    );
    return member.received.map((event) => event.ordinal);
  }

  const live = (member: Member): Promise<boolean> => eventually(() => Promise.resolve(member.fanOut.isLive()), Boolean);

  async function inStream(): Promise<{ readonly ordinal: number; readonly urn: string }[]> {
    const info = await manager.streams.info(stream).catch(() => null);
    if (!info?.state.messages) return [];
    const { state } = info;
    const events: { ordinal: number; urn: string }[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage(stream, { seq }).catch(() => null);
      // Replaced meanwhile.
      if (!message) return [];
      events.push(JSON.parse(Buffer.from(message.data).toString()));
    }
    return events;
  }

  const rising = (ordinals: readonly number[]): number[] => ordinals.map((_, at) => (ordinals[0] ?? 0) + at);

  test('a follower receives every event once and in order, without reading the table', async () => {
    await write(1);
    const leader = await join(true);
    const follower = await join(false);
    await live(follower);
    await write(1);
    await heard(follower);
    const { count } = follower.reads;
    await Promise.all([write(25), write(25), write(25), write(25)]);
    const ordinals = await heard(follower);
    expect(ordinals).toEqual(rising(ordinals));
    await heard(leader);
    expect(follower.received).toEqual(leader.received.filter((event) => event.ordinal >= (ordinals[0] ?? 0)));
    // The fallback poll reads the table occasionally in any case.
    expect(follower.reads.count - count).toBeLessThan(25);
  });

  test('two concurrent writers put each event into the stream once, in the order of the log', async () => {
    const first = await join(true);
    const second = await join(true);
    await write(30);
    await Promise.all([heard(first), heard(second)]);
    const end = await ordinalEnd(service.services);
    const events = await eventually(inStream, (list) => list.at(-1)?.ordinal === end);
    const ordinals = events.map((event) => event.ordinal);
    expect(ordinals).toEqual(rising(ordinals));
    const ids = await service.services.database.query({
      text: 'SELECT urn FROM webhook_trigger WHERE ordinal >= $1 ORDER BY ordinal',
      values: [ordinals[0]],
    });
    expect(events.map((event) => event.urn)).toEqual(ids.map((row) => row['urn']));
  });

  test('a new leader continues where the stream ends', async () => {
    const first = await join(true);
    await write(5);
    await heard(first);
    const before = await ordinalEnd(service.services);
    await eventually(inStream, (list) => list.at(-1)?.ordinal === before);
    await first.stop();
    await write(5);
    await join(true);
    const end = await ordinalEnd(service.services);
    const events = await eventually(inStream, (list) => list.at(-1)?.ordinal === end);
    const ordinals = events.map((event) => event.ordinal);
    expect(ordinals).toEqual(rising(ordinals));
  });

  test('events in a stream that the database does not have, as after a restored backup, are never delivered', async () => {
    await write(1);
    const leader = await join(true);
    const end = await ordinalEnd(service.services);
    await eventually(inStream, (list) => list.at(-1)?.ordinal === end);
    await leader.stop();
    const { state } = await manager.streams.info(stream);
    const lost = {
      ...leader.received.at(-1),
      urn: crypto.randomUUID(),
      ordinal: end + 1,
      subject: 'ENTITY',
      event: 'UPDATE',
    };
    const log = stream.slice('COMMONPLACE_'.length);
    connection.publish(`commonplace.${log}.${tenant.company}.ENTITY.UPDATE`, JSON.stringify(lost));
    await eventually(
      () => manager.streams.info(stream),
      (info) => info.state.last_seq > state.last_seq,
    );
    const follower = await join(false);
    await write(1);
    await heard(follower);
    expect(follower.fanOut.isLive()).toBe(false);
    await join(true);
    const events = await eventually(inStream, (list) =>
      list.some((event) => event.ordinal === end + 1 && event.urn !== lost.urn),
    );
    expect(events.map((event) => event.urn)).not.toContain(lost.urn);
    await live(follower);
    await write(3);
    const ordinals = await heard(follower);
    expect(ordinals).toEqual(rising(ordinals));
    expect(follower.received.map((event) => event.urn)).not.toContain(lost.urn);
  });

  test('followers fall back to the database when NATS dies and return to the stream later, without loss or repeat', async () => {
    await write(1);
    await join(true);
    const follower = await join(false);
    await live(follower);
    await write(5);
    await connection.close();
    await nats.kill();
    await write(5);
    await heard(follower);
    expect(follower.fanOut.isLive()).toBe(false);
    await nats.start();
    await open();
    await write(5);
    await live(follower);
    await write(5);
    const ordinals = await heard(follower);
    expect(ordinals).toEqual(rising(ordinals));
    const end = await ordinalEnd(service.services);
    const events = await eventually(inStream, (list) => list.at(-1)?.ordinal === end);
    expect(events.map((event) => event.ordinal)).toEqual(rising(events.map((event) => event.ordinal)));
  });

  test('a process starts without NATS and connects to it later', async () => {
    await connection.close();
    await nats.kill();
    await write(1);
    const leader = await join(true);
    const follower = await join(false);
    await write(2);
    await heard(follower);
    await nats.start();
    await open();
    await live(follower);
    await write(2);
    expect(await heard(follower)).toEqual(await heard(leader));
  });

  test('a cluster of three holds the stream three times, also one that was made with a single copy, and goes on without one of them', async () => {
    const cluster = await startNatsCluster();
    const urls = cluster.map(({ url }) => url);
    const servers = urls.map((url) => url.replace('nats://', ''));
    const at = await connect({ servers, maxReconnectAttempts: -1 });
    const name = `COMMONPLACE_copies`;
    try {
      const { streams } = await vi.waitFor(
        async () => {
          const made = await jetstreamManager(at);
          await made.streams.add({ name, subjects: ['commonplace.copies.>'], storage: 'file', num_replicas: 1 });
          return made;
        },
        { timeout: 60_000, interval: 250 },
      );
      const opened = await openEventStream(at, 'copies', null);
      // A cluster that has just come together may take long to answer.
      const soon = { timeout: 60_000, interval: 500 };
      await vi.waitFor(async () => {
        expect(await opened.end()).toMatchObject({ number: 0, event: null });
        expect((await streams.info(name)).config.num_replicas).toBe(3);
      }, soon);
      await vi.waitFor(async () => {
        expect(await opened.makeAnew()).toMatchObject({ number: 0 });
        expect((await streams.info(name)).config.num_replicas).toBe(3);
      }, soon);
      await cluster[2]?.kill();
      const [event] = (await leaderEvents()).slice(-1);
      await vi.waitFor(
        async () =>
          expect(await opened.append(event ? [event] : [], (await opened.end())?.number ?? 0)).toBeGreaterThan(0),
        {
          timeout: 60_000,
          interval: 500,
        },
      );
    } finally {
      await at.close();
      await Promise.all(cluster.map((server) => server.clear()));
    }
    // A server that is alone holds it once.
    const alone = await openEventStream(connection, 'alone', null);
    await alone.make();
    expect((await manager.streams.info('COMMONPLACE_alone')).config.num_replicas).toBe(1);
    await manager.streams.delete('COMMONPLACE_alone');
  });

  test('without a quorum everybody reads the database, and is led back to the stream once there is one again', async () => {
    const cluster = await startNatsCluster();
    const urls = cluster.map(({ url }) => url);
    await write(1);
    await join(true, urls);
    const follower = await join(false, urls);
    try {
      // A cluster that has just come together may take long to answer.
      await vi.waitFor(() => expect(follower.by.kind).toBe('NATS_FOLLOWED'), { timeout: 60_000, interval: 100 });
      await cluster[0]?.kill();
      await write(5);
      await cluster[1]?.kill();
      await write(5);
      await heard(follower);
      await vi.waitFor(() => expect(follower.by.kind).toBe('NATS_LEFT'), { timeout: 60_000, interval: 100 });
      await write(5);
      await heard(follower);
      await Promise.all([cluster[0]?.start(), cluster[1]?.start()]);
      await write(5);
      await vi.waitFor(() => expect(follower.by.kind).toBe('NATS_FOLLOWED'), { timeout: 60_000, interval: 100 });
      await write(5);
      const ordinals = await heard(follower);
      expect(ordinals).toEqual(rising(ordinals));
    } finally {
      await Promise.all(members.splice(0).map((member) => member.stop()));
      await Promise.all(cluster.map((server) => server.clear()));
    }
  });

  async function leaderEvents(): Promise<readonly LogEvent[]> {
    const leader = await join(true);
    await write(1);
    await heard(leader);
    return leader.received;
  }
});
