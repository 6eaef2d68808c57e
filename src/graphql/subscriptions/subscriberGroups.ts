// Carries the event log to subscribers. Subscribers with the same caller, document and variables are one group: a batch
// of events is authorized, executed and serialized once for all of them. Each group has its own position in the log and
// continues from there, through stored and live events alike, so events are neither missed nor repeated.
import { cursorOfEvent, endedWindows, endOf, lostSince, placeOf } from '../../actions/events/followEvents.ts';
import type { EventSource, LogEvent, Place } from '../../actions/events/eventSource.ts';
import { eventCursor } from '../../domain/eventCursor.ts';
import type { Services } from '../../engine/context.ts';
import type { BudgetLimits } from '../../engine/requestBudget.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Observe } from '../../domain/observation.ts';
import { createTurns, type Turns } from '../../domain/boundedQueue.ts';
import { answerOf, answersOf, isSmall, together, type AnswerParts } from './answers.ts';
import { endingOf, endsCaller, slowConsumer, type Ending } from './ending.ts';
import type { Operation } from './operation.ts';
import type { Frame } from './frames.ts';
import type { Lane } from './outbox.ts';
import type { Session } from './session.ts';
import type { Follow, Source } from './sources.ts';

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

/** What the groups need. */
export interface GroupParts extends AnswerParts {
  readonly events: EventSource;
  readonly sources: Readonly<Record<string, Source>>;
  readonly observe: Observe;
  /** What one answer may spend, if not what any request may. */
  readonly budget: BudgetLimits | undefined;
}

/** The groups of one process. */
export interface SubscriberGroups {
  /** Begins a subscription. Throws what refuses it. */
  join(session: Session, operation: Operation, subscriber: Subscriber): Promise<Running>;
  /** Ends the groups that live by rights which have ended by the clock, and looks at what was to last until now; to be called all the time. */
  checkWindows(): Promise<void>;
  /** Looks at who edits the entity, for those who follow that; without one, at whatever is followed. */
  noteEditors(entity: string | null): void;
}

type Member = {
  readonly subscriber: Subscriber;
  /** Events at or before this were already delivered. */
  from: Place;
  group: Group;
};

type Group = {
  readonly key: string;
  readonly session: Session;
  readonly operation: Operation;
  readonly follow: Follow;
  readonly members: Set<Member>;
  place: Place;
  /** The past of the log that its place is of. */
  readonly epoch: number;
  /** Events that are answered side by side; fewer while their answers are large. */
  portion: number;
  /** Whether its last answer was more than what is made side by side. */
  isLarge: boolean;
  /** Whether its caller may have lost by the clock what it follows. */
  isDoubted: boolean;
  /** Ends the pause that is running. */
  wake: () => void;
};

/** The parts, all groups, and by key the one that has come to the end of the log and takes in others that come there. */
type Groups = GroupParts & {
  readonly all: Set<Group>;
  readonly settled: Map<string, Group>;
  /** By caller: one large answer at a time. */
  readonly turns: Turns;
  /** How often rights have ended by the clock. */
  doubts: number;
};

const pageSize = 250;
const nothing = Buffer.alloc(0);
const largeTurns = { mostWaiting: 1_000, waitMillis: 30_000 } as const;
/** For so long the next large answer of a caller waits until its peers have taken this one. */
const takingMillis = 10_000;
const retryMillis = 250;
const longestRetryMillis = 2_000;
/** Failures in a row, over a minute at least, after which subscriptions end with the cursor to go on from. */
const mostFailures = 34;

/** Makes the groups. */
export function createSubscriberGroups(parts: GroupParts): SubscriberGroups {
  const groups: Groups = { ...parts, all: new Set(), settled: new Map(), turns: createTurns(largeTurns), doubts: 0 };
  let checkedUpTo: string | null = null;
  return {
    async checkWindows() {
      const now = performance.now();
      for (const group of groups.all) if ((group.follow.editing?.changesAt() ?? Infinity) <= now) doubt(group);
      const narrow = [...groups.all].filter(({ follow }) => follow.mayFollow);
      if (narrow.length === 0) return void (checkedUpTo = null);
      const { upTo, tenants } = await endedWindows(parts.services, checkedUpTo);
      checkedUpTo = upTo;
      if (tenants.size > 0) groups.doubts += 1;
      for (const group of narrow) if (isOneOf(tenants, group.session.tenantUrn)) doubt(group);
    },
    noteEditors(entity) {
      // Who is about to join may have looked before.
      groups.doubts += 1;
      for (const group of groups.all) {
        const followed = group.follow.editing?.entity;
        if (followed !== undefined && (entity === null || entity === followed)) doubt(group);
      }
    },
    async join(session, operation, subscriber) {
      const source = parts.sources[operation.field];
      if (!source) throw new ServiceError('BAD_REQUEST');
      const { services, events } = parts;
      const epoch = events.epoch();
      const end = events.end(session.tenantUrn);
      const { doubts } = groups;
      const { context } = await session.now();
      const follow = await source(operation.args, context, end);
      const from = await startOf(services, follow, end);
      const cursor = eventCursor({ epoch, sequence: from.sequence });
      const charge = async (cost: number): Promise<void> => services.limiter?.chargeSpent(context.viewer, cost);
      const first = await answersOf(groups, { operation, context, charge }, follow.first, parts.budget);
      for (const text of first ?? []) {
        if (!subscriber.lane.write(subscriber.frame(text, cursor))) throw snapshotTooLarge();
        parts.observe({ kind: 'EVENT_DELIVERED', subscribers: 1 });
      }
      if (!first) throw snapshotTooLarge();
      const key = `${session.key} ${operation.key}`;
      const known = groups.settled.get(key);
      // A group that is not ahead of this subscriber delivers the rest. Otherwise the subscriber first catches up
      // alone.
      const isBehind = known && known.epoch === epoch && known.place.ordinal <= from.ordinal;
      const group = isBehind
        ? known
        : newGroup({ key, session, operation, follow, place: from, epoch, isDoubted: groups.doubts > doubts });
      const member: Member = { subscriber, from, group };
      group.members.add(member);
      parts.observe({ kind: 'SUBSCRIBER_CAME' });
      if (group !== known) {
        groups.all.add(group);
        void run(groups, group).finally(() => groups.all.delete(group));
      }
      return { cursor: () => cursorAt(member), leave: () => leave(groups, member) };
    },
  };
}

async function startOf(services: Services, { after }: Follow, end: Place): Promise<Place> {
  if (end.tenant === null) return end;
  return after === null ? endOf(services, end) : placeOf(services, end.tenant, after, end.ordinal);
}

const later = (one: Place, other: Place): Place => (other.ordinal > one.ordinal ? other : one);

// Everything up to there was delivered to the member.
function cursorAt({ from, group }: Member): string {
  return eventCursor({ epoch: group.epoch, sequence: later(from, group.place).sequence });
}

function newGroup(parts: Omit<Group, 'members' | 'wake' | 'portion' | 'isLarge'>): Group {
  return { ...parts, members: new Set(), wake: () => undefined, portion: pageSize, isLarge: false };
}

function snapshotTooLarge(): ServiceError {
  return new ServiceError('RESULT_TOO_LARGE', 'The snapshot is too large. Request fewer targets or fields.');
}

function leave(groups: Groups, member: Member): void {
  const { group } = member;
  if (group.members.delete(member)) groups.observe({ kind: 'SUBSCRIBER_LEFT' });
  member.subscriber.lane.close();
  if (group.members.size > 0) return;
  if (groups.settled.get(group.key) === group) groups.settled.delete(group.key);
  group.wake();
}

async function run(groups: Groups, group: Group): Promise<void> {
  let failures = 0;
  while (group.members.size > 0) {
    if (group.epoch !== groups.events.epoch()) {
      await endLost(groups, group);
      return;
    }
    const isAtEnd = group.place.ordinal >= groups.events.head();
    if (isAtEnd && !group.isDoubted) {
      if (settle(groups, group)) return;
      await nextEvents(groups, group);
      continue;
    }
    try {
      await (isAtEnd ? decideAnew(groups, group) : step(groups, group));
      failures = 0;
    } catch (error) {
      // A database that is away says nothing about this batch.
      if (!(error instanceof ServiceError && error.code === 'UNAVAILABLE')) failures += 1;
      if (isFinal(error) || failures > mostFailures) {
        endGroup(groups, group, error);
        return;
      }
      // What was not sent is not lost: the position has not moved.
      groups.report(error);
      group.portion = 1;
      await pause(Math.min(longestRetryMillis, retryMillis * Math.max(1, failures)));
    }
  }
}

function doubt(group: Group): void {
  group.isDoubted = true;
  group.wake();
}

// Callers without a token follow what is everyone's of any tenant.
const isOneOf = (tenants: ReadonlySet<string>, tenant: string | null): boolean =>
  tenants.size > 0 && (tenant === null || tenants.has(tenant));

// Whether the caller may go on following, though nothing has happened. It is tried again when it fails for the moment.
async function decideAnew(groups: Groups, group: Group): Promise<void> {
  group.isDoubted = false;
  try {
    const { context } = await group.session.now();
    const told = await group.follow.mayFollow?.(context, eventCursor({ epoch: group.epoch, ...group.place }));
    if (!told) return;
    const text = await answerOf(groups, { operation: group.operation, context }, told.value, groups.budget);
    told.accept?.();
    for (const member of [...group.members]) write(groups, member, text, cursorAt(member));
  } catch (error) {
    group.isDoubted = true;
    throw error;
  }
}

// At the end of the log a group becomes the group for its key, or merges into the existing one. True when it was
// merged.
function settle(groups: Groups, group: Group): boolean {
  const other = groups.settled.get(group.key);
  if (!other) groups.settled.set(group.key, group);
  if (!other || other === group || other.epoch !== group.epoch) return false;
  if (other.place.ordinal > group.place.ordinal) return false;
  for (const member of group.members) {
    member.from = later(member.from, group.place);
    member.group = other;
    other.members.add(member);
  }
  return true;
}

function nextEvents(groups: Groups, group: Group): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = groups.events.onEvents(() => group.wake());
    group.wake = () => {
      stopListening();
      group.wake = () => undefined;
      resolve();
    };
  });
}

async function step(groups: Groups, group: Group): Promise<void> {
  if (group.isLarge) {
    // The next large answer of a caller comes when its peers have taken this one, or should have.
    await groups.turns.take({ name: group.session.key }, async () => {
      await goOn(groups, group);
      await Promise.race([calm(group), pause(takingMillis)]);
    });
  } else await goOn(groups, group);
  if (groups.settled.get(group.key) !== group) await calm(group);
}

// Delivers a portion of events; or finds that there are too many of them, or that the answer to one is large, and delivers nothing.
async function goOn(groups: Groups, group: Group): Promise<void> {
  const { events, upTo } = await groups.events.after(group.place, group.portion);
  const last = events.at(-1);
  if (group.epoch !== groups.events.epoch()) return;
  if (!last) {
    const isMoved = upTo.ordinal > group.place.ordinal;
    group.place = upTo;
    return isMoved ? undefined : pause(retryMillis);
  }
  const { follow, session } = group;
  const { context, decisions } = await session.now(async (now, ahead) => follow.prefetch?.(now, events, ahead));
  const messages = await follow.messages(context, events, decisions);
  const values = messages.map(({ value }) => value);
  const asked = { operation: group.operation, context };
  // From here to the new position nothing waits: members come and go between steps only.
  const deliver = (texts: readonly Buffer[]): void => {
    messages.forEach((message, at) => {
      message.accept?.();
      let subscribers = 0;
      for (const member of [...group.members])
        if (sendToMember(groups, member, texts[at] ?? nothing, message.at)) subscribers += 1;
      groups.observe({ kind: 'EVENT_DELIVERED', subscribers });
    });
    group.place = upTo;
  };
  const isOne = values.length === 1;
  const texts =
    group.isLarge && isOne
      ? [await answerOf(groups, asked, values[0], groups.budget)]
      : await answersOf(groups, asked, values, together(groups.budget));
  if (!texts) {
    if (isOne) group.isLarge = true;
    group.portion = 1;
    return;
  }
  deliver(texts);
  if (!isSmall(texts)) return;
  group.isLarge = false;
  group.portion = Math.min(pageSize, 2 * group.portion);
}

async function calm({ members }: Group): Promise<void> {
  await Promise.all([...members].map(({ subscriber }) => subscriber.lane.calm()));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

// True when the answer was sent to the member.
function sendToMember(groups: Groups, member: Member, text: Buffer, event: LogEvent): boolean {
  const { ordinal, sequence } = event;
  if (ordinal <= member.from.ordinal || !write(groups, member, text, cursorOfEvent(event))) return false;
  member.from = { ...member.from, ordinal, sequence };
  return true;
}

// False when the member is too far behind, which ends it.
function write(groups: Groups, member: Member, text: Buffer, cursor: string): boolean {
  const { subscriber, from, group } = member;
  if (subscriber.lane.write(subscriber.frame(text, cursor))) return true;
  leave(groups, member);
  subscriber.end(slowConsumer(eventCursor({ epoch: group.epoch, sequence: from.sequence })));
  return false;
}

const passing = new Set(['UNAVAILABLE', 'TIMEOUT', 'CONFLICT', 'INTERNAL_ERROR']);

function isFinal(error: unknown): boolean {
  return error instanceof ServiceError && !passing.has(error.code);
}

function endGroup(groups: Groups, group: Group, error: unknown): void {
  // A token that has ended ends everything that was opened with it.
  if (endsCaller(error)) group.session.end(error);
  for (const member of [...group.members]) {
    const cursor = cursorAt(member);
    leave(groups, member);
    member.subscriber.end(endingOf(error, cursor, groups.report));
  }
}

// The log has another past: what was delivered may not be in it, and what is in it may not have been delivered.
async function endLost(groups: Groups, group: Group): Promise<void> {
  endGroup(groups, group, await lostSince(groups.services, group.session.tenantUrn, group.epoch));
}
