// Carries the event log to subscribers. Subscribers with the same caller, document and variables are one group: a batch
// of events is authorized, executed and serialized once for all of them. Each group has its own position in the log and
// continues from there, through stored and live events alike, so events are neither missed nor repeated.
import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { cursorOfEvent, requirePosition } from '../../actions/events/followEvents.ts';
import type { EventSource } from '../../actions/events/eventSource.ts';
import type { Services } from '../../engine/context.ts';
import { createRequestBudget } from '../../engine/requestBudget.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Observe } from '../../domain/observation.ts';
import type { GraphContext } from '../context.ts';
import { formatError } from '../errors.ts';
import { endingOf, slowConsumer, type Ending } from './ending.ts';
import type { Follow, Source } from './follow.ts';
import type { Operation } from './operation.ts';
import type { Frame } from './frames.ts';
import type { Lane } from './outbox.ts';
import type { Session } from './session.ts';

/** One subscriber. */
export interface Subscriber {
  readonly lane: Lane;
  /** An answer as the transport frames it; `text` is the JSON of an execution result, encoded once for all subscribers. */
  frame(text: Buffer, cursor: string): Frame;
  /** Called once, when the subscription ends by itself; not after `leave`. */
  end(ending: Ending): void;
}

/** A subscription that runs. */
export interface Running {
  /** Everything up to here was delivered; the position to resume from. */
  cursor(): string;
  leave(): void;
}

/** What the hub works with. */
export interface HubParts {
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly events: EventSource;
  readonly sources: Readonly<Record<string, Source>>;
  readonly observe: Observe;
  /** Hears of errors that are bugs. */
  readonly report: (bug: unknown) => void;
}

/** The groups of one process. */
export interface Hub {
  /** Begins a subscription. Throws what refuses it. */
  join(session: Session, operation: Operation, subscriber: Subscriber): Promise<Running>;
}

type Member = {
  readonly subscriber: Subscriber;
  /** Events at or before this were already delivered. */
  from: number;
  group: Group;
};

type Group = {
  readonly key: string;
  readonly session: Session;
  readonly operation: Operation;
  readonly follow: Follow;
  readonly members: Set<Member>;
  cursor: number;
  /** Ends the pause that is running. */
  wake: () => void;
};

/** The parts, and by key the group that has come to the end of the log and takes in others that come there. */
interface Hall extends HubParts {
  readonly settled: Map<string, Group>;
}

const pageSize = 250;
const nothing = Buffer.alloc(0);
const retryMillis = 250;
const longestRetryMillis = 2_000;
/** Failures in a row, over a minute at least, after which subscriptions end with the cursor to go on from. */
const mostFailures = 34;

/** Makes the hub. */
export function createHub(parts: HubParts): Hub {
  const hall: Hall = { ...parts, settled: new Map() };
  return {
    async join(session, operation, subscriber) {
      const source = parts.sources[operation.field];
      if (!source) throw new ServiceError('BAD_REQUEST');
      const head = parts.events.head();
      const { context } = await session.at(head, head);
      const follow = await source(operation.args, context, head);
      if (follow.after !== null) await requirePosition(parts.services, follow.after);
      const from = follow.after ?? head;
      const first = await Promise.all(follow.first.map((value) => answerOf(hall, operation, context, value)));
      for (const text of first) {
        subscriber.lane.write(subscriber.frame(text, cursorOfEvent(from)));
        parts.observe({ kind: 'EVENT_TOLD', subscribers: 1 });
      }
      const key = `${session.key} ${operation.key}`;
      const known = hall.settled.get(key);
      // A group that is not ahead of this subscriber delivers the rest. Otherwise the subscriber first catches up
      // alone.
      const group = known && known.cursor <= from ? known : newGroup(key, session, operation, follow, from);
      const member: Member = { subscriber, from, group };
      group.members.add(member);
      parts.observe({ kind: 'SUBSCRIBER_CAME' });
      if (group !== known) void run(hall, group);
      return {
        cursor: () => cursorOfEvent(Math.max(member.from, member.group.cursor)),
        leave: () => leave(hall, member),
      };
    },
  };
}

function newGroup(key: string, session: Session, operation: Operation, follow: Follow, cursor: number): Group {
  return { key, session, operation, follow, members: new Set(), cursor, wake: () => undefined };
}

function leave(hall: Hall, member: Member): void {
  const { group } = member;
  if (group.members.delete(member)) hall.observe({ kind: 'SUBSCRIBER_LEFT' });
  member.subscriber.lane.close();
  if (group.members.size > 0) return;
  if (hall.settled.get(group.key) === group) hall.settled.delete(group.key);
  group.wake();
}

async function run(hall: Hall, group: Group): Promise<void> {
  let failures = 0;
  while (group.members.size > 0) {
    if (group.cursor >= hall.events.head()) {
      if (settle(hall, group)) return;
      await nextEvents(hall, group);
      continue;
    }
    try {
      await step(hall, group);
      failures = 0;
    } catch (error) {
      // A database that is away says nothing about this batch.
      if (!(error instanceof ServiceError && error.code === 'UNAVAILABLE')) failures += 1;
      if (isFinal(error) || failures > mostFailures) {
        endGroup(hall, group, error);
        return;
      }
      // What was not sent is not lost: the position has not moved.
      hall.report(error);
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(longestRetryMillis, retryMillis * Math.max(1, failures))),
      );
    }
  }
}

// At the end of the log a group becomes the group for its key, or merges into the existing one. True when it was
// merged.
function settle(hall: Hall, group: Group): boolean {
  const other = hall.settled.get(group.key);
  if (!other) hall.settled.set(group.key, group);
  if (!other || other === group || other.cursor > group.cursor) return false;
  for (const member of group.members) {
    member.from = Math.max(member.from, group.cursor);
    member.group = other;
    other.members.add(member);
  }
  group.members.clear();
  return true;
}

function nextEvents(hall: Hall, group: Group): Promise<void> {
  return new Promise((resolve) => {
    const unhear = hall.events.onEvents(() => group.wake());
    group.wake = () => {
      unhear();
      group.wake = () => undefined;
      resolve();
    };
  });
}

async function step(hall: Hall, group: Group): Promise<void> {
  const events = await hall.events.after(group.cursor, pageSize);
  const last = events.at(-1);
  if (!last) return new Promise((resolve) => setTimeout(resolve, retryMillis));
  const { follow, session } = group;
  const { context, decisions } = await session.at(last.sequence, hall.events.head(), async (now, ahead) =>
    follow.foresee?.(now, events, ahead),
  );
  const messages = await follow.tell(context, events, decisions);
  const texts = await Promise.all(messages.map(({ value }) => answerOf(hall, group.operation, context, value)));
  // From here to the new position nothing waits: members come and go between steps only.
  messages.forEach(({ cursor }, at) => {
    messages[at]?.accept?.();
    let subscribers = 0;
    for (const member of [...group.members])
      if (sendToMember(hall, member, texts[at] ?? nothing, cursor)) subscribers += 1;
    hall.observe({ kind: 'EVENT_TOLD', subscribers });
  });
  group.cursor = last.sequence;
  if (hall.settled.get(group.key) === group) return;
  await Promise.all([...group.members].map(({ subscriber }) => subscriber.lane.calm()));
}

// True when the answer was sent to the member.
function sendToMember(hall: Hall, member: Member, text: Buffer, cursor: number): boolean {
  if (cursor <= member.from) return false;
  const { subscriber } = member;
  if (subscriber.lane.write(subscriber.frame(text, cursorOfEvent(cursor)))) {
    member.from = cursor;
    return true;
  }
  leave(hall, member);
  subscriber.end(slowConsumer(cursorOfEvent(member.from)));
  return false;
}

const passing = new Set(['UNAVAILABLE', 'TIMEOUT', 'CONFLICT', 'INTERNAL_ERROR']);
/** Errors of an answer that are no part of it: the same event is executed again. */
const momentary = new Set(['UNAVAILABLE', 'TIMEOUT']);

function isFinal(error: unknown): boolean {
  return error instanceof ServiceError && !passing.has(error.code);
}

function endGroup(hall: Hall, group: Group, error: unknown): void {
  // A token that has ended ends everything that was opened with it.
  if (error instanceof ServiceError && error.code === 'UNAUTHENTICATED') group.session.end();
  for (const member of [...group.members]) {
    const cursor = cursorOfEvent(Math.max(member.from, group.cursor));
    leave(hall, member);
    member.subscriber.end(endingOf(error, cursor, hall.report));
  }
}

// The text of one answer. Throws UNAVAILABLE or TIMEOUT when the database failed while it was made.
async function answerOf(hall: Hall, operation: Operation, context: GraphContext, value: unknown): Promise<Buffer> {
  const { schema, report } = hall;
  const { document, operationName, variables, field } = operation;
  const result: ExecutionResult = await execute({
    schema,
    document,
    operationName,
    variableValues: variables,
    contextValue: { ...context, budget: createRequestBudget() },
    rootValue: { [field]: value },
  });
  if (!result.errors) return Buffer.from(JSON.stringify(result));
  for (const { originalError } of result.errors)
    if (originalError instanceof ServiceError && momentary.has(originalError.code)) throw originalError;
  const errors = result.errors.map((error) => formatError(error.toJSON(), error, context.requestId, report));
  return Buffer.from(JSON.stringify({ data: result.data, errors }));
}
