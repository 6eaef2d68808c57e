// The publication of entities: which orders a status allows, and what a view serves at an instant (resource reference
// 10.1). Pure; instants are canonical texts (instant.ts), compared by its functions.
import { isAtOrBefore, isBefore } from './instant.ts';

/** The statuses of an entity. PUBLISH is the order a client gives; the other four are states. */
export const entityStatuses = [
  'DRAFT_UNPUBLISHED',
  'PUBLISH',
  'PUBLISH_PENDING',
  'PUBLISHED',
  'PUBLISHED_WITH_DRAFTS',
] as const;

/** The status of an entity. */
export type EntityStatus = (typeof entityStatuses)[number];

/** What is stored of an entity's publication. */
export interface Publication {
  readonly status: EntityStatus;
  /** Whether any values are live. */
  readonly isLive: boolean;
  /** Whether newer values exist than the live ones. */
  readonly hasDrafts: boolean;
  readonly publishTimestamp: string | null;
  /** The publishTimestamp of what is live, whatever is scheduled since; null when nothing is. */
  readonly livePublishTimestamp: string | null;
  readonly unpublishTimestamp: string | null;
}

/** The changes requested by a write. Absent members leave things as they are, null clears. */
export interface PublicationOrder {
  readonly status?: string | undefined;
  readonly publishTimestamp?: string | null | undefined;
  readonly unpublishTimestamp?: string | null | undefined;
}

/**
 * What a write does to the publication. The acting kinds carry the status and the times to store.
 * - CREATE_DRAFT: a new entity with nothing live.
 * - PUBLISH_NOW: the newest values go live at once.
 * - SCHEDULE: nothing goes live or leaves now; the status and the times are stored. A publication is due at
 *   publishTimestamp only if the status is PUBLISH_PENDING; otherwise the times are only kept.
 * - CANCEL: a scheduled publication is dropped; what is live stays live.
 * - UNPUBLISH: nothing stays live.
 */
export type Decision =
  | { kind: 'UNCHANGED' }
  | {
      kind: 'PUBLISH_NOW' | 'SCHEDULE' | 'CANCEL' | 'UNPUBLISH' | 'CREATE_DRAFT';
      status: EntityStatus;
      publishTimestamp: string | null;
      unpublishTimestamp: string | null;
    }
  | { kind: 'REFUSED'; code: 'INVALID_TRANSITION'; allowed: EntityStatus[] }
  | { kind: 'INVALID'; path: string; message: string };

/**
 * Decides what an order does to an entity; `current` is null for a create. Pure: guards that need more than this (labels,
 * required parts, strict handling) are the caller's. PUBLISHED is taken as PUBLISH unless the entity is PUBLISHED, and
 * PUBLISH without a publishTimestamp keeps the one there is if it is past, and else means `now`. Setting the state the entity has changes nothing, so a repeated order
 * is safe. unpublishTimestamp must be later than publishTimestamp. What is due at `now` must have been carried out before.
 */
export function decide(current: Publication | null, order: PublicationOrder, now: string): Decision {
  const wanted = order.status ?? current?.status ?? 'DRAFT_UNPUBLISHED';
  if (!isEntityStatus(wanted)) return { kind: 'INVALID', path: '/status', message: 'The status does not exist.' };

  const isSame = wanted === current?.status;
  if (wanted === 'PUBLISH' || (wanted === 'PUBLISHED' && !isSame)) {
    return current?.status === 'PUBLISH' ? settle(current, wanted) : publish(current, order, now);
  }
  if (current === null) return wanted === 'DRAFT_UNPUBLISHED' ? createDraft(order) : refuse(current);
  return isSame ? changeTimes(current, order, now) : settle(current, wanted, order);
}

/** The statuses an order may name for an entity; `null` for a create. The state it has is not listed. */
export function allowedStatuses(current: Pick<Publication, 'status' | 'isLive'> | null): EntityStatus[] {
  if (current === null) return ['DRAFT_UNPUBLISHED', 'PUBLISH', 'PUBLISHED'];
  switch (current.status) {
    case 'DRAFT_UNPUBLISHED':
      return ['PUBLISH', 'PUBLISHED'];
    case 'PUBLISH':
      return [];
    case 'PUBLISH_PENDING':
      return ['PUBLISH', 'PUBLISHED', current.isLive ? 'PUBLISHED_WITH_DRAFTS' : 'DRAFT_UNPUBLISHED'];
    case 'PUBLISHED':
      return ['PUBLISH', 'DRAFT_UNPUBLISHED'];
    case 'PUBLISHED_WITH_DRAFTS':
      return ['PUBLISH', 'PUBLISHED', 'DRAFT_UNPUBLISHED'];
  }
}

/** The status of an entity with no publication pending, as its values say. */
export function settledStatus({ isLive, hasDrafts }: { isLive: boolean; hasDrafts: boolean }): EntityStatus {
  if (!isLive) return 'DRAFT_UNPUBLISHED';
  return hasDrafts ? 'PUBLISHED_WITH_DRAFTS' : 'PUBLISHED';
}

/**
 * What a view serves at the instant `at`, when due publications may not have been carried out yet.
 * - NOTHING: no content.
 * - LIVE_AT: the values that were live at that instant.
 * - NEWEST_AT: the values that were the newest at that instant, because they went live with it.
 */
export function stateAt(
  entity: Pick<Publication, 'status' | 'isLive' | 'publishTimestamp' | 'unpublishTimestamp'>,
  at: string,
): { serves: 'NOTHING' } | { serves: 'LIVE_AT'; at: string } | { serves: 'NEWEST_AT'; at: string } {
  const { publishTimestamp: start, unpublishTimestamp: end } = entity;
  const hasEnded = end !== null && isAtOrBefore(end, at);
  if (entity.status === 'PUBLISH_PENDING' && start !== null && isAtOrBefore(start, at)) {
    return hasEnded && isBefore(start, end) ? { serves: 'NOTHING' } : { serves: 'NEWEST_AT', at: start };
  }
  return entity.isLive && hasEnded ? { serves: 'NOTHING' } : { serves: 'LIVE_AT', at };
}

function publish(current: Publication | null, order: PublicationOrder, now: string): Decision {
  const start = order.publishTimestamp ?? keptDate(current, now);
  const end = endOf(current, order);
  const problem = orderProblem(order, start, end);
  if (problem !== null) return problem;
  const isDue = isAtOrBefore(start, now);

  if (current?.status === 'PUBLISHED' && !current.hasDrafts && isDue) {
    // Everything is live already: only times that were sent and differ are stored.
    return storeTimes(current, order.publishTimestamp ?? current.publishTimestamp, end);
  }
  if (current?.status === 'PUBLISH_PENDING' && !isDue && start === current.publishTimestamp) {
    return changeTimes(current, order, now);
  }
  return {
    kind: isDue ? 'PUBLISH_NOW' : 'SCHEDULE',
    status: isDue ? 'PUBLISHED' : 'PUBLISH_PENDING',
    publishTimestamp: start,
    unpublishTimestamp: end,
  };
}

// The status stays. A time alone is no order to publish, but it moves a publication that is already scheduled.
function changeTimes(current: Publication, order: PublicationOrder, now: string): Decision {
  const start = keptStart(current, order);
  const end = endOf(current, order);
  if (start === current.publishTimestamp && end === current.unpublishTimestamp) return { kind: 'UNCHANGED' };
  const problem = orderProblem(order, start, end);
  if (problem !== null) return problem;

  if (current.status === 'PUBLISH_PENDING') {
    if (start === null) return invalid('/publishTimestamp', 'A scheduled publication needs its time.');
    const isMovedToNow = isAtOrBefore(start, now) && start !== current.publishTimestamp;
    if (isMovedToNow && order.status === undefined) return publish(current, order, now);
    if (isMovedToNow)
      return invalid('/publishTimestamp', 'A publication that is due must come with the status PUBLISH.');
  } else if (isPublishedStatus(current.status) && start !== current.publishTimestamp) {
    if (start === null) return invalid('/publishTimestamp', 'Live content keeps its publication time.');
    if (isBefore(now, start)) return invalid('/publishTimestamp', 'A future time must come with the status PUBLISH.');
  }
  return storeTimes(current, start, end);
}

// From one state to another other than by publishing: canceling and unpublishing.
function settle(current: Publication, wanted: EntityStatus, order: PublicationOrder = {}): Decision {
  if (wanted === current.status) return { kind: 'UNCHANGED' };
  if (!allowedStatuses(current).includes(wanted)) return refuse(current);
  if (current.status !== 'PUBLISH_PENDING') {
    return { kind: 'UNPUBLISH', status: 'DRAFT_UNPUBLISHED', publishTimestamp: null, unpublishTimestamp: null };
  }
  const start = current.livePublishTimestamp;
  // The end of what is live stands; without anything live there is nothing to end.
  const end = current.isLive ? endOf(current, order) : null;
  return (
    orderProblem(order, start, end) ?? {
      kind: 'CANCEL',
      status: settledStatus(current),
      publishTimestamp: start,
      unpublishTimestamp: end,
    }
  );
}

function createDraft(order: PublicationOrder): Decision {
  const start = order.publishTimestamp ?? null;
  const end = order.unpublishTimestamp ?? null;
  return (
    orderProblem(order, start, end) ?? {
      kind: 'CREATE_DRAFT',
      status: 'DRAFT_UNPUBLISHED',
      publishTimestamp: start,
      unpublishTimestamp: end,
    }
  );
}

function storeTimes(current: Publication, start: string | null, end: string | null): Decision {
  if (start === current.publishTimestamp && end === current.unpublishTimestamp) return { kind: 'UNCHANGED' };
  return { kind: 'SCHEDULE', status: current.status, publishTimestamp: start, unpublishTimestamp: end };
}

// The date of the content stays when it is published again, and is that of what is live while another time is scheduled.
function keptDate(current: Publication | null, now: string): string {
  const date = current?.livePublishTimestamp ?? current?.publishTimestamp ?? now;
  return isBefore(date, now) ? date : now;
}

// Null together with a live status repeats an order to publish without a time; alone it would clear the time.
function keptStart(current: Publication, order: PublicationOrder): string | null {
  const isRepeated = order.status !== undefined && isPublishedStatus(current.status);
  if (order.publishTimestamp === null) return isRepeated ? current.publishTimestamp : null;
  return order.publishTimestamp ?? current.publishTimestamp;
}

function isPublishedStatus(status: EntityStatus): boolean {
  return status === 'PUBLISHED' || status === 'PUBLISHED_WITH_DRAFTS';
}

function endOf(current: Publication | null, order: PublicationOrder): string | null {
  return order.unpublishTimestamp === undefined ? (current?.unpublishTimestamp ?? null) : order.unpublishTimestamp;
}

function orderProblem(order: PublicationOrder, start: string | null, end: string | null): Decision | null {
  if (start === null || end === null || isBefore(start, end)) return null;
  return order.unpublishTimestamp === undefined
    ? invalid('/publishTimestamp', 'Must be earlier than unpublishTimestamp.')
    : invalid('/unpublishTimestamp', 'Must be later than publishTimestamp.');
}

function invalid(path: string, message: string): Decision {
  return { kind: 'INVALID', path, message };
}

function refuse(current: Publication | null): Decision {
  return { kind: 'REFUSED', code: 'INVALID_TRANSITION', allowed: allowedStatuses(current) };
}

function isEntityStatus(text: string): text is EntityStatus {
  return entityStatuses.some((status) => status === text);
}
