// From claimed deliveries to requests: current permission, the stored body, signatures and headers. What may not be
// sent is reported as a completion instead. Resource reference 9.4, 9.5.
import { type KeyObject, createHash, createHmac, sign } from 'node:crypto';
import type { Services, Sealed } from '../engine/context.ts';
import { headersOf } from '../database/engine/deliveryAggregates.ts';
import { keepBodies, type Claimed } from '../database/events/claimStore.ts';
import type { ClaimedSubscription } from '../database/events/claimed.ts';
import type { Completion } from '../database/events/completionStore.ts';
import { viewerOfSubject } from '../database/access/tokenStore.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { Sending } from './deliver.ts';
import { eventBody, mayBeSentAgain, targetsFor, type EventBody } from './eventBody.ts';
import { secretKey } from '../domain/webhookSecret.ts';

/** A delivery that may be sent, and what. */
interface Ready {
  readonly claimed: Claimed;
  readonly body: string;
  /** The body as it is to be kept; null where it is already. */
  readonly made: EventBody | null;
}

/** What is to be done with a batch of claimed deliveries. */
export interface Prepared {
  readonly ready: readonly Ready[];
  readonly completions: readonly Completion[];
  /** Subscriptions whose API client is gone or disabled. */
  readonly clientless: readonly string[];
}

/** Decides for each claimed delivery whether it may be sent, and makes the bodies that are not kept yet. */
export async function prepareBatch(services: Services, batch: readonly Claimed[]): Promise<Prepared> {
  const ready: Ready[] = [];
  const completions: Completion[] = [];
  const clientless: string[] = [];
  for (const client of new Set(batch.map((c) => c.subscription.apiClient))) {
    const own = batch.filter((c) => c.subscription.apiClient === client);
    const viewer = await viewerOfSubject(services.database, { scope: 'API_CLIENT', urn: client }, null);
    if (!viewer) {
      clientless.push(...own.map((c) => c.subscription.urn));
      // A test of a disabled client has no caller to report to.
      completions.push(...own.map((c) => (c.isTest ? dropped(c, 'NO_PERMISSION') : putBack(c))));
      continue;
    }
    const judged = await judge(services, viewer, own);
    ready.push(...judged.ready);
    completions.push(...judged.completions);
  }
  const bodies = ready.flatMap(({ claimed: { tenant, urn }, made }) => (made ? [{ tenant, urn, ...made }] : []));
  if (bodies.length > 0) await keepBodies(services.database, bodies);
  return { ready, completions, clientless };
}

async function judge(
  services: Services,
  viewer: Viewer,
  own: readonly Claimed[],
): Promise<{ ready: Ready[]; completions: Completion[] }> {
  const content = await targetsFor(services, viewer, own);
  const ready: Ready[] = [];
  const completions: Completion[] = [];
  for (const claimed of own) {
    const isOfEvent = !claimed.isTest && !claimed.newEpoch;
    if (isOfEvent && !claimed.trigger) completions.push(dropped(claimed, 'RETENTION'));
    else if (isOfEvent && !content.allowed.has(claimed.urn)) completions.push(dropped(claimed, 'NO_PERMISSION'));
    else if (claimed.body !== null && mayBeSentAgain(claimed, content))
      ready.push({ claimed, body: claimed.body, made: null });
    else {
      const made = await eventBody(services, viewer, claimed, content);
      ready.push({ claimed, body: made.body, made });
    }
  }
  return { ready, completions };
}

function dropped(claimed: Claimed, discardReason: string): Completion {
  const { urn, attempt, step } = claimed;
  return { urn, attempt, status: 'DISCARDED', discardReason, step, waitSeconds: null, record: null, bodyDigest: null };
}

/** Leaves a claimed delivery as it was: due, and not attempted. */
export function putBack(claimed: Claimed): Completion {
  const { urn, attempt, step } = claimed;
  return { urn, attempt, status: 'PENDING', discardReason: null, step, waitSeconds: 0, record: null, bodyDigest: null };
}

/**
 * The request of an attempt.
 * @param now the database's clock, in milliseconds since 1970
 */
export function sendingOf(
  services: Pick<Services, 'webhooks'>,
  signingKey: KeyObject,
  { claimed, body, now }: { readonly claimed: Claimed; readonly body: string; readonly now: number },
): Sending {
  const { urn, subscription, attempt } = claimed;
  const secret = open(services, subscription, subscription.secretSealed);
  const isOverlapping =
    subscription.previousSecretSealed !== null && Date.parse(subscription.previousSecretExpiration ?? '') > now;
  const previous = isOverlapping ? [open(services, subscription, subscription.previousSecretSealed)] : [];
  const digest = bodyDigest(body);
  const timestamp = Math.floor(now / 1000);
  const signing = subscription.auth === 'HMAC_SHA256' ? [secret, ...previous] : [];
  return {
    url: subscription.destinationUrl,
    body,
    digest,
    headers: headersOf({ delivery: urn, attempt, at: now, bodyDigest: digest }),
    ownHeaders: { 'webhook-signature': signatures({ id: urn, timestamp, body }, signing, signingKey) },
    credentials: { subscription: subscription.urn, auth: subscription.auth, clientId: subscription.clientId, secret },
  };
}

// Opened once for all that was claimed of a subscription at once, and forgotten with it.
const opened = new WeakMap<ClaimedSubscription, Map<unknown, string>>();

function open(services: Pick<Services, 'webhooks'>, subscription: ClaimedSubscription, sealed: unknown): string {
  const known = opened.get(subscription) ?? new Map<unknown, string>();
  opened.set(subscription, known);
  // The column holds what `seal` gave.
  const secret = known.get(sealed) ?? services.webhooks.secrets.open(sealed as Sealed, subscription.urn);
  known.set(sealed, secret);
  return secret;
}

/** What is signed. */
interface Signed {
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The value of webhook-signature: one `v1` per secret, then the `v1a`, separated by spaces. */
export function signatures(signed: Signed, secrets: readonly string[], platformKey: KeyObject): string {
  const text = `${signed.id}.${String(signed.timestamp)}.${signed.body}`;
  const own = secrets.map((secret) => {
    const key = secretKey(secret);
    return `v1,${createHmac('sha256', Buffer.from(key.text, key.encoding)).update(text).digest('base64')}`;
  });
  return [...own, `v1a,${sign(null, Buffer.from(text), platformKey).toString('base64')}`].join(' ');
}

/** The SHA-256 of the exact bytes of a body, in base64. */
export function bodyDigest(body: string): string {
  return createHash('sha256').update(body).digest('base64');
}
