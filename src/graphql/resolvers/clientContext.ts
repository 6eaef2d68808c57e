// The client context's links, which the action gives as urns, and signing out.
import { endWebSession } from '../../actions/webSession.ts';
import type { GraphContext } from '../context.ts';
import { answer } from './roots.ts';

type Source = Readonly<Record<string, unknown>>;

const link =
  (field: string, kind: string) =>
  (source: Source, _: unknown, context: GraphContext): unknown => {
    const urn = source[field];
    return typeof urn === 'string' ? context.loaders.byUrn(kind, urn) : null;
  };

/** Resolvers of ClientContext. */
export const clientContextResolvers = {
  ClientContext: {
    client: link('client', 'ApiClient'),
    company: link('company', 'Company'),
    identity: link('identity', 'Identity'),
  },
};

/** `Mutation` fields of sessions. */
export const sessionMutations = {
  endSession: async (_: unknown, __: unknown, context: GraphContext): Promise<Record<string, unknown>> => {
    const ended = await answer(context, 'isEnded', () => endWebSession(context).then(() => true));
    return { ...ended, isEnded: ended['isEnded'] === true };
  },
};
