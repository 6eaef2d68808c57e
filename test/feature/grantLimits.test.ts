// The ends of what may be granted and made: in time, by role and group, by narrowed tokens and for whole companies. And what
// a check and an explanation answer about other times and subjects. Resource reference 7.2, 7.3, 7.4.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();
const tomorrow = hours(24);

const project = (more: Record<string, unknown> = {}): Promise<string> => town.make('project', { name: 'P', ...more });

function edge(from: string, label: string, to: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const [subjectScope, subjectUrn] = from.split(':');
  const [objectScope, objectUrn] = to.split(':');
  return { owner: town.admin.company, subjectScope, subjectUrn, objectScope, objectUrn, label, ...more };
}

const give = (from: string, label: string, to: string, more: Record<string, unknown> = {}): Promise<string> =>
  town.make('permission', edge(from, label, to, more));

const ask = async (as: Client, path: string, body: unknown): Promise<number> =>
  (await as.rest('POST', `/n/v1/${path}`, { body })).status;

async function token(apiClient: string, more: Record<string, unknown> = {}, as: Client = town.admin): Promise<Client> {
  const body = { apiClient, expirationTimestamp: hours(2), ...more };
  const answer = await as.rest('POST', '/n/v1/apiclientbearertoken', { body });
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return service.client(String(answer.body.bearerToken));
}

const errorsOf = ({ status, body }: RestAnswer): unknown[] => [
  status,
  body.errors?.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
];

describe('Bringing somebody into a group', () => {
  /** Who runs a group, may read the projects `now`, and from tomorrow on `later`. */
  async function runner(): Promise<{ chief: Person; friend: Person; group: string; now: string; later: string }> {
    const [chief, friend] = [await town.person('Chief'), await town.person('Friend')];
    const [group, now, later] = [await town.group({ visibility: 'PUBLIC' }), await project(), await project()];
    await give(`API_CLIENT:${chief.client}`, 'ADMIN', `GROUP:${group}`);
    await give(`API_CLIENT:${chief.client}`, 'UPDATE', `PROJECT:${now}`);
    await give(`API_CLIENT:${chief.client}`, 'UPDATE', `PROJECT:${later}`, { fromTimestamp: tomorrow });
    return { chief, friend, group, now, later };
  }

  test('requires what its members have, from when they have it', async () => {
    const { chief, friend, group, later } = await runner();
    const early = await give(`GROUP:${group}`, 'UPDATE', `PROJECT:${later}`);
    expect(await ask(chief, 'groupmembership', membership(group, friend.identity))).toBe(403);
    await town.admin.rest('DELETE', `/n/v1/permission/${early}`);
    await give(`GROUP:${group}`, 'UPDATE', `PROJECT:${later}`, { fromTimestamp: tomorrow });
    expect(await ask(chief, 'groupmembership', membership(group, friend.identity))).toBe(201);
  });

  test('by an edge requires it for as long as both the edge and the right hold', async () => {
    const { chief, friend, group, later } = await runner();
    await give(`GROUP:${group}`, 'UPDATE', `PROJECT:${later}`, { fromTimestamp: hours(1) });
    const joining = (more: Record<string, unknown>): Promise<number> =>
      ask(chief, 'permission', edge(`IDENTITY:${friend.identity}`, 'MEMBER', `GROUP:${group}`, more));
    expect(await joining({})).toBe(403);
    expect(await joining({ fromTimestamp: tomorrow })).toBe(201);
  });

  test('requires nothing that has ended when the edge begins', async () => {
    const { chief, friend, group } = await runner();
    const foreign = await project();
    await give(`GROUP:${group}`, 'UPDATE', `PROJECT:${foreign}`, { toTimestamp: tomorrow });
    const joining = (fromTimestamp: string): Promise<number> =>
      ask(chief, 'permission', edge(`IDENTITY:${friend.identity}`, 'MEMBER', `GROUP:${group}`, { fromTimestamp }));
    expect(await joining(new Date(Date.parse(tomorrow) - 1).toISOString())).toBe(403);
    expect(await joining(tomorrow)).toBe(201);
  });

  test('requires ADMIN on everything on which its members have a label of an application', async () => {
    const { chief, friend, group, now } = await runner();
    const other = await project();
    await give(`API_CLIENT:${chief.client}`, 'ADMIN', `PROJECT:${now}`);
    for (const urn of [now, other]) await give(`GROUP:${group}`, 'x-approve', `PROJECT:${urn}`);
    expect(await ask(chief, 'groupmembership', membership(group, friend.identity))).toBe(403);
    await give(`API_CLIENT:${chief.client}`, 'ADMIN', `PROJECT:${other}`);
    expect(await ask(chief, 'groupmembership', membership(group, friend.identity))).toBe(201);
  });
});

describe('A permission', () => {
  const refused = async (body: Record<string, unknown>): Promise<unknown[]> =>
    errorsOf(await town.admin.rest('POST', '/n/v1/permission', { body }));

  test('holds for some time, if only for a millisecond', async () => {
    const subject = `API_CLIENT:${(await town.person('Brief')).client}`;
    const window = (to: string): Record<string, unknown> => ({ fromTimestamp: tomorrow, toTimestamp: to });
    const object = `PROJECT:${await project()}`;
    expect(await refused(edge(subject, 'READ', object, window(tomorrow)))).toEqual([
      422,
      ['/toTimestamp OUT_OF_RANGE'],
    ]);
    await give(subject, 'READ', object, window(new Date(Date.parse(tomorrow) + 1).toISOString()));
  });

  test('makes members of roles and groups alone', async () => {
    const subject = `API_CLIENT:${(await town.person('Member')).client}`;
    expect(await refused(edge(subject, 'MEMBER', `PROJECT:${await project()}`))).toEqual([
      422,
      ['/label NOT_ALLOWED_TOGETHER'],
    ]);
    await give(subject, 'MEMBER', `GROUP:${await town.group()}`);
  });

  test('for everyone names the company that owns it', async () => {
    const below = await town.make('company', { name: 'Below' });
    const object = `PROJECT:${await project({ owner: below })}`;
    expect(await refused(edge(`EVERYONE:${below}`, 'READ', object))).toEqual([422, ['/subjectUrn INVALID_REFERENCE']]);
    await give(`EVERYONE:${below}`, 'READ', object, { owner: below });
  });
});

describe('A token narrowed to a role', () => {
  const until = (toTimestamp: string): object => ({ toTimestamp });
  const after = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString();

  /** A role that may read a company of its own, a project in that, and a token of one who holds the role. */
  async function holding(held: object = {}): Promise<{ role: string; company: string; urn: string; narrowed: Client }> {
    const role = await town.make('role', { name: crypto.randomUUID() });
    const client = await town.make('apiclient', { name: 'Holding' });
    const company = await town.make('company', { name: 'Narrowed' });
    await give(`API_CLIENT:${client}`, 'MEMBER', `ROLE:${role}`, { ...held });
    await give(`ROLE:${role}`, 'READ', `COMPANY:${company}`);
    return { role, company, urn: await project({ owner: company }), narrowed: await token(client, { roles: [role] }) };
  }
  const giving = (
    { company, narrowed }: { company: string; narrowed: Client },
    to: string,
    more: object,
  ): Promise<number> =>
    ask(narrowed, 'permission', edge(`EVERYONE:${company}`, 'READ', to, { owner: company, ...more }));

  test.each(['PROJECT', 'COMPANY'])('grants on a %s what the role has, for as long as it has it', async (scope) => {
    const one = await holding();
    const to = `PROJECT:${one.urn}`;
    expect(await giving(one, to, until(tomorrow))).toBe(403);
    const object = `${scope}:${scope === 'PROJECT' ? one.urn : one.company}`;
    await give(`ROLE:${one.role}`, 'ADMIN', object, { ...until(tomorrow) });
    expect(await giving(one, to, until(tomorrow))).toBe(201);
    for (const more of [until(after(tomorrow)), {}]) expect(await giving(one, to, more)).toBe(403);
  });

  test.each(['PROJECT', 'COMPANY'])('grants on a %s for as long as its client has the role', async (scope) => {
    const one = await holding(until(tomorrow));
    const to = `PROJECT:${one.urn}`;
    await give(`ROLE:${one.role}`, 'ADMIN', `${scope}:${scope === 'PROJECT' ? one.urn : one.company}`);
    expect(await giving(one, to, until(tomorrow))).toBe(201);
    expect(await giving(one, to, until(after(tomorrow)))).toBe(403);
  });

  test.each(['PROJECT', 'COMPANY'])('grants on a %s nothing that its client has by itself', async (scope) => {
    const one = await holding();
    const { client } = (await one.narrowed.rest('GET', '/n/v1/clientcontext')).body;
    const [to, object] = [`PROJECT:${one.urn}`, `${scope}:${scope === 'PROJECT' ? one.urn : one.company}`];
    await give(`API_CLIENT:${client.urn}`, 'ADMIN', object);
    expect(await giving(one, to, until(tomorrow))).toBe(403);
    await give(`ROLE:${one.role}`, 'ADMIN', object, { ...until(tomorrow) });
    expect(await giving(one, to, until(tomorrow))).toBe(201);
    expect(await giving(one, to, until(after(tomorrow)))).toBe(403);
  });

  test('of a company-level client reads the record of its own companies alone', async () => {
    const below = await town.make('company', { name: 'Level' });
    const full = await town.make('apiclient', { owner: below, name: 'Level', accessLevel: 'COMPANY' });
    const role = await town.make('role', { name: crypto.randomUUID() });
    await give(`ROLE:${role}`, 'ADMIN', `COMPANY:${town.admin.company}`);
    const here = await give(`EVERYONE:${below}`, 'READ', `PROJECT:${await project({ owner: below })}`, {
      owner: below,
    });
    const above = await give(`EVERYONE:${town.admin.company}`, 'READ', `PROJECT:${await project()}`);
    const recorded = async (as: Client): Promise<string[]> =>
      (await as.rest('GET', '/n/v1/permissionaudit?limit=2')).body.changes.map(
        ({ permission }: { permission: { urn: string } }) => permission.urn,
      );
    expect(await recorded(town.admin)).toEqual([above, here]);
    expect(await recorded(await token(full, { roles: [role] }))).toEqual([here]);
  });

  test('grants nothing that the role will only have later', async () => {
    const one = await holding();
    await give(`ROLE:${one.role}`, 'ADMIN', `COMPANY:${one.company}`, { fromTimestamp: hours(1) });
    expect(await giving(one, `PROJECT:${one.urn}`, { fromTimestamp: tomorrow })).toBe(403);
  });
});

describe('A role', () => {
  test('that leads to another role or a group is given by administrators of both', async () => {
    const [role, further, group] = [
      await town.make('role', { name: 'Leading' }),
      await town.make('role', { name: 'Further' }),
      await town.group(),
    ];
    await give(`ROLE:${role}`, 'MEMBER', `ROLE:${further}`);
    await give(`ROLE:${role}`, 'MEMBER', `GROUP:${group}`);
    const keeper = await town.person('Keeper of roles');
    for (const to of [`ROLE:${role}`, `ROLE:${further}`]) await give(`API_CLIENT:${keeper.client}`, 'ADMIN', to);
    const giving = edge(`API_CLIENT:${keeper.client}`, 'MEMBER', `ROLE:${role}`);
    expect(await ask(keeper, 'permission', giving)).toBe(403);
    await give(`API_CLIENT:${keeper.client}`, 'ADMIN', `GROUP:${group}`);
    expect(await ask(keeper, 'permission', giving)).toBe(201);
  });

  test('has another version when its holders change, and the same when they do not', async () => {
    const { client } = await town.person('Holder');
    const role = await town.make('role', { name: 'Counted' });
    const version = async (apiClients: readonly string[]): Promise<string> =>
      String((await town.admin.rest('PATCH', `/n/v1/role/${role}`, { body: { apiClients } })).body.version);
    expect([await version([client]), await version([client]), await version([])]).toEqual(['2', '2', '3']);
  });

  test('keeps the holders that a writer of its list may not see', async () => {
    const [keeper, hidden] = [await town.person('Keeper', []), await town.person('Hidden', [])];
    const role = await town.make('role', { name: 'Kept', apiClients: [keeper.client, hidden.client] });
    await give(`API_CLIENT:${keeper.client}`, 'ADMIN', `ROLE:${role}`);
    const seen = await keeper.rest('GET', `/n/v1/role/${role}`);
    expect(seen.body.apiClients.map(({ urn }: { urn: string }) => urn)).toEqual([keeper.client]);
    const { status } = await keeper.rest('PATCH', `/n/v1/role/${role}`, { body: { apiClients: [keeper.client] } });
    expect(status).toBe(200);
    const { body } = await town.admin.rest('GET', `/n/v1/role/${role}`);
    expect(body.apiClients.map(({ urn }: { urn: string }) => urn).sort()).toEqual(
      [keeper.client, hidden.client].sort(),
    );
  });

  test.each(['role', 'apiclient'])('has its holders again when the %s is deleted and restored', async (kind) => {
    const { client } = await town.person('Holder once');
    const role = await town.make('role', { name: `Restored by ${kind}`, apiClients: [client] });
    const path = `/n/v1/${kind}/${kind === 'role' ? role : client}`;
    await town.admin.rest('DELETE', path);
    if (kind === 'apiclient') expect((await town.admin.rest('GET', `/n/v1/role/${role}`)).body.apiClients).toEqual([]);
    const back = await town.admin.rest('POST', `${path}/restore`);
    expect(back.status, back.text).toBe(200);
    const { apiClients } = (await town.admin.rest('GET', `/n/v1/role/${role}`)).body;
    expect(apiClients.map(({ urn }: { urn: string }) => urn)).toEqual([client]);
  });

  test('that is built in keeps its description', async () => {
    const { roles } = await town.admin.data('{ roles(first: 50) { nodes { urn isBuiltIn description } } }');
    const builtIn = roles.nodes.find((one: { isBuiltIn: boolean }) => one.isBuiltIn);
    const change = (description: string | null): Promise<RestAnswer> =>
      town.admin.rest('PATCH', `/n/v1/role/${String(builtIn.urn)}`, { body: { description } });
    expect((await change('Another')).status).toBe(409);
    expect((await change(builtIn.description)).status).toBe(200);
  });
});

describe('An API client', () => {
  test('is made by callers who hold what its company was granted', async () => {
    const below = await town.make('company', { name: 'Granted' });
    const foreign = await project();
    const maker = await town.person('Maker', []);
    await give(`API_CLIENT:${maker.client}`, 'ADMIN', `COMPANY:${below}`);
    const making = (name: string): Promise<number> => ask(maker, 'apiclient', { owner: below, name });
    expect(await making('First')).toBe(201);
    await give(`COMPANY:${below}`, 'UPDATE', `PROJECT:${foreign}`);
    expect(await making('Second')).toBe(403);
  });

  test('becomes company-level by a company-level caller whose token is whole', async () => {
    const full = await town.make('apiclient', { name: 'Full', accessLevel: 'COMPANY' });
    const body = { owner: town.admin.company, name: 'Another', accessLevel: 'COMPANY' };
    expect(await ask(await token(full, { labels: ['ADMIN'] }), 'apiclient', body)).toBe(403);
    expect(await ask(await token(full), 'apiclient', body)).toBe(201);
  });

  test('names exact origins', async () => {
    const body = { owner: town.admin.company, name: 'Browser', type: 'BROWSER' };
    const wrong = ['https://app.example/', 'https://app.example/path', 'https://APP.example', 'app.example'];
    for (const origin of [...wrong, 'ws://app.example', 'null', 'https://app.example:443']) {
      const answer = await town.admin.rest('POST', '/n/v1/apiclient', { body: { ...body, allowedOrigins: [origin] } });
      expect([origin, ...errorsOf(answer)]).toEqual([origin, 422, ['/allowedOrigins/0 INVALID_FORMAT']]);
    }
    for (const none of [{}, { allowedOrigins: [] }]) {
      const answer = await town.admin.rest('POST', '/n/v1/apiclient', { body: { ...body, ...none } });
      expect(errorsOf(answer)).toEqual([422, ['/allowedOrigins REQUIRED']]);
    }
    for (const origin of ['https://app.example:8443', 'http://localhost:3000'])
      expect(await ask(town.admin, 'apiclient', { ...body, allowedOrigins: [origin] })).toBe(201);
  });

  test('has a secret to renew only where it can keep one', async () => {
    const allowedOrigins = ['https://app.example'];
    const browser = await town.make('apiclient', { name: 'Open', type: 'BROWSER', allowedOrigins });
    expect(await ask(town.admin, `apiclient/${browser}/rotatesecret`, {})).toBe(409);
    const server = await town.make('apiclient', { name: 'Closed', type: 'SERVER' });
    expect(await ask(town.admin, `apiclient/${server}/rotatesecret`, {})).toBe(200);
  });
});

describe('A token', () => {
  const rotate = (as: Client, urn: string, body: object = {}): Promise<RestAnswer> =>
    as.rest('POST', `/n/v1/apiclientbearertoken/${urn}/rotate`, { body });
  const stored = async (
    apiClient: string,
    more: object = {},
  ): Promise<{ urn: string; expirationTimestamp: string }> => {
    const body = { apiClient, expirationTimestamp: hours(2), ...more };
    return (await town.admin.rest('POST', '/n/v1/apiclientbearertoken', { body })).body;
  };

  test('of a company-level client is made, and the secret of one renewed, by administrators of the company', async () => {
    const full = await town.make('apiclient', { name: 'Powerful', accessLevel: 'COMPANY', type: 'SERVER' });
    const plain = await town.make('apiclient', { name: 'Plain', type: 'SERVER' });
    const keeper = await town.person('Keeper of clients', ['READ']);
    for (const urn of [full, plain]) await give(`API_CLIENT:${keeper.client}`, 'ADMIN', `API_CLIENT:${urn}`);
    const made = (apiClient: string): Promise<number> =>
      ask(keeper, 'apiclientbearertoken', { apiClient, expirationTimestamp: hours(2) });
    const renewed = (urn: string): Promise<number> => ask(keeper, `apiclient/${urn}/rotatesecret`, {});
    expect([await made(full), await renewed(full)]).toEqual([403, 403]);
    expect([await made(plain), await renewed(plain)]).toEqual([201, 200]);
  });

  test('that a token narrowed to a role makes is narrowed to it for good', async () => {
    const full = await town.make('apiclient', { name: 'Nested', accessLevel: 'COMPANY' });
    const role = await town.make('role', { name: 'Nesting' });
    await give(`ROLE:${role}`, 'ADMIN', `COMPANY:${town.admin.company}`);
    const urn = await project();
    const narrowed = await token(full, { roles: [role] });
    const made = await token(full, {}, narrowed);
    const reads = async (): Promise<number> => (await made.rest('GET', `/n/v1/project/${urn}`)).status;
    expect(await reads()).toBe(200);
    expect((await town.admin.rest('DELETE', `/n/v1/role/${role}`)).status).toBe(204);
    expect(await reads()).toBe(404);
  });

  test('that is narrowed neither replaces a wider one nor gives out the secret of a client', async () => {
    const full = await town.make('apiclient', { name: 'Rotating', accessLevel: 'COMPANY', type: 'SERVER' });
    const role = await town.make('role', { name: 'Administrators' });
    await give(`ROLE:${role}`, 'ADMIN', `COMPANY:${town.admin.company}`);
    const wide = await stored(full);
    for (const narrowing of [{ labels: ['ADMIN'] }, { roles: [role] }]) {
      const narrowed = await token(full, narrowing);
      expect((await rotate(narrowed, wide.urn)).status).toBe(403);
      expect(await ask(narrowed, `apiclient/${full}/rotatesecret`, {})).toBe(403);
    }
    expect((await rotate(town.admin, wide.urn)).status).toBe(201);
  });

  test('whose roles are gone is not replaced', async () => {
    const { client } = await town.person('Roleless');
    const role = await town.make('role', { name: 'Vanishing' });
    const { urn } = await stored(client, { roles: [role] });
    await town.admin.rest('DELETE', `/n/v1/role/${role}`);
    expect((await rotate(town.admin, urn)).status).toBe(409);
  });

  test('that lives longer than two years is replaced by one that does not', async () => {
    const first = await service.tenant();
    const { apiClientBearerTokens } = await first.data(
      '{ apiClientBearerTokens { nodes { urn expirationTimestamp } } }',
    );
    const [{ urn, expirationTimestamp }] = apiClientBearerTokens.nodes;
    const twoYears = Date.now() + 2 * 365.25 * 86_400_000;
    expect(Date.parse(expirationTimestamp)).toBeGreaterThan(twoYears + 86_400_000);
    const made = await rotate(first, urn);
    expect(made.status).toBe(201);
    expect(Math.abs(Date.parse(made.body.expirationTimestamp) - twoYears)).toBeLessThan(60_000);
  });

  test('is replaced by one of as long a life, however much of it is over', async () => {
    const { client } = await town.person('Aging');
    const { urn, expirationTimestamp } = await stored(client);
    const day = 86_400_000;
    await sql(
      service,
      `UPDATE "api_client_bearer_token" SET "created_timestamp" = "created_timestamp" - interval '9 days' WHERE "urn" = $1`,
      [urn],
    );
    const life = 9 * day + Date.parse(expirationTimestamp) - Date.now();
    const made = await rotate(town.admin, urn);
    expect(Math.abs(Date.parse(made.body.expirationTimestamp) - Date.now() - life)).toBeLessThan(60_000);
  });

  test('that was revoked is not replaced', async () => {
    const { client } = await town.person('Revoked');
    const { urn } = await stored(client);
    await town.admin.rest('DELETE', `/n/v1/apiclientbearertoken/${urn}`);
    await town.admin.rest('POST', `/n/v1/apiclientbearertoken/${urn}/restore`);
    expect((await rotate(town.admin, urn)).status).toBe(409);
  });

  test('that is replaced ends with the overlap, but no later than it would have', async () => {
    const { client } = await town.person('Overlapping');
    const ends = async (overlapSeconds: number): Promise<[was: number, is: number]> => {
      const { urn, expirationTimestamp } = await stored(client);
      expect((await rotate(town.admin, urn, { overlapSeconds })).status).toBe(201);
      const { body } = await town.admin.rest('GET', `/n/v1/apiclientbearertoken/${urn}`);
      return [Date.parse(expirationTimestamp), Date.parse(body.expirationTimestamp)];
    };
    const [long, short] = [await ends(86_400), await ends(3600)];
    expect(long[1]).toBe(long[0]);
    expect(short[1]).toBeLessThan(short[0]);
  });
});

describe('A check', () => {
  interface Asked {
    readonly as?: Client;
    readonly label?: string;
    readonly atTimestamp?: string;
    readonly objectScope?: string;
    readonly subjectScope?: string;
    readonly subjectUrn?: string;
  }
  async function answers(objectUrn: string, ...asked: readonly Asked[]): Promise<boolean[]> {
    const [{ as = town.admin } = {}] = asked;
    const checks = asked.map(({ as: _, ...one }) => ({ objectUrn, label: 'READ', ...one }));
    const { status, body } = await as.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
    expect(status).toBe(200);
    return body.results.map(({ allowed }: { allowed: boolean }) => allowed);
  }

  test('of a narrowed token keeps to its roles and labels at any time', async () => {
    const full = await town.make('apiclient', { name: 'Asking', accessLevel: 'COMPANY' });
    const [seen, unseen] = [await project(), await project()];
    const role = await town.make('role', { name: 'Asking' });
    await give(`ROLE:${role}`, 'READ', `PROJECT:${seen}`);
    const [inRole, reading] = [await token(full, { roles: [role] }), await token(full, { labels: ['READ'] })];
    const [now, later] = [{}, { atTimestamp: hours(1) }];
    expect(await answers(seen, { as: inRole, ...now }, later)).toEqual([true, true]);
    expect(await answers(unseen, { as: inRole, ...now }, later)).toEqual([false, false]);
    const company = await town.make('company', { name: 'Asked about' });
    const within = await project({ owner: company });
    await give(`ROLE:${role}`, 'READ', `COMPANY:${company}`, { toTimestamp: tomorrow });
    expect(await answers(within, { as: inRole }, later, { atTimestamp: hours(48) })).toEqual([true, true, false]);
    expect(await answers(seen, { as: reading, ...now }, later)).toEqual([true, true]);
    expect(await answers(seen, { as: reading, label: 'UPDATE', ...now }, { label: 'UPDATE', ...later })).toEqual([
      false,
      false,
    ]);
  });

  test('answers each question at its own time, and within the scope that it names', async () => {
    const subject = { subjectScope: 'API_CLIENT', subjectUrn: (await town.person('Subject', [])).client };
    const urn = await project();
    await give(`API_CLIENT:${subject.subjectUrn}`, 'READ', `PROJECT:${urn}`, { fromTimestamp: tomorrow });
    const asked = [{}, { atTimestamp: tomorrow }, { atTimestamp: hours(48), objectScope: 'PROJECT' }];
    const wrong = { atTimestamp: tomorrow, objectScope: 'TASK' };
    const all = [...asked, wrong].map((one) => ({ ...subject, ...one }));
    expect(await answers(urn, ...all)).toEqual([false, true, true, false]);
    const explained = (objectScope: string): Promise<RestAnswer> =>
      town.admin.rest('POST', '/n/v1/permissionexplain', {
        body: { ...subject, objectUrn: urn, label: 'READ', objectScope },
      });
    expect([(await explained('PROJECT')).status, (await explained('TASK')).status]).toEqual([200, 404]);
  });

  test('finds the label of an application on what its holder may not read', async () => {
    const holder = await town.person('Approver', []);
    const urn = await project();
    await give(`API_CLIENT:${holder.client}`, 'x-approve', `PROJECT:${urn}`);
    expect(await answers(urn, { as: holder, label: 'x-approve' }, { label: 'READ' })).toEqual([true, false]);
  });

  test('knows no subject of another tenant', async () => {
    const urn = await project();
    const other = await service.tenant();
    const body = { subjectScope: 'COMPANY', subjectUrn: other.company, objectUrn: urn, label: 'READ' };
    const explained = await town.admin.rest('POST', '/n/v1/permissionexplain', { body });
    expect(explained.body).toMatchObject({ allowed: false, path: [], nearest: [] });
  });

  test('about somebody else is for those who administer the object', async () => {
    const asker = await town.person('Asker', []);
    const subject = { subjectScope: 'COMPANY', subjectUrn: town.admin.company };
    const urn = await project();
    const checked = (more: object): Promise<RestAnswer> => {
      const checks = [{ objectUrn: urn, label: 'READ', ...more }];
      return asker.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
    };
    expect((await checked(subject)).body.results).toEqual([{ allowed: false, permission: null }]);
    await give(`API_CLIENT:${asker.client}`, 'UPDATE', `PROJECT:${urn}`);
    const refused = await checked(subject);
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    const { errors } = await asker.graph(
      `query ($checks: [PermissionCheckInput!]!) { permissionCheck(checks: $checks) { allowed } }`,
      { checks: [{ objectUrn: urn, label: 'READ', ...subject }] },
    );
    expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN']);
    expect((await checked({})).body.results).toMatchObject([{ allowed: true }]);
    expect(await ask(asker, 'permissionexplain', { objectUrn: urn, label: 'READ' })).toBe(403);
    await give(`API_CLIENT:${asker.client}`, 'ADMIN', `PROJECT:${urn}`);
    expect((await checked(subject)).body.results).toEqual([{ allowed: false, permission: null }]);
    expect(await ask(asker, 'permissionexplain', { objectUrn: urn, label: 'READ' })).toBe(200);
  });

  test('names its subject by urn and scope, or not at all', async () => {
    const asked = { objectUrn: await project(), label: 'READ' };
    const halves = [
      [{ subjectUrn: town.admin.company }, 'subjectScope'],
      [{ subjectScope: 'COMPANY' }, 'subjectUrn'],
    ] as const;
    for (const [half, missing] of halves) {
      const checks = [asked, { ...asked, ...half }];
      const checked = await town.admin.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
      expect(errorsOf(checked)).toEqual([422, [`/checks/1/${missing} REQUIRED`]]);
      const explained = await town.admin.rest('POST', '/n/v1/permissionexplain', { body: { ...asked, ...half } });
      expect(errorsOf(explained)).toEqual([422, [`/${missing} REQUIRED`]]);
    }
  });
});

describe('The holders of a label', () => {
  const page = (objectUrn: string, more: Record<string, string>): Promise<RestAnswer> => {
    const query = new URLSearchParams({ objectUrn, label: 'UPDATE', ...more }).toString();
    return town.admin.rest('GET', `/n/v1/permissionholders?${query}`);
  };

  test('come in pages that know whether another follows, and a cursor is of its own question', async () => {
    const below = await town.make('company', { name: 'Held' });
    const urn = await project({ owner: below });
    const all = (await page(urn, {})).body.holders.length as number;
    for (const name of ['One', 'Two'])
      await give(`IDENTITY:${(await town.person(name)).identity}`, 'UPDATE', `PROJECT:${urn}`);
    const whole = (await page(urn, {})).body;
    expect(whole.holders.length).toBeGreaterThan(all);
    expect(whole.isMorePages).toBe(false);
    // Candidates are paged, of whom some hold nothing.
    let candidates = 0;
    for (let after: string | null = ''; after !== null; candidates += 1) {
      const { body } = await page(urn, { limit: '1', ...(after === '' ? {} : { after }) });
      after = body.isMorePages ? String(body.after) : null;
    }
    expect((await page(urn, { limit: String(candidates) })).body.isMorePages).toBe(false);
    expect((await page(urn, { limit: String(candidates - 1) })).body.isMorePages).toBe(true);
    const { body: first } = await page(urn, { limit: '1' });
    expect((await page(urn, { after: first.after })).status).toBe(200);
    const { holders, after, isMorePages } = (await page(urn, { after: whole.after })).body;
    expect({ holders, after, isMorePages }).toEqual({ holders: [], after: null, isMorePages: false });
    expect((await page(urn, { after: first.after, label: 'READ' })).status).toBe(400);
    expect((await page(await project(), { after: first.after })).status).toBe(400);
  });
});
