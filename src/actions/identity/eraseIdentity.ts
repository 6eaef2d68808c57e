// Erases who a person is: names, also those that are kept with changes, contact data, outside names, memberships and grants are
// removed; what the person wrote and did stays, attributed to an identity without a name. It cannot be undone. Resource reference 4.4.
import { resourceOf } from '../../contract/resource.ts';
import { databaseNow } from '../../database/engine/changeStore.ts';
import {
  blankIdentity,
  blankParts,
  deletePersonalData,
  endDeletedParts,
  forgetNames,
  livingOf,
} from '../../database/identity/eraseStore.ts';
import { recordEnd, isOfEnded } from '../../database/identity/identityStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { actorOf } from '../../domain/actor.ts';
import { ServiceError } from '../../domain/errors.ts';
import { announceChanges, type Change, updated } from '../../engine/announcements.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context, WriteOptions } from '../../engine/context.ts';
import { lockForWrite, beginUpdate } from '../../engine/lockForWrite.ts';
import { forgetEnded } from '../../database/engine/endedLinkStore.ts';
import { inUse, removeRows } from '../../engine/removeRows.ts';
import type { Kind } from '../../engine/kind.ts';
import { readBack } from '../../engine/readResource.ts';

/** Everything that goes with the person, in the order it is announced. */
const erased = [
  'Person',
  'Email',
  'Telephone',
  'Address',
  'ClientIdentifier',
  'GroupMembership',
  'MessageThreadNotification',
  'Permission',
  'OAuthToken',
] as const;

/** The identity as it is left. Needs ADMIN on it; IN_USE while a client acts as it. */
export async function eraseIdentity(
  context: Context,
  urn: string,
  options: Pick<WriteOptions, 'expectedVersion'>,
): Promise<Row> {
  requireCaller(context.viewer);
  const identity = context.contract.kinds.Identity;
  await context.database.transaction(async (transaction) => {
    const before = await lockForWrite(
      { context, transaction, resource: identity, operation: 'UPDATE', urn },
      { ...options, label: 'ADMIN' },
    );
    const resource = context.contract.kinds.ApiClient;
    const clients = await livingOf(transaction, resource, urn);
    if (clients.length > 0) {
      const saying = (known: number): string => `${String(known)} ApiClient act as this identity.`;
      throw await inUse({ context, transaction }, { resource, urns: clients }, saying);
    }
    const now = await databaseNow(transaction);
    const step = beginUpdate({ context, transaction, now }, 'UPDATE', before);
    const gone: Change[] = [];
    for (const name of erased) {
      const kind = resourceOf(context.contract, name);
      gone.push(...(await removeRows(step, kind, await livingOf(transaction, kind, urn))));
    }
    await endDeletedParts(transaction, urn, now);
    await blankParts(transaction, urn);
    await deletePersonalData(transaction, urn);
    await forgetEnded(transaction, [urn]);
    await forgetNames(transaction, urn);
    const version = await blankIdentity(transaction, urn, now);
    await recordEnd(transaction, urn, { mergedInto: null, timestamp: now, actor: actorOf(context.viewer) });
    const lists = ['persons', 'emails', 'telephones', 'addresses', 'clientIdentifiers', 'companies'];
    const fields = ['name', 'type', 'language', 'timeZone', ...lists];
    const change = updated(identity, { urn, owner: before.$owner, version }, fields);
    await announceChanges({ context, transaction, now }, [change, ...gone]);
  });
  return readBack(context, identity, urn);
}

/** The kind, as one that lives in an identity. */
export function partOfIdentity<Name extends string>(kind: Kind<Name>): Kind<Name> {
  return {
    ...kind,
    async after(step, written) {
      const { transaction, operation, urn } = step;
      if (operation === 'RESTORE' && (await isOfEnded(transaction, urn))) {
        throw new ServiceError('CONFLICT', 'The identity was erased.');
      }
      await kind.after?.(step, written);
    },
  };
}
