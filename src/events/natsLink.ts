// The connection to NATS: opened in the background, reopened when it ends, and never blocking the service's start.
import { readFile } from 'node:fs/promises';
import {
  connect,
  credsAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
  type Authenticator,
  type NatsConnection,
} from '@nats-io/transport-node';
import { createSignal } from '../domain/signal.ts';

/** Where NATS is, and as whom one comes. */
export interface NatsSettings {
  /** Addresses of one cluster; a user with a password, or a token, may stand in the first. */
  readonly urls: readonly string[];
  /** A file with the credentials of a user, as NATS writes it; null for none. */
  readonly credentialsFile: string | null;
  /** How many servers hold the stream; null for 3, or 1 where the cluster has fewer. */
  readonly replicas: number | null;
}

/** What the link works with. */
export interface NatsLinkParts {
  readonly settings: NatsSettings;
  /** Called once for each outage. */
  readonly report: (error: unknown) => void;
  /** Called each time a connection is open. */
  readonly onOpen: () => void;
  /** Called each time an open connection has ended. */
  readonly onLost: () => void;
}

/** A connection that comes and goes. */
export interface NatsLink {
  /** The open connection; null while there is none. */
  current(): NatsConnection | null;
  stop(): Promise<void>;
}

const retryMillis = 500;
const connectMillis = 2_000;
/** A server that vanished without a word is found out after two of these. */
const pingMillis = 5_000;

// What changes while it runs.
type State = {
  isStopped: boolean;
  connection: NatsConnection | null;
  /** Whether the present outage was reported. */
  isTold: boolean;
};

/** Begins to connect. */
export function openNatsLink(parts: NatsLinkParts): NatsLink {
  const state: State = { isStopped: false, connection: null, isTold: false };
  const stopped = createSignal();
  const serve = async (): Promise<void> => {
    const connection = await open(parts.settings);
    state.connection = connection;
    state.isTold = false;
    if (state.isStopped) await connection.close();
    else parts.onOpen();
    const error = await connection.closed();
    state.connection = null;
    parts.onLost();
    if (!state.isStopped) throw error ?? new Error('The connection to NATS ended');
  };
  const work = (async () => {
    while (!state.isStopped) {
      await serve().catch((error: unknown) => {
        if (!state.isTold && !state.isStopped) parts.report(error);
        state.isTold = true;
      });
      await stopped.wait(retryMillis);
    }
  })();
  return {
    current: () => state.connection,
    async stop() {
      state.isStopped = true;
      stopped.ring();
      await state.connection?.close();
      await work;
    },
  };
}

async function open({ urls, credentialsFile }: NatsSettings): Promise<NatsConnection> {
  const addresses = urls.map((url) => new URL(url));
  const credentials = credentialsFile === null ? null : await readFile(credentialsFile);
  const authenticator = credentials ? credsAuthenticator(credentials) : callerIn(addresses[0]);
  return connect({
    servers: addresses.map((address) => address.host),
    name: 'commonplace',
    // The link reopens it: there is one recovery path, and it begins by finding the end of the stream.
    reconnect: false,
    timeout: connectMillis,
    pingInterval: pingMillis,
    maxPingOut: 2,
    ...(authenticator ? { authenticator } : {}),
    ...(addresses.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  });
}

// As everywhere with NATS: a user without a password is a token.
function callerIn(address: URL | undefined): Authenticator | null {
  if (!address?.username) return null;
  const user = decodeURIComponent(address.username);
  return address.password
    ? usernamePasswordAuthenticator(user, decodeURIComponent(address.password))
    : tokenAuthenticator(user);
}
