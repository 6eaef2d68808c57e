// The whole effect of signing in, out and on, and of what is done with tokens: each row, column and event, and nothing beside them.
// Resource reference 7.5, 7.6, 9.8.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWebSession } from '../../src/actions/session/webSession.ts';
import { askForLink, createBrowser, makePerson } from '../support/browser.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { watchesOf, type Watch } from '../support/effect.ts';
import {
  createNativeClient,
  createOAuthClient,
  obtainTokens,
  postForm,
  postToken,
  refresh,
  signIn,
  basic,
  type HandedTokens,
  type OAuthTestClient,
  type SignedIn,
} from '../support/oauth.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let town: Community;
let watching: Awaited<ReturnType<typeof watchesOf>>;
const said: string[] = [];

beforeAll(async () => {
  service = await startService({ DEVELOPMENT_SIGN_IN: '1' }, { say: (line) => said.push(line) });
  town = await community(service);
  watching = await watchesOf(service, town);
});
afterAll(() => service.close());

describe('A person in a browser', () => {
  test('asks for a link, signs in by it once, and signs out', async () => {
    const email = 'effects@example.com';
    const ann = await makePerson(town.admin, email);
    const watch = watching({ ann });
    const browser = createBrowser(service.url);
    let token = '';
    const link = { url: service.url, said };
    expect(await watch(async () => (token = await askForLink(link, browser, email)))).toEqual([
      '+ sign_in_link digest identity=ann return_to=/signin expiration_timestamp=now+10min',
    ]);
    expect(await watch(() => browser.submit('/signin/link/open', { token }))).toEqual([
      '+ access_record owner=tenant event=SIGN_IN identity=ann token=web_session 1',
      '- sign_in_link digest',
      '+ web_session 1 secret_hash=digest identity=ann idle_timestamp=now+12h expiration_timestamp=now+7d',
    ]);
    expect(await watch(() => createBrowser(service.url).submit('/signin/link/open', { token }))).toEqual([]);
    const { body } = await browser.send('GET', '/n/v1/clientcontext');
    const headers = { 'x-csrf-token': String(body.csrfToken) };
    expect(await watch(() => browser.send('DELETE', '/n/v1/clientcontext'))).toEqual([]);
    expect(await watch(() => browser.send('DELETE', '/n/v1/clientcontext', { headers }))).toEqual([
      '~ access_epoch tenant epoch',
      '+ access_record owner=tenant event=SIGN_OUT identity=ann token=web_session 1',
      '~ web_session 1 ended_timestamp=null→now',
    ]);
    expect(await watch(() => browser.send('DELETE', '/n/v1/clientcontext', { headers }))).toEqual([]);
  });

  test('that signs in again keeps nothing of the session before, which ended when it ended', async () => {
    const ann = await makePerson(town.admin, 'again@example.com');
    const watch = watching({ ann });
    let secret = '';
    const open = async (replaced: string | null): Promise<unknown> =>
      ({ secret } = await openWebSession(service.services, ann, replaced));
    await open(null);
    const first = secret;
    expect(await watch(() => open(first))).toEqual([
      '~ access_epoch tenant epoch',
      '+ access_record owner=tenant event=SIGN_IN identity=ann token=web_session 1',
      '+ web_session 1 secret_hash=digest identity=ann idle_timestamp=now+12h expiration_timestamp=now+7d',
      '~ web_session another ended_timestamp=null→now',
    ]);
    expect(await watch(() => open(first))).toEqual([
      '+ access_record owner=tenant event=SIGN_IN identity=ann token=web_session 2',
      '+ web_session 2 secret_hash=digest identity=ann idle_timestamp=now+12h expiration_timestamp=now+7d',
    ]);
  });

  test('is signed in no longer than the longest time, however long it may be idle', async () => {
    const { signIn: usual, database } = service.services;
    const ann = await makePerson(town.admin, 'short@example.com');
    const session = { ...usual.session, idleSeconds: 7_200, longestSeconds: 3_600 };
    const work = (): Promise<unknown> => openWebSession({ database, signIn: { ...usual, session } }, ann, null);
    expect(await watching({ ann })(work)).toEqual([
      '+ access_record owner=tenant event=SIGN_IN identity=ann token=web_session 1',
      '+ web_session 1 secret_hash=digest identity=ann idle_timestamp=now+1h expiration_timestamp=now+1h',
    ]);
  });
});

describe('Where a person is signed in', () => {
  let ann: SignedIn;
  let app: OAuthTestClient;
  const at = (rest = ''): string => `/n/v1/identity/${ann.identity}/sessions${rest}`;
  const of = (kind: string): Promise<string> =>
    town.admin
      .rest('GET', at())
      .then(({ body }) =>
        String((body.sessions as Record<string, string>[]).find((one) => one['kind'] === kind)?.['urn']),
      );
  let watch: Watch;
  beforeAll(async () => {
    ann = await signIn(service, town.admin);
    app = await createNativeClient(town.admin);
    await obtainTokens(service, app, ann, { scope: 'read offline_access' });
    await obtainTokens(service, await createNativeClient(town.admin), ann, { scope: 'read' });
    await openWebSession(service.services, ann.identity, null);
  });
  beforeEach(() => {
    watch = watching({ ann: ann.identity, app: app.urn });
  });

  test('is listed with all that is known of each', async () => {
    const listed = (await town.admin.rest('GET', at())).body.sessions as Record<string, unknown>[];
    const times = (one: Record<string, unknown>): number[] =>
      ['lastUsedTimestamp', 'expirationTimestamp'].map((name) =>
        Math.round((Date.parse(String(one[name])) - Date.parse(String(one['createdTimestamp']))) / 60_000),
      );
    expect(listed.map((one) => [one['kind'], one['applicationName'], one['scope'], ...times(one)])).toEqual([
      ['WEB_SESSION', null, null, 0, 720],
      ['OAUTH_GRANT', 'Reader app', 'read', 0, 15],
      ['OAUTH_GRANT', 'Reader app', 'read offline_access', 0, 43_200],
      ['WEB_SESSION', null, null, 0, 720],
    ]);
  });

  test('one session ends, one grant, and then everything', async () => {
    const one = await of('WEB_SESSION');
    expect(await watch(() => town.admin.rest('DELETE', at(`/${one}`)))).toEqual([
      '~ access_epoch tenant epoch',
      '+ access_record owner=tenant event=SIGN_OUT identity=ann token=another operation=endIdentitySessions',
      '~ web_session another ended_timestamp=null→now',
    ]);
    const grant = await of('OAUTH_GRANT');
    expect(await watch(() => town.admin.rest('DELETE', at(`/${grant}`)))).toEqual([
      '~ access_epoch tenant epoch',
      '+ access_record owner=tenant event=SIGN_OUT identity=ann token=another operation=endIdentitySessions',
      '~ o_auth_token another revoked_timestamp=null→now',
      'event UPDATE OAUTH_TOKEN another v2 (revokedTimestamp) by IDENTITY runner',
    ]);
    expect(await watch(() => town.admin.rest('DELETE', at(`/${grant}`)))).toEqual([]);
    expect(await watch(() => town.admin.rest('DELETE', at()))).toEqual([
      '~ access_epoch tenant epoch',
      '+ access_record owner=tenant event=SIGN_OUT identity=ann operation=endIdentitySessions',
      '~ o_auth_token another revoked_timestamp=null→now',
      '~ web_session another ended_timestamp=null→now',
      'event UPDATE OAUTH_TOKEN another v2 (revokedTimestamp) by IDENTITY runner',
    ]);
    expect(await watch(() => town.admin.rest('DELETE', at()))).toEqual([]);
  });
});

describe('An application', () => {
  let ann: SignedIn;
  let app: OAuthTestClient;
  let watch: Watch;
  let tokens: HandedTokens;
  beforeAll(async () => {
    ann = await signIn(service, town.admin);
    app = await createOAuthClient(town.admin);
  });
  beforeEach(() => {
    watch = watching({ ann: ann.identity, app: app.urn });
  });
  const introspected = async (token: string): Promise<Record<string, unknown>> => {
    const answer = await postForm(`${service.url}/oauth2/introspect`, { token }, basic(app));
    const { iat, exp, iss, aud, ...rest } = answer.body as Record<string, unknown>;
    if (rest['active'] === true) expect([iss, aud]).toEqual([service.url, service.url]);
    return { ...rest, ...(exp === undefined ? {} : { minutes: (Number(exp) - Number(iat)) / 60 }) };
  };

  test('is agreed to, refreshes with less, and learns of each token what it is', async () => {
    expect(
      await watch(async () => (tokens = await obtainTokens(service, app, ann, { scope: 'read write offline_access' }))),
    ).toEqual([
      '+ access_record owner=tenant event=SIGN_IN api_client=app identity=ann',
      '+ o_auth_code digest api_client=app identity=ann redirect_uri=https://app.example/callback code_challenge=digest scope=read write offline_access family_urn=another expiration_timestamp=now+1min used_timestamp=now',
      '+ o_auth_token 1 api_client=app identity=ann grant_type=authorization_code scope=read write offline_access token_type=Bearer issued_timestamp=now expiration_timestamp=now+15min refresh_expiration_timestamp=now+30d family_urn=another owner=tenant access_hash=digest refresh_hash=digest granted_scope=read write offline_access family_expiration_timestamp=now+90d',
      'event CREATE OAUTH_TOKEN o_auth_token 1 v1 () by IDENTITY ann',
    ]);
    let next = tokens;
    const first = tokens.refresh_token;
    expect(
      await watch(async () => {
        next = (await refresh(service, app, first, { scope: 'read' })).body as HandedTokens;
      }),
    ).toEqual([
      '+ o_auth_token 2 api_client=app identity=ann grant_type=refresh_token scope=read token_type=Bearer issued_timestamp=now expiration_timestamp=now+15min refresh_expiration_timestamp=now+30d family_urn=another owner=tenant access_hash=digest refresh_hash=digest granted_scope=read write offline_access family_expiration_timestamp=now+90d',
      '~ o_auth_token 1 refresh_expiration_timestamp=now+30d→now refresh_used_timestamp=null→now',
      'event UPDATE OAUTH_TOKEN o_auth_token 1 v2 (refreshExpirationTimestamp) by IDENTITY ann',
      'event CREATE OAUTH_TOKEN o_auth_token 2 v1 () by IDENTITY ann',
    ]);
    tokens = next;
    const good = { active: true, client_id: app.clientId, sub: ann.identity };
    expect(await introspected(tokens.access_token)).toEqual({
      ...good,
      ...{ scope: 'read', token_type: 'Bearer', minutes: 15 },
    });
    expect(await introspected(tokens.refresh_token)).toEqual({
      ...good,
      ...{ scope: 'read write offline_access', minutes: 43_200 },
    });
    expect(await introspected(first)).toEqual({ active: false });
    expect(await watch(() => refresh(service, app, first))).toEqual([
      '~ access_epoch tenant epoch',
      '+ access_record owner=tenant event=REFUSED_SIGN_IN api_client=app operation=refresh_token',
      '~ o_auth_token 1 revoked_timestamp=null→now',
      '~ o_auth_token 2 revoked_timestamp=null→now',
      'event UPDATE OAUTH_TOKEN o_auth_token 1 v3 (revokedTimestamp) by SYSTEM',
      'event UPDATE OAUTH_TOKEN o_auth_token 2 v2 (revokedTimestamp) by SYSTEM',
    ]);
    expect(await introspected(tokens.access_token)).toEqual({ active: false });
  });

  test('never outlives what was agreed to: near the end of it tokens are shorter', async () => {
    tokens = await obtainTokens(service, app, ann);
    await sql(
      service,
      `UPDATE o_auth_token SET family_expiration_timestamp = now() + interval '10 minutes' WHERE api_client = $1 AND revoked_timestamp IS NULL`,
      [app.urn],
    );
    expect(await watch(() => refresh(service, app, tokens.refresh_token))).toEqual([
      '+ o_auth_token 1 api_client=app identity=ann grant_type=refresh_token scope=read write offline_access token_type=Bearer issued_timestamp=now expiration_timestamp=now+10min refresh_expiration_timestamp=now+10min family_urn=another owner=tenant access_hash=digest refresh_hash=digest granted_scope=read write offline_access family_expiration_timestamp=now+10min',
      '~ o_auth_token another refresh_expiration_timestamp=now+30d→now refresh_used_timestamp=null→now',
      'event UPDATE OAUTH_TOKEN another v2 (refreshExpirationTimestamp) by IDENTITY ann',
      'event CREATE OAUTH_TOKEN o_auth_token 1 v1 () by IDENTITY ann',
    ]);
  });

  test('ends its token, and with it all of that sign-in', async () => {
    tokens = await obtainTokens(service, app, ann);
    const revoke = (): Promise<unknown> =>
      postForm(`${service.url}/oauth2/revoke`, { token: tokens.access_token }, basic(app));
    expect(await watch(revoke)).toEqual([
      '~ access_epoch tenant epoch',
      '~ o_auth_token another revoked_timestamp=null→now',
      'event UPDATE OAUTH_TOKEN another v2 (revokedTimestamp) by IDENTITY ann',
    ]);
    expect(await watch(revoke)).toEqual([]);
  });

  test('that acts for itself has one token and no more', async () => {
    const body = { grant_type: 'client_credentials', scope: 'read' };
    let token = '';
    expect(
      await watch(async () => {
        token = String((await postToken(service, app, body)).body.access_token);
      }),
    ).toEqual([
      '+ o_auth_token 1 api_client=app grant_type=client_credentials scope=read token_type=Bearer issued_timestamp=now expiration_timestamp=now+15min family_urn=another owner=tenant access_hash=digest granted_scope=read',
      'event CREATE OAUTH_TOKEN o_auth_token 1 v1 () by IDENTITY another',
    ]);
    expect(await introspected(token)).toEqual({
      ...{ active: true, client_id: app.clientId, sub: app.clientId },
      ...{ scope: 'read', token_type: 'Bearer', minutes: 15 },
    });
  });
});

describe('A bearer token', () => {
  let bob: Person;
  beforeAll(async () => {
    bob = await town.person('Bob');
  });
  test('that is narrowed is made, rotated and ended', async () => {
    const role = await town.make('role', { name: 'Clerk' });
    const own = watching({ client: bob.client, role });
    let urn = '';
    const body = { apiClient: bob.client, name: 'Till', labels: ['READ'], roles: [role] };
    const make = async (): Promise<unknown> => {
      const expirationTimestamp = new Date(Date.now() + 30 * 86_400_000).toISOString();
      return (urn = await town.make('apiclientbearertoken', { ...body, expirationTimestamp }));
    };
    expect(await own(make)).toEqual([
      '~ access_epoch tenant epoch',
      '+ api_client_bearer_token 1 api_client=client expiration_timestamp=now+30d name=Till token_prefix=8 of a token labels=[READ] owner=tenant token_hash=digest narrows_roles=true',
      '+ link api_client_bearer_token 1 ApiClientBearerToken.roles role',
      'event CREATE BEARER_TOKEN api_client_bearer_token 1 v1 () by IDENTITY runner',
    ]);
    const path = `/n/v1/apiclientbearertoken/${urn}`;
    const rotate = (): Promise<unknown> => town.admin.rest('POST', `${path}/rotate`, { body: { overlapSeconds: 60 } });
    expect(await own(rotate)).toEqual([
      '~ access_epoch tenant epoch',
      '+ api_client_bearer_token 2 api_client=client expiration_timestamp=now+30d name=Till token_prefix=8 of a token labels=[READ] owner=tenant token_hash=digest narrows_roles=true',
      '~ api_client_bearer_token 1 expiration_timestamp=now+30d→now+1min',
      '+ link api_client_bearer_token 2 ApiClientBearerToken.roles role',
      'event CREATE BEARER_TOKEN api_client_bearer_token 2 v1 () by IDENTITY runner',
      'event UPDATE BEARER_TOKEN api_client_bearer_token 1 v2 (expirationTimestamp) by IDENTITY runner',
    ]);
    expect(await own(() => town.admin.rest('DELETE', path))).toEqual([
      '~ access_epoch tenant epoch',
      '~ api_client_bearer_token 1 version=2→3 revoked_timestamp=null→now deleted_timestamp=null→now',
      '+ deletion api_client_bearer_token 1 owner=tenant kind=ApiClientBearerToken deleted_timestamp=now deleted_by={urn:runner type:IDENTITY name:Administrator}',
      'event DELETE BEARER_TOKEN api_client_bearer_token 1 v3 () by IDENTITY runner',
    ]);
  });

  test('is noted when it was used, with its client, once a minute', async () => {
    const watch = watching({ client: bob.client });
    const { urn, client } = await town.token(bob.client);
    const used = async (): Promise<unknown[]> => {
      const [row] = await sql(
        service,
        `SELECT k.last_used_timestamp > k.created_timestamp AS token, c.last_used_timestamp >= k.last_used_timestamp AS client
          FROM api_client_bearer_token k JOIN api_client c ON c.urn = k.api_client WHERE k.urn = $1`,
        [urn],
      );
      return [row?.['token'], row?.['client']];
    };
    expect(await used()).toEqual([null, null]);
    await client.rest('GET', '/n/v1/clientcontext');
    await expect.poll(used).toEqual([true, true]);
    expect(await watch(() => client.rest('GET', '/n/v1/clientcontext'))).toEqual([]);
  });

  test('of a client that is disabled is let in no more, and in again', async () => {
    const watch = watching({ client: bob.client });
    const path = `/n/v1/apiclient/${bob.client}`;
    expect(await watch(() => town.admin.rest('PATCH', path, { body: { status: 'DISABLED' } }))).toEqual([
      '~ access_epoch tenant epoch',
      '~ api_client client status=ACTIVE→DISABLED',
      'event UPDATE API_CLIENT client v2 (status) by IDENTITY runner',
    ]);
    expect((await bob.rest('GET', '/n/v1/clientcontext')).status).toBe(401);
    expect(await watch(() => town.admin.rest('PATCH', path, { body: { status: 'ACTIVE' } }))).toEqual([
      '~ access_epoch tenant epoch',
      '~ api_client client status=DISABLED→ACTIVE',
      'event UPDATE API_CLIENT client v3 (status) by IDENTITY runner',
    ]);
    expect((await bob.rest('GET', '/n/v1/clientcontext')).status).toBe(200);
  });
});
