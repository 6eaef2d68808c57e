// Posts: who speaks, to whom, in which thread, and what is left of a post that was deleted. Spec: Thread post; resource
// reference 6.3, 6.4.
import { fieldOf, resourceOf } from '../../contract/resource.ts';
import { changeRow, replaceLinks } from '../../database/changeStore.ts';
import { raiseVersion } from '../../database/containerVersion.ts';
import { rowsByUrn } from '../../database/resourceStore.ts';
import type { Row } from '../../database/row.ts';
import { standings } from '../../database/standingStore.ts';
import {
  anonymousSpeaker,
  isAnswered,
  lockThread,
  placeOfPost,
  positionOf,
  readersAmong,
  takePosition,
  threadState,
} from '../../database/threadStore.ts';
import { forbidden, notFound, ServiceError } from '../../domain/errors.ts';
import { parseUrn } from '../../domain/urn.ts';
import { announceChanges, type Change } from '../announcements.ts';
import { scopeFor } from '../authorize.ts';
import type { Context } from '../context.ts';
import { isSession } from '../privateGroup.ts';
import { tellOfChange, tellOfPost } from '../threadNotices.ts';
import type { Kind, Step } from './kind.ts';

/** How long an author may change a post. */
const editWindow = 24 * 3600 * 1000;

/** Puts posts in order, checks who speaks and to whom, and keeps notifications and the name of the thread. */
export const threadPostKind: Kind = {
  // The document asks for an author; whoever speaks for itself need not say so.
  async defaults(context, input) {
    if (input['authorIdentity'] !== undefined) return { input };
    const author = (await speakerIn(context, input['messageThread'])) ?? context.viewer.identityUrn;
    return { input: author ? { ...input, authorIdentity: author } : input };
  },

  async lockFirst({ transaction, urn }) {
    const place = await placeOfPost(transaction, urn);
    if (place) await lockThread(transaction, place.thread);
  },

  async prepare(step) {
    await checkReply(step);
    await checkMentions(step);
  },

  async decide(step) {
    if (step.operation === 'CREATE') await begin(step);
    if (step.operation === 'UPDATE') await requireEdit(step);
    // What is left of a deleted post is no post that could be deleted again.
    if (step.operation === 'DELETE' && step.before?.['isDeleted'] === true) throw notFound();
  },

  async remove(step, before) {
    return (await isAnswered(step.transaction, step.urn)) ? [await empty(step, before)] : null;
  },

  async after(step, written) {
    const thread = threadOf(step);
    if (step.operation === 'CREATE') return posted(step, thread, written);
    if (step.operation === 'UPDATE' && step.values['mentions'] === undefined) return;
    await tellOfChange(step, thread, await positionOf(step.transaction, step.urn));
    const kind = resourceOf(step.context.contract, 'MessageThread');
    if (step.operation === 'DELETE') await raiseVersion(step.transaction, kind, thread, step.now);
  },

  // Unread again for whoever had not read it; and the thread shows it again.
  async restored(restoration) {
    const { context, transaction, urn, now } = restoration;
    const place = await placeOfPost(transaction, urn);
    if (!place) return;
    await lockThread(transaction, place.thread);
    await tellOfChange(restoration, place.thread, place.position);
    await raiseVersion(transaction, resourceOf(context.contract, 'MessageThread'), place.thread, now);
  },
};

// The anonymous identity that stands for the user of a browser client in a chat.
async function speakerIn(context: Context, thread: unknown): Promise<string | null> {
  if (!(await isSession(context))) return null;
  const given = typeof thread === 'object' && thread !== null && 'urn' in thread ? thread.urn : thread;
  const urn = parseUrn(given);
  return urn ? anonymousSpeaker(context.database, urn) : null;
}

const threadOf = (step: Step): string => String(step.before?.['messageThread'] ?? step.values['messageThread']);

async function checkReply(step: Step): Promise<void> {
  const { replyTo } = step.values;
  if (typeof replyTo !== 'string' || step.before?.['replyTo'] === replyTo) return;
  const target = await placeOfPost(step.transaction, replyTo);
  const own = step.before ? await placeOfPost(step.transaction, step.urn) : null;
  // A post answers an earlier one: so no two can answer each other.
  const isEarlier = target !== null && (own === null || BigInt(target.position) < BigInt(own.position));
  if (target?.thread === threadOf(step) && isEarlier) return;
  const message = 'There is no such earlier post in this thread.';
  step.violations.push({ path: `${step.path}/replyTo`, code: 'INVALID_REFERENCE', message, related: [replyTo] });
}

async function checkMentions(step: Step): Promise<void> {
  const { mentions } = step.values;
  if (!Array.isArray(mentions) || mentions.length === 0) return;
  const named = mentions.filter((urn) => typeof urn === 'string');
  const readers = await readersAmong(step.transaction, threadOf(step), named);
  for (const [at, urn] of named.entries()) {
    if (readers.has(urn)) continue;
    const message = 'Only who can read the thread can be mentioned.';
    const path = `${step.path}/mentions/${String(at)}`;
    step.violations.push({ path, code: 'INVALID_REFERENCE', message, related: [urn] });
  }
}

async function begin(step: Step): Promise<void> {
  const thread = threadOf(step);
  const state = await threadState(step.transaction, thread);
  if (!state) throw notFound();
  if (state.isClosed) throw new ServiceError('CONFLICT', 'The thread is closed: it takes no new posts.');
  await requireVoice(step, thread, String(step.values['authorIdentity']));
  step.hidden['position'] = await takePosition(step.transaction, thread);
}

async function requireVoice(step: Step, thread: string, author: string): Promise<void> {
  const { identityUrn } = step.context.viewer;
  if (author === identityUrn) return;
  if (author === (await speakerIn(step.context, thread))) return;
  if (!(await runsThread(step, thread))) throw forbidden('Speaking for another identity needs MANAGE on the thread.');
}

async function runsThread({ context, transaction }: Step, thread: string): Promise<boolean> {
  const kind = resourceOf(context.contract, 'MessageThread');
  const standing = await standings(transaction, context.contract, context.viewer, kind, [thread], 'MANAGE');
  return standing.get(thread)?.isAllowed === true;
}

async function requireEdit(step: Step): Promise<void> {
  const { before, context } = step;
  if (!before) return;
  if (before['isDeleted'] === true) throw new ServiceError('CONFLICT', 'The post was deleted.');
  const { content } = step.values;
  if (content !== undefined && content !== before['content']) step.values['editedTimestamp'] = step.now;
  if (await runsThread(step, threadOf(step))) return;
  if (before['authorIdentity'] !== context.viewer.identityUrn) throw forbidden('A moderator may only delete posts.');
  const age = Date.parse(step.now) - Date.parse(before.createdTimestamp);
  if (age > editWindow) throw forbidden('An author may change a post for 24 hours.');
}

// A post that others answered stays as an empty place for the answers; for everybody it is deleted all the same.
async function empty(step: Step, before: Row): Promise<Change> {
  const { transaction, context, resource, urn } = step;
  const version = String(BigInt(before.version) + 1n);
  const values = { content: '', isDeleted: true };
  await changeRow(transaction, resource, urn, { values, version, timestamp: step.now });
  await replaceLinks(transaction, context.contract, resource, fieldOf(resource, 'mentions'), urn, []);
  return {
    resource,
    event: 'DELETE',
    urn,
    owner: before.$owner,
    version,
    changedFields: [],
    containerUrn: String(before['messageThread']),
  };
}

async function posted(step: Step, thread: string, written: Row): Promise<void> {
  const { transaction } = step;
  const state = await threadState(transaction, thread);
  if (!state) return;
  if (state.name === null) await nameThread(step, thread, String(written['content']));
  const { replyTo, mentions } = step.values;
  await tellOfPost(step, {
    thread,
    group: state.group,
    post: step.urn,
    position: String(step.hidden['position']),
    author: String(written['authorIdentity']),
    mentions: Array.isArray(mentions) ? mentions.map(String) : [],
    answered: typeof replyTo === 'string' ? await authorOf(step, replyTo) : null,
    timestamp: step.now,
  });
}

async function authorOf(step: Step, post: string): Promise<string | null> {
  const system = scopeFor({ ...step.context.viewer, kind: 'SYSTEM' }, 'READ');
  const [row] = await rowsByUrn(step.transaction, step.context.contract, system, step.resource, [post]);
  return row ? String(row['authorIdentity']) : null;
}

// A thread without a name is called by the first line of its first post.
async function nameThread(step: Step, urn: string, content: string): Promise<void> {
  const { transaction, context } = step;
  const name = content.split('\n').find((line) => line.trim() !== '');
  if (name === undefined) return;
  const resource = resourceOf(context.contract, 'MessageThread');
  const system = scopeFor({ ...context.viewer, kind: 'SYSTEM' }, 'READ');
  const [row] = await rowsByUrn(transaction, context.contract, system, resource, [urn]);
  if (!row) return;
  const version = String(BigInt(row.version) + 1n);
  await changeRow(transaction, resource, urn, { values: { name }, version, timestamp: step.now });
  const change: Change = {
    resource,
    event: 'UPDATE',
    urn,
    owner: row.$owner,
    version,
    changedFields: ['name', 'updatedTimestamp'],
    containerUrn: String(row['group']),
  };
  await announceChanges(context, transaction, context.viewer, [change], step.now);
}
