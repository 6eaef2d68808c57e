// Carries the event log to subscribers. Subscribers with the same caller, document and variables are one group: a batch
// of events is decided, executed and put into words once for all of them. Each group has its own position in the log and
// goes on from there, stored events and live ones alike, so there is neither gap nor repeat.
import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { cursorOfEvent, demandPosition } from '../../actions/followEvents.ts';
import type { EventSource } from '../../actions/eventSource.ts';
import type { Services } from '../../actions/context.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Observe } from '../../domain/observation.ts';
import type { GraphContext } from '../context.ts';
import { formatError } from '../errors.ts';
import { endingOf, slowConsumer, type Ending } from './ending.ts';
import type { Follow, Source } from './follow.ts';
import type { Operation } from './operation.ts';
import type { Lane } from './outbox.ts';
import type { Session } from './session.ts';

/** One subscriber. */
export interface Subscriber {
  readonly lane: Lane;
  /** An answer as the transport frames it; `text` is the JSON of an execution result. */
  frame(text: string, cursor: string): string;
  /** Called once, when the subscription ends by itself; not after `leave`. */
  end(ending: Ending): void;
}

/** A subscription that runs. */
export interface Running {
  /** Everything up to here was told; the place to go on from. */
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
  /** What lies at or before this was told already. */
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
const retryMillis = 250;

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
      if (follow.after !== null) await demandPosition(parts.services, follow.after);
      const from = follow.after ?? head;
      const first = await Promise.all(follow.first.map((value) => answerOf(hall, operation, context, value)));
      for (const text of first) {
        subscriber.lane.write(subscriber.frame(text, cursorOfEvent(from)));
        parts.observe({ kind: 'EVENT_TOLD', subscribers: 1 });
      }
      const key = `${session.key} ${operation.key}`;
      const known = hall.settled.get(key);
      // A group that has come no further than this subscriber tells it the rest. Otherwise it goes alone until it is there.
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
  while (group.members.size > 0) {
    if (group.cursor >= hall.events.head()) {
      if (settle(hall, group)) return;
      await nextEvents(hall, group);
      continue;
    }
    try {
      await step(hall, group);
    } catch (error) {
      if (isFinal(error)) {
        endGroup(hall, group, error);
        return;
      }
      // Not told is not lost: the position has not moved.
      hall.report(error);
      await new Promise((resolve) => setTimeout(resolve, retryMillis));
    }
  }
}

// At the end of the log a group takes the place of its kind, or joins the one that has it. True when it is no more.
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
  const told = await follow.tell(context, events, decisions);
  const texts = await Promise.all(told.map(({ value }) => answerOf(hall, group.operation, context, value)));
  // From here to the new position nothing waits: members come and go between steps only.
  told.forEach(({ cursor }, at) => {
    let subscribers = 0;
    for (const member of [...group.members]) if (tellMember(hall, member, texts[at] ?? '', cursor)) subscribers += 1;
    hall.observe({ kind: 'EVENT_TOLD', subscribers });
  });
  group.cursor = last.sequence;
  if (hall.settled.get(group.key) === group) return;
  await Promise.all([...group.members].map(({ subscriber }) => subscriber.lane.calm()));
}

// True when the answer was sent to the member.
function tellMember(hall: Hall, member: Member, text: string, cursor: number): boolean {
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

async function answerOf(hall: Hall, operation: Operation, context: GraphContext, value: unknown): Promise<string> {
  const { schema, report } = hall;
  const { document, operationName, variables, field } = operation;
  const result: ExecutionResult = await execute({
    schema,
    document,
    operationName,
    variableValues: variables,
    contextValue: context,
    rootValue: { [field]: value },
  });
  if (!result.errors) return JSON.stringify(result);
  const errors = result.errors.map((error) => formatError(error.toJSON(), error, context.requestId, report));
  return JSON.stringify({ data: result.data, errors });
}
