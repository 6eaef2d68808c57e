// What the caller's inbox holds, as figures. Resource reference 6.6.
import { inboxState, type InboxState } from '../../database/community/inboxStore.ts';
import { ServiceError } from '../../domain/errors.ts';
import { readScope } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** The figures of the caller's own inbox. NOT_FOUND for a caller without an identity. */
export function readInboxState(context: Context): Promise<InboxState> {
  const { database, contract, viewer } = context;
  const { identityUrn } = viewer;
  if (!identityUrn) return Promise.reject(new ServiceError('NOT_FOUND', 'The caller has no identity and no inbox.'));
  const scope = readScope(viewer, contract.kinds.MessageThreadNotification);
  return inboxState(database, scope, identityUrn);
}
