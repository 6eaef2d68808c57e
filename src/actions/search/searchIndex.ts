// Keeps the search index in step with every change. What has its words in one row is indexed at the end of the transaction and
// within it. Entities have the words of all their items: they are queued, and indexed after the commit.
import type { Transaction } from '../../database/connection/database.ts';
import { membershipsNaming, reindex } from '../../database/search/searchIndexStore.ts';
import { queueEntities } from '../../database/search/searchQueueStore.ts';
import { searchSourceOf } from '../../database/search/searchSource.ts';
import { isSearched } from '../../database/engine/searchedItems.ts';
import type { Announced } from '../../engine/announcements.ts';

type Noted = Map<string, Set<string>>;

// From the first change of a transaction to its end; forgotten with it.
const notedBy = new WeakMap<Transaction, Noted>();

/** Notes the changes; just before the transaction is committed their documents are written, or queued. */
export function noteForSearch({ transaction, changes }: Announced): void {
  for (const change of changes) {
    if (isSearched(change.resource)) note(transaction, 'Entity', change.containerUrn);
    else if (searchSourceOf(change.resource.name)) note(transaction, change.resource.name, change.urn);
    const isNaming = change.resource.name === 'Identity' || change.resource.name === 'Group';
    if (isNaming && change.event === 'UPDATE' && change.changedFields.includes('name')) {
      note(transaction, 'namesOfMemberships', change.urn);
    }
  }
}

function note(transaction: Transaction, kind: string, urn: string | null): void {
  if (urn === null) return;
  const noted = notedBy.get(transaction) ?? begin(transaction);
  const urns = noted.get(kind);
  if (urns) urns.add(urn);
  else noted.set(kind, new Set([urn]));
}

function begin(transaction: Transaction): Noted {
  const noted: Noted = new Map();
  notedBy.set(transaction, noted);
  transaction.beforeCommit(() => indexNoted(transaction, noted));
  return noted;
}

async function indexNoted(transaction: Transaction, noted: Noted): Promise<void> {
  const named = noted.get('namesOfMemberships');
  if (named) {
    const memberships = noted.get('GroupMembership') ?? new Set<string>();
    for (const urn of await membershipsNaming(transaction, [...named])) memberships.add(urn);
    noted.set('GroupMembership', memberships);
  }
  for (const [kind, urns] of noted) {
    if (kind === 'Entity') queueEntities(transaction, [...urns]);
    else reindex(transaction, kind, [...urns].sort());
  }
}
