// When a tenant that is on the move has nothing left to do, one kind of work at a time.
import type { Transaction } from '../../../src/database/connection/database.ts';
import { isAtRest, type MoveSession } from '../../../src/database/move/moveStore.ts';
import { fresh, ready, type More } from './queueRows.ts';
import { future, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside } = trials;

// Of a session nothing but statements is used here.
const session = (transaction: Transaction): MoveSession => {
  const query = async (text: string, values: unknown[]) => ({ rows: await transaction.query({ text, values }) });
  return { client: { query }, cut: () => undefined, end: async () => undefined } as unknown as MoveSession;
};

const trigger = (urn: Names, name: string, more: More): Given => ['webhook_trigger', { urn: urn(name), ...more }];
const queued = (urn: Names, name: string, more: More): Given => [
  'webhook_queue',
  { subscription: urn(name), target_urn: urn('target'), position: 1, delivery: urn(name), ...more },
];
const pace = (urn: Names, name: string, more: More): Given => ['webhook_pace', { subscription: urn(name), ...more }];
const change = { message_thread: crypto.randomUUID(), number: 1, position: 1, mentions: [], added: 1, is_new: true };

const cases: Readonly<Record<string, Case>> = {
  'a tenant whose work is done is at rest, whatever others have left to do': {
    rows: (urn) => ({
      unnumbered: trigger(urn, 'unnumbered', { tenant: urn('other'), sequence: null }),
      numbered: trigger(urn, 'numbered', { tenant: urn('company'), sequence: 5 }),
      page: ['search_queue', { tenant: urn('other'), urn: urn('page') }],
      row: ['search_row_queue', { tenant: urn('other'), urn: urn('row'), kind: 'Task' }],
      uncounted: ['unread_change', { tenant: urn('other'), ...change }],
      unplaced: queued(urn, 'unplaced', { tenant: urn('other'), state: fresh }),
      placed: queued(urn, 'placed', { tenant: urn('company'), state: ready }),
      woken: pace(urn, 'woken', { tenant: urn('other'), wake_timestamp: past }),
      asleep: pace(urn, 'asleep', { tenant: urn('company'), wake_timestamp: future }),
    }),
    finds: (urn) => inside((t) => isAtRest(session(t), urn('company'))),
    not: () => ({
      'unnumbered.tenant': 'urn:company',
      'numbered.sequence': null,
      'page.tenant': 'urn:company',
      'row.tenant': 'urn:company',
      'uncounted.tenant': 'urn:company',
      'unplaced.tenant': 'urn:company',
      'placed.state': fresh,
      'woken.tenant': 'urn:company',
      'asleep.wake_timestamp': past,
    }),
    still: { 'asleep.wake_timestamp': null },
  },
};

trials.prove(cases);
