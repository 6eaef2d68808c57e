// Posts: who speaks, to whom, in which thread, and what is left of a post that was deleted. Spec: Thread post; resource
// reference 6.3, 6.4.
import { fieldOf } from '../../contract/resource.ts';
import { linkedUrns } from '../../database/engine/changeStore.ts';
import type { Row } from '../../database/engine/row.ts';
import {
  anonymousSpeaker,
  countPosts,
  lockThread,
  lockThreadFor,
  lockThreadsOfPosts,
  placeOfPost,
  positionOf,
  readersAmong,
  postingStates,
  takePlaces,
  type TakenPlace,
} from '../../database/community/threadStore.ts';
import type { Addressed } from '../../database/community/unreadStore.ts';
import { forbidden, notFound, ServiceError } from '../../domain/errors.ts';
import { parseUrn } from '../../domain/urn.ts';
import { announceChanges, changeLocked } from '../../engine/announcements.ts';
import { accessChecks } from '../../database/engine/accessCheckStore.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { readableAmong, holds } from '../../engine/authorize.ts';
import { refusedOf, type Several } from '../../engine/setParts.ts';
import type { Context } from '../../engine/context.ts';
import { isSession } from './privateGroup.ts';
import { followRemoved, lookAtLeaving, removePosts } from './removePosts.ts';
import { moveLastReadOf, notifyOfChange, notifyOfPost, notifyOfPosts } from './threadNotices.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { storedRow } from '../../engine/readResource.ts';

/** How long an author may change a post. */
const editWindow = 24 * 3600 * 1000;

/** Puts posts in order, checks who speaks and to whom, and keeps notifications and the name of the thread. */
export const threadPostKind: Kind<'ThreadPost'> = {
  attributions: ['mentions'],

  // The document requires an author; callers that speak for themselves may omit it.
  async complete(context, input) {
    if (input['authorIdentity'] !== undefined) return { input };
    const author = (await speakerIn(context, input['messageThread'])) ?? context.viewer.identityUrn;
    return { input: { ...input, authorIdentity: author } };
  },

  async lockPlaces({ context, transaction }, threads, label) {
    const locked = new Set<string>();
    for (const thread of [...threads].sort())
      if (await lockThreadFor(transaction, context.viewer, thread, label)) locked.add(thread);
    return locked;
  },

  isAnsweredAsMade: true,

  // The posts of a thread are written one after the other, so that their places and the unread counts have no gaps.
  async lock({ transaction, urn }) {
    const thread = (await placeOfPost(transaction, urn))?.thread;
    if (typeof thread === 'string') await lockThread(transaction, thread);
    return undefined;
  },

  async prepare(step) {
    await checkReply(step);
    await checkMentions(step);
  },

  async decide(step) {
    const { before } = step;
    if (before === null) await begin(step);
    else if (step.operation === 'UPDATE') {
      requireEdit(step, before, await runsThread(step, threadOf(step)));
      await countEdit(step, before);
    } else {
      // What is left of a deleted post is no post that could be deleted again.
      if (before.isDeleted) throw notFound();
      await lookAtLeaving([step]);
      return removePosts([step]);
    }
    return undefined;
  },

  async after(step, written) {
    if (step.operation === 'RESTORE') return returned(step, written);
    const thread = threadOf(step);
    if (step.operation === 'CREATE') return posted(step, thread, written);
    if (step.operation === 'DELETE') await followRemoved([step]);
  },

  sets: {
    // Whom a post addresses may get a notification.
    takes: (operation, { replyTo, mentions }) =>
      (replyTo === undefined || (operation === 'CREATE' && replyTo === null)) &&
      (mentions === undefined || (operation === 'CREATE' && Array.isArray(mentions) && mentions.length === 0)),

    lockRows: ({ context, transaction }, { urns }, label) =>
      lockThreadsOfPosts(transaction, context.viewer, urns, label),

    decide(steps) {
      const [{ operation }] = steps;
      if (operation === 'DELETE') return lookAtLeaving(steps);
      return operation === 'CREATE' ? beginAll(steps) : editAll(steps);
    },

    remove: removePosts,

    async after(steps, written) {
      const [{ operation }] = steps;
      if (operation === 'DELETE') return followRemoved(steps);
      if (operation !== 'CREATE') return;
      const posts = written.map((post, at) => ({ post, step: steps[at] ?? steps[0] }));
      for (const [thread, own] of groupBy(posts, ({ post }) => post.messageThread)) {
        const step = own[0]?.step;
        const place = step && places.get(step);
        if (!step || !place) continue;
        const counted = own.map(({ post, step: { hidden } }) => ({
          thread,
          post: post.urn,
          position: String(hidden['position']),
          author: post.authorIdentity,
        }));
        await notifyOfPosts(step, { thread, group: place.group, timestamp: step.now }, counted);
      }
    },
  },
};

// The first post names its thread and makes the notifications of new members; of a large group each is counted by itself.
async function beginAll(steps: Several<WriteContext<'ThreadPost'>>): Promise<ReadonlySet<WriteContext>> {
  const [{ transaction }] = steps;
  const threads = groupBy(steps, threadOf);
  const states = await postingStates(transaction, [...threads.keys()]);
  const alone = await refusedOf(steps, (step) =>
    requireVoice(step, threadOf(step), String(step.values.authorIdentity)),
  );
  for (const [thread, own] of threads) {
    const state = states.get(thread);
    const isFirst = state !== undefined && (state.name === null || state.hasNewMembers);
    const some = !state || state.isClosed || state.countsLater ? own : isFirst ? own.slice(0, 1) : [];
    for (const step of some) alone.add(step);
  }
  if (alone.size > 0) return alone;
  for (const [thread, own] of threads) {
    const place = await takePlaces(transaction, thread, own.length);
    if (!place) throw notFound();
    for (const [at, step] of own.entries()) {
      step.hidden['position'] = String(BigInt(place.position) - BigInt(own.length - 1 - at));
      places.set(step, place);
    }
  }
  return alone;
}

async function editAll(steps: Several<WriteContext<'ThreadPost'>>): Promise<ReadonlySet<WriteContext>> {
  const [{ context, transaction }] = steps;
  const urns = [...new Set(steps.map(threadOf))];
  const threads = { resource: context.contract.kinds.MessageThread, urns };
  const runs = await accessChecks(transaction, context.viewer, threads, 'MANAGE');
  return refusedOf(steps, (step) => {
    if (step.before) requireEdit(step, step.before, runs.get(threadOf(step))?.isAllowed === true);
  });
}

// Unread again for everyone who had not read it; and the thread shows it again.
async function returned(step: WriteContext<'ThreadPost'>, post: Row<'ThreadPost'>): Promise<void> {
  const { transaction, now } = step;
  await lockThread(transaction, post.messageThread);
  countPosts(transaction, post.messageThread, 1, now);
  await countAs(step, post, { before: null, after: await addressedBy(step, post) });
  await moveLastReadOf(step, post.messageThread);
}

// Before the change is written: whom the post was for is read from what is stored.
async function countEdit(step: WriteContext<'ThreadPost'>, before: Row<'ThreadPost'>): Promise<void> {
  const { mentions, replyTo } = step.values;
  if (mentions === undefined && replyTo === undefined) return;
  const stored = await addressedBy(step, before);
  await countAs(step, before, {
    before: stored,
    after: {
      mentions: mentions === undefined ? stored.mentions : namedIn(mentions),
      answered: replyTo === undefined ? stored.answered : await answeredBy(step, replyTo),
    },
  });
}

async function countAs(
  step: WriteContext<'ThreadPost'>,
  { urn, messageThread: thread, authorIdentity: author }: Row<'ThreadPost'>,
  change: { readonly before: Addressed | null; readonly after: Addressed },
): Promise<void> {
  await notifyOfChange(step, { thread, post: urn, position: await positionOf(step.transaction, urn), author }, change);
}

async function addressedBy(step: WriteContext<'ThreadPost'>, post: Row<'ThreadPost'>): Promise<Addressed> {
  const { transaction, resource } = step;
  return {
    mentions: await linkedUrns(transaction, resource, fieldOf(resource, 'mentions'), post.urn),
    answered: await answeredBy(step, post.replyTo),
  };
}

const namedIn = (mentions: unknown): string[] => (Array.isArray(mentions) ? mentions.map(String) : []);

// The anonymous identity that stands for the user of a browser client in a chat.
async function speakerIn(context: Context, thread: unknown): Promise<string | null> {
  if (!(await isSession(context))) return null;
  const given = typeof thread === 'object' && thread !== null && 'urn' in thread ? thread.urn : thread;
  const urn = parseUrn(given);
  return urn ? anonymousSpeaker(context.database, urn) : null;
}

const threadOf = (step: WriteContext<'ThreadPost'>): string =>
  String(step.before?.messageThread ?? step.values.messageThread);

// A create that names no thread is refused for that, which leaves nothing to compare with.
const hasThread = (step: WriteContext<'ThreadPost'>): boolean =>
  step.before !== null || typeof step.values.messageThread === 'string';

async function checkReply(step: WriteContext<'ThreadPost'>): Promise<void> {
  const { replyTo } = step.values;
  if (typeof replyTo !== 'string' || step.before?.replyTo === replyTo || !hasThread(step)) return;
  const target = await placeOfPost(step.transaction, replyTo);
  const own = step.before ? await placeOfPost(step.transaction, step.urn) : null;
  // A post answers an earlier one: so no two can answer each other.
  const isEarlier = target !== null && (own === null || BigInt(target.position) < BigInt(own.position));
  if (target?.thread === threadOf(step) && isEarlier) return;
  const message = 'There is no such earlier post in this thread.';
  step.violations.push({ path: `${step.path}/replyTo`, code: 'INVALID_REFERENCE', message, related: [replyTo] });
}

async function checkMentions(step: WriteContext<'ThreadPost'>): Promise<void> {
  const { mentions } = step.values;
  if (!Array.isArray(mentions) || mentions.length === 0 || !hasThread(step)) return;
  const named = mentions.filter((urn) => typeof urn === 'string');
  const { context, transaction } = step;
  const kind = context.contract.kinds.Identity;
  // An identity that does not exist, or that the caller may not read, is refused with the other links.
  const known = await readableAmong(transaction, context.viewer, kind, named);
  const readers = await readersAmong(transaction, threadOf(step), known);
  for (const [at, urn] of named.entries()) {
    if (readers.has(urn) || !known.includes(urn)) continue;
    const message = 'Only who can read the thread can be mentioned.';
    const path = `${step.path}/mentions/${String(at)}`;
    step.violations.push({ path, code: 'INVALID_REFERENCE', message, related: [urn] });
  }
}

// From `decide` to `after` of one write; forgotten with the step.
const places = new WeakMap<WriteContext<'ThreadPost'>, TakenPlace>();

async function begin(step: WriteContext<'ThreadPost'>): Promise<void> {
  const thread = threadOf(step);
  const place = await takePlaces(step.transaction, thread);
  if (!place) throw notFound();
  if (place.isClosed) throw new ServiceError('CONFLICT', 'The thread is closed and accepts no new posts.');
  await requireVoice(step, thread, String(step.values.authorIdentity));
  step.hidden['position'] = place.position;
  places.set(step, place);
}

async function requireVoice(step: WriteContext<'ThreadPost'>, thread: string, author: string): Promise<void> {
  const { identityUrn } = step.context.viewer;
  if (author === identityUrn) return;
  if (author === (await speakerIn(step.context, thread))) return;
  if (!(await runsThread(step, thread))) throw forbidden('Speaking for another identity needs MANAGE on the thread.');
}

async function runsThread({ context, transaction }: WriteContext<'ThreadPost'>, thread: string): Promise<boolean> {
  return holds(transaction, context.viewer, { resource: context.contract.kinds.MessageThread, urn: thread }, 'MANAGE');
}

function requireEdit(step: WriteContext<'ThreadPost'>, before: Row<'ThreadPost'>, runs: boolean): void {
  if (before.isDeleted) throw new ServiceError('CONFLICT', 'The post was deleted.');
  const { content } = step.values;
  if (content !== undefined && content !== before.content) step.values.editedTimestamp = step.now;
  if (runs) return;
  if (before.authorIdentity !== step.context.viewer.identityUrn) throw forbidden('A moderator may only delete posts.');
  const age = Date.parse(step.now) - Date.parse(before.createdTimestamp);
  if (age > editWindow) throw forbidden('An author may change a post for 24 hours.');
}

async function posted(step: WriteContext<'ThreadPost'>, thread: string, written: Row<'ThreadPost'>): Promise<void> {
  const place = places.get(step);
  if (!place) return;
  if (place.name === null) await nameThread(step, thread, written.content);
  const posted = {
    thread,
    group: place.group,
    post: step.urn,
    position: place.position,
    author: written.authorIdentity,
    mentions: namedIn(step.values.mentions),
    answered: await answeredBy(step, step.values.replyTo),
    timestamp: step.now,
  };
  await notifyOfPost(step, posted, place);
}

async function answeredBy(step: WriteContext<'ThreadPost'>, post: unknown): Promise<string | null> {
  if (typeof post !== 'string') return null;
  return (await storedRow(step.transaction, step.resource, post))?.authorIdentity ?? null;
}

// A thread without a name is called by the first line of its first post.
async function nameThread(step: WriteContext<'ThreadPost'>, urn: string, content: string): Promise<void> {
  const { transaction, context } = step;
  const name = content.split('\n').find((line) => line.trim() !== '');
  if (name === undefined) return;
  const row = await storedRow(transaction, context.contract.kinds.MessageThread, urn);
  if (row) await announceChanges(step, [await changeLocked(step, row, { name }, { container: row.group })]);
}
