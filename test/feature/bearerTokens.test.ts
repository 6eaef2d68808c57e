// Bearer tokens: narrowed to labels and roles, rotated with an overlap, announced with what changed. Resource reference 7.4.
import { beforeAll, describe, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { logEnd } from '../support/eventLog.ts';
import { community, type Community } from '../support/community.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { hookSecret, subscribe } from '../support/webhooks.ts';

let service: SharedService;
let town: Community;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  admin = town.admin;
});

const statusOf = async (answer: Promise<RestAnswer>): Promise<number> => (await answer).status;

describe('a token', () => {
  test('narrowed to labels or roles keeps only those, even after its role is deleted', async () => {
    const { urn } = await town.page();
    const role = await town.make('role', { name: 'Narrow' });
    const full = await town.make('apiclient', { name: 'Full', accessLevel: 'COMPANY' });
    await town.grant('ROLE', role, 'ENTITY', urn, 'READ');
    const readOnly = await town.token(full, { labels: ['READ'] });
    expect(await statusOf(readOnly.client.rest('GET', `/n/v1/entity/${urn}`))).toBe(200);
    expect(await statusOf(readOnly.client.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: 'X' } }))).toBe(403);
    expect(await statusOf(readOnly.client.rest('GET', `/n/v1/role/${role}`))).toBe(404);
    const inRole = await town.token(full, { roles: [role] });
    const { urn: elsewhere } = await town.page();
    expect(await statusOf(inRole.client.rest('GET', `/n/v1/entity/${urn}`))).toBe(200);
    expect(await statusOf(inRole.client.rest('GET', `/n/v1/entity/${elsewhere}`))).toBe(404);
    expect(await statusOf(admin.rest('DELETE', `/n/v1/role/${role}`))).toBe(204);
    expect(await statusOf(inRole.client.rest('GET', `/n/v1/entity/${urn}`))).toBe(404);
    expect(await statusOf(inRole.client.rest('GET', `/n/v1/entity/${elsewhere}`))).toBe(404);
  });

  test('narrowed to a role reaches nothing outside the companies of its client', async () => {
    const below = await town.make('company', { name: 'Below' });
    const { urn } = await town.page();
    const role = await town.make('role', { name: 'Above' });
    await town.grant('ROLE', role, 'COMPANY', admin.company, 'READ');
    const client = await town.make('apiclient', { name: 'Of below', owner: below, accessLevel: 'COMPANY' });
    const narrowed = await town.token(client, { roles: [role] });
    expect(await statusOf(narrowed.client.rest('GET', `/n/v1/entity/${urn}`))).toBe(404);
    expect(await statusOf(narrowed.client.rest('GET', `/n/v1/company/${below}`))).toBe(200);
  });

  test('is rotated with an overlap, and deleting it revokes it immediately', async () => {
    const client = await town.make('apiclient', { name: 'Rotating' });
    const old = await town.token(client, { name: 'Nightly', labels: ['READ'] });
    const path = `/n/v1/apiclientbearertoken/${old.urn}/rotate`;
    const rotated = await admin.rest('POST', path, { body: { overlapSeconds: 3600 } });
    expect([rotated.status, rotated.body.name, rotated.body.labels]).toEqual([201, 'Nightly', ['READ']]);
    const fresh = service.client(rotated.body.bearerToken);
    expect(await statusOf(fresh.rest('GET', `/n/v1/apiclient/${client}`))).toBe(200);
    expect(await statusOf(old.client.rest('GET', `/n/v1/apiclient/${client}`))).toBe(200);
    const stored = await admin.rest('GET', `/n/v1/apiclientbearertoken/${old.urn}`);
    expect(Date.parse(stored.body.expirationTimestamp) - Date.now()).toBeLessThan(3_600_001);
    const again = await admin.data(
      `mutation ($urn: ID!) { rotateBearerToken(urn: $urn) { apiClientBearerToken { urn bearerToken } userErrors { code } } }`,
      { urn: old.urn },
    );
    expect(again.rotateBearerToken.userErrors).toEqual([]);
    expect(await statusOf(old.client.rest('GET', `/n/v1/apiclient/${client}`))).toBe(401);
    expect(await statusOf(admin.rest('POST', path, { body: {} }))).toBe(409);
    const tooLong = await admin.rest('POST', path, { body: { overlapSeconds: 604_801 } });
    expect([tooLong.status, tooLong.body.errors[0].path]).toEqual([422, '/overlapSeconds']);
    const { urn, bearerToken } = again.rotateBearerToken.apiClientBearerToken;
    expect(await statusOf(admin.rest('DELETE', `/n/v1/apiclientbearertoken/${urn}`))).toBe(204);
    expect(await statusOf(service.client(bearerToken).rest('GET', `/n/v1/apiclient/${client}`))).toBe(401);
    await admin.rest('POST', `/n/v1/apiclientbearertoken/${urn}/restore`);
    expect(await statusOf(service.client(bearerToken).rest('GET', `/n/v1/apiclient/${client}`))).toBe(401);
  });

  test('ends with its client, and for good: one that is restored gets new tokens', async () => {
    const own = await town.make('apiclient', { name: 'Back again', accessLevel: 'COMPANY' });
    const { client } = await town.token(own);
    const asked = (): Promise<number> => statusOf(client.rest('GET', `/n/v1/company/${admin.company}`));
    expect(await asked()).toBe(200);
    expect(await statusOf(admin.rest('DELETE', `/n/v1/apiclient/${own}`))).toBe(204);
    expect(await asked()).toBe(401);
    expect(await statusOf(admin.rest('POST', `/n/v1/apiclient/${own}/restore`))).toBe(200);
    expect(await asked()).toBe(401);
    const again = await town.token(own);
    expect(await statusOf(again.client.rest('GET', `/n/v1/company/${admin.company}`))).toBe(200);
  });

  test('is announced with what changed when it is rotated, as the secret of a client and of a webhook are', async () => {
    const client = await town.make('apiclient', { name: 'Announced', type: 'SERVER' });
    const { urn } = await town.token(client);
    const hook = await subscribe(admin, client, 'https://example.com/hooks');
    const changed = async (target: string, verb: string, body: Record<string, unknown>): Promise<unknown> => {
      const rotated = await admin.rest('POST', `/n/v1/${target}/${verb}`, { body });
      await logEnd(service.services);
      const path = `/n/v1/webhooktriggers?filter[targetUrn]=${target.split('/')[1]!}&sort=-createdTimestamp&limit=1`;
      const { event, targetVersion, changedFields } = (await admin.rest('GET', path)).body.webhooktriggers[0];
      return [rotated.status, event, targetVersion, changedFields];
    };
    expect([
      await changed(`apiclientbearertoken/${urn}`, 'rotate', { overlapSeconds: 60 }),
      await changed(`apiclient/${client}`, 'rotatesecret', {}),
      await changed(`webhooksubscription/${hook}`, 'rotatesecret', { secret: hookSecret, overlapSeconds: 60 }),
    ]).toEqual([
      [201, 'UPDATE', 2, ['expirationTimestamp', 'updatedTimestamp']],
      [200, 'UPDATE', 2, ['clientSecret', 'updatedTimestamp']],
      [200, 'UPDATE', 2, ['previousSecretExpirationTimestamp', 'updatedTimestamp']],
    ]);
  });
});
