// Permission edges come back with what they ended with: those whose other end lives, and which the caller may give. Resource reference
// 16.6, 7.2.
import { kindOfScope, resourceOf, type Resource } from '../../contract/resource.ts';
import { markDeleted } from '../../database/engine/changeStore.ts';
import {
  endedGrants,
  keepWaiting,
  livingAmong,
  type EndedGrant,
  type EndedLink,
} from '../../database/engine/endedLinkStore.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { created } from '../../engine/announcements.ts';
import { holds } from '../../engine/authorize.ts';
import type { Restoring, Returned } from '../../engine/kind.ts';
import { grantableAmong } from './grants.ts';
import { isOfPublisher, kindOfSubject } from './permissionEnds.ts';

/** Brings the edges back; those that the caller may not give it may know of where it administers their owner. */
export async function returnedGrants(restoring: Restoring, ended: readonly EndedLink[]): Promise<Returned> {
  const { context, transaction } = restoring;
  const grants = await withLivingEnds(
    restoring,
    await endedGrants(
      transaction,
      ended.map(({ urn }) => urn),
    ),
  );
  const given = await grantableAmong(
    restoring,
    grants.map((grant) => ({ ...grant, isOfPublisher: isOfPublisher(grant) })),
  );
  const edges = context.contract.kinds.Permission;
  const ownerOf = new Map(given.map(({ urn, owner }) => [urn, owner]));
  const rows = await markDeleted(transaction, edges, [...ownerOf.keys()], null);
  return {
    changes: rows.map((row) => created(edges, { ...row, owner: ownerOf.get(row.urn) ?? '' })),
    refused: await administered(
      restoring,
      grants.filter(({ urn }) => !ownerOf.has(urn)),
    ),
  };
}

// An edge whose other end is still deleted waits for that.
async function withLivingEnds(
  { context, transaction }: Restoring,
  grants: readonly EndedGrant[],
): Promise<EndedGrant[]> {
  const ends = grants.flatMap((grant) => [
    { kind: kindOfSubject(context.contract, grant.subjectScope), urn: grant.subjectUrn },
    { kind: kindOfScope(context.contract, grant.objectScope), urn: grant.objectUrn },
  ]);
  const living = new Set<string>();
  for (const [kind, some] of groupBy<(typeof ends)[number], Resource>(ends, (end) => end.kind))
    for (const urn of await livingAmong(transaction, kind, [...new Set(some.map((end) => end.urn))])) living.add(urn);
  const waiting = grants.flatMap(({ urn, tenant, subjectUrn, objectUrn }) => {
    const dead = [objectUrn, subjectUrn].find((end) => !living.has(end));
    return dead === undefined ? [] : [{ cause: dead, tenant, urn, field: '', target: objectUrn, position: null }];
  });
  await keepWaiting(transaction, waiting);
  return grants.filter(({ subjectUrn, objectUrn }) => living.has(subjectUrn) && living.has(objectUrn));
}

async function administered({ context, transaction }: Restoring, grants: readonly EndedGrant[]): Promise<string[]> {
  const company = resourceOf(context.contract, 'Company');
  const known: string[] = [];
  for (const [owner, some] of groupBy(grants, (grant) => grant.owner)) {
    if (await holds(transaction, context.viewer, { resource: company, urn: owner }, 'ADMIN'))
      known.push(...some.map(({ urn }) => urn));
  }
  return known;
}
