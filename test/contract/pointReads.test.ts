// One rule for every kind and every viewer: what lists, totals, lists inside objects and searches show is exactly what the
// viewer may read one by one. Live, draft, deleted and moved objects stand side by side, and viewers see the tenant as
// a whole, one object of it, or what a group, a role, their own rows or a narrowed token leaves them. Each kind is listed to each
// viewer over one of the faces, and shows one of two lists inside it (matrix.ts).
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Resource } from '../../src/contract/resource.ts';
import type { Client } from '../support/client.ts';
import { community, membership, type Community } from '../support/community.ts';
import { page, text } from '../support/content.ts';
import { logEnd } from '../support/eventLog.ts';
import { isTried, triedOf } from '../support/matrix.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { make } from './make.ts';

const contract = loadContract();
const listed = contract.resources.filter(({ operations }) => operations.has('READ') && operations.has('LIST'));

let service: SharedService;
let town: Community;
/** Every urn of the tenant that was ever there, by kind; those that were deleted, too. */
const urns = new Map<string, string[]>();
const deleted: string[] = [];
const viewers = new Map<string, Client>();

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  const { admin } = town;
  const kinds = contract.resources.filter(({ operations }) => operations.has('CREATE') && operations.has('LIST'));
  for (const { name } of kinds) await make(admin, name);

  // Pages: never live, live, live with a later draft, and deleted; and what is moved into a company below.
  const below = await town.make('company', { name: 'Below' });
  const texts = [text('First'), text('Second', 'lead')];
  const [draft, live, changed, gone] = await Promise.all(
    ['/draft', '/live', '/changed', '/gone'].map((path) =>
      page(admin, path, { texts, status: path === '/draft' ? 'DRAFT_UNPUBLISHED' : 'PUBLISH' }),
    ),
  );
  const body = { value: 'Later' };
  expect((await admin.rest('PUT', `/n/v1/textitem/${String(changed.texts[0].urn)}`, { body })).status).toBe(200);
  await town.make('textitem', { ...text('New', 'new'), entity: changed.urn });
  const moved = await page(admin, '/moved', { texts, status: 'PUBLISH' });
  await admin.rest('PATCH', `/n/v1/entity/${String(moved.urn)}`, { body: { owner: below } });
  expect((await admin.rest('PUT', `/n/v1/textitem/${String(moved.texts[0].urn)}`, { body })).status).toBe(200);
  const [project, other] = [
    await town.make('project', { name: 'Alpha' }),
    await town.make('project', { name: 'Beta' }),
  ];
  const task = (await make(admin, 'Task', { project, associatedEntities: [draft.urn, live.urn] })).urn;
  await make(admin, 'Task', { project: other, blockedBy: [task] });
  const group = await town.group();
  const thread = await town.make('messagethread', { name: 'Thread', group });
  const role = await town.make('role', { name: 'Editors' });

  const nobody = await town.person('Nobody', []);
  const person = async (name: string, ...labels: string[]) => {
    const one = await town.person(name, labels);
    viewers.set(name, one);
    return one;
  };
  viewers.set('an administrator', admin);
  viewers.set('a person without grants', nobody);
  await person('a reader of the company', 'READ');
  await person('a reader of drafts', 'READ', 'READ_DRAFT');
  await person('an editor', 'UPDATE');
  const partly = await person('a reader of the company who sees some of its drafts', 'READ');
  await town.grant('API_CLIENT', partly.client, 'COMPANY', below, 'READ_DRAFT');
  await town.grant('API_CLIENT', partly.client, 'ENTITY', String(changed.urn), 'READ_DRAFT');
  for (const [name, scope, urn] of [
    ['a reader of a live page', 'ENTITY', live.urn],
    ['a reader of a draft page', 'ENTITY', draft.urn],
    ['a reader of a changed page', 'ENTITY', changed.urn],
    ['a reader of the company below', 'COMPANY', below],
    ['a reader of a project', 'PROJECT', project],
    ['a reader of a task', 'TASK', task],
    ['a reader of a thread', 'MESSAGE_THREAD', thread],
    ['a reader of one item', 'TEXT_ITEM', live.texts[0].urn],
    ['an administrator of one role', 'ROLE', role],
  ] as const) {
    const { client } = await person(name);
    await town.grant('API_CLIENT', client, scope, String(urn), scope === 'ROLE' ? 'ADMIN' : 'READ');
  }
  const holder = await person('a holder of a role');
  await town.grant('API_CLIENT', holder.client, 'ROLE', role, 'MEMBER');
  await town.grant('ROLE', role, 'ENTITY', live.urn, 'READ');
  await town.grant('ROLE', role, 'PROJECT', other, 'READ');
  const member = await person('a member of a group');
  await town.make('groupmembership', membership(group, member.identity));
  await town.grant('GROUP', group, 'TASK', task, 'READ');
  await town.grant('GROUP', group, 'GROUP', group, 'COMMENT');
  await town.make('threadpost', { messageThread: thread, content: 'Mine' }, member);
  const formerly = await person('a former member');
  const former = await town.make('groupmembership', membership(group, formerly.identity));
  await town.make('threadpost', { messageThread: thread, content: 'Then' }, formerly);
  expect((await admin.rest('DELETE', `/n/v1/groupmembership/${former}`)).status).toBe(204);
  const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
  for (const [name, labels] of [
    ['a token narrowed to READ', ['READ']],
    ['a token narrowed to COMMENT', ['COMMENT']],
    // Not even what is its own.
    ['a token narrowed to a label of an application', ['x-approve']],
  ] as const) {
    const made = await make(admin, 'ApiClientBearerToken', {
      apiClient: (await make(admin, 'ApiClient', { accessLevel: 'COMPANY' })).urn,
      labels,
      expirationTimestamp,
    });
    viewers.set(name, service.client(made.answer.body.bearerToken as string));
  }
  // What a role gives counts no further than the company of the client whose token is narrowed to it.
  for (const label of ['READ', 'READ_DRAFT']) {
    const wide = await town.make('role', { name: `All with ${label}` });
    await town.grant('ROLE', wide, 'COMPANY', admin.company, label);
    const within = await town.make('apiclient', { name: 'Within', accessLevel: 'COMPANY', owner: below });
    const { client } = await town.token(within, { roles: [wide] });
    viewers.set(`a token of the company below that is narrowed to a role with ${label}`, client);
  }
  for (const [path, urn] of [
    ['entity', gone.urn],
    ['task', (await make(admin, 'Task')).urn],
    ['project', await town.make('project', { name: 'Gone' })],
  ]) {
    expect((await admin.rest('DELETE', `/n/v1/${String(path)}/${String(urn)}`)).status).toBe(204);
    deleted.push(String(urn));
  }
  deleted.push(...gone.texts.map((item: { urn: string }) => item.urn));
  await logEnd(service.services);
  for (const { name, plural } of listed) urns.set(name, (await restList(admin, plural)).rows.map(urnOf));
});

/**
 * A row as it is shown: its urn, and in which version: that of a draft is another one than that of what is live. Of a search, which has
 * no drafts, the member of that name says over REST what is searched.
 */
const shownOf = ({ urn, version }: { urn: string; version: string }): string =>
  version === 'PUBLISHED' ? `${urn} 1` : `${urn} ${version}`;
const urnOf = (shown: string): string => shown.split(' ')[0] ?? '';

/** A whole list over REST, with its total. */
async function restList(client: Client, plural: string): Promise<{ readonly rows: string[]; readonly total: number }> {
  const found: string[] = [];
  let total = 0;
  for (let next: string | null = `/n/v1/${plural}?limit=200&count=true&fields=urn,version`; next !== null;) {
    const { body, status, text: answer } = await client.rest('GET', next);
    expect(status, answer).toBe(200);
    found.push(...body[plural].map(shownOf));
    total = body.pagination.totalCount;
    next = body.pagination.nextUrl;
  }
  return { rows: found, total };
}

/** The same in the graph. */
async function graphList(client: Client, list: string): Promise<{ readonly rows: string[]; readonly total: number }> {
  const query = `query ($after: String) { list: ${list}(first: 200, after: $after) { totalCount nodes { urn version } pageInfo { hasNextPage endCursor } } }`;
  const found: string[] = [];
  for (let after: string | null = null; ;) {
    const { list: shown } = await client.data(query, { after });
    found.push(...shown.nodes.map(shownOf));
    if (shown.pageInfo.hasNextPage !== true) return { rows: found, total: shown.totalCount };
    after = shown.pageInfo.endCursor;
  }
}

/** The lists of a kind's resources inside an object, as selections that answer urns. */
function listsOf(resource: Resource): { readonly name: string; readonly selection: string }[] {
  return resource.fields
    .filter(({ isList, typeClass, name }) => isList && typeClass === 'LINK' && name !== 'items')
    .map(({ name, isPaged }) => ({
      name,
      selection: isPaged ? `${name}: ${name}(first: 50) { nodes { urn } }` : `${name} { urn }`,
    }));
}

interface Seen {
  /** Those that the viewer reads one by one. */
  readonly points: readonly string[];
  /** The same, as they are shown. */
  readonly rows: readonly string[];
  /** By list, and by the object it stands in: what it holds. */
  readonly inside: ReadonlyMap<string, readonly string[]>;
}

const urnsIn = (value: { urn: string }[] | { nodes: { urn: string }[] }): string[] =>
  ('nodes' in value ? value.nodes : value).map(({ urn }) => urn);

/** Reads everything of a kind one by one, with the lists inside that are tried. */
async function pointReads(client: Client, resource: Resource, isTriedAt: (at: number) => boolean): Promise<Seen> {
  const asked = [...(urns.get(resource.name) ?? []), ...deleted];
  const lists = listsOf(resource).filter((_, at) => isTriedAt(at));
  const points: string[] = [];
  const rows: string[] = [];
  for (let at = 0; at < asked.length; at += 200) {
    const { nodes } = await client.data(
      `query ($urns: [ID!]!) { nodes(urns: $urns) { urn ... on ${resource.name} { version } } }`,
      { urns: asked.slice(at, at + 200) },
    );
    for (const node of nodes)
      if (node?.version !== undefined) {
        points.push(node.urn);
        rows.push(shownOf(node));
      }
  }
  const inside = new Map<string, readonly string[]>();
  // Some at a time: what an operation may cost has a bound, and a whole list costs up to 100.
  const some = Math.min(100, Math.floor(9_000 / (100 * lists.length + 1)));
  for (let at = 0; lists.length > 0 && at < points.length; at += some) {
    const few = points.slice(at, at + some);
    const read = await client.data(
      `query ($urns: [ID!]!) { nodes(urns: $urns) { urn ... on ${resource.name} { ${lists.map(({ selection }) => selection).join(' ')} } } }`,
      { urns: few },
    );
    for (const node of read.nodes)
      for (const { name } of lists) inside.set(`${name} of ${String(node.urn)}`, urnsIn(node[name]));
  }
  return { points, rows, inside };
}

const known = new Map<string, Promise<ReadonlyMap<string, Seen>>>();

/** What a viewer sees, by kind. */
function seenBy(name: string): Promise<ReadonlyMap<string, Seen>> {
  const seen = known.get(name) ?? readAll(name);
  known.set(name, seen);
  return seen;
}

async function readAll(name: string): Promise<ReadonlyMap<string, Seen>> {
  const client = viewers.get(name) ?? town.admin;
  const seen = new Map<string, Seen>();
  // What others should see is told from what an administrator does.
  const isTriedAt = (at: number): boolean => name === 'an administrator' || isTried(names.indexOf(name), at, 3);
  for (const resource of listed) seen.set(resource.name, await pointReads(client, resource, isTriedAt));
  return seen;
}

const names = [
  'an administrator',
  'a person without grants',
  'a reader of the company',
  'a reader of drafts',
  'an editor',
  'a reader of the company who sees some of its drafts',
  'a reader of a live page',
  'a reader of a draft page',
  'a reader of a changed page',
  'a reader of the company below',
  'a reader of a project',
  'a reader of a task',
  'a reader of a thread',
  'a reader of one item',
  'an administrator of one role',
  'a holder of a role',
  'a member of a group',
  'a former member',
  'a token narrowed to READ',
  'a token narrowed to COMMENT',
  'a token narrowed to a label of an application',
  'a token of the company below that is narrowed to a role with READ',
  'a token of the company below that is narrowed to a role with READ_DRAFT',
];

// Half of the viewers, and always who reads everything.
const tried = names.filter((name, at) => name === 'an administrator' || isTried(0, at, 2));

// The first test of a viewer reads everything one by one.
describe.each(tried)('to %s', { timeout: 120_000 }, (name) => {
  test('each list shows what can be read one by one, with its total', async () => {
    const client = viewers.get(name) ?? town.admin;
    const seen = await seenBy(name);
    const found: string[] = [];
    for (const [at, { name: kind, plural, pluralField }] of listed.entries()) {
      const rows = seen.get(kind)?.rows.toSorted() ?? [];
      for (const [face, read] of [() => restList(client, plural), () => graphList(client, pluralField)].entries()) {
        if (!isTried(names.indexOf(name), at + face, 3)) continue;
        const list = await read();
        const told = [list.rows.toSorted(), list.total];
        if (JSON.stringify(told) !== JSON.stringify([rows, rows.length]))
          found.push(`${kind}: ${JSON.stringify(told)} for ${JSON.stringify(rows)}`);
      }
    }
    expect(found).toEqual([]);
  });

  test('each list inside an object shows those of its members that can be read one by one', async () => {
    const [all, seen] = [await seenBy('an administrator'), await seenBy(name)];
    const readable = new Set([...seen.values()].flatMap(({ points }) => points));
    const found: string[] = [];
    for (const resource of listed) {
      for (const [list, members] of seen.get(resource.name)?.inside ?? []) {
        const whole = all.get(resource.name)?.inside.get(list) ?? [];
        const should = whole.filter((urn) => readable.has(urn));
        if (JSON.stringify(members) !== JSON.stringify(should))
          found.push(`${resource.name}.${list}: ${JSON.stringify(members)} for ${JSON.stringify(should)}`);
      }
    }
    expect(found).toEqual([]);
  });

  test('a search finds what can be read one by one', async () => {
    const client = viewers.get(name) ?? town.admin;
    const query = '{ search(order: NAME, first: 200) { totalCount nodes { urn } } }';
    const whole = urnsIn((await town.admin.data(query)).search);
    const readable = new Set([...(await seenBy(name)).values()].flatMap(({ points }) => points));
    const { search } = await client.data(query);
    expect(urnsIn(search).toSorted()).toEqual(whole.filter((urn) => readable.has(urn)).toSorted());
    expect(search.totalCount).toBe(search.nodes.length);
  });
});

test('the viewers are those that were made, and see different things', async () => {
  expect([...viewers.keys()].sort()).toEqual([...names].sort());
  const all = await Promise.all(
    tried.map(async (name) =>
      JSON.stringify([...(await seenBy(name)).values()].map(({ points }) => points.toSorted())),
    ),
  );
  expect(new Set(all).size).toBeGreaterThan(triedOf(12, 2));
  expect([...urns.values()].filter((some) => some.length > 0).length).toBeGreaterThan(35);
});

test('a caller without a token finds nothing in lists of content, and is told to sign in for all others', async () => {
  const nobody = service.client(null);
  // With another tenant a list has to say whose it is.
  await service.tenant();
  for (const { plural, name, path, labels, isItem, container } of listed) {
    const isContent = labels.read === 'VIEW';
    const list = await nobody.rest('GET', `/n/v1/${plural}?count=true`);
    const code = isContent ? 'OWNER_REQUIRED' : 'UNAUTHENTICATED';
    expect([name, list.status, list.body.code]).toEqual([name, isContent ? 400 : 401, code]);
    if (isContent && !isItem && container === null) {
      const own = await nobody.rest('GET', `/n/v1/${plural}?count=true&filter[owner]=${town.admin.company}`);
      expect([name, own.body[plural], own.body.pagination.totalCount]).toEqual([name, [], 0]);
    }
    const [urn] = urns.get(name) ?? [];
    if (urn === undefined) continue;
    const one = await nobody.rest('GET', `/n/v1/${path}/${urn}`);
    expect([name, one.status], one.text).toEqual([name, isContent ? 404 : 401]);
  }
});

test('a deleted object is nowhere', async () => {
  expect(deleted.length).toBeGreaterThan(4);
  const seen = await seenBy('an administrator');
  const everywhere = [...seen.values()].flatMap(({ points, inside }) => [...points, ...[...inside.values()].flat()]);
  expect(deleted.filter((urn) => everywhere.includes(urn))).toEqual([]);
});
