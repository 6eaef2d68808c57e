// The permission decision in SQL: which rows a viewer may touch with a label. Every statement over resources carries
// this predicate; a store method cannot be called without the scope it is made from. Resource reference 7.2.
import type { AccessScope } from '../domain/accessScope.ts';
import { labelsThatGive } from '../domain/label.ts';
import type { Viewer } from '../domain/viewer.ts';
import { resourceOf, type Contract, type Resource } from '../contract/resource.ts';
import { quote } from './columns.ts';
import type { Parameters } from './statement.ts';

/**
 * The predicate under which rows of the kind, seen as `alias`, are within the scope. Reads of what is not live also
 * need READ_DRAFT: `draftsAllowed` tells in SQL whether the viewer has it on a row.
 */
export function inScope(
  contract: Contract,
  resource: Resource,
  alias: string,
  scope: AccessScope,
  p: Parameters,
): string {
  const alive = `${alias}."deleted_timestamp" IS NULL`;
  return `(${alive} AND ${holds(contract, resource, alias, scope.viewer, scope.label, p)})`;
}

/** Whether the viewer holds the label on the row `alias`, as a boolean SQL expression. */
export function holds(
  contract: Contract,
  resource: Resource,
  alias: string,
  viewer: Viewer,
  label: string,
  p: Parameters,
): string {
  if (viewer.kind === 'SYSTEM') return 'true';
  const labels = effectiveLabels(viewer, label);
  if (labels.length === 0) return 'false';
  const companies = companiesWith(viewer, labels);
  const owner = resource.name === 'Company' ? `${alias}."urn"` : `${alias}."owner"`;
  const byCompany = companies.length > 0 ? `${owner} = ANY(${p.add(companies, 'uuid[]')})` : null;
  const byEdge = edgeExists(objectsOf(contract, resource, alias), viewer, labels, p);
  return byCompany ? `(${byCompany} OR ${byEdge})` : byEdge;
}

/** The labels that satisfy the asked one for this viewer; empty when a narrowed token has none of them. */
function effectiveLabels(viewer: Viewer, label: string): string[] {
  const giving = labelsThatGive(label);
  if (viewer.onlyLabels === null) return giving;
  const allowed = viewer.onlyLabels;
  return giving.some((l) => allowed.includes(l)) || allowed.includes(label) ? giving : [];
}

/** Companies on which one of the labels is held as a whole, with everything they own. */
export function companiesWith(viewer: Viewer, labels: readonly string[]): string[] {
  const held = new Set(viewer.adminCompanies);
  for (const label of labels) for (const urn of viewer.companiesByLabel.get(label) ?? []) held.add(urn);
  return [...held];
}

// The object itself, its container, and that one's container. Companies are decided by `companiesWith`.
function objectsOf(contract: Contract, resource: Resource, alias: string): string[] {
  const urn = `${alias}."urn"`;
  const link = containerColumn(resource);
  if (!link || !resource.containerKind) return [urn];
  const container = `${alias}.${link}`;
  const parent = resourceOf(contract, resource.containerKind);
  const above = containerColumn(parent);
  if (!above) return [urn, container];
  return [urn, container, `(SELECT c.${above} FROM ${quote(parent.table)} c WHERE c."urn" = ${container})`];
}

function containerColumn(resource: Resource): string | null {
  const field = resource.container ? resource.fieldByName.get(resource.container) : undefined;
  return field ? quote(field.column) : null;
}

function edgeExists(objects: readonly string[], viewer: Viewer, labels: readonly string[], p: Parameters): string {
  const scopes = p.add(
    viewer.subjects.map((s) => s.scope),
    'text[]',
  );
  const urns = p.add(
    viewer.subjects.map((s) => s.urn),
    'uuid[]',
  );
  const everyone = viewer.kind === 'ANONYMOUS' ? ` OR g."subject_scope" = 'EVERYONE'` : '';
  return (
    `EXISTS (SELECT 1 FROM "permission" g WHERE g."object_urn" IN (${objects.join(', ')})` +
    ` AND g."label" = ANY(${p.add(labels, 'text[]')})` +
    ` AND ((g."subject_urn", g."subject_scope") IN (SELECT u, s FROM unnest(${urns}, ${scopes}) AS subject(u, s))${everyone})` +
    ` AND g."deleted_timestamp" IS NULL` +
    ` AND (g."from_timestamp" IS NULL OR g."from_timestamp" <= now())` +
    ` AND (g."to_timestamp" IS NULL OR g."to_timestamp" > now()))`
  );
}

/** Where a row of the kind is not live, as SQL; null for kinds that know no drafts. */
export function isDraft(resource: Resource, alias: string): string | null {
  if (resource.isItem) return `NOT ${alias}."is_published"`;
  if (resource.name === 'ImageItemFile') return `NOT ${isLiveFile(alias)}`;
  return resource.name === 'Entity' ? `${alias}."live_timestamp" IS NULL` : null;
}

// The bytes of an image are live while the live value of its item names them.
function isLiveFile(alias: string): string {
  return (
    `EXISTS (SELECT 1 FROM "item_live" l JOIN "item_value" v ON v."urn" = l."entry" WHERE l."item_urn" = ${alias}."image_item"` +
    ` AND l."until_timestamp" IS NULL` +
    ` AND '/v/v1/image/' || ${alias}."urn" IN (v."src", v."medium_src", v."large_src"))`
  );
}
