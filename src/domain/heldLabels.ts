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

/**
 * Companies on which one of the labels is held as a whole, with everything they own. Put together once for each viewer: a tenant
 * may have ten thousand, and a statement asks for them many times.
 */
export function companiesWith(viewer: Viewer, labels: readonly string[]): readonly string[] {
  const known = kept.get(viewer) ?? new Map<string, readonly string[]>();
  kept.set(viewer, known);
  const key = labels.join(' ');
  const before = known.get(key);
  if (before) return before;
  // Being administrator gives what ADMIN gives: not MEMBER, and no label of an application's own.
  const held = new Set(labels.includes('ADMIN') ? viewer.adminCompanies : []);
  for (const label of labels) for (const urn of viewer.companiesByLabel.get(label) ?? []) held.add(urn);
  const all = Object.freeze([...held]);
  known.set(key, all);
  return all;
}

// By viewer and labels.
const kept = new WeakMap<Viewer, Map<string, readonly string[]>>();

/** Whether the viewer sees the drafts of everything it can read: READ_DRAFT is held on every company of its tenant. */
export function seesEveryDraft(viewer: Viewer): boolean {
  if (viewer.kind !== 'CLIENT') return viewer.kind === 'SYSTEM';
  return coversTenant(viewer, companiesWith(viewer, effectiveLabels(viewer, 'READ_DRAFT')));
}

/**
 * Whether the companies are all of the viewer's tenant, and its token is narrowed to none of them.
 * @param companies some of `companiesWith`: living companies of the tenant, each once
 */
export function coversTenant({ tenantCompanies, onlyCompanies }: Viewer, companies: readonly string[]): boolean {
  return tenantCompanies > 0 && onlyCompanies === null && companies.length === tenantCompanies;
}

/** Whether the root of the viewer's tenant is among the companies, and its token is narrowed to none: every row of the tenant is held then. */
export function holdsTenant(viewer: Viewer, companies: readonly string[]): boolean {
  return viewer.onlyCompanies === null && viewer.tenantUrn !== null && companies.includes(viewer.tenantUrn);
}
