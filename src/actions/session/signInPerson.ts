// The person behind a sign-in: its name for the pages. Resource reference 4.4.
import { personName } from '../../database/session/signInStore.ts';
import type { Services } from '../../engine/context.ts';

/** What people call a person; its urn when it has no name. */
export async function personNameOf({ database }: Pick<Services, 'database'>, identityUrn: string): Promise<string> {
  return (await personName(database, identityUrn)) || identityUrn;
}
