// The token endpoint: who may call it, how, and which tokens it issues. RFC 6749; resource reference 7.5.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  basic,
  createNativeClient,
  createOAuthClient,
  postForm,
  postToken,
  type FormAnswer,
} from '../support/oauth.ts';
import type { OAuthTestClient } from '../support/oauth.ts';
import { sharedService, type SharedService, startService, type Tenant } from '../support/service.ts';

let service: SharedService;
let admin: Tenant;
let server: OAuthTestClient;
let native: OAuthTestClient;
let token: string;

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
  server = await createOAuthClient(admin, { accessLevel: 'COMPANY' });
  native = await createNativeClient(admin);
  token = `${service.url}/oauth2/token`;
});

const credentials = { grant_type: 'client_credentials' };

function refusal({ status, body }: FormAnswer): unknown[] {
  return [status, body.error];
}

describe('RFC 6749 section 2.3.1: client authentication', () => {
  test('HTTP Basic and the two parameters are both accepted', async () => {
    const byHeader = await postForm(token, credentials, basic(server));
    const inBody = { ...credentials, client_id: server.clientId, client_secret: server.secret };
    const byBody = await postForm(token, inBody);
    expect([byHeader.status, byBody.status]).toEqual([200, 200]);
  });

  test('the parts of HTTP Basic are form-decoded', async () => {
    const escaped = [...server.secret].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
    const pair = Buffer.from(`${server.clientId}:${escaped}`).toString('base64');
    expect((await postForm(token, credentials, { authorization: `basic ${pair}` })).status).toBe(200);
  });

  test('a wrong secret, an unknown client and no client get the same answer: 401 invalid_client with a challenge', async () => {
    const wrong = { clientId: server.clientId, secret: `${server.secret.slice(0, -1)}!` };
    const answers = [
      await postForm(token, credentials, basic(wrong)),
      await postForm(token, credentials, basic({ clientId: 'nobody', secret: server.secret })),
      await postForm(token, credentials, basic({ clientId: 'no\0body', secret: server.secret })),
      await postForm(token, { ...credentials, client_id: server.clientId }),
      await postForm(token, { ...credentials, client_id: server.clientId, client_secret: 'guess' }),
      await postForm(token, { ...credentials, client_id: native.clientId, client_secret: server.secret }),
      await postForm(token, credentials),
      await postForm(token, credentials, { authorization: 'Basic !!!' }),
      await postForm(token, credentials, { authorization: `Bearer ${admin.token}` }),
    ];
    for (const answer of answers) {
      expect(refusal(answer)).toEqual([401, 'invalid_client']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    }
    expect(new Set(answers.map((a) => a.text)).size).toBe(1);
  });

  test('two methods in one request are refused', async () => {
    const both = { ...credentials, client_id: server.clientId, client_secret: server.secret };
    expect(refusal(await postForm(token, both, basic(server)))).toEqual([400, 'invalid_request']);
    const other = { ...credentials, client_id: native.clientId };
    expect(refusal(await postForm(token, other, basic(server)))).toEqual([400, 'invalid_request']);
    expect((await postForm(token, { ...credentials, client_id: server.clientId }, basic(server))).status).toBe(200);
  });

  test('credentials in the URL are ignored', async () => {
    const query = `?client_id=${server.clientId}&client_secret=${server.secret}`;
    expect(refusal(await postForm(token + query, credentials))).toEqual([401, 'invalid_client']);
  });

  test('a disabled or deleted client is unknown', async () => {
    const gone = await createOAuthClient(admin);
    await admin.rest('PATCH', `/n/v1/apiclient/${gone.urn}`, { body: { status: 'DISABLED' } });
    expect(refusal(await postForm(token, credentials, basic(gone)))).toEqual([401, 'invalid_client']);
    await admin.rest('DELETE', `/n/v1/apiclient/${gone.urn}`);
    expect(refusal(await postForm(token, credentials, basic(gone)))).toEqual([401, 'invalid_client']);
  });

  test('a rotated secret works immediately and the old one no longer does', async () => {
    const client = await createOAuthClient(admin);
    const rotated = await admin.rest('POST', `/n/v1/apiclient/${client.urn}/rotatesecret`);
    expect(rotated.body.clientSecret).not.toBe(client.secret);
    expect((await postForm(token, credentials, basic(client))).status).toBe(401);
    const now = { ...client, secret: rotated.body.clientSecret as string };
    expect((await postForm(token, credentials, basic(now))).status).toBe(200);
    expect((await admin.rest('GET', `/n/v1/apiclient/${client.urn}`)).body.clientSecret).toBeNull();
  });
});

describe('RFC 6749 section 3.2: the request', () => {
  test('only a form is accepted', async () => {
    const types = ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/merge-patch+json'];
    for (const type of types) {
      const headers = { ...basic(server), 'content-type': type };
      const answer = await postForm(token, JSON.stringify(credentials), headers);
      expect([type, ...refusal(answer)]).toEqual([type, 400, 'invalid_request']);
    }
    const empty = await fetch(token, { method: 'POST', headers: basic(server) });
    expect([empty.status, await empty.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('a repeated parameter is refused, even with the same value', async () => {
    for (const more of ['grant_type=client_credentials', 'scope=read&scope=read', 'unknown=1&unknown=2']) {
      const answer = await postForm(token, `grant_type=client_credentials&${more}`, basic(server));
      expect([more, ...refusal(answer)]).toEqual([more, 400, 'invalid_request']);
    }
  });

  test('a resource may be named more than once', async () => {
    const resources = 'resource=https://a.example&resource=https://b.example';
    expect((await postForm(token, `grant_type=client_credentials&${resources}`, basic(server))).status).toBe(200);
  });

  test('a parameter without a value counts as omitted, and an unknown one is ignored', async () => {
    const answer = await postForm(token, 'grant_type=client_credentials&scope=&redirect_uri=&what=ever', basic(server));
    expect([answer.status, answer.body.scope]).toEqual([200, 'read']);
    expect(refusal(await postForm(token, 'grant_type=', basic(server)))).toEqual([400, 'invalid_request']);
  });

  test('other methods are not allowed, and a large body is refused', async () => {
    for (const name of ['token', 'revoke', 'introspect'])
      for (const [method, status] of Object.entries({ GET: 405, PUT: 405, PATCH: 405, DELETE: 405, OPTIONS: 204 })) {
        const answer = await fetch(`${service.url}/oauth2/${name}`, { method });
        expect([name, method, answer.status, answer.headers.get('allow')]).toEqual([
          ...[name, method, status, 'POST, OPTIONS'],
        ]);
      }
    const large = await postForm(token, { ...credentials, scope: 'x'.repeat(20_000) }, basic(server));
    expect(refusal(large)).toEqual([413, 'invalid_request']);
  });
});

describe('a page of another site', () => {
  test('may call if a client lists its origin, and cannot read the response otherwise', async () => {
    await createNativeClient(admin, { type: 'BROWSER', allowedOrigins: ['https://spa.example'] });
    const preflight = (origin: string): Promise<Response> =>
      fetch(token, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
    const [own, foreign] = [await preflight('https://spa.example'), await preflight('https://evil.example')];
    expect(own.headers.get('access-control-allow-origin')).toBe('https://spa.example');
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const answer = await postForm(token, credentials, { origin: 'https://spa.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://spa.example');
  });
});

describe('RFC 6749 section 4.4: client credentials', () => {
  test('a confidential client gets a token for itself, and no refresh token', async () => {
    const scope = 'write read offline_access read';
    const { status, body } = await postForm(token, { ...credentials, scope }, basic(server));
    expect([status, body]).toEqual([
      200,
      { access_token: expect.stringMatching(/^ccs_o_/), token_type: 'Bearer', expires_in: 900, scope: 'read write' },
    ]);
  });

  test('a public client is refused', async () => {
    const may = await createOAuthClient(admin, { type: 'NATIVE' });
    const answer = await postToken(service, may, credentials);
    expect(refusal(answer)).toEqual([400, 'unauthorized_client']);
  });

  test('a grant the client does not have is unauthorized_client, an unknown one unsupported_grant_type', async () => {
    const without = await createOAuthClient(admin, { grantTypes: ['authorization_code'] });
    expect(refusal(await postToken(service, without, credentials))).toEqual([400, 'unauthorized_client']);
    for (const grant_type of ['password', 'implicit', 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'constructor']) {
      const answer = await postToken(service, server, { grant_type, username: 'a', password: 'b' });
      expect(refusal(answer)).toEqual([400, 'unsupported_grant_type']);
    }
  });
});

describe('RFC 6749 section 3.3: scope', () => {
  test('an unknown scope is refused, and so is one that grants nothing', async () => {
    for (const scope of ['read everything', 'READ', 'offline_access', 'openid', 'read  write', ' ']) {
      expect([scope, ...refusal(await postToken(service, server, { ...credentials, scope }))]).toEqual([
        scope,
        400,
        'invalid_scope',
      ]);
    }
  });

  test('openid is omitted, and the response says so', async () => {
    const answer = await postToken(service, server, { ...credentials, scope: 'openid read' });
    expect([answer.status, answer.body.scope]).toEqual([200, 'read']);
  });
});

describe('RFC 6749 section 5.1: the answer', () => {
  test('is never cached, and neither is a refusal', async () => {
    const good = await postToken(service, server, credentials);
    const bad = await postToken(service, server, { grant_type: 'password' });
    const form = { token: String(good.body.access_token) };
    const [introspected, ended] = [
      await postForm(`${service.url}/oauth2/introspect`, form, basic(server)),
      await postForm(`${service.url}/oauth2/revoke`, form, basic(server)),
    ];
    expect([introspected.status, ended.status]).toEqual([200, 200]);
    for (const { headers } of [good, bad, introspected, ended])
      expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    for (const { headers } of [good, bad, introspected])
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('OAUTH_ACCESS_MINUTES', () => {
  test('sets the lifetime of an access token', async () => {
    const short = await startService({ OAUTH_ACCESS_MINUTES: '5' });
    try {
      const client = await createOAuthClient(await short.tenant());
      const { body } = await postToken(short, client, credentials);
      expect(body.expires_in).toBe(300);
    } finally {
      await short.close();
    }
  });
});
