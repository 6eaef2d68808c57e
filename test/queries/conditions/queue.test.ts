// The conditions of the statements that deliver webhooks, one at a time: what is placed, claimed and completed.
import { claim, dueSubscriptions, giveBack, keepBodies, reserve } from '../../../src/database/events/claimStore.ts';
import { complete, type Completion } from '../../../src/database/events/completionStore.ts';
import { abandoned, nextLeaseEnd, nextWork, placeNew, ripen } from '../../../src/database/events/laneStore.ts';
import {
  behind,
  ready,
  inFlight,
  fresh,
  later,
  hook,
  pace,
  delivery,
  event,
  queued,
  older,
  all,
  busy,
  second,
  useQueue,
} from './queueRows.ts';
import { ago, dead, future, now, past, type Case, type Given, type Names } from './scenario.ts';

const trials = useQueue();
const { value, state, column, paced, isAwake } = trials;
const clock = Date.parse(now) / 1000;
const limits = { subscriptions: 16, perSubscription: 10, leaseSeconds: 60, minuteSeconds: 60, lateSeconds: 1 };
const taken = async (urn: Names, most = 5, more: Partial<typeof limits> = {}): Promise<string[]> =>
  (await claim(trials.database, [urn('hook')], { ...limits, ...more }, most)).map((one) => one.urn);
const completeUntil = async (urn: Names): Promise<unknown> =>
  (await claim(trials.database, [urn('hook')], limits, 1))[0]?.completeUntil;
const completion = (urn: Names, more: Partial<Completion> = {}): Completion => ({
  urn: urn('delivery'),
  attempt: 1,
  status: 'SUCCEEDED',
  discardReason: null,
  step: 0,
  waitSeconds: null,
  record: null,
  bodyDigest: null,
  ...more,
});
const completes = async (urn: Names, more: Partial<Completion> = {}): Promise<boolean> =>
  (await complete(trials.database, [completion(urn, more)])).has(urn('delivery'));
const attempt = (number: number): Completion['record'] => ({
  number,
  startedTimestamp: now,
  durationMillis: 1,
  responseStatus: 500,
  errorCode: null,
  responseExcerpt: null,
  isManual: false,
  ownHeaders: null,
});
// Twenty a minute: two at once, and then one each 61 / 19 seconds.
const slow = { events_per_minute: 20 };
const gap = 61 / 19;
const many = (urn: Names): Readonly<Record<string, Given>> => ({
  ...all(urn),
  hook: hook(urn, slow),
  ...second(urn),
  third: delivery(urn, { urn: urn('third'), target_urn: urn('beyond'), position: 9, trigger: null }),
  thirdQueued: queued(urn, { delivery: urn('third'), target_urn: urn('beyond'), position: 9, sequence: 9 }),
});
const reserved = (urn: Names, count: number, areTests = false): Promise<number> =>
  reserve(trials.database, { subscription: urn('hook'), count, areTests }, limits);
const near = (one: unknown, other: number): boolean => Math.abs(Number(one) - other) < 0.001;
const seconds = async (urn: Names): Promise<number> => Date.parse(String(await paced(urn, 'wake_timestamp'))) / 1000;

const cases: Readonly<Record<string, Case>> = {
  'a delivery that is ready is claimed': {
    rows: all,
    finds: async (urn) =>
      (await taken(urn)).join() === urn('delivery') &&
      (await state(urn)) === inFlight &&
      (await column('status', urn)) === 'IN_FLIGHT' &&
      (await column('attempt_count', urn)) === 1,
    not: () => ({
      ...dead('hook'),
      'hook.status': ['PAUSED', 'DISABLED', 'EXPIRED'],
      'hook.expiration_timestamp': past,
      'pace.discard_reason': 'CANCELED',
      'pace.tat': clock + 3600,
      'off.tenant': 'urn:company',
      'queued.state': [behind, inFlight, fresh, later],
      'queued.subscription': 'urn:another',
    }),
    still: { 'hook.expiration_timestamp': future, 'pace.tat': clock },
  },
  'a test is claimed whatever the status': {
    rows: (urn) => ({
      ...all(urn),
      hook: hook(urn, { status: 'DISABLED' }),
      delivery: delivery(urn, { is_test: true }),
      queued: queued(urn, { sequence: null }),
    }),
    finds: async (urn) => (await taken(urn)).length === 1,
    not: () => ({
      ...dead('hook'),
      'delivery.is_test': false,
      'queued.sequence': 7,
      'pace.discard_reason': 'CANCELED',
      'off.tenant': 'urn:company',
    }),
  },
  'what is dropped, or of a subscription that is gone, sleeps': {
    rows: (urn) => ({ ...all(urn), pace: pace(urn, { wake_timestamp: past, discard_reason: 'CANCELED' }) }),
    finds: async (urn) => (await taken(urn)).length === 0 && (await paced(urn, 'wake_timestamp')) === null,
    not: () => ({ 'pace.discard_reason': null }),
  },
  'the lease of a claim': {
    rows: all,
    finds: async (urn) => {
      await taken(urn);
      return (await value('webhook_queue', 'due_timestamp', urn('delivery'), 'delivery')) === ago(0, -1);
    },
    not: () => ({ 'queued.state': later }),
  },
  'what stands behind an older one of its target waits': {
    rows: (urn) => ({ ...all(urn), older: older(urn) }),
    finds: async (urn) => (await taken(urn)).length === 0 && (await state(urn)) === behind,
    not: () => ({
      'older.subscription': 'urn:another',
      'older.target_urn': 'urn:another',
      'older.position': 9,
      'hook.ordering': 'NONE',
    }),
  },
  'the events of a claim come in their order, tests first': {
    rows: (urn) => ({ ...all(urn), ...second(urn, { is_test: true }, { sequence: null }) }),
    finds: async (urn) => (await taken(urn, 1)).join() === urn('other'),
    not: () => ({ 'otherQueued.sequence': 8, 'otherQueued.state': later }),
    still: { 'queued.sequence': 1 },
  },
  'what is complete ends before the oldest that is unfinished': {
    rows: (urn) => ({ ...all(urn), ...second(urn, {}, { state: later, sequence: 5 }) }),
    finds: async (urn) => (await completeUntil(urn)) === '4',
    not: () => ({ 'otherQueued.subscription': 'urn:another', 'otherQueued.sequence': 6 }),
    still: { 'otherQueued.state': inFlight },
  },
  'what is complete ends before what has a number, and no place yet': {
    rows: (urn) => ({
      ...all(urn),
      ...second(urn, { trigger: urn('earlier') }, { state: fresh, sequence: null }),
      earlier: event(urn, { urn: urn('earlier'), position: 8, sequence: 4 }),
    }),
    finds: async (urn) => (await completeUntil(urn)) === '3',
    not: () => ({
      'otherQueued.subscription': 'urn:another',
      'other.trigger': null,
      'earlier.sequence': [null, 9],
    }),
    // Its name alone says which event it is.
    still: { 'earlier.position': 9 },
  },
  'nothing is said to be complete while ten have no place': {
    rows: (urn) => ({
      ...all(urn),
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => at + 20).flatMap((at) => {
          const place = { position: at, target_urn: urn(`n${String(at)}`) };
          return [
            [`n${String(at)}`, queued(urn, { ...place, delivery: urn('delivery'), state: fresh, sequence: null })],
          ];
        }),
      ),
    }),
    finds: async (urn) => (await completeUntil(urn)) === '0',
    not: () => ({ 'n29.subscription': 'urn:another', 'n29.state': behind }),
  },
  'the smaller number goes first': {
    rows: (urn) => ({ ...all(urn), ...second(urn) }),
    finds: async (urn) => (await taken(urn, 1)).join() === urn('delivery'),
    not: () => ({ 'otherQueued.sequence': 6 }),
  },
  'no more are claimed than the process has room for': {
    rows: (urn) => ({ ...all(urn), ...second(urn) }),
    finds: async (urn) => (await taken(urn, 1)).length === 1 && (await taken(urn, 0)).length === 0 && isAwake(urn),
    not: () => ({}),
  },
  'no more are in flight than may be': {
    rows: (urn) => ({ ...all(urn), ...second(urn, { status: 'IN_FLIGHT' }, { state: inFlight }) }),
    finds: async (urn) =>
      (await taken(urn, 5, { perSubscription: 1 })).length === 0 && (await paced(urn, 'wake_timestamp')) === null,
    not: () => ({ 'otherQueued.subscription': 'urn:another', 'otherQueued.state': later }),
  },
  'of what may be in flight, the rest is claimed': {
    rows: (urn) => ({ ...all(urn), ...second(urn, { status: 'IN_FLIGHT' }, { state: inFlight }) }),
    finds: async (urn) => (await taken(urn, 5, { perSubscription: 2 })).length === 1,
    not: () => ({ 'queued.state': later }),
  },
  'a tenth of a minute comes at once, and the next after its part of it': {
    rows: many,
    finds: async (urn) =>
      (await taken(urn)).length === 2 &&
      near(await paced(urn, 'tat'), clock + 2 * gap) &&
      near(await seconds(urn), clock + gap),
    not: () => ({
      'hook.events_per_minute': [19, 30],
      'pace.slow_until': clock + 1,
      'pace.tat': clock + gap,
    }),
    still: { 'pace.slow_until': clock },
  },
  'an overloaded receiver gets half': {
    rows: (urn) => ({
      ...many(urn),
      hook: hook(urn, { events_per_minute: 40 }),
      pace: pace(urn, { slow_until: clock + 1 }),
    }),
    finds: async (urn) => (await taken(urn)).length === 2 && near(await paced(urn, 'tat'), clock + 2 * gap),
    not: () => ({ 'pace.slow_until': [clock - 1, clock] }),
  },
  'a pace that is not used up has room for the rest': {
    rows: (urn) => ({ ...many(urn), pace: pace(urn, { tat: clock + gap }) }),
    finds: async (urn) => (await taken(urn)).length === 1 && near(await paced(urn, 'tat'), clock + 2 * gap),
    not: () => ({ 'pace.tat': [clock, clock + 1.1 * gap] }),
  },
  'a queue that is empty wakes with the next event': {
    rows: (urn) => ({ ...all(urn), pace: pace(urn, { wake_timestamp: past }) }),
    finds: async (urn) => (await taken(urn)).length === 1 && (await paced(urn, 'wake_timestamp')) === null,
    not: () => ({ 'queued.state': later }),
  },
  'attempts that begin later give their slots back, and get those that are free now': {
    rows: (urn) => ({ hook: hook(urn, slow), pace: pace(urn, { tat: clock + 3 * gap }) }),
    finds: async (urn) =>
      (await reserved(urn, 3)) === 2 &&
      near(await paced(urn, 'tat'), clock + 2 * gap) &&
      (await reserved(urn, 2)) === 2 &&
      near(await paced(urn, 'tat'), clock + 2 * gap),
    not: () => ({
      ...dead('hook'),
      'hook.status': ['PAUSED', 'DISABLED', 'EXPIRED'],
      'hook.expiration_timestamp': past,
      'pace.tat': clock + 4 * gap,
      'pace.subscription': 'urn:another',
      'hook.urn': 'urn:another',
    }),
    still: { 'hook.expiration_timestamp': future, 'pace.tat': clock },
  },
  'tests begin later whatever the status': {
    rows: (urn) => ({ hook: hook(urn, { ...slow, status: 'DISABLED' }), pace: pace(urn, { tat: clock + gap }) }),
    finds: async (urn) => (await reserved(urn, 1, true)) === 1,
    not: () => ({ ...dead('hook'), 'pace.tat': clock + 4 * gap }),
  },
  'slots of attempts that do not begin are given back': {
    rows: (urn) => ({ hook: hook(urn, slow), pace: pace(urn, { tat: clock + 3 * gap }) }),
    finds: async (urn) => {
      await giveBack(trials.database, { subscription: urn('hook'), count: 2 }, limits);
      return near(await paced(urn, 'tat'), clock + gap);
    },
    not: () => ({ 'pace.tat': clock + 4 * gap, 'pace.subscription': 'urn:another', 'hook.urn': 'urn:another' }),
  },
  'a subscription is due': {
    rows: (urn) => ({ pace: pace(urn, { wake_timestamp: past }) }),
    finds: async (urn) => (await dueSubscriptions(trials.database, 5)).includes(urn('hook')),
    not: () => ({ 'pace.wake_timestamp': [future, null] }),
    still: { 'pace.wake_timestamp': now },
  },
  'who waits longest is due first': {
    rows: (urn) => ({
      pace: pace(urn, { wake_timestamp: ago(0, 2) }),
      other: ['webhook_pace', { ...pace(urn)[1], subscription: urn('other'), wake_timestamp: ago(0, 1) }],
    }),
    finds: async (urn) => (await dueSubscriptions(trials.database, 1)).join() === urn('hook'),
    not: () => ({ 'other.wake_timestamp': ago(0, 3) }),
  },
  'a body is kept': {
    rows: (urn) => ({ body: ['webhook_body', { delivery: urn('else'), body: 'other' }] }),
    finds: async (urn) => {
      await keepBodies(trials.database, [
        { tenant: urn('company'), urn: urn('delivery'), body: 'first', isFull: false },
      ]);
      return (await value('webhook_body', 'body', urn('delivery'), 'delivery')) === 'first';
    },
    not: () => ({ 'body.delivery': 'urn:delivery' }),
  },
  'the body that was kept first stays': {
    rows: (urn) => ({ body: ['webhook_body', { delivery: urn('delivery'), body: 'first', shows_drafts: false }] }),
    finds: async (urn) => {
      await keepBodies(trials.database, [
        { tenant: urn('company'), urn: urn('delivery'), body: 'second', isFull: false },
      ]);
      return (await value('webhook_body', 'body', urn('delivery'), 'delivery')) === 'first';
    },
    not: () => ({ 'body.delivery': 'urn:another', 'body.shows_drafts': true }),
  },
  'a body that shows drafts makes room for one that shows none, and for no other': {
    rows: (urn) => ({ body: ['webhook_body', { delivery: urn('delivery'), body: 'first', shows_drafts: true }] }),
    finds: async (urn) => {
      const bodies: unknown[] = [];
      for (const isFull of [true, false]) {
        const body = `${String(isFull)} came`;
        await keepBodies(trials.database, [{ tenant: urn('company'), urn: urn('delivery'), body, isFull }]);
        for (const name of ['body', 'shows_drafts'])
          bodies.push(await value('webhook_body', name, urn('delivery'), 'delivery'));
      }
      return bodies.join() === 'first,true,false came,false';
    },
    not: () => ({ 'body.delivery': 'urn:another', 'body.shows_drafts': false }),
  },
  'a subscription whose tenant is disabled is not looked at again': {
    rows: (urn) => ({ ...all(urn), off: ['disabled_tenant', { tenant: urn('company') }] }),
    finds: async (urn) => (await taken(urn)).length === 0 && (await paced(urn, 'wake_timestamp')) === null,
    not: () => ({ 'off.tenant': 'urn:another' }),
  },

  'an attempt that succeeded': {
    rows: busy,
    finds: async (urn) =>
      (await completes(urn)) &&
      (await column('status', urn)) === 'SUCCEEDED' &&
      (await column('completed_timestamp', urn)) === now &&
      (await column('attempt_count', urn)) === 1 &&
      (await state(urn)) === undefined &&
      (await isAwake(urn)),
    not: () => ({
      'delivery.urn': 'urn:another',
      'delivery.attempt_count': 2,
      'delivery.status': ['RETRYING', 'PENDING', 'DISCARDED'],
    }),
  },
  'an attempt that is followed by another': {
    rows: busy,
    finds: async (urn) =>
      (await completes(urn, { status: 'RETRYING', waitSeconds: 60, step: 1, record: attempt(1) })) &&
      (await column('next_attempt_timestamp', urn)) === ago(0, -1) &&
      (await column('completed_timestamp', urn)) === null &&
      (await state(urn)) === later &&
      (await value('webhook_queue', 'due_timestamp', urn('delivery'), 'delivery')) === ago(0, -1) &&
      (await value('webhook_attempt', 'number', urn('delivery'), 'delivery')) === 1,
    not: () => ({ 'delivery.attempt_count': 2, 'queued.position': 8 }),
  },
  'the digest of what was sent stays where the outcome tells none': {
    rows: (urn) => busy(urn, { body_digest: 'first' }),
    finds: async (urn) => {
      await completes(urn, { status: 'RETRYING', waitSeconds: 60 });
      return (await column('body_digest', urn)) === 'first';
    },
    not: () => ({ 'delivery.body_digest': 'second' }),
  },
  'the digest of what was sent is kept': {
    rows: (urn) => busy(urn, { body_digest: 'first' }),
    finds: async (urn) => {
      await completes(urn, { bodyDigest: 'second' });
      return (await column('body_digest', urn)) === 'second';
    },
    not: () => ({ 'delivery.attempt_count': 2 }),
  },
  'what was put back was not attempted': {
    rows: (urn) => busy(urn, { is_manual: true }),
    finds: async (urn) =>
      (await completes(urn, { status: 'PENDING', waitSeconds: 0 })) &&
      (await column('attempt_count', urn)) === 0 &&
      (await column('is_manual', urn)) === true &&
      (await state(urn)) === ready,
    not: () => ({ 'delivery.status': 'PENDING', 'delivery.is_manual': false }),
  },
  'what was dropped at its attempt was not attempted': {
    rows: (urn) => busy(urn, { is_manual: true }),
    finds: async (urn) =>
      (await completes(urn, { status: 'DISCARDED', discardReason: 'NO_PERMISSION' })) &&
      (await column('attempt_count', urn)) === 0 &&
      (await column('is_manual', urn)) === false,
    not: () => ({ 'delivery.status': 'PENDING' }),
  },
  'the newest twenty attempts are kept': {
    rows: (urn) => ({
      ...busy(urn, { attempt_count: 21 }),
      tried: ['webhook_attempt', { delivery: urn('delivery'), number: 1 }],
    }),
    finds: async (urn) => {
      await completes(urn, { attempt: 21, record: attempt(21) });
      const kept = await trials.database.query({
        text: `SELECT 1 FROM webhook_attempt WHERE delivery IN ($1, $2) AND number < 21`,
        values: [urn('delivery'), urn('another')],
      });
      return kept.length === 0;
    },
    not: () => ({ 'tried.number': 2, 'tried.delivery': 'urn:another' }),
  },
  'what waits behind one that is finished comes forward': {
    rows: (urn) => ({
      ...busy(urn),
      next: delivery(urn, { urn: urn('next'), position: 9 }),
      nextQueued: queued(urn, { delivery: urn('next'), position: 9, state: behind }),
      // What is older elsewhere is not waited for.
      elsewhere: queued(urn, { delivery: urn('elsewhere'), target_urn: urn('elsewhere'), position: 1, state: ready }),
    }),
    finds: async (urn) => {
      await completes(urn);
      return (await state(urn, 'next')) === ready;
    },
    not: () => ({
      'nextQueued.subscription': 'urn:another',
      'nextQueued.target_urn': 'urn:another',
      'nextQueued.state': later,
    }),
  },
  'only the oldest comes forward': {
    rows: (urn) => ({
      ...busy(urn),
      next: delivery(urn, { urn: urn('next'), position: 9 }),
      nextQueued: queued(urn, { delivery: urn('next'), position: 9, state: behind }),
      last: queued(urn, { delivery: urn('last'), position: 10, state: behind }),
    }),
    finds: async (urn) => {
      await completes(urn);
      return (await state(urn, 'last')) === behind;
    },
    not: () => ({ 'last.position': 8 }),
  },

  'there are new deliveries': {
    rows: (urn) => ({ queued: queued(urn, { state: fresh }) }),
    finds: async () => (await nextWork(trials.database)).hasNew,
    not: () => ({ 'queued.state': [behind, ready, inFlight, later] }),
  },
  'there is something to drop': {
    rows: (urn) => ({ pace: pace(urn, { discard_reason: 'EXPIRED' }) }),
    finds: async () => (await nextWork(trials.database)).hasDiscards,
    not: () => ({ 'pace.discard_reason': null }),
  },
  'when something is to be looked at again': {
    rows: (urn) => ({ queued: queued(urn, { state: later, due_timestamp: future }) }),
    finds: async () => (await nextWork(trials.database)).timedIn === 3_600_000,
    not: () => ({ 'queued.state': [behind, ready, inFlight, fresh], 'queued.due_timestamp': past }),
  },
  'when a lease ends': {
    rows: (urn) => ({ queued: queued(urn, { state: inFlight, due_timestamp: future }) }),
    finds: async () => (await nextLeaseEnd(trials.database)) === 3_600_000,
    not: () => ({ 'queued.state': [behind, ready, fresh, later], 'queued.due_timestamp': past }),
  },
  'when a subscription may send': {
    rows: (urn) => ({ pace: pace(urn, { wake_timestamp: future }) }),
    finds: async () => (await nextWork(trials.database)).readyIn === 3_600_000,
    not: () => ({ 'pace.wake_timestamp': [null, past] }),
  },
  'a new delivery gets its place': {
    rows: (urn) => ({ ...all(urn), queued: queued(urn, { state: fresh, sequence: null }) }),
    finds: async (urn) =>
      (await placeNew(trials.database)).placed === 1 &&
      (await state(urn)) === ready &&
      (await value('webhook_queue', 'sequence', urn('delivery'), 'delivery')) === '7' &&
      (await isAwake(urn)),
    not: () => ({ 'queued.state': [behind, later], 'event.sequence': null, 'pace.subscription': 'urn:another' }),
  },
  'a new delivery of no event gets its place': {
    rows: (urn) => ({
      ...all(urn),
      delivery: delivery(urn, { trigger: null }),
      queued: queued(urn, { state: fresh, sequence: null }),
    }),
    finds: async (urn) => (await placeNew(trials.database)).placed === 1 && (await state(urn)) === ready,
    not: () => ({ 'delivery.trigger': 'urn:another' }),
  },
  'a new delivery stands behind an older one': {
    rows: (urn) => ({ ...all(urn), queued: queued(urn, { state: fresh }), older: older(urn) }),
    finds: async (urn) => (await placeNew(trials.database)).placed === 1 && (await state(urn)) === behind,
    not: () => ({
      'older.subscription': 'urn:another',
      'older.target_urn': 'urn:another',
      'older.position': 9,
      'hook.ordering': 'NONE',
    }),
  },
  'what failed is sent again when it is due': {
    rows: (urn) => ({ pace: pace(urn), queued: queued(urn, { state: later }) }),
    finds: async (urn) => (await ripen(trials.database)) === 1 && (await state(urn)) === ready && (await isAwake(urn)),
    not: () => ({ 'queued.state': [behind, ready, inFlight, fresh], 'queued.due_timestamp': future }),
  },
  'a lease that ran out': {
    rows: (urn) => busy(urn, { is_test: true, is_manual: true }),
    finds: async (urn) =>
      (await abandoned(trials.database)).some((one) => one.urn === urn('delivery') && one.isTest && one.isManual),
    not: () => ({
      'queued.state': [behind, ready, fresh, later],
      'queued.due_timestamp': future,
      'delivery.is_test': false,
      'delivery.is_manual': false,
    }),
  },
};

trials.prove(cases);
