// Which web origins may show the sign-in frame: those that clients of the company people sign in to may call from.
import { originsOfTenant, signInCompany } from '../../database/session/signInStore.ts';
import type { Services } from '../../engine/context.ts';

/** The exact origins, at most a hundred; none where there is no company yet. */
export async function framingOrigins({ database, signIn }: Pick<Services, 'database' | 'signIn'>): Promise<string[]> {
  const company = await signInCompany(database, signIn.companyUrn);
  return company ? originsOfTenant(database, company.tenantUrn) : [];
}
