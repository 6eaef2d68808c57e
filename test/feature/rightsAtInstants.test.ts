// Each way to a right that has a beginning and an end, asked at an instant as well as now: a step before each border, at it, and a step
// after it. By others, by the caller itself, and by callers with less than all of their rights. Resource reference 7.2, 7.4, 7.5.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { community, edge, inTwoHours, membership, type Community } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { createNativeClient, obtainTokens, signIn } from '../support/oauth.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;
let project: string;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  project = await town.make('project', { name: 'Asked about' });
});

const window = { fromTimestamp: '2031-01-01T00:00:00.000001Z', toTimestamp: '2032-01-01T00:00:00Z' };
const instants = [
  ['2031-01-01T00:00:00Z', false],
  ['2031-01-01T00:00:00.000001Z', true],
  ['2031-06-01T00:00:00Z', true],
  ['2031-12-31T23:59:59.999999Z', true],
  ['2032-01-01T00:00:00Z', false],
  ['2032-01-01T00:00:00.000001Z', false],
] as const;

interface Holder {
  readonly client: string;
  readonly identity: string;
}

const limited = (...ends: Parameters<typeof edge>): Promise<string> =>
  town.make('permission', { ...edge(...ends), ...window });

/** Gives READ on the project, by an edge that has a beginning and an end somewhere on the way. */
const ways: Readonly<Record<string, (holder: Holder) => Promise<unknown>>> = {
  'an edge on the project': ({ client }) => limited('API_CLIENT', client, 'PROJECT', project, 'READ'),
  'an edge of its person on the project': ({ identity }) => limited('IDENTITY', identity, 'PROJECT', project, 'READ'),
  'a label that implies it': ({ client }) => limited('API_CLIENT', client, 'PROJECT', project, 'UPDATE'),
  'an edge on the company': ({ client }) => limited('API_CLIENT', client, 'COMPANY', town.admin.company, 'READ'),
  'a role that it has for a time': async ({ client }) => {
    const role = await town.make('role', { name: 'For a time' });
    await town.grant('ROLE', role, 'PROJECT', project, 'READ');
    return limited('API_CLIENT', client, 'ROLE', role, 'MEMBER');
  },
  'a role that has it for a time': async ({ client }) => {
    const role = await town.make('role', { name: 'Has for a time', apiClients: [client] });
    return limited('ROLE', role, 'PROJECT', project, 'READ');
  },
  'a role on the company that it has for a time': async ({ client }) => {
    const role = await town.make('role', { name: 'For a time, of the company' });
    await town.grant('ROLE', role, 'COMPANY', town.admin.company, 'READ');
    return limited('API_CLIENT', client, 'ROLE', role, 'MEMBER');
  },
  'a group that it is in for a time': async ({ identity }) => {
    const group = await town.group();
    await town.grant('GROUP', group, 'PROJECT', project, 'READ');
    return limited('IDENTITY', identity, 'GROUP', group, 'MEMBER');
  },
  'a group that has it for a time': async ({ identity }) => {
    const group = await town.group();
    await town.make('groupmembership', membership(group, identity));
    return limited('GROUP', group, 'PROJECT', project, 'READ');
  },
};

const question = { objectUrn: '', label: 'READ' };

async function checked(as: Client, more: Readonly<Record<string, unknown>> = {}): Promise<unknown[]> {
  const checks = [...instants.map(([atTimestamp]) => ({ atTimestamp })), {}].map((one) => ({
    ...{ ...question, objectUrn: project },
    ...more,
    ...one,
  }));
  const { status, body, text } = await as.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
  expect(status, text).toBe(200);
  return (body.results as { allowed: boolean }[]).map(({ allowed }) => allowed);
}

const within = instants.map(([, isAllowed]) => isAllowed);

/** The same window, now: it has begun, it has not yet, or it is over. */
async function shift(edgeUrn: string, from: string, to: string): Promise<void> {
  const path = `/n/v1/permission/${edgeUrn}`;
  const body = { fromTimestamp: from, toTimestamp: to };
  const { status, text } = await town.admin.rest('PATCH', path, { body });
  expect(status, text).toBe(200);
}

const fromNow = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

describe.each(Object.keys(ways))('A right by %s', (name) => {
  test('holds from its first instant to before its last, asked by others and by itself, then and now', async () => {
    const holder = await town.person('Holder', []);
    const urn = String(await ways[name]?.(holder));
    const subject = { subjectScope: 'API_CLIENT', subjectUrn: holder.client };
    const both = async (): Promise<unknown[]> => [await checked(town.admin, subject), await checked(holder)];
    expect(await both()).toEqual([
      [...within, false],
      [...within, false],
    ]);
    // Whoever decides about a caller keeps the decision: it is another one once the window has begun, and once it is over.
    const reads = async (): Promise<number> => (await holder.rest('GET', `/n/v1/project/${project}`)).status;
    expect(await reads()).toBe(404);
    const [from, to] = [fromNow(1), fromNow(2.5)];
    await shift(urn, from, to);
    expect(await reads()).toBe(404);
    await expect.poll(reads, { timeout: 20_000, interval: 20 }).toBe(200);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(from));
    await expect.poll(reads, { timeout: 20_000, interval: 20 }).toBe(404);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(to));
  });
});

describe('A caller with less than all of its rights asks what it will be with as little', () => {
  const labels = ['READ', 'UPDATE', 'DELETE'] as const;
  const asked = async (as: Client): Promise<unknown> => Promise.all(labels.map((label) => checked(as, { label })));
  const never = [...within.map(() => false), false];
  const later = [...within, false];

  test('by a token for some labels', async () => {
    const holder = await town.person('Narrowed', []);
    for (const label of ['READ', 'DELETE']) await limited('API_CLIENT', holder.client, 'PROJECT', project, label);
    const { client } = await town.token(holder.client, { labels: ['READ'] });
    expect(await asked(holder)).toEqual([later, never, later]);
    expect(await asked(client)).toEqual([later, never, never]);
  });

  test('by a token for some roles', async () => {
    const holder = await town.person('Narrowed', []);
    const [one, other] = [await town.make('role', { name: 'One' }), await town.make('role', { name: 'Other' })];
    await limited('ROLE', one, 'PROJECT', project, 'READ');
    await town.grant('ROLE', other, 'PROJECT', project, 'DELETE');
    for (const role of [one, other]) await town.grant('API_CLIENT', holder.client, 'ROLE', role, 'MEMBER');
    const { client } = await town.token(holder.client, { roles: [one] });
    const always = never.map(() => true);
    expect(await asked(holder)).toEqual([[...never].map(() => true), never, always]);
    expect(await asked(client)).toEqual([later, never, never]);
  });

  test('by an application that may only read', async () => {
    const person = await signIn(service, town.admin, []);
    for (const label of ['READ', 'DELETE']) await limited('IDENTITY', person.identity, 'PROJECT', project, label);
    const { access_token: token } = await obtainTokens(service, await createNativeClient(town.admin), person, {
      scope: 'read',
    });
    expect(await asked(service.client(token))).toEqual([later, never, never]);
  });
});

test('A token holds until its end, and no longer', async () => {
  const holder = await town.person('Ending', ['READ']);
  const { urn, client } = await town.token(holder.client, { expirationTimestamp: inTwoHours() });
  const status = async (): Promise<number> => (await client.rest('GET', `/n/v1/project/${project}`)).status;
  expect(await status()).toBe(200);
  const end = fromNow(1);
  await sql(service, `UPDATE api_client_bearer_token SET expiration_timestamp = $2 WHERE urn = $1`, [urn, end]);
  await expect.poll(status, { timeout: 20_000, interval: 20 }).toBe(401);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(end));
});
