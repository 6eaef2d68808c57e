// What each resolver is given: the actions' own context, of the caller of this request.
import type { Context } from '../actions/context.ts';

/** The context of a GraphQL request. */
export type GraphContext = Context;
