// Where the list of webhook triggers begins for callers to whom few are shown: at the companies on which they hold a label, and
// at the objects that they may know of by an edge, by a membership or as their own. It visits the triggers of those, and not
// the log. Which of them are shown is decided by the predicate of visibility.ts. Resource reference 7.2, 9.2.
import { scopeOf, targetOf, type Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import { companiesWith, coversTenant, effectiveLabels } from '../../domain/heldLabels.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { Parameters } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { bearsSql } from './edges.ts';
import { ownWrites, selfWays } from './selfAccess.ts';
import { looksAtEveryKind } from './visibility.ts';

/** Who may know of more objects than these is shown much of the log, which is then read in its order. */
const mostObjects = 2_000;

/** Which triggers `t` are read, with the conditions that an index may serve, in which order, and how many at most. */
interface TriggersWanted {
  readonly shown: string;
  readonly condition: string;
  readonly order: string;
  readonly limit: string;
}

/**
 * A relation, for a FROM clause, in which every trigger `t` that the scope holds is found once, the first ones at least. Null
 * for other kinds, and for callers who read all companies of their tenant.
 */
export function knownTriggers(
  resource: Resource,
  { viewer, label }: AccessScope,
  p: Parameters,
): ((wanted: TriggersWanted) => string) | null {
  if (!looksAtEveryKind(resource) || label !== resource.labels.read || viewer.kind !== 'CLIENT') return null;
  const labels = effectiveLabels(viewer, label);
  const held = companiesWith(viewer, labels);
  if (labels.length === 0 || coversTenant(viewer, held)) return null;
  const companies = p.add(held, 'uuid[]');
  const many = `(SELECT count(*) > ${String(mostObjects)} FROM targets)`;
  const limit = String(mostObjects + 1);
  const beginnings =
    `(WITH objects AS MATERIALIZED (${objectsSql(resource, { viewer, labels, companies }, p)} LIMIT ${limit}),` +
    ` targets AS MATERIALIZED (${targetsSql(resource)} LIMIT ${limit})` +
    ` SELECT NULL::uuid AS owner, array_agg(DISTINCT urn) AS targets FROM targets HAVING count(*) <= ${String(mostObjects)}` +
    ` UNION ALL SELECT c.urn, NULL FROM unnest(${companies}) AS c(urn) WHERE NOT ${many}` +
    ` UNION ALL SELECT NULL, NULL WHERE ${many}) one`;
  const log = `${quote(resource.table)} t WHERE`;
  return ({ shown, condition, order, limit: most }) => {
    const some = `SELECT t.* FROM ${log} t."target_urn" = known.urn AND t."owner" <> ALL(${companies}) AND ${condition} OFFSET 0`;
    const all = [
      // OFFSET 0 keeps it a look-up for each target.
      `unnest(one.targets) AS known(urn) CROSS JOIN LATERAL (${some}) t`,
      `${log} one.owner IS NOT NULL AND t."owner" = one.owner AND ${condition}`,
      `${log} one.owner IS NULL AND one.targets IS NULL AND ${condition}`,
    ].map((from) => `(SELECT t.* FROM ${from} ORDER BY ${order})`);
    return (
      `${beginnings} CROSS JOIN LATERAL (SELECT t.* FROM (${all.join(' UNION ALL ')}) t` +
      ` WHERE ${shown} ORDER BY ${order} LIMIT ${most}) t`
    );
  };
}

interface Known {
  readonly viewer: Viewer;
  readonly labels: readonly string[];
  /** Those on which the viewer holds a label, as SQL. */
  readonly companies: string;
}

// Objects that are known of themselves, each with its scope, and whether it is administered.
function objectsSql({ contract, table }: Resource, { viewer, labels, companies }: Known, p: Parameters): string {
  const administering = p.add(effectiveLabels(viewer, contract.kinds.Permission.labels.read), 'text[]');
  const edges =
    `SELECT g."object_urn" AS urn, g."object_scope" AS scope, g."label" = ANY(${administering}) AS administered` +
    ` FROM "permission" g WHERE ${bearsSql(viewer, labels, p)}`;
  const own = contract.resources
    .filter(({ name, subject }) => subject !== null && ownWrites.has(name))
    .flatMap((kind) =>
      selfWays(kind, 'o', viewer, p).map(
        (way) => `SELECT o."urn", '${scopeOf(kind)}', false FROM ${quote(kind.table)} o WHERE ${way}`,
      ),
    );
  return [
    `${edges} AND g."deleted_timestamp" IS NULL`,
    // Those that fell together with their object are among them.
    `${edges} AND g."deleted_timestamp" IS NOT NULL`,
    // A company's triggers belong to the root of its tree.
    `SELECT c.urn, 'COMPANY', false FROM unnest(${companies}) AS c(urn)`,
    // What was handed over left its older triggers with its former owner.
    `SELECT m."target_urn", m."subject", false FROM ${quote(table)} m WHERE m."owner" = ANY(${companies}) AND 'owner' = ANY(m."changed_fields")`,
    `SELECT m."group", 'GROUP', false FROM "group_membership" m WHERE m."identity" = ${p.add(viewer.identityUrn, 'uuid')}`,
    ...own,
    ...(viewer.tenantCompanies === 0
      ? []
      : [
          `SELECT v."urn", NULL, false FROM "group" v WHERE v."tenant" = ${p.add(viewer.tenantUrn, 'uuid')} AND v."visibility" = 'PUBLIC'`,
        ]),
  ].join(' UNION ALL ');
}

// These, what lives in them or in what does, the edges on them, and the deleted companies below them.
function targetsSql({ contract }: Resource): string {
  const where = (kind: Resource, column: string, object: string, join = ''): string =>
    `SELECT x."urn" FROM ${quote(kind.table)} x${join} WHERE ${column} IN (SELECT urn FROM objects WHERE ${object})`;
  const inside = contract.resources.flatMap((kind) => {
    if (kind.subject === null || !kind.container) return [];
    const parent = targetOf(kind.container);
    const link = `x.${quote(kind.container.column)}`;
    const direct = where(kind, link, `scope = '${scopeOf(parent)}'`);
    if (!parent.container) return [direct];
    const above = `scope = '${scopeOf(targetOf(parent.container))}'`;
    const join = ` JOIN ${quote(parent.table)} c ON c."urn" = ${link}`;
    return [direct, where(kind, `c.${quote(parent.container.column)}`, above, join)];
  });
  const edges = where(contract.kinds.Permission, 'x."object_urn"', 'administered');
  return [
    'SELECT urn FROM objects',
    // Kinds that share a table are one.
    ...new Set(inside),
    `${edges} AND x."deleted_timestamp" IS NULL`,
    `${edges} AND x."deleted_timestamp" IS NOT NULL`,
    `${where(contract.kinds.Company, 'x."parent_company"', `scope = 'COMPANY'`)} AND x."deleted_timestamp" IS NOT NULL`,
  ].join(' UNION ALL ');
}
