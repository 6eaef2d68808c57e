// Notifies the people who run a company of what the service did on its own: a post in the SUPPORT thread that it keeps for
// the company, which reaches their inboxes like any other post. Part of the transaction of what it reports. Resource reference
// 6.5, 9.5.
import { databaseNow } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import {
  keepSupportThread,
  lockSupportThread,
  newAdministrators,
  type SupportThread,
} from '../../database/community/supportStore.ts';
import { lockThread, takePlaces } from '../../database/community/threadStore.ts';
import { announceChanges } from '../../engine/announcements.ts';
import type { Services } from '../../engine/context.ts';
import { contextOf } from '../../engine/contextOf.ts';
import { systemViewer } from '../../domain/viewer.ts';
import { foundingMembership, insertNew, type Beginning } from './privateGroup.ts';
import { notifyOfPost } from './threadNotices.ts';

/** Posts the text (1 to 1024 characters) to the company. Readable by those who run the company, and by those they admit. */
export async function postSupportNotice(
  services: Services,
  transaction: Transaction,
  owner: string,
  content: string,
): Promise<void> {
  const known = await lockSupportThread(transaction, owner);
  const context = contextOf(services, systemViewer);
  const notice: Beginning = { context, transaction, owner, now: await databaseNow(transaction), changes: [] };
  const place = known ?? (await makeThread(notice));
  for (const identity of await newAdministrators(transaction, owner, place.group)) {
    const row = foundingMembership(notice.now, { group: place.group, identity }, 'BY_OWNER_WITHOUT_CONSENT');
    await insertNew(notice, 'GroupMembership', row, { hidden: { owner_agreed: true } });
  }
  await lockThread(transaction, place.thread);
  const { thread, group, author } = place;
  const taken = await takePlaces(transaction, thread);
  if (!taken) throw new Error(`The support thread ${thread} is gone`);
  const { position } = taken;
  const values = { messageThread: thread, authorIdentity: author, content, isDeleted: false };
  const post = await insertNew(notice, 'ThreadPost', values, { hidden: { position } });
  await announceChanges({ context, transaction, now: notice.now }, notice.changes);
  const posted = {
    thread,
    group,
    post,
    position,
    author,
    mentions: [],
    answered: null,
    timestamp: notice.now,
  };
  await notifyOfPost(notice, posted, taken);
}

async function makeThread(notice: Beginning): Promise<SupportThread> {
  const { transaction, owner } = notice;
  const author = await insertNew(notice, 'Identity', { owner, type: 'SERVICE', name: 'Service notices' });
  const group = await insertNew(notice, 'Group', {
    owner,
    name: 'Support',
    description: 'Those who are notified of what the service did on its own.',
    joinPolicy: 'INVITE_ONLY',
    visibility: 'MEMBERS',
  });
  const about = { group, purpose: 'SUPPORT', name: 'Service notices', isClosed: false };
  const made = { author, group, thread: await insertNew(notice, 'MessageThread', about) };
  await keepSupportThread(transaction, owner, made);
  return made;
}
