// The client of Commonplace, for browsers and Node. Each part stands alone, so a bundler takes only what is used.
export { createGraph, GraphError, type Graph, type GraphOptions, type TypedDocument } from './graph.ts';
export {
  followEvents,
  CursorExpiredError,
  CursorLostError,
  type FollowedEvent,
  type FollowOptions,
} from './followEvents.ts';
export { AddTask, ChangeText, Page, Pages, Publish, Tasks } from './generated/documents.ts';
export type * from './generated/operations.ts';
export { verifyWebhook, type WebhookHeaders } from './verifyWebhook.ts';
