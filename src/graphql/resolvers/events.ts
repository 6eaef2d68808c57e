// The event log in the graph: Query.events, and the fields of events and of subscription payloads.
import { givenCursor } from '../../engine/cursor.ts';
import type { EventFilter, LogEvent } from '../../actions/events/eventSource.ts';
import { cursorOfEvent, kindOfSubject, positionOf, listEvents } from '../../actions/events/followEvents.ts';
import { checkLimit } from '../../contract/listQuery.ts';
import { Named } from '../operation/answered.ts';
import type { GraphContext } from '../operation/context.ts';
import type { GraphVerb } from './verbs.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Resolve = (source: LogEvent, args: Arguments, context: GraphContext) => unknown;

/** The filter that the arguments state. */
export function eventFilter(args: Arguments): EventFilter {
  return {
    subjects: listOf(args['subjects']),
    events: listOf(args['events']),
    targetUrns: listOf(args['targetUrns']),
  };
}

// The SDL makes each of them a list of texts, or null.
const listOf = (value: unknown): readonly string[] | null => (Array.isArray(value) ? (value as string[]) : null);

/** `Query.events`. */
export const eventsQuery: GraphVerb = async (context, args) => {
  const given = givenCursor(args['after']);
  const after = given === null ? null : positionOf(context, given);
  const page = await listEvents(context, eventFilter(args), after, checkLimit(args['first'], 'first'));
  const edges = page.events.map((node) => ({ cursor: cursorOfEvent(node), node }));
  return {
    edges,
    nodes: page.events,
    pageInfo: {
      hasNextPage: page.hasMore,
      hasPreviousPage: after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: cursorOfEvent(page.end),
    },
  };
};

const cursor: Resolve = (event) => cursorOfEvent(event);

const target: Resolve = (event, _, context) => {
  const kind = event.event === 'DELETE' ? null : kindOfSubject(context, event.subject);
  return kind && event.targetUrn ? new Named(kind.name, event.targetUrn) : null;
};

const fields: Record<string, Resolve> = {
  id: (event) => event.urn,
  cursor,
  sequence: (event) => String(event.sequence),
  owner: (event) => new Named('Company', event.owner),
  target,
};

/** Types of the event log. */
export const eventResolvers = {
  Event: fields,
  TaskChange: { cursor, task: target },
  ThreadPostChange: { cursor, post: target, postUrn: (event: LogEvent) => event.targetUrn },
};
