// The event log in the graph: Query.events, and the fields of events and of what subscriptions tell.
import { requireCaller } from '../../actions/authorize.ts';
import type { EventFilter, LogEvent } from '../../actions/eventSource.ts';
import { cursorOfEvent, kindOfSubject, positionOf } from '../../actions/followEvents.ts';
import { listEvents } from '../../actions/listEvents.ts';
import { checkLimit, pageLimits } from '../../contract/listQuery.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { parseUrn } from '../../domain/urn.ts';
import type { GraphContext } from '../context.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Resolve = (source: LogEvent, args: Arguments, context: GraphContext) => unknown;

/** The filter that arguments ask for. INVALID_PARAMETER for more than 200 targets; a urn that is none matches nothing. */
export function eventFilter(args: Arguments): EventFilter {
  const targets = listOf(args['targetUrns']);
  if (targets && targets.length > pageLimits.most)
    throw invalidParameter('targetUrns', 'At most 200 urns.', pageLimits.most);
  return {
    subjects: listOf(args['subjects']),
    events: listOf(args['events']),
    targetUrns: targets ? targets.flatMap((urn) => parseUrn(urn) ?? []) : null,
  };
}

// The SDL makes each of them a list of texts, or null.
const listOf = (value: unknown): readonly string[] | null => (Array.isArray(value) ? (value as string[]) : null);

/** `Query` fields of events. */
export const eventQueries = {
  async events(_: unknown, args: Arguments, context: GraphContext): Promise<unknown> {
    requireCaller(context.viewer);
    const after = typeof args['after'] === 'string' ? positionOf(args['after']) : null;
    const page = await listEvents(context, eventFilter(args), after, checkLimit(args['first'], 'first'));
    const edges = page.events.map((node) => ({ cursor: cursorOfEvent(node.sequence), node }));
    return {
      edges,
      nodes: page.events,
      pageInfo: {
        hasNextPage: page.hasMore,
        hasPreviousPage: after !== null,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: cursorOfEvent(page.endSequence),
      },
    };
  },
};

const cursor: Resolve = (event) => cursorOfEvent(event.sequence);

const target: Resolve = (event, _, context) => {
  const kind = event.event === 'DELETE' ? null : kindOfSubject(context, event.subject);
  return kind && event.targetUrn ? context.loaders.byUrn(kind.name, event.targetUrn) : null;
};

const fields: Record<string, Resolve> = {
  id: (event) => event.urn,
  cursor,
  sequence: (event) => String(event.sequence),
  subject: (event, _, context) => (kindOfSubject(context, event.subject) ? event.subject : 'UNKNOWN'),
  owner: (event, _, context) => context.loaders.byUrn('Company', event.owner),
  target,
};

/** Types of the event log. */
export const eventResolvers = {
  Event: fields,
  TaskChange: { cursor, task: target },
  ThreadPostChange: { cursor, post: target, postUrn: (event: LogEvent) => event.targetUrn },
};
