// The copy of the newest part of the log in a JetStream stream: one message per event, in the order of the log. The
// table remains the source of truth; whatever the stream lacks is read there.
import {
  jetstream,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { LogEvent } from '../actions/events/eventSource.ts';

/** Where a stream ends. */
export interface StreamEnd {
  /** The stream's own number of its last message; 0 when it never had one. */
  readonly number: number;
  /** The event of that message; null when the stream holds none. */
  readonly event: LogEvent | null;
  /** Whether that message is none that this version wrote. */
  readonly isForeign: boolean;
}

/** The stream of one log, over one connection. Every function throws when NATS does not answer or refuses. */
export interface EventStream {
  /** Its end; null when there is no such stream. */
  end(): Promise<StreamEnd | null>;
  /** Makes it when there is none; gives its end. */
  make(): Promise<StreamEnd>;
  /** Deletes the stream with all its messages and creates it again; returns its end. */
  makeAnew(): Promise<StreamEnd>;
  /**
   * Writes events behind the message of that number and waits until NATS has stored them. Refused, and nothing more is
   * written, when another message stands there: two writers can never interleave.
   * @returns the stream's number of the last of them
   */
  append(events: readonly LogEvent[], behind: number): Promise<number>;
  /** Reads from the message with that number on, then continues with new messages. */
  read(from: number): Promise<ConsumerMessages>;
}

const keptSeconds = 3_600;
/** A stream that three servers hold outlives one of them. */
const usualReplicas = 3;
const publishMillis = 5_000;
/** A stream without a sign of life for two of these is silent. */
const heartbeatMillis = 2_500;

/** The stream of the log with this name, which is 1 to 32 letters and digits. */
export async function openEventStream(
  connection: NatsConnection,
  log: string,
  replicas: number | null,
): Promise<EventStream> {
  const name = `COMMONPLACE_${log}`;
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const client = jetstream(connection);
  // Looked at once for each connection: the cluster may have grown since the stream was made.
  let isReconciled = false;
  return {
    async end() {
      const end = await endOf(manager, name);
      if (end && !isReconciled) await reconcile(manager, name, replicas);
      isReconciled = end !== null;
      return end;
    },
    make: () => make(manager, { name, log, replicas }),
    async makeAnew() {
      await manager.streams.delete(name).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      return make(manager, { name, log, replicas });
    },
    append: (events, behind) => append(client, log, events, behind),
    async read(from) {
      const consumer = await client.consumers.get(name, { deliver_policy: 'by_start_sequence', opt_start_seq: from });
      return consumer.consume({ max_messages: 500, idle_heartbeat: heartbeatMillis });
    },
  };
}

interface StreamParts {
  readonly name: string;
  readonly log: string;
  readonly replicas: number | null;
}

async function make(manager: JetStreamManager, { name, log, replicas }: StreamParts): Promise<StreamEnd> {
  const subjects = [`commonplace.${log}.>`];
  const add = async (count: number): Promise<unknown> =>
    manager.streams.add({ name, subjects, storage: 'file', max_age: keptSeconds * 1e9, num_replicas: count });
  if (replicas !== null) await add(replicas);
  else await add(usualReplicas).catch((error: unknown) => (isTooMany(error) ? add(1) : Promise.reject(asError(error))));
  return (await endOf(manager, name)) ?? { number: 0, event: null, isForeign: false };
}

async function reconcile(manager: JetStreamManager, name: string, replicas: number | null): Promise<void> {
  const { config } = await manager.streams.info(name);
  const wanted = replicas ?? usualReplicas;
  if (config.num_replicas === wanted) return;
  await manager.streams.update(name, { num_replicas: wanted }).catch((error: unknown) => {
    if (replicas !== null || !isTooMany(error)) throw error;
  });
}

// What a server says that is alone, and a cluster that is too small: they have no constants in the client.
const tooMany: readonly number[] = [10_074, 10_005];

function isTooMany(error: unknown): boolean {
  return error instanceof JetStreamApiError && tooMany.includes(error.code);
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function endOf(manager: JetStreamManager, name: string): Promise<StreamEnd | null> {
  try {
    const { state } = await manager.streams.info(name);
    const end = { number: state.last_seq, event: null, isForeign: false };
    if (state.messages === 0) return end;
    const message = await manager.streams.getMessage(name, { seq: state.last_seq });
    if (!message) return end;
    const event = readEvent(message.data);
    return { ...end, event, isForeign: event === null };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
}

// All are sent at once: each expects the one before it, so when one is refused, those behind it are too.
async function append(
  client: JetStreamClient,
  log: string,
  events: readonly LogEvent[],
  behind: number,
): Promise<number> {
  const answers = await Promise.allSettled(
    events.map((event, at) =>
      client.publish(`commonplace.${log}.${event.tenant}.${event.subject}.${event.event}`, JSON.stringify(event), {
        msgID: event.urn,
        expect: { lastSequence: behind + at },
        timeout: publishMillis,
      }),
    ),
  );
  for (const [at, answer] of answers.entries()) {
    if (answer.status === 'rejected') throw answer.reason;
    if (answer.value.seq !== behind + at + 1) throw new Error('Another process writes the stream of events');
  }
  return behind + events.length;
}

/** The event in a message. Throws for what this service did not write. */
export function eventIn(data: Uint8Array): LogEvent {
  const event = readEvent(data);
  if (!event) throw new Error('A message of the stream is no event');
  return event;
}

function readEvent(data: Uint8Array): LogEvent | null {
  // Written by `append` alone: who else may publish there is the operator's decision.
  const event = JSON.parse(Buffer.from(data).toString('utf8')) as LogEvent;
  const isWhole =
    [event.epoch, event.ordinal, event.sequence].every(Number.isSafeInteger) && typeof event.urn === 'string';
  return isWhole ? event : null;
}
