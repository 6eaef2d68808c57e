// Counts posts of large groups for their members, after the commit and some members at a time, so that a post takes as long as in a
// small group, and others are let in between. In the process that leads; what a process leaves behind, the next leader goes on
// with. Resource reference 6.5.
import {
  countFor,
  forgetChanges,
  membersAfter,
  nextBehind,
  type ThreadBehind,
} from '../../database/community/unreadChangeStore.ts';
import { moveLastRead, recountGuestsOf } from '../../database/community/unreadStore.ts';
import { lockThread } from '../../database/community/threadStore.ts';
import { databaseNow } from '../../database/engine/changeStore.ts';
import type { Database } from '../../database/connection/database.ts';
import { createSignal } from '../../domain/signal.ts';
import { firstUrn } from '../../domain/urn.ts';
import { systemViewer } from '../../domain/viewer.ts';
import type { Announcing } from '../../engine/announcements.ts';
import { addListeners, announceNotices } from './threadNotices.ts';

/** What counting works with. */
export interface CountParts extends Announcing {
  readonly database: Database;
  /** Whether this process counts: of all processes the one that gives events their numbers. */
  readonly isLeading: () => boolean;
  /** Called for steps that failed; they are tried again. */
  readonly report: (error: unknown) => void;
}

/** Members that are counted for in one transaction, for which writers of the thread wait. */
const membersAtOnce = 500;

/** Between two looks, in milliseconds: at the least, and with nothing that was announced. */
const shortestWait = 50;
const longestWait = 5_000;
/** The interval at which this process checks whether it leads; the check itself sends no query. */
const whileOthersCount = 250;

/** Counting that runs. */
export interface UnreadCounting {
  /** Says that something was committed. */
  wake(): void;
  stop(): Promise<void>;
}

/** Starts counting. */
export function startCountingUnread(parts: CountParts): UnreadCounting {
  const state = { isStopped: false };
  const signal = createSignal();
  const stopped = createSignal();
  const rounds = (async () => {
    while (!state.isStopped) {
      await countAll(parts, state).catch(parts.report);
      await signal.wait(parts.isLeading() ? longestWait : whileOthersCount);
      await stopped.wait(shortestWait);
    }
  })();
  return {
    wake: signal.ring,
    async stop() {
      state.isStopped = true;
      stopped.ring();
      signal.ring();
      await rounds;
    },
  };
}

async function countAll(parts: CountParts, state: { readonly isStopped: boolean }): Promise<void> {
  // One that cannot be counted keeps no other waiting.
  const failed: string[] = [];
  while (!state.isStopped && parts.isLeading()) {
    const behind = await nextBehind(parts.database, failed);
    if (behind === null) return;
    await countThread(parts, behind, state).catch((error: unknown) => {
      parts.report(error);
      failed.push(behind.thread);
    });
  }
}

// Each member is counted everything for that there is by then; at the end, all have counted what there was at the beginning.
async function countThread(
  parts: CountParts,
  behind: ThreadBehind,
  state: { readonly isStopped: boolean },
): Promise<void> {
  let after: string | null = firstUrn;
  while (after !== null) {
    if (state.isStopped) return;
    const from: string = after;
    after = await countSome(parts, behind, from);
  }
}

// Gives the member to go on after; null when there is none.
function countSome(
  { database, ...announcing }: CountParts,
  { thread, group, owner, newest }: ThreadBehind,
  after: string,
): Promise<string | null> {
  return database.transaction(async (transaction) => {
    await lockThread(transaction, thread);
    const context = { ...announcing, viewer: systemViewer };
    const step = { context, transaction, owner, now: await databaseNow(transaction) };
    const members = await membersAfter(transaction, group, after, membersAtOnce);
    await addListeners(step, { thread, group, named: [], among: members, before: null });
    await announceNotices(step, await countFor(transaction, { thread, identities: members }, step.now));
    await announceNotices(step, await moveLastRead(transaction, thread, members, step.now), ['lastReadPost']);
    if (members.length === membersAtOnce) return members.at(-1) ?? null;
    const hasChanged = await forgetChanges(transaction, thread, newest);
    if (hasChanged) await announceNotices(step, await recountGuestsOf(transaction, thread, step.now));
    return null;
  });
}
