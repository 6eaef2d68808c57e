// Records what became of attempts, many at once: outcomes, the health of subscriptions, and what follows from it.
// Resource reference 9.5.
import { announceChanges } from '../actions/announcements.ts';
import { systemViewer } from '../actions/entityRow.ts';
import type { Services } from '../actions/context.ts';
import { postSupportNotice } from '../actions/supportNotice.ts';
import { resourceOf } from '../contract/resource.ts';
import { databaseNow } from '../database/changeStore.ts';
import { complete, type Completion } from '../database/claimStore.ts';
import type { Transaction } from '../database/database.ts';
import { discardUnfinished } from '../database/deliveryStore.ts';
import {
  disable,
  expire,
  noteHealth,
  type Health,
  type HealthLimits,
  type StatusChange,
  type SwitchedOff,
} from '../database/webhookHealthStore.ts';

/** An outcome to record, with what it says about its subscription; null where it says nothing. */
export interface Entry {
  readonly completion: Completion;
  readonly health: Health | null;
  /** Why the subscription is to be switched off at once. */
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
  readonly report: (error: unknown) => void;
  /** Hears that outcomes were written: others may be due now. */
  readonly onWritten: () => void;
}

/** An empty ledger. What cannot be written is tried again; at last the leases run out. */
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
        await new Promise((resolve) => setTimeout(resolve, 200 * failures));
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

async function write({ services, health }: LedgerParts, entries: readonly Entry[]): Promise<void> {
  const { database } = services;
  const held = await complete(
    database,
    entries.map((e) => e.completion),
  );
  // An outcome that came too late says nothing about the receiver that is not said by the one that was counted.
  const counted = entries.filter((e) => held.has(e.completion.urn));
  const noted = merged(counted.flatMap((e) => e.health ?? []));
  if (noted.length > 0) {
    await disableAll(services, await noteHealth(database, noted, health), 'FAILING');
  }
  for (const reason of ['GONE_410', 'TARGET_REFUSED'] as const) {
    const urns = counted.flatMap((e) => (e.disable?.reason === reason ? [e.disable.subscription] : []));
    await disableAll(services, urns, reason);
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
  // One order for all processes, so that they never wait for each other in a circle.
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

/** Switches subscriptions off, announces it and tells the owners, in one transaction. */
export async function disableAll(services: Services, urns: readonly string[], reason: SwitchOffReason): Promise<void> {
  if (urns.length === 0) return;
  await services.database.transaction(async (transaction) => {
    const changes = await disable(transaction, [...new Set(urns)].sort(), reason);
    await announceStatus(services, transaction, changes, ['status', 'disabledReason', 'updatedTimestamp']);
    for (const change of changes) {
      const text = noticeOf(change, reason);
      if (text) await postSupportNotice(services, transaction, change.owner, text);
    }
  });
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
  await services.database.transaction(async (transaction) => {
    const changes = await expire(transaction);
    for (const { urn } of changes) await discardUnfinished(transaction, urn, 'EXPIRED');
    await announceStatus(services, transaction, changes, ['status', 'updatedTimestamp']);
  });
}

async function announceStatus(
  services: Services,
  transaction: Transaction,
  changes: readonly StatusChange[],
  changedFields: readonly string[],
): Promise<void> {
  if (changes.length === 0) return;
  const resource = resourceOf(services.contract, 'WebhookSubscription');
  const told = changes.map((c) => ({ ...c, resource, event: 'UPDATE' as const, changedFields, containerUrn: null }));
  await announceChanges(services, transaction, systemViewer, told, await databaseNow(transaction));
}
