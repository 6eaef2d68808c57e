// What is announced of the tokens that a client gets: who made and who ended them. Resource reference 7.5, 9.8.
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../support/content.ts';
import { logEnd } from '../support/eventLog.ts';
import {
  basic,
  createNativeClient,
  createOAuthClient,
  obtainTokens,
  postForm,
  postToken,
  signIn,
  type OAuthTestClient,
} from '../support/oauth.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
});

describe('the events of a grant', () => {
  /** What was announced of a client's tokens, oldest first: what happened, by whom, and the version of the token then. */
  async function announcedOf({ urn }: OAuthTestClient): Promise<unknown[][]> {
    await logEnd(service.services);
    const text = `SELECT t.event, t.actor->>'type' AS type, t.actor->>'urn' AS actor, t.target_version::int AS version
      FROM webhook_trigger t JOIN o_auth_token k ON k.urn = t.target_urn WHERE k.api_client = $1 ORDER BY t.sequence`;
    const rows = await sql(service, text, [urn]);
    return rows.map(({ event, type, actor, version }) => [event, type, actor, version]);
  }

  test('name the identity of the client that got a token for itself, and ended it', async () => {
    const client = await createOAuthClient(admin);
    const { body } = await postToken(service, client, { grant_type: 'client_credentials' });
    const form = { token: String(body.access_token) };
    expect((await postForm(`${service.url}/oauth2/revoke`, form, basic(client))).status).toBe(200);
    const [row] = await sql(service, 'SELECT identity FROM api_client WHERE urn = $1', [client.urn]);
    expect(row?.['identity']).toEqual(expect.any(String));
    expect(await announcedOf(client)).toEqual([
      ['CREATE', 'IDENTITY', row?.['identity'], 1],
      ['UPDATE', 'IDENTITY', row?.['identity'], 2],
    ]);
  });

  test('name the person whose application ends it, and the administrator who does', async () => {
    const person = await signIn(service, admin);
    const client = await createNativeClient(admin);
    const { access_token: token } = await obtainTokens(service, client, person);
    await postForm(`${service.url}/oauth2/revoke`, { token, client_id: client.clientId });
    expect(await announcedOf(client)).toEqual([
      ['CREATE', 'IDENTITY', person.identity, 1],
      ['UPDATE', 'IDENTITY', person.identity, 2],
    ]);
    const other = await createNativeClient(admin);
    await obtainTokens(service, other, person);
    expect((await admin.rest('DELETE', `/n/v1/identity/${person.identity}/sessions`)).status).toBe(204);
    const [made, ended] = await announcedOf(other);
    expect(made).toEqual(['CREATE', 'IDENTITY', person.identity, 1]);
    expect([ended?.[0], ended?.[3]]).toEqual(['UPDATE', 2]);
    expect([null, person.identity, other.urn]).not.toContain(ended?.[2]);
  });
});
