// What a viewer holds as it comes, on whole companies and before any edge of a single object is looked at. Resource
// reference 7.2.
import { labelsThatGive } from './label.ts';
import type { Viewer } from './viewer.ts';
import { derivedList } from './viewerValues.ts';

/** The labels that satisfy the required one for this viewer; empty when a narrowed token has none of them. Without a token nothing but VIEW is had. */
export function effectiveLabels({ kind, onlyLabels }: Pick<Viewer, 'kind' | 'onlyLabels'>, label: string): string[] {
  if (kind === 'ANONYMOUS' && label !== 'VIEW') return [];
  const giving = labelsThatGive(label);
  return onlyLabels === null || giving.some((l) => onlyLabels.includes(l)) ? giving : [];
}

/** As whom the viewer holds the label that reads content: as itself and, where its token is narrowed, as everyone besides. */
export function bearersOf(viewer: Viewer, isForEveryone: boolean, label: string): readonly Viewer[] {
  const { everyone } = viewer;
  return everyone && isForEveryone && label === 'VIEW' ? [viewer, everyone] : [viewer];
}

/** Companies on which one of the labels is held as a whole, with everything they own. */
export function companiesWith(viewer: Viewer, labels: readonly string[]): readonly string[] {
  return derivedList(viewer, `with ${labels.join(' ')}`, (of) => {
    // Being administrator gives what ADMIN gives: not MEMBER, and no label of an application's own.
    const held = new Set(labels.includes('ADMIN') ? of.adminCompanies : []);
    for (const label of labels) for (const urn of of.companiesByLabel.get(label) ?? []) held.add(urn);
    return [...held];
  });
}

/** Those of them on which none of the `others` is. */
export function companiesBeside(
  viewer: Viewer,
  labels: readonly string[],
  others: readonly string[],
): readonly string[] {
  return derivedList(viewer, `with ${labels.join(' ')} beside ${others.join(' ')}`, (of) => {
    const beside = new Set(companiesWith(of, others));
    return companiesWith(of, labels).filter((urn) => !beside.has(urn));
  });
}

/** The only companies that count; null for a viewer that is narrowed to none. */
export function onlyCompaniesOf(viewer: Viewer): readonly string[] | null {
  return viewer.onlyCompanies && derivedList(viewer, 'only', ({ onlyCompanies }) => onlyCompanies ?? []);
}

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
