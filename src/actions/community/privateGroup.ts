// The private group behind a stand-alone chat, created in the transaction of the chat: hidden, by invitation, moderated by
// the identity that started it. The user of a browser client gets an anonymous identity to speak as.
// Spec: Message Thread; resource reference 6.3, decision 16.
import { resourceOf } from '../../contract/resource.ts';
import { databaseNow, insertRows } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { forbidden } from '../../domain/errors.ts';
import { newUrn } from '../../domain/urn.ts';
import { announceChanges, type Change, created } from '../../engine/announcements.ts';
import { requireCaller, holds } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** Whether the caller is a browser client: its user is not the client's own identity, and is unknown. */
export async function isSession({ viewer, loaders }: Pick<Context, 'viewer' | 'loaders'>): Promise<boolean> {
  return viewer.clientUrn !== null && (await loaders.byUrn('ApiClient', viewer.clientUrn))?.type === 'BROWSER';
}

/** Rows of one company being made together. */
export interface Beginning {
  readonly context: Context;
  readonly transaction: Transaction;
  readonly owner: string;
  readonly now: string;
  readonly changes: Change[];
}

/** Makes the group under that urn. The caller needs COMMENT on its company. */
export async function makePrivateGroup(context: Context, transaction: Transaction, group: string): Promise<void> {
  requireCaller(context.viewer);
  const owner = String(context.viewer.companyUrn);
  await requireComment(context, transaction, owner);
  const beginning = { context, transaction, owner, now: await databaseNow(transaction), changes: [] };
  const isOfSession = await isSession(context);
  const own = isOfSession ? null : context.viewer.identityUrn;
  const identity = own ?? (await makeAnonymous(beginning));
  const values = { owner, name: 'Chat', joinPolicy: 'INVITE_ONLY', visibility: 'MEMBERS' };
  await insertNew(beginning, 'Group', values, { urn: group, hidden: { is_chat: true } });
  const row = foundingMembership(beginning.now, { group, identity }, 'BY_MEMBER_WITH_CONSENT');
  await insertNew(beginning, 'GroupMembership', row, { hidden: { owner_agreed: true } });
  if (isOfSession) await letClient(beginning, 'GROUP', group, 'COMMENT');
  await announceChanges({ context, transaction, now: beginning.now }, beginning.changes);
}

/** Lets a browser client take part in the chat it has begun; other callers are members of its group themselves. */
export async function letClientChat(context: Context, transaction: Transaction, thread: string): Promise<void> {
  if (!(await isSession(context))) return;
  const owner = String(context.viewer.companyUrn);
  const beginning = { context, transaction, owner, now: await databaseNow(transaction), changes: [] };
  await letClient(beginning, 'MESSAGE_THREAD', thread, 'COMMENT');
  await announceChanges({ context, transaction, now: beginning.now }, beginning.changes);
}

async function requireComment(context: Context, transaction: Transaction, owner: string): Promise<void> {
  const company = { resource: context.contract.kinds.Company, urn: owner };
  const mayComment = await holds(transaction, context.viewer, company, 'COMMENT');
  if (!mayComment) throw forbidden('The label COMMENT is needed to begin a chat.');
}

async function makeAnonymous(beginning: Beginning): Promise<string> {
  const urn = await insertNew(beginning, 'Identity', { owner: beginning.owner, type: 'ANONYMOUS' });
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
    grantedBy: { urn: null, type: 'SYSTEM', name: null },
  };
  await insertNew(beginning, 'Permission', edge);
}

/**
 * Inserts a row with the first version, and adds its change to those to be announced. Returns its urn.
 * @param own its urn where it is known already, and columns that no field states
 */
export async function insertNew(
  { context, transaction, owner, now, changes }: Beginning,
  kind: string,
  values: Readonly<Record<string, unknown>>,
  { urn = newUrn(), hidden = {} }: { readonly urn?: string; readonly hidden?: Readonly<Record<string, unknown>> } = {},
): Promise<string> {
  const resource = resourceOf(context.contract, kind);
  await insertRows(transaction, resource, [{ urn, owner, values, hidden, timestamp: now }]);
  changes.push(created(resource, { urn, owner, version: '1' }));
  return urn;
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
