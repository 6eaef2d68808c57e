// Every change of an object's place or of a membership follows a rule that decides it, and the rule is enforced: every
// link field of the schema is in one of the lists below, and each rule is tested with slightly less than it requires.
// Resource reference 7.1, 7.2, 7.4.
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { isUpdatable, type Field, type Resource } from '../../src/contract/resource.ts';
import type { Client } from '../support/client.ts';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { hookSecret } from '../support/webhooks.ts';
import { bareTask } from '../support/work.ts';
import { make } from './make.ts';

const contract = loadContract();

/** Fields that pass on rights, and the rule that decides it. */
const ruled: Readonly<Record<string, string>> = {
  'ApiClient.roles': 'HOLD',
  'ApiClientBearerToken.labels': 'NARROW',
  'ApiClientBearerToken.roles': 'NARROW',
  'Company.parentCompany': 'MOVE',
  'Entity.audience': 'SHOW',
  'Entity.owner': 'MOVE',
  'EntityList.owner': 'MOVE',
  'GroupMembership.status': 'JOIN',
  'Identity.companies': 'JOIN',
  'Permission.fromTimestamp': 'GRANT',
  'Permission.label': 'GRANT',
  'Permission.objectUrn': 'GRANT',
  'Permission.subjectUrn': 'GRANT',
  'Permission.toTimestamp': 'GRANT',
  'Role.apiClients': 'HOLD',
  'Role.groups': 'HOLD',
  'Role.identities': 'HOLD',
  'Task.owner': 'MOVE',
};

/** Links that can be changed to a source of permissions, and why they pass on none. */
const plain: Readonly<Record<string, string>> = {
  'MessageThread.companies': 'what a thread is about; it lives in its group',
  'PaymentInvoice.customerCompany': 'who is to pay; the invoice belongs to its owner',
  'Task.associatedCompanies': 'a note',
  'Task.associatedTasks': 'a note',
  'Task.blockedBy': 'an order of work',
  'Task.blocking': 'an order of work',
  'TaskLog.replyTo': 'a log lives in its task',
  'ThreadPost.replyTo': 'a post lives in its thread',
  'WorkflowStage.allowedNext': 'a stage lives in its workflow',
};

const givers = new Set(['Company', 'Group', 'Role', 'ApiClient']);

const named = (kind: Resource, field: Field): string => `${kind.name}.${field.name}`;
const fields = contract.resources.flatMap((kind) => kind.fields.map((field) => ({ kind, field })));

/** Whether the field places an object or names something that gives rights, and a caller may write it. */
function needsRule({ kind, field }: { kind: Resource; field: Field }): boolean {
  if (field.typeClass !== 'LINK' || field.isReadOnly || field.storage === 'INVERSE') return false;
  if (!kind.operations.has('CREATE') && !kind.operations.has('UPDATE')) return false;
  const isPlace = field.name === 'owner' || field === kind.container;
  // The place of a create is decided by the label for creating there.
  if (isPlace) return isUpdatable(field);
  return givers.has(field.typeName) || field.typeName === kind.name;
}

describe('Every field that can pass on rights', () => {
  test('states its rule, and no other field does', () => {
    const stated = fields.filter(({ field }) => field.access !== null);
    expect(Object.fromEntries(stated.map(({ kind, field }) => [named(kind, field), field.access]))).toEqual(ruled);
  });

  test('is found in the schema by what it names', () => {
    const found = fields.filter(needsRule).map(({ kind, field }) => named(kind, field));
    expect(found.filter((name) => !(name in ruled) && !(name in plain))).toEqual([]);
    expect(Object.keys(plain).filter((name) => !found.includes(name))).toEqual([]);
  });

  test('moves the object if it is its owner, its container or its parent', () => {
    const places = fields.filter(
      ({ kind, field }) =>
        field.typeClass === 'LINK' &&
        isUpdatable(field) &&
        (field.name === 'owner' || field === kind.container || field.name.startsWith('parent')),
    );
    expect(places.map(({ field }) => field.access)).toEqual(places.map(() => 'MOVE'));
  });
});

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

const companyBelow = (): Promise<string> => town.make('company', { name: 'Below', parentCompany: town.admin.company });

/** A caller with these labels on these objects, and nothing on the company. */
async function holder(...grants: readonly (readonly [scope: string, urn: string, label: string])[]): Promise<Person> {
  const person = await town.person('Holder', []);
  for (const [scope, urn, label] of grants) await town.grant('API_CLIENT', person.client, scope, urn, label);
  return person;
}

const moves = fields
  .filter(({ field }) => field.access === 'MOVE')
  .map(({ kind, field }) => [named(kind, field), kind, field] as const);

describe('An object moves', () => {
  const scopeOf = (kind: Resource): string => kind.name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  const place = async (kind: Resource, field: Field): Promise<{ urn: string; from: string; to: string }> => {
    const [from, to] = [await companyBelow(), await companyBelow()];
    const { urn } = await make(town.admin, kind.name, { [field.name]: from });
    return { urn, from, to };
  };
  const move = (as: Client, kind: Resource, urn: string, field: Field, to: string | null): Promise<number> =>
    as.rest('PATCH', `/n/v1/${kind.path}/${urn}`, { body: { [field.name]: to } }).then((a) => a.status);
  const placeOf = async (kind: Resource, urn: string, field: Field): Promise<string> =>
    (await town.admin.rest('GET', `/n/v1/${kind.path}/${urn}`)).body[field.name].urn as string;

  test.each(moves)('by %s only with ADMIN on it and the right to create at the destination', async (_, kind, field) => {
    const { urn, from, to } = await place(kind, field);
    const { update, create } = kind.labels;
    const self = scopeOf(kind);
    for (const caller of [
      await holder([self, urn, update], ['COMPANY', to, 'ADMIN']),
      await holder([self, urn, 'MANAGE'], ['COMPANY', to, 'ADMIN']),
      await holder([self, urn, 'ADMIN'], ['COMPANY', to, 'READ']),
      await holder([self, urn, 'ADMIN'], ['COMPANY', to, 'UPDATE']),
    ]) {
      expect(await move(caller, kind, urn, field, to)).toBe(403);
      expect(await placeOf(kind, urn, field)).toBe(from);
    }
    expect(await move(await holder([self, urn, 'ADMIN'], ['COMPANY', to, create]), kind, urn, field, to)).toBe(200);
    expect(await placeOf(kind, urn, field)).toBe(to);
  });

  test.each(moves.filter(([, , field]) => !field.isRequired))(
    'by %s to no place only with ADMIN on it',
    async (_, kind, field) => {
      const { urn, from } = await place(kind, field);
      const self = scopeOf(kind);
      expect(await move(await holder([self, urn, 'MANAGE']), kind, urn, field, null)).toBe(403);
      expect(await move(await holder([self, urn, 'ADMIN']), kind, urn, field, null)).toBe(422);
      expect(await placeOf(kind, urn, field)).toBe(from);
    },
  );

  test('by no owner at all is not described either: an update names a company', async () => {
    const { UpdateTask } = (await town.admin.rest('GET', '/openapi.json')).body.components.schemas;
    expect(UpdateTask.properties.owner).toMatchObject({ $ref: '#/components/schemas/LinkInput' });
  });

  test.each(moves)('by %s also with ADMIN on its owner only', async (_, kind, field) => {
    const { urn, from, to } = await place(kind, field);
    const keeper = await holder(['COMPANY', from, 'ADMIN'], ['COMPANY', to, kind.labels.create]);
    expect(await move(keeper, kind, urn, field, to)).toBe(200);
  });

  test.each(moves.filter(([, , field]) => field.name !== 'owner'))(
    'to the place that %s names at its creation only with the right to create there',
    async (_, kind, field) => {
      const [owner, other] = [await companyBelow(), await companyBelow()];
      const caller = await holder(['COMPANY', owner, 'ADMIN'], ['COMPANY', other, 'READ']);
      const body = { owner, name: 'Placed', [field.name]: other };
      expect((await caller.rest('POST', `/n/v1/${kind.path}`, { body })).status).toBe(403);
      await town.grant('API_CLIENT', caller.client, 'COMPANY', other, kind.labels.create);
      expect((await caller.rest('POST', `/n/v1/${kind.path}`, { body })).status).toBe(201);
    },
  );

  test('with its items, entries, log and edges, out of reach of callers without rights at the destination', async () => {
    const [from, to] = [await companyBelow(), await companyBelow()];
    const texts = [{ name: 'title', sortOrder: 0, value: 'Moved' }];
    const entity = await town.make('entity', {
      urn: crypto.randomUUID(),
      owner: from,
      name: 'Page',
      language: 'en',
      status: 'PUBLISH',
      texts,
    });
    const [text] = (await town.admin.rest('GET', `/n/v1/entity/${entity}`)).body.texts as { urn: string }[];
    const list = await town.make('entitylist', { owner: from, name: 'List', entities: [{ entity }] });
    const [entry] = (await town.admin.rest('GET', `/n/v1/entitylist/${list}`)).body.entities as { urn: string }[];
    const task = await town.make('task', { ...bareTask, title: 'Moved', owner: from });
    const comment = await town.make('tasklog', { task, activity: 'COMMENT_ADDED', comment: 'Before the move' });
    const reader = await town.person('Reader', []);
    const edges = [
      await town.make('permission', {
        ...{ owner: from, subjectScope: 'API_CLIENT', subjectUrn: reader.client },
        ...{ objectScope: 'ENTITY', objectUrn: entity, label: 'READ' },
      }),
      await town.make('permission', {
        ...{ owner: from, subjectScope: 'API_CLIENT', subjectUrn: reader.client },
        ...{ objectScope: 'TEXT_ITEM', objectUrn: text?.urn, label: 'READ' },
      }),
    ];
    const [loser, winner] = [await holder(['COMPANY', from, 'ADMIN']), await holder(['COMPANY', to, 'ADMIN'])];
    const paths = [
      `entity/${entity}`,
      `textitem/${String(text?.urn)}`,
      `entitylist/${list}`,
      `entitylistitem/${String(entry?.urn)}`,
      `task/${task}`,
      `tasklog/${comment}`,
      ...edges.map((edge) => `permission/${edge}`),
    ];
    const seenBy = (one: Client): Promise<number[]> =>
      Promise.all(paths.map(async (path) => (await one.rest('GET', `/n/v1/${path}`)).status));
    expect([await seenBy(loser), await seenBy(winner)]).toEqual([paths.map(() => 200), paths.map(() => 404)]);
    for (const path of [`entity/${entity}`, `entitylist/${list}`, `task/${task}`]) {
      expect((await town.admin.rest('PATCH', `/n/v1/${path}`, { body: { owner: to } })).status).toBe(200);
    }
    expect([await seenBy(loser), await seenBy(winner)]).toEqual([paths.map(() => 404), paths.map(() => 200)]);
    const owners = await Promise.all(
      edges.map(async (edge) => (await town.admin.rest('GET', `/n/v1/permission/${edge}`)).body.owner.urn as string),
    );
    expect(owners).toEqual([to, to]);
    expect((await reader.rest('GET', `/n/v1/entity/${entity}`)).status).toBe(200);
    expect((await winner.rest('DELETE', `/n/v1/permission/${String(edges[0])}`)).status).toBe(204);
  });
});

describe('A caller who adds a member passes on no more rights than it has', () => {
  // What the group or company has, beyond what its manager has.
  const treasure = async (scope: 'GROUP' | 'COMPANY', urn: string, through: 'EDGE' | 'ROLE'): Promise<string> => {
    const company = await companyBelow();
    if (through === 'EDGE') await town.grant(scope, urn, 'COMPANY', company, 'ADMIN');
    else {
      const role = await town.make('role', { name: `Role ${crypto.randomUUID()}` });
      await town.grant(scope, urn, 'ROLE', role, 'MEMBER');
      await town.grant('ROLE', role, 'COMPANY', company, 'ADMIN');
    }
    return company;
  };

  const ways: Readonly<Record<string, (keeper: Person, group: string, who: string) => Promise<number>>> = {
    'adding an active member': (keeper, group, who) =>
      keeper.rest('POST', '/n/v1/groupmembership', { body: membership(group, who) }).then((a) => a.status),
    inviting: (keeper, group, who) =>
      keeper
        .rest('POST', '/n/v1/groupmembership', { body: membership(group, who, { status: 'PENDING_ACCEPTANCE' }) })
        .then((a) => a.status),
    approving: async (keeper, group, who) => {
      await town.admin.rest('PATCH', `/n/v1/group/${group}`, {
        body: { joinPolicy: 'APPROVAL', visibility: 'PUBLIC' },
      });
      const asking = await asPerson(who);
      const asked = await asking.rest('POST', '/n/v1/groupmembership', {
        body: membership(group, who, { status: 'PENDING_APPROVAL', enrollment: 'BY_MEMBER_WITH_CONSENT' }),
      });
      expect(asked.status, asked.text).toBe(201);
      return (
        await keeper.rest('PATCH', `/n/v1/groupmembership/${String(asked.body.urn)}`, { body: { status: 'ACTIVE' } })
      ).status;
    },
    'a MEMBER edge': async (keeper, group, who) =>
      (
        await keeper.rest('POST', '/n/v1/permission', {
          body: {
            ...{ owner: town.admin.company, subjectScope: 'IDENTITY', subjectUrn: who },
            ...{ objectScope: 'GROUP', objectUrn: group, label: 'MEMBER' },
          },
        })
      ).status,
    'joining an open group oneself': async (keeper, group) => {
      await town.admin.rest('PATCH', `/n/v1/group/${group}`, { body: { joinPolicy: 'OPEN' } });
      const body = membership(group, keeper.identity, { enrollment: 'BY_MEMBER_WITH_CONSENT' });
      return (await keeper.rest('POST', '/n/v1/groupmembership', { body })).status;
    },
  };
  const people = new Map<string, Person>();
  const asPerson = async (identity: string): Promise<Person> => {
    const found = people.get(identity);
    if (!found) throw new Error(`Nobody acts as ${identity}`);
    return found;
  };
  const someone = async (): Promise<Person> => {
    const person = await town.person('Someone', []);
    people.set(person.identity, person);
    return person;
  };

  describe.each(Object.entries(ways))('by %s', (name, way) => {
    test.each(['EDGE', 'ROLE'] as const)('if the group has them by %s', async (through) => {
      const group = await town.group();
      const company = await treasure('GROUP', group, through);
      const label = name === 'a MEMBER edge' ? 'ADMIN' : 'MANAGE';
      const keeper = await holder(['GROUP', group, label], ['COMPANY', town.admin.company, 'READ']);
      const who = (await someone()).identity;
      // The manager must be able to find the person.
      await town.grant('API_CLIENT', keeper.client, 'IDENTITY', who, 'READ');
      expect(await way(keeper, group, who)).toBe(403);
      const again = (await someone()).identity;
      await town.grant('API_CLIENT', keeper.client, 'IDENTITY', again, 'READ');
      await town.grant('API_CLIENT', keeper.client, 'COMPANY', company, 'ADMIN');
      expect([200, 201]).toContain(await way(keeper, group, again));
    });
  });

  test('even if a moderator has what the group gave them', async () => {
    const group = await town.group();
    await treasure('GROUP', group, 'EDGE');
    const moderator = await someone();
    await town.make('groupmembership', membership(group, moderator.identity, { role: 'MODERATOR' }));
    const who = (await someone()).identity;
    await town.grant('API_CLIENT', moderator.client, 'IDENTITY', who, 'READ');
    const added = await moderator.rest('POST', '/n/v1/groupmembership', { body: membership(group, who) });
    expect(added.status, added.text).toBe(201);
  });

  test.each(['EDGE', 'ROLE'] as const)('of a company, if that has them by %s', async (through) => {
    const company = await companyBelow();
    const other = await treasure('COMPANY', company, through);
    const keeper = await holder(['COMPANY', company, 'ADMIN'], ['COMPANY', town.admin.company, 'READ']);
    const identity = await town.make('identity', { owner: company, name: 'P', companies: [] });
    const join = (): Promise<number> =>
      keeper.rest('PATCH', `/n/v1/identity/${identity}`, { body: { companies: [company] } }).then((a) => a.status);
    const create = (): Promise<number> =>
      keeper
        .rest('POST', '/n/v1/identity', { body: { owner: company, name: 'Q', companies: [company] } })
        .then((a) => a.status);
    const client = (): Promise<number> =>
      keeper.rest('POST', '/n/v1/apiclient', { body: { owner: company, name: 'C' } }).then((a) => a.status);
    expect([await join(), await create(), await client()]).toEqual([403, 403, 403]);
    await town.grant('API_CLIENT', keeper.client, 'COMPANY', other, 'ADMIN');
    expect([await join(), await create(), await client()]).toEqual([200, 201, 201]);
  });

  test('nor by restoring a membership that ended', async () => {
    const group = await town.group({ owner: await companyBelow() });
    const owner = String((await town.admin.rest('GET', `/n/v1/group/${group}`)).body.owner.urn);
    const who = (await someone()).identity;
    const urn = await town.make('groupmembership', membership(group, who));
    expect((await town.admin.rest('DELETE', `/n/v1/groupmembership/${urn}`)).status).toBe(204);
    await treasure('GROUP', group, 'EDGE');
    const keeper = await holder(['COMPANY', owner, 'ADMIN']);
    const restore = (as: Client): Promise<number> =>
      as.rest('POST', `/n/v1/groupmembership/${urn}/restore`).then((a) => a.status);
    expect([await restore(keeper), await restore(town.admin)]).toEqual([403, 200]);
  });
});

describe('A narrowed token', () => {
  const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
  const tokenOf = async (
    as: Client,
    apiClient: string,
    more: object = {},
  ): Promise<{ status: number; body: TokenBody }> =>
    // The body of a token, or of a refusal.
    await as.rest('POST', '/n/v1/apiclientbearertoken', { body: { apiClient, expirationTimestamp, ...more } });
  interface TokenBody {
    readonly urn: string;
    readonly bearerToken: string;
    readonly labels: readonly string[];
    readonly roles: readonly { readonly urn: string }[];
  }

  test('creates no token with more labels', async () => {
    const client = await town.make('apiclient', { name: 'Narrow', type: 'SERVER' });
    await town.grant('API_CLIENT', client, 'COMPANY', town.admin.company, 'ADMIN');
    const wide = (await tokenOf(town.admin, client)).body.urn;
    const narrow = service.client((await tokenOf(town.admin, client, { labels: ['ADMIN'] })).body.bearerToken);
    const kept = await tokenOf(narrow, client);
    expect([kept.status, kept.body.labels]).toEqual([201, ['ADMIN']]);
    const fewer = await tokenOf(narrow, client, { labels: ['READ'] });
    expect([fewer.status, fewer.body.labels]).toEqual([201, ['READ']]);
    expect((await tokenOf(narrow, client, { labels: ['ADMIN', 'x-approve'] })).status).toBe(403);
    expect((await narrow.rest('POST', `/n/v1/apiclientbearertoken/${wide}/rotate`, { body: {} })).status).toBe(403);
    expect((await narrow.rest('POST', `/n/v1/apiclientbearertoken/${kept.body.urn}/rotate`, { body: {} })).status).toBe(
      201,
    );
    expect((await narrow.rest('POST', `/n/v1/apiclient/${client}/rotatesecret`)).status).toBe(403);
  });

  test('creates no token with more roles', async () => {
    const client = await town.make('apiclient', { name: 'Narrow', type: 'SERVER' });
    const roles = [
      await town.make('role', { name: `One ${crypto.randomUUID()}`, apiClients: [client] }),
      await town.make('role', { name: `Two ${crypto.randomUUID()}`, apiClients: [client] }),
    ];
    const [one, two] = roles;
    for (const role of roles) await town.grant('ROLE', role, 'API_CLIENT', client, 'ADMIN');
    const wide = (await tokenOf(town.admin, client)).body.urn;
    const narrow = service.client((await tokenOf(town.admin, client, { roles: [one] })).body.bearerToken);
    const kept = await tokenOf(narrow, client);
    expect([kept.status, kept.body.roles.map((role) => role.urn)]).toEqual([201, [one]]);
    const again = service.client(kept.body.bearerToken);
    expect((await tokenOf(again, client, { roles: [one] })).status).toBe(201);
    // A role that the token does not hold cannot be read by it, so it is either refused or not there.
    expect([403, 422]).toContain((await tokenOf(narrow, client, { roles: [two] })).status);
    expect([403, 422]).toContain((await tokenOf(narrow, client, { roles: [one, two] })).status);
    expect((await narrow.rest('POST', `/n/v1/apiclientbearertoken/${wide}/rotate`, { body: {} })).status).toBe(403);
    expect((await narrow.rest('POST', `/n/v1/apiclient/${client}/rotatesecret`)).status).toBe(403);
  });

  test('neither reads nor directs what is sent to its client', async () => {
    const company = await companyBelow();
    const client = await town.make('apiclient', { name: 'Narrow', type: 'SERVER' });
    const role = await town.make('role', { name: `Role ${crypto.randomUUID()}`, apiClients: [client] });
    await town.grant('ROLE', role, 'COMPANY', await companyBelow(), 'UPDATE');
    await town.grant('API_CLIENT', client, 'COMPANY', company, 'READ_DRAFT');
    const hook = {
      ...{ owner: company, apiClient: client, subject: 'ENTITY', event: 'ALL', payload: 'FULL' },
      ...{ destinationUrl: 'https://hooks.example.com/x', secret: hookSecret, eventsPerMinute: 60 },
    };
    const subscription = await town.make('webhooksubscription', hook);
    const draft = { owner: company, urn: crypto.randomUUID(), name: 'Draft', language: 'en' };
    await town.make('entity', { ...draft, status: 'DRAFT_UNPUBLISHED' });
    const path = `/n/v1/webhooksubscription/${subscription}`;
    const done = async (as: Client): Promise<unknown> => {
      const { body } = await as.rest('GET', '/n/v1/webhookdeliveries?count=true');
      const graph = await as.data('{ webhookDeliveries { totalCount nodes { body } } }');
      const list = await as.data('query ($urn: ID!) { webhookSubscription(urn: $urn) { deliveries { totalCount } } }', {
        urn: subscription,
      });
      return {
        counts: [body.pagination.totalCount, graph.webhookDeliveries.totalCount],
        inside: list.webhookSubscription?.deliveries.totalCount ?? null,
        writes: [
          (await as.rest('PATCH', path, { body: { eventsPerMinute: 50 } })).status,
          (await as.rest('POST', `${path}/replay`, { body: { fromSequence: 1 } })).status,
          (await as.rest('POST', '/n/v1/webhooksubscription', { body: hook })).status,
        ],
      };
    };
    const managing = await town.make('role', { name: `Managing ${crypto.randomUUID()}`, apiClients: [client] });
    await town.grant('ROLE', managing, 'API_CLIENT', client, 'ADMIN');
    const tokenWith = async (more: object): Promise<Client> =>
      service.client((await tokenOf(town.admin, client, more)).body.bearerToken);
    expect(await done(await tokenWith({ roles: [role] }))).toEqual({
      counts: [0, 0],
      inside: null,
      writes: [404, 404, 403],
    });
    expect(await done(await tokenWith({ labels: ['READ'] }))).toEqual({
      counts: [0, 0],
      inside: 0,
      writes: [403, 403, 403],
    });
    const manager = await tokenWith({ roles: [managing] });
    expect((await manager.rest('PATCH', path, { body: { eventsPerMinute: 50 } })).status).toBe(403);
    expect((await manager.rest('POST', '/n/v1/webhooksubscription', { body: hook })).status).toBe(403);
    expect(await done(await tokenWith({}))).toEqual({ counts: [1, 1], inside: 1, writes: [200, 202, 201] });
  });
});
