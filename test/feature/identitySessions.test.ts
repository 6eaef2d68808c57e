// Administrators of a person, and the person itself, see where it is signed in and end it: one browser, one application, or
// everything. Resource reference 7.5, 7.6.
import { beforeAll, expect, test } from 'vitest';
import { sessionCookieName } from '../../src/http/credentials.ts';
import { openWebSession } from '../../src/actions/session/webSession.ts';
import type { RestAnswer } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { createNativeClient, obtainTokens, refresh, signIn, type SignedIn } from '../support/oauth.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

const scope = 'read offline_access';
const at = (identity: string, rest = ''): string => `/n/v1/identity/${identity}/sessions${rest}`;

interface Listed {
  readonly urn: string;
  readonly kind: string;
  readonly isCurrent: boolean;
  readonly apiClient: { readonly urn: string } | null;
  readonly applicationName: string | null;
  readonly scope: string | null;
}

/** The person's own browser. */
async function browse({ cookie }: SignedIn, method: string, path: string): Promise<RestAnswer> {
  const anonymous = service.client(null);
  const headers = { cookie, origin: service.url };
  const { body } = await anonymous.rest('GET', '/n/v1/clientcontext', { headers });
  return anonymous.rest(method, path, { headers: { ...headers, 'x-csrf-token': String(body.csrfToken) } });
}

const kindOf = async (person: SignedIn): Promise<unknown> =>
  (await browse(person, 'GET', '/n/v1/clientcontext')).body.sessionKind;

test('A person is listed with its browsers and applications, which end one by one and all together', async () => {
  const person = await signIn(service, town.admin);
  const { secret } = await openWebSession(service.services, person.identity, null);
  const second: SignedIn = { ...person, cookie: `${sessionCookieName(false)}=${secret}` };
  const client = await createNativeClient(town.admin);
  const tokens = await obtainTokens(service, client, person, { scope });
  const other = await obtainTokens(service, await createNativeClient(town.admin), person, { scope });
  const listed = (await town.admin.rest('GET', at(person.identity))).body.sessions as Listed[];
  expect(listed.map(({ kind }) => kind).sort()).toEqual(['OAUTH_GRANT', 'OAUTH_GRANT', 'WEB_SESSION', 'WEB_SESSION']);
  const graph = await town.admin.data(
    'query ($urn: ID!) { identitySessions(urn: $urn) { urn kind isCurrent apiClient { urn } applicationName scope } }',
    { urn: person.identity },
  );
  const bare = listed.map(({ urn, kind, isCurrent, apiClient, applicationName, scope: agreed }) => ({
    ...{ urn, kind, isCurrent, applicationName, scope: agreed },
    apiClient: apiClient && { urn: apiClient.urn },
  }));
  expect(graph.identitySessions).toEqual(bare);
  const own = (await browse(second, 'GET', at(person.identity))).body.sessions as Listed[];
  expect(own.map(({ urn }) => urn)).toEqual(listed.map(({ urn }) => urn));
  expect(own.filter((one) => one.isCurrent)).toHaveLength(1);
  // The person agreed to the application by its name, and does not read the client.
  const [grant] = own.filter(({ kind }) => kind === 'OAUTH_GRANT');
  expect([grant?.apiClient, typeof grant?.applicationName, grant?.scope]).toEqual([null, 'string', scope]);

  // One grant: its access and refresh tokens end, the other's do not.
  const first = listed.find(({ apiClient }) => apiClient?.urn === client.urn);
  expect((await town.admin.rest('DELETE', at(person.identity, `/${String(first?.urn)}`))).status).toBe(204);
  const reads = async (token: string): Promise<number> =>
    (await service.client(token).rest('GET', `/n/v1/company/${town.admin.company}`)).status;
  expect([await reads(tokens.access_token), await reads(other.access_token)]).toEqual([401, 200]);
  expect((await refresh(service, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
  expect((await town.admin.rest('DELETE', at(person.identity, `/${String(first?.urn)}`))).status).toBe(404);

  // One browser, by the other one.
  const mine = own.find((one) => one.isCurrent);
  const rest = own.find(({ kind, isCurrent }) => kind === 'WEB_SESSION' && !isCurrent);
  expect((await browse(second, 'DELETE', at(person.identity, `/${String(rest?.urn)}`))).status).toBe(204);
  expect([await kindOf(person), await kindOf(second)]).toEqual(['ANONYMOUS', 'WEB_SESSION']);
  const left = (await town.admin.rest('GET', at(person.identity))).body.sessions as Listed[];
  expect(left.map(({ urn }) => urn)).toContain(mine?.urn);
  expect(left).toHaveLength(2);

  // Everything.
  const { endIdentitySessions } = await town.admin.data(
    'mutation ($urn: ID!) { endIdentitySessions(urn: $urn) { count userErrors { code } } }',
    { urn: person.identity },
  );
  expect(endIdentitySessions).toEqual({ count: 2, userErrors: [] });
  expect([await kindOf(second), await reads(other.access_token)]).toEqual(['ANONYMOUS', 401]);
  expect((await town.admin.rest('GET', at(person.identity))).body.sessions).toEqual([]);
  expect((await town.admin.rest('DELETE', at(person.identity))).status).toBe(204);
});

test('Signing out ends the browser and leaves the applications that the person agreed to', async () => {
  const person = await signIn(service, town.admin);
  const tokens = await obtainTokens(service, await createNativeClient(town.admin), person, { scope });
  expect((await browse(person, 'DELETE', '/n/v1/clientcontext')).status).toBe(204);
  const left = (await town.admin.rest('GET', at(person.identity))).body.sessions as Listed[];
  expect(left.map(({ kind }) => kind)).toEqual(['OAUTH_GRANT']);
  const { status } = await service.client(tokens.access_token).rest('GET', `/n/v1/company/${town.admin.company}`);
  expect(status).toBe(200);
});

test('Only an administrator of the person, and the person in its own browser, see and end anything', async () => {
  const person = await signIn(service, town.admin);
  const tokens = await obtainTokens(service, await createNativeClient(town.admin), person, { scope });
  const stranger = await (await community(service)).person('Stranger', []);
  const reader = await town.person('Reader', ['READ', 'UPDATE', 'MANAGE']);
  const unrelated = await signIn(service, town.admin);
  const application = service.client(tokens.access_token);
  const ask = async (as: typeof stranger | typeof application): Promise<number[]> => [
    (await as.rest('GET', at(person.identity))).status,
    (await as.rest('DELETE', at(person.identity))).status,
  ];
  expect(await ask(stranger)).toEqual([404, 404]);
  expect(await ask(reader)).toEqual([403, 403]);
  expect(await ask(application)).toEqual([403, 403]);
  expect((await browse(unrelated, 'DELETE', at(person.identity))).status).toBe(403);
  expect((await service.client(null).rest('GET', at(person.identity))).status).toBe(401);
  expect((await town.admin.rest('GET', at(person.identity))).body.sessions).toHaveLength(2);
  // Nobody ends what is another's by naming it beside its own person.
  const [session] = (await town.admin.rest('GET', at(person.identity))).body.sessions as Listed[];
  expect((await browse(unrelated, 'DELETE', at(unrelated.identity, `/${String(session?.urn)}`))).status).toBe(404);
  expect((await town.admin.rest('GET', at(person.identity))).body.sessions).toHaveLength(2);
  await town.grant('API_CLIENT', reader.client, 'IDENTITY', person.identity, 'ADMIN');
  expect(await ask(reader)).toEqual([200, 204]);
});

test('The newest 200 are listed', async () => {
  const person = await signIn(service, town.admin);
  // Sessions of one millisecond have no order of their own.
  await withClient(service.databaseUrl, (client) =>
    client.query(`UPDATE web_session SET created_timestamp = created_timestamp - interval '1 second'`),
  );
  const opened: string[] = [];
  for (let count = 0; count < 200; count += 1)
    opened.push((await openWebSession(service.services, person.identity, null)).urn);
  const { sessions } = (await town.admin.rest('GET', at(person.identity))).body as { sessions: Listed[] };
  expect(new Set(sessions.map(({ urn }) => urn))).toEqual(new Set(opened));
});
