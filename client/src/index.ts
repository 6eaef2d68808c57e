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
export {
  readPage,
  PageTypeError,
  type FieldOfType,
  type ItemKind as TypedItemKind,
  type Money,
  type PageChoice,
  type PageLink,
  type PageType,
  type Picture,
  type TypedPage,
  type Value,
} from './typedPages.ts';
export { verifyWebhook, type WebhookHeaders } from './verifyWebhook.ts';
