// Mutations of webhooks beyond create, update and delete.
import { redeliverWebhook, replayWebhooks, rotateWebhookSecret, testWebhook } from '../../actions/webhookVerbs.ts';
import type { GraphContext } from '../context.ts';
import { answer, urnOf } from './roots.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Root = (source: unknown, args: Arguments, context: GraphContext) => unknown;

/** `Mutation` fields of webhooks. */
export const webhookMutations: Record<string, Root> = {
  testWebhookSubscription: (_, args, context) =>
    answer(context, 'webhookDelivery', () => testWebhook(context, urnOf(args['urn']))),
  rotateWebhookSecret: (_, args, context) =>
    answer(context, 'webhookSubscription', () => rotateWebhookSecret(context, urnOf(args['urn']), args)),
  replayWebhooks: (_, args, context) =>
    answer(context, 'count', () => replayWebhooks(context, urnOf(args['urn']), args)),
  redeliverWebhook: (_, args, context) =>
    answer(context, 'webhookDelivery', () => redeliverWebhook(context, urnOf(args['urn']))),
};
