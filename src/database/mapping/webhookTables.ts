// The tables of the delivery of webhooks beside the kinds: how fast subscriptions are delivered to, what waits, what was sent.
import { instant, reference, sentInstant, table, text, uuid, type Table } from './table.ts';

/** All of them. */
export const webhookTables: readonly Table[] = [
  // How fast each webhook subscription may be delivered to, and how it fared.
  table(
    'webhook_pace',
    [
      uuid('tenant'),
      uuid('subscription'),
      { name: 'tat', type: 'float8' },
      { name: 'claimed', type: 'float8' },
      { name: 'slow_until', type: 'float8' },
      { name: 'failed_attempts', type: 'integer' },
      // When there may be something to send; null while there is nothing.
      instant('wake_timestamp', true),
      // Why its deliveries are dropped, and which: those made until then, or all.
      text('discard_reason', true),
      sentInstant('discard_until', true),
      { name: 'discard_from_sequence', type: 'bigint', isNullable: true },
      { name: 'discard_to_sequence', type: 'bigint', isNullable: true },
      // Behind which of the queue it is gone on with; null at the beginning.
      uuid('discard_target', true),
      { name: 'discard_position', type: 'bigint', isNullable: true },
      // When those who run the company were last notified that deliveries fail.
      instant('noticed_timestamp', true),
    ],
    ['subscription'],
    {
      indexes: [
        { name: 'ix_webhook_pace_wake', keys: ['"wake_timestamp"'], where: '"wake_timestamp" IS NOT NULL' },
        { name: 'ix_webhook_pace_discard', keys: ['"subscription"'], where: '"discard_reason" IS NOT NULL' },
      ],
      references: [reference('webhook_pace', 'subscription')],
    },
  ),
  // The deliveries that are unfinished, in the lanes of their subscriptions: narrow rows, for they change several times each.
  table(
    'webhook_queue',
    [
      uuid('tenant'),
      uuid('subscription'),
      // What the delivery is about, and the place of its trigger; a delivery without one is about itself.
      uuid('target_urn'),
      { name: 'position', type: 'bigint' },
      uuid('delivery'),
      // The number of its event; null until it has its place, and for deliveries of no event.
      { name: 'sequence', type: 'bigint', isNullable: true },
      // Named in events/queueState.ts.
      { name: 'state', type: 'integer' },
      // When it is to be looked at next; in flight, when the lease ends.
      instant('due_timestamp'),
      instant('created_timestamp'),
    ],
    ['subscription', 'target_urn', 'position'],
    {
      indexes: [
        {
          name: 'ix_webhook_queue_state',
          keys: ['"state"', '"subscription"', '"sequence" NULLS FIRST'],
          where: '"state" > 0',
        },
        // Of what failed. What is in flight is little, and is claimed too often to be written here, too.
        { name: 'ix_webhook_queue_later', keys: ['"due_timestamp"'], where: '"state" = 4' },
      ],
      // Of a row that finds room in its page, only what changed is written ahead.
      fillFactor: 50,
    },
  ),
  // The exact text of every attempt's body, from the first attempt until it is too old to be sent again.
  table(
    'webhook_body',
    [
      uuid('tenant'),
      uuid('delivery'),
      // Null where the short text stands for it: see engine/keptBody.ts.
      text('body', true),
      text('short_body', true),
      instant('created_timestamp'),
      // Whether it carries the resource: then it is looked again whether the client may read that. Named by an earlier version.
      { name: 'shows_drafts', type: 'boolean' },
    ],
    ['delivery'],
    { indexes: [{ name: 'ix_webhook_body_created', keys: ['"created_timestamp"'] }] },
  ),
  // What FULL bodies say, as each client read it when the event was written, and what it has to be allowed to read to be sent it.
  table(
    'event_state',
    [
      uuid('trigger'),
      uuid('api_client'),
      uuid('tenant'),
      text('data'),
      { name: 'shown', type: 'json' },
      instant('created_timestamp'),
    ],
    ['trigger', 'api_client'],
    { indexes: [{ name: 'ix_event_state_created', keys: ['"created_timestamp"'] }] },
  ),
  // The attempts of deliveries, of which the newest are kept.
  table(
    'webhook_attempt',
    [
      uuid('tenant'),
      uuid('delivery'),
      { name: 'number', type: 'integer' },
      instant('started_timestamp'),
      { name: 'duration_millis', type: 'integer' },
      { name: 'response_status', type: 'integer', isNullable: true },
      text('error_code', true),
      text('response_excerpt', true),
      { name: 'is_manual', type: 'boolean' },
      // As they were sent, without credentials; null when nothing was sent.
      { name: 'request_headers', type: 'json', isNullable: true },
      // The signatures among them: as text, as which they are shown, they would take twice as much.
      { name: 'signatures', type: 'bytea', isNullable: true },
    ],
    ['delivery', 'number'],
    { partitionedBy: 'started_timestamp' },
  ),
];
