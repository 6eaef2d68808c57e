// Rows of the queue of deliveries: a subscription, its pace, an event, and a delivery of it that is ready.
import { now, past, useTrials, type Given, type Names, type Trials } from './scenario.ts';

/** Columns and their values. */
export type More = Readonly<Record<string, unknown>>;
export const [behind, ready, inFlight, fresh, later] = [0, 1, 2, 3, 4];

export const hook = (urn: Names, more: More = {}): Given => [
  'webhook_subscription',
  {
    urn: urn('hook'),
    owner: urn('company'),
    tenant: urn('company'),
    api_client: urn('client'),
    subject: 'TASK',
    event: 'ALL',
    target_urn: null,
    status: 'ACTIVE',
    events_per_minute: 600,
    ordering: 'TARGET',
    ...more,
  },
];
export const pace = (urn: Names, more: More = {}): Given => [
  'webhook_pace',
  { subscription: urn('hook'), tenant: urn('company'), tat: 0, claimed: 0, slow_until: 0, failed_attempts: 0, ...more },
];
export const delivery = (urn: Names, more: More = {}): Given => [
  'webhook_delivery',
  {
    urn: urn('delivery'),
    subscription: urn('hook'),
    owner: urn('company'),
    tenant: urn('company'),
    trigger: urn('event'),
    target_urn: urn('target'),
    position: 7,
    status: 'PENDING',
    attempt_count: 0,
    is_test: false,
    ...more,
  },
];
export const queued = (urn: Names, more: More = {}): Given => [
  'webhook_queue',
  {
    subscription: urn('hook'),
    target_urn: urn('target'),
    position: 7,
    delivery: urn('delivery'),
    sequence: 7,
    state: ready,
    due_timestamp: past,
    ...more,
  },
];
export const event = (urn: Names, more: More = {}): Given => [
  'webhook_trigger',
  {
    urn: urn('event'),
    owner: urn('company'),
    tenant: urn('company'),
    subject: 'TASK',
    event: 'UPDATE',
    target_urn: urn('target'),
    changed_fields: [],
    actor: '{}',
    position: 7,
    sequence: 7,
    created_timestamp: now,
    ...more,
  },
];
const client = (urn: Names): Given => ['api_client', { urn: urn('client'), status: 'ACTIVE' }];
const off = (urn: Names): Given => ['disabled_tenant', { tenant: urn('another') }];
export const older = (urn: Names): Given =>
  queued(urn, { delivery: urn('older'), position: 3, sequence: 3, state: later });
// A second one, about something else.
export const second = (urn: Names, more: More = {}, place: More = {}): Readonly<Record<string, Given>> => ({
  other: delivery(urn, { urn: urn('other'), target_urn: urn('elsewhere'), position: 8, trigger: null, ...more }),
  otherQueued: queued(urn, {
    delivery: urn('other'),
    target_urn: urn('elsewhere'),
    position: 8,
    sequence: 8,
    ...place,
  }),
});
export const all = (urn: Names): Readonly<Record<string, Given>> => ({
  pace: pace(urn),
  hook: hook(urn),
  client: client(urn),
  delivery: delivery(urn),
  queued: queued(urn),
  event: event(urn),
  off: off(urn),
});
export const busy = (urn: Names, more: More = {}): Readonly<Record<string, Given>> => ({
  ...all(urn),
  delivery: delivery(urn, { status: 'IN_FLIGHT', attempt_count: 1, ...more }),
  queued: queued(urn, { state: inFlight }),
});

/** What is read of the queue after a statement. */
export interface Queue extends Trials {
  readonly state: (urn: Names, name?: string) => Promise<unknown>;
  readonly column: (name: string, urn: Names, of?: string) => Promise<unknown>;
  readonly paced: (urn: Names, name: string) => Promise<unknown>;
  readonly isAwake: (urn: Names) => Promise<boolean>;
}

/** Trials with the rows above. */
export function useQueue(): Queue {
  const trials = useTrials();
  const { value } = trials;
  const paced: Queue['paced'] = (urn, name) => value('webhook_pace', name, urn('hook'), 'subscription');
  return Object.assign(trials, {
    state: (urn: Names, name = 'delivery') => value('webhook_queue', 'state', urn(name), 'delivery'),
    column: (name: string, urn: Names, of = 'delivery') => value('webhook_delivery', name, urn(of)),
    paced,
    isAwake: async (urn: Names) => (await paced(urn, 'wake_timestamp')) === now,
  });
}
