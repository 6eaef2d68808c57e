// What the pages of sign-in show: the name of the person (resource reference 4.4), and in which origins they may be framed.
import { personName, signInCompany } from '../../database/session/signInStore.ts';
import { originsOfTenant } from '../../database/access/originStore.ts';
import type { Services } from '../../engine/context.ts';

/** What people call a person; its urn when it has no name. */
export async function personNameOf({ database }: Pick<Services, 'database'>, identityUrn: string): Promise<string> {
  return (await personName(database, identityUrn)) || identityUrn;
}

/** The exact origins, at most a hundred; none where there is no company yet. */
export async function framingOrigins({ database, signIn }: Pick<Services, 'database' | 'signIn'>): Promise<string[]> {
  const company = await signInCompany(database, signIn.companyUrn);
  return company ? originsOfTenant(database, company.tenantUrn) : [];
}
