// Every subject that can be subscribed to announces what a subscription to it promises: that one was made, that one changed, that one
// was deleted. The matrix is the enumeration of the subjects by the events. Resource reference 9.1, 9.8.
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { isUpdatable, type Resource } from '../../src/contract/resource.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { createOAuthClient, postToken } from '../support/oauth.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { make } from './make.ts';
import { good, spec } from './parts.ts';
import { subjects } from './spec/enums.ts';

const contract = loadContract();
let service: SharedService;
let town: Community;
let tenant: Tenant;
let member: Person;
let announced: ReadonlySet<string>;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  tenant = town.admin;
  member = await town.person('Member');
  for (const kind of contract.resources.filter(({ subject }) => subject !== null)) await live(kind);
  announced = await log();
});

async function log(): Promise<Set<string>> {
  const text = `SELECT DISTINCT subject || ' ' || event AS one FROM webhook_trigger WHERE tenant = $1`;
  const { rows } = await withClient(service.databaseUrl, (client) =>
    client.query<{ one: string }>(text, [tenant.company]),
  );
  return new Set(rows.map(({ one }) => one));
}

/** The life of one of the kind: made, changed, deleted. */
async function live(kind: Resource): Promise<void> {
  const urn = await (makers[kind.name] ?? (async () => (await make(tenant, kind.name)).urn))();
  const path = `/n/v1/${kind.path}/${urn}`;
  const caller = kind.name === 'MessageThreadNotification' ? member : tenant;
  const changed = await (changes[kind.name]?.(urn) ?? caller.rest('PATCH', path, { body: changeOf(kind) }));
  expect([kind.name, 'changed', changed.status < 300]).toEqual([kind.name, 'changed', true]);
  const deleted = await caller.rest('DELETE', path);
  expect([kind.name, 'deleted', deleted.status]).toEqual([kind.name, 'deleted', 204]);
}

/** Where no caller creates one by itself. */
const makers: Readonly<Record<string, () => Promise<string>>> = {
  async MessageThreadNotification() {
    const group = await town.group();
    await town.join(group, member);
    const messageThread = await town.make('messagethread', { group });
    await town.make('threadpost', { messageThread, content: 'Hello' });
    const { body } = await member.rest(
      'GET',
      `/n/v1/messagethreadnotifications?filter[messageThread]=${messageThread}`,
    );
    return body.messagethreadnotifications[0].urn as string;
  },
  async OAuthToken() {
    const client = await createOAuthClient(tenant);
    const answer = await postToken(service, client, { grant_type: 'client_credentials' });
    expect(answer.status).toBe(200);
    const { body } = await tenant.rest('GET', `/n/v1/oauthtokens?filter[apiClient]=${client.urn}`);
    return body.oauthtokens[0].urn as string;
  },
};

/** Where a change is a verb of its own. */
const changes: Readonly<Record<string, (urn: string) => Promise<{ readonly status: number }>>> = {
  ApiClientBearerToken: (urn) => tenant.rest('POST', `/n/v1/apiclientbearertoken/${urn}/rotate`, { body: {} }),
  async OAuthToken() {
    const client = await createOAuthClient(tenant);
    const form = { grant_type: 'client_credentials' };
    const { access_token: token } = (await postToken(service, client, form)).body;
    const revoked = { token: String(token), client_id: client.clientId, client_secret: client.secret };
    return fetch(`${service.url}/oauth2/revoke`, { method: 'POST', body: new URLSearchParams(revoked) });
  },
};

/** A change of the first field whose value can be another one. */
function changeOf(kind: Resource): Record<string, unknown> {
  const special = specialChanges[kind.name];
  if (special) return special;
  const fields = spec.find(({ name }) => name === kind.name)?.fields ?? [];
  const field = fields.find(({ name, type, ro, ign }) => {
    const known = kind.fieldByName.get(name);
    const isPlain = known !== undefined && isUpdatable(known) && !known.isList && !known.isWriteOnly;
    return isPlain && !ro && !ign && !['link', 'links', 'objects', 'enum', 'history', 'uuid'].includes(type);
  });
  if (!field) throw new Error(`${kind.name} has no plain field`);
  return { [field.name]: [1, 0].map((variant) => good(field, variant)).find((one) => typeof one !== 'bigint') ?? 7 };
}

const specialChanges: Readonly<Record<string, Record<string, unknown>>> = {
  GroupMembership: { emailNotification: 'UNSUBSCRIBED' },
  MessageThreadNotification: { notificationCount: 0 },
  Permission: { toTimestamp: '2040-01-01T00:00:00.000Z' },
};

const enumeration = subjects;

describe('a subscription', () => {
  test('has a kind of resources for every subject but UNKNOWN', () => {
    const known = contract.resources.flatMap(({ subject }) => subject ?? []);
    expect([...enumeration].filter((one) => one !== 'UNKNOWN').sort()).toEqual(known.sort());
  });

  test('to any subject and event hears of what it names', () => {
    const promised = [...enumeration]
      .filter((subject) => subject !== 'UNKNOWN')
      .flatMap((subject) => ['CREATE', 'UPDATE', 'DELETE'].map((event) => `${subject} ${event}`));
    expect(promised.length).toBeGreaterThan(100);
    expect(promised.filter((one) => !announced.has(one))).toEqual([]);
  });
});
