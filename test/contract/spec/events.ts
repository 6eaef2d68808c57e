// Webhook subscriptions, triggers and deliveries, typed in from interface.md and resources.md 9.1 to 9.3.
import { added, crudl, int32, int64, kept, link, links, list, oneOf, stated, str, time, uri, uuid } from './field.ts';
import { words } from './field.ts';
import type { SpecKind } from './field.ts';
import { eventKinds, nameableSubjects, subjects, webhookAuths } from './enums.ts';

/** interface.md: Webhook Subscription; resources.md 9.1 */
const webhookSubscription: SpecKind = {
  name: 'WebhookSubscription',
  path: 'webhooksubscription',
  plural: 'webhooksubscriptions',
  subject: 'WEBHOOK_SUBSCRIPTION',
  verbs: crudl,
  owner: 'ApiClient',
  fields: [
    ...kept(),
    ...stated(
      link('apiClient', 'ApiClient', { req: true, ign: true }),
      oneOf('subject', subjects, { req: true, input: nameableSubjects }),
      oneOf('event', eventKinds, { req: true }),
      uri('destinationUrl', { req: true, max: 1024, form: 'destination' }),
      str('secret', { req: true, wo: true, min: 16, max: 255 }),
      oneOf('auth', webhookAuths, { default: 'HMAC_SHA256' }),
      int32('eventsPerMinute', { req: true, range: [1, 6000] }),
      time('expirationTimestamp', { form: 'soon' }),
    ),
    ...added(
      uuid('targetUrn'),
      oneOf('payload', words('THIN FULL'), { default: 'THIN' }),
      oneOf('ordering', words('TARGET NONE'), { default: 'TARGET' }),
      oneOf('status', words('ACTIVE PAUSED DISABLED EXPIRED'), { input: ['ACTIVE', 'PAUSED'] }),
      oneOf('disabledReason', words('GONE_410 FAILING TARGET_REFUSED CLIENT_DISABLED'), { ro: true }),
      time('failingSinceTimestamp', { ro: true }),
      time('lastExhaustedTimestamp', { ro: true }),
      time('previousSecretExpirationTimestamp', { ro: true }),
    ),
  ],
};

/** interface.md: Webhook Trigger; resources.md 9.2 */
const webhookTrigger: SpecKind = {
  name: 'WebhookTrigger',
  path: 'webhooktrigger',
  plural: 'webhooktriggers',
  subject: null,
  verbs: ['C', 'R', 'L'],
  only: { C: 'ADMIN' },
  owner: 'direct',
  fields: [
    ...kept(),
    ...stated(
      link('owner', 'Company', { req: true }),
      oneOf('subject', subjects, { req: true, input: nameableSubjects }),
      oneOf('event', eventKinds, { req: true }),
      uuid('targetUrn'),
      // The table has no mark; 9.2 makes it equal to createdTimestamp, which the server sets.
      time('timestamp', { ro: true }),
      links('subscriptions', 'WebhookSubscription', { ign: true }),
      links('deliveries', 'WebhookDelivery', { ign: true }),
    ),
    ...added(
      int64('sequence', { ro: true }),
      link('actor', 'ApiClient|Identity', { ro: true }),
      list('changedFields', 'string', { ro: true }),
      uri('targetUrl', { ro: true }),
      int64('targetVersion', { ro: true }),
    ),
  ],
};

/** resources.md 9.3: Webhook Delivery */
const webhookDelivery: SpecKind = {
  name: 'WebhookDelivery',
  path: 'webhookdelivery',
  plural: 'webhookdeliveries',
  subject: null,
  verbs: ['R', 'L'],
  owner: 'WebhookSubscription',
  fields: [
    ...kept({ urn: { ro: true } }),
    ...added(
      link('trigger', 'WebhookTrigger', { ro: true }),
      link('subscription', 'WebhookSubscription', { ro: true }),
      int64('sequence', { ro: true }),
      oneOf('status', words('PENDING IN_FLIGHT RETRYING SUCCEEDED FAILED DISCARDED'), { ro: true }),
      oneOf('discardReason', words('EXPIRED CANCELED NO_PERMISSION RETENTION SUBSCRIPTION_DELETED'), { ro: true }),
      int32('attemptCount', { ro: true }),
      time('nextAttemptTimestamp', { ro: true }),
      list('attempts', 'Attempt', { ro: true, max: 20 }),
      str('bodyDigest', { ro: true }),
      time('completedTimestamp', { ro: true }),
    ),
  ],
};

/** Webhook Subscription, Webhook Trigger and Webhook Delivery. */
export const events: readonly SpecKind[] = [webhookSubscription, webhookTrigger, webhookDelivery];
