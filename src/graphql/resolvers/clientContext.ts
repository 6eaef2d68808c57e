// The client context's links, which the action gives as urns.
import type { GraphContext } from '../context.ts';

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
