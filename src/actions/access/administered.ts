// What the lists for administrators share: whose rows they hold.
import { companiesWith, effectiveLabels } from '../../domain/heldLabels.ts';
import { forbidden } from '../../domain/errors.ts';
import type { Context } from '../../engine/context.ts';
import { requireCaller } from '../../engine/authorize.ts';

/** The companies that the caller administers; FORBIDDEN for a caller who holds ADMIN on none. */
export function administeredCompanies({ viewer }: Pick<Context, 'viewer'>, what: string): readonly string[] {
  requireCaller(viewer);
  const companies = companiesWith(viewer, effectiveLabels(viewer, 'ADMIN'));
  const within = viewer.onlyCompanies && new Set(viewer.onlyCompanies);
  const readable = within ? companies.filter((urn) => within.has(urn)) : companies;
  if (readable.length === 0) throw forbidden(`Reading ${what} needs ADMIN on a company.`);
  return readable;
}
