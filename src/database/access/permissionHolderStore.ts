// Who may hold a label on an object: every API client and person that an edge on the object, on what it lives in or on a
// company above leads to, by roles, groups and companies. Resource reference 7.2.
import type { ObjectFacts } from '../../domain/permission.ts';
import type { ViewerSubject } from '../../domain/viewer.ts';
import { edgeHolds } from '../engine/edges.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** API clients and persons after `after`, by urn, at most `limit`; the decision about each is made elsewhere. */
export async function possibleHolders(
  executor: Executor,
  object: ObjectFacts,
  labels: readonly string[],
  page: { readonly after: string | null; readonly limit: number },
): Promise<ViewerSubject[]> {
  const p = new Parameters();
  const urns = p.add([...object.chain.map((o) => o.urn), ...object.companies], 'uuid[]');
  const companies = p.add(object.companies, 'uuid[]');
  const groups = p.add(
    object.chain.filter((o) => o.scope === 'GROUP').map((o) => o.urn),
    'uuid[]',
  );
  const after = p.add(page.after, 'uuid');
  const holding = edgeHolds('g', null, p);
  const text =
    `WITH RECURSIVE reach AS (SELECT g."subject_scope" AS scope, g."subject_urn" AS urn FROM "permission" g` +
    ` WHERE g."object_urn" = ANY(${urns}) AND g."label" = ANY(${p.add(labels, 'text[]')}) AND ${holding}` +
    // What lives in a group is read by its members, as the kind decides.
    ` UNION SELECT 'GROUP', urn FROM unnest(${groups}) AS u(urn)` +
    ` UNION SELECT g."subject_scope", g."subject_urn" FROM "permission" g JOIN reach r ON g."object_urn" = r.urn` +
    ` AND g."object_scope" = r.scope WHERE r.scope IN ('ROLE', 'GROUP') AND g."label" = 'MEMBER' AND ${holding}),` +
    ` person AS (SELECT urn FROM reach WHERE scope = 'IDENTITY'` +
    ` UNION SELECT m."identity" FROM "group_membership" m JOIN reach r ON r.urn = m."group" AND r.scope = 'GROUP'` +
    ` WHERE m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL` +
    ` UNION SELECT l."from_urn" FROM "link" l JOIN reach r ON r.urn = l."to_urn" AND r.scope = 'COMPANY'` +
    ` WHERE l."field" = 'Identity.companies'),` +
    ` found AS (SELECT 'API_CLIENT' AS scope, urn FROM reach WHERE scope = 'API_CLIENT' UNION SELECT 'IDENTITY', urn FROM person` +
    ` UNION SELECT 'API_CLIENT', c."urn" FROM "api_client" c JOIN person i ON i.urn = c."identity"` +
    ` UNION SELECT 'API_CLIENT', c."urn" FROM "api_client" c JOIN reach r ON r.urn = c."owner" AND r.scope = 'COMPANY'` +
    ` UNION SELECT 'API_CLIENT', c."urn" FROM "api_client" c WHERE c."access_level" = 'COMPANY' AND c."owner" = ANY(${companies}))` +
    ` SELECT scope, urn FROM found WHERE ${after} IS NULL OR urn > ${after} ORDER BY urn LIMIT ${p.add(page.limit, 'int')}`;
  return rowsOf<{ scope: string; urn: string }>(executor, prepared(text, p));
}
