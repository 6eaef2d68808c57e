// Permission edges come back with what they ended with: those whose other end lives, and which the caller may give. Resource reference
// 16.6, 7.2.
import { kindOfScope, resourceOf } from '../../contract/resource.ts';
import { markDeleted } from '../../database/engine/changeStore.ts';
import { endedGrants, type EndedGrant, type EndedLink } from '../../database/engine/endedLinkStore.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { created } from '../../engine/announcements.ts';
import { holds } from '../../engine/authorize.ts';
import { withLivingEnds } from '../../engine/endedLinks.ts';
import type { Restoring, Returned } from '../../engine/kind.ts';
import { grantableAmong } from './grants.ts';
import { isOfPublisher, kindOfSubject } from './permissionEnds.ts';

/** Brings the edges back; those that the caller may not give it may know of where it administers their owner. */
export async function returnedGrants(restoring: Restoring, ended: readonly EndedLink[]): Promise<Returned> {
  const { context, transaction } = restoring;
  const all = await endedGrants(
    transaction,
    ended.map(({ urn }) => urn),
  );
  const grants = await withLivingEnds(restoring, all, (grant) => ({
    link: { tenant: grant.tenant, urn: grant.urn, field: '', target: grant.objectUrn, position: null },
    ends: [
      { kind: kindOfScope(context.contract, grant.objectScope), urn: grant.objectUrn },
      { kind: kindOfSubject(context.contract, grant.subjectScope), urn: grant.subjectUrn },
    ],
  }));
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

async function administered({ context, transaction }: Restoring, grants: readonly EndedGrant[]): Promise<string[]> {
  const company = resourceOf(context.contract, 'Company');
  const known: string[] = [];
  for (const [owner, some] of groupBy(grants, (grant) => grant.owner)) {
    if (await holds(transaction, context.viewer, { resource: company, urn: owner }, 'ADMIN'))
      known.push(...some.map(({ urn }) => urn));
  }
  return known;
}
