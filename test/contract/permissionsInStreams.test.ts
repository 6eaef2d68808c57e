// What stands behind a field is shown to its own readers alone, wherever the field is answered: over both faces, in
// streams over WebSocket and server-sent events, and in webhook bodies. The fields come from the schema: behind each that
// leads to another object stands a canary, and one viewer that may read the object with the field and not the canary. A
// field that leads somewhere and cannot be tried so needs a reason here. Resource reference 1.2, 7.2, 9.4, 9.7.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopeOf, targetOf, type Field, type Resource } from '../../src/contract/resource.ts';
import { loadContract } from '../../src/contract/load.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';
import { eventually, subscribe } from '../support/webhooks.ts';
import { make } from './make.ts';

const contract = loadContract();
const announced = contract.resources.filter((kind) => kind.subject !== null);
const scopes = contract.kinds.Permission.fieldByName.get('objectScope')?.members ?? [];

/** Why a field has no canary: every reader of its object may see what it leads to, or nothing can stand there unseen. */
const withoutCanary: Readonly<Record<string, string>> = {
  'Company.childCompanies': 'who reads a company reads those below it',
  'Company.owner': 'given by the service: the company above it, or itself',
  'Company.organisation': 'made with its company, and read with it',
  'Company.parentCompany': 'tried as the owner of other kinds: a company is read by grants on it alone',
  'Entity.assets':
    'named by the addresses that who reads the page is shown; what is behind them is tried in assetUses.test.ts',
  'MessageThreadNotification.firstUnreadPost': 'the person that the notification is for reads the thread',
  'MessageThreadNotification.identity': 'the person that the notification is for',
  'MessageThreadNotification.lastReadPost': 'the person that the notification is for reads the thread',
  'OAuthToken.identity': 'administrators of the client, and the person itself',
  'Permission.owner': 'a permission belongs to the company of its object, or one above it',
  'Redirect.owner': 'events of a redirect take READ on its company, which shows the company',
  'ThreadPost.mentions': 'only who reads the thread can be mentioned',
  'ThreadPost.replyTo': 'a post of the same thread',
};

interface Case {
  readonly name: string;
  readonly kind: Resource;
  readonly field: Field;
}

const hasScope = (kind: Resource): boolean => scopes.includes(scopeOf(kind));
/** What lives in an object is read with it, and shows what it lives in to who reads it through that alone. */
const isWithin = (kind: Resource, field: Field): boolean =>
  field.storage === 'INVERSE'
    ? targetOf(field).container === field.inverse && !targetOf(field).isSecret
    : field === kind.container && !hasScope(kind);

const leading: readonly Case[] = announced.flatMap((kind) =>
  kind.fields
    .filter((field) => field.typeClass === 'LINK' && !isWithin(kind, field))
    .map((field) => ({ name: `${kind.name}.${field.name}`, kind, field })),
);
const cases = leading.filter(({ name }) => !(name in withoutCanary));

test('Every field that leads to another object has a canary, or a reason why not', () => {
  const names = leading.map(({ name }) => name);
  expect(Object.keys(withoutCanary).filter((name) => !names.includes(name))).toEqual([]);
  expect(cases.length).toBeGreaterThan(60);
});

/** What is written to an object so that the service fills the field. */
const filledBy: Readonly<Record<string, object>> = { 'GroupMembership.statusActor': { status: 'BANNED_BY_OWNER' } };

/** How what stands behind the field of an object is made, where no write of either end makes it; `own` is what it says. */
const madeBehind: Readonly<Record<string, (urn: string, own: Readonly<Record<string, unknown>>) => Promise<string>>> = {
  'Role.permissions': (urn) => town.grant('ROLE', urn, 'COMPANY', town.admin.company, 'READ'),
  'Asset.usedBy': async (urn, own) => {
    const { urn: page } = await make(town.admin, 'Entity', own);
    await linkTo(urn, page);
    return page;
  },
  // Pages lie below one another by their paths.
  'Entity.parent': async (urn, own) => {
    const { urn: above, body } = await make(town.admin, 'Entity', own);
    await move(urn, `${String(body['path'])}/below`);
    return above;
  },
  'Entity.children': async (urn, own) => {
    const { body } = await town.admin.rest('GET', `/n/v1/entity/${urn}`);
    return (await make(town.admin, 'Entity', { ...own, path: `${String(body.path)}/below` })).urn;
  },
};

/** Has a link on the page lead to the asset. */
async function linkTo(asset: string, entity: string): Promise<void> {
  await make(town.admin, 'LinkItem', { entity, asset });
}

async function move(urn: string, path: string): Promise<void> {
  const moved = await town.admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { path } });
  expect([urn, moved.status]).toEqual([urn, 200]);
}

/** An object with the field, and what stands behind it. */
interface World {
  readonly urn: string;
  readonly hidden: string;
  /** What the canary says, if it says anything. */
  readonly canary: string | null;
}

let service: SharedService;
let town: Community;
let viewer: Person;
let receiver: Receiver;
const sockets: ReturnType<typeof socketClient>[] = [];
const worlds = new Map<string, World>();
/** What the viewer was sent, as text, by channel and the object that it is about. */
const sent = new Map<string, string>();

const words = ['name', 'title', 'description', 'content'];
const textOf = (kind: Resource): string | null =>
  words.find((word) => kind.fieldByName.get(word)?.typeName === 'String') ?? null;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  viewer = await town.person('Viewer', []);
  receiver = await startReceiver();
  for (const one of cases) worlds.set(one.name, await worldOf(one));
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  await Promise.all(kinds.map(listen));
  await withClient(service.databaseUrl, async (database) => {
    for (const { name, kind } of cases) {
      const urn = worlds.get(name)?.urn;
      const { rows } = await database.query(`SELECT owner FROM "${kind.table}" WHERE urn = $1`, [urn]);
      const body = { ...rows[0], subject: kind.subject, event: 'ALL', targetUrn: urn };
      expect([name, (await town.admin.rest('POST', '/n/v1/webhooktrigger', { body })).status]).toEqual([name, 201]);
    }
  });
  await eventually(
    async () =>
      ['WebSocket', 'SSE', 'webhook'].flatMap((way) => cases.filter(({ name }) => !sent.has(keyOf(way, name)))),
    (missing) => missing.length === 0,
  );
}, 180_000);
afterAll(async () => {
  for (const socket of sockets) await socket.dispose();
  await receiver.close();
});

const keyOf = (way: string, name: string): string => `${way} ${String(worlds.get(name)?.urn)}`;

/** An object with the field, which the viewer may read, and behind it one that it may not. */
async function worldOf({ name, kind, field }: Case): Promise<World> {
  const { admin } = town;
  const target = targetOf(field);
  const canary = `Canary ${crypto.randomUUID()}`;
  const text = textOf(target);
  const own = text === null ? {} : { [text]: canary };
  let urn: string;
  let hidden: string;
  const behind = madeBehind[name];
  if (behind) {
    ({ urn } = await make(admin, kind.name));
    hidden = await behind(urn, own);
  } else if (field.storage === 'INVERSE' || field.storage === 'INVERSE_LINKS') {
    ({ urn } = await make(admin, kind.name));
    const back = { [String(field.inverseOf)]: field.inverse?.isList === true ? [urn] : urn };
    hidden = (await make(admin, target.name, { ...own, ...back })).urn;
  } else if (field.isReadOnly) {
    ({ urn } = await make(admin, kind.name));
    if (filledBy[name]) await admin.rest('PATCH', `/n/v1/${kind.path}/${urn}`, { body: filledBy[name] });
    hidden = String((await admin.rest('GET', `/n/v1/${kind.path}/${urn}`)).body[field.name]?.urn);
    const renamed = await admin.rest('PATCH', `/n/v1/${target.path}/${hidden}`, { body: own });
    expect([name, hidden, renamed.status]).toEqual([name, hidden, 200]);
  } else {
    hidden = (await make(admin, target.name, own)).urn;
    ({ urn } = await make(admin, kind.name, { [field.name]: field.isList ? [hidden] : hidden }));
  }
  let [holder, at] = [kind, urn];
  while (!hasScope(holder) && holder.container) {
    at = String((await admin.rest('GET', `/n/v1/${holder.path}/${at}`)).body[holder.container.name].urn);
    holder = targetOf(holder.container);
  }
  // Content is made as a draft.
  const label = kind.isItem || kind.name === 'Entity' ? 'READ_DRAFT' : kind.labels.follow;
  await town.grant('API_CLIENT', viewer.client, scopeOf(holder), at, label);
  return { urn, hidden, canary: text === null ? null : canary };
}

/** The fields of a kind that lead somewhere, as the graph is asked for them. */
const selectionOf = (kind: Resource): string =>
  cases
    .filter((one) => one.kind === kind)
    .map(({ field }) => {
      const text = textOf(targetOf(field));
      const inside = `{ urn ${text ?? ''} }`;
      return `${field.name} ${field.isPaged ? `{ totalCount nodes ${inside} }` : inside}`;
    })
    .join(' ');

/** Has the viewer told of the kind by every stream, and by a webhook. */
async function listen(kind: Resource): Promise<void> {
  const query = `subscription { events(subjects: [${String(kind.subject)}]) { targetUrn target { urn ... on ${kind.name} { ${selectionOf(kind)} } } } }`;
  const note = (way: string, urn: unknown, text: string): void => void sent.set(`${way} ${String(urn)}`, text);
  const socket = socketClient(service.url, viewer.token);
  sockets.push(socket);
  const heard = follow(socket, query);
  void (async () => {
    for (let count = 1; ; count += 1) {
      const { events, ...rest } = (await heard.until(count))[count - 1];
      note('WebSocket', events?.targetUrn, JSON.stringify({ events, ...rest }));
    }
  })().catch(() => undefined);
  const stream = await openStream(service.url, viewer.token, query);
  expect(stream.status).toBe(200);
  void (async () => {
    for (let frame = await stream.next(); frame; frame = await stream.next())
      note('SSE', frame.data?.data?.events?.targetUrn, JSON.stringify(frame.data));
  })().catch(() => undefined);
  await subscribe(town.admin, viewer.client, receiver.url, {
    subject: kind.subject,
    payload: 'FULL',
    ordering: 'NONE',
  });
  receiver.answer((one) => {
    note('webhook', one.json.targetUrn, one.body.toString('utf8'));
    return { status: 204 };
  });
}

describe('Behind a field that leads to another object, what the viewer may not read stays unseen', () => {
  test.each(cases)('$name', async ({ name, kind, field }) => {
    const { urn, hidden, canary } = worlds.get(name) ?? { urn: '', hidden: '', canary: null };
    const rest = await viewer.rest('GET', `/n/v1/${kind.path}/${urn}`);
    expect([rest.status, rest.body?.urn]).toEqual([200, urn]);
    const list = await viewer.rest('GET', `/n/v1/${kind.plural}?filter[urn]=${urn}`);
    const query = `query ($urn: ID!) { node(urn: $urn) { urn ... on ${kind.name} { ${selectionOf(kind)} } } }`;
    const asAdmin = await town.admin.data(query, { urn });
    const graph = await viewer.data(query, { urn });
    const answers: Readonly<Record<string, string | undefined>> = {
      ...{ REST: rest.text, 'REST, list': list.text, graph: JSON.stringify(graph) },
      ...Object.fromEntries(['WebSocket', 'SSE', 'webhook'].map((way) => [way, sent.get(keyOf(way, name))])),
    };
    // The canary is there for who may see it.
    expect(JSON.stringify(asAdmin.node[field.name])).toContain(hidden);
    for (const [way, text = ''] of Object.entries(answers)) {
      expect([way, text.includes(urn)]).toEqual([way, true]);
      if (canary !== null) expect([way, text.includes(canary)]).toEqual([way, false]);
      // A single link is shown as an address, unless that it is there is a secret itself.
      const isAddress = !field.isList && !targetOf(field).isSecret && /^REST|webhook/.test(way);
      if (!isAddress) expect([way, text.includes(hidden)]).toEqual([way, false]);
    }
  });
});
