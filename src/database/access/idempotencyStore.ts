// Which requests were sent under an idempotency key, and what they were answered: once for all processes. Resource
// reference 1.6.
import { firstOf, Parameters, prepared, type Executor } from '../connection/statement.ts';

/** How long a key is kept, in hours. */
const keptHours = 24;

/** For so long a request counts as running, in seconds: longer than any request may take. */
const leaseSeconds = 60;

/** What is known of a key: nothing before, so that the request is to be carried out now; or how far it has come. */
export type KeyState =
  | { readonly kind: 'NEW' | 'RUNNING' | 'CARRIED_OUT' | 'OTHER_REQUEST' }
  | { readonly kind: 'ANSWERED'; readonly answer: string };

/** Claims a key of a tenant for a request, which `digest` stands for. Of several that try at once one gets NEW. */
export async function claimKey(
  executor: Executor,
  tenant: string | null,
  key: string,
  digest: string,
): Promise<KeyState> {
  const p = new Parameters();
  const [keyText, digestText] = [p.add(key, 'text'), p.add(digest, 'text')];
  const lease = `now() + ${p.add(leaseSeconds, 'float8')} * interval '1 second'`;
  const kept = `now() - ${p.add(keptHours, 'float8')} * interval '1 hour'`;
  const text =
    `INSERT INTO "idempotency_key" AS k ("key", "digest", "state", "lease_until", "created_timestamp", "tenant")` +
    ` VALUES (${keyText}, ${digestText}, 'RUNNING', ${lease}, now(), ${p.add(tenant, 'uuid')})` +
    ` ON CONFLICT ("key") DO UPDATE SET "digest" = excluded."digest", "state" = 'RUNNING', "answer" = NULL,` +
    ` "lease_until" = excluded."lease_until", "created_timestamp" = now()` +
    ` WHERE k."created_timestamp" < ${kept}` +
    ` OR (k."state" = 'RUNNING' AND k."lease_until" < now() AND k."digest" = excluded."digest") RETURNING 1`;
  const claimed = await executor.query(prepared(text, p));
  return claimed.length > 0 ? { kind: 'NEW' } : stateOf(executor, key, digest);
}

async function stateOf(executor: Executor, key: string, digest: string): Promise<KeyState> {
  const p = new Parameters();
  const text =
    `SELECT "digest", "state", "answer", "lease_until" > now() AS "is_leased" FROM "idempotency_key"` +
    ` WHERE "key" = ${p.add(key, 'text')}`;
  const row = await firstOf<{ digest: string; state: string; answer: string; is_leased: boolean }>(
    executor,
    prepared(text, p),
  );
  // Given up a moment ago: as good as running.
  if (!row) return { kind: 'RUNNING' };
  if (row.digest !== digest) return { kind: 'OTHER_REQUEST' };
  if (row.state === 'ANSWERED') return { kind: 'ANSWERED', answer: row.answer };
  // A change that is committed has no answer until its request ends: as long as that may be, it is still running.
  return { kind: row.state === 'CARRIED_OUT' && !row.is_leased ? 'CARRIED_OUT' : 'RUNNING' };
}

/** Notes, in the transaction of the change, that the request is carried out, whatever becomes of its answer. */
export async function noteCarriedOut(executor: Executor, key: string): Promise<void> {
  const p = new Parameters();
  const text = `UPDATE "idempotency_key" SET "state" = 'CARRIED_OUT' WHERE "key" = ${p.add(key, 'text')}`;
  await executor.query(prepared(text, p));
}

/** Keeps the answer for those who send the request again. */
export async function keepAnswer(executor: Executor, key: string, answer: string): Promise<void> {
  const p = new Parameters();
  const text =
    `UPDATE "idempotency_key" SET "state" = 'ANSWERED', "answer" = ${p.add(answer, 'text')}` +
    ` WHERE "key" = ${p.add(key, 'text')}`;
  await executor.query(prepared(text, p));
}

/** Gives a key up, so that the request may be sent again; not when it was carried out. */
export async function releaseKey(executor: Executor, key: string): Promise<void> {
  const p = new Parameters();
  const text = `DELETE FROM "idempotency_key" WHERE "key" = ${p.add(key, 'text')} AND "state" = 'RUNNING'`;
  await executor.query(prepared(text, p));
}

/** Forgets keys that are no longer kept, so many at most; answers how many. */
export async function purgeKeys(executor: Executor, most: number): Promise<number> {
  const p = new Parameters();
  const text =
    `DELETE FROM "idempotency_key" WHERE "key" IN (SELECT "key" FROM "idempotency_key"` +
    ` WHERE "created_timestamp" < now() - ${p.add(keptHours, 'float8')} * interval '1 hour'` +
    ` ORDER BY "created_timestamp" LIMIT ${p.add(most, 'int')}) RETURNING 1`;
  return (await executor.query(prepared(text, p))).length;
}
