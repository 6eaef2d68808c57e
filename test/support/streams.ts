// Readers of subscriptions, over a real WebSocket and over server-sent events.
import { createClient, type Client as SocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** The answers of one subscription, as they arrive. */
export interface Heard {
  /** Answers so far. */
  // A test knows the shape of its request; what it reads is asserted.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: any[];
  /** How it ended: errors, a close event, or null for an ordinary end; undefined while it runs. */
  ended: unknown;
  /** Resolves with the answers once there are that many; throws with what ended the stream before. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  until(count: number): Promise<any[]>;
  /** Resolves with how it ended. */
  end(): Promise<unknown>;
  stop(): void;
}

interface Mutable extends Heard {
  changed(): void;
}

function heard(stop: () => void): Mutable {
  const waiting = new Set<() => void>();
  const self: Mutable = {
    data: [],
    ended: undefined,
    changed: () => [...waiting].forEach((check) => check()),
    until: (count) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (self.data.length >= count) resolve(self.data);
          else if (self.ended !== undefined) reject(new Error(`ended with ${JSON.stringify(self.ended)}`));
          else return;
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
    end: () =>
      new Promise((resolve) => {
        const check = (): void => {
          if (self.ended === undefined) return;
          waiting.delete(check);
          resolve(self.ended);
        };
        waiting.add(check);
        check();
      }),
    stop,
  };
  return self;
}

/** A separate socket, opened with the token; its upgrade is sent with those headers. */
export function socketClient(
  url: string,
  token: string | null,
  headers: Readonly<Record<string, string>> = {},
): SocketClient {
  class Socket extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers });
    }
  }
  return createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: Socket,
    retryAttempts: 0,
    lazy: true,
    connectionParams: token === null ? {} : { authorization: `Bearer ${token}` },
  });
}

/** Subscribes on a socket. Resolves immediately; events before the server has registered it may be missed. */
export function follow(client: SocketClient, query: string, variables: Record<string, unknown> = {}): Heard {
  const self = heard(() => stop());
  const stop = client.subscribe(
    { query, variables },
    {
      next: (answer) => {
        self.data.push(answer.errors ? { errors: answer.errors } : answer.data);
        self.changed();
      },
      error: (error) => {
        self.ended = error instanceof Error || Array.isArray(error) ? error : closeOf(error);
        self.changed();
      },
      complete: () => {
        self.ended ??= null;
        self.changed();
      },
    },
  );
  return self;
}

function closeOf(error: unknown): unknown {
  // graphql-ws passes on the socket's close event.
  const { code, reason } = error as { code?: number; reason?: string };
  return { code, reason };
}

/** A frame of an event stream. */
export interface StreamFrame {
  readonly event: string | null;
  readonly id: string | null;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: any;
}

/** An event stream that was opened. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next frame with an event name; null at the end. */
  next(): Promise<StreamFrame | null>;
  /** The next frame of any sort as it was sent; null at the end. */
  nextText(): Promise<string | null>;
  close(): void;
}

/** Opens an event stream by POST, at the path of streams unless another is given. */
export async function openStream(
  url: string,
  token: string | null,
  query: string,
  variables: Record<string, unknown> = {},
  headers: Record<string, string> = {},
  path = '/graphql/stream',
): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(url + path, {
    method: 'POST',
    signal: abort.signal,
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  });
  const frames = framesOf(response);
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      for (;;) {
        const { value, done } = await frames.next();
        if (done) return null;
        const frame = frameOf(value);
        if (frame.event !== null) return frame;
      }
    },
    async nextText() {
      const { value, done } = await frames.next();
      return done ? null : value;
    },
    close: () => abort.abort(),
  };
}

async function* framesOf(response: Response): AsyncGenerator<string, void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
      yield text.slice(0, at);
      text = text.slice(at + 2);
    }
  }
}

function frameOf(text: string): StreamFrame {
  const lines = text.split('\n');
  const member = (name: string): string | null =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trimStart() ?? null;
  const data = member('data');
  return { event: member('event'), id: member('id'), data: data ? (JSON.parse(data) as unknown) : null };
}
