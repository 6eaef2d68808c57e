// New secrets for old ones: a bearer token with an overlap in which both are good, and a client's OAuth secret.
// Resource reference 7.3, 7.4.
import { fieldOf, resourceOf } from '../contract/resource.ts';
import { narrowsRoles } from '../database/accessStore.ts';
import { changeRow, databaseNow, linkedUrns } from '../database/changeStore.ts';
import type { Transaction } from '../database/database.ts';
import type { Row } from '../database/row.ts';
import { invalid, notFound, ServiceError } from '../domain/errors.ts';
import { newUrn } from '../domain/urn.ts';
import { announceChanges } from './announcements.ts';
import { requireCaller, requireLabel } from './authorize.ts';
import type { Context } from './context.ts';
import { latestEnd } from './kinds/bearerToken.ts';
import { kindOf } from './kinds/index.ts';
import type { Step } from './kinds/kind.ts';
import { newIdentifier, secretHash } from './secret.ts';
import { lockForWrite } from './lockForWrite.ts';
import { insertTree, prepareTree } from './writeTree.ts';

const longestOverlap = 604_800;

/**
 * A new token with the name, labels and roles of the old one, and as long a life; the old one ends `overlapSeconds` from
 * now (0 to 604,800), if not before. CONFLICT for a token that has ended.
 */
export async function rotateBearerToken(context: Context, urn: string, overlapSeconds: unknown): Promise<Row> {
  requireCaller(context.viewer);
  const overlap = overlapSeconds ?? 0;
  if (typeof overlap !== 'number' || !Number.isInteger(overlap) || overlap < 0 || overlap > longestOverlap) {
    const message = `A whole number from 0 to ${String(longestOverlap)} is expected.`;
    throw invalid([{ path: '/overlapSeconds', code: 'OUT_OF_RANGE', message, limit: longestOverlap }]);
  }
  const made = await context.database.transaction((transaction) => replaceToken(context, transaction, urn, overlap));
  context.loaders.clear();
  const row = await context.loaders.byUrn('ApiClientBearerToken', made.urn);
  if (!row) throw notFound();
  return { ...row, ...made.shownOnce };
}

async function replaceToken(context: Context, transaction: Transaction, urn: string, overlap: number): Promise<Step> {
  const resource = resourceOf(context.contract, 'ApiClientBearerToken');
  const old = await lockForWrite(context, transaction, resource, urn, 'ADMIN', { expectedVersion: null });
  const now = await databaseNow(transaction);
  const end = String(old['expirationTimestamp']);
  if (old['revokedTimestamp'] !== null || end <= now) throw new ServiceError('CONFLICT', 'The token has ended.');
  const client = await context.loaders.byUrn('ApiClient', String(old['apiClient']));
  if (!client) throw notFound();
  const life = Date.parse(end) - Date.parse(old.createdTimestamp);
  const wanted = new Date(Date.parse(now) + life).toISOString();
  const latest = latestEnd(now);
  const roles = await linkedUrns(transaction, context.contract, resource, fieldOf(resource, 'roles'), urn);
  if (roles.length === 0 && (await narrowsRoles(transaction, urn)))
    throw new ServiceError('CONFLICT', 'The roles of the token are gone, so it gives nothing that could be kept.');
  const step: Step = {
    context,
    transaction,
    resource,
    operation: 'CREATE',
    options: { expectedVersion: null, isStrict: false, isForced: false },
    urn: newUrn(),
    before: null,
    container: client,
    owner: old.$owner,
    now,
    path: '',
    values: {
      apiClient: old['apiClient'],
      name: old['name'],
      labels: old['labels'],
      expirationTimestamp: wanted < latest ? wanted : latest,
      roles,
    },
    hidden: {},
    violations: [],
    shownOnce: {},
  };
  step.values['urn'] = step.urn;
  const tree = await prepareTree(step);
  if (step.violations.length > 0) throw invalid(step.violations);
  await kindOf(resource).decide?.(step);
  const changes = await insertTree(tree);
  const lastInstant = new Date(Date.parse(now) + overlap * 1000).toISOString();
  const version = String(BigInt(old.version) + 1n);
  const expirationTimestamp = lastInstant < end ? lastInstant : end;
  await changeRow(transaction, resource, urn, { values: { expirationTimestamp }, version, timestamp: now });
  const changedFields = ['expirationTimestamp', 'updatedTimestamp'];
  const ended = { resource, event: 'UPDATE' as const, urn, owner: old.$owner, version, changedFields };
  const containerUrn = String(old['apiClient']);
  await announceChanges(context, transaction, context.viewer, [...changes, { ...ended, containerUrn }], now);
  return step;
}

/** A new OAuth secret, in the answer once; the old one ends at once. CONFLICT for clients that cannot keep a secret. */
export async function rotateClientSecret(context: Context, urn: string): Promise<Row> {
  requireCaller(context.viewer);
  const resource = resourceOf(context.contract, 'ApiClient');
  const clientSecret = newIdentifier();
  await context.database.transaction(async (transaction) => {
    const row = await lockForWrite(context, transaction, resource, urn, 'ADMIN', { expectedVersion: null });
    if (row['type'] !== 'SERVER') throw new ServiceError('CONFLICT', 'Only a SERVER client has a secret.');
    if (row['accessLevel'] === 'COMPANY') {
      const company = resourceOf(context.contract, 'Company');
      await requireLabel(context, transaction, context.viewer, company, row.$owner, 'ADMIN');
    }
    const now = await databaseNow(transaction);
    const version = String(BigInt(row.version) + 1n);
    const hidden = { client_secret_hash: secretHash(clientSecret) };
    await changeRow(transaction, resource, urn, { values: {}, hidden, version, timestamp: now });
    const changedFields = ['clientSecret', 'updatedTimestamp'];
    const change = { resource, event: 'UPDATE' as const, urn, owner: row.$owner, version, changedFields };
    await announceChanges(context, transaction, context.viewer, [{ ...change, containerUrn: null }], now);
  });
  context.loaders.clear();
  const row = await context.loaders.byUrn('ApiClient', urn);
  if (!row) throw notFound();
  return { ...row, clientSecret };
}
