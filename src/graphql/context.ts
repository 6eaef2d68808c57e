// The context passed to each resolver: the actions' own context, for the caller of this request.
import type { Context } from '../engine/context.ts';

/** The context of a GraphQL request. */
export type GraphContext = Context;
