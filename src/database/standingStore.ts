// How a viewer stands to single objects: may it read them, does it hold a label on them. Asked for many at once, in one
// statement per kind. The SQL is the scope's own, so that a check and a list never disagree.
import { resourceOf, type Contract, type Resource } from '../contract/resource.ts';
import { accessScope } from '../domain/accessScope.ts';
import type { Viewer } from '../domain/viewer.ts';
import { quote } from './columns.ts';
import { holds, inScope, isDraft } from './scope.ts';
import { Parameters, prepared, type Executor } from './statement.ts';

/** Absent from the answer: the object does not exist or may not be read. */
export interface Standing {
  readonly ownerUrn: string;
  readonly isAllowed: boolean;
}

/** The standing on each object that the viewer may read; `label` is the one asked for. */
export async function standings(
  executor: Executor,
  contract: Contract,
  viewer: Viewer,
  resource: Resource,
  urns: readonly string[],
  label: string,
): Promise<Map<string, Standing>> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const draft = isDraft(resource, 't');
  const read = inScope(contract, resource, 't', accessScope(viewer, resource.labels.read), p);
  const visible = draft ? `(NOT (${draft}) OR ${holds(contract, resource, 't', viewer, 'READ_DRAFT', p)})` : 'true';
  const kind = resource.isItem ? ` AND t."kind" = '${resource.name}'` : '';
  const text =
    `SELECT t."urn", t."owner", ${holds(contract, resource, 't', viewer, label, p)} AS allowed` +
    ` FROM ${quote(resource.table)} t WHERE t."urn" = ANY(${wanted})${kind} AND ${read} AND ${visible}`;
  const rows = await executor.query(prepared(text, p));
  return new Map(
    rows.map((r) => [String(r['urn']), { ownerUrn: String(r['owner']), isAllowed: r['allowed'] === true }]),
  );
}

/** The kind of each urn that was ever given to a resource, living or not. */
export async function kindsOf(
  executor: Executor,
  contract: Contract,
  urns: readonly string[],
): Promise<Map<string, Resource>> {
  const p = new Parameters();
  const text = `SELECT "urn", "kind" FROM "resource" WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`;
  const rows = await executor.query(prepared(text, p));
  return new Map(rows.map((r) => [String(r['urn']), resourceOf(contract, String(r['kind']))]));
}

/** Whether the viewer holds the label on each of the living objects, by urn; what does not live is missing. */
export async function heldOn(
  executor: Executor,
  contract: Contract,
  viewer: Viewer,
  resource: Resource,
  urns: readonly string[],
  label: string,
): Promise<Map<string, boolean>> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const kind = resource.isItem ? ` AND t."kind" = '${resource.name}'` : '';
  const text =
    `SELECT t."urn", ${holds(contract, resource, 't', viewer, label, p)} AS allowed FROM ${quote(resource.table)} t` +
    ` WHERE t."urn" = ANY(${wanted}) AND t."deleted_timestamp" IS NULL${kind}`;
  const rows = await executor.query(prepared(text, p));
  return new Map(rows.map((row) => [String(row['urn']), row['allowed'] === true]));
}
