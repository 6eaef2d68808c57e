// Subscribers that follow every event, repeatedly lose their gateway, and resume from their cursor at another one.
import { openStream, socketClient } from '../support/streams.ts';
import type { Chance } from './chance.ts';
import type { SeenEvent, StreamJournal } from './evidence.ts';

/** A running subscriber. */
export interface Subscriber extends StreamJournal {
  /** How often it had to connect. */
  readonly connections: () => number;
  /** The newest number it has received. */
  readonly newest: () => number;
  stop(): Promise<void>;
}

/** The context of a subscriber. */
export interface SubscriberParts {
  readonly name: string;
  readonly transport: 'WEBSOCKET' | 'EVENT_STREAM';
  readonly token: string;
  readonly from: number;
  readonly chance: Chance;
  living(): readonly string[];
  /** Called for each event. */
  readonly onEvent?: () => void;
  /** Receives refusals that no fault excuses. */
  onIncident(incident: string): void;
}

interface State {
  isStopped: boolean;
  connections: number;
  newest: number;
  /** Leaves the open connection. */
  leave: () => void;
}

const document = `subscription ($after: String) { events(after: $after) { id cursor sequence targetUrn targetVersion } }`;

/** Starts following. */
export function startSubscriber(parts: SubscriberParts): Subscriber {
  const seen: SeenEvent[] = [];
  const state: State = { isStopped: false, connections: 0, newest: parts.from, leave: () => undefined };
  const take = (event: Wire): void => {
    parts.onEvent?.();
    seen.push({
      id: event.id,
      sequence: Number(event.sequence),
      target: event.targetUrn,
      version: Number(event.targetVersion),
    });
    // The cursor of the last event handled, whatever number it had.
    state.newest = Number(event.sequence);
    // Now and then it reconnects by itself.
    if (parts.chance.is(0.000_5)) state.leave();
  };
  const work = (async () => {
    while (!state.isStopped) {
      const url = parts.chance.of(parts.living());
      if (url) {
        state.connections += 1;
        await (
          parts.transport === 'WEBSOCKET' ? overSocket(parts, state, url, take) : overStream(parts, state, url, take)
        ).catch(() => undefined);
      }
      await new Promise((resolve) => setTimeout(resolve, 20 + parts.chance.below(150)));
    }
  })();
  return {
    name: parts.name,
    from: parts.from,
    seen,
    connections: () => state.connections,
    newest: () => state.newest,
    async stop() {
      state.isStopped = true;
      state.leave();
      await work;
    },
  };
}

/** An event as the document selects it. */
interface Wire {
  readonly id: string;
  readonly cursor: string;
  readonly sequence: string;
  readonly targetUrn: string;
  readonly targetVersion: string;
}

type Take = (event: Wire) => void;

const passing = new Set(['UNAVAILABLE', 'TIMEOUT', 'SLOW_CONSUMER']);

function judge(parts: SubscriberParts, errors: unknown): void {
  const code = JSON.stringify(errors).match(/"code":"([A-Z_]+)"/)?.[1];
  if (code && !passing.has(code)) parts.onIncident(`${parts.name} was ended with ${code}`);
}

function overSocket(parts: SubscriberParts, state: State, url: string, take: Take): Promise<void> {
  const client = socketClient(url, parts.token);
  return new Promise((resolve) => {
    let isLeft = false;
    const leave = (): void => {
      if (isLeft) return;
      isLeft = true;
      client.terminate();
      resolve();
    };
    state.leave = leave;
    client.subscribe<{ events: Wire }>(
      { query: document, variables: { after: String(state.newest) } },
      {
        next: ({ data, errors }) => {
          if (isLeft) return;
          if (errors) judge(parts, errors);
          else if (data) take(data.events);
        },
        error: (error) => {
          if (Array.isArray(error)) judge(parts, error);
          leave();
        },
        complete: leave,
      },
    );
  });
}

async function overStream(parts: SubscriberParts, state: State, url: string, take: Take): Promise<void> {
  const stream = await openStream(url, parts.token, document, {}, { 'last-event-id': String(state.newest) });
  const place = { isLeft: false };
  state.leave = () => {
    place.isLeft = true;
    stream.close();
  };
  try {
    for (let frame = await stream.next(); frame && !place.isLeft; frame = await stream.next()) {
      if (frame.event !== 'next') break;
      // The document selects nothing else.
      const answer = frame.data as { data?: { events: Wire }; errors?: unknown };
      if (answer.errors) judge(parts, answer.errors);
      else if (answer.data) take(answer.data.events);
    }
  } finally {
    stream.close();
  }
}
