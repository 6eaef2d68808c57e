// What a viewer holds as it comes, on whole companies and before any edge of a single object is looked at. Resource
// reference 7.2.
import { labelsThatGive } from './label.ts';
import type { Viewer } from './viewer.ts';

/** The labels that satisfy the required one for this viewer; empty when a narrowed token has none of them. */
export function effectiveLabels(viewer: Pick<Viewer, 'onlyLabels'>, label: string): string[] {
  const giving = labelsThatGive(label);
  const { onlyLabels } = viewer;
  return onlyLabels === null || giving.some((l) => onlyLabels.includes(l)) ? giving : [];
}

/** Companies on which one of the labels is held as a whole, with everything they own. */
export function companiesWith(viewer: Viewer, labels: readonly string[]): string[] {
  // Being administrator gives what ADMIN gives: not MEMBER, and no label of an application's own.
  const held = new Set(labels.includes('ADMIN') ? viewer.adminCompanies : []);
  for (const label of labels) for (const urn of viewer.companiesByLabel.get(label) ?? []) held.add(urn);
  return [...held];
}

/** Whether the viewer sees the drafts of everything it can read: READ_DRAFT is held on every company of its tenant. */
export function seesEveryDraft(viewer: Viewer): boolean {
  if (viewer.kind !== 'CLIENT') return viewer.kind === 'SYSTEM';
  return coversTenant(viewer, companiesWith(viewer, effectiveLabels(viewer, 'READ_DRAFT')));
}

/** Whether the companies are all of the viewer's tenant, and its token is narrowed to none of them. */
export function coversTenant(viewer: Viewer, companies: readonly string[]): boolean {
  const all = viewer.subjects.filter((s) => s.scope === 'EVERYONE');
  return all.length > 0 && viewer.onlyCompanies === null && all.every((s) => companies.includes(s.urn));
}

/** Whether the root of the viewer's tenant is among the companies, and its token is narrowed to none: every row of the tenant is held then. */
export function holdsTenant(viewer: Viewer, companies: readonly string[]): boolean {
  return viewer.onlyCompanies === null && viewer.tenantUrn !== null && companies.includes(viewer.tenantUrn);
}
