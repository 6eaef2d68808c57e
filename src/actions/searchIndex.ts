// Keeps the search index in step with every change: what a transaction announces is indexed once, at its end and within
// it, so that a search finds exactly what was committed. Called by announceChanges alone.
import type { Resource } from '../contract/resource.ts';
import type { Transaction } from '../database/database.ts';
import { membershipsNaming, reindex } from '../database/searchIndexStore.ts';
import { searchSourceOf } from '../database/searchSource.ts';

/** A change as the index sees it. */
export interface IndexedChange {
  readonly resource: Resource;
  readonly event: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly urn: string;
  readonly changedFields: readonly string[];
  readonly containerUrn: string | null;
}

type Noted = Map<string, Set<string>>;

// From the first change of a transaction to its end; forgotten with it.
const notedBy = new WeakMap<Transaction, Noted>();

/** Notes the changes; their documents are written just before the transaction is committed. */
export function noteForSearch(transaction: Transaction, changes: readonly IndexedChange[]): void {
  for (const change of changes) {
    if (change.resource.isItem) note(transaction, 'Entity', change.containerUrn);
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
  for (const [kind, urns] of noted) await reindex(transaction, kind, [...urns].sort());
}
