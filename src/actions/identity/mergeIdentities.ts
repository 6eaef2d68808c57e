// Makes two identities one: whatever names the one names the other from then on, in one transaction, and the one is no
// more. Histories keep who acted at the time. Resource reference 4.4.
import { resourceOf, type Field, type Resource } from '../../contract/resource.ts';
import { databaseNow } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import type { AnnouncedRow } from '../../database/engine/deletedStore.ts';
import { recordEnd } from '../../database/identity/identityStore.ts';
import {
  companiesConcerned,
  completeIdentity,
  memberOf,
  moveColumn,
  moveLinks,
  moveUnannounced,
  raiseRows,
  type Move,
} from '../../database/identity/mergeStore.ts';
import {
  joinMemberships,
  joinNotifications,
  joinVerified,
  keepPrimary,
  moveNotifications,
  mergeConflicts,
} from '../../database/identity/mergeConflictStore.ts';
import { recountAll } from '../../database/community/unreadStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { accessChecks } from '../../database/engine/accessCheckStore.ts';
import { actorOf } from '../../domain/actor.ts';
import { forbidden, invalid, ServiceError } from '../../domain/errors.ts';
import { announceChanges, type Change, updated } from '../../engine/announcements.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context, WriteOptions } from '../../engine/context.ts';
import { lockForWrite, beginUpdate } from '../../engine/lockForWrite.ts';
import type { WriteContext } from '../../engine/kind.ts';
import { forgetEnded } from '../../database/engine/endedLinkStore.ts';
import { removeRows } from '../../engine/removeRows.ts';
import { requireJoinable } from '../access/grants.ts';
import { announceNotices } from '../community/threadNotices.ts';
import { readBack } from '../../engine/readResource.ts';

/**
 * The identity that stays. Needs ADMIN on both, and on every company whose grants, groups or clients either of them has
 * a part in. Both belong to the same company.
 */
export async function mergeIdentities(
  context: Context,
  into: string,
  from: string,
  options: Pick<WriteOptions, 'expectedVersion'>,
): Promise<Row> {
  requireCaller(context.viewer);
  const identity = context.contract.kinds.Identity;
  await context.database.transaction(async (transaction) => {
    const { kept, gone } = await lockBoth(context, transaction, identity, { into, from, options });
    await requireAdministrator(context, transaction, [into, from]);
    const timestamp = await databaseNow(transaction);
    const bodies = await memberOf(transaction, [into, from]);
    await requireJoinable({ context, transaction, now: timestamp }, bodies);
    const merge = new Merge(context, transaction, { from, into, timestamp });
    await merge.run(beginUpdate({ context, transaction, now: timestamp }, 'DELETE', gone), kept);
  });
  return readBack(context, identity, into);
}

interface MergeRequest {
  readonly into: string;
  readonly from: string;
  readonly options: Pick<WriteOptions, 'expectedVersion'>;
}

// In the order of their urns, so that two merges never wait for each other. What is refused of the one that stays is said first,
// whichever is locked first.
async function lockBoth(
  context: Context,
  transaction: Transaction,
  identity: Resource,
  { into, from, options }: MergeRequest,
): Promise<{ kept: Row; gone: Row }> {
  const rows = new Map<string, Row>();
  let refused: ServiceError | null = null;
  for (const urn of [into, from].sort()) {
    const expected = urn === into ? options : { expectedVersion: null };
    try {
      const change = { context, transaction, resource: identity, operation: 'UPDATE', urn } as const;
      rows.set(urn, await lockForWrite(change, { ...expected, label: 'ADMIN' }));
    } catch (error) {
      if (urn === into || !(error instanceof ServiceError) || !decided.includes(error.code)) throw error;
      // What is to be merged is named in the body, so its absence is a broken reference.
      refused = error.code === 'NOT_FOUND' ? broken(from, 'The Identity does not exist.') : error;
    }
  }
  if (refused) throw refused;
  const [kept, gone] = [rows.get(into), rows.get(from)];
  if (!kept || !gone || into === from) throw broken(from, 'An identity cannot be merged with itself.');
  if (kept.$owner !== gone.$owner) throw broken(from, 'Both identities must belong to the same company.');
  if (kept['type'] === 'ANONYMOUS' && gone['type'] !== 'ANONYMOUS') {
    throw broken(from, 'Only an anonymous identity can be merged into an anonymous one.');
  }
  return { kept, gone };
}

/** Refusals that are decided, and leave the transaction as it is. */
const decided: readonly string[] = ['NOT_FOUND', 'FORBIDDEN'];

function broken(urn: string, message: string): ServiceError {
  return invalid([{ path: '/from', code: 'INVALID_REFERENCE', message, related: [urn] }]);
}

// The merged identity holds what both held; callers cannot grant more than they hold.
async function requireAdministrator(
  context: Context,
  transaction: Transaction,
  identities: readonly string[],
): Promise<void> {
  const { contract, viewer } = context;
  const urns = await companiesConcerned(transaction, identities);
  const held = await accessChecks(transaction, viewer, { resource: contract.kinds.Company, urns }, 'ADMIN');
  if (urns.every((urn) => held.get(urn)?.isAllowed === true)) return;
  throw forbidden('This needs ADMIN on every company that the identities hold something of.');
}

class Merge {
  private readonly context: Context;
  private readonly transaction: Transaction;
  private readonly move: Move;
  // By urn: a row that names the identity twice is announced once.
  private readonly updates = new Map<string, Change>();

  constructor(context: Context, transaction: Transaction, move: Move) {
    this.context = context;
    this.transaction = transaction;
    this.move = move;
  }

  async run(step: WriteContext, kept: Row): Promise<void> {
    const { context, transaction, move } = this;
    const deleted = await this.joinTwins(step);
    for (const resource of context.contract.resources) await this.moveKind(resource);
    await this.moveLists();
    await moveUnannounced(transaction, move);
    const identity = context.contract.kinds.Identity;
    const changed = ['name', 'language', 'timeZone'].filter(
      (name) => kept[name] === null && step.before?.[name] !== null,
    );
    const lists = ['persons', 'emails', 'telephones', 'addresses', 'clientIdentifiers', 'companies'];
    this.note(identity, [...changed, ...lists], await completeIdentity(transaction, identity, move));
    deleted.push(...(await removeRows(step, identity, [move.from])));
    await forgetEnded(transaction, [move.from]);
    const end = { mergedInto: move.into, timestamp: move.timestamp, actor: actorOf(context.viewer) };
    await recordEnd(transaction, move.from, end);
    const changes = [...this.updates.values(), ...deleted];
    await announceChanges({ context, transaction, now: move.timestamp }, changes);
    await announceNotices(step, await recountAll(transaction, move.into, move.timestamp));
  }

  // What only one of them may have.
  private async joinTwins(step: WriteContext): Promise<Change[]> {
    const { context, transaction, move } = this;
    const kind = (name: string): Resource => resourceOf(context.contract, name);
    for (const { changed, ...row } of await joinMemberships(transaction, move)) {
      this.note(kind('GroupMembership'), changed, [row]);
    }
    this.note(kind('Email'), ['isVerified', 'verifiedTimestamp'], await joinVerified(transaction, move));
    const memberships = await mergeConflicts(transaction, 'group_membership', 'group', move);
    const emails = await mergeConflicts(transaction, 'email', 'email', move);
    const notifications = await joinNotifications(transaction, move);
    const removed = [
      ...(await removeRows(step, kind('GroupMembership'), memberships)),
      ...(await removeRows(step, kind('Email'), emails)),
      ...(await removeRows(step, kind('MessageThreadNotification'), notifications)),
    ];
    for (const contact of ['Email', 'Telephone', 'Address'].map(kind)) {
      this.note(contact, ['isPrimary'], await keepPrimary(transaction, contact.table, move));
    }
    return removed;
  }

  private async moveKind(resource: Resource): Promise<void> {
    const { transaction, move } = this;
    if (resource.name === 'MessageThreadNotification') {
      this.note(resource, ['identity'], await moveNotifications(transaction, move));
      return;
    }
    for (const field of resource.fields) {
      if (field.storage !== 'COLUMN') continue;
      const end = scopedEnds[`${resource.name}.${field.name}`];
      if (field.typeName !== 'Identity' && !end) continue;
      const scope = end ? { column: end, value: 'IDENTITY' } : null;
      this.note(resource, [field.name], await moveColumn(transaction, { resource, field }, move, scope));
    }
  }

  // Lists of links of other kinds, and the companies of the identity itself.
  private async moveLists(): Promise<void> {
    const { context, transaction, move } = this;
    const holders = new Map<string, { resource: Resource; field: Field; urns: string[] }>();
    for (const { holder, field } of await moveLinks(transaction, move, 'to_urn')) {
      const [kind = '', name = ''] = field.split('.');
      const resource = resourceOf(context.contract, kind);
      const stated = resource.fieldByName.get(name);
      if (!stated) continue;
      const known = holders.get(field) ?? { resource, field: stated, urns: [] };
      known.urns.push(holder);
      holders.set(field, known);
    }
    for (const { resource, field, urns } of holders.values()) {
      this.note(resource, [field.name], await raiseRows(transaction, resource, urns, move.timestamp));
    }
    await moveLinks(transaction, move, 'from_urn');
  }

  private note(resource: Resource, fields: readonly string[], rows: readonly AnnouncedRow[]): void {
    for (const row of rows) {
      const known = this.updates.get(row.urn)?.changedFields.filter((name) => name !== 'updatedTimestamp') ?? [];
      this.updates.set(row.urn, updated(resource, row, [...new Set([...known, ...fields])]));
    }
  }
}

/** Ends of permission edges name identities among other things: the column that says what is named. */
const scopedEnds: Readonly<Record<string, string>> = {
  'Permission.subjectUrn': 'subject_scope',
  'Permission.objectUrn': 'object_scope',
};
