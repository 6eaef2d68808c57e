// Webhook subscriptions: the destination and the secret are checked and the secret is sealed, the status follows its
// table. Spec: Webhook Subscription; resource reference 9.1, 9.6, 10.5.
import { discardUnfinished, wakeSubscription } from '../../database/events/deliveryStore.ts';
import { isWholeClient } from '../../database/engine/selfAccess.ts';
import { viewerOfSubject } from '../../database/access/tokenStore.ts';
import {
  countOfClient,
  holdsAnything,
  insertPace,
  resetPace,
  subscriptionSecrets,
} from '../../database/events/subscriptionStore.ts';
import { forbidden, invalid, invalidTransition, ServiceError } from '../../domain/errors.ts';
import { isAtOrBefore, isBefore } from '../../domain/instant.ts';
import { destinationProblem } from '../../domain/webhookDestination.ts';
import { secretViolation } from '../../domain/webhookSecret.ts';
import { asRow, type Kind, type WriteContext } from '../../engine/kind.ts';
import type { Sealed } from '../../engine/context.ts';

const mostPerClient = 100;

/** The hooks of webhook subscriptions. */
export const webhookSubscriptionKind: Kind<'WebhookSubscription'> = {
  isOpen: ({ context: { viewer }, values }) => values.apiClient === viewer.clientUrn && isWholeClient(viewer),

  async prepare(step) {
    checkSubject(step);
    checkDestination(step);
    checkExpiration(step);
    await sealSecret(step);
  },

  async decide(step) {
    if (step.operation === 'DELETE') return;
    const { viewer } = step.context;
    const client = step.before?.apiClient ?? step.values.apiClient;
    if (client === viewer.clientUrn && !isWholeClient(viewer))
      throw forbidden('A token that is narrowed to roles directs nothing that its client is sent.');
    if (step.operation === 'CREATE') {
      await checkCount(step);
      if (step.values.status !== 'ACTIVE' && step.values.status !== 'PAUSED') refuse(step, 'ACTIVE', ['PAUSED']);
      return;
    }
    if (step.values.destinationUrl !== undefined && step.values.destinationUrl !== step.before?.destinationUrl) {
      step.hidden['test_passed'] = false;
    }
    await decideStatus(step);
  },

  async after(step) {
    if (step.operation === 'CREATE') {
      await insertPace(step.transaction, step.urn);
      await warnOfSilence(step);
    }
    if (step.operation === 'UPDATE') await wakeSubscription(step.transaction, step.urn);
    if (step.operation === 'DELETE') await discardUnfinished(step.transaction, step.urn, 'SUBSCRIPTION_DELETED');
  },
};

// Nothing is refused: rights may be granted later. But whoever sets it up should know why nothing arrives.
async function warnOfSilence(step: WriteContext<'WebhookSubscription'>): Promise<void> {
  const urn = String(step.values.apiClient);
  const viewer = await viewerOfSubject(step.transaction, { scope: 'API_CLIENT', urn }, null);
  const reads =
    viewer !== null && (viewer.adminCompanies.length > 0 || (await holdsAnything(step.transaction, viewer.subjects)));
  if (reads) return;
  const message = viewer
    ? 'Nothing will be delivered: the API client of this subscription may read nothing yet.'
    : 'Nothing will be delivered: the API client of this subscription is disabled.';
  step.context.remarks.warnings.push({ code: 'NOTHING_TO_DELIVER', message });
}

function checkSubject(step: WriteContext<'WebhookSubscription'>): void {
  if (step.values.subject !== 'UNKNOWN') return;
  step.violations.push({ path: '/subject', code: 'INVALID_ENUM', message: 'UNKNOWN cannot be subscribed to.' });
}

function checkDestination(step: WriteContext<'WebhookSubscription'>): void {
  const { destinationUrl } = step.values;
  if (typeof destinationUrl !== 'string') return;
  const problem = destinationProblem(destinationUrl, step.context.webhooks.allowedRanges);
  if (problem) step.violations.push({ path: '/destinationUrl', code: 'INVALID_FORMAT', message: problem });
}

function checkExpiration(step: WriteContext<'WebhookSubscription'>): void {
  const { expirationTimestamp } = step.values;
  if (typeof expirationTimestamp !== 'string' || isBefore(step.now, expirationTimestamp)) return;
  // A resource that was read is sent back as it is: what did not change is not looked at again.
  if (expirationTimestamp === step.before?.expirationTimestamp) return;
  const message = 'The expiration must lie in the future.';
  step.violations.push({ path: '/expirationTimestamp', code: 'OUT_OF_RANGE', message, limit: step.now });
}

// A new secret replaces the old one at once; rotatesecret lets both hold for a while.
async function sealSecret(step: WriteContext<'WebhookSubscription'>): Promise<void> {
  const { secret, auth } = step.values;
  const { secrets } = step.context.webhooks;
  const scheme = asRow(step).auth;
  if (typeof secret === 'string') {
    const violation = secretViolation(secret, scheme, '/secret');
    if (violation) step.violations.push(violation);
    if (step.operation === 'UPDATE' && (await storedSecret(step)) === secret) return;
    step.hidden['secret_sealed'] = secrets.seal(secret, step.urn);
    if (step.operation === 'UPDATE') {
      step.hidden['previous_secret_sealed'] = null;
      step.values.previousSecretExpirationTimestamp = null;
    }
    return;
  }
  if (step.operation !== 'UPDATE' || typeof auth !== 'string' || auth === step.before?.auth) return;
  const stored = await storedSecret(step);
  const violation = stored === null ? null : secretViolation(stored, auth, '/auth');
  if (violation) {
    step.violations.push({ ...violation, code: 'NOT_ALLOWED_TOGETHER', message: `The secret does not fit ${auth}.` });
  }
}

async function storedSecret(step: WriteContext<'WebhookSubscription'>): Promise<string | null> {
  const stored = await subscriptionSecrets(step.transaction, step.urn);
  // The column holds what `seal` gave.
  return stored?.sealed ? step.context.webhooks.secrets.open(stored.sealed as Sealed, step.urn) : null;
}

async function checkCount(step: WriteContext<'WebhookSubscription'>): Promise<void> {
  const total = await countOfClient(step.transaction, String(step.values.apiClient));
  if (total < mostPerClient) return;
  const message = `An API client has at most ${String(mostPerClient)} subscriptions.`;
  throw invalid([{ path: '/apiClient', code: 'TOO_MANY', message, limit: mostPerClient }]);
}

/** Where a client may move a subscription from each status. */
const transitions: Readonly<Record<string, readonly string[]>> = {
  ACTIVE: ['PAUSED'],
  PAUSED: ['ACTIVE'],
  DISABLED: ['ACTIVE'],
  EXPIRED: [],
};

async function decideStatus(step: WriteContext<'WebhookSubscription'>): Promise<void> {
  const from = String(step.before?.status);
  const isOver = from === 'EXPIRED' || hasPassed(step.before?.expirationTimestamp, step.now);
  const expiration = asRow(step).expirationTimestamp;
  if (isOver && !hasPassed(expiration, step.now)) {
    // A later expiration brings an expired subscription back; it may be paused in the same request.
    if (from === 'EXPIRED') step.values.status = step.values.status === 'PAUSED' ? 'PAUSED' : 'ACTIVE';
    return;
  }
  const { status } = step.values;
  if (typeof status !== 'string' || status === from) return;
  if (!transitions[from]?.includes(status)) refuse(step, from, transitions[from] ?? []);
  if (from !== 'DISABLED') return;
  const stored = await subscriptionSecrets(step.transaction, step.urn);
  // What a former destination answered says nothing of a new one.
  const isTested = stored?.testPassed === true && step.hidden['test_passed'] !== false;
  if (!isTested && !step.options.isForced) {
    const message = 'DISABLED becomes ACTIVE once the destination answered a test with 200 to 299, or with force=true.';
    throw new ServiceError('INVALID_TRANSITION', message, [{ path: '/status', code: 'INVALID_TRANSITION', message }]);
  }
  step.values.disabledReason = null;
  step.values.failingSinceTimestamp = null;
  await resetPace(step.transaction, step.urn);
}

function hasPassed(instant: unknown, now: string): boolean {
  return typeof instant === 'string' && isAtOrBefore(instant, now);
}

function refuse(step: WriteContext<'WebhookSubscription'>, from: string, allowed: readonly string[]): never {
  throw invalidTransition('/status', from, String(step.values.status), allowed);
}
