// The body of a delivery as the receiver reads it, made once and kept. Resource reference 9.4, 9.5 (Permission).
import { kindOfSubject } from '../actions/events/followEvents.ts';
import { makeLoaders } from '../engine/loaders.ts';
import { scopeFor } from '../engine/authorize.ts';
import type { Services } from '../engine/context.ts';
import { urlOf, targetOf, type Resource } from '../contract/resource.ts';
import type { Claimed, ClaimedTrigger } from '../database/events/claimStore.ts';
import { knowableEvents, eventTargets } from '../database/events/eventStore.ts';
import { asLiveEntity, type Row } from '../database/engine/row.ts';
import { eventCursor } from '../domain/eventCursor.ts';
import type { Viewer } from '../domain/viewer.ts';

/** The JSON text of a resource as a shallow read by that viewer gives it, without what events leave out. */
export type DescribeResource = (viewer: Viewer, resource: Resource, row: Row) => Promise<string>;

/** What bodies are made of. */
export interface BodyParts {
  readonly services: Services;
  readonly describe: DescribeResource;
}

/** Longest FULL body in bytes; beyond it a delivery is thin. */
const mostBytes = 256 * 1024;

type Target = Row & { readonly $isDeleted: boolean };

/** The deliveries that a client may receive, by urn, and the rows they are about. */
export interface DeliveryContent {
  readonly allowed: ReadonlySet<string>;
  readonly rows: ReadonlyMap<string, Target>;
}

/** Which of the client's deliveries it may receive, and the rows of their targets: two statements per subject. */
export async function targetsFor(
  parts: BodyParts,
  viewer: Viewer,
  claimed: readonly Claimed[],
): Promise<DeliveryContent> {
  const allowed = new Set<string>();
  const rows = new Map<string, Target>();
  const { database } = parts.services;
  for (const subject of new Set(claimed.flatMap((c) => c.trigger?.subject ?? []))) {
    const kind = kindOfSubject(parts.services, subject);
    if (!kind) continue;
    const triggers = claimed.flatMap(({ urn, mayRead, trigger }) =>
      trigger?.subject === subject ? [{ delivery: urn, mayRead, ...trigger }] : [],
    );
    const urns = [...new Set(triggers.flatMap((t) => t.targetUrn ?? []))];
    const known = await knowableEvents(database, scopeFor(viewer, kind.labels.read), kind, triggers);
    // The right to be notified of a delete was settled when it happened.
    for (const t of triggers) if (t.mayRead === true || known.has(t)) allowed.add(t.delivery);
    if (claimed.some((c) => c.body === null || c.showsDrafts)) {
      for (const [urn, row] of await eventTargets(database, kind, urns)) rows.set(urn, row);
    }
  }
  return { allowed, rows };
}

/** What a receiver is sent, and whether it describes content as who may see drafts reads it. */
export interface EventBody {
  readonly body: string;
  readonly showsDrafts: boolean;
}

/** Whether the kept body of a delivery is still one for this client: drafts are shown to who may see them now. */
export async function mayBeSentAgain(
  parts: BodyParts,
  viewer: Viewer,
  { showsDrafts, trigger }: Claimed,
): Promise<boolean> {
  const kind = trigger ? kindOfSubject(parts.services, trigger.subject) : null;
  if (!showsDrafts || !kind || !trigger?.targetUrn || !isContent(kind)) return true;
  const row = await makeLoaders(parts.services, viewer).byUrn(kind.name, trigger.targetUrn);
  return row?.$seesDrafts === true;
}

/** The body. The target's row is absent only when it was removed for good. */
export async function eventBody(
  parts: BodyParts,
  viewer: Viewer,
  claimed: Claimed,
  content: DeliveryContent,
): Promise<EventBody> {
  const { services } = parts;
  const { trigger } = claimed;
  if (!trigger)
    return plain(
      JSON.stringify(
        claimed.newEpoch ? newEpochBody(services, claimed, claimed.newEpoch) : testBody(services, claimed),
      ),
    );
  const kind = kindOfSubject(services, trigger.subject);
  const row = trigger.targetUrn ? (content.rows.get(trigger.targetUrn) ?? null) : null;
  const head = JSON.stringify(headOf(services, claimed, trigger, kind)).slice(0, -1);
  const thin = `${head},"data":${JSON.stringify(await thinData(services, viewer, trigger, { kind, row }))}}`;
  if (claimed.subscription.payload !== 'FULL' || !kind || !row) return plain(thin);
  const data = await fullData(parts, viewer, kind, row);
  if (data === null) return plain(thin);
  const full = `${head},"data":${data.body}}`;
  return Buffer.byteLength(full) <= mostBytes ? { ...data, body: full } : plain(thin);
}

const plain = (body: string): EventBody => ({ body, showsDrafts: false });

const isContent = (kind: Resource): boolean => kind.isItem || kind.name === 'Entity';

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
  { kind, row }: { readonly kind: Resource | null; readonly row: Target | null },
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

// A live resource is described as this client would read it now. A deleted one is described by its last state, as it was
// live; values that were never live are then not sent to any client.
async function fullData(parts: BodyParts, viewer: Viewer, kind: Resource, row: Target): Promise<EventBody | null> {
  if (row.$isDeleted) {
    if (kind.isItem && row['isPublished'] === false) return null;
    // The rows of a kind are those that its contract describes.
    const last =
      kind.name === 'Entity' && row['liveTimestamp'] !== null ? asLiveEntity(row as unknown as Row<'Entity'>) : row;
    return plain(await parts.describe(viewer, kind, last));
  }
  const shown = await makeLoaders(parts.services, viewer).byUrn(kind.name, row.urn);
  if (!shown) return null;
  return { body: await parts.describe(viewer, kind, shown), showsDrafts: isContent(kind) && shown.$seesDrafts };
}

function numberOrNull(digits: string | null): number | null {
  return digits === null ? null : Number(digits);
}
