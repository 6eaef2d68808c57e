// Every order, given to every state of a publication that can be stored: a second state to start from, beside those that the tables of
// publication.test.ts name.
import { describe, expect, it } from 'vitest';
import { decide, entityStatuses, type Publication, type PublicationOrder } from '../../../src/domain/publication.ts';

const earlier = '2026-01-01T00:00:00.000Z';
const past = '2026-05-01T00:00:00.000Z';
const now = '2026-06-01T00:00:00.000Z';
const soon = '2026-07-01T00:00:00.000Z';
const later = '2026-08-01T00:00:00.000Z';
const end = '2026-12-01T00:00:00.000Z';

describe('every state that can be stored', () => {
  const times = [null, earlier, past, soon, later, end];
  const windows = times.flatMap((start) => times.map((stop) => ({ start, stop })));
  const shapes = [
    { status: 'DRAFT_UNPUBLISHED', isLive: false, hasDrafts: true },
    { status: 'PUBLISH_PENDING', isLive: false, hasDrafts: true },
    { status: 'PUBLISH_PENDING', isLive: true, hasDrafts: true },
    { status: 'PUBLISH_PENDING', isLive: true, hasDrafts: false },
    { status: 'PUBLISHED', isLive: true, hasDrafts: false },
    { status: 'PUBLISHED_WITH_DRAFTS', isLive: true, hasDrafts: true },
  ] as const;
  // What is due has been carried out, an end is later than its start, and what is live has begun.
  const isStored = (
    { status, isLive }: (typeof shapes)[number],
    start: string | null,
    stop: string | null,
  ): boolean => {
    if (start !== null && stop !== null && start >= stop) return false;
    if (isLive && stop !== null && stop <= now) return false;
    if (status === 'PUBLISH_PENDING') return start !== null && start > now;
    return !isLive || (start !== null && start <= now);
  };
  const stored: Publication[] = shapes.flatMap((shape) =>
    windows
      .filter(({ start, stop }) => isStored(shape, start, stop))
      .map(({ start, stop }) => ({
        ...shape,
        publishTimestamp: start,
        livePublishTimestamp: shape.isLive ? past : null,
        unpublishTimestamp: stop,
      })),
  );
  const sent = [undefined, ...times];
  const orders: PublicationOrder[] = [undefined, ...entityStatuses].flatMap((status) =>
    sent.flatMap((publishTimestamp) =>
      sent.map((unpublishTimestamp) => ({ status, publishTimestamp, unpublishTimestamp })),
    ),
  );

  // One assertion for all: a quarter of a second, where an assertion each takes ten.
  const wrongOf = (isWrong: (before: Publication, order: PublicationOrder, is: ReturnType<typeof decide>) => boolean) =>
    stored.flatMap((before) =>
      orders.flatMap((order) => {
        const is = decide(before, order, now);
        return isWrong(before, order, is) ? [{ before, order, is }] : [];
      }),
    );

  it('is one of many, under many orders', () => {
    expect(stored.length).toBeGreaterThan(50);
    expect(orders.length).toBe(6 * 7 * 7);
  });

  it('keeps its end behind its start, and is never PUBLISH or scheduled without a time', () => {
    const wrong = wrongOf((_, __, is) => {
      if (!('publishTimestamp' in is)) return false;
      const { status, publishTimestamp: start, unpublishTimestamp: stop } = is;
      const isScheduled = status === 'PUBLISH_PENDING';
      return (
        (start !== null && stop !== null && start >= stop) || status === 'PUBLISH' || (isScheduled && start === null)
      );
    });
    expect(wrong).toEqual([]);
  });

  it('goes live only by an order to publish, at a time that has come', () => {
    const wrong = wrongOf((before, { status, publishTimestamp }, is) => {
      if (is.kind !== 'PUBLISH_NOW') return false;
      const isOrdered = status === 'PUBLISH' || status === 'PUBLISHED';
      // The time of what is scheduled may be moved to one that has come.
      const isMoved =
        status === undefined &&
        before.status === 'PUBLISH_PENDING' &&
        publishTimestamp !== undefined &&
        publishTimestamp !== null;
      return !(isOrdered || isMoved) || is.publishTimestamp === null || is.publishTimestamp > now;
    });
    expect(wrong).toEqual([]);
  });

  it('stops being live only by an order to unpublish', () => {
    const wrong = wrongOf(
      (before, { status }, is) => is.kind === 'UNPUBLISH' && (status !== 'DRAFT_UNPUBLISHED' || !before.isLive),
    );
    expect(wrong).toEqual([]);
  });

  it('is named with all that it may become, when an order is refused', () => {
    const wrong = wrongOf((before, { status }, is) => {
      if (is.kind !== 'REFUSED') return false;
      return (
        is.allowed.some((one) => one === status) ||
        is.allowed.some((one) => decide(before, { status: one }, now).kind === 'REFUSED')
      );
    });
    expect(wrong).toEqual([]);
  });

  it('keeps the time that readers are shown, where it is past and an order names none', () => {
    const wrong = wrongOf((before, { publishTimestamp }, is) => {
      if (publishTimestamp !== undefined || is.kind !== 'SCHEDULE' || is.status === 'PUBLISH_PENDING') return false;
      return is.publishTimestamp !== before.publishTimestamp;
    });
    expect(wrong).toEqual([]);
  });
});
