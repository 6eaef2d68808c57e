// Webhook subscriptions: the destination and the secret are checked and the secret is sealed, the status follows its
// table. Spec: Webhook Subscription; resource reference 9.1, 9.6, 10.5.
import { discardUnfinished } from '../../database/deliveryStore.ts';
import { countOfClient, insertPace, resetPace, subscriptionSecrets } from '../../database/subscriptionStore.ts';
import { invalid, invalidTransition, ServiceError } from '../../domain/errors.ts';
import { destinationProblem } from '../../domain/webhookDestination.ts';
import { secretViolation } from '../../domain/webhookSecret.ts';
import type { Sealed } from '../secretBox.ts';
import { asRow } from './stepRow.ts';
import type { Kind, Step } from './kind.ts';

const mostPerClient = 100;

/** The hooks of webhook subscriptions. */
export const webhookSubscriptionKind: Kind = {
  mayCreateIn: ({ viewer }, apiClient) => viewer.clientUrn === apiClient,

  async prepare(step) {
    checkSubject(step);
    checkDestination(step);
    checkExpiration(step);
    await sealSecret(step);
  },

  async decide(step) {
    if (step.operation === 'DELETE') return;
    if (step.operation === 'CREATE') {
      await checkCount(step);
      if (step.values['status'] !== 'ACTIVE' && step.values['status'] !== 'PAUSED') refuse(step, 'ACTIVE', ['PAUSED']);
      return;
    }
    if (
      step.values['destinationUrl'] !== undefined &&
      step.values['destinationUrl'] !== step.before?.['destinationUrl']
    ) {
      step.hidden['test_passed'] = false;
    }
    await decideStatus(step);
  },

  async after(step) {
    if (step.operation === 'CREATE') await insertPace(step.transaction, step.urn);
    if (step.operation === 'DELETE') await discardUnfinished(step.transaction, step.urn, 'SUBSCRIPTION_DELETED');
  },
};

function checkSubject(step: Step): void {
  if (step.values['subject'] !== 'UNKNOWN') return;
  step.violations.push({ path: '/subject', code: 'INVALID_ENUM', message: 'UNKNOWN cannot be subscribed to.' });
}

function checkDestination(step: Step): void {
  const { destinationUrl } = step.values;
  if (typeof destinationUrl !== 'string') return;
  const problem = destinationProblem(destinationUrl, step.context.webhooks.allowedRanges);
  if (problem) step.violations.push({ path: '/destinationUrl', code: 'INVALID_FORMAT', message: problem });
}

function checkExpiration(step: Step): void {
  const { expirationTimestamp } = step.values;
  if (typeof expirationTimestamp !== 'string' || expirationTimestamp > step.now) return;
  // A resource that was read is sent back as it is: what did not change is not looked at again.
  if (expirationTimestamp === step.before?.['expirationTimestamp']) return;
  const message = 'The expiration must lie in the future.';
  step.violations.push({ path: '/expirationTimestamp', code: 'OUT_OF_RANGE', message, limit: step.now });
}

// A new secret replaces the old one at once; rotatesecret lets both hold for a while.
async function sealSecret(step: Step): Promise<void> {
  const { secret, auth } = step.values;
  const { secrets } = step.context.webhooks;
  const scheme = String(asRow(step)['auth']);
  if (typeof secret === 'string') {
    const violation = secretViolation(secret, scheme, '/secret');
    if (violation) step.violations.push(violation);
    if (step.operation === 'UPDATE' && (await storedSecret(step)) === secret) return;
    step.hidden['secret_sealed'] = secrets.seal(secret, step.urn);
    if (step.operation === 'UPDATE') {
      step.hidden['previous_secret_sealed'] = null;
      step.values['previousSecretExpirationTimestamp'] = null;
    }
    return;
  }
  if (step.operation !== 'UPDATE' || typeof auth !== 'string' || auth === step.before?.['auth']) return;
  const stored = await storedSecret(step);
  const violation = stored === null ? null : secretViolation(stored, auth, '/auth');
  if (violation) {
    step.violations.push({ ...violation, code: 'NOT_ALLOWED_TOGETHER', message: `The secret does not fit ${auth}.` });
  }
}

async function storedSecret(step: Step): Promise<string | null> {
  const stored = await subscriptionSecrets(step.transaction, step.urn);
  // The column holds what `seal` gave.
  return stored?.sealed ? step.context.webhooks.secrets.open(stored.sealed as Sealed, step.urn) : null;
}

async function checkCount(step: Step): Promise<void> {
  const total = await countOfClient(step.transaction, String(step.values['apiClient']));
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

async function decideStatus(step: Step): Promise<void> {
  const from = String(step.before?.['status']);
  const isOver = from === 'EXPIRED' || hasPassed(step.before?.['expirationTimestamp'], step.now);
  const expiration = asRow(step)['expirationTimestamp'];
  if (isOver && !hasPassed(expiration, step.now)) {
    // A later expiration brings an expired subscription back; it may be paused in the same breath.
    if (from === 'EXPIRED') step.values['status'] = step.values['status'] === 'PAUSED' ? 'PAUSED' : 'ACTIVE';
    return;
  }
  const { status } = step.values;
  if (typeof status !== 'string' || status === from) return;
  if (!transitions[from]?.includes(status)) refuse(step, from, transitions[from] ?? []);
  if (from !== 'DISABLED') return;
  const stored = await subscriptionSecrets(step.transaction, step.urn);
  if (!stored?.testPassed && !step.options.isForced) {
    const message = 'DISABLED becomes ACTIVE once the destination answered a test with 200 to 299, or with force=true.';
    throw new ServiceError('INVALID_TRANSITION', message, [{ path: '/status', code: 'INVALID_TRANSITION', message }]);
  }
  step.values['disabledReason'] = null;
  step.values['failingSinceTimestamp'] = null;
  await resetPace(step.transaction, step.urn);
}

function hasPassed(instant: unknown, now: string): boolean {
  return typeof instant === 'string' && instant <= now;
}

function refuse(step: Step, from: string, allowed: readonly string[]): never {
  throw invalidTransition('/status', from, String(step.values['status']), allowed);
}
