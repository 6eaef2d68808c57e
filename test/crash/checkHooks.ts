// Compares what receivers got with what had to be delivered: every planned delivery was completed, a repeat has the
// same id and the same bytes, and deliveries of one target stay in order.
import { groupBy } from '../../src/domain/groupBy.ts';
import type { DeliveryRow, Evidence, HookRequest } from './evidence.ts';

/** The violations among the deliveries, one sentence each. */
export function checkHooks(evidence: Evidence): string[] {
  const requests = groupBy(evidence.requests, (r) => r.id);
  return [
    ...planned(evidence),
    ...evidence.deliveries.flatMap((d) => ended(d, requests.get(d.id) ?? [])),
    ...known(evidence),
    ...[...requests].flatMap(([id, own]) => repeats(id, own)),
    ...order(evidence.requests),
    ...completeness(evidence),
  ];
}

/** How many requests came after one of the same delivery had been answered with success. */
export function repeatedRequests(requests: readonly HookRequest[]): number {
  const done = new Set<string>();
  return requests.filter(({ id, answered }) => {
    const isRepeat = done.has(id);
    if (isSuccess(answered)) done.add(id);
    return isRepeat;
  }).length;
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299;
}

function planned({ triggers, hooks, deliveries, log }: Evidence): string[] {
  const counts = groupBy(deliveries, (d) => `${d.trigger} ${d.subscription}`);
  return hooks.flatMap((hook) =>
    triggers.flatMap((t) => {
      if (t.subject !== hook.subject || (t.sequence ?? Infinity) <= log.from) return [];
      const count = counts.get(`${t.id} ${hook.urn}`)?.length ?? 0;
      return count === 1 ? [] : [`lost or duplicate delivery: ${String(count)} of trigger ${t.id} to ${hook.urn}`];
    }),
  );
}

function ended({ id, status }: DeliveryRow, requests: readonly HookRequest[]): string[] {
  const arrived = requests.some((r) => isSuccess(r.answered));
  if (status === 'SUCCEEDED')
    return arrived ? [] : [`lost delivery: ${id} is SUCCEEDED and its receiver never took it`];
  return status === 'FAILED' || status === 'DISCARDED' ? [] : [`lost delivery: ${id} is still ${status}`];
}

function known({ requests, deliveries, triggers }: Evidence): string[] {
  const plans = new Map(deliveries.map((d) => [d.id, d]));
  const log = new Map(triggers.map((t) => [t.id, t]));
  return requests.flatMap((r) => {
    const plan = plans.get(r.id);
    if (plan?.trigger !== r.trigger || plan.subscription !== r.subscription)
      return [`phantom delivery: ${r.id} was received and is not planned so`];
    const trigger = log.get(r.trigger);
    const isSame = trigger?.sequence === r.sequence && trigger.target === r.target;
    return isSame ? [] : [`wrong delivery: ${r.id} tells of its trigger other than the log`];
  });
}

function repeats(id: string, requests: readonly HookRequest[]): string[] {
  return new Set(requests.map((r) => r.digest)).size > 1
    ? [`changed delivery: ${id} was sent with different bytes`]
    : [];
}

function order(requests: readonly HookRequest[]): string[] {
  const newest = new Map<string, number>();
  return requests.flatMap(({ id, subscription, target, sequence }) => {
    const key = `${subscription} ${target}`;
    const before = newest.get(key) ?? 0;
    newest.set(key, Math.max(before, sequence));
    return sequence < before
      ? [`inverted delivery: ${id} has number ${String(sequence)}, after ${String(before)} of ${target}`]
      : [];
  });
}

// Whatever a request reports as complete had been accepted before it, or had been abandoned.
function completeness({ requests, deliveries, triggers }: Evidence): string[] {
  const sequences = new Map(triggers.map((t) => [t.id, t.sequence ?? Infinity]));
  const open = new Map(
    [...groupBy(deliveries, (d) => d.subscription)].map(([subscription, own]) => {
      const expected = own
        .filter((d) => d.status === 'SUCCEEDED')
        .map((d) => ({ id: d.id, sequence: sequences.get(d.trigger) ?? Infinity }));
      return [
        subscription,
        { expected: expected.sort((a, b) => a.sequence - b.sequence), at: 0, done: new Set<string>() },
      ];
    }),
  );
  return requests.flatMap(({ id, subscription, completeUntil, answered }) => {
    const state = open.get(subscription);
    if (!state) return [];
    while (state.done.has(state.expected[state.at]?.id ?? '')) state.at += 1;
    const first = state.expected[state.at];
    if (isSuccess(answered)) state.done.add(id);
    const isEarly = first !== undefined && first.sequence <= completeUntil;
    return isEarly
      ? [`early completeness: ${id} says ${String(completeUntil)} is complete while ${String(first.sequence)} is not`]
      : [];
  });
}
