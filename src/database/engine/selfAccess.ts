// What belongs to the caller itself: the rows of some kinds that it may read without any edge, because they are about it.
// Resource reference 12 (the rows marked "own").
import type { Resource } from '../../contract/resource.ts';
import { isItself, type Viewer } from '../../domain/viewer.ts';
import { derivedList, subjectUrns } from '../../domain/viewerValues.ts';
import type { Parameters } from '../connection/statement.ts';

/** Kinds whose own rows the caller may also change and delete. */
export const ownWrites: ReadonlySet<string> = new Set([
  'WebhookSubscription',
  'OAuthToken',
  'GroupMembership',
  'MessageThreadNotification',
]);

/** The predicate of the caller's own rows of the kind, seen as `alias`; null where being about the caller gives nothing. */
export function selfAccess(resource: Resource, alias: string, viewer: Viewer, p: Parameters): string | null {
  const ways = selfWays(resource, alias, viewer, p);
  return ways.length === 0 ? null : `(${ways.join(' OR ')})`;
}

/** The same, as conditions of which each can be read from an index; none where being about the caller gives nothing. */
export function selfWays(resource: Resource, alias: string, viewer: Viewer, p: Parameters): string[] {
  const is = (column: string, urn: string | null): string => `${alias}."${column}" = ${p.add(urn, 'uuid')}`;
  const { clientUrn, identityUrn } = viewer;
  // What may be changed without a grant is not shown without one to a token that is narrowed to roles.
  if (ownWrites.has(resource.name) && !isItself(viewer)) return [];
  switch (resource.name) {
    case 'ApiClient':
      return [is('urn', clientUrn)];
    case 'ApiClientBearerToken':
      return [is('api_client', clientUrn)];
    case 'WebhookSubscription':
      return clientUrn === null ? [] : [is('api_client', clientUrn)];
    case 'WebhookDelivery':
      // A body shows what the client may read, drafts and all.
      if (!isWholeClient(viewer) || viewer.onlyLabels?.includes('ADMIN') === false) return [];
      return [
        `${alias}."subscription" IN (SELECT o."urn" FROM "webhook_subscription" o` +
          ` WHERE o."api_client" = ${p.add(clientUrn, 'uuid')})`,
      ];
    case 'OAuthToken':
      return [is('api_client', clientUrn), is('identity', identityUrn)];
    case 'Identity':
      return [is('urn', identityUrn)];
    case 'GroupMembership':
      return [is('identity', identityUrn), moderated(alias, viewer, p)];
    case 'MessageThreadNotification':
      return [is('identity', identityUrn)];
    case 'Role':
      return [`${alias}."urn" = ANY(${p.add(subjectUrns(viewer, 'ROLE'), 'uuid[]')})`];
    case 'Permission':
      return [ownEdges(alias, viewer, p)];
    default:
      return [];
  }
}

/**
 * Whether the caller is an API client with all that it may do: what is sent in the client's name, such as webhooks, is no
 * business of a token that is narrowed to roles.
 */
export function isWholeClient(viewer: Viewer): boolean {
  return viewer.clientUrn !== null && isItself(viewer);
}

// The edges that give the caller its role. What everyone has is shown by the object, not by a list of edges.
function ownEdges(alias: string, viewer: Viewer, p: Parameters): string {
  const mine = ({ subjects }: Viewer): Viewer['subjects'] => subjects.filter(({ scope }) => scope !== 'EVERYONE');
  const urnsOf = derivedList(viewer, 'own subjects', (of) => mine(of).map(({ urn }) => urn));
  const scopesOf = derivedList(viewer, 'scopes of own subjects', (of) => mine(of).map(({ scope }) => scope));
  const [urns, scopes] = [p.add(urnsOf, 'uuid[]'), p.add(scopesOf, 'text[]')];
  return (
    `(${alias}."subject_urn" = ANY(${urns}) AND (${alias}."subject_urn", ${alias}."subject_scope") IN` +
    ` (SELECT u, s FROM unnest(${urns}, ${scopes}) AS mine(u, s)))`
  );
}

// The memberships of the groups one moderates.
function moderated(alias: string, viewer: Viewer, p: Parameters): string {
  return (
    `${alias}."group" IN (SELECT m."group" FROM "group_membership" m WHERE m."identity" = ${p.add(viewer.identityUrn, 'uuid')}` +
    ` AND m."role" = 'MODERATOR' AND m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL)`
  );
}
