// Notifications of threads: kept by the service, marked by the identity they are for. Resource reference 6.5.
import { placeBeforeNewest, postUpTo, readPosition } from '../../database/community/notificationStore.ts';
import { unreadBeyond } from '../../database/community/unreadStore.ts';
import { lockThreadOf, placeOfPost, threadState } from '../../database/community/threadStore.ts';
import { forbidden, invalid } from '../../domain/errors.ts';
import type { Row } from '../../database/engine/row.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';

/** Lets an identity mark its own notifications, and recounts what is unread then. */
export const messageThreadNotificationKind: Kind<'MessageThreadNotification'> = {
  // A mark that goes back counts posts that it lay beyond: what is being written of them takes no lock on a notification that has
  // read them.
  async lock({ transaction, operation, urn, values }) {
    const { lastReadPost, notificationCount } = values;
    const mayGoBack = lastReadPost !== undefined || (notificationCount ?? 0) > 0;
    if (operation === 'UPDATE' && mayGoBack) await lockThreadOf(transaction, urn);
    return undefined;
  },

  async prepare(step) {
    const { lastReadPost } = step.values;
    if (typeof lastReadPost !== 'string' || lastReadPost === step.before?.lastReadPost) return;
    const place = await placeOfPost(step.transaction, lastReadPost);
    if (place?.thread === step.before?.messageThread) return;
    const message = 'There is no such post in this thread.';
    step.violations.push({ path: '/lastReadPost', code: 'INVALID_REFERENCE', message, related: [lastReadPost] });
  },

  async decide(step) {
    const { before } = step;
    if (!before) return;
    if (before.identity !== step.context.viewer.identityUrn) {
      throw forbidden('Only the identity itself marks what it has read.');
    }
    if (step.operation === 'UPDATE') await mark(step, before);
  },
};

// A body that was read earlier carries both; whichever differs from the stored state is the requested change.
async function mark(
  step: WriteContext<'MessageThreadNotification'>,
  before: Row<'MessageThreadNotification'>,
): Promise<void> {
  const { transaction, values } = step;
  const thread = String(before.messageThread);
  const identity = String(before.identity);
  const isCount = values.notificationCount !== undefined && values.notificationCount !== before.notificationCount;
  const isPost = values.lastReadPost !== undefined && values.lastReadPost !== before.lastReadPost;
  const isLevel = values.level !== undefined && values.level !== before.level;
  if (isCount && isPost) {
    const message = 'Give notificationCount or lastReadPost, not both.';
    throw invalid([{ path: '/lastReadPost', code: 'NOT_ALLOWED_TOGETHER', message }]);
  }
  if (!isCount && !isPost && !isLevel) return;
  const position = isPost
    ? await placeOf(step, values.lastReadPost)
    : isCount
      ? await placeFor(step, thread, identity, Number(values.notificationCount))
      : await readPosition(transaction, step.urn);
  const level = values.level ?? before.level;
  const unread = await unreadBeyond(transaction, thread, identity, { position, level });
  values.notificationCount = unread.notificationCount;
  values.mentionCount = unread.mentionCount;
  values.firstUnreadPost = unread.firstUnreadPost;
  if (isCount) values.lastReadPost = await postUpTo(transaction, thread, position);
  step.hidden['notified_count'] = unread.notifiedCount;
  step.hidden['last_read_position'] = position;
  step.hidden['counted_change'] = unread.countedChange;
}

async function placeOf(step: WriteContext<'MessageThreadNotification'>, post: unknown): Promise<string> {
  return typeof post === 'string' ? ((await placeOfPost(step.transaction, post))?.position ?? '0') : '0';
}

async function placeFor(
  step: WriteContext<'MessageThreadNotification'>,
  thread: string,
  identity: string,
  count: number,
): Promise<string> {
  if (count > 0) return placeBeforeNewest(step.transaction, thread, identity, count);
  return (await threadState(step.transaction, thread))?.lastPosition ?? '0';
}
