// Under which name the work on images of a caller waits for its turn.
import type { ImageCaller } from '../../files/imageWork.ts';
import type { Context } from '../../engine/context.ts';

/** The caller: its client, else its person, else the address that it has; and the tenant whose image it is. */
export function imageCallerOf({ viewer, address }: Pick<Context, 'viewer' | 'address'>, tenant: string): ImageCaller {
  return { caller: viewer.clientUrn ?? viewer.identityUrn ?? address, tenant };
}
