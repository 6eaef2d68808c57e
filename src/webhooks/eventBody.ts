// The body of a delivery as the receiver reads it, made once and kept. Resource reference 9.4, 9.5 (Permission).
import { kindOfSubject } from '../actions/events/followEvents.ts';
import { scopeFor } from '../engine/authorize.ts';
import type { Services } from '../engine/context.ts';
import { resourceOf, urlOf, targetOf, type Resource } from '../contract/resource.ts';
import type { Claimed, ClaimedTrigger } from '../database/events/claimStore.ts';
import { knowableEvents, eventTargets } from '../database/events/eventStore.ts';
import { stillShown } from '../database/engine/accessCheckStore.ts';
import type { Row } from '../database/engine/row.ts';
import { statesOf } from '../database/engine/stateStore.ts';
import { mostStateBytes } from '../engine/eventStates.ts';
import { groupBy } from '../domain/groupBy.ts';
import type { ShownRow } from '../domain/shownRows.ts';
import { eventCursor } from '../domain/eventCursor.ts';
import type { Viewer } from '../domain/viewer.ts';

/** The deliveries that a client may receive, by urn, the rows they are about, and what is kept of those, by trigger. */
export interface DeliveryContent {
  readonly allowed: ReadonlySet<string>;
  readonly rows: ReadonlyMap<string, Row>;
  readonly states: ReadonlyMap<string, string>;
}

/** Which of the client's deliveries it may receive, and what makes their bodies: two statements per subject. */
export async function targetsFor(
  services: Services,
  viewer: Viewer,
  claimed: readonly Claimed[],
): Promise<DeliveryContent> {
  const allowed = new Set<string>();
  const rows = new Map<string, Row>();
  const { database } = services;
  for (const subject of new Set(claimed.flatMap((c) => c.trigger?.subject ?? []))) {
    const kind = kindOfSubject(services, subject);
    if (!kind) continue;
    const triggers = claimed.flatMap(({ urn, mayRead, trigger }) =>
      trigger?.subject === subject ? [{ delivery: urn, mayRead, ...trigger }] : [],
    );
    const urns = [...new Set(triggers.flatMap((t) => t.targetUrn ?? []))];
    const known = await knowableEvents(database, scopeFor(viewer, kind.labels.read), kind, triggers);
    // The right to be notified of a delete was settled when it happened.
    for (const t of triggers) if (t.mayRead === true || known.has(t)) allowed.add(t.delivery);
    if (claimed.some((c) => c.body === null || c.isFull)) {
      for (const [urn, row] of await eventTargets(database, kind, urns)) rows.set(urn, row);
    }
  }
  const full = claimed.filter(
    (c) => allowed.has(c.urn) && (c.body === null ? c.subscription.payload === 'FULL' : c.isFull),
  );
  return { allowed, rows, states: await readableStates(services, viewer, full) };
}

// What is kept for the client, where it may read all of that still. It was what the client could read when the event was written.
async function readableStates(
  { database }: Services,
  viewer: Viewer,
  claimed: readonly Claimed[],
): Promise<Map<string, string>> {
  const triggers = [...new Set(claimed.flatMap(({ trigger }) => trigger?.urn ?? []))];
  const client = claimed[0]?.subscription.apiClient;
  if (client === undefined || triggers.length === 0) return new Map();
  const states = await statesOf(database, client, triggers);
  const rows = [...states.values()].flatMap(({ shown }) => shown);
  const lost = new Set<string>();
  for (const [, group] of groupBy(rows, (row) => `${row.kind} ${row.as}`)) {
    const [{ kind, as }] = group as [ShownRow];
    const urns = [...new Set(group.map(({ urn }) => urn))];
    const known = await stillShown(database, viewer, { resource: resourceOf(database.contract, kind), urns }, as);
    for (const urn of urns) if (!known.has(urn)) lost.add(`${kind} ${as} ${urn}`);
  }
  const readable = [...states].filter(([, { shown }]) =>
    shown.every(({ kind, as, urn }) => !lost.has(`${kind} ${as} ${urn}`)),
  );
  return new Map(readable.map(([trigger, { data }]) => [trigger, data]));
}

/** What a receiver is sent, and whether it carries the resource. */
export interface EventBody {
  readonly body: string;
  readonly isFull: boolean;
}

/** Whether the kept body of a delivery is still one for this client: what it shows is shown to who may read it now. */
export function mayBeSentAgain({ isFull, trigger }: Claimed, { states }: DeliveryContent): boolean {
  return !isFull || (trigger !== null && states.has(trigger.urn));
}

/** The body. The target's row is absent only when it was removed for good. */
export async function eventBody(
  services: Services,
  viewer: Viewer,
  claimed: Claimed,
  { rows, states }: DeliveryContent,
): Promise<EventBody> {
  const { trigger } = claimed;
  if (!trigger)
    return thinOf(
      JSON.stringify(
        claimed.newEpoch ? newEpochBody(services, claimed, claimed.newEpoch) : testBody(services, claimed),
      ),
    );
  const kind = kindOfSubject(services, trigger.subject);
  const row = trigger.targetUrn ? (rows.get(trigger.targetUrn) ?? null) : null;
  const head = JSON.stringify(headOf(services, claimed, trigger, kind)).slice(0, -1);
  const state = claimed.subscription.payload === 'FULL' ? states.get(trigger.urn) : undefined;
  const full = state === undefined ? null : `${head},"data":${state}}`;
  if (full !== null && Buffer.byteLength(full) <= mostStateBytes) return { body: full, isFull: true };
  return thinOf(`${head},"data":${JSON.stringify(await thinData(services, viewer, trigger, { kind, row }))}}`);
}

const thinOf = (body: string): EventBody => ({ body, isFull: false });

function headOf(
  services: Services,
  claimed: Claimed,
  trigger: ClaimedTrigger,
  kind: Resource | null,
): Record<string, unknown> {
  const { subject, event, targetUrn } = trigger;
  return {
    type: `${subject}.${event}`.toLowerCase(),
    timestamp: trigger.timestamp,
    id: trigger.urn,
    sequence: numberOrNull(claimed.sequence),
    cursor:
      claimed.sequence === null ? null : eventCursor({ epoch: trigger.epoch, sequence: Number(claimed.sequence) }),
    completeUntilSequence: numberOrNull(claimed.completeUntil),
    subject,
    event,
    targetUrn,
    targetUrl: kind && targetUrn ? urlOf(services, kind, targetUrn) : null,
    targetVersion: numberOrNull(trigger.targetVersion),
    owner: ownerOf(services, trigger.owner),
    // Without what is `@sensitive`.
    actor: { urn: trigger.actor.urn, type: trigger.actor.type },
    ...(event === 'UPDATE' ? { changedFields: trigger.changedFields } : {}),
  };
}

// Numbers of after the last common cursor may have been given to other events before: receivers that keep a copy read it again.
function newEpochBody(
  services: Services,
  claimed: Claimed,
  { epoch, common }: NonNullable<Claimed['newEpoch']>,
): Record<string, unknown> {
  const body = testBody(services, claimed);
  const lastCommonCursor = eventCursor({ epoch, sequence: common });
  return {
    ...body,
    type: 'log.cursor_lost',
    actor: { urn: null, type: 'SYSTEM' },
    data: { ...(body['data'] as object), epoch, lastCommonCursor },
  };
}

function testBody(services: Services, { urn, owner, subscription, ...claimed }: Claimed): Record<string, unknown> {
  const url = urlOf(services, services.contract.kinds.WebhookSubscription, subscription.urn);
  return {
    type: 'webhook.test',
    timestamp: claimed.createdTimestamp,
    id: urn,
    sequence: null,
    cursor: null,
    completeUntilSequence: numberOrNull(claimed.completeUntil),
    subject: 'WEBHOOK_SUBSCRIPTION',
    event: 'ALL',
    targetUrn: subscription.urn,
    targetUrl: url,
    targetVersion: Number(subscription.version),
    owner: ownerOf(services, owner),
    actor: { urn: subscription.apiClient, type: 'API_CLIENT' },
    data: { urn: subscription.urn, url },
  };
}

function ownerOf(services: Services, urn: string): Record<string, unknown> {
  return { urn, url: urlOf(services, services.contract.kinds.Company, urn) };
}

async function thinData(
  services: Services,
  viewer: Viewer,
  { targetUrn }: ClaimedTrigger,
  { kind, row }: { readonly kind: Resource | null; readonly row: Row | null },
): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {
    urn: targetUrn,
    url: kind && targetUrn ? urlOf(services, kind, targetUrn) : null,
  };
  const parent = kind?.container;
  const link = parent && row ? row[parent.name] : null;
  if (!parent || typeof link !== 'string') return data;
  const resource = targetOf(parent);
  if (resource.isSecret) {
    const scope = scopeFor(viewer, resource.labels.read);
    const present = { targetUrn: link, targetVersion: null, event: 'ALL', changedFields: [] };
    const known = await knowableEvents(services.database, scope, resource, [present]);
    if (known.size === 0) return data;
  }
  return { ...data, [parent.name]: { urn: link, url: urlOf(services, resource, link) } };
}

function numberOrNull(digits: string | null): number | null {
  return digits === null ? null : Number(digits);
}
