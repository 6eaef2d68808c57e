// Records what became of attempts, many at once: outcomes, the health of subscriptions, and what follows from it.
// Resource reference 9.5.
import { announceChanges, updated } from '../engine/announcements.ts';
import { systemViewer } from '../domain/viewer.ts';
import type { Observe } from '../domain/observation.ts';
import { pause } from '../domain/signal.ts';
import type { Services } from '../engine/context.ts';
import { postSupportNotice } from '../actions/community/supportNotice.ts';
import { databaseNow } from '../database/engine/changeStore.ts';
import { complete, type Completion } from '../database/events/completionStore.ts';
import type { Transaction } from '../database/connection/database.ts';
import { discardUnfinished } from '../database/events/deliveryStore.ts';
import {
  disable,
  expire,
  hasExpired,
  noteFailing,
  noteHealth,
  type Health,
  type HealthLimits,
  type StatusChange,
  type SwitchedOff,
} from '../database/events/webhookHealthStore.ts';

/** An outcome to record, with what it says about its subscription; null where it says nothing. */
export interface Entry {
  readonly completion: Completion;
  readonly health: Health | null;
  /** Why the subscription is to be switched off at once; such an outcome says something of its health, too. */
  readonly disable: { readonly subscription: string; readonly reason: 'GONE_410' | 'TARGET_REFUSED' } | null;
}

/** Writes entries in batches. */
export interface Ledger {
  record(entries: readonly Entry[]): void;
  /** Resolves once everything recorded so far is written. */
  settled(): Promise<void>;
}

/** What a ledger works with. */
export interface LedgerParts {
  readonly services: Services;
  readonly health: HealthLimits;
  readonly observe: Observe;
  readonly report: (error: unknown) => void;
  /** Called when outcomes were written: others may be due now. */
  readonly onWritten: () => void;
}

/** An empty ledger. What cannot be written is tried again; in the end the leases expire. */
export function createLedger(parts: LedgerParts): Ledger {
  let waiting: Entry[] = [];
  let writing: Promise<void> | null = null;
  const drain = async (): Promise<void> => {
    for (let failures = 0; waiting.length > 0 && failures < 5;) {
      const batch = waiting;
      waiting = [];
      try {
        await write(parts, batch);
        failures = 0;
        parts.onWritten();
      } catch (error) {
        parts.report(error);
        failures += 1;
        waiting = [...batch, ...waiting];
        await pause(200 * failures);
      }
    }
  };
  return {
    record(entries) {
      waiting.push(...entries);
      writing ??= drain().finally(() => {
        writing = null;
      });
    },
    async settled() {
      while (writing) await writing;
    },
  };
}

// One transaction: an outcome is never without what it says about its subscription. What cannot be noted at all is reported, and
// keeps no outcome back.
async function write({ services, health, observe, report }: LedgerParts, entries: readonly Entry[]): Promise<void> {
  const saysMore = entries.some((e) => e.health !== null);
  const of = (held: ReadonlySet<string>): readonly Entry[] => entries.filter((e) => held.has(e.completion.urn));
  const held = await complete(
    services.database,
    entries.map((e) => e.completion),
    saysMore
      ? async (transaction, inTime) => {
          const failed = await transaction.attempt(() => note(services, transaction, of(inTime), health));
          if (failed) report(failed.error);
        }
      : null,
  );
  const count = of(held).filter(isExhausted).length;
  if (count > 0) observe({ kind: 'DELIVERIES_EXHAUSTED', count });
}

// An outcome that came too late says nothing about the receiver that is not said by the one that was counted. A change of a
// subscription is announced under its lock, in the order of its versions, or not made.
async function note(
  services: Services,
  transaction: Transaction,
  counted: readonly Entry[],
  limits: HealthLimits,
): Promise<void> {
  const noted = merged(counted.flatMap((e) => e.health ?? []));
  if (noted.length === 0) return;
  const { failed, changed } = await noteHealth(transaction, noted, limits);
  const exhausted = counted.flatMap((e) => (isExhausted(e) && e.health ? [e.health.subscription] : []));
  await announceFailing(services, transaction, exhausted, changed);
  await switchOff(services, transaction, failed, 'FAILING');
  for (const reason of ['GONE_410', 'TARGET_REFUSED'] as const) {
    const urns = counted.flatMap((e) => (e.disable?.reason === reason ? [e.disable.subscription] : []));
    await switchOff(services, transaction, urns, reason);
  }
}

// Given up after its last attempt; a refusal or a 410 switches its subscription off, which is announced by itself.
function isExhausted({ completion, disable: reason, health }: Entry): boolean {
  return completion.status === 'FAILED' && reason === null && health !== null && health.failures > 0;
}

// Announced at once, and long before anything is switched off: what began to fail or gave something up.
async function announceFailing(
  services: Services,
  transaction: Transaction,
  exhausted: readonly string[],
  changed: readonly string[],
): Promise<void> {
  if (exhausted.length + changed.length === 0) return;
  const noted = await noteFailing(transaction, [...new Set(exhausted)].sort(), changed);
  for (const change of noted) {
    await announceStatus(services, transaction, [change], [change.changedField]);
    if (!change.isNoticed) continue;
    const { host } = new URL(change.destinationUrl);
    const text =
      `The webhook subscription ${change.urn} to ${host} gave up a delivery after its last attempt. It can be sent again` +
      ` (redeliver, replay). A subscription whose deliveries fail for 5 days is switched off.`;
    await postSupportNotice(services, transaction, change.owner, text);
  }
}

function merged(health: readonly Health[]): Health[] {
  const bySubscription = new Map<string, Health>();
  for (const h of health) {
    const known = bySubscription.get(h.subscription);
    bySubscription.set(h.subscription, {
      subscription: h.subscription,
      failures: (known?.failures ?? 0) + h.failures,
      hasSucceeded: (known?.hasSucceeded ?? false) || h.hasSucceeded,
      isOverloaded: (known?.isOverloaded ?? false) || h.isOverloaded,
      testPassed: (known?.testPassed ?? false) || h.testPassed,
    });
  }
  // One order for all processes, so that they never deadlock.
  return [...bySubscription.values()].sort((a, b) => (a.subscription < b.subscription ? -1 : 1));
}

/** Why a subscription is switched off by the service. */
type SwitchOffReason = 'FAILING' | 'GONE_410' | 'TARGET_REFUSED' | 'CLIENT_DISABLED';

// What those who run the company read; null for what they did themselves.
const notices: Readonly<Record<SwitchOffReason, string | null>> = {
  FAILING: 'nothing could be delivered for days',
  GONE_410: 'the receiver answered 410 Gone',
  TARGET_REFUSED: 'its destination leads where webhooks may not go',
  CLIENT_DISABLED: null,
};

/** Disables subscriptions, announces it and notifies the owners, in one transaction. */
export async function disableAll(services: Services, urns: readonly string[], reason: SwitchOffReason): Promise<void> {
  if (urns.length === 0) return;
  await services.database.transaction((transaction) => switchOff(services, transaction, urns, reason));
}

async function switchOff(
  services: Services,
  transaction: Transaction,
  urns: readonly string[],
  reason: SwitchOffReason,
): Promise<void> {
  if (urns.length === 0) return;
  const changes = await disable(transaction, [...new Set(urns)].sort(), reason);
  await announceStatus(services, transaction, changes, ['status', 'disabledReason']);
  for (const change of changes) {
    const text = noticeOf(change, reason);
    if (text) await postSupportNotice(services, transaction, change.owner, text);
  }
}

// Of the address only the host: the rest may hold a secret.
function noticeOf({ urn, destinationUrl }: SwitchedOff, reason: SwitchOffReason): string | null {
  const why = notices[reason];
  if (why === null) return null;
  const { host } = new URL(destinationUrl);
  return (
    `The webhook subscription ${urn} to ${host} was switched off (${reason}): ${why}. What waits for it is kept for` +
    ` 7 days and is delivered once its status is ACTIVE again.`
  );
}

/** Ends subscriptions whose time has come, with everything that still waited for them. */
export async function expireAll(services: Services): Promise<void> {
  if (!(await hasExpired(services.database))) return;
  await services.database.transaction(async (transaction) => {
    const changes = await expire(transaction);
    for (const { urn } of changes) await discardUnfinished(transaction, urn, 'EXPIRED');
    await announceStatus(services, transaction, changes, ['status']);
  });
}

async function announceStatus(
  services: Services,
  transaction: Transaction,
  changes: readonly StatusChange[],
  fields: readonly string[],
): Promise<void> {
  if (changes.length === 0) return;
  const resource = services.contract.kinds.WebhookSubscription;
  await announceChanges(
    { context: { ...services, viewer: systemViewer }, transaction, now: await databaseNow(transaction) },
    changes.map((change) => updated(resource, change, fields)),
  );
}
