// Keeps the search index in step with every change, and fills in what it lacks. What is changed is queued with the change, and indexed after
// the commit. Filling runs in the background, a few rows at a time, in one process at a time; what fails is tried again, and the next
// start continues.
import { setTimeout as wait } from 'node:timers/promises';
import {
  inBackground,
  isComplete,
  isFilled,
  markFilled,
  mayFill,
  unindexed,
  countQueued,
  mostCounted,
  queueEntities,
} from '../../database/search/searchQueueStore.ts';
import { reindex } from '../../database/search/searchIndexStore.ts';
import {
  countQueuedRows,
  namingKinds,
  queuedWithChange,
  queueNamedBy,
  queuePersons,
  queueRows,
} from '../../database/search/searchRowQueue.ts';
import { searchSources, searchSourceOf } from '../../database/search/searchSource.ts';
import { firstUrn } from '../../domain/urn.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import type { Database, Transaction } from '../../database/connection/database.ts';
import { settleIndex, type Searching, type Sought } from './indexQueue.ts';
import { isSearched } from '../../database/engine/searchedItems.ts';
import type { Change, ChangeListener } from '../../engine/announcements.ts';

/** What the filling works with. */
export interface FillParts {
  readonly database: Database;
  /** Called for each step that failed, and when it is tried again. */
  readonly report: (error: unknown) => void;
}

/** Resources per transaction. */
const batch = 50;

/** How long to wait for another process that fills the index, in milliseconds. */
const whileOthersFill = 1_000;

/** How long to wait after a step that failed, in milliseconds: twice as long each time, up to the second. */
const firstPause = 1_000;
const longestPause = 300_000;

/** Starts filling; the answer ends it and waits for the transaction that is running. */
export function startFillingSearchIndex(parts: FillParts): () => Promise<void> {
  const stop = new AbortController();
  const work = fill(parts, stop.signal);
  return async () => {
    stop.abort();
    await work;
  };
}

/**
 * How far such a search of the caller sees: everything, or not yet all that is there. Waits a moment for what was just written
 * of what it looks for.
 */
export async function searchStatus(context: Searching, sought: Sought): Promise<'FULL_RESULT' | 'PARTIAL_RESULT'> {
  const isSettled = await settleIndex(context, sought);
  return isSettled && (await isFilled(context.database)) ? 'FULL_RESULT' : 'PARTIAL_RESULT';
}

/** How far the index is behind what the caller's tenant has stored. UNAUTHENTICATED without a caller. */
export async function readSearchIndex({
  database,
  viewer,
}: Pick<Context, 'database' | 'viewer'>): Promise<{ readonly isComplete: boolean; readonly waiting: number }> {
  requireCaller(viewer);
  const { tenantUrn } = viewer;
  const [isWhole, pages, rows] = await Promise.all([
    isFilled(database),
    countQueued(database, tenantUrn),
    countQueuedRows(database, tenantUrn),
  ]);
  return { isComplete: isWhole, waiting: Math.min(pages + rows, mostCounted) };
}

async function fill(parts: FillParts, signal: AbortSignal): Promise<void> {
  const { database } = parts;
  const insist = <T>(work: () => Promise<T>): Promise<T | null> => untilDone(work, parts, signal);
  if ((await insist(() => isComplete(database))) !== false) return;
  for (const { kind } of searchSources) {
    let after: string | null = firstUrn;
    while (after !== null) {
      if (signal.aborted) return;
      const from: string = after;
      const begun = performance.now();
      const next: FillStep | null = await insist(() => step(database, kind, from));
      if (!next) return;
      // As much time for everything else as was taken.
      const rest = next.isElsewhere ? whileOthersFill : next.after === null ? 0 : performance.now() - begun;
      after = next.after;
      await wait(rest, undefined, { signal }).catch(() => undefined);
    }
  }
  await insist(() => markFilled(database));
}

// What the work answered once it did; null when it was to end before. Whatever else fails is the same work a little later.
async function untilDone<T>(work: () => Promise<T>, { report }: FillParts, signal: AbortSignal): Promise<T | null> {
  for (let pause = firstPause; !signal.aborted; pause = Math.min(2 * pause, longestPause)) {
    try {
      return await work();
    } catch (error) {
      const again = `trying again in ${String(pause / 1_000)} s`;
      report(new Error(`The search index could not be filled further; ${again}`, { cause: error }));
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  return null;
}

interface FillStep {
  /** The urn to go on after; null when the kind is done. */
  readonly after: string | null;
  /** Whether another process fills the index now. */
  readonly isElsewhere: boolean;
}

function step(database: Database, kind: string, after: string): Promise<FillStep> {
  return database.transaction(async (transaction) => {
    if (!(await mayFill(transaction))) return { after, isElsewhere: true };
    const urns = await unindexed(transaction, kind, after, batch);
    await reindex(transaction, kind, urns, inBackground);
    return { after: urns.length < batch ? null : (urns.at(-1) ?? null), isElsewhere: false };
  });
}

interface Noted {
  /** Pages to be queued. */
  readonly pages: Set<string>;
  /** Pages to be queued as of drafts: nothing live of them has changed. */
  readonly drafts: Set<string>;
  /** What else is to be indexed, by its kind. */
  readonly documents: Map<string, Set<string>>;
  /** Identities and groups that have new names, by which memberships are found. */
  readonly renamed: Set<string>;
  /** Persons whose names have changed, by which identities are found. */
  readonly persons: Set<string>;
}

// From the first change of a transaction to its end; forgotten with it.
const notedBy = new WeakMap<Transaction, Noted>();

/** Notes the changes; just before the transaction is committed they are queued. */
export const noteForSearch: ChangeListener = {
  follow({ transaction, changes }) {
    const noted = notedBy.get(transaction) ?? begin(transaction);
    for (const change of changes) note(noted, change);
  },
  composed: queuedWithChange,
};

function note({ pages, drafts, documents, renamed, persons }: Noted, change: Change): void {
  const { resource, urn, containerUrn, isOfDrafts, changedFields } = change;
  if (isSearched(resource)) {
    if (containerUrn !== null) (choosesLive(change) ? pages : drafts).add(containerUrn);
  } else if (isOfDrafts === true) drafts.add(urn);
  else if (resource.name === 'Entity') pages.add(urn);
  else if (searchSourceOf(resource.name)) urnsOf(documents, resource.name).add(urn);
  if (resource.name === 'Person') persons.add(urn);
  if (resource.name === 'PersonName' && containerUrn !== null) persons.add(containerUrn);
  if (namingKinds.has(resource.name) && changedFields.includes('name')) renamed.add(urn);
}

// Every other change of an item is of a draft: what is live of a page changes with the page.
function choosesLive({ changedFields }: Change): boolean {
  return changedFields.includes('isPublished');
}

function begin(transaction: Transaction): Noted {
  const noted: Noted = {
    pages: new Set(),
    drafts: new Set(),
    documents: new Map(),
    renamed: new Set(),
    persons: new Set(),
  };
  notedBy.set(transaction, noted);
  transaction.beforeCommit(() => {
    queueNoted(transaction, noted);
    return Promise.resolve();
  });
  return noted;
}

function urnsOf(documents: Noted['documents'], kind: string): Set<string> {
  const urns = documents.get(kind) ?? new Set<string>();
  documents.set(kind, urns);
  return urns;
}

function queueNoted(transaction: Transaction, { pages, drafts, documents, renamed, persons }: Noted): void {
  if (renamed.size > 0) queueNamedBy(transaction, [...renamed]);
  if (persons.size > 0) queuePersons(transaction, [...persons]);
  for (const [kind, urns] of documents) queueRows(transaction, kind, [...urns].sort());
  queueEntities(transaction, [...pages], { isOfDrafts: false });
  queueEntities(
    transaction,
    [...drafts].filter((urn) => !pages.has(urn)),
    { isOfDrafts: true },
  );
}
