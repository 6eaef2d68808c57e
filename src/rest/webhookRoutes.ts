// What one can do with webhooks beyond the common methods, and the keys that receivers check signatures with. Resource
// reference 9.1, 9.3, 9.4.
import type { FastifyInstance } from 'fastify';
import { redeliverWebhook, replayWebhooks, rotateWebhookSecret, testWebhook } from '../actions/webhookVerbs.ts';
import { resourceOf } from '../contract/resource.ts';
import { sendJson, sendWritten } from './answer.ts';
import { bodyObject, handle, pathUrn, type Act, type Call, type RestParts } from './handle.ts';
import { offer } from './offer.ts';
import { represent } from './represent.ts';
import { readShape, shapeParameters } from './shape.ts';
import type { Row } from './row.ts';

/** Registers the actions below a subscription and a delivery, and `/.well-known/webhook-keys`. */
export function offerWebhookActions(scope: FastifyInstance, parts: RestParts): void {
  const subscription = resourceOf(parts.contract, 'WebhookSubscription');
  const delivery = resourceOf(parts.contract, 'WebhookDelivery');
  const accepted = async (call: Call, row: Row): ReturnType<Act> => {
    const shape = readShape(parts.contract, delivery, call.parameters);
    return sendJson(call, 202, await represent(call.context, delivery, row, shape));
  };
  const test: Act = async (call) => accepted(call, await testWebhook(call.context, pathUrn(call)));
  const again: Act = async (call) => accepted(call, await redeliverWebhook(call.context, pathUrn(call)));
  const rotate: Act = async (call) => {
    const row = await rotateWebhookSecret(call.context, pathUrn(call), bodyObject(call));
    return sendWritten(call, subscription, row, false);
  };
  const replay: Act = async (call) =>
    sendJson(call, 202, { count: await replayWebhooks(call.context, pathUrn(call), bodyObject(call)) });
  const root = `/n/v1/${subscription.path}/:urn`;
  offer(scope, `${root}/test`, { POST: handle(parts, shapeParameters, test) });
  offer(scope, `${root}/rotatesecret`, { POST: handle(parts, shapeParameters, rotate) });
  offer(scope, `${root}/replay`, { POST: handle(parts, [], replay) });
  offer(scope, `/n/v1/${delivery.path}/:urn/redeliver`, { POST: handle(parts, shapeParameters, again) });
  const keys: Act = async (call) => {
    call.reply.header('Cache-Control', 'public, max-age=300');
    return sendJson(call, 200, { keys: call.context.webhooks.publicKeys });
  };
  offer(scope, '/.well-known/webhook-keys', { GET: handle(parts, [], keys, 'ANYONE') });
}
