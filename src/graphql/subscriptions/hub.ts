// Carries the event log to subscribers. Subscribers with the same caller, document and variables are one group: a batch
// of events is decided, executed and put into words once for all of them. Each group has its own position in the log and
// goes on from there, stored events and live ones alike, so there is neither gap nor repeat.
import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { cursorOfEvent, demandPosition } from '../../actions/followEvents.ts';
import type { EventSource } from '../../actions/eventSource.ts';
import type { Services } from '../../actions/context.ts';
import { ServiceError } from '../../domain/errors.ts';
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
  /** Hears of errors that are bugs. */
  readonly report: (bug: unknown) => void;
}

/** The groups of one process. */
export interface Hub {
  /** Begins a subscription. Throws what refuses it. */
  join(session: Session, operation: Operation, subscriber: Subscriber): Promise<Running>;
}

interface Member {
  readonly subscriber: Subscriber;
  /** What lies at or before this was told already. */
  from: number;
}

interface Group {
  readonly key: string;
  readonly session: Session;
  readonly operation: Operation;
  readonly follow: Follow;
  readonly members: Set<Member>;
  cursor: number;
  isEnded: boolean;
  /** Ends the pause that is running. */
  wake: () => void;
}

const pageSize = 250;
const retryMillis = 250;

/** Makes the hub. */
export function createHub(parts: HubParts): Hub {
  const shared = new Map<string, Group>();
  return {
    async join(session, operation, subscriber) {
      const source = parts.sources[operation.field];
      if (!source) throw new ServiceError('BAD_REQUEST');
      const head = parts.events.head();
      const { context } = await session.at(head, head);
      const follow = await source(operation.args, context, head);
      if (follow.after !== null) await demandPosition(parts.services, follow.after);
      const from = follow.after ?? head;
      const member: Member = { subscriber, from };
      for (const value of follow.first) tellMember(member, await answerOf(parts, operation, context, value), from, true);
      const key = `${session.key} ${operation.key}`;
      const place = { group: shared.get(key) };
      // A group that has come no further than this subscriber tells it the rest; else it goes alone until it has.
      if (place.group && place.group.cursor <= from && follow.after === null) place.group.members.add(member);
      else place.group = newGroup({ key, session, operation, follow }, member, from);
      const home = new Home(place.group);
      if (place.group.members.size === 1) void run(parts, shared, place.group, home);
      return { cursor: () => cursorOfEvent(Math.max(member.from, home.group.cursor)), leave: () => home.leave(member) };
    },
  };
}
