// Refresh tokens, revocation and introspection. RFC 6749 section 6; RFC 9700 section 4.14; RFC 7009; RFC 7662.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeExpiredOAuth } from '../../src/actions/oauth/endOAuthToken.ts';
import { withClient } from '../support/database.ts';
import {
  basic,
  codeForm,
  createNativeClient,
  createOAuthClient,
  obtainCode,
  obtainTokens,
  postForm,
  postToken,
  refresh,
  signIn,
  type FormAnswer,
  type HandedTokens,
  type OAuthTestClient,
  type SignedIn,
} from '../support/oauth.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let admin: Tenant;
let server: OAuthTestClient;
let native: OAuthTestClient;
let ada: SignedIn;

beforeAll(async () => {
  service = await startService();
  admin = await service.tenant();
  server = await createOAuthClient(admin);
  native = await createNativeClient(admin);
  ada = await signIn(service, admin);
});
afterAll(() => service.close());

/** Whether a request with the access token is accepted. */
async function isAccepted({ access_token }: Pick<HandedTokens, 'access_token'>): Promise<boolean> {
  const { status } = await service.client(access_token).rest('GET', '/n/v1/clientcontext');
  expect([200, 401]).toContain(status);
  return status === 200;
}

const refusal = ({ status, body }: FormAnswer): unknown[] => [status, body.error];

function change(sql: string, values: readonly unknown[]): Promise<void> {
  return withClient(service.databaseUrl, async (client) => {
    expect((await client.query(sql, [...values])).rowCount).toBeGreaterThan(0);
  });
}

const end = (secret: string, client = server): Promise<FormAnswer> =>
  postForm(
    `${service.url}/oauth2/revoke`,
    client.secret === '' ? { token: secret, client_id: client.clientId } : { token: secret },
    client.secret === '' ? {} : basic(client),
  );

/** As if a person's refresh tokens had been issued so many seconds ago. */
const waited = (identity: string, seconds: number): Promise<void> =>
  change(
    `UPDATE o_auth_token SET refresh_expiration_timestamp = issued_timestamp + interval '30 days' - make_interval(secs => $2) WHERE identity = $1`,
    [identity, seconds],
  );

const introspect = (secret: string, client = server): Promise<FormAnswer> =>
  postForm(`${service.url}/oauth2/introspect`, { token: secret }, basic(client));

describe('RFC 6749 section 6: a refresh token', () => {
  test('returns a new access token and a new refresh token; the previous access token stays valid until it expires', async () => {
    const first = await obtainTokens(service, server, ada);
    const { status, body } = await refresh(service, server, first.refresh_token);
    expect([status, body.scope, body.expires_in]).toEqual([200, 'read write offline_access', 900]);
    expect(new Set([first.refresh_token, body.refresh_token, first.access_token, body.access_token]).size).toBe(4);
    expect([await isAccepted(first), await isAccepted(body)]).toEqual([true, true]);
  });

  test('is bound to its client, which must authenticate', async () => {
    const { refresh_token } = await obtainTokens(service, server, ada);
    expect(refusal(await refresh(service, await createOAuthClient(admin), refresh_token))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(refusal(await refresh(service, native, refresh_token))).toEqual([400, 'invalid_grant']);
    const named = { grant_type: 'refresh_token', refresh_token, client_id: server.clientId };
    expect(refusal(await postForm(`${service.url}/oauth2/token`, named))).toEqual([401, 'invalid_client']);
    expect((await refresh(service, server, refresh_token)).status).toBe(200);
  });

  test('may request a narrower scope, later all of it again, and never a wider one', async () => {
    const first = await obtainTokens(service, server, ada);
    for (const scope of ['read write publish offline_access', 'admin', 'read everything', 'openid']) {
      expect(refusal(await refresh(service, server, first.refresh_token, { scope }))).toEqual([400, 'invalid_scope']);
    }
    const less = await refresh(service, server, first.refresh_token, { scope: 'read' });
    expect([less.status, less.body.scope]).toEqual([200, 'read']);
    const { body } = await service.client(less.body.access_token).rest('GET', '/n/v1/clientcontext');
    expect(body.scope).toBe('read');
    const all = await refresh(service, server, less.body.refresh_token);
    expect(all.body.scope).toBe('read write offline_access');
  });

  test('is not an access token, and an access token is not a refresh token', async () => {
    const first = await obtainTokens(service, server, ada);
    expect(await isAccepted({ access_token: first.refresh_token })).toBe(false);
    expect(refusal(await refresh(service, server, first.access_token))).toEqual([400, 'invalid_grant']);
    expect(refusal(await refresh(service, server, 'unknown'))).toEqual([400, 'invalid_grant']);
    expect(refusal(await postToken(service, server, { grant_type: 'refresh_token' }))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  test('expires after 30 days without use, and 90 days after the sign-in in any case', async () => {
    const first = await obtainTokens(service, server, ada);
    const { oauthtokens } = (await admin.rest('GET', '/n/v1/oauthtokens?sort=-createdTimestamp&limit=1')).body;
    const days = (text: string): number => (Date.parse(text) - Date.parse(oauthtokens[0].issuedTimestamp)) / 86_400_000;
    expect(days(oauthtokens[0].refreshExpirationTimestamp)).toBe(30);
    // As if the sign-in were 70 days ago.
    await change(
      `UPDATE o_auth_token SET family_expiration_timestamp = family_expiration_timestamp - interval '70 days' WHERE urn = $1`,
      [oauthtokens[0].urn],
    );
    const second = (await refresh(service, server, first.refresh_token)).body as HandedTokens;
    const { body } = await admin.rest('GET', '/n/v1/oauthtokens?sort=-createdTimestamp&limit=1');
    expect(Math.round(days(body.oauthtokens[0].refreshExpirationTimestamp))).toBe(20);
    // As if the 90 days were over in a minute: no access token outlives them.
    await change(`UPDATE o_auth_token SET family_expiration_timestamp = now() + interval '60 s' WHERE urn = $1`, [
      body.oauthtokens[0].urn,
    ]);
    const last = (await refresh(service, server, second.refresh_token)).body as HandedTokens;
    expect(last.expires_in).toBeLessThanOrEqual(60);
    const newest = await admin.rest('GET', '/n/v1/oauthtokens?sort=-createdTimestamp&limit=1');
    await change(`UPDATE o_auth_token SET refresh_expiration_timestamp = now() - interval '1 ms' WHERE urn = $1`, [
      newest.body.oauthtokens[0].urn,
    ]);
    expect(refusal(await refresh(service, server, last.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  test('is refused once its person is deleted or the client may no longer refresh', async () => {
    const passing = await signIn(service, admin);
    const client = await createOAuthClient(admin);
    const tokens = await obtainTokens(service, client, passing);
    const grantTypes = ['authorization_code'];
    await admin.rest('PATCH', `/n/v1/apiclient/${client.urn}`, { body: { grantTypes } });
    expect(refusal(await refresh(service, client, tokens.refresh_token))).toEqual([400, 'unauthorized_client']);
    await admin.rest('PATCH', `/n/v1/apiclient/${client.urn}`, { body: { grantTypes: ['refresh_token'] } });
    expect((await admin.rest('DELETE', `/n/v1/identity/${passing.identity}`)).status).toBe(204);
    expect(await isAccepted(tokens)).toBe(false);
    expect(refusal(await refresh(service, client, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  });
});

describe('RFC 9700 section 4.14.2: a replayed refresh token', () => {
  test('ends the whole family, including the newest tokens, and no other family', async () => {
    const other = await obtainTokens(service, server, ada);
    const first = await obtainTokens(service, server, ada);
    const second = (await refresh(service, server, first.refresh_token)).body as HandedTokens;
    const third = (await refresh(service, server, second.refresh_token)).body as HandedTokens;
    expect(refusal(await refresh(service, server, first.refresh_token))).toEqual([400, 'invalid_grant']);
    for (const tokens of [first, second, third]) expect(await isAccepted(tokens)).toBe(false);
    expect(refusal(await refresh(service, server, third.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await isAccepted(other)).toBe(true);
    expect((await refresh(service, server, other.refresh_token)).status).toBe(200);
  });

  test('from another client ends nothing', async () => {
    const first = await obtainTokens(service, server, ada);
    const second = (await refresh(service, server, first.refresh_token)).body as HandedTokens;
    expect(refusal(await refresh(service, native, first.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await isAccepted(second)).toBe(true);
  });

  test('used many times concurrently succeeds exactly once, and then the whole family is revoked', async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await obtainTokens(service, server, ada);
      const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(service, server, first.refresh_token)));
      expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400, 400]);
      const won = answers.find((a) => a.status === 200)?.body as HandedTokens;
      expect([await isAccepted(first), await isAccepted(won)]).toEqual([false, false]);
      expect(refusal(await refresh(service, server, won.refresh_token))).toEqual([400, 'invalid_grant']);
    }
  });

  test('a refresh in progress when the family is revoked issues no token that survives', async () => {
    const waiting = (): Promise<number> =>
      withClient(service.databaseUrl, async (database) => {
        const found = await database.query(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()` +
            ` AND wait_event_type = 'Lock' AND query ~ 'o_auth_token|token family'`,
        );
        return Number(found.rows[0].n);
      });
    const patience = { timeout: 10_000, interval: 10 };
    // A lock wait ends after 2 s; on a machine too busy for the two to meet, the test tries again.
    const meet = async (): Promise<FormAnswer> => {
      const first = await obtainTokens(service, server, ada);
      return withClient(service.databaseUrl, async (database) => {
        await database.query('BEGIN');
        await database.query('SELECT urn FROM o_auth_token FOR UPDATE');
        const refreshing = refresh(service, server, first.refresh_token);
        await expect.poll(waiting, patience).toBeGreaterThan(0);
        const ending = end(first.access_token);
        await expect.poll(waiting, patience).not.toBe(1);
        await database.query('COMMIT');
        const [renewed, ended] = await Promise.all([refreshing, ending]);
        return ended.status === 200 ? renewed : { ...renewed, status: ended.status };
      });
    };
    let renewed = await meet();
    while (renewed.status === 503) renewed = await meet();
    expect(renewed.status).toBe(200);
    expect(await isAccepted(renewed.body as HandedTokens)).toBe(false);
  });

  test('a refresh during a revocation elsewhere neither deadlocks nor leaves a valid token', async () => {
    const first = await obtainTokens(service, server, ada);
    const second = (await refresh(service, server, first.refresh_token)).body as HandedTokens;
    const { oauthtokens } = (await admin.rest('GET', '/n/v1/oauthtokens?sort=-createdTimestamp&limit=2')).body;
    const answers = await Promise.all([
      refresh(service, server, second.refresh_token),
      refresh(service, server, first.refresh_token),
      end(first.access_token),
      ...oauthtokens.map(({ urn }: { urn: string }) => admin.rest('DELETE', `/n/v1/oauthtoken/${urn}`)),
    ]);
    for (const { status } of answers) expect([200, 204, 400]).toContain(status);
    const living = answers.filter((a) => a.body?.access_token).map((a) => a.body as HandedTokens);
    for (const tokens of [first, second, ...living]) expect(await isAccepted(tokens)).toBe(false);
  });
});

describe('RFC 7009 section 2: revocation', () => {
  test('of a refresh token or an access token ends the whole sign-in', async () => {
    for (const which of ['access_token', 'refresh_token'] as const) {
      const first = await obtainTokens(service, server, ada);
      const second = (await refresh(service, server, first.refresh_token)).body as HandedTokens;
      const answer = await end(second[which]);
      expect([answer.status, answer.text, answer.headers.get('cache-control')]).toEqual([200, '', 'no-store']);
      expect([await isAccepted(first), await isAccepted(second)]).toEqual([false, false]);
      expect(refusal(await refresh(service, server, second.refresh_token))).toEqual([400, 'invalid_grant']);
    }
  });

  test('of an unknown, expired or different token succeeds without effect', async () => {
    const ended = await obtainTokens(service, server, ada);
    await end(ended.access_token);
    for (const secret of ['unknown', ended.access_token, ended.refresh_token, admin.token, server.secret]) {
      expect((await end(secret)).status).toBe(200);
    }
    expect((await admin.rest('GET', '/n/v1/clientcontext')).status).toBe(200);
  });

  test('is restricted to the client that holds the token (RFC 7009 section 2.1)', async () => {
    const tokens = await obtainTokens(service, server, ada);
    expect(refusal(await end(tokens.access_token, native))).toEqual([400, 'invalid_grant']);
    expect(refusal(await end(tokens.refresh_token, await createOAuthClient(admin)))).toEqual([400, 'invalid_grant']);
    const unauthenticated = await postForm(`${service.url}/oauth2/revoke`, { token: tokens.access_token });
    expect(refusal(unauthenticated)).toEqual([401, 'invalid_client']);
    expect(await isAccepted(tokens)).toBe(true);
    expect(refusal(await postForm(`${service.url}/oauth2/revoke`, {}, basic(server)))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  test('is available to installed applications, too', async () => {
    const tokens = await obtainTokens(service, native, ada);
    expect((await end(tokens.refresh_token, native)).status).toBe(200);
    expect(await isAccepted(tokens)).toBe(false);
  });
});

describe('RFC 7662 section 2: introspection', () => {
  test('describes an access token to clients of the same owner', async () => {
    const tokens = await obtainTokens(service, native, ada, { scope: 'read' });
    const { status, body, headers } = await introspect(tokens.access_token);
    expect([status, body]).toEqual([
      200,
      {
        active: true,
        scope: 'read',
        client_id: native.clientId,
        sub: ada.identity,
        token_type: 'Bearer',
        iat: expect.any(Number),
        exp: Number(body.iat) + 900,
        aud: service.url,
        iss: service.url,
      },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    const own = await postToken(service, server, { grant_type: 'client_credentials' });
    expect((await introspect(own.body.access_token)).body).toMatchObject({ active: true, sub: server.clientId });
  });

  test('returns inactive for a token of another owner, an expired one, or anything else', async () => {
    const tokens = await obtainTokens(service, server, ada);
    const child = await admin.rest('POST', '/n/v1/company', {
      body: { owner: { urn: admin.company }, name: 'Child', parentCompany: { urn: admin.company } },
    });
    const nearby = await createOAuthClient({ ...admin, company: child.body.urn });
    const stranger = await createOAuthClient(await service.tenant());
    for (const client of [nearby, stranger]) {
      expect((await introspect(tokens.access_token, client)).body).toEqual({ active: false });
    }
    for (const secret of ['unknown', admin.token, server.secret]) {
      expect((await introspect(secret)).body).toEqual({ active: false });
    }
    await end(tokens.refresh_token);
    expect((await introspect(tokens.access_token)).body).toEqual({ active: false });
  });

  test('describes a refresh token to its own client only, and never by bearer token', async () => {
    const { refresh_token } = await obtainTokens(service, server, ada);
    const { body } = await introspect(refresh_token);
    expect([body.active, body.token_type, body.exp - body.iat]).toEqual([true, undefined, 30 * 86_400]);
    expect((await introspect(refresh_token, await createOAuthClient(admin))).body).toEqual({ active: false });
    const narrowed = (await refresh(service, server, refresh_token, { scope: 'read' })).body as HandedTokens;
    expect((await introspect(refresh_token)).body).toEqual({ active: false });
    // It goes on giving all that was agreed to.
    expect((await introspect(narrowed.refresh_token)).body.scope).toBe('read write offline_access');
    expect((await introspect(narrowed.access_token)).body.scope).toBe('read');
  });

  test.each<[string, (tokens: HandedTokens, person: SignedIn) => Promise<unknown>]>([
    ['was revoked', ({ access_token }) => end(access_token)],
    ['was used', ({ refresh_token }) => refresh(service, server, refresh_token)],
    ['waited too long', (_, { identity }) => waited(identity, 30 * 86_400)],
    ['belongs to nobody any more', (_, { identity }) => admin.rest('DELETE', `/n/v1/identity/${identity}`)],
    [
      'belongs to a person of another tenant',
      async (_, { identity }) =>
        change('UPDATE identity SET owner = $1 WHERE urn = $2', [(await service.tenant()).company, identity]),
    ],
  ])('returns inactive for a refresh token that %s, which is refused', async (_, happens) => {
    const person = await signIn(service, admin);
    const tokens = await obtainTokens(service, server, person);
    await waited(person.identity, 30 * 86_400 - 60);
    expect((await introspect(tokens.refresh_token)).body.active).toBe(true);
    await happens(tokens, person);
    expect((await introspect(tokens.refresh_token)).body).toEqual({ active: false });
    expect(refusal(await refresh(service, server, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  test('gives whole seconds that have passed', async () => {
    const { access_token } = await obtainTokens(service, server, ada);
    const { oauthtokens } = (await admin.rest('GET', '/n/v1/oauthtokens?sort=-createdTimestamp&limit=1')).body;
    await change(`UPDATE o_auth_token SET issued_timestamp = '2026-01-01T00:00:05.900Z' WHERE urn = $1`, [
      oauthtokens[0].urn,
    ]);
    expect((await introspect(access_token)).body.iat).toBe(Date.parse('2026-01-01T00:00:05Z') / 1000);
  });

  test('requires a client with a secret', async () => {
    const tokens = await obtainTokens(service, native, ada);
    const form = { token: tokens.access_token, client_id: native.clientId };
    expect(refusal(await postForm(`${service.url}/oauth2/introspect`, form))).toEqual([401, 'invalid_client']);
  });
});

describe('expired tokens and codes are purged', () => {
  test('a day later, once nothing of the sign-in is valid, and codes a day after they expired', async () => {
    const over = await obtainTokens(service, server, ada);
    const going = await obtainTokens(service, server, ada);
    await refresh(service, server, going.refresh_token);
    const unused = await obtainCode(service, server, ada);
    const count = (): Promise<number[]> =>
      withClient(service.databaseUrl, async (client) => {
        const tokens = await client.query(
          'SELECT count(*)::int AS n FROM o_auth_token WHERE deleted_timestamp IS NULL',
        );
        const codes = await client.query('SELECT count(*)::int AS n FROM o_auth_code');
        return [tokens.rows[0].n, codes.rows[0].n];
      });
    await purgeExpiredOAuth(service.services);
    const before = await count();
    // As if everything had happened two days ago; long-lived tokens remain valid.
    await withClient(service.databaseUrl, async (client) => {
      const columns = ['expiration_timestamp', 'refresh_used_timestamp', 'revoked_timestamp'];
      const sets = columns.map((column) => `${column} = ${column} - interval '2 days'`).join(', ');
      await client.query(`UPDATE o_auth_token SET ${sets}`);
      await client.query(
        `UPDATE o_auth_token SET refresh_expiration_timestamp = refresh_expiration_timestamp - interval '2 days' WHERE refresh_used_timestamp IS NOT NULL OR revoked_timestamp IS NOT NULL`,
      );
      await client.query(`UPDATE o_auth_code SET expiration_timestamp = expiration_timestamp - interval '2 days'`);
    });
    await end(over.refresh_token);
    await change(
      `UPDATE o_auth_token SET revoked_timestamp = revoked_timestamp - interval '2 days' WHERE revoked_timestamp > now() - interval '1 day'`,
      [],
    );
    await purgeExpiredOAuth(service.services);
    const [tokens = 0, codes = 0] = await count();
    expect([tokens < (before[0] ?? 0), codes]).toEqual([true, 0]);
    expect(refusal(await postToken(service, server, codeForm(unused)))).toEqual([400, 'invalid_grant']);
    expect(refusal(await refresh(service, server, over.refresh_token))).toEqual([400, 'invalid_grant']);
    // The used one is still known: it is replayed, and its family ends.
    const newest = await withClient(service.databaseUrl, async (client) =>
      client.query(
        `SELECT count(*)::int AS n FROM o_auth_token WHERE revoked_timestamp IS NULL AND refresh_used_timestamp IS NOT NULL`,
      ),
    );
    expect(newest.rows[0].n).toBeGreaterThan(0);
    expect(refusal(await refresh(service, server, going.refresh_token))).toEqual([400, 'invalid_grant']);
  });
});
