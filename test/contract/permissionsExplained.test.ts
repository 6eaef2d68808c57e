// permissionexplain, permissioncheck and the reads come from one decision: for each kind, label, kind of edge and caller they say
// the same. The matrix follows from the contract. Resource reference 7.2; issue 49, 9.
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { scopeOf } from '../../src/contract/resource.ts';
import type { Client } from '../support/client.ts';
import { isTried } from '../support/matrix.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { oneOfEach } from './everyKind.ts';
import { make } from './make.ts';

const contract = loadContract();
const kinds = contract.resources.filter((kind) => kind.operations.has('READ'));
const labels = [
  'READ',
  'VIEW',
  'READ_DRAFT',
  'COMMENT',
  'CREATE',
  'UPDATE',
  'PUBLISH',
  'DELETE',
  'MANAGE',
  'ADMIN',
  'x-own',
];
const given = ['READ', 'VIEW', 'COMMENT', 'UPDATE', 'MANAGE', 'ADMIN', 'x-own'];

let service: SharedService;
let admin: Tenant;
let urns: ReadonlyMap<string, string> = new Map();

interface Caller {
  readonly client: Client;
  readonly clientUrn: string;
  readonly identity: string;
}

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
  urns = await oneOfEach(service, admin);
});

async function caller(): Promise<Caller> {
  const clientUrn = (await make(admin, 'ApiClient')).urn;
  const { answer } = await make(admin, 'ApiClientBearerToken', { apiClient: clientUrn });
  const client = service.client(answer.body.bearerToken as string);
  const { clientContext } = await client.data('{ clientContext { identity { urn } } }');
  return { client, clientUrn, identity: clientContext.identity.urn as string };
}

async function grant(
  subjectScope: string,
  subjectUrn: string,
  object: readonly [string, string],
  label: string,
): Promise<void> {
  const [objectScope, objectUrn] = object;
  await make(admin, 'Permission', { subjectScope, subjectUrn, objectScope, objectUrn, label });
}

async function groupWith({ identity }: Caller): Promise<string> {
  const group = (await make(admin, 'Group')).urn;
  await make(admin, 'GroupMembership', { group, identity });
  return group;
}

/** What an edge of each kind begins at, for a caller. */
const subjects: Readonly<Record<string, (one: Caller) => Promise<string> | string>> = {
  API_CLIENT: ({ clientUrn }) => clientUrn,
  IDENTITY: ({ identity }) => identity,
  ROLE: async ({ clientUrn }) => (await make(admin, 'Role', { apiClients: [clientUrn] })).urn,
  GROUP: groupWith,
};

const onCompany = (): readonly [string, string] => ['COMPANY', admin.company];

interface Asked {
  readonly name: string;
  readonly objectUrn: string;
  readonly label: string;
}

/** Compares what is said of a caller behind every door, for the kinds and labels that are tried. */
async function compare(one: Caller, row: number): Promise<number> {
  const asked: Asked[] = kinds.flatMap(({ name, labels: { read } }, at) =>
    labels
      .filter((label, column) => isTried(row + at, column, label === read ? 2 : 8))
      .map((label) => ({ name, objectUrn: String(urns.get(name)), label })),
  );
  const subject = { subjectScope: 'API_CLIENT', subjectUrn: one.clientUrn };
  const said = async (client: Client, more: object): Promise<boolean[]> => {
    const all: boolean[] = [];
    for (let at = 0; at < asked.length; at += 100) {
      const checks = asked.slice(at, at + 100).map(({ objectUrn, label }) => ({ objectUrn, label, ...more }));
      const answer = await client.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
      expect(answer.status, answer.text.slice(0, 500)).toBe(200);
      all.push(...(answer.body.results as { allowed: boolean }[]).map(({ allowed }) => allowed));
    }
    return all;
  };
  const ofSubject = await said(admin, subject);
  const ofItself = await said(one.client, {});
  for (const [at, { name, objectUrn, label }] of asked.entries()) {
    const kind = kinds.find((some) => some.name === name);
    const { status: explained, body } = await admin.rest('POST', '/n/v1/permissionexplain', {
      body: { objectUrn, label, ...subject },
    });
    // Of what is its caller's alone, an administrator is told nothing.
    if (explained === 404) {
      expect([name, label, ofSubject[at]]).toEqual([name, label, false]);
      continue;
    }
    expect([name, label, explained]).toEqual([name, label, 200]);
    const steps = (body.path as { permission: unknown }[]).length;
    const misses = (body.nearest as unknown[]).length;
    const isAllowed = ofSubject[at];
    expect([name, label, 'explained', body.allowed]).toEqual([name, label, 'explained', isAllowed]);
    // Whatever was decided has a reason.
    expect([name, label, steps > 0, misses > 0]).toEqual([name, label, isAllowed, !isAllowed]);
    // Of what the caller may not read it is told nothing.
    if (!isAllowed) expect([name, label, 'itself', ofItself[at]]).toEqual([name, label, 'itself', false]);
    if (label !== kind?.labels.read) continue;
    const { status } = await one.client.rest('GET', `/n/v1/${kind.path}/${objectUrn}`);
    const read = [name, 'read', ofItself[at], isAllowed];
    expect(read).toEqual([name, 'read', status === 200, status === 200]);
  }
  return asked.length;
}

describe.each(Object.keys(subjects).map((scope, row) => ({ scope, row })))('an edge of $scope', ({ scope, row }) => {
  const some = given.filter((_, column) => isTried(row, column, 7));

  test.each(some)('with %s on the company: explained, checked and read alike', async (label) => {
    const one = await caller();
    await grant(scope, String(await subjects[scope]?.(one)), onCompany(), label);
    expect(await compare(one, given.indexOf(label))).toBeGreaterThan(kinds.length);
  });
});

test.each(['READ', 'MANAGE'].filter((_, column) => isTried(0, column, 2)))(
  'edges with %s on the objects themselves: explained, checked and read alike',
  async (label) => {
    const one = await caller();
    for (const kind of kinds)
      if (kind.subject !== null)
        await admin.rest('POST', '/n/v1/permission', {
          body: {
            ...{ owner: admin.company, subjectScope: 'API_CLIENT', subjectUrn: one.clientUrn, label },
            ...{ objectScope: scopeOf(kind), objectUrn: urns.get(kind.name) },
          },
        });
    await compare(one, 1);
  },
);

test('a caller without a grant, and its own resources: explained, checked and read alike', async () => {
  const one = await caller();
  await compare(one, 2);
  for (const [path, objectUrn] of [
    ['apiclient', one.clientUrn],
    ['identity', one.identity],
  ] as const) {
    const label = kinds.find((kind) => kind.path === path)?.labels.read;
    const question = { objectUrn, label };
    const { status } = await one.client.rest('GET', `/n/v1/${path}/${objectUrn}`);
    const own = await one.client.rest('POST', '/n/v1/permissioncheck', { body: { checks: [question] } });
    const subject = { subjectScope: 'API_CLIENT', subjectUrn: one.clientUrn };
    const explained = await admin.rest('POST', '/n/v1/permissionexplain', { body: { ...question, ...subject } });
    expect([path, own.body.results[0].allowed, explained.body.allowed]).toEqual([path, status === 200, status === 200]);
  }
});

test('a thread of a group: a grant on the company is not enough, a membership with it is, and each says so', async () => {
  const one = await caller();
  const group = (await make(admin, 'Group')).urn;
  const thread = (await make(admin, 'MessageThread', { group })).urn;
  const post = (await make(admin, 'ThreadPost', { messageThread: thread })).urn;
  await grant('API_CLIENT', one.clientUrn, onCompany(), 'READ');
  const subject = { subjectScope: 'API_CLIENT', subjectUrn: one.clientUrn };
  const explain = async (objectUrn: string): Promise<Record<string, unknown>> => {
    const question = { objectUrn, label: 'READ', ...subject };
    const { body } = await admin.rest('POST', '/n/v1/permissionexplain', { body: question });
    const check = await admin.rest('POST', '/n/v1/permissioncheck', { body: { checks: [question] } });
    expect(check.body.results[0].allowed).toBe(body.allowed);
    return body;
  };
  for (const urn of [thread, post])
    expect(await explain(urn)).toMatchObject({
      allowed: false,
      path: [],
      nearest: [{ reason: 'MISSING', label: 'MEMBER', object: { scope: 'GROUP', urn: group } }],
    });
  expect((await one.client.rest('GET', `/n/v1/messagethread/${thread}`)).status).toBe(404);
  await make(admin, 'GroupMembership', { group, identity: one.identity });
  for (const urn of [thread, post]) {
    const { allowed, path, nearest } = await explain(urn);
    expect([allowed, nearest, (path as { via: string }[]).map(({ via }) => via)]).toEqual([
      true,
      [],
      ['MEMBERSHIP', 'GRANT'],
    ]);
  }
  expect((await one.client.rest('GET', `/n/v1/messagethread/${thread}`)).status).toBe(200);
});
