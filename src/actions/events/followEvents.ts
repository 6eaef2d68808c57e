// What it takes to follow the event log: positions, filters, and which events a viewer may know of. Each event is decided
// when it is sent, with the viewer read again. And pages of the log, to catch up without a stream. Spec: Events; resource
// reference 9.7.
import type { Resource } from '../../contract/resource.ts';
import { knowableEvents, postsIn, tenantEventsAfter } from '../../database/events/eventStore.ts';
import { logBounds, placeInLog, type LogBounds } from '../../database/events/sequenceStore.ts';
import { livingSessions } from '../../database/session/webSessionStore.ts';
import type { CredentialKey } from '../../domain/callers.ts';
import { ServiceError } from '../../domain/errors.ts';
import { eventCursor, eventPosition, type EventPosition } from '../../domain/eventCursor.ts';
import { anonymousViewer, type Viewer } from '../../domain/viewer.ts';
import { readScope } from '../../engine/authorize.ts';
import type { Context, Services } from '../../engine/context.ts';
import type { EventFilter, LogEvent, Place } from './eventSource.ts';
import { secretHash } from '../../engine/secret.ts';
import { livingTokens, windowsEnded, type EndedWindows } from '../../database/access/accessEpochStore.ts';

/** The cursor of an event. */
export function cursorOfEvent(event: Pick<LogEvent, 'epoch' | 'sequence'>): string {
  return eventCursor(event);
}

/** The position that a cursor stands for. INVALID_CURSOR for anything that is no cursor. */
export function positionOf({ eventLog }: Pick<Services, 'eventLog'>, cursor: string): EventPosition {
  return eventPosition(cursor, eventLog.epoch);
}

/**
 * Refuses a position that cannot be continued from: CURSOR_EXPIRED, with the oldest cursor that can, when events after it
 * are no longer kept; CURSOR_LOST when it is of another past, or the log has not come that far. Going back from an old one
 * misses nothing. Resolves to the log's bounds.
 */
export async function requirePosition(
  services: Pick<Services, 'database'>,
  tenant: string,
  position: EventPosition,
  isForward = true,
): Promise<LogBounds> {
  const bounds = await logBounds(services.database, tenant);
  requireWithin(isForward ? bounds : { ...bounds, expired: 0 }, position);
  return bounds;
}

/** As `requirePosition`; resolves to the place in the log. `head` is the newest ordinal when nothing else is known. */
export async function placeOf(
  services: Pick<Services, 'database'>,
  tenant: string,
  position: EventPosition,
  head: number,
): Promise<Place> {
  const { sequence } = position;
  const found = await placeInLog(services.database, tenant, sequence);
  requireWithin(found, position);
  return { tenant, sequence, ordinal: found.ordinal ?? head };
}

/** The end of a tenant's log, where the process knows none: one of which it has seen nothing is empty, or came from another database. */
export async function endOf(services: Pick<Services, 'database'>, known: Place): Promise<Place> {
  if (known.tenant === null || known.sequence > 0) return known;
  return { ...known, sequence: (await logBounds(services.database, known.tenant)).last };
}

function requireWithin(bounds: LogBounds, { epoch, sequence }: EventPosition): void {
  if (epoch !== bounds.epoch || sequence > bounds.last) throw cursorLost(bounds, epoch);
  if (sequence >= bounds.expired) return;
  const oldestCursor = eventCursor({ epoch: bounds.epoch, sequence: bounds.expired });
  throw new ServiceError('CURSOR_EXPIRED', undefined, [], { oldestCursor });
}

/** The error for a subscriber to a tenant's log, which has another past than in that epoch. */
export async function lostSince(
  services: Pick<Services, 'database'>,
  tenant: string | null,
  epoch: number,
): Promise<ServiceError> {
  // The error is sent even where the point at which the two pasts diverge cannot be read.
  const bounds = tenant === null ? null : await logBounds(services.database, tenant).catch(() => null);
  return bounds ? cursorLost(bounds, epoch) : new ServiceError('CURSOR_LOST');
}

// Of the past before the present one it is known where the two part.
function cursorLost({ epoch, common }: LogBounds, lost: number): ServiceError {
  const extras = lost === epoch - 1 ? { lastCommonCursor: eventCursor({ epoch, sequence: common }) } : {};
  return new ServiceError('CURSOR_LOST', undefined, [], extras);
}

/** Whether the filter lets the event through. An event of ALL matches a filter for any event. */
export function passes(filter: EventFilter, event: LogEvent): boolean {
  const { subjects, events, targetUrns } = filter;
  if (subjects && !subjects.includes(event.subject)) return false;
  if (events && !events.includes('ALL') && event.event !== 'ALL' && !events.includes(event.event)) return false;
  return !targetUrns || (event.targetUrn !== null && targetUrns.includes(event.targetUrn));
}

/** The kind that is announced under the subject; null for one this version does not know. */
export function kindOfSubject(services: Pick<Services, 'contract'>, subject: string): Resource | null {
  return services.contract.resources.find((r) => r.subject === subject) ?? null;
}

/** What was decided already for one state of a viewer, by ordinal. */
export type Decisions = Map<number, boolean>;

/**
 * The events of which the viewer may know, in order: it may read the target, or could when the target was deleted; changes
 * of drafts and plans alone need READ_DRAFT. One statement per table, and none for what `decisions` holds. Unknown targets
 * and other tenants' are left out.
 */
export async function knowable(
  context: Context,
  events: readonly LogEvent[],
  decisions: Decisions = new Map(),
): Promise<LogEvent[]> {
  const { viewer } = context;
  const groups = new Map<string, { resource: Resource; events: LogEvent[] }>();
  for (const event of events) {
    if (decisions.has(event.ordinal)) continue;
    const resource = event.targetUrn === null ? null : kindOfSubject(context, event.subject);
    const isOurs = viewer.tenantUrn === null || viewer.tenantUrn === event.tenant;
    if (!resource || !isOurs) {
      decisions.set(event.ordinal, false);
      continue;
    }
    const key = `${resource.table} ${resource.labels.read}`;
    const group = groups.get(key);
    if (group) group.events.push(event);
    else groups.set(key, { resource, events: [event] });
  }
  await Promise.all(
    [...groups.values()].map(async ({ resource, events: some }) => {
      const known = await knowableEvents(context.database, readScope(viewer, resource), resource, some);
      for (const event of some) decisions.set(event.ordinal, known.has(event));
    }),
  );
  return events.filter((event) => decisions.get(event.ordinal) === true);
}

/** Of events about posts, those about posts of the thread, deleted ones too; requires no permission. */
export async function postsOfThread(
  services: Pick<Services, 'database'>,
  thread: string,
  events: readonly LogEvent[],
): Promise<LogEvent[]> {
  if (events.length === 0) return [];
  const urns = [...new Set(events.map((event) => String(event.targetUrn)))];
  const posts = await postsIn(services.database, thread, urns);
  return events.filter((event) => posts.has(String(event.targetUrn)));
}

/**
 * What stands for a caller's token or session where the secret must not stand itself: nothing for callers without one.
 * Callers with the same key are one.
 */
export function callerKey({ token, sessionSecret }: { token: string | null; sessionSecret: string | null }): string {
  if (token !== null) return secretHash(token);
  return sessionSecret === null ? '' : sessionMark + secretHash(sessionSecret);
}

const sessionMark = 'session:';

/** The viewer of a caller as it stands now. Throws UNAUTHENTICATED once its token or session has ended. */
export async function viewerNow(services: Pick<Services, 'callers' | 'database'>, key: string): Promise<Viewer> {
  if (key === '') return anonymousViewer;
  const credential = credentialOfKey(key);
  const viewer = await services.callers.viewerOf(credential);
  if (!viewer) throw new ServiceError('UNAUTHENTICATED');
  return viewer;
}

/** Of the keys of callers, those whose token or session has ended. */
export async function endedCallers(
  services: Pick<Services, 'database'>,
  keys: readonly string[],
): Promise<readonly string[]> {
  const sessions = keys.filter((key) => key.startsWith(sessionMark));
  const tokens = keys.filter((key) => key !== '' && !key.startsWith(sessionMark));
  const hashes = sessions.map((key) => key.slice(sessionMark.length));
  const none = new Set<string>();
  const livingHashes = hashes.length > 0 ? await livingSessions(services.database, hashes) : none;
  const living = tokens.length > 0 ? await livingTokens(services.database, tokens) : none;
  return [
    ...sessions.filter((key) => !livingHashes.has(key.slice(sessionMark.length))),
    ...tokens.filter((key) => !living.has(key)),
  ];
}

/** Where rights have ended by the clock after the instant; without one, a moment ago. */
export function endedWindows({ database }: Pick<Services, 'database'>, after: string | null): Promise<EndedWindows> {
  return windowsEnded(database, after);
}

function credentialOfKey(key: string): CredentialKey {
  return key.startsWith(sessionMark)
    ? { kind: 'SESSION', hash: key.slice(sessionMark.length) }
    : { kind: 'TOKEN', hash: key };
}

/** A page of events. */
interface EventPage {
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
