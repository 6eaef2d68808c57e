// The conditions of the statements that change what waits for delivery, one at a time: what is dropped, sent again, or too old.
import {
  cancel,
  completePlanned,
  countWaiting,
  discardUnfinished,
  insertTest,
  redeliver,
  replay,
  wakeSubscription,
} from '../../../src/database/events/deliveryStore.ts';
import { discardSome } from '../../../src/database/events/laneStore.ts';
import { queueState, removeAged } from '../../../src/database/events/webhookHealthStore.ts';
import {
  behind,
  ready,
  inFlight,
  fresh,
  later,
  hook,
  pace,
  delivery,
  queued,
  event,
  all,
  second,
  useQueue,
} from './queueRows.ts';
import { ago, dead, now, past, type Case, type Names } from './scenario.ts';

const trials = useQueue();
const { inside, value, state, column, paced, isAwake } = trials;
const range = { until: now, fromSequence: '7', toSequence: '7' };
const everything = { fromSequence: null, toSequence: null, fromTimestamp: null, toTimestamp: null, onlyFailed: false };
const replays = (urn: Names, more: Partial<Parameters<typeof replay>[2]> = {}): Promise<number> =>
  inside((t) => replay(t, urn('hook'), { ...everything, ...more }));
const notOfRange = {
  'queued.created_timestamp': ago(0, -1),
  'queued.sequence': [6, 8],
  'queued.state': inFlight,
  'queued.subscription': 'urn:another',
};
const stillOfRange = { 'queued.created_timestamp': [past, now], 'queued.state': [behind, later] };

const cases: Readonly<Record<string, Case>> = {
  'all that is unfinished is dropped': {
    rows: (urn) => ({ ...all(urn), pace: pace(urn, { discard_reason: 'EXPIRED' }) }),
    finds: async (urn) =>
      (await discardSome(trials.database)) &&
      (await column('status', urn)) === 'DISCARDED' &&
      (await column('discard_reason', urn)) === 'EXPIRED' &&
      (await column('completed_timestamp', urn)) === now &&
      (await state(urn)) === undefined &&
      (await paced(urn, 'discard_reason')) === null &&
      (await isAwake(urn)),
    not: () => ({ 'pace.discard_reason': null, 'queued.subscription': 'urn:another' }),
    still: { 'queued.state': [behind, inFlight, fresh, later], 'queued.sequence': 99 },
  },
  'of a range, what is not being sent is dropped': {
    rows: (urn) => ({
      ...all(urn),
      pace: pace(urn, {
        discard_reason: 'CANCELED',
        discard_until: now,
        discard_from_sequence: 7,
        discard_to_sequence: 7,
      }),
    }),
    finds: async (urn) => (await discardSome(trials.database)) && (await column('status', urn)) === 'DISCARDED',
    not: () => notOfRange,
    still: stillOfRange,
  },
  'a range without a beginning is dropped up to its end': {
    rows: (urn) => ({
      ...all(urn),
      pace: pace(urn, { discard_reason: 'CANCELED', discard_until: now, discard_to_sequence: 7 }),
    }),
    finds: async (urn) => (await discardSome(trials.database)) && (await column('status', urn)) === 'DISCARDED',
    not: () => ({ 'queued.sequence': 8 }),
    still: { 'queued.sequence': 1 },
  },
  'a range without an end is dropped from its beginning': {
    rows: (urn) => ({
      ...all(urn),
      pace: pace(urn, { discard_reason: 'CANCELED', discard_until: now, discard_from_sequence: 7 }),
    }),
    finds: async (urn) => (await discardSome(trials.database)) && (await column('status', urn)) === 'DISCARDED',
    not: () => ({ 'queued.sequence': 6 }),
    still: { 'queued.sequence': 99 },
  },
  'what stands behind one that is dropped comes forward': {
    rows: (urn) => ({
      ...all(urn),
      pace: pace(urn, { discard_reason: 'CANCELED', discard_until: past }),
      queued: queued(urn, { created_timestamp: past }),
      next: delivery(urn, { urn: urn('next'), position: 9, trigger: null }),
      nextQueued: queued(urn, { delivery: urn('next'), position: 9, state: behind, created_timestamp: now }),
    }),
    finds: async (urn) => (await discardSome(trials.database)) && (await state(urn, 'next')) === ready,
    not: () => ({
      'queued.created_timestamp': now,
      'nextQueued.target_urn': 'urn:another',
      'nextQueued.state': [inFlight, fresh, later],
    }),
  },
  'a range is gone on with behind what was looked at': {
    rows: (urn) => ({
      ...all(urn),
      pace: pace(urn, {
        ...{ discard_reason: 'CANCELED', discard_until: now },
        ...{ discard_target: urn('target'), discard_position: 6 },
      }),
    }),
    finds: async (urn) =>
      (await discardSome(trials.database)) &&
      (await column('status', urn)) === 'DISCARDED' &&
      (await paced(urn, 'discard_target')) === null &&
      (await paced(urn, 'discard_position')) === null,
    not: () => ({ 'pace.discard_position': 7 }),
    still: { 'pace.discard_target': null },
  },
  'a discard begins, at the beginning': {
    rows: (urn) => ({ pace: pace(urn, { discard_target: urn('target'), discard_position: 7 }) }),
    finds: async (urn) =>
      (await discardUnfinished(trials.database, urn('hook'), 'CANCELED', range)) &&
      (await paced(urn, 'discard_target')) === null &&
      (await paced(urn, 'discard_position')) === null,
    not: () => ({ 'pace.subscription': 'urn:another', 'pace.discard_reason': 'CANCELED' }),
  },
  'what ends all replaces a range': {
    rows: (urn) => ({ pace: pace(urn, { discard_reason: 'CANCELED' }) }),
    finds: async (urn) =>
      (await discardUnfinished(trials.database, urn('hook'), 'EXPIRED')) &&
      (await paced(urn, 'discard_reason')) === 'EXPIRED',
    not: () => ({ 'pace.subscription': 'urn:another' }),
  },
  'whether a delivery waits is said when it is canceled': {
    rows: all,
    finds: (urn) => inside((t) => cancel(t, urn('delivery'))),
    not: () => ({ ...dead('delivery'), 'delivery.status': ['IN_FLIGHT', 'SUCCEEDED', 'FAILED', 'DISCARDED'] }),
  },
  'a delivery that waits is canceled': {
    rows: all,
    finds: async (urn) =>
      (await inside((t) => cancel(t, urn('delivery')))) &&
      (await column('discard_reason', urn)) === 'CANCELED' &&
      (await state(urn)) === undefined,
    not: () => ({
      ...dead('delivery'),
      'delivery.urn': 'urn:another',
      'delivery.status': ['IN_FLIGHT', 'SUCCEEDED', 'FAILED', 'DISCARDED'],
      'queued.target_urn': 'urn:another',
    }),
    still: { 'delivery.status': 'RETRYING' },
  },
  'what waits of a range is counted': {
    rows: all,
    finds: async (urn) => (await countWaiting(trials.database, urn('hook'), range, 5)) === 1,
    not: () => notOfRange,
    still: stillOfRange,
  },
  'the number of an event that has no place yet counts': {
    rows: (urn) => ({ ...all(urn), queued: queued(urn, { sequence: null, state: fresh }) }),
    finds: async (urn) => (await countWaiting(trials.database, urn('hook'), range, 5)) === 1,
    not: () => ({ 'event.sequence': [6, 8] }),
  },
  'what waits is counted up to a number': {
    rows: (urn) => ({ ...all(urn), ...second(urn) }),
    finds: async (urn) =>
      (await countWaiting(trials.database, urn('hook'), { ...range, toSequence: null }, 1)) === 1 &&
      (await countWaiting(trials.database, urn('hook'), { ...range, toSequence: null }, 2)) === 2,
    not: () => ({ 'otherQueued.subscription': 'urn:another' }),
  },
  'a subscription is woken': {
    rows: (urn) => ({ pace: pace(urn) }),
    finds: async (urn) => {
      await wakeSubscription(trials.database, urn('hook'));
      return isAwake(urn);
    },
    not: () => ({ 'pace.subscription': 'urn:another' }),
  },
  'who may read what is gone is notified of it': {
    rows: (urn) => ({ ...all(urn), ...second(urn) }),
    finds: async (urn) => {
      await inside((t) => completePlanned(t, [urn('delivery'), urn('other')], [urn('delivery')]));
      return (
        (await column('status', urn)) === 'PENDING' &&
        (await column('may_read', urn)) === true &&
        (await state(urn)) === ready &&
        (await column('status', urn, 'other')) === 'DISCARDED' &&
        (await column('discard_reason', urn, 'other')) === 'NO_PERMISSION' &&
        (await column('completed_timestamp', urn, 'other')) !== null &&
        (await state(urn, 'other')) === undefined
      );
    },
    not: () => ({ 'otherQueued.position': 9 }),
  },
  'a test is queued': {
    rows: (urn) => ({ hook: hook(urn), company: ['company', { urn: urn('company'), owner: urn('company') }] }),
    finds: async (urn) => {
      await inside((t) => insertTest(t, { urn: urn('test'), subscription: urn('hook'), owner: urn('company'), now }));
      const made = (await state(urn, 'test')) === fresh && (await column('is_test', urn, 'test')) === true;
      await trials.database.query({ text: 'DELETE FROM webhook_queue', values: [] });
      await trials.database.query({ text: 'DELETE FROM webhook_delivery', values: [] });
      return made;
    },
    not: () => ({}),
  },

  'what is finished is sent again, and waits from then, however old it is': {
    rows: (urn) => ({
      ...all(urn),
      delivery: delivery(urn, {
        status: 'FAILED',
        completed_timestamp: past,
        schedule_step: 5,
        created_timestamp: ago(20),
      }),
      queued: queued(urn, { position: 1, delivery: urn('elsewhere') }),
    }),
    finds: async (urn) =>
      (await inside((t) => redeliver(t, urn('delivery')))) &&
      !(await removeAged(trials.database)) &&
      (await column('status', urn)) === 'PENDING' &&
      (await column('schedule_step', urn)) === 0 &&
      (await column('is_manual', urn)) === true &&
      (await column('completed_timestamp', urn)) === null &&
      (await state(urn)) === fresh,
    not: () => ({
      ...dead('delivery'),
      'delivery.urn': 'urn:another',
      'delivery.status': ['PENDING', 'IN_FLIGHT', 'RETRYING', 'DISCARDED'],
      'delivery.trigger': null,
    }),
    still: { 'delivery.status': 'SUCCEEDED' },
  },
  'what was canceled is sent again': {
    rows: (urn) => ({
      delivery: delivery(urn, { status: 'DISCARDED', discard_reason: 'CANCELED' }),
      queued: queued(urn, { position: 1, delivery: urn('elsewhere') }),
    }),
    finds: (urn) => inside((t) => redeliver(t, urn('delivery'))),
    not: () => ({ 'delivery.discard_reason': ['EXPIRED', 'NO_PERMISSION'] }),
  },
  'what has no event is sent again while its body is kept': {
    rows: (urn) => ({
      delivery: delivery(urn, { status: 'FAILED', trigger: null }),
      body: ['webhook_body', { delivery: urn('delivery'), body: '{}' }],
      queued: queued(urn, { position: 1, delivery: urn('elsewhere') }),
    }),
    finds: (urn) => inside((t) => redeliver(t, urn('delivery'))),
    not: () => ({ 'body.delivery': 'urn:another' }),
  },
  'a test is sent again': {
    rows: (urn) => ({
      delivery: delivery(urn, { status: 'FAILED', trigger: null, is_test: true }),
      queued: queued(urn, { position: 1, delivery: urn('elsewhere') }),
    }),
    finds: (urn) => inside((t) => redeliver(t, urn('delivery'))),
    not: () => ({ 'delivery.is_test': false }),
  },
  'an event that failed is replayed': {
    rows: (urn) => ({
      hook: hook(urn),
      event: event(urn),
      company: ['company', { urn: urn('company') }],
      delivery: delivery(urn, { status: 'FAILED' }),
      queued: queued(urn, { position: 1, delivery: urn('elsewhere') }),
    }),
    finds: async (urn) => (await replays(urn, { onlyFailed: true })) === 1,
    not: () => ({
      'delivery.status': ['SUCCEEDED', 'PENDING'],
      'delivery.subscription': 'urn:another',
      'delivery.trigger': 'urn:another',
      ...dead('delivery'),
    }),
  },
  'an event that was not planned is replayed': {
    rows: (urn) => ({
      hook: hook(urn, { event: 'UPDATE', target_urn: urn('target') }),
      event: event(urn),
      below: ['company', { urn: urn('below'), parent_company: urn('company') }],
      delivery: delivery(urn, { trigger: urn('else') }),
      queued: queued(urn, { position: 1, delivery: urn('elsewhere') }),
    }),
    finds: async (urn) =>
      (await replays(urn, {
        fromSequence: '7',
        toSequence: '7',
        fromTimestamp: now,
        toTimestamp: ago(0, -1),
      })) === 1 && (await value('webhook_delivery', 'is_manual', urn('event'), 'trigger')) === true,
    not: () => ({
      'hook.urn': 'urn:another',
      'hook.subject': 'ENTITY',
      'hook.event': 'CREATE',
      'hook.target_urn': 'urn:another',
      'event.owner': 'urn:another',
      'event.event': 'DELETE',
      'event.sequence': [6, 8, null],
      'event.created_timestamp': [ago(0, 1), ago(0, -1)],
      'delivery.trigger': 'urn:event',
    }),
    still: { 'event.owner': 'urn:below', 'event.event': 'ALL', 'hook.event': 'ALL', 'hook.target_urn': null },
  },

  'what is sent all events has no deletion replayed that was not planned': {
    rows: (urn) => ({ hook: hook(urn), event: event(urn) }),
    finds: async (urn) => (await replays(urn)) === 1,
    not: () => ({ 'event.event': 'DELETE' }),
  },

  'a delivery that waits for more than seven days is dropped': {
    rows: (urn) => ({ ...all(urn), queued: queued(urn, { created_timestamp: ago(20), due_timestamp: ago(7, 1) }) }),
    finds: async (urn) => {
      await removeAged(trials.database);
      return (await column('discard_reason', urn)) === 'RETENTION' && (await state(urn)) === undefined;
    },
    // However old it is: it may have been requested again.
    not: () => ({ 'queued.due_timestamp': [ago(7), ago(7, -1)], 'queued.state': inFlight }),
    still: { 'queued.state': [behind, fresh, later] },
  },
  'what waits behind one that is dropped comes forward': {
    rows: (urn) => ({
      ...all(urn),
      queued: queued(urn, { due_timestamp: ago(8) }),
      next: delivery(urn, { urn: urn('next'), position: 9 }),
      nextQueued: queued(urn, { delivery: urn('next'), position: 9, state: behind, due_timestamp: now }),
    }),
    finds: async (urn) => {
      await removeAged(trials.database);
      return (await state(urn, 'next')) === ready;
    },
    not: () => ({ 'queued.due_timestamp': now }),
  },
  'a body is kept for seven days': {
    rows: (urn) => ({
      delivery: delivery(urn, { status: 'SUCCEEDED', created_timestamp: now }),
      body: ['webhook_body', { delivery: urn('delivery'), body: '{}', created_timestamp: ago(7, 1) }],
    }),
    finds: async (urn) => {
      await removeAged(trials.database);
      return (await value('webhook_body', 'body', urn('delivery'), 'delivery')) === undefined;
    },
    not: () => ({
      'body.created_timestamp': [ago(7), ago(7, -1)],
      'delivery.status': ['PENDING', 'IN_FLIGHT', 'RETRYING'],
    }),
    // The delivery may have gone with its month.
    still: { 'delivery.status': ['FAILED', 'DISCARDED'], 'delivery.urn': 'urn:another' },
  },
  'what is finished is kept for thirty days': {
    rows: (urn) => ({
      delivery: delivery(urn, { status: 'SUCCEEDED', created_timestamp: ago(30, 1) }),
      body: ['webhook_body', { delivery: urn('delivery'), body: '{}', created_timestamp: now }],
      tried: ['webhook_attempt', { delivery: urn('delivery'), number: 1 }],
    }),
    finds: async (urn) => {
      await removeAged(trials.database);
      return (
        (await column('status', urn)) === undefined &&
        (await value('webhook_body', 'body', urn('delivery'), 'delivery')) === undefined &&
        (await value('webhook_attempt', 'number', urn('delivery'), 'delivery')) === undefined
      );
    },
    not: () => ({
      ...dead('delivery'),
      'delivery.created_timestamp': [ago(30), ago(30, -1)],
      'delivery.status': ['PENDING', 'IN_FLIGHT', 'RETRYING'],
      'body.delivery': [],
    }),
    still: { 'delivery.status': ['FAILED', 'DISCARDED'] },
  },
  'how old the oldest that waits is': {
    rows: (urn) => ({ ...all(urn), queued: queued(urn, { created_timestamp: past }) }),
    finds: async () => {
      const { byStatus, oldestSeconds } = await queueState(trials.database);
      return byStatus.PENDING === 1 && byStatus.RETRYING === 0 && byStatus.IN_FLIGHT === 0 && oldestSeconds === 3600;
    },
    not: () => ({
      'queued.state': [behind, inFlight, later],
      'queued.subscription': 'urn:another',
      'hook.status': 'PAUSED',
    }),
    still: { 'queued.state': fresh },
  },
  'how many wait, are attempted, and wait for another attempt': {
    rows: (urn) => ({
      ...all(urn),
      ...second(urn, {}, { state: inFlight }),
      third: queued(urn, {
        delivery: urn('third'),
        target_urn: urn('beyond'),
        position: 9,
        state: later,
        created_timestamp: past,
      }),
    }),
    finds: async () => {
      const { byStatus, oldestSeconds } = await queueState(trials.database);
      return byStatus.PENDING === 1 && byStatus.IN_FLIGHT === 1 && byStatus.RETRYING === 1 && oldestSeconds === 3600;
    },
    not: () => ({ 'queued.state': later, 'otherQueued.state': ready, 'third.state': inFlight }),
    still: { 'queued.state': behind },
  },
};

trials.prove(cases);
