// What is due is looked for among what is due: not among what is due later, nor in the whole table, although the statistics say that
// everything is due, as they do after a long time in which nothing was removed. Rows that statements read are counted, never time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeKeys } from '../../src/database/access/idempotencyStore.ts';
import type { Database } from '../../src/database/connection/database.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { dueSubscriptions } from '../../src/database/events/claimStore.ts';
import { nextWork, ripen } from '../../src/database/events/laneStore.ts';
import { expire, hasExpired, removeAged } from '../../src/database/events/webhookHealthStore.ts';
import { purgeExpiredCodes } from '../../src/database/oauth/tokenFamilies.ts';
import { purgeExpiredTokens } from '../../src/database/oauth/tokenFamilies.ts';
import { purgeSearches } from '../../src/database/search/searchStore.ts';
import { insertAttempt, insertLink } from '../../src/database/session/signInStore.ts';
import { insertWebSession } from '../../src/database/session/webSessionStore.ts';
import { copy } from '../support/copies.ts';
import { startIdleGateway, type IdleGateway } from '../support/idleGateway.ts';
import { createNativeClient, obtainTokens, refresh, signIn } from '../support/oauth.ts';
import { mostReadBy, mostReadDuring } from '../support/plans.ts';
import { made } from '../support/work.ts';

const many = 3_000;
// Beyond what is taken at once by several times.
const queued = 10_000;
/** Rows that a look reads at most. */
const most = 100;

let gateway: IdleGateway;
let database: Database;
let identity: string;
let caller: string;
const sent: Statement[] = [];

beforeAll(async () => {
  const hear = (statement: Statement): number => sent.push(statement);
  gateway = await startIdleGateway(hear, hear);
  database = gateway.database;
  const { owner } = gateway;
  identity = String((await made(owner, 'identity', { owner: owner.company })).urn);
  const subscription = await gateway.backlogOf(queued, 50);
  const { databaseUrl } = gateway.web;
  await copy(databaseUrl, { table: 'webhook_subscription', urn: subscription }, many);
  await gateway.run(
    `INSERT INTO webhook_pace SELECT (jsonb_populate_record(p, jsonb_build_object('subscription', s.urn))).*
     FROM webhook_pace p, webhook_subscription s WHERE s.urn <> p.subscription`,
  );
  const search = String((await made(owner, 'search', { query: 'dingo', includeScopes: ['PROJECT'] })).urn);
  await copy(databaseUrl, { table: 'search', urn: search }, many);
  caller = String(await valueOf(`SELECT caller AS value FROM search WHERE urn = '${search}'`));
}, 120_000);
afterAll(() => gateway.close());

async function valueOf(text: string): Promise<unknown> {
  // The driver's answer to one SELECT.
  const { rows } = (await gateway.run(text)) as { readonly rows: readonly { readonly value: unknown }[] };
  return rows[0]?.value;
}

const series = `FROM generate_series(1, ${String(many)}) i`;
const ofIdentity = `${series}, identity n WHERE n.urn = `;

interface Look {
  readonly table: string;
  /** The column that says when a row is due. */
  readonly column: string;
  /** Has the table filled, unless it is. */
  readonly fill?: (who: string) => string;
  /** What holds of the rows besides. */
  readonly also?: string;
  readonly work: () => Promise<unknown>;
}

const session = (): Parameters<typeof insertWebSession>[1] => ({
  ...{ urn: crypto.randomUUID(), secretHash: crypto.randomUUID(), identityUrn: identity },
  ...{ idleSeconds: 60, longestSeconds: 60 },
});
const attempt = (): Parameters<typeof insertAttempt>[1] => ({
  ...{ stateHash: crypto.randomUUID(), browserHash: 'b', nonce: 'n', codeVerifier: 'c', returnTo: '/' },
});

const looks: readonly Look[] = [
  {
    ...{ table: 'webhook_queue', column: 'due_timestamp', also: 'state = 4' },
    work: () => ripen(database),
  },
  {
    ...{ table: 'webhook_pace', column: 'wake_timestamp' },
    work: async () => [await nextWork(database), await dueSubscriptions(database, 50)],
  },
  {
    ...{ table: 'webhook_subscription', column: 'expiration_timestamp' },
    work: async () => [await hasExpired(database), await database.transaction((transaction) => expire(transaction))],
  },
  {
    ...{ table: 'webhook_body', column: 'created_timestamp' },
    fill: () =>
      `INSERT INTO webhook_body (tenant, delivery, short_body, created_timestamp, shows_drafts) SELECT tenant, urn, '{}', now(), false FROM webhook_delivery`,
    work: () => removeAged(database),
  },
  {
    ...{ table: 'web_session', column: 'expiration_timestamp' },
    fill: (who) =>
      `INSERT INTO web_session (tenant, urn, secret_hash, identity, created_timestamp, idle_timestamp, expiration_timestamp)
       SELECT n.tenant, gen_random_uuid(), md5(i::text), n.urn, now(), now(), now() ${ofIdentity} '${who}'`,
    work: () => insertWebSession(database, session()),
  },
  {
    ...{ table: 'sign_in_attempt', column: 'expiration_timestamp' },
    fill: () =>
      `INSERT INTO sign_in_attempt (state_hash, browser_hash, nonce, code_verifier, return_to, expiration_timestamp)
       SELECT md5(i::text), 'b', 'n', 'c', '/', now() ${series}`,
    work: () => insertAttempt(database, attempt(), 60),
  },
  {
    ...{ table: 'sign_in_link', column: 'expiration_timestamp' },
    fill: (who) =>
      `INSERT INTO sign_in_link (tenant, secret_hash, identity, return_to, expiration_timestamp)
       SELECT n.tenant, md5(i::text), n.urn, '/', now() ${ofIdentity} '${who}'`,
    work: () => insertLink(database, crypto.randomUUID(), { identityUrn: identity, returnTo: '/' }, 60),
  },
  {
    ...{ table: 'o_auth_code', column: 'expiration_timestamp' },
    fill: (who) =>
      `INSERT INTO o_auth_code (tenant, code_hash, api_client, identity, code_challenge, scope, family_urn, expiration_timestamp)
       SELECT n.tenant, md5(i::text), (SELECT urn FROM api_client LIMIT 1), n.urn, 'c', 's', gen_random_uuid(), now() ${ofIdentity} '${who}'`,
    work: () => purgeExpiredCodes(database, 100),
  },
  { ...{ table: 'search', column: 'expiration_timestamp' }, work: () => purgeSearches(database, caller) },
  {
    ...{ table: 'idempotency_key', column: 'created_timestamp' },
    fill: () =>
      `INSERT INTO idempotency_key (key, digest, state, lease_until, created_timestamp) SELECT md5(i::text), 'digest', 'DONE', now(), now() ${series}`,
    work: () => purgeKeys(database, 100),
  },
];

// When a row is not due for long, by the columns that say so.
const isOfAge = (column: string): boolean => column === 'created_timestamp';

test.each(looks)('$table: nothing is due', async ({ table, column, fill, also, work }) => {
  if (fill) await gateway.run(fill(identity));
  expect(Number(await valueOf(`SELECT count(*) AS value FROM ${table}`))).toBeGreaterThanOrEqual(many);
  const more = also === undefined ? '' : `, ${also}`;
  await gateway.run(`UPDATE ${table} SET ${column} = now() - interval '60 days' - random() * interval '1 day'${more}`);
  await gateway.run(`VACUUM ANALYZE ${table}`);
  const later = isOfAge(column)
    ? `now() - random() * interval '1 minute'`
    : `now() + (1 + random()) * interval '1 hour'`;
  await gateway.run(`UPDATE ${table} SET ${column} = ${later}`);
  // Entries of rows that are gone are not looked at again.
  await gateway.run(`VACUUM ${table}`);
  const done = async (): Promise<void> => {
    await work();
    // What it has kept itself is kept once more to see the plan.
    await gateway.run(`DELETE FROM ${table} WHERE ${column} BETWEEN now() AND now() + interval '2 minutes'`);
  };
  const { databaseUrl } = gateway.web;
  expect(await mostReadDuring(done, { sent, databaseUrl }, table)).toBeLessThan(most);
});

test('an application that has refreshed its tokens all day: neither is the next looked for among them, nor what is to be forgotten', async () => {
  const { web, owner } = gateway;
  const client = await createNativeClient(owner);
  const tokens = await obtainTokens(web, client, await signIn(web, owner));
  const urn = String(await valueOf('SELECT urn AS value FROM o_auth_token ORDER BY issued_timestamp DESC LIMIT 1'));
  const old = `now() - interval '10 days'`;
  await copy(web.databaseUrl, { table: 'o_auth_token', urn }, many, {
    ...{ access_hash: 'md5(n.i::text)', refresh_hash: `md5('r' || n.i)` },
    ...{ expiration_timestamp: old, refresh_expiration_timestamp: old, family_expiration_timestamp: old },
  });
  await gateway.run('VACUUM ANALYZE o_auth_token');
  await gateway.run(
    `UPDATE o_auth_token SET refresh_used_timestamp = ${old}, family_expiration_timestamp = now() + interval '9 days'
     WHERE expiration_timestamp < now()`,
  );
  await gateway.run('VACUUM o_auth_token');
  const mostRead = async (work: () => Promise<unknown>): Promise<number> => {
    sent.length = 0;
    await work();
    const reading = sent.filter(({ text }) => /^(SELECT|DELETE)/.test(text));
    return mostReadBy(reading, web.databaseUrl, 'o_auth_token');
  };
  expect(await mostRead(() => purgeExpiredTokens(database, 100))).toBeLessThan(most);
  expect(await mostRead(() => refresh(web, client, tokens.refresh_token))).toBeLessThan(most);
  expect(Number(await valueOf('SELECT count(*) AS value FROM o_auth_token'))).toBe(many + 2);
});
