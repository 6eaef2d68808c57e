// What belongs to the caller itself: the rows of some kinds that it may read without any edge, because they are about it.
// Resource reference 12 (the rows marked "own").
import type { Resource } from '../contract/resource.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { Parameters } from './statement.ts';

/** Kinds whose own rows the caller may also change and delete. */
export const ownWrites: ReadonlySet<string> = new Set([
  'WebhookSubscription',
  'OAuthToken',
  'GroupMembership',
  'MessageThreadNotification',
]);

/** The predicate of the caller's own rows of the kind, seen as `alias`; null where being about the caller gives nothing. */
export function ownRows(resource: Resource, alias: string, viewer: Viewer, p: Parameters): string | null {
  switch (resource.name) {
    case 'ApiClient':
      return `${alias}."urn" = ${p.add(viewer.clientUrn, 'uuid')}`;
    case 'ApiClientBearerToken':
    case 'WebhookSubscription':
      return `${alias}."api_client" = ${p.add(viewer.clientUrn, 'uuid')}`;
    case 'WebhookDelivery':
      return (
        `EXISTS (SELECT 1 FROM "webhook_subscription" o WHERE o."urn" = ${alias}."subscription"` +
        ` AND o."api_client" = ${p.add(viewer.clientUrn, 'uuid')})`
      );
    case 'OAuthToken':
      return (
        `(${alias}."api_client" = ${p.add(viewer.clientUrn, 'uuid')}` +
        ` OR ${alias}."identity" = ${p.add(viewer.identityUrn, 'uuid')})`
      );
    case 'Identity':
      return `${alias}."urn" = ${p.add(viewer.identityUrn, 'uuid')}`;
    case 'GroupMembership':
      return ownMemberships(alias, viewer, p);
    case 'MessageThreadNotification':
      return `${alias}."identity" = ${p.add(viewer.identityUrn, 'uuid')}`;
    case 'Role':
      return `${alias}."urn" = ANY(${p.add(urnsOf(viewer, 'ROLE'), 'uuid[]')})`;
    case 'Permission':
      return ownEdges(alias, viewer, p);
    default:
      return null;
  }
}

// The edges that make the caller what it is. What everyone has is told by the object, not by a list of edges.
function ownEdges(alias: string, viewer: Viewer, p: Parameters): string {
  const mine = viewer.subjects.filter((s) => s.scope !== 'EVERYONE');
  const urns = p.add(
    mine.map((s) => s.urn),
    'uuid[]',
  );
  const scopes = p.add(
    mine.map((s) => s.scope),
    'text[]',
  );
  return `(${alias}."subject_urn", ${alias}."subject_scope") IN (SELECT u, s FROM unnest(${urns}, ${scopes}) AS mine(u, s))`;
}

// One's own membership, and all of the groups one moderates.
function ownMemberships(alias: string, viewer: Viewer, p: Parameters): string {
  const identity = p.add(viewer.identityUrn, 'uuid');
  return (
    `(${alias}."identity" = ${identity} OR EXISTS (SELECT 1 FROM "group_membership" m WHERE m."identity" = ${identity}` +
    ` AND m."group" = ${alias}."group" AND m."role" = 'MODERATOR' AND m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL))`
  );
}

function urnsOf(viewer: Viewer, scope: string): string[] {
  return viewer.subjects.filter((s) => s.scope === scope).map((s) => s.urn);
}
