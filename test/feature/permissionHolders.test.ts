// Who can see an object: the answer names exactly those for whom permissioncheck says yes, on both faces, and nothing that
// its reader may not read. Resource reference 7.2.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;
let people: Record<string, Person>;
let project: string;
let below: string;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  const { admin } = town;
  below = await town.make('company', { name: 'Below', parentCompany: admin.company });
  project = await town.make('project', { owner: below, name: 'Seen' });
  const names = [
    'direct',
    'role',
    'member',
    'moderated',
    'banned',
    'edge',
    'joined',
    'ended',
    'later',
    'other',
    'gone',
  ];
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await town.person(name, [])] as const)),
  );
  const of = (name: string): Person => {
    const person = people[name];
    if (!person) throw new Error(`There is no ${name}`);
    return person;
  };
  const role = await town.make('role', { name: 'Readers', apiClients: [of('role').client] });
  const [group, banning] = [await town.group(), await town.group()];
  await town.make('groupmembership', membership(group, of('member').identity));
  const banned = await town.make('groupmembership', membership(banning, of('banned').identity));
  await admin.rest('PATCH', `/n/v1/groupmembership/${banned}`, { body: { status: 'BANNED_BY_OWNER' } });
  await town.grant('IDENTITY', of('edge').identity, 'GROUP', group, 'MEMBER');
  await town.grant('IDENTITY', of('banned').identity, 'GROUP', banning, 'MEMBER');
  await town.grant('GROUP', group, 'ROLE', await town.make('role', { name: 'Of the group' }), 'MEMBER');
  await admin.rest('PATCH', `/n/v1/identity/${of('joined').identity}`, { body: { companies: [below] } });
  await town.grant('API_CLIENT', of('direct').client, 'PROJECT', project, 'UPDATE');
  await town.grant('ROLE', role, 'COMPANY', below, 'READ');
  await town.grant('GROUP', group, 'PROJECT', project, 'COMMENT');
  await town.grant('GROUP', banning, 'PROJECT', project, 'READ');
  await town.grant('COMPANY', below, 'PROJECT', project, 'READ');
  const window = (name: string, more: object): Promise<string> =>
    town.make('permission', {
      ...{
        subjectScope: 'IDENTITY',
        subjectUrn: of(name).identity,
        objectScope: 'PROJECT',
        objectUrn: project,
        label: 'READ',
      },
      ...more,
    });
  await window('ended', { toTimestamp: '2020-01-01T00:00:00Z' });
  await window('later', { fromTimestamp: '2090-01-01T00:00:00Z' });
  await town.grant('API_CLIENT', of('gone').client, 'PROJECT', project, 'READ');
  await admin.rest('PATCH', `/n/v1/apiclient/${of('gone').client}`, { body: { status: 'DISABLED' } });
  await town.grant('API_CLIENT', of('moderated').client, 'PROJECT', project, 'MANAGE');
});

interface Holder {
  readonly subject: { readonly scope: string; readonly urn: string };
  readonly path: readonly { readonly permission: { readonly urn: string } | null; readonly via: string }[];
}

async function holders(
  as: Client,
  label: string,
  limit = 50,
  object = project,
): Promise<{ found: Holder[]; isEveryone: boolean }> {
  const found: Holder[] = [];
  let after = '';
  for (;;) {
    const path = `/n/v1/permissionholders?objectUrn=${object}&label=${label}&limit=${String(limit)}${after}`;
    const { status, body, text } = await as.rest('GET', path);
    expect(status, text).toBe(200);
    found.push(...(body.holders as Holder[]));
    if (!body.isMorePages) return { found, isEveryone: body.isEveryone };
    after = `&after=${String(body.after)}`;
  }
}

const named = (list: readonly Holder[]): string[] =>
  list.map(({ subject }) => `${subject.scope} ${subject.urn}`).sort();

/** Those of everyone in the tenant for whom permissioncheck says yes. */
async function checked(label: string, objectUrn = project): Promise<string[]> {
  const { data } = {
    data: await town.admin.data(
      '{ apiClients(first: 200) { nodes { urn } } identities(first: 200) { nodes { urn } } }',
    ),
  };
  const subjects = [
    ...data.apiClients.nodes.map(({ urn }: { urn: string }) => ({ subjectScope: 'API_CLIENT', subjectUrn: urn })),
    ...data.identities.nodes.map(({ urn }: { urn: string }) => ({ subjectScope: 'IDENTITY', subjectUrn: urn })),
  ];
  const checks = subjects.map((subject) => ({ ...subject, objectUrn, label }));
  const { body } = await town.admin.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
  return subjects
    .filter((_, at) => body.results[at].allowed === true)
    .map(({ subjectScope, subjectUrn }) => `${subjectScope} ${subjectUrn}`)
    .sort();
}

describe('The holders of a label', () => {
  test.each(['READ', 'COMMENT', 'UPDATE', 'MANAGE', 'ADMIN', 'x-own'])(
    '%s are those of permissioncheck',
    async (label) => {
      const { found, isEveryone } = await holders(town.admin, label);
      expect(named(found)).toEqual(await checked(label));
      expect(named((await holders(town.admin, label, 2)).found)).toEqual(named(found));
      expect(isEveryone).toBe(false);
      const graph = await town.admin.data(
        `query ($urn: ID!, $label: String) { permissionHolders(objectUrn: $urn, label: $label, first: 50) {
        isEveryone isMorePages holders { subject { scope urn } path { via permission { urn } } } } }`,
        { urn: project, label },
      );
      expect(named(graph.permissionHolders.holders)).toEqual(named(found));
    },
  );

  test('come fifty on a page at most', async () => {
    const object = await town.make('project', { owner: below, name: 'Of many' });
    const make = async (_: unknown, at: number): Promise<string> => {
      const urn = await town.make('identity', { name: `Reader ${String(at)}` });
      await town.grant('IDENTITY', urn, 'PROJECT', object, 'x-read');
      return `IDENTITY ${urn}`;
    };
    const readers = await Promise.all(Array.from({ length: 51 }, make));
    const path = `/n/v1/permissionholders?objectUrn=${object}&label=x-read&limit=100`;
    const { body } = await town.admin.rest('GET', path);
    // The administrators' client is looked at first, and does not hold it.
    expect([body.holders.length, body.isMorePages]).toEqual([49, true]);
    expect(named((await holders(town.admin, 'x-read', 100, object)).found)).toEqual(readers.sort());
  });

  test('on a thread of a chat are its members, whom no edge names', async () => {
    const [host, guest] = [await town.person('Host'), await town.person('Guest', [])];
    const chat = await host.rest('POST', '/n/v1/messagethread', {
      body: { owner: town.admin.company, purpose: 'STANDALONE_CHAT' },
    });
    expect(chat.status, chat.text).toBe(201);
    const thread = String(chat.body.urn);
    await town.make('groupmembership', membership(chat.body.group.urn, guest.identity));
    for (const label of ['READ', 'UPDATE']) {
      const { found } = await holders(town.admin, label, 50, thread);
      expect(named(found)).toEqual(await checked(label, thread));
      const member = found.find(({ subject }) => subject.urn === guest.identity);
      const ways = member?.path.map(({ via, permission }) => [via, permission]);
      expect([label, ways]).toEqual([label, label === 'READ' ? [['MEMBERSHIP', null]] : undefined]);
    }
  });

  test('come with the way there', async () => {
    const { found } = await holders(town.admin, 'READ');
    const wayOf = (urn: string | undefined): string[] | undefined =>
      found.find(({ subject }) => subject.urn === urn)?.path.map(({ via }) => via);
    expect([
      wayOf(people['direct']?.client),
      wayOf(people['role']?.client),
      wayOf(people['member']?.identity),
      wayOf(people['joined']?.identity),
    ]).toEqual([['GRANT'], ['MEMBER', 'GRANT'], ['MEMBERSHIP', 'GRANT'], ['GRANT']]);
    expect(wayOf(people['banned']?.identity)).toBeUndefined();
  });

  test('are shown to administrators of the object alone, who see of permissions what they may read', async () => {
    const keeper = await town.person('Keeper', []);
    const ask = async (as: Client): Promise<number> =>
      (await as.rest('GET', `/n/v1/permissionholders?objectUrn=${project}`)).status;
    expect(await ask(keeper)).toBe(404);
    await town.grant('API_CLIENT', keeper.client, 'PROJECT', project, 'MANAGE');
    expect(await ask(keeper)).toBe(403);
    await town.grant('API_CLIENT', keeper.client, 'PROJECT', project, 'ADMIN');
    const { found } = await holders(keeper, 'READ');
    const byRole = found.find(({ subject }) => subject.urn === people['role']?.client);
    // The way leads by the edges of a role and of a company that this caller does not administer.
    expect(byRole?.path.map(({ permission }) => permission)).toEqual([null, null]);
    const direct = found.find(({ subject }) => subject.urn === people['direct']?.client);
    expect(direct?.path[0]?.permission?.urn).toMatch(/^[0-9a-f-]{36}$/);
    const question = {
      subjectScope: 'API_CLIENT',
      subjectUrn: people['role']?.client,
      objectUrn: project,
      label: 'READ',
    };
    const explained = await keeper.rest('POST', '/n/v1/permissionexplain', { body: question });
    expect(explained.body.path.map((step: { permission: unknown }) => step.permission)).toEqual([null, null]);
    const check = await keeper.rest('POST', '/n/v1/permissioncheck', { body: { checks: [question] } });
    expect(check.body.results).toEqual([{ allowed: true, permission: null }]);
  });

  test('are everyone where everyone was granted', async () => {
    const urn = await town.grant('EVERYONE', town.admin.company, 'PROJECT', project, 'READ');
    const { found, isEveryone } = await holders(town.admin, 'READ');
    expect([isEveryone, named(found).length > 5]).toEqual([true, true]);
    expect((await holders(town.admin, 'UPDATE')).isEveryone).toBe(false);
    expect((await town.admin.rest('DELETE', `/n/v1/permission/${urn}`)).status).toBe(204);
  });
});
