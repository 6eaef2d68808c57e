// A page of the event log for one viewer: the catch-up query without a stream. Resource reference 9.7.
import { tenantEventsAfter } from '../../database/events/eventStore.ts';
import { logBounds } from '../../database/events/sequenceStore.ts';
import type { EventPosition } from '../../domain/eventCursor.ts';
import type { Context } from '../../engine/context.ts';
import type { EventFilter, LogEvent } from './eventSource.ts';
import { requirePosition, knowable } from './followEvents.ts';

/** A page of events. */
export interface EventPage {
  readonly events: readonly LogEvent[];
  readonly hasMore: boolean;
  /** Everything up to here was examined: the next page continues from here, even when this one is empty. */
  readonly end: EventPosition;
}

const scanned = 500;
/** A page that finds few events stops here; `hasMore` reports that there are more. */
const mostScanned = 5_000;

/** Up to `limit` events after the position that pass the filter and that the viewer may know of. */
export async function listEvents(
  context: Context,
  filter: EventFilter,
  after: EventPosition | null,
  limit: number,
): Promise<EventPage> {
  const tenant = context.viewer.tenantUrn;
  if (tenant === null) return { events: [], hasMore: false, end: { epoch: context.eventLog.epoch, sequence: 0 } };
  const { epoch, last, expired } = after
    ? await requirePosition(context, tenant, after)
    : await logBounds(context.database, tenant);
  const found: LogEvent[] = [];
  let position = after?.sequence ?? expired;
  for (let looked = 0; looked < mostScanned; looked += scanned) {
    const page = await tenantEventsAfter(context.database, tenant, widened(filter), {
      after: position,
      limit: scanned,
    });
    for (const event of await knowable(context, page)) {
      if (found.length === limit) return { events: found, hasMore: true, end: found.at(-1) ?? { epoch, sequence: 0 } };
      found.push(event);
    }
    position = page.at(-1)?.sequence ?? position;
    if (page.length < scanned)
      return { events: found, hasMore: false, end: { epoch, sequence: Math.max(position, last) } };
  }
  return { events: found, hasMore: true, end: { epoch, sequence: position } };
}

// An event of ALL matches a filter for any event; a filter for ALL matches every event.
function widened(filter: EventFilter): EventFilter {
  if (!filter.events) return filter;
  return { ...filter, events: filter.events.includes('ALL') ? null : [...filter.events, 'ALL'] };
}
