// New secrets for old ones: a bearer token with an overlap in which both are good, and a client's OAuth secret.
// Resource reference 7.3, 7.4.
import { fieldOf } from '../../contract/resource.ts';
import { narrowsRoles } from '../../database/access/accessStore.ts';
import { databaseNow, linkedUrns } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import type { Row } from '../../database/engine/row.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { isAtOrBefore, isBefore } from '../../domain/instant.ts';
import { newUrn } from '../../domain/urn.ts';
import { announceChanges, changeLocked } from '../../engine/announcements.ts';
import { requireCaller, requireLabel } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { latestEnd, narrowingOf, requireUnnarrowed, requireWithin } from './bearerTokenKind.ts';
import type { WriteContext } from '../../engine/kind.ts';
import { newIdentifier, secretHash } from '../../engine/secret.ts';
import { lockForWrite } from '../../engine/lockForWrite.ts';
import { readBack } from '../../engine/readResource.ts';
import { insertTrees, prepareTree } from '../../engine/writeTree.ts';

/**
 * A new token with the name, labels and roles of the old one, and as long a life; the old one ends `overlapSeconds` from
 * now, if not before. CONFLICT for a token that has ended.
 */
export async function rotateBearerToken(context: Context, urn: string, overlapSeconds: number): Promise<Row> {
  requireCaller(context.viewer);
  const made = await context.database.transaction((transaction) =>
    replaceToken(context, transaction, urn, overlapSeconds),
  );
  return { ...(await readBack(context, made.resource, made.urn)), ...made.shownOnce };
}

async function replaceToken(
  context: Context,
  transaction: Transaction,
  urn: string,
  overlap: number,
): Promise<WriteContext> {
  const resource = context.contract.kinds.ApiClientBearerToken;
  const old = await lockForWrite({ context, transaction, resource, operation: 'UPDATE', urn }, { label: 'ADMIN' });
  const now = await databaseNow(transaction);
  const end = old.expirationTimestamp;
  if (old.revokedTimestamp !== null || isAtOrBefore(end, now))
    throw new ServiceError('CONFLICT', 'The token has expired or was revoked.');
  const client = await context.loaders.byUrn('ApiClient', old.apiClient);
  if (!client) throw notFound();
  const life = Date.parse(end) - Date.parse(old.createdTimestamp);
  const wanted = new Date(Date.parse(now) + life).toISOString();
  const latest = latestEnd(now);
  const roles = await linkedUrns(transaction, resource, fieldOf(resource, 'roles'), urn);
  if (roles.length === 0 && (await narrowsRoles(transaction, urn)))
    throw new ServiceError('CONFLICT', 'The roles of the token no longer exist, so the token cannot be rotated.');
  // checkInput made the labels a list of texts when the token was made.
  const labels = old.labels as string[];
  requireWithin(context, await narrowingOf(context, transaction), { labels, roles });
  const step: WriteContext = {
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
    count: 0,
    path: '',
    values: {
      apiClient: old.apiClient,
      name: old.name,
      labels,
      expirationTimestamp: isBefore(wanted, latest) ? wanted : latest,
      roles,
    },
    hidden: {},
    violations: [],
    shownOnce: {},
  };
  step.values['urn'] = step.urn;
  const tree = await prepareTree(step);
  await context.kindOf(resource).decide?.(step);
  const { changes } = await insertTrees([tree]);
  const lastInstant = new Date(Date.parse(now) + overlap * 1000).toISOString();
  const expirationTimestamp = isBefore(lastInstant, end) ? lastInstant : end;
  const ended = await changeLocked(step, old, { expirationTimestamp }, { container: old.apiClient });
  await announceChanges(step, [...changes, ended]);
  return step;
}

/** A new OAuth secret, in the answer once; the old one ends at once. CONFLICT for clients that cannot keep a secret. */
export async function rotateClientSecret(context: Context, urn: string): Promise<Row> {
  requireCaller(context.viewer);
  const resource = context.contract.kinds.ApiClient;
  const clientSecret = newIdentifier();
  await context.database.transaction(async (transaction) => {
    const row = await lockForWrite({ context, transaction, resource, operation: 'UPDATE', urn }, { label: 'ADMIN' });
    await requireUnnarrowed(context, transaction);
    if (row.type !== 'SERVER') throw new ServiceError('CONFLICT', 'Only a SERVER client has a secret.');
    if (row.accessLevel === 'COMPANY') {
      const company = context.contract.kinds.Company;
      await requireLabel(transaction, context.viewer, { resource: company, urn: row.$owner }, 'ADMIN');
    }
    const now = await databaseNow(transaction);
    const write = { context, transaction, now };
    const hidden = { client_secret_hash: secretHash(clientSecret) };
    await announceChanges(write, [await changeLocked(write, row, {}, { hidden, fields: ['clientSecret'] })]);
  });
  return { ...(await readBack(context, resource, urn)), clientSecret };
}
