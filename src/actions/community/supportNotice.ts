// Notifies the people who run a company of what the service did on its own: a post in the SUPPORT thread that it keeps for
// the company, which reaches their inboxes like any other post. Part of the transaction of what it reports. Resource reference
// 6.5, 9.5.
import { resourceOf } from '../../contract/resource.ts';
import { databaseNow, insertRows } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import {
  keepSupportThread,
  lockSupportThread,
  newAdministrators,
  type SupportThread,
} from '../../database/community/supportStore.ts';
import { lockThread, takePosition } from '../../database/community/threadStore.ts';
import { newUrn } from '../../domain/urn.ts';
import { announceChanges, type Change } from '../../engine/announcements.ts';
import type { Context, Services } from '../../engine/context.ts';
import { contextOf } from '../../engine/contextOf.ts';
import { systemViewer } from '../../domain/viewer.ts';
import { foundingMembership } from './privateGroup.ts';
import { notifyOfPost } from './threadNotices.ts';

interface Notice {
  readonly context: Context;
  readonly transaction: Transaction;
  readonly owner: string;
  readonly now: string;
  readonly changes: Change[];
}

/** Posts the text (1 to 1024 characters) to the company. Readable by those who run the company, and by those they admit. */
export async function postSupportNotice(
  services: Services,
  transaction: Transaction,
  owner: string,
  content: string,
): Promise<void> {
  const known = await lockSupportThread(transaction, owner);
  const context = contextOf(services, systemViewer);
  const notice: Notice = { context, transaction, owner, now: await databaseNow(transaction), changes: [] };
  const place = known ?? (await makeThread(notice));
  for (const identity of await newAdministrators(transaction, owner, place.group)) {
    const row = foundingMembership(notice.now, { group: place.group, identity }, 'BY_OWNER_WITHOUT_CONSENT');
    await insert(notice, 'GroupMembership', row, { owner_agreed: true });
  }
  await lockThread(transaction, place.thread);
  const { thread, group, author } = place;
  const position = await takePosition(transaction, thread);
  const values = { messageThread: thread, authorIdentity: author, content, isDeleted: false };
  const post = await insert(notice, 'ThreadPost', values, { position });
  await announceChanges({ context, transaction, now: notice.now }, notice.changes);
  const posted = { thread, group, post, position, author, mentions: [], answered: null, timestamp: notice.now };
  await notifyOfPost(notice, posted);
}

async function makeThread(telling: Notice): Promise<SupportThread> {
  const { transaction, owner } = telling;
  const author = await insert(telling, 'Identity', { owner, type: 'SERVICE', name: 'Service notices' });
  const group = await insert(telling, 'Group', {
    owner,
    name: 'Support',
    description: 'Those who are notified of what the service did on its own.',
    joinPolicy: 'INVITE_ONLY',
    visibility: 'MEMBERS',
  });
  const about = { group, purpose: 'SUPPORT', name: 'Service notices', isClosed: false };
  const made = { author, group, thread: await insert(telling, 'MessageThread', about) };
  await keepSupportThread(transaction, owner, made);
  return made;
}

async function insert(
  { context, transaction, owner, now, changes }: Notice,
  kind: string,
  values: Record<string, unknown>,
  hidden: Record<string, unknown> = {},
): Promise<string> {
  const resource = resourceOf(context.contract, kind);
  const urn = newUrn();
  await insertRows(transaction, resource, [{ urn, owner, values, hidden, timestamp: now }]);
  changes.push({ resource, event: 'CREATE', urn, owner, version: '1', changedFields: [], containerUrn: null });
  return urn;
}
