// A long random walk over the access model: grants, revocations, windows, memberships, roles, the companies of people, the
// owners of pages and the tree of companies change while both faces are asked who may do what, also by what is derived:
// views, counts and triggers. Every answer is compared with a naive model of the rule. PERMISSION_STEPS and
// PERMISSION_SEED set the steps and the seed. Resource reference 7.2.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { triedOf } from '../support/matrix.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';

const steps = Number(process.env['PERMISSION_STEPS'] ?? triedOf(1_000, 2));
const seed = Number(process.env['PERMISSION_SEED'] ?? 20_261_121);

let service: TestService;
let admin: Tenant;
let database: pg.Client;

beforeAll(async () => {
  service = await startService({ DATABASE_POOL: '4' });
  admin = await service.tenant();
  database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await service.close();
});

interface End {
  readonly scope: string;
  readonly urn: string;
}
interface Edge {
  readonly urn: string;
  readonly subject: End;
  readonly object: End;
  readonly label: string;
  from: number | null;
  to: number | null;
}
interface Thing extends End {
  readonly path: string;
  /** The object and what it lives in. */
  readonly parts: readonly End[];
  /** Shared by all that moves together. */
  readonly home: { company: string };
  readonly isView: string | null;
}
interface Caller {
  readonly client: Client;
  readonly clientUrn: string;
  readonly identity: string;
}

// The rule in its plainest form. Compared with the service, not derived from it.
class Model {
  readonly edges = new Map<string, Edge>();
  readonly members = new Map<string, string>();
  /** The companies that people were added to, by identity. */
  readonly companies = new Map<string, string>();
  /** The tree of companies: each with the one above it. */
  readonly above = new Map<string, string | null>();

  subjectsOf(caller: Caller, company: string, now: number): Set<string> {
    const self = [
      `API_CLIENT ${caller.clientUrn}`,
      `IDENTITY ${caller.identity}`,
      `COMPANY ${company}`,
      `EVERYONE ${company}`,
    ];
    const joined = this.companies.get(caller.identity);
    if (joined) self.push(`COMPANY ${joined}`);
    const groups = [...this.members].filter(([key, status]) => key.startsWith(caller.identity) && status === 'ACTIVE');
    const shut = (group: string): boolean => (this.members.get(`${caller.identity} ${group}`) ?? 'ACTIVE') !== 'ACTIVE';
    const known = new Set([...self, ...groups.map(([key]) => `GROUP ${key.split(' ')[1] ?? ''}`)]);
    const live = [...this.edges.values()].filter((e) => e.label === 'MEMBER' && holds(e, now));
    for (const e of live) {
      const isDirect = self.includes(`${e.subject.scope} ${e.subject.urn}`);
      if (e.object.scope === 'GROUP' && isDirect && !shut(e.object.urn)) known.add(`GROUP ${e.object.urn}`);
    }
    const roles = live.filter((e) => e.object.scope === 'ROLE' && known.has(`${e.subject.scope} ${e.subject.urn}`));
    for (const e of roles) known.add(`ROLE ${e.object.urn}`);
    return known;
  }

  /** What an edge may point at to cover the object: itself, what it lives in, its company and those above. */
  chainOf(thing: Thing): End[] {
    const chain = [...thing.parts];
    for (let at: string | null = thing.home.company; at !== null; at = this.above.get(at) ?? null)
      chain.push({ scope: 'COMPANY', urn: at });
    return chain;
  }

  allows(subjects: ReadonlySet<string>, thing: Thing, label: string, now: number): boolean {
    const chain = this.chainOf(thing);
    return [...this.edges.values()].some(
      (e) =>
        subjects.has(`${e.subject.scope} ${e.subject.urn}`) &&
        chain.some((o) => o.urn === e.object.urn && o.scope === e.object.scope) &&
        gives(e.label).includes(label) &&
        holds(e, now),
    );
  }
}

const holds = (e: Edge, now: number): boolean => (e.from === null || e.from <= now) && (e.to === null || now < e.to);

function gives(label: string): string[] {
  const all = ['READ', 'READ_DRAFT', 'COMMENT', 'CREATE', 'UPDATE', 'PUBLISH', 'DELETE', 'ASSIGN'];
  if (label === 'ADMIN') return [...all, 'MANAGE', 'ADMIN'];
  if (label === 'MANAGE') return [...all, 'MANAGE'];
  if (label === 'UPDATE' || label === 'PUBLISH') return [label, 'READ_DRAFT', 'READ'];
  return label === 'READ' || label === 'MEMBER' || label.startsWith('x-') ? [label] : [label, 'READ'];
}

// Mulberry32: small, and the same everywhere.
function randomness(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = randomness(seed);
const below = (n: number): number => Math.floor(random() * n);
function pick<T>(list: readonly T[]): T {
  const one = list[below(list.length)];
  if (one === undefined) throw new Error('There is nothing to pick from');
  return one;
}

async function make(path: string, body: Record<string, unknown>): Promise<string> {
  const answer = await admin.rest('POST', `/n/v1/${path}`, { body });
  expect([path, answer.status, answer.text]).toEqual([path, 201, answer.text]);
  return answer.body.urn as string;
}

interface World {
  readonly callers: readonly Caller[];
  readonly things: readonly Thing[];
  readonly project: Thing;
  readonly tasks: readonly Thing[];
  readonly companies: readonly string[];
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly memberships: Map<string, string>;
}

async function makeWorld(model: Model): Promise<World> {
  const owner = admin.company;
  const sub = await make('company', { owner, name: 'Below' });
  const moving = await make('company', { owner, name: 'Moving', parentCompany: owner });
  model.above.set(owner, null).set(sub, owner).set(moving, owner);
  const things: Thing[] = [];
  for (const company of [owner, sub, moving]) {
    for (let n = 0; n < 2; n += 1) {
      const path = `/walk-${company.slice(-4)}-${String(n)}`;
      const texts = [{ name: 'title', sortOrder: 0, value: 'T' }];
      const urn = await make('entity', {
        urn: crypto.randomUUID(),
        owner: company,
        name: 'E',
        path,
        language: 'en',
        status: 'PUBLISH',
        texts,
      });
      const [self, home] = [{ scope: 'ENTITY', urn }, { company }];
      things.push({ ...self, path: 'entity', parts: [self], home, isView: path });
      const [item] = (await admin.rest('GET', `/n/v1/entity/${urn}`)).body.texts as { urn: string }[];
      const text = { scope: 'TEXT_ITEM', urn: item?.urn ?? '' };
      things.push({ ...text, path: 'textitem', parts: [text, self], home, isView: null });
    }
    const person = { scope: 'IDENTITY', urn: await make('identity', { owner: company, name: 'P', type: 'PERSON' }) };
    const mail = {
      scope: 'EMAIL',
      urn: await make('email', { identity: person.urn, email: `p${company.slice(-4)}@example.com` }),
    };
    const home = { company };
    things.push({ ...person, path: 'identity', parts: [person], home, isView: null });
    things.push({ ...mail, path: 'email', parts: [mail, person], home, isView: null });
  }
  const work = async (path: string, company: string, more: object): Promise<Thing> => {
    const self = { scope: path.toUpperCase(), urn: await make(path, { owner: company, ...more }) };
    return { ...self, path, parts: [self], home: { company }, isView: null };
  };
  const project = await work('project', owner, { name: 'Counted' });
  const tasks: Thing[] = [];
  for (const company of [owner, owner, sub, moving])
    tasks.push(await work('task', company, { ...bareTask, title: 'T', project: project.urn }));
  const callers: Caller[] = [];
  for (let n = 0; n < 4; n += 1) {
    const clientUrn = await make('apiclient', { owner, name: `C${String(n)}` });
    const expirationTimestamp = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await admin.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient: clientUrn, expirationTimestamp },
    });
    const client = service.client(body.bearerToken as string);
    const { clientContext } = await client.data('{ clientContext { identity { urn } } }');
    callers.push({ client, clientUrn, identity: clientContext.identity.urn as string });
  }
  const named = async (path: string, more: object): Promise<string[]> =>
    Promise.all([0, 1, 2].map((n) => make(path, { owner, name: `N${String(n)}`, ...more })));
  return {
    ...{ callers, things, project, tasks, companies: [owner, sub, moving] },
    ...{ roles: await named('role', {}), groups: await named('group', {}), memberships: new Map() },
  };
}

/** The database's clock, in milliseconds. */
async function clock(): Promise<number> {
  const { rows } = await database.query<{ now: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now');
  return Number(rows[0]?.now);
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function anySubject(world: World): End {
  const caller = pick(world.callers);
  return pick([
    { scope: 'API_CLIENT', urn: caller.clientUrn },
    { scope: 'IDENTITY', urn: caller.identity },
    { scope: 'ROLE', urn: pick(world.roles) },
    { scope: 'GROUP', urn: pick(world.groups) },
    { scope: 'COMPANY', urn: pick(world.companies) },
    { scope: 'EVERYONE', urn: admin.company },
  ]);
}

// Grants to everyone are rare, or soon nothing would be refused.
async function grant(world: World, model: Model, now: number): Promise<void> {
  const subject = anySubject(world);
  const isWide = subject.scope === 'COMPANY' || subject.scope === 'EVERYONE';
  if (isWide && below(2) > 0) return;
  const isMember = !isWide && subject.scope !== 'ROLE' && below(3) === 0;
  const holder = isMember
    ? pick([
        { scope: 'ROLE', urn: pick(world.roles) },
        ...(subject.scope === 'GROUP' ? [] : [{ scope: 'GROUP', urn: pick(world.groups) }]),
      ])
    : pick(model.chainOf(pick([...world.things, world.project, ...world.tasks])).filter((o) => o.scope !== 'EMAIL'));
  const label = isMember
    ? 'MEMBER'
    : pick(['READ', 'READ', 'READ', 'READ_DRAFT', 'UPDATE', 'MANAGE', 'ADMIN', 'COMMENT', 'x-own']);
  const windows: readonly (readonly [number | null, number | null])[] = [
    [null, null],
    [null, null],
    [null, null],
    [null, Math.floor(now) + 3_600_000],
    [Math.floor(now) - 1, null],
    [Math.floor(now) + 3_600_000, null],
    [null, Math.floor(now) - 1],
  ];
  const [from, to] = pick(windows);
  const urn = await make('permission', {
    owner: admin.company,
    subjectScope: subject.scope,
    subjectUrn: subject.urn,
    objectScope: holder.scope,
    objectUrn: holder.urn,
    label,
    ...(from === null ? {} : { fromTimestamp: iso(from) }),
    ...(to === null ? {} : { toTimestamp: iso(to) }),
  });
  model.edges.set(urn, { urn, subject, object: holder, label, from, to });
}

async function revoke(model: Model): Promise<void> {
  if (model.edges.size === 0) return;
  const { urn } = pick([...model.edges.values()]);
  expect((await admin.rest('DELETE', `/n/v1/permission/${urn}`)).status).toBe(204);
  model.edges.delete(urn);
}

// Puts a bound of a window exactly at the current time, or slightly before or after it.
async function moveWindow(model: Model, now: number): Promise<void> {
  if (model.edges.size === 0) return;
  const edge = pick([...model.edges.values()]);
  const at = Math.floor(now) + pick([-1_000, -1, 0, 1, 2, 15, 60_000]);
  if (below(2) === 0) Object.assign(edge, { from: at, to: null });
  else Object.assign(edge, { from: null, to: at });
  await database.query('UPDATE permission SET from_timestamp = $2, to_timestamp = $3 WHERE urn = $1', [
    edge.urn,
    iso(edge.from),
    iso(edge.to),
  ]);
}

async function changeMembership(world: World, model: Model): Promise<void> {
  const { identity } = pick(world.callers);
  const group = pick(world.groups);
  const key = `${identity} ${group}`;
  const known = world.memberships.get(key);
  if (!known) {
    const channels = {
      emailNotification: 'UNSUBSCRIBED',
      smsNotification: 'UNSUBSCRIBED',
      inAppNotification: 'SUBSCRIBED',
    };
    const body = { identity, group, status: 'ACTIVE', enrollment: 'BY_OWNER_WITHOUT_CONSENT', ...channels };
    world.memberships.set(key, await make('groupmembership', body));
    model.members.set(key, 'ACTIVE');
    return;
  }
  const status = model.members.get(key) === 'ACTIVE' ? 'BANNED_BY_OWNER' : 'ACTIVE';
  const answer = await admin.rest('PATCH', `/n/v1/groupmembership/${known}`, { body: { status } });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  model.members.set(key, status);
}

// A page with all that is in it goes to another company, or a company to another place in the tree.
async function move(world: World, model: Model): Promise<void> {
  const [root, sub, moving] = world.companies;
  const isCompany = below(2) === 0;
  const thing = pick(world.things.filter(({ path }) => path === 'entity'));
  const place = isCompany ? pick([root, sub]) : pick(world.companies);
  const [path, body] = isCompany
    ? [`company/${String(moving)}`, { parentCompany: place }]
    : [`entity/${thing.urn}`, { owner: place }];
  const answer = await admin.rest('PATCH', `/n/v1/${path}`, { body });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  if (isCompany) model.above.set(String(moving), String(place));
  else thing.home.company = String(place);
}

// A person is added to a company, or to none.
async function join(world: World, model: Model): Promise<void> {
  const { identity } = pick(world.callers);
  const company = pick([null, ...world.companies]);
  const body = { companies: company === null ? [] : [company] };
  const answer = await admin.rest('PATCH', `/n/v1/identity/${identity}`, { body });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  if (company === null) model.companies.delete(identity);
  else model.companies.set(identity, company);
}

interface Tally {
  asked: number;
  allowed: number;
  atBorder: number;
  faults: number;
  readonly wrong: string[];
}

// Time passes while a request runs: an answer is right if it was right at some moment in between.
async function ask(world: World, model: Model, tally: Tally): Promise<void> {
  const caller = pick(world.callers);
  const way = below(8);
  const thing = way === 7 ? world.project : pick(way === 6 ? [...world.things, ...world.tasks] : world.things);
  const label =
    way < 4 || way > 5
      ? 'READ'
      : pick(['READ', 'READ_DRAFT', 'UPDATE', 'PUBLISH', 'DELETE', 'MANAGE', 'ADMIN', 'x-own']);
  const before = await clock();
  const asks = [askRest, askGraph, askList, askView, askCheck, askExplain, askTriggers, askCounts];
  const answered = await asks[way]?.(caller, thing, label);
  if (answered === undefined || answered === null) return;
  const after = await clock();
  const isView = way === 3;
  const expected = [...momentsBetween(model, before, after)].map((now) => {
    const all = model.subjectsOf(caller, admin.company, now);
    const subjects = isView ? new Set([...all].filter((s) => /^(ROLE|EVERYONE) /.test(s))) : all;
    const isAllowed = model.allows(subjects, thing, label, now);
    if (way !== 7) return isAllowed;
    return isAllowed && world.tasks.filter((task) => model.allows(subjects, task, 'READ', now)).length;
  });
  tally.asked += 1;
  if (answered !== false) tally.allowed += 1;
  if (new Set(expected).size > 1) tally.atBorder += 1;
  if (expected.includes(answered)) return;
  tally.wrong.push(
    JSON.stringify({ way, thing, label, answered, expected, caller: caller.clientUrn, step: tally.asked }),
  );
}

function momentsBetween(model: Model, before: number, after: number): Set<number> {
  const borders = [...model.edges.values()].flatMap((e) => [e.from, e.to]).filter((t): t is number => t !== null);
  return new Set([before, after, ...borders.filter((t) => t > before && t <= after)]);
}

type Ask = (caller: Caller, thing: Thing, label: string) => Promise<boolean | number | null>;

const askRest: Ask = async ({ client }, thing) => {
  const { status } = await client.rest('GET', `/n/v1/${thing.path}/${thing.urn}`);
  if (status !== 200 && status !== 404) throw new Error(`A read answered ${String(status)}`);
  return status === 200;
};

const askGraph: Ask = async ({ client }, thing) =>
  (await client.data('query ($urn: ID!) { node(urn: $urn) { urn } }', { urn: thing.urn })).node !== null;

const askList: Ask = async ({ client }, thing) => {
  const plurals: Readonly<Record<string, string>> = {
    entity: 'entities',
    textitem: 'textitems',
    identity: 'identities',
    email: 'emails',
  };
  const plural = plurals[thing.path] ?? '';
  const { body } = await client.rest('GET', `/n/v1/${plural}?limit=200&count=true`);
  const found = body[plural] as { urn: string }[];
  // The page and its total are one statement: no bound of a window falls between them.
  expect(body.pagination.totalCount).toBe(found.length);
  return found.some((row) => row.urn === thing.urn);
};

const askView: Ask = async ({ client }, thing) => {
  if (!thing.isView) return null;
  const { status } = await client.rest('GET', `/v/v1/entityview/${thing.urn}`);
  return status === 200;
};

const askCheck: Ask = async ({ client }, thing, label) => {
  const { body } = await client.rest('POST', '/n/v1/permissioncheck', {
    body: { checks: [{ objectUrn: thing.urn, label }] },
  });
  return body.results[0].allowed as boolean;
};

const askExplain: Ask = async ({ clientUrn }, thing, label) => {
  const { body } = await admin.rest('POST', '/n/v1/permissionexplain', {
    body: { subjectScope: 'API_CLIENT', subjectUrn: clientUrn, objectUrn: thing.urn, label },
  });
  expect(body.allowed ? body.path.length : body.nearest.length).toBeGreaterThan(0);
  return body.allowed as boolean;
};

// Who reads an object reads what happened to it.
const askTriggers: Ask = async ({ client }, thing) => {
  const { body } = await client.rest(
    'GET',
    `/n/v1/webhooktriggers?filter[targetUrn]=${thing.urn}&limit=200&count=true`,
  );
  const found = body.webhooktriggers as readonly unknown[];
  expect(Math.min(200, body.pagination.totalCount as number)).toBe(found.length);
  return found.length > 0;
};

// The tasks of a project that are counted for its reader; false for who may not read the project.
const askCounts: Ask = async ({ client }, thing) => {
  const { project } = await client.data('query ($urn: ID!) { project(urn: $urn) { taskCounts } }', { urn: thing.urn });
  return project === null ? false : Number(project.taskCounts.PENDING ?? 0);
};

// Ends every connection of the service while many unauthorized callers are asking: no error may let one through.
async function breakConnections(world: World, model: Model, tally: Tally): Promise<void> {
  const now = await clock();
  const refused = world.callers.flatMap((caller) => {
    const subjects = model.subjectsOf(caller, admin.company, now);
    const never = world.things.filter((thing) => !isEverAllowed(model, subjects, thing));
    return never.slice(0, 6).map((thing) => caller.client.rest('GET', `/n/v1/${thing.path}/${thing.urn}`));
  });
  const killing = database.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const answers = await Promise.all(refused);
  await killing;
  tally.faults += answers.filter((a) => a.status === 503).length;
  for (const { status, text } of answers) {
    if (status !== 404 && status !== 503) tally.wrong.push(`With broken connections: ${String(status)} ${text}`);
  }
  // Later requests open new connections.
  for (let tries = 0; tries < 20; tries += 1) {
    if ((await admin.rest('GET', `/n/v1/company/${admin.company}`)).status === 200) return;
  }
  tally.wrong.push('The service did not come back');
}

// Windows aside, so that the passing of time cannot make an allowed answer right.
function isEverAllowed(model: Model, subjects: ReadonlySet<string>, thing: Thing): boolean {
  const isFuture = [...model.edges.values()].some((e) => e.from !== null || e.to !== null);
  if (!isFuture) return model.allows(subjects, thing, 'READ', 0);
  return [...model.edges.values()].some(
    (e) =>
      e.label === 'MEMBER' ||
      model
        .chainOf(thing)
        .some(
          (o) =>
            o.urn === e.object.urn &&
            gives(e.label).includes('READ') &&
            subjects.has(`${e.subject.scope} ${e.subject.urn}`),
        ),
  );
}

test(
  `${String(steps)} random steps never give a wrong answer (seed ${String(seed)})`,
  { timeout: 60_000 + steps * 1_000 },
  async () => {
    const model = new Model();
    const world = await makeWorld(model);
    const tally: Tally = { asked: 0, allowed: 0, atBorder: 0, faults: 0, wrong: [] };
    const started = Date.now();
    for (let step = 0; step < steps && tally.wrong.length === 0; step += 1) {
      if (step % 500 === 499) await breakConnections(world, model, tally);
      const dice = below(100);
      if (dice < 12) await grant(world, model, await clock());
      else if (dice < 17) await revoke(model);
      else if (dice < 22) await moveWindow(model, await clock());
      else if (dice < 24) await changeMembership(world, model);
      else if (dice < 26) await move(world, model);
      else if (dice < 28) await join(world, model);
      else await ask(world, model, tally);
      // The world is reset now and then, so that there is always something to refuse.
      if (step % 300 === 299) while (model.edges.size > 3) await revoke(model);
    }
    const { asked, allowed, atBorder, faults, wrong } = tally;
    const seconds = Math.round((Date.now() - started) / 1000);
    if (process.env['PERMISSION_STEPS'])
      process.stdout.write(
        `${JSON.stringify({ steps, seed, seconds, asked, allowed, atBorder, faults, wrong: wrong.length })}\n`,
      );
    expect(wrong).toEqual([]);
    expect(allowed / asked).toBeGreaterThan(0.1);
    expect(allowed / asked).toBeLessThan(0.9);
  },
);
