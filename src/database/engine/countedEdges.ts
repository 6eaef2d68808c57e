// Whether a list holds more rows than are counted, told by the edges of its reader: an edge ends with its object, so that
// edges on different objects show as many rows. Rows are looked at only where an edge does not show all that it is on.
import { scopeOf, type Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import { companiesWith, coversTenant, effectiveLabels } from '../../domain/heldLabels.ts';
import type { Parameters } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { bearsSql } from './edges.ts';
import { staysLive } from './liveRows.ts';
import { inTenant, isDraft, isShownWhatItNames } from './scope.ts';
import { hasOwnRule } from './visibility.ts';

/**
 * A number, as a subquery, that is no greater than that of the rows of the kind within the scope, and beyond `most` for nearly
 * all who hold edges on more of them. Null where edges say nothing about it.
 */
export function countedEdges(
  resource: Resource,
  { viewer, label }: AccessScope,
  most: number,
  p: Parameters,
): string | null {
  const labels = effectiveLabels(viewer, label);
  if (viewer.kind !== 'CLIENT' || viewer.onlyCompanies || label !== resource.labels.read || labels.length === 0)
    return null;
  // The edges on an edge's object show the edge; those on what was removed may outlive it.
  if (hasOwnRule(resource) || resource.name === 'Permission' || staysLive(resource, 't') !== null) return null;
  if (!isShownWhatItNames(resource, viewer) || coversTenant(viewer, companiesWith(viewer, labels))) return null;
  // Some objects bear several edges of one reader.
  const limit = String(most + Math.ceil(most / 4));
  const edges =
    `SELECT g."object_urn" FROM "permission" g WHERE g."object_scope" = '${scopeOf(resource)}' AND g."deleted_timestamp" IS NULL` +
    ` AND ${inTenant('g', viewer, p)}${bearsSql(viewer, labels, p)} LIMIT ${limit}`;
  const draft = isDraft(resource, 't');
  if (draft === null) return `(SELECT count(DISTINCT c."object_urn")::int FROM (${edges}) c)`;
  // Those that are not live are looked up in an index of nothing else. Where there are few edges the rows are counted anyway.
  const isUnseen = `EXISTS (SELECT 1 FROM ${quote(resource.table)} t WHERE t."urn" = c."object_urn" AND ${draft} AND t."deleted_timestamp" IS NULL OFFSET 0)`;
  return (
    `(SELECT CASE WHEN (SELECT count(*) FROM (${edges}) c) > ${String(most)} THEN` +
    ` (SELECT count(DISTINCT c."object_urn")::int FROM (${edges}) c WHERE NOT ${isUnseen}) ELSE 0 END)`
  );
}
