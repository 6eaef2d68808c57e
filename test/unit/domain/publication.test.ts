// Publication: the whole table of transitions, the times that go with them, and what a view shows at any instant.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityStatus, Publication, PublicationOrder } from '../../../src/domain/publication.ts';
import { allowedStatuses, decide, entityStatuses, settledStatus, stateAt } from '../../../src/domain/publication.ts';

/** What the write of an item makes of a status; the service says so in SQL. */
const afterItemWrite = (status: EntityStatus): EntityStatus =>
  status === 'PUBLISHED' ? 'PUBLISHED_WITH_DRAFTS' : status;

const earlier = '2026-01-01T00:00:00.000Z';
const past = '2026-05-01T00:00:00.000Z';
const now = '2026-06-01T00:00:00.000Z';
const soon = '2026-07-01T00:00:00.000Z';
const later = '2026-08-01T00:00:00.000Z';
const end = '2026-12-01T00:00:00.000Z';

const draft: Publication = {
  status: 'DRAFT_UNPUBLISHED',
  isLive: false,
  hasDrafts: true,
  publishTimestamp: null,
  livePublishTimestamp: null,
  unpublishTimestamp: null,
};
const applying: Publication = { ...draft, status: 'PUBLISH', publishTimestamp: now };
const pending: Publication = { ...draft, status: 'PUBLISH_PENDING', publishTimestamp: soon };
const pendingLive: Publication = { ...pending, isLive: true, livePublishTimestamp: past };
const published: Publication = {
  ...draft,
  status: 'PUBLISHED',
  isLive: true,
  hasDrafts: false,
  publishTimestamp: past,
  livePublishTimestamp: past,
};
const withDrafts: Publication = { ...published, status: 'PUBLISHED_WITH_DRAFTS', hasDrafts: true };
const states = { draft, applying, pending, pendingLive, published, withDrafts };

const acted = (
  kind: string,
  status: EntityStatus,
  publishTimestamp: string | null,
  unpublishTimestamp: string | null = null,
) => ({ kind, status, publishTimestamp, unpublishTimestamp });
const refused = (...allowed: EntityStatus[]) => ({ kind: 'REFUSED', code: 'INVALID_TRANSITION', allowed });
const unchanged = { kind: 'UNCHANGED' };

describe('decide, for a create', () => {
  it.each<[PublicationOrder, object]>([
    [{}, acted('CREATE_DRAFT', 'DRAFT_UNPUBLISHED', null)],
    [{ status: 'DRAFT_UNPUBLISHED' }, acted('CREATE_DRAFT', 'DRAFT_UNPUBLISHED', null)],
    [{ status: 'DRAFT_UNPUBLISHED', publishTimestamp: null }, acted('CREATE_DRAFT', 'DRAFT_UNPUBLISHED', null)],
    [
      { status: 'DRAFT_UNPUBLISHED', publishTimestamp: soon, unpublishTimestamp: end },
      acted('CREATE_DRAFT', 'DRAFT_UNPUBLISHED', soon, end),
    ],
    [{ status: 'PUBLISH' }, acted('PUBLISH_NOW', 'PUBLISHED', now)],
    [{ status: 'PUBLISH', publishTimestamp: null }, acted('PUBLISH_NOW', 'PUBLISHED', now)],
    [{ status: 'PUBLISH', publishTimestamp: past }, acted('PUBLISH_NOW', 'PUBLISHED', past)],
    [{ status: 'PUBLISH', publishTimestamp: now }, acted('PUBLISH_NOW', 'PUBLISHED', now)],
    [{ status: 'PUBLISH', publishTimestamp: soon }, acted('SCHEDULE', 'PUBLISH_PENDING', soon)],
    [
      { status: 'PUBLISH', publishTimestamp: soon, unpublishTimestamp: end },
      acted('SCHEDULE', 'PUBLISH_PENDING', soon, end),
    ],
    [{ status: 'PUBLISHED' }, acted('PUBLISH_NOW', 'PUBLISHED', now)],
    [{ status: 'PUBLISHED', publishTimestamp: soon }, acted('SCHEDULE', 'PUBLISH_PENDING', soon)],
    [{ status: 'PUBLISH_PENDING' }, refused('DRAFT_UNPUBLISHED', 'PUBLISH', 'PUBLISHED')],
    [{ status: 'PUBLISH_PENDING', publishTimestamp: soon }, refused('DRAFT_UNPUBLISHED', 'PUBLISH', 'PUBLISHED')],
    [{ status: 'PUBLISHED_WITH_DRAFTS' }, refused('DRAFT_UNPUBLISHED', 'PUBLISH', 'PUBLISHED')],
    [{ status: 'publish' }, { kind: 'INVALID', path: '/status', message: 'The status does not exist.' }],
    [{ status: '' }, { kind: 'INVALID', path: '/status', message: 'The status does not exist.' }],
    [{ status: 'toString' }, { kind: 'INVALID', path: '/status', message: 'The status does not exist.' }],
  ])('%j gives %j', (order, expected) => {
    expect(decide(null, order, now)).toEqual(expected);
  });
});

describe('decide, for a status set without times', () => {
  const unpublished = acted('UNPUBLISH', 'DRAFT_UNPUBLISHED', null);
  const publishedNow = acted('PUBLISH_NOW', 'PUBLISHED', now);
  const publishedAgain = acted('PUBLISH_NOW', 'PUBLISHED', past);
  it.each<[keyof typeof states, EntityStatus, object]>([
    ['draft', 'DRAFT_UNPUBLISHED', unchanged],
    ['draft', 'PUBLISH', publishedNow],
    ['draft', 'PUBLISH_PENDING', refused('PUBLISH', 'PUBLISHED')],
    ['draft', 'PUBLISHED', publishedNow],
    ['draft', 'PUBLISHED_WITH_DRAFTS', refused('PUBLISH', 'PUBLISHED')],
    ['applying', 'DRAFT_UNPUBLISHED', refused()],
    ['applying', 'PUBLISH', unchanged],
    ['applying', 'PUBLISH_PENDING', refused()],
    ['applying', 'PUBLISHED', refused()],
    ['applying', 'PUBLISHED_WITH_DRAFTS', refused()],
    ['pending', 'DRAFT_UNPUBLISHED', acted('CANCEL', 'DRAFT_UNPUBLISHED', null)],
    ['pending', 'PUBLISH', publishedNow],
    ['pending', 'PUBLISH_PENDING', unchanged],
    ['pending', 'PUBLISHED', publishedNow],
    ['pending', 'PUBLISHED_WITH_DRAFTS', refused('PUBLISH', 'PUBLISHED', 'DRAFT_UNPUBLISHED')],
    ['pendingLive', 'DRAFT_UNPUBLISHED', refused('PUBLISH', 'PUBLISHED', 'PUBLISHED_WITH_DRAFTS')],
    ['pendingLive', 'PUBLISH', publishedAgain],
    ['pendingLive', 'PUBLISH_PENDING', unchanged],
    ['pendingLive', 'PUBLISHED', publishedAgain],
    ['pendingLive', 'PUBLISHED_WITH_DRAFTS', acted('CANCEL', 'PUBLISHED_WITH_DRAFTS', past)],
    ['published', 'DRAFT_UNPUBLISHED', unpublished],
    ['published', 'PUBLISH', unchanged],
    ['published', 'PUBLISH_PENDING', refused('PUBLISH', 'DRAFT_UNPUBLISHED')],
    ['published', 'PUBLISHED', unchanged],
    ['published', 'PUBLISHED_WITH_DRAFTS', refused('PUBLISH', 'DRAFT_UNPUBLISHED')],
    ['withDrafts', 'DRAFT_UNPUBLISHED', unpublished],
    ['withDrafts', 'PUBLISH', publishedAgain],
    ['withDrafts', 'PUBLISH_PENDING', refused('PUBLISH', 'PUBLISHED', 'DRAFT_UNPUBLISHED')],
    ['withDrafts', 'PUBLISHED', publishedAgain],
    ['withDrafts', 'PUBLISHED_WITH_DRAFTS', unchanged],
  ])('%s set to %s gives %j', (name, status, expected) => {
    expect(decide(states[name], { status }, now)).toEqual(expected);
  });

  it('canceling a publication over live content without newer values leaves it PUBLISHED', () => {
    const decision = decide({ ...pendingLive, hasDrafts: false }, { status: 'PUBLISHED_WITH_DRAFTS' }, now);
    expect(decision).toEqual(acted('CANCEL', 'PUBLISHED', past));
  });

  it('canceling keeps the end of live content, and drops it if nothing is live', () => {
    const kept = decide({ ...pendingLive, unpublishTimestamp: end }, { status: 'PUBLISHED_WITH_DRAFTS' }, now);
    expect(kept).toEqual(acted('CANCEL', 'PUBLISHED_WITH_DRAFTS', past, end));
    const forgotten = decide({ ...pending, unpublishTimestamp: end }, { status: 'DRAFT_UNPUBLISHED' }, now);
    expect(forgotten).toEqual(acted('CANCEL', 'DRAFT_UNPUBLISHED', null));
    const moved = { status: 'PUBLISHED_WITH_DRAFTS', unpublishTimestamp: later };
    expect(decide({ ...pendingLive, unpublishTimestamp: end }, moved, now)).toEqual(
      acted('CANCEL', 'PUBLISHED_WITH_DRAFTS', past, later),
    );
  });

  it('what is due and not carried out yet goes live when that is ordered, and by no other order', () => {
    const due = { ...pending, publishTimestamp: past };
    expect(decide(due, { status: 'PUBLISH', publishTimestamp: past }, now)).toEqual(
      acted('PUBLISH_NOW', 'PUBLISHED', past),
    );
    expect(decide(due, { unpublishTimestamp: end }, now)).toEqual(acted('SCHEDULE', 'PUBLISH_PENDING', past, end));
  });
});

describe('decide, for PUBLISH with a time', () => {
  it.each<[keyof typeof states, string, object]>([
    ['draft', past, acted('PUBLISH_NOW', 'PUBLISHED', past)],
    ['draft', now, acted('PUBLISH_NOW', 'PUBLISHED', now)],
    ['draft', soon, acted('SCHEDULE', 'PUBLISH_PENDING', soon)],
    ['pending', past, acted('PUBLISH_NOW', 'PUBLISHED', past)],
    ['pending', soon, unchanged],
    ['pending', later, acted('SCHEDULE', 'PUBLISH_PENDING', later)],
    ['pendingLive', soon, unchanged],
    ['pendingLive', later, acted('SCHEDULE', 'PUBLISH_PENDING', later)],
    ['published', past, unchanged],
    ['published', earlier, acted('SCHEDULE', 'PUBLISHED', earlier)],
    ['published', soon, acted('SCHEDULE', 'PUBLISH_PENDING', soon)],
    ['withDrafts', past, acted('PUBLISH_NOW', 'PUBLISHED', past)],
    ['withDrafts', now, acted('PUBLISH_NOW', 'PUBLISHED', now)],
    ['withDrafts', soon, acted('SCHEDULE', 'PUBLISH_PENDING', soon)],
  ])('%s at %s gives %j', (name, publishTimestamp, expected) => {
    expect(decide(states[name], { status: 'PUBLISH', publishTimestamp }, now)).toEqual(expected);
    // PUBLISHED means the same, except where it is the current status of the entity.
    if (name === 'published') return;
    expect(decide(states[name], { status: 'PUBLISHED', publishTimestamp }, now)).toEqual(expected);
  });

  it('a millisecond decides between now and later', () => {
    const at = (publishTimestamp: string) => decide(draft, { status: 'PUBLISH', publishTimestamp }, now);
    expect(at('2026-06-01T00:00:00.000Z')).toMatchObject({ kind: 'PUBLISH_NOW' });
    expect(at('2026-06-01T00:00:00.001Z')).toMatchObject({ kind: 'SCHEDULE' });
  });

  it('publishes newer values even if the status has not caught up with them', () => {
    const decision = decide({ ...published, hasDrafts: true }, { status: 'PUBLISH' }, now);
    expect(decision).toEqual(acted('PUBLISH_NOW', 'PUBLISHED', past));
  });

  it('without a time keeps a past one, of what is live before what is planned, and never a future one', () => {
    const published = (publishTimestamp: string): object => acted('PUBLISH_NOW', 'PUBLISHED', publishTimestamp);
    for (const order of [{ status: 'PUBLISH' }, { status: 'PUBLISH', publishTimestamp: null }]) {
      expect(decide(withDrafts, order, now)).toEqual(published(past));
      expect(decide(pendingLive, order, now)).toEqual(published(past));
      expect(decide(pending, order, now)).toEqual(published(now));
      expect(decide({ ...draft, publishTimestamp: earlier }, order, now)).toEqual(published(earlier));
      expect(decide({ ...draft, publishTimestamp: soon }, order, now)).toEqual(published(now));
    }
    expect(decide(withDrafts, { status: 'PUBLISH', publishTimestamp: earlier }, now)).toEqual(published(earlier));
  });
});

describe('decide, for times without a publication', () => {
  it.each<[keyof typeof states, PublicationOrder, object]>([
    ['draft', {}, unchanged],
    ['draft', { publishTimestamp: null, unpublishTimestamp: null }, unchanged],
    ['draft', { publishTimestamp: soon }, acted('SCHEDULE', 'DRAFT_UNPUBLISHED', soon)],
    ['draft', { unpublishTimestamp: end }, acted('SCHEDULE', 'DRAFT_UNPUBLISHED', null, end)],
    ['pending', {}, unchanged],
    ['pending', { publishTimestamp: soon }, unchanged],
    ['pending', { publishTimestamp: later }, acted('SCHEDULE', 'PUBLISH_PENDING', later)],
    ['pending', { publishTimestamp: past }, acted('PUBLISH_NOW', 'PUBLISHED', past)],
    ['pending', { publishTimestamp: now }, acted('PUBLISH_NOW', 'PUBLISHED', now)],
    [
      'pending',
      { status: 'PUBLISH_PENDING', publishTimestamp: past },
      {
        kind: 'INVALID',
        path: '/publishTimestamp',
        message: 'A publication that is due must come with the status PUBLISH.',
      },
    ],
    [
      'pending',
      { publishTimestamp: null },
      { kind: 'INVALID', path: '/publishTimestamp', message: 'A scheduled publication needs its time.' },
    ],
    ['pending', { unpublishTimestamp: end }, acted('SCHEDULE', 'PUBLISH_PENDING', soon, end)],
    [
      'pending',
      { status: 'PUBLISH_PENDING', publishTimestamp: later, unpublishTimestamp: end },
      acted('SCHEDULE', 'PUBLISH_PENDING', later, end),
    ],
    ['published', { publishTimestamp: past }, unchanged],
    ['published', { status: 'PUBLISHED', publishTimestamp: past, unpublishTimestamp: null }, unchanged],
    ['published', { publishTimestamp: earlier }, acted('SCHEDULE', 'PUBLISHED', earlier)],
    ['published', { publishTimestamp: now }, acted('SCHEDULE', 'PUBLISHED', now)],
    [
      'published',
      { status: 'PUBLISHED', publishTimestamp: soon },
      {
        kind: 'INVALID',
        path: '/publishTimestamp',
        message: 'A future time must come with the status PUBLISH.',
      },
    ],
    [
      'withDrafts',
      { publishTimestamp: null },
      { kind: 'INVALID', path: '/publishTimestamp', message: 'Live content keeps its publication time.' },
    ],
    ['published', { status: 'PUBLISHED', publishTimestamp: null }, unchanged],
    ['withDrafts', { status: 'PUBLISHED_WITH_DRAFTS', publishTimestamp: null }, unchanged],
    ['published', { unpublishTimestamp: end }, acted('SCHEDULE', 'PUBLISHED', past, end)],
    ['withDrafts', { unpublishTimestamp: end }, acted('SCHEDULE', 'PUBLISHED_WITH_DRAFTS', past, end)],
    ['applying', {}, unchanged],
  ])('%s given %j gives %j', (name, order, expected) => {
    expect(decide(states[name], order, now)).toEqual(expected);
  });

  it('clears the end with null and keeps it when absent', () => {
    const ending: Publication = { ...published, unpublishTimestamp: end };
    expect(decide(ending, { unpublishTimestamp: null }, now)).toEqual(acted('SCHEDULE', 'PUBLISHED', past));
    expect(decide(ending, { unpublishTimestamp: end }, now)).toEqual(unchanged);
    const drafted: Publication = { ...withDrafts, unpublishTimestamp: end };
    expect(decide(drafted, { status: 'PUBLISH' }, now)).toEqual(acted('PUBLISH_NOW', 'PUBLISHED', past, end));
    expect(decide(drafted, { status: 'DRAFT_UNPUBLISHED' }, now)).toEqual(
      acted('UNPUBLISH', 'DRAFT_UNPUBLISHED', null),
    );
  });

  it('a scheduled publication gets an end from a request that repeats its time', () => {
    const order = { status: 'PUBLISH', publishTimestamp: soon, unpublishTimestamp: end };
    expect(decide(pending, order, now)).toEqual(acted('SCHEDULE', 'PUBLISH_PENDING', soon, end));
  });
});

describe('decide, for an end that is not after the start', () => {
  const tooEarly = { kind: 'INVALID', path: '/unpublishTimestamp', message: 'Must be later than publishTimestamp.' };
  it.each<[Publication | null, PublicationOrder]>([
    [null, { status: 'PUBLISH', publishTimestamp: soon, unpublishTimestamp: soon }],
    [null, { status: 'PUBLISH', publishTimestamp: later, unpublishTimestamp: soon }],
    [null, { status: 'PUBLISH', unpublishTimestamp: now }],
    [null, { status: 'PUBLISH', unpublishTimestamp: past }],
    [null, { publishTimestamp: soon, unpublishTimestamp: past }],
    [draft, { status: 'PUBLISHED', publishTimestamp: soon, unpublishTimestamp: soon }],
    [pending, { unpublishTimestamp: soon }],
    [published, { unpublishTimestamp: past }],
    [published, { unpublishTimestamp: earlier }],
    [withDrafts, { unpublishTimestamp: past }],
  ])('refuses, for %j, %j', (current, order) => {
    expect(decide(current, order, now)).toEqual(tooEarly);
  });

  it('names the start when the start was sent', () => {
    const decision = decide(
      { ...pending, unpublishTimestamp: later },
      { status: 'PUBLISH', publishTimestamp: end },
      now,
    );
    expect(decision).toEqual({
      kind: 'INVALID',
      path: '/publishTimestamp',
      message: 'Must be earlier than unpublishTimestamp.',
    });
  });

  it('accepts an end one millisecond after the start', () => {
    const order = { status: 'PUBLISH', publishTimestamp: soon, unpublishTimestamp: '2026-07-01T00:00:00.001Z' };
    expect(decide(null, order, now)).toMatchObject({ kind: 'SCHEDULE' });
  });
});

describe('statuses', () => {
  it.each([
    [false, false, 'DRAFT_UNPUBLISHED'],
    [false, true, 'DRAFT_UNPUBLISHED'],
    [true, false, 'PUBLISHED'],
    [true, true, 'PUBLISHED_WITH_DRAFTS'],
  ] as const)('live %s with newer values %s is %s', (isLive, hasDrafts, status) => {
    expect(settledStatus({ isLive, hasDrafts })).toBe(status);
  });
});

describe('stateAt', () => {
  const nothing = { serves: 'NOTHING' };
  const live = (at: string) => ({ serves: 'LIVE_AT', at });
  const newest = (at: string) => ({ serves: 'NEWEST_AT', at });
  const ending = { ...published, unpublishTimestamp: later };
  const window = { ...pending, unpublishTimestamp: later };
  const windowOverLive = { ...pendingLive, unpublishTimestamp: later };

  it.each<[string, Publication, string, object]>([
    ['a draft', draft, now, live(now)],
    ['a draft with planned times', { ...draft, publishTimestamp: past, unpublishTimestamp: soon }, later, live(later)],
    ['an order being applied', applying, now, live(now)],
    ['published content', published, past, live(past)],
    ['published content', published, end, live(end)],
    ['content that will end, before', ending, soon, live(soon)],
    ['content that will end, just before', ending, '2026-07-31T23:59:59.999Z', live('2026-07-31T23:59:59.999Z')],
    ['content that will end, at its end', ending, later, nothing],
    ['content that will end, after', ending, end, nothing],
    ['content with drafts that will end, after', { ...ending, status: 'PUBLISHED_WITH_DRAFTS' }, end, nothing],
    ['a scheduled publication, before', pending, now, live(now)],
    ['a scheduled publication, just before', pending, '2026-06-30T23:59:59.999Z', live('2026-06-30T23:59:59.999Z')],
    ['a scheduled publication, at its time', pending, soon, newest(soon)],
    ['a scheduled publication, after', pending, end, newest(soon)],
    [
      'a scheduled publication of what ended before it',
      { ...pendingLive, unpublishTimestamp: past },
      end,
      newest(soon),
    ],
    ['a scheduled publication that ends as it begins', { ...pending, unpublishTimestamp: soon }, end, newest(soon)],
    ['a scheduled publication over live content, before', pendingLive, now, live(now)],
    ['a scheduled publication over live content, after', pendingLive, later, newest(soon)],
    ['a scheduled window, before', window, now, live(now)],
    ['a scheduled window, within', window, '2026-07-15T00:00:00.000Z', newest(soon)],
    ['a scheduled window, at its end', window, later, nothing],
    ['a scheduled window, after', window, end, nothing],
    ['a scheduled window over live content, before', windowOverLive, now, live(now)],
    ['a scheduled window over live content, after', windowOverLive, end, nothing],
  ])('of %s', (_, entity, at, expected) => {
    expect(stateAt(entity, at)).toEqual(expected);
  });
});

describe('any sequence of requests', () => {
  const instant = fc.constantFrom(earlier, past, now, soon, later, end);
  const order = fc.record(
    {
      status: fc.constantFrom(...entityStatuses),
      publishTimestamp: fc.option(instant),
      unpublishTimestamp: fc.option(instant),
    },
    { requiredKeys: [] },
  );
  const moments = fc.array(fc.record({ at: instant, order, isWrite: fc.boolean() }), { minLength: 1, maxLength: 8 });

  // The entity after a decision.
  const apply = (current: Publication | null, decision: ReturnType<typeof decide>): Publication | null => {
    if (!('publishTimestamp' in decision)) return current;
    const { kind, status, publishTimestamp, unpublishTimestamp } = decision;
    const isLive = kind === 'PUBLISH_NOW' || (kind !== 'UNPUBLISH' && (current?.isLive ?? false));
    const hasDrafts = kind !== 'PUBLISH_NOW' && (current?.hasDrafts ?? true);
    const date = status === 'PUBLISH_PENDING' ? (current?.livePublishTimestamp ?? null) : publishTimestamp;
    const livePublishTimestamp = isLive ? date : null;
    return { status, isLive, hasDrafts, publishTimestamp, livePublishTimestamp, unpublishTimestamp };
  };

  // Applies requests and item writes while time passes, and shows each decision with the state before and after it.
  const live = (
    steps: { at: string; order: PublicationOrder; isWrite: boolean }[],
    look: (
      before: Publication | null,
      decision: ReturnType<typeof decide>,
      after: Publication | null,
      step: (typeof steps)[number],
    ) => void,
  ): void => {
    let current: Publication | null = null;
    for (const step of [...steps].sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))) {
      const decision = decide(current, step.order, step.at);
      const after = apply(current, decision);
      look(current, decision, after, step);
      current =
        after !== null && step.isWrite ? { ...after, status: afterItemWrite(after.status), hasDrafts: true } : after;
    }
  };

  it('repeating a request immediately changes nothing', () => {
    fc.assert(
      fc.property(moments, (steps) => {
        live(steps, (_, decision, after, step) => {
          // Unpublishing and canceling drop the times sent with them; sent again, they are kept as a plan.
          if (['UNPUBLISH', 'CANCEL', 'REFUSED', 'INVALID'].includes(decision.kind)) return;
          expect(decide(after, step.order, step.at)).toEqual(unchanged);
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('an end is later than its start, only a due publication happens, and PUBLISH is never stored', () => {
    fc.assert(
      fc.property(moments, (steps) => {
        live(steps, (_, decision, after, { at }) => {
          if (!('publishTimestamp' in decision)) return;
          const { kind, status, publishTimestamp: start, unpublishTimestamp: stop } = decision;
          if (start !== null && stop !== null) expect(start < stop).toBe(true);
          if (kind === 'PUBLISH_NOW') expect([status, start !== null && start <= at]).toEqual(['PUBLISHED', true]);
          if (status === 'PUBLISH_PENDING') expect(start).not.toBeNull();
          expect(status).not.toBe('PUBLISH');
          if (status !== 'PUBLISH_PENDING') expect(status).toBe(settledStatus(after!));
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('a refusal lists statuses that are not refused', () => {
    fc.assert(
      fc.property(moments, (steps) => {
        live(steps, (before, decision, _, { at }) => {
          if (decision.kind !== 'REFUSED') return;
          expect(decision.allowed).toEqual(allowedStatuses(before));
          for (const status of decision.allowed) expect(decide(before, { status }, at).kind).not.toBe('REFUSED');
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('scheduling a publication does not change the view of an earlier moment', () => {
    fc.assert(
      fc.property(moments, (steps) => {
        live(steps, (before, decision, after, { at }) => {
          if (before === null || after === null || decision.kind !== 'SCHEDULE' || after.status !== 'PUBLISH_PENDING')
            return;
          if (before.status === 'PUBLISH_PENDING' || before.unpublishTimestamp !== after.unpublishTimestamp) return;
          expect(stateAt(after, at)).toEqual(stateAt(before, at));
        });
      }),
      { numRuns: 2000 },
    );
  });
});
