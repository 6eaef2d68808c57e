// The client of the graph: a normalized cache by urn, one socket for what changes, and a second client without a cache for
// pages as readers see them, whose items have other values under the same urns.
import { Client, fetchExchange, mapExchange, subscriptionExchange, type CombinedError } from '@urql/core';
import { cacheExchange, type KeyGenerator } from '@urql/exchange-graphcache';
import { createClient as createSocket } from 'graphql-ws';
import { readToken } from '../../../pages/shared/token.ts';
import { noteConnection, noteEnd } from '../notices.ts';
import { credentials } from '../session.ts';

// Everything that has a urn is known by it, whatever its type; everything else lives in what holds it.
const byUrn: KeyGenerator = (data) => (typeof data['urn'] === 'string' ? data['urn'] : null);
const keys = new Proxy<Record<string, KeyGenerator>>({}, { get: () => byUrn });

const typeNames: Readonly<Record<string, string>> = {
  BEARER_TOKEN: 'ApiClientBearerToken',
  DATETIME_ITEM: 'DateTimeItem',
  LATLONG_ITEM: 'LatLongItem',
  OAUTH_TOKEN: 'OAuthToken',
};

function typeNameOf(subject: string): string {
  const words = subject.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return typeNames[subject] ?? words.join('');
}

/** An event, as far as the cache is concerned. */
interface Heard {
  readonly subject: string;
  readonly event: string;
  readonly targetUrn: string | null;
  readonly targetVersion: string | null;
}

const heardListeners = new Set<(heard: Heard) => void>();

/** Calls back for each change that the caller may see. */
export function onHeard(listener: (heard: Heard) => void): () => void {
  heardListeners.add(listener);
  return () => heardListeners.delete(listener);
}

const backListeners = new Set<() => void>();

/** Calls back whenever the service is there again after it was away: what changed meanwhile was not heard. */
export function onBack(listener: () => void): () => void {
  backListeners.add(listener);
  return () => backListeners.delete(listener);
}

const cache = cacheExchange({
  keys,
  updates: {
    Subscription: {
      events: (result, _variables, store) => {
        const heard = result['events'] as unknown as Heard | null;
        if (!heard?.targetUrn) return;
        const entity = { __typename: typeNameOf(heard.subject), urn: heard.targetUrn };
        const known = store.resolve(entity as never, 'version');
        // What this tab wrote itself is known already.
        if (known !== null && known !== undefined && Number(known) < Number(heard.targetVersion))
          store.invalidate(entity as never);
        for (const listener of heardListeners) listener(heard);
      },
    },
  },
});

function note(error: CombinedError): void {
  if (error.networkError) noteConnection(false);
  if (error.graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED')) noteEnd();
}

const watching = mapExchange({
  onResult: ({ error, operation }) => {
    if (error) note(error);
    else if (operation.kind !== 'subscription') noteConnection(true);
  },
});

const socketUrl = new URL('/graphql', location.href);
socketUrl.protocol = socketUrl.protocol === 'https:' ? 'wss:' : 'ws:';

const socket = createSocket({
  url: socketUrl.href,
  keepAlive: 10_000,
  lazy: true,
  retryAttempts: Infinity,
  shouldRetry: () => true,
  retryWait: (attempt) => new Promise((resolve) => setTimeout(resolve, Math.min(10_000, 500 * 2 ** attempt))),
  connectionParams: () => {
    const token = readToken();
    return token ? { Authorization: `Bearer ${token}` } : {};
  },
  on: {
    connected: (_socket, _payload, wasRetry) => {
      noteConnection(true);
      if (wasRetry) for (const listener of backListeners) listener();
    },
    closed: (event) => {
      const { code } = event as { code?: number };
      if (code === 4401 || code === 4403) noteEnd();
      else if (code !== 1000) noteConnection(false);
    },
  },
});

const shared = {
  url: '/graphql',
  preferGetMethod: false as const,
  fetchOptions: () => ({ headers: { ...credentials(), accept: 'application/json' } }),
};

/** The client of all screens. */
export const graph = new Client({
  ...shared,
  requestPolicy: 'cache-and-network',
  exchanges: [
    cache,
    watching,
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: (sink) => ({
          unsubscribe: socket.subscribe({ query, variables }, { ...sink, next: (value) => sink.next(value as never) }),
        }),
      }),
    }),
  ],
});

/** The client of pages as readers see them. */
export const readers = new Client({ ...shared, requestPolicy: 'network-only', exchanges: [watching, fetchExchange] });

/** The client of pages as they are read without a token; what it is refused says nothing about the session. */
export const strangers = new Client({
  ...shared,
  fetchOptions: () => ({ credentials: 'omit', headers: { accept: 'application/json' } }),
  requestPolicy: 'network-only',
  exchanges: [fetchExchange],
});
