// What the caller's inbox holds, as figures. Resource reference 6.6.
import { inboxState, type InboxState } from '../database/inboxStore.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Context } from './context.ts';

/** The figures of the caller's own inbox. NOT_FOUND for a caller without an identity. */
export function readInboxState(context: Context): Promise<InboxState> {
  const { identityUrn } = context.viewer;
  if (!identityUrn) return Promise.reject(new ServiceError('NOT_FOUND', 'The caller has no identity and no inbox.'));
  return inboxState(context.database, identityUrn);
}
