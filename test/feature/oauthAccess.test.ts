// Access tokens: they work wherever a bearer token does, never exceed their holder's rights or their scope, and end
// immediately. Resource reference 7.2, 7.5, 7.6, 9.7; RFC 6750; RFC 9728.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerDocuments } from '../../src/actions/access/registeredDocuments.ts';
import { startApp } from '../../src/start/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { withClient } from '../support/database.ts';
import {
  basic,
  codeForm,
  createNativeClient,
  createOAuthClient,
  grant,
  obtainCode,
  obtainTokens,
  postForm,
  postToken,
  refresh,
  signIn,
  type HandedTokens,
  type OAuthTestClient,
  type SignedIn,
} from '../support/oauth.ts';
import type { Client, RestAnswer } from '../support/client.ts';
import { membership } from '../support/community.ts';
import { logEnd } from '../support/eventLog.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';
import { webhookKeys } from '../support/webhookKeys.ts';

const keys = webhookKeys();
let service: TestService;
let admin: Tenant;
let native: OAuthTestClient;
let ada: SignedIn;
let project: string;

beforeAll(async () => {
  service = await startService(keys);
  admin = await service.tenant();
  native = await createNativeClient(admin);
  ada = await signIn(service, admin, ['READ']);
  project = await createProject(admin);
});
afterAll(() => service.close());

async function createProject(client: Client): Promise<string> {
  const made = await client.rest('POST', '/n/v1/project', { body: { owner: { urn: admin.company }, name: 'Plan' } });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return String(made.body.urn);
}

/** A caller with a token for the client itself. */
async function asClient(client: OAuthTestClient, scope: string): Promise<Client> {
  const { status, body } = await postToken(service, client, { grant_type: 'client_credentials', scope });
  expect(status).toBe(200);
  return service.client(body.access_token);
}

/** A caller with a token for a person. */
async function asPerson(person: SignedIn, scope: string, client = native): Promise<Client> {
  return service.client((await obtainTokens(service, client, person, { scope })).access_token);
}

const statuses = async (calls: readonly Promise<RestAnswer>[]): Promise<number[]> =>
  (await Promise.all(calls)).map((answer) => answer.status);

const patch = (client: Client, name: string): Promise<RestAnswer> =>
  client.rest('PATCH', `/n/v1/project/${project}`, { body: { name } });

const context = async (client: Client): Promise<number> => (await client.rest('GET', '/n/v1/clientcontext')).status;

describe('client credentials', () => {
  test('act as the client, narrowed by the scope', async () => {
    const whole = await createOAuthClient(admin, { accessLevel: 'COMPANY' });
    const reader = await asClient(whole, 'read');
    const writer = await asClient(whole, 'write');
    const both = [reader, writer];
    expect(await statuses(both.map((c) => c.rest('GET', `/n/v1/project/${project}`)))).toEqual([200, 200]);
    expect(await statuses([patch(reader, 'By the reader'), patch(writer, 'By the writer')])).toEqual([403, 200]);
    const list = await statuses(both.map((c) => c.rest('GET', `/n/v1/apiclient/${native.urn}`)));
    expect(list).toEqual([404, 404]);
    const administrator = await asClient(whole, 'admin');
    expect((await administrator.rest('GET', `/n/v1/apiclient/${native.urn}`)).status).toBe(200);
    const raise = { body: { owner: { urn: admin.company }, name: 'More', accessLevel: 'COMPANY' } };
    expect((await administrator.rest('POST', '/n/v1/apiclient', raise)).status).toBe(403);
  });

  test('each scope grants its own labels and no other', async () => {
    const whole = await createOAuthClient(admin, { accessLevel: 'COMPANY' });
    const labels = [
      'READ',
      'READ_DRAFT',
      'COMMENT',
      'CREATE',
      'UPDATE',
      'PUBLISH',
      'DELETE',
      'ASSIGN',
      'MANAGE',
      'ADMIN',
    ];
    const content = ['READ', 'READ_DRAFT', 'COMMENT', 'CREATE', 'UPDATE', 'PUBLISH', 'DELETE', 'ASSIGN'];
    const expected: Record<string, string[]> = {
      read: ['READ'],
      read_draft: ['READ', 'READ_DRAFT'],
      write: ['READ', 'READ_DRAFT', 'CREATE', 'UPDATE', 'DELETE', 'ASSIGN'],
      publish: ['READ', 'READ_DRAFT', 'PUBLISH'],
      comment: ['READ', 'COMMENT'],
      manage: [...content, 'MANAGE'],
      admin: labels,
    };
    for (const [scope, left] of Object.entries(expected)) {
      const client = await asClient(whole, scope);
      const checks = [...labels, 'MEMBER', 'x-own'].map((label) => ({ ref: label, objectUrn: project, label }));
      const { body } = await client.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
      const allowed = (body.results as { ref: string; allowed: boolean }[]).filter((r) => r.allowed).map((r) => r.ref);
      expect([scope, allowed.sort()]).toEqual([scope, left.sort()]);
    }
  });

  test('a scope grants nothing to a client without rights', async () => {
    const nothing = await createOAuthClient(admin);
    const client = await asClient(nothing, 'read write publish manage admin');
    expect(await statuses([client.rest('GET', `/n/v1/project/${project}`), patch(client, 'No')])).toEqual([404, 404]);
    const own = await client.rest('GET', `/n/v1/apiclient/${nothing.urn}`);
    expect(own.status).toBe(200);
  });
});

describe('access to the caller’s own data, which requires no grant', () => {
  test('still requires the scope', async () => {
    const server = await createOAuthClient(admin);
    const values = {
      subject: 'PROJECT',
      event: 'ALL',
      destinationUrl: 'https://hooks.example/',
      secret: 's'.repeat(32),
      eventsPerMinute: 60,
    };
    const body = { apiClient: { urn: server.urn }, ...values };
    const hook = async (scope: string): Promise<number> =>
      (await (await asClient(server, scope)).rest('POST', '/n/v1/webhooksubscription', { body })).status;
    expect([await hook('read write manage'), await hook('admin')]).toEqual([403, 201]);
    const person = await signIn(service, admin);
    const markRead = async (scope: string): Promise<number> => {
      const client = await asPerson(person, scope);
      return (await client.rest('POST', `/n/v1/identitynotificationinbox/${person.identity}/markread`, { body: {} }))
        .status;
    };
    expect([await markRead('read'), await markRead('comment')]).toEqual([403, 200]);
    const group = await admin.rest('POST', '/n/v1/group', {
      body: { owner: { urn: admin.company }, name: 'Open', joinPolicy: 'OPEN', visibility: 'OWNER' },
    });
    const join = async (scope: string): Promise<number> => {
      const client = await asPerson(person, scope);
      const joining = membership(group.body.urn, person.identity, { enrollment: 'BY_MEMBER_WITH_CONSENT' });
      return (await client.rest('POST', '/n/v1/groupmembership', { body: joining })).status;
    };
    expect([await join('read write'), await join('manage')]).toEqual([403, 201]);
  });
});

describe('an authorization code', () => {
  test('grants what the person may do, narrowed by the scope, and nothing of the client', async () => {
    const whole = await createOAuthClient(admin, { accessLevel: 'COMPANY' });
    const reader = await asPerson(ada, 'read write manage admin', whole);
    const read = reader.rest('GET', `/n/v1/project/${project}`);
    expect(await statuses([read, patch(reader, 'No')])).toEqual([200, 403]);
    const unprivileged = await asPerson(await signIn(service, admin, []), 'read admin', whole);
    expect(await statuses([unprivileged.rest('GET', `/n/v1/project/${project}`)])).toEqual([404]);
    const lists = ['apiclients', 'apiclientbearertokens', 'webhooksubscriptions'];
    for (const plural of lists) {
      const { status, body } = await reader.rest('GET', `/n/v1/${plural}`);
      expect([plural, status, body[plural]]).toEqual([plural, 200, []]);
    }
  });

  test('follows the person’s grants as they are added and revoked', async () => {
    const person = await signIn(service, admin, []);
    const client = await asPerson(person, 'read write');
    expect((await patch(client, 'No')).status).toBe(404);
    await grant(admin, person.identity, 'UPDATE');
    expect((await patch(client, 'Yes')).status).toBe(200);
    const { body } = await admin.rest('GET', `/n/v1/permissions?filter[subjectUrn]=${person.identity}`);
    await admin.rest('DELETE', `/n/v1/permission/${body.permissions[0].urn}`);
    expect((await patch(client, 'No')).status).toBe(404);
  });

  test('carries the person’s roles and groups', async () => {
    const person = await signIn(service, admin, []);
    const group = await admin.rest('POST', '/n/v1/group', { body: { owner: { urn: admin.company }, name: 'Editors' } });
    const body = membership(group.body.urn, person.identity);
    expect((await admin.rest('POST', '/n/v1/groupmembership', { body })).status).toBe(201);
    const roles = await admin.rest('GET', '/n/v1/roles?filter[name]=EDITOR');
    const role = roles.body.roles[0].urn as string;
    const member = { subjectUrn: group.body.urn, subjectScope: 'GROUP', objectUrn: role, objectScope: 'ROLE' };
    await admin.rest('POST', '/n/v1/permission', {
      body: { owner: { urn: admin.company }, ...member, label: 'MEMBER' },
    });
    const writer = await asPerson(person, 'write');
    const { status, body: state } = await writer.rest('GET', '/n/v1/clientcontext');
    expect([status, state.roles.map((r: { urn: string }) => r.urn)]).toEqual([200, [role]]);
    expect((await patch(writer, 'By the group')).status).toBe(200);
    expect((await patch(await asPerson(person, 'read'), 'No')).status).toBe(403);
  });

  test('records the person as the author of what it writes', async () => {
    const person = await signIn(service, admin, ['READ', 'CREATE']);
    const made = await createProject(await asPerson(person, 'write'));
    await logEnd(service.services);
    const { body } = await admin.rest('GET', `/n/v1/webhooktriggers?filter[targetUrn]=${made}`);
    expect(body.webhooktriggers[0].actor).toMatchObject({ urn: person.identity, type: 'IDENTITY' });
  });

  test('cannot grant more than its scope allows', async () => {
    const chief = await signIn(service, admin, ['ADMIN']);
    const other = await signIn(service, admin, []);
    const edge = { subjectUrn: other.identity, subjectScope: 'IDENTITY', objectUrn: project, objectScope: 'PROJECT' };
    const body = { owner: { urn: admin.company }, ...edge, label: 'READ' };
    const limited = await asPerson(chief, 'read write manage');
    expect((await limited.rest('POST', '/n/v1/permission', { body })).status).toBe(403);
    const full = await asPerson(chief, 'admin');
    expect((await full.rest('POST', '/n/v1/permission', { body })).status).toBe(201);
  });
});

describe('the client context', () => {
  test('shows scope, expiry, client and person', async () => {
    const tokens = await obtainTokens(service, native, ada, { scope: 'read write' });
    const client = service.client(tokens.access_token);
    const { body } = await client.rest('GET', '/n/v1/clientcontext');
    expect(body).toMatchObject({
      hasBearer: true,
      hasSession: false,
      scope: 'read write',
      client: { urn: native.urn },
      identity: { urn: ada.identity },
      company: { urn: admin.company },
      labels: ['READ'],
    });
    const { oauthtokens } = (await client.rest('GET', '/n/v1/oauthtokens?sort=-createdTimestamp&limit=1')).body;
    expect(body.expirationTimestamp).toBe(oauthtokens[0].expirationTimestamp);
    const data = await client.data('{ clientContext { scope sessionKind expirationTimestamp } }');
    expect(data.clientContext).toEqual({
      scope: 'read write',
      sessionKind: 'SERVER_BEARER',
      expirationTimestamp: body.expirationTimestamp,
    });
  });

  test('shows a page’s token as a BROWSER_BEARER, which works from that page’s origin only', async () => {
    const values = { type: 'BROWSER', allowedOrigins: ['https://app.example'] };
    const browser = await createNativeClient(admin, values);
    const { access_token } = await obtainTokens(service, browser, ada, { scope: 'read' });
    const from = async (origin: string): Promise<RestAnswer> =>
      service.client(access_token).rest('GET', '/n/v1/clientcontext', { headers: { origin } });
    const own = await from('https://app.example');
    expect([own.status, own.body.sessionKind]).toEqual([200, 'BROWSER_BEARER']);
    expect((await from('https://evil.example')).status).toBe(403);
  });
});

describe('the end of a token', () => {
  const holders = async (): Promise<{ client: OAuthTestClient; person: SignedIn; both: Client[] }> => {
    const client = await createOAuthClient(admin);
    const person = await signIn(service, admin);
    return { client, person, both: [await asClient(client, 'read'), await asPerson(person, 'read', client)] };
  };
  const accepted = (both: readonly Client[]): Promise<number[]> => Promise.all(both.map(context));

  test('follows its client’s: a disabled client gets 401 immediately, and a deleted one’s tokens never work again', async () => {
    const { client, both } = await holders();
    expect(await accepted(both)).toEqual([200, 200]);
    const set = (status: string): Promise<RestAnswer> =>
      admin.rest('PATCH', `/n/v1/apiclient/${client.urn}`, { body: { status } });
    await set('DISABLED');
    expect(await accepted(both)).toEqual([401, 401]);
    expect((await both[0]!.graph('{ clientContext { scope } }')).status).toBe(401);
    await set('ACTIVE');
    expect(await accepted(both)).toEqual([200, 200]);
    await admin.rest('DELETE', `/n/v1/apiclient/${client.urn}`);
    expect(await accepted(both)).toEqual([401, 401]);
    expect((await admin.rest('POST', `/n/v1/apiclient/${client.urn}/restore`)).status).toBe(200);
    expect(await accepted(both)).toEqual([401, 401]);
  });

  test('follows its person’s deletion', async () => {
    const { person, both } = await holders();
    await admin.rest('DELETE', `/n/v1/identity/${person.identity}`);
    expect(await accepted(both)).toEqual([200, 401]);
  });

  test('follows its expiry', async () => {
    const { client, both } = await holders();
    await withClient(service.databaseUrl, (database) =>
      database.query(`UPDATE o_auth_token SET expiration_timestamp = now() WHERE api_client = $1`, [client.urn]),
    );
    expect(await accepted(both)).toEqual([401, 401]);
  });

  test('follows the deletion of the person’s company, and a foreign tenant never accepts it', async () => {
    const { client, both } = await holders();
    const foreign = await service.tenant();
    await withClient(service.databaseUrl, (database) =>
      database.query(
        `UPDATE identity SET owner = $1 WHERE urn IN (SELECT identity FROM o_auth_token WHERE api_client = $2)`,
        [foreign.company, client.urn],
      ),
    );
    expect(await accepted(both)).toEqual([200, 401]);
  });

  test('runs the registered documents of its own client alone, however often they were run', async () => {
    const text = 'query ($urn: ID!) { project(urn: $urn) { name } }';
    const documentId = createHash('sha256').update(text).digest('hex');
    await registerDocuments(service.services.database, native.urn, { [documentId]: text });
    const asker = async (client: OAuthTestClient): Promise<(sent: object) => Promise<string>> => {
      const { access_token: token } = await obtainTokens(service, client, ada, { scope: 'read' });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return async (sent) =>
        (await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(sent) })).text();
    };
    const sent = { documentId, variables: { urn: project } };
    const own = await asker(native);
    const other = await asker(await createNativeClient(admin));
    for (const ask of [own, own, own]) expect(await ask(sent)).toContain('"project":');
    await other({ query: '{ __typename }' });
    expect(await other(sent)).toContain('UNKNOWN_DOCUMENT');
  });

  test('closes its streams, over sockets and server-sent events', async () => {
    for (const end of ['DELETE', 'revoke'] as const) {
      const tokens = await obtainTokens(service, native, ada);
      const query = 'subscription { events { cursor targetUrn } }';
      const socket = socketClient(service.url, tokens.access_token);
      const heard = follow(socket, query);
      const stream = await openStream(service.url, tokens.access_token, query);
      expect(stream.status).toBe(200);
      // Changes before the socket's subscription is active may be missed: repeat them until one has been received.
      while (heard.data.length === 0) await patch(admin, `Name ${String(Math.random())}`);
      expect((await stream.next())?.data.data.events.targetUrn).toBe(project);
      if (end === 'revoke') {
        const form = { token: tokens.refresh_token, client_id: native.clientId };
        expect((await postForm(`${service.url}/oauth2/revoke`, form)).status).toBe(200);
      } else {
        const { body } = await admin.rest('GET', '/n/v1/oauthtokens?sort=-createdTimestamp&limit=1');
        const { urn } = body.oauthtokens[0] as { urn: string };
        expect((await admin.rest('DELETE', `/n/v1/oauthtoken/${urn}`)).status).toBe(204);
      }
      expect(JSON.stringify(await heard.end())).toMatch(/UNAUTHENTICATED|4403/);
      let frame = await stream.next();
      while (frame?.event === 'next' && !frame.data.errors) frame = await stream.next();
      expect(JSON.stringify(frame)).toContain('UNAUTHENTICATED');
      await socket.dispose();
      stream.close();
    }
  });
});

describe('the resource OAuthToken', () => {
  test('can be read by administrators and by its subject, and holds no secret', async () => {
    const person = await signIn(service, admin);
    const tokens = await obtainTokens(service, native, person);
    const own = service.client(tokens.access_token);
    const { body } = await own.rest('GET', '/n/v1/oauthtokens');
    expect(body.oauthtokens).toHaveLength(1);
    const [row] = body.oauthtokens;
    expect(row).toMatchObject({
      apiClient: { urn: native.urn },
      identity: { urn: person.identity },
      grantType: 'authorization_code',
      scope: 'read write offline_access',
      tokenType: 'Bearer',
      revokedTimestamp: null,
    });
    expect(Date.parse(row.expirationTimestamp) - Date.parse(row.issuedTimestamp)).toBe(900_000);
    const byAdmin = await admin.rest('GET', `/n/v1/oauthtoken/${row.urn}`);
    expect([byAdmin.status, byAdmin.body]).toEqual([200, row]);
    for (const secret of [tokens.access_token, tokens.refresh_token]) expect(byAdmin.text).not.toContain(secret);
    const other = await asPerson(ada, 'read');
    expect((await other.rest('GET', `/n/v1/oauthtoken/${row.urn}`)).status).toBe(404);
    const created = await admin.rest('POST', '/n/v1/oauthtoken', { body: {} });
    const changed = await admin.rest('PATCH', `/n/v1/oauthtoken/${row.urn}`, { body: {} });
    expect([created.status, changed.status]).toEqual([405, 405]);
  });

  test('can be deleted by its subject, with the whole sign-in, in the graph as over REST', async () => {
    const person = await signIn(service, admin);
    const first = await obtainTokens(service, native, person, { scope: 'admin offline_access' });
    const second = (await refresh(service, native, first.refresh_token)).body as HandedTokens;
    const own = service.client(second.access_token);
    const { oauthtokens } = (await own.rest('GET', '/n/v1/oauthtokens')).body;
    expect(oauthtokens.map((t: { grantType: string }) => t.grantType).sort()).toEqual([
      'authorization_code',
      'refresh_token',
    ]);
    expect(new Set(oauthtokens.map((t: { familyUrn: string }) => t.familyUrn)).size).toBe(1);
    // An application may not end the tokens of another one, unless it may administer.
    const reader = await asPerson(person, 'read write manage');
    expect((await reader.rest('DELETE', `/n/v1/oauthtoken/${oauthtokens[0].urn}`)).status).toBe(403);
    const mutation = 'mutation ($urn: ID!) { deleteOAuthToken(urn: $urn) { userErrors { code } } }';
    const { deleteOAuthToken } = await own.data(mutation, { urn: oauthtokens[0].urn });
    expect(deleteOAuthToken.userErrors).toEqual([]);
    expect([await context(service.client(first.access_token)), await context(own)]).toEqual([401, 401]);
    expect((await refresh(service, native, second.refresh_token)).body.error).toBe('invalid_grant');
    expect((await admin.rest('GET', `/n/v1/oauthtoken/${oauthtokens[0].urn}`)).status).toBe(404);
    // A row that an administrator restores grants nothing.
    expect((await admin.rest('POST', `/n/v1/oauthtoken/${oauthtokens[0].urn}/restore`)).status).toBe(200);
    expect([await context(service.client(first.access_token)), await context(own)]).toEqual([401, 401]);
    const left = await admin.rest('GET', `/n/v1/oauthtoken/${oauthtokens[1].urn}`);
    expect([left.status, typeof left.body.revokedTimestamp]).toEqual([200, 'string']);
  });

  test('is announced as OAUTH_TOKEN with each of its changes', async () => {
    const person = await signIn(service, admin);
    const first = await obtainTokens(service, native, person);
    const own = service.client(first.access_token);
    const { oauthtokens } = (await own.rest('GET', '/n/v1/oauthtokens')).body;
    const { urn } = oauthtokens[0] as { urn: string };
    const second = (await refresh(service, native, first.refresh_token)).body as HandedTokens;
    await refresh(service, native, first.refresh_token);
    await logEnd(service.services);
    const { body } = await admin.rest('GET', `/n/v1/webhooktriggers?filter[targetUrn]=${urn}&sort=createdTimestamp`);
    const announced = (body.webhooktriggers as Record<string, unknown>[]).map(
      ({ subject, event, changedFields, actor }) => ({
        subject,
        event,
        changedFields,
        actor,
      }),
    );
    const identity = { actor: expect.objectContaining({ urn: person.identity, type: 'IDENTITY' }) };
    expect(announced).toEqual([
      { subject: 'OAUTH_TOKEN', event: 'CREATE', changedFields: [], ...identity },
      {
        subject: 'OAUTH_TOKEN',
        event: 'UPDATE',
        changedFields: ['refreshExpirationTimestamp', 'updatedTimestamp'],
        ...identity,
      },
      {
        subject: 'OAUTH_TOKEN',
        event: 'UPDATE',
        changedFields: ['revokedTimestamp', 'updatedTimestamp'],
        actor: expect.objectContaining({ type: 'SYSTEM' }),
      },
    ]);
    expect(second.access_token).toMatch(/^ccs_o_/);
  });
});

describe('resolving the caller', () => {
  test('takes one statement, whatever the kind of token', async () => {
    const client = await asPerson(ada, 'read');
    const count = async (caller: Client): Promise<number> => {
      // The caller is resolved and its use recorded once; later requests use the cache.
      await context(caller);
      const start = service.statements.length;
      await caller.rest('GET', '/n/v1/locales');
      return service.statements.slice(start).filter((text) => /o_auth_token k JOIN|access_epoch/.test(text)).length;
    };
    expect([await count(client), await count(admin)]).toEqual([1, 1]);
  });

  test('records when the client last called', async () => {
    const client = await createOAuthClient(admin);
    await context(await asClient(client, 'read'));
    const lastUsed = async (): Promise<unknown> =>
      (await admin.rest('GET', `/n/v1/apiclient/${client.urn}`)).body.lastUsedTimestamp;
    await expect.poll(lastUsed).toEqual(expect.any(String));
  });
});

test('RFC 9728 section 5.1: every 401 links to the metadata of the resource', async () => {
  const wrong = service.client('wrong');
  const expected = `Bearer error="invalid_token", resource_metadata="${service.url}/.well-known/oauth-protected-resource"`;
  for (const [method, path] of [
    ['GET', '/n/v1/projects'],
    ['GET', `/v/v1/entityview/${project}`],
    ['POST', '/graphql'],
    ['POST', '/graphql/stream'],
  ] as const) {
    const body = method === 'POST' ? { body: { query: 'subscription { events { cursor } }' } } : {};
    const accept = path === '/graphql/stream' ? 'text/event-stream' : 'application/json';
    const answer = await wrong.rest(method, path, { ...body, headers: { accept } });
    expect([path, answer.status, answer.headers.get('www-authenticate')]).toEqual([path, 401, expected]);
  }
});

test('no log, row or error contains a secret', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const dataDir = mkdtempSync(path.join(tmpdir(), 'commonplace-data-'));
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DEMO: '0', ...keys });
  const app = await startApp({ config, databaseUrl: service.databaseUrl, logger }, async () => undefined);
  const there: TestService = { ...service, url: app.url };
  const secrets: string[] = [];
  try {
    const client = await createOAuthClient(admin);
    const exchange = await obtainCode(there, client, ada);
    const first = (await postToken(there, client, codeForm(exchange))).body as HandedTokens;
    const second = (await refresh(there, client, first.refresh_token)).body as HandedTokens;
    const answers = [
      await refresh(there, client, first.refresh_token),
      await postToken(there, client, codeForm(exchange)),
      await postForm(
        `${app.url}/oauth2/token?code=${exchange.code}`,
        { ...codeForm(exchange), client_secret: client.secret },
        basic(client),
      ),
      await postForm(`${app.url}/oauth2/introspect`, { token: second.access_token }, basic(client)),
    ];
    secrets.push(client.secret, exchange.code, exchange.verifier);
    secrets.push(...[first, second].flatMap((tokens) => [tokens.access_token, tokens.refresh_token]));
    for (const secret of secrets) for (const { text } of answers) expect(text).not.toContain(secret);
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  expect(lines.join('')).toContain('/oauth2/token');
  const rows = await withClient(service.databaseUrl, async (database) => {
    const tables = await database.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    const texts: string[] = [];
    for (const { tablename } of tables.rows as { tablename: string }[]) {
      const found = await database.query(`SELECT t::text AS row FROM "${tablename}" t`);
      texts.push(...(found.rows as { row: string }[]).map(({ row }) => row));
    }
    return texts.join('\n');
  });
  expect(rows).toContain(ada.identity);
  for (const secret of secrets)
    expect([lines.join('').includes(secret), rows.includes(secret)]).toEqual([false, false]);
});
