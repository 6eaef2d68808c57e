// The private group behind a stand-alone chat, created in the transaction of the chat: hidden, by invitation, moderated by
// the identity that started it. The user of a browser client gets an anonymous identity to speak as.
// Spec: Message Thread; resource reference 6.3, decision 16.
import { resourceOf } from '../../contract/resource.ts';
import { databaseNow, insertRows } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { accessChecks } from '../../database/engine/accessCheckStore.ts';
import { forbidden, ServiceError } from '../../domain/errors.ts';
import { newUrn } from '../../domain/urn.ts';
import { isPerson } from '../../domain/viewer.ts';
import { announceChanges, type Change } from '../../engine/announcements.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** Whether the caller is a browser client: its user is not the client's own identity, and is unknown. */
export async function isSession({ viewer, loaders }: Pick<Context, 'viewer' | 'loaders'>): Promise<boolean> {
  if (isPerson(viewer)) return false;
  if (viewer.identityUrn === null || viewer.clientUrn === null) return true;
  return (await loaders.byUrn('ApiClient', viewer.clientUrn))?.type === 'BROWSER';
}

/** One chat being begun. */
interface Beginning {
  readonly context: Context;
  readonly transaction: Transaction;
  readonly owner: string;
  readonly now: string;
  readonly changes: Change[];
}

/** Makes the group under that urn. The caller needs COMMENT on its company. */
export async function makePrivateGroup(context: Context, transaction: Transaction, group: string): Promise<void> {
  requireCaller(context.viewer);
  const owner = context.viewer.companyUrn;
  if (owner === null) throw new ServiceError('FORBIDDEN');
  await requireComment(context, transaction, owner);
  const beginning = { context, transaction, owner, now: await databaseNow(transaction), changes: [] };
  const isOfSession = await isSession(context);
  const own = isOfSession ? null : context.viewer.identityUrn;
  const identity = own ?? (await makeAnonymous(beginning));
  await insert(beginning, {
    kind: 'Group',
    urn: group,
    values: { owner, name: 'Chat', joinPolicy: 'INVITE_ONLY', visibility: 'MEMBERS' },
    hidden: { is_chat: true },
  });
  const row = foundingMembership(beginning.now, { group, identity }, 'BY_MEMBER_WITH_CONSENT');
  await insert(beginning, { kind: 'GroupMembership', urn: newUrn(), values: row, hidden: { owner_agreed: true } });
  if (isOfSession) await letClient(beginning, 'GROUP', group, 'COMMENT');
  await announceChanges({ context, transaction, now: beginning.now }, beginning.changes);
}

/** Lets a browser client take part in the chat it has begun; other callers are members of its group themselves. */
export async function letClientChat(context: Context, transaction: Transaction, thread: string): Promise<void> {
  const owner = context.viewer.companyUrn;
  if (owner === null || !(await isSession(context))) return;
  const beginning = { context, transaction, owner, now: await databaseNow(transaction), changes: [] };
  await letClient(beginning, 'MESSAGE_THREAD', thread, 'COMMENT');
  await announceChanges({ context, transaction, now: beginning.now }, beginning.changes);
}

async function requireComment(context: Context, transaction: Transaction, owner: string): Promise<void> {
  const kind = context.contract.kinds.Company;
  const found = await accessChecks(transaction, context.viewer, { resource: kind, urns: [owner] }, 'COMMENT');
  if (found.get(owner)?.isAllowed !== true) throw forbidden('The label COMMENT is needed to begin a chat.');
}

async function makeAnonymous(beginning: Beginning): Promise<string> {
  const urn = newUrn();
  await insert(beginning, { kind: 'Identity', urn, values: { owner: beginning.owner, type: 'ANONYMOUS' }, hidden: {} });
  await letClient(beginning, 'IDENTITY', urn, 'READ');
  return urn;
}

async function letClient(beginning: Beginning, objectScope: string, object: string, label: string): Promise<void> {
  const edge = {
    owner: beginning.owner,
    subjectUrn: beginning.context.viewer.clientUrn,
    subjectScope: 'API_CLIENT',
    objectUrn: object,
    objectScope,
    label,
    grantedBy: { urn: null, type: 'SYSTEM' },
  };
  await insert(beginning, { kind: 'Permission', urn: newUrn(), values: edge, hidden: {} });
}

async function insert(
  { context, transaction, owner, now, changes }: Beginning,
  {
    kind,
    urn,
    values,
    hidden,
  }: {
    readonly kind: string;
    readonly urn: string;
    readonly values: Record<string, unknown>;
    readonly hidden: Record<string, unknown>;
  },
): Promise<void> {
  const resource = resourceOf(context.contract, kind);
  await insertRows(transaction, resource, [{ urn, owner, values, hidden, timestamp: now }]);
  changes.push({ resource, event: 'CREATE', urn, owner, version: '1', changedFields: [], containerUrn: null });
}

/** The row of a founding member, without urn and owner. `now` is the database's clock. */
export function foundingMembership(
  now: string,
  { group, identity }: { readonly group: string; readonly identity: string },
  enrollment: 'BY_MEMBER_WITH_CONSENT' | 'BY_OWNER_WITHOUT_CONSENT',
): Record<string, unknown> {
  return {
    identity,
    group,
    status: 'ACTIVE',
    statusTimestamp: now,
    statusActor: identity,
    enrollment,
    role: 'MODERATOR',
    emailNotification: 'UNSUBSCRIBED',
    smsNotification: 'UNSUBSCRIBED',
    inAppNotification: 'SUBSCRIBED',
  };
}
