// What may wait for a peer that reads slowly: a number of events for each subscription, and bytes for the connection.
import { describe, expect, test } from 'vitest';
import { createOutbox, type Outbox } from '../../../../src/graphql/subscriptions/outbox.ts';

interface Slow {
  readonly outbox: Outbox;
  /** The peer takes so many of the frames that wait, the oldest first. */
  take(count: number): void;
  readonly sent: number;
}

function slowPeer(): Slow {
  const waiting: (() => void)[] = [];
  let sent = 0;
  const outbox = createOutbox((_, done) => {
    sent += 1;
    waiting.push(done);
  });
  return {
    outbox,
    take: (count) => waiting.splice(0, count).forEach((done) => done()),
    get sent() {
      return sent;
    },
  };
}

const bytes = (count: number): readonly Buffer[] => [Buffer.alloc(count)];
const mebi = 1_048_576;

/** Whether a promise has resolved once everything that can run has run. */
async function isResolved(promise: Promise<void>): Promise<boolean> {
  let resolved = false;
  void promise.then(() => (resolved = true));
  await new Promise((resolve) => setImmediate(resolve));
  return resolved;
}

describe('a subscription', () => {
  test('has room for 1,000 events that wait, and again for each that is taken', () => {
    const peer = slowPeer();
    const lane = peer.outbox.lane();
    for (let at = 0; at < 1_000; at += 1) expect(lane.write(bytes(1))).toBe(true);
    expect(lane.write(bytes(1))).toBe(false);
    expect(peer.sent).toBe(1_000);
    // Another subscription of the connection counts its own events.
    expect(peer.outbox.lane().write(bytes(1))).toBe(true);
    peer.take(1);
    expect(lane.write(bytes(1))).toBe(true);
    expect(lane.write(bytes(1))).toBe(false);
  });

  test('has no room once a mebibyte waits on the connection, but always for one event', () => {
    const peer = slowPeer();
    const lane = peer.outbox.lane();
    peer.outbox.write(bytes(mebi));
    expect(lane.write(bytes(7))).toBe(true);
    expect(lane.write(bytes(7))).toBe(false);
    expect(peer.outbox.bytes()).toBe(mebi + 7);
    peer.take(2);
    expect(peer.outbox.bytes()).toBe(0);
    expect(lane.write(bytes(mebi - 1))).toBe(true);
    expect(lane.write(bytes(1))).toBe(true);
    expect(lane.write(bytes(1))).toBe(false);
  });

  test('has no room for a large event behind a mebibyte of another subscription, and any room for it alone', () => {
    const peer = slowPeer();
    expect(peer.outbox.lane().write(bytes(5 * mebi))).toBe(true);
    const lane = peer.outbox.lane();
    expect(lane.write(bytes(mebi))).toBe(false);
    expect(lane.write(bytes(mebi - 1))).toBe(true);
    peer.take(2);
    expect(lane.write(bytes(mebi))).toBe(true);
  });

  test('counts all pieces of a frame', () => {
    const { outbox } = slowPeer();
    outbox.write([Buffer.alloc(3), Buffer.alloc(4)]);
    expect(outbox.bytes()).toBe(7);
  });
});

describe('what is read from the table', () => {
  test('waits until fewer than 250 events wait', async () => {
    const peer = slowPeer();
    const lane = peer.outbox.lane();
    for (let at = 0; at < 249; at += 1) lane.write(bytes(1));
    expect(await isResolved(lane.calm())).toBe(true);
    lane.write(bytes(1));
    const calm = lane.calm();
    expect(await isResolved(calm)).toBe(false);
    peer.take(1);
    expect(await isResolved(calm)).toBe(true);
  });

  test('waits until less than a quarter of a mebibyte waits', async () => {
    const peer = slowPeer();
    const lane = peer.outbox.lane();
    lane.write(bytes(mebi / 4 - 1));
    expect(await isResolved(lane.calm())).toBe(true);
    lane.write(bytes(1));
    const calm = lane.calm();
    expect(await isResolved(calm)).toBe(false);
    peer.take(1);
    expect(await isResolved(calm)).toBe(true);
  });

  test('does not wait for a subscription that has ended', async () => {
    const peer = slowPeer();
    const lane = peer.outbox.lane();
    lane.write(bytes(mebi));
    const calm = lane.calm();
    const other = peer.outbox.lane();
    const otherCalm = other.calm();
    lane.close();
    expect(await isResolved(calm)).toBe(true);
    expect(await isResolved(lane.calm())).toBe(true);
    expect(await isResolved(otherCalm)).toBe(false);
  });
});
