// Web sessions as they are kept: opened at sign-in, looked up by the hash of their secret in tokenStore, ended by
// sign-out or by time. Time is the database's. Resource reference 7.5, 7.6.
import { isEnabled } from '../engine/tenant.ts';
import { rowsOf, type RowExecutor } from '../connection/statement.ts';
import { deleteFrom, insertInto, selectFrom, updateOf, written } from '../connection/written.ts';

/** A session to be opened. */
export interface NewWebSession {
  readonly urn: string;
  /** SHA-256 of the secret, hex. */
  readonly secretHash: string;
  readonly identityUrn: string;
  readonly idleSeconds: number;
  readonly longestSeconds: number;
}

const insertion = written<NewWebSession>((manager) => {
  const old = selectFrom(manager, 'web_session', 's')
    .select('s.urn')
    .where(`s.expiration_timestamp < now() - interval '1 day'`)
    .orderBy('s.expiration_timestamp')
    .limit(100);
  return insertInto(manager, 'web_session', {
    urn: ':urn',
    secret_hash: ':secretHash',
    identity: ':identityUrn',
    tenant: `(${selectFrom(manager, 'identity', 'i').select('i.tenant').where('i.urn = :identityUrn::uuid').getQuery()})`,
    created_timestamp: 'now()',
    idle_timestamp: 'now() + make_interval(secs => least(:idleSeconds::int, :longestSeconds::int))',
    expiration_timestamp: 'now() + make_interval(secs => :longestSeconds::int)',
  }).addCommonTableExpression(deleteFrom(manager, 'web_session').where(`urn IN (${old.getQuery()})`), 'gone');
});

/** Opens a session, and forgets some that ended long ago. */
export async function insertWebSession(executor: RowExecutor, session: NewWebSession): Promise<void> {
  await executor.query(insertion(executor, session));
}

/** The predicate of sessions that have not ended. */
export function isLiving(alias: string): string {
  return (
    `(${alias}."ended_timestamp" IS NULL AND ${alias}."expiration_timestamp" > statement_timestamp()` +
    ` AND ${alias}."idle_timestamp" > statement_timestamp())`
  );
}

const living = isLiving('"web_session"');

const end = written<{ urn: string }>((manager) =>
  updateOf(manager, 'web_session', { ended_timestamp: 'now()' }).where('urn = :urn').andWhere(living).returning('urn'),
);

/** Ends a session; false for one that is unknown or had ended. */
export async function markWebSessionEnded(executor: RowExecutor, urn: string): Promise<boolean> {
  return (await executor.query(end(executor, { urn }))).length > 0;
}

const endOfSecret = written<{ secretHash: string }>((manager) =>
  updateOf(manager, 'web_session', { ended_timestamp: 'now()' })
    .where('secret_hash = :secretHash')
    .andWhere('ended_timestamp IS NULL'),
);

/** Ends the session with that secret, if it lives: a browser that signs in again does not keep the old one. */
export async function markSecretEnded(executor: RowExecutor, secretHash: string): Promise<void> {
  await executor.query(endOfSecret(executor, { secretHash }));
}

const use = written<{ urn: string; idle: number }>((manager) =>
  updateOf(manager, 'web_session', {
    idle_timestamp: 'least("expiration_timestamp", now() + make_interval(secs => :idle::int))',
  })
    .where('urn = :urn')
    .andWhere(living)
    .andWhere('idle_timestamp < expiration_timestamp')
    .andWhere('idle_timestamp < now() + make_interval(secs => greatest(:idle::int - 60, :idle::int * 0.9))'),
);

/** Notes that a session was used, which puts off its idle end; at most once a minute, so that reads stay reads. */
export async function noteSessionUse(executor: RowExecutor, urn: string, idleSeconds: number): Promise<void> {
  await executor.query(use(executor, { urn, idle: idleSeconds }));
}

const livingOf = written<{ hashes: readonly string[] }>((manager) =>
  selectFrom(manager, 'web_session', 's')
    .select('s.secret_hash', 'secret_hash')
    .innerJoin('identity', 'i', 'i.urn = s.identity')
    .innerJoin('company', 'w', 'w.urn = i.owner')
    .where('s.secret_hash = ANY(:hashes)')
    .andWhere(isLiving('s'))
    .andWhere('i.deleted_timestamp IS NULL')
    .andWhere('w.deleted_timestamp IS NULL')
    .andWhere(isEnabled('s."tenant"')),
);

/** Of the hashes (SHA-256, hex), those of sessions that a request would be accepted with now. */
export async function livingSessions(executor: RowExecutor, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await rowsOf<{ secret_hash: string }>(executor, livingOf(executor, { hashes }));
  return new Set(rows.map((row) => row.secret_hash));
}

const verified = written<{ identityUrn: string }>((manager) =>
  selectFrom(manager, 'email', 'e')
    .select('e.urn', 'urn')
    .where('e.identity = :identityUrn')
    .andWhere('e.is_verified')
    .andWhere('e.deleted_timestamp IS NULL')
    .limit(1),
);

/** Whether a person is known to have an e-mail address that was confirmed. */
export async function hasVerifiedEmail(executor: RowExecutor, identityUrn: string): Promise<boolean> {
  return (await executor.query(verified(executor, { identityUrn }))).length > 0;
}

const endOfPerson = written<{ identity: string; session: string | null }>((manager) =>
  updateOf(manager, 'web_session', { ended_timestamp: 'now()' })
    .where('identity = :identity')
    .andWhere('(:session::uuid IS NULL OR urn = :session::uuid)')
    .andWhere(living)
    .returning('urn'),
);

/** Ends a living web session of a person, or with null all of them; returns how many. */
export async function endWebSessionsOf(
  transaction: RowExecutor,
  identity: string,
  session: string | null,
): Promise<number> {
  return (await transaction.query(endOfPerson(transaction, { identity, session }))).length;
}
