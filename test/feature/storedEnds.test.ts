// Whatever begins or ends at a stored instant: one millisecond before it, at it, and one after it, by the database's clock,
// which stands still here. What ends at an instant is over at that instant; what begins at one has begun. Resource reference 7.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeExpiredOAuth } from '../../src/actions/oauth/endOAuthToken.ts';
import { purgeExpiredTokens } from '../../src/database/oauth/tokenFamilies.ts';
import { purgeExpiredCodes } from '../../src/database/oauth/tokenFamilies.ts';
import { purgeDeletedRows } from '../../src/database/engine/deletedStore.ts';
import { purgeKeys } from '../../src/database/access/idempotencyStore.ts';
import { insertLink } from '../../src/database/session/signInStore.ts';
import { personOfLink } from '../../src/actions/session/signInLink.ts';
import { secretHash } from '../../src/engine/secret.ts';
import { sessionCookieName } from '../../src/http/credentials.ts';
import type { Client } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { page, reader, sql, text, view } from '../support/content.ts';
import { copy } from '../support/copies.ts';
import { stopClock } from '../support/database.ts';
import {
  codeForm,
  createOAuthClient,
  obtainCode,
  obtainTokens,
  postToken,
  refresh,
  signIn,
  type OAuthTestClient,
} from '../support/oauth.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';
import { make } from '../contract/make.ts';

const now = new Date();
const before = (days: number, seconds = 0): Date => new Date(now.getTime() - (days * 86_400 + seconds) * 1000);

let service: TestService;
let tenant: Tenant;
let town: Community;
let app: OAuthTestClient;

beforeAll(async () => {
  service = await startService({ SEARCH_WAIT_MS: '5000' }, { way: (url) => stopClock(url, now.toISOString()) });
  tenant = await service.tenant();
  town = await community(service);
  app = await createOAuthClient(tenant);
});
afterAll(() => service.close());

/** Something with an instant in a row: how the instant is set, and whether the thing works. */
interface Bounded {
  readonly table: string;
  readonly column: string;
  readonly key: string;
  readonly value: string;
  readonly works: () => Promise<boolean>;
}

const row = (table: string, column: string, value: string, works: () => Promise<boolean>, key = 'urn'): Bounded => ({
  table,
  column,
  key,
  value,
  works,
});

const isOk =
  (ask: () => Promise<{ readonly status: number }>, refusals: readonly number[] = [400, 401, 404, 410, 302, 303]) =>
  async (): Promise<boolean> => {
    const { status } = await ask();
    expect([200, ...refusals]).toContain(status);
    return status === 200;
  };

async function bearer(): Promise<{ readonly urn: string; readonly client: Client }> {
  const client = await make(tenant, 'ApiClient', { accessLevel: 'COMPANY' });
  const { urn, answer } = await make(tenant, 'ApiClientBearerToken', { apiClient: client.urn });
  return { urn, client: service.client(String(answer.body.bearerToken)) };
}

async function session(): Promise<{ readonly hash: string; readonly ask: () => Promise<{ readonly status: number }> }> {
  const { cookie } = await signIn(service, tenant);
  const secret = cookie.slice(sessionCookieName(false).length + 1);
  const ask = async (): Promise<{ readonly status: number }> => {
    const { status } = await fetch(`${service.url}/n/v1/companies`, { headers: { cookie } });
    return { status };
  };
  return { hash: secretHash(secret), ask };
}

/** A person with one edge on something, or through a role or a group; `edge` is what ends. */
async function granted(
  through: 'ENTITY' | 'COMPANY' | 'ROLE' | 'GROUP',
): Promise<{ readonly edge: string; readonly works: () => Promise<boolean> }> {
  const { company: owner } = town.admin;
  const person = await town.person(`A reader by ${through}`, []);
  const { urn } = await page(town.admin, `/at-${crypto.randomUUID()}`, { status: 'PUBLISH', texts: [text('Live')] });
  const give = async (
    subjectScope: string,
    subjectUrn: string,
    objectScope: string,
    objectUrn: string,
    label: string,
  ) =>
    String(
      (await made(town.admin, 'permission', { owner, subjectScope, subjectUrn, objectScope, objectUrn, label })).urn,
    );
  const works = isOk(() => person.rest('GET', `/n/v1/entity/${String(urn)}`));
  if (through === 'ENTITY') return { edge: await give('API_CLIENT', person.client, 'ENTITY', urn, 'READ'), works };
  if (through === 'COMPANY') return { edge: await give('API_CLIENT', person.client, 'COMPANY', owner, 'READ'), works };
  const between = through === 'ROLE' ? await town.make('role', { name: crypto.randomUUID() }) : await town.group();
  await give(through, between, 'ENTITY', urn, 'READ');
  return { edge: await give('API_CLIENT', person.client, through, between, 'MEMBER'), works };
}

async function opened(): Promise<{ readonly edge: string; readonly ask: () => ReturnType<typeof view> }> {
  const path = `/at-${crypto.randomUUID()}`;
  const { urn } = await page(tenant, path, { status: 'PUBLISH', texts: [text('Live')] });
  const everyone = { subjectUrn: tenant.company, subjectScope: 'EVERYONE', objectUrn: urn, objectScope: 'ENTITY' };
  const { urn: edge } = await made(tenant, 'permission', { owner: tenant.company, ...everyone, label: 'READ' });
  return { edge: String(edge), ask: () => view(service.client(null), path) };
}

async function renamed(): Promise<Bounded> {
  const [old, path] = [`/at-${crypto.randomUUID()}`, `/at-${crypto.randomUUID()}`];
  const { urn } = await page(tenant, old, { status: 'PUBLISH', texts: [text('Live')] });
  expect((await tenant.rest('PUT', `/n/v1/entity/${String(urn)}`, { body: { path, redirect: true } })).status).toBe(
    200,
  );
  const follow = async (): Promise<{ readonly status: number }> => {
    const { status } = await fetch(`${service.url}/v/v1/entityview${old}`, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${tenant.token}` },
    });
    return { status: status === 301 || status === 308 || status === 302 ? 200 : status };
  };
  return row('entity_redirect', 'expires_timestamp', urn, isOk(follow), 'entity');
}

async function planned(column: 'publish_timestamp' | 'unpublish_timestamp'): Promise<Bounded> {
  const path = `/at-${crypto.randomUUID()}`;
  const visitor = await reader(service, tenant, [{ objectUrn: tenant.company, objectScope: 'COMPANY', label: 'READ' }]);
  const later = new Date(now.getTime() + 86_400_000).toISOString();
  const plan = column === 'publish_timestamp' ? { publishTimestamp: later } : { unpublishTimestamp: later };
  const { urn } = await page(tenant, path, { status: 'PUBLISH', texts: [text('Live')], ...plan });
  return row(
    'entity',
    column,
    urn,
    isOk(() => view(visitor, path)),
  );
}

/** What lasts until the instant: over at the instant itself. */
const ends: Readonly<Record<string, () => Promise<Bounded>>> = {
  'a bearer token': async () => {
    const { urn, client } = await bearer();
    return row(
      'api_client_bearer_token',
      'expiration_timestamp',
      urn,
      isOk(() => client.rest('GET', '/n/v1/companies')),
    );
  },
  'an OAuth access token': async () => {
    const tokens = await obtainTokens(service, app, await signIn(service, tenant));
    const ask = () => service.client(tokens.access_token).rest('GET', '/n/v1/companies');
    return row('o_auth_token', 'expiration_timestamp', secretHash(tokens.access_token), isOk(ask), 'access_hash');
  },
  'an OAuth refresh token': async () => {
    const tokens = await obtainTokens(service, app, await signIn(service, tenant));
    const ask = () => refresh(service, app, tokens.refresh_token);
    return row(
      'o_auth_token',
      'refresh_expiration_timestamp',
      secretHash(tokens.refresh_token),
      isOk(ask),
      'refresh_hash',
    );
  },
  'an authorization code': async () => {
    const obtained = await obtainCode(service, app, await signIn(service, tenant));
    const ask = () => postToken(service, app, codeForm(obtained));
    return row('o_auth_code', 'expiration_timestamp', secretHash(obtained.code), isOk(ask), 'code_hash');
  },
  'a session that is not used': async () => {
    const { hash, ask } = await session();
    return row('web_session', 'idle_timestamp', hash, isOk(ask), 'secret_hash');
  },
  'a session': async () => {
    const { hash, ask } = await session();
    return row('web_session', 'expiration_timestamp', hash, isOk(ask), 'secret_hash');
  },
  'a sign-in link': async () => {
    const { identity } = await signIn(service, tenant);
    const secret = crypto.randomUUID();
    await insertLink(service.services.database, secretHash(secret), { identityUrn: identity, returnTo: '/' }, 60);
    const works = async (): Promise<boolean> => (await personOfLink(service.services, secret)) !== null;
    return row('sign_in_link', 'expiration_timestamp', secretHash(secret), works, 'secret_hash');
  },
  'an edge on an object': async () => {
    const { edge, works } = await granted('ENTITY');
    return row('permission', 'to_timestamp', edge, works);
  },
  'an edge on a company': async () => {
    const { edge, works } = await granted('COMPANY');
    return row('permission', 'to_timestamp', edge, works);
  },
  'an edge to a role': async () => {
    const { edge, works } = await granted('ROLE');
    return row('permission', 'to_timestamp', edge, works);
  },
  'an edge to a group': async () => {
    const { edge, works } = await granted('GROUP');
    return row('permission', 'to_timestamp', edge, works);
  },
  'what is open to everyone': async () => {
    const { edge, ask } = await opened();
    return row('permission', 'to_timestamp', edge, isOk(ask));
  },
  'a redirect': renamed,
  'a published page': () => planned('unpublish_timestamp'),
  'an outside name of an identity': async () => {
    const token = crypto.randomUUID();
    const { urn } = await made(tenant, 'identity', {
      owner: tenant.company,
      clientIdentifiers: [{ domain: 'crm', token }],
    });
    const query = `{ found: identitiesByClientIdentifier(domain: "crm", token: "${token}") { urn } }`;
    const works = async (): Promise<boolean> => (await tenant.data(query)).found.length === 1;
    return row('client_identifier', 'expires_timestamp', urn, works, 'identity');
  },
  'an outside name that a list is filtered by': async () => {
    const token = crypto.randomUUID();
    const { urn } = await made(tenant, 'identity', {
      owner: tenant.company,
      clientIdentifiers: [{ domain: 'erp', token }],
    });
    const path = `/n/v1/identities?filter[clientIdentifier.domain]=erp&filter[clientIdentifier.token]=${token}`;
    const works = async (): Promise<boolean> => (await tenant.rest('GET', path)).body.identities.length === 1;
    return row('client_identifier', 'expires_timestamp', urn, works, 'identity');
  },
  'a kept search': async () => {
    const { urn } = await make(tenant, 'Search');
    return row(
      'search',
      'expiration_timestamp',
      urn,
      isOk(() => tenant.rest('GET', `/n/v1/search/${urn}`)),
    );
  },
};

/** What begins at the instant: there at the instant itself. */
const begins: Readonly<Record<string, () => Promise<Bounded>>> = {
  'an edge on an object': async () => {
    const { edge, works } = await granted('ENTITY');
    return row('permission', 'from_timestamp', edge, works);
  },
  'an edge on a company': async () => {
    const { edge, works } = await granted('COMPANY');
    return row('permission', 'from_timestamp', edge, works);
  },
  'an edge to a role': async () => {
    const { edge, works } = await granted('ROLE');
    return row('permission', 'from_timestamp', edge, works);
  },
  'what is open to everyone': async () => {
    const { edge, ask } = await opened();
    return row('permission', 'from_timestamp', edge, isOk(ask));
  },
  'what caches may keep for everyone': async () => {
    const { edge, ask } = await opened();
    const works = async (): Promise<boolean> => (await ask()).headers.get('cache-control')?.includes('public') ?? false;
    return row('permission', 'from_timestamp', edge, works);
  },
  'a planned page': () => planned('publish_timestamp'),
};

/** Whether it works with its instant a millisecond before the clock, at it, and a millisecond after it. */
async function around(make: () => Promise<Bounded>, at = now): Promise<boolean[]> {
  const found: boolean[] = [];
  for (const by of [-1, 0, 1]) {
    const { table, column, key, value, works } = await make();
    const changed = await sql(service, `UPDATE "${table}" SET "${column}" = $1 WHERE "${key}" = $2 RETURNING 1`, [
      new Date(at.getTime() + by),
      value,
    ]);
    expect(changed).toHaveLength(1);
    found.push(await works());
  }
  return found;
}

test('the database answers the instant at which its clock stands', async () => {
  const [{ same } = {}] = await service.services.database.query({
    text: `SELECT now() = $1::timestamptz AND clock_timestamp() = $1 AND statement_timestamp() = $1 AS same`,
    values: [now.toISOString()],
  });
  expect(same).toBe(true);
});

test.each(Object.keys(ends))('%s is over at its end, and not before', async (name) => {
  expect(await around(ends[name] as () => Promise<Bounded>)).toEqual([false, false, true]);
});

test.each(Object.keys(begins))('%s is there from its beginning, and not before', async (name) => {
  expect(await around(begins[name] as () => Promise<Bounded>)).toEqual([true, true, false]);
});

test('what was deleted can be restored until its days are over, and is removed from then on', async () => {
  const bounded = async (): Promise<Bounded & { readonly urn: string }> => {
    const { urn } = await make(tenant, 'Project');
    expect((await tenant.rest('DELETE', `/n/v1/project/${urn}`)).status).toBe(204);
    return {
      ...row(
        'project',
        'deleted_timestamp',
        urn,
        isOk(() => tenant.rest('POST', `/n/v1/project/${urn}/restore`)),
      ),
      urn,
    };
  };
  expect(await around(bounded, before(30))).toEqual([false, false, true]);
  const gone = async (): Promise<Bounded> => {
    const one = await bounded();
    const works = async (): Promise<boolean> => {
      await purgeDeletedRows(service.services.database, 'project', { days: 30, limit: 100 });
      return (await sql(service, 'SELECT 1 FROM project WHERE urn = $1', [one.urn])).length === 0;
    };
    return { ...one, works };
  };
  expect(await around(gone, before(30))).toEqual([true, true, false]);
});

test('an idempotency key is forgotten once it is a day old', async () => {
  const { company: owner } = tenant;
  const bounded = async (): Promise<Bounded> => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { owner, name: 'List', entities: [] };
    const known = new Set((await sql(service, 'SELECT key FROM idempotency_key')).map(({ key }) => key));
    const first = await tenant.rest('POST', '/n/v1/entitylist', { body, headers });
    const [added] = (await sql(service, 'SELECT key FROM idempotency_key')).filter(({ key }) => !known.has(key));
    const again = async (): Promise<boolean> =>
      (await tenant.rest('POST', '/n/v1/entitylist', { body, headers })).body.urn !== first.body.urn;
    return row('idempotency_key', 'created_timestamp', String(added?.['key']), again, 'key');
  };
  expect(await around(bounded, before(1))).toEqual([true, false, false]);
  const purged = async (): Promise<Bounded> => {
    const one = await bounded();
    const works = async (): Promise<boolean> => {
      await purgeKeys(service.services.database, 100);
      return (await sql(service, 'SELECT 1 FROM idempotency_key WHERE key = $1', [one.value])).length === 0;
    };
    return { ...one, works };
  };
  expect(await around(purged, before(1))).toEqual([true, false, false]);
});

test('codes and tokens are forgotten a day after they ended', async () => {
  const code = async (): Promise<Bounded> => {
    const { code: secret } = await obtainCode(service, app, await signIn(service, tenant));
    const works = async (): Promise<boolean> => {
      await purgeExpiredCodes(service.services.database, 100);
      return (await sql(service, 'SELECT 1 FROM o_auth_code WHERE code_hash = $1', [secretHash(secret)])).length === 0;
    };
    return row('o_auth_code', 'expiration_timestamp', secretHash(secret), works, 'code_hash');
  };
  expect(await around(code, before(1))).toEqual([true, false, false]);
  const token = (ending: 'expiration_timestamp' | 'refresh_expiration_timestamp') => async (): Promise<Bounded> => {
    const tokens = await obtainTokens(service, app, await signIn(service, tenant));
    const hash = secretHash(tokens.access_token);
    const long = before(3);
    await sql(
      service,
      'UPDATE o_auth_token SET expiration_timestamp = $1, refresh_expiration_timestamp = $1 WHERE access_hash = $2',
      [long, hash],
    );
    const works = async (): Promise<boolean> => {
      await purgeExpiredTokens(service.services.database, 100);
      return (await sql(service, 'SELECT 1 FROM o_auth_token WHERE access_hash = $1', [hash])).length === 0;
    };
    return row('o_auth_token', ending, hash, works, 'access_hash');
  };
  expect(await around(token('expiration_timestamp'), before(1))).toEqual([true, false, false]);
  expect(await around(token('refresh_expiration_timestamp'), before(1))).toEqual([true, true, false]);
});

test('All tokens that have ended are forgotten, however many', async () => {
  await obtainTokens(service, app, await signIn(service, tenant));
  const [token] = await sql(service, 'SELECT urn FROM o_auth_token ORDER BY issued_timestamp DESC LIMIT 1');
  const old = `now() - interval '3 days'`;
  await copy(service.databaseUrl, { table: 'o_auth_token', urn: String(token?.['urn']) }, 500, {
    ...{ access_hash: 'n.urn', refresh_hash: 'md5(n.urn::text)', family_urn: 'n.urn' },
    ...{ expiration_timestamp: old, refresh_expiration_timestamp: old, scope: `'copied'` },
  });
  await purgeExpiredOAuth(service.services);
  expect(await sql(service, `SELECT 1 FROM o_auth_token WHERE scope = 'copied'`)).toEqual([]);
});
