// VIEW shows what is live of content and nothing else, on every door and of every kind: as much of it as READ without READ_DRAFT, and of
// all other kinds as much as no label. Resource reference 16.1.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targetOf, type Resource } from '../../src/contract/resource.ts';
import { createClient, type Client } from '../support/client.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { logEnd } from '../support/eventLog.ts';
import { isTried, triedOf } from '../support/matrix.ts';
import { startReceiver } from '../support/receiver.ts';
import { receiverHere, startService, type TestService } from '../support/service.ts';
import { follow, socketClient } from '../support/streams.ts';
import { subscribe } from '../support/webhooks.ts';
import { oneOfEach } from './everyKind.ts';
import { readKinds, textsOf, writeWords } from './outsiders.ts';
import { collected, isContent, linksOf, readDoors } from './readDoors.ts';

const contentKinds = readKinds.filter(isContent);
const otherKinds = readKinds.filter((kind) => !isContent(kind));

let service: TestService;
let plain: Awaited<ReturnType<TestService['another']>>;
let town: Community;
let urns: ReadonlyMap<string, string>;
/** Reads everything but drafts; reads nothing; and holds VIEW. */
let reader: Person;
let nobody: Person;
let viewer: Person;
/** Words in live content, and words in drafts and in all other kinds. */
const shown: string[] = [];
const hidden: string[] = [];

beforeAll(async () => {
  service = await startService(receiverHere);
  town = await community(service);
  urns = await oneOfEach(service, town.admin);
  for (const kind of otherKinds) await fill(kind, hidden);
  for (const kind of contentKinds) await fill(kind, shown);
  const { entities } = (await town.admin.rest('GET', '/n/v1/entities?limit=200')).body as {
    entities: { urn: string }[];
  };
  for (const { urn } of entities)
    expect((await town.admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { status: 'PUBLISH' } })).status).toBe(200);
  for (const kind of contentKinds.filter(({ isItem }) => isItem)) await fill(kind, hidden);
  await town.make('entity', {
    urn: crypto.randomUUID(),
    name: word(hidden),
    language: 'en',
    status: 'DRAFT_UNPUBLISHED',
  });
  await logEnd(service.services);
  reader = await town.person('Reader', ['READ']);
  nobody = await town.person('Nobody', []);
  viewer = await town.person('Viewer', ['VIEW']);
  plain = await service.another({ hasTextPlan: false });
});
afterAll(async () => {
  await plain.close();
  await service.close();
}, 180_000);

const urnOf = ({ name }: Resource): string => urns.get(name) ?? '';

function word(into: string[]): string {
  const made = `canary${crypto.randomUUID().replaceAll('-', '')}`;
  into.push(made);
  return made;
}

/** Writes a word into each text of the kind's resource. */
async function fill(kind: Resource, into: string[]): Promise<void> {
  into.push(...(await writeWords(town.admin, kind, urnOf(kind))));
}

/** The fields of content that lead to anything else. */
const leadingOut = new Set(
  contentKinds.flatMap((kind) =>
    linksOf(kind)
      .filter((field) => !isContent(targetOf(field)))
      .map(({ name }) => name),
  ),
);

const ofRequests = ['requestId', 'timestamp'];

/** A body without what leads out of content, and without addresses of processes. */
function inside(body: unknown): unknown {
  const text = JSON.stringify(body, (name, value: unknown) =>
    leadingOut.has(name) || ofRequests.includes(name) ? undefined : value,
  );
  return JSON.parse(text.replaceAll(plain.url, service.url));
}

const wordsIn = (answer: unknown, words: readonly string[]): string[] => {
  const text = JSON.stringify(answer);
  return words.filter((one) => text.includes(one));
};

/** What a caller that may VIEW all of the company's content is shown, against what READ and no label show. */
function keepsItsWord(callerOf: () => Client, isKnown: boolean, row: number): void {
  test('is shown of content what READ shows, live, and no link out of it', async () => {
    const found = new Set<string>();
    for (const kind of contentKinds.filter((_, column) => isTried(row, column, 3))) {
      const asked = [callerOf(), reader].map((client) => readDoors(client, kind, urnOf(kind)));
      const [own, others] = await Promise.all(asked.map((all) => collected(all)));
      for (const [at, [what, status, body]] of (own ?? []).entries()) {
        const [, wanted, read] = others?.[at] ?? ['', 0, null];
        expect([what, wordsIn(body, hidden)]).toEqual([what, []]);
        for (const one of wordsIn(body, shown)) found.add(one);
        // Without a token these are refused before they are looked at.
        if (!isKnown && status === 401) continue;
        expect([what, status, inside(body)]).toEqual([what, wanted, inside(read)]);
      }
    }
    expect(found.size).toBeGreaterThan(triedOf(10, 3));
  }, 180_000);

  test('is shown of every other kind what it would be shown without a label', async () => {
    for (const kind of otherKinds.filter((_, column) => isTried(row, column, 3))) {
      const asked = [callerOf(), nobody].map((client) => readDoors(client, kind, urnOf(kind)));
      const [own, others] = await Promise.all(asked.map((all) => collected(all)));
      for (const [at, [what, status, body]] of (own ?? []).entries()) {
        expect([what, wordsIn(body, hidden)]).toEqual([what, []]);
        if (isKnown) expect([what, status]).toEqual([what, others?.[at]?.[1]]);
        // A list inside, of content, is that of what may not be read.
        else
          expect([what, [401, 404, ...(what.startsWith('{ node') ? [200] : [])]]).toEqual([
            what,
            expect.arrayContaining([status]),
          ]);
      }
    }
  }, 180_000);

  test('finds nothing by what is hidden, in search and through links', async () => {
    const search = 'query ($text: String!) { search(query: $text) { totalCount nodes { name } } }';
    for (const text of hidden.filter((_, at) => isTried(row, at, 12)))
      expect([text, (await callerOf().data(search, { text })).search]).toEqual([text, { totalCount: 0, nodes: [] }]);
    const found = await Promise.all(
      shown.map(async (text) => (await callerOf().data(search, { text })).search.totalCount as number),
    );
    expect(found.filter((count) => count > 0).length).toBeGreaterThan(0);
    for (const kind of contentKinds.filter(({ operations }) => operations.has('LIST'))) {
      for (const field of linksOf(kind).filter(({ isList, isReadOnly }) => !isList && !isReadOnly)) {
        const target = targetOf(field);
        const text = textsOf(target).find((one) => one.name === 'name');
        if (isContent(target) || !text) continue;
        const query = `{ ${kind.pluralField}(where: { ${field.name}: { where: { name: { isNull: false } } } }) { totalCount } }`;
        expect([query, await callerOf().data(query)]).toEqual([query, { [kind.pluralField]: { totalCount: 0 } }]);
      }
    }
  });

  test('is told nothing that happened, and shown no plan, draft or future', async () => {
    const client = callerOf();
    const refused = isKnown ? [403, 404] : [401, 403, 404];
    const entity = urns.get('Entity') ?? '';
    for (const path of [
      `/n/v1/entity/${entity}/publishplan`,
      `/v/v1/entityview/${entity}?version=LATEST`,
      `/v/v1/entityview/${entity}?atTimestamp=2999-01-01T00:00:00Z`,
    ])
      expect([path, refused]).toEqual([path, expect.arrayContaining([(await client.rest('GET', path)).status])]);
    // Lists have no drafts.
    const latest = '{ search(query: "canary*", version: LATEST, includeScopes: [ENTITY]) { totalCount } }';
    expect((await client.data(latest)).search).toEqual({ totalCount: 0 });
    if (!isKnown) return;
    const subjects = contentKinds.flatMap(({ subject }) => subject ?? []).join(', ');
    expect(await client.data(`{ events(first: 200, after: "0", subjects: [${subjects}]) { nodes { id } } }`)).toEqual({
      events: { nodes: [] },
    });
    const triggers = await client.rest('GET', '/n/v1/webhooktriggers?limit=200&count=true');
    expect(triggers.body).toMatchObject({ webhooktriggers: [], pagination: { totalCount: 0 } });
    const check = (label: string) => ({ ref: label, objectUrn: entity, objectScope: 'ENTITY', label });
    const { body } = await client.rest('POST', '/n/v1/permissioncheck', {
      body: { checks: [check('VIEW'), check('READ')] },
    });
    expect((body.results as { allowed: boolean }[]).map(({ allowed }) => allowed)).toEqual([true, false]);
  });
}

describe('A caller with VIEW alone', () => keepsItsWord(() => viewer, true, 0));

describe('A caller with VIEW alone, answered field by field', () =>
  keepsItsWord(() => createClient(plain.url, viewer.token), true, 1));

describe('A caller without a token, of a company where everyone has VIEW', () => {
  let edge: string;
  beforeAll(async () => {
    edge = await town.grant('EVERYONE', town.admin.company, 'COMPANY', town.admin.company, 'VIEW');
  });
  afterAll(async () => {
    expect((await town.admin.rest('DELETE', `/n/v1/permission/${edge}`)).status).toBe(204);
  });
  keepsItsWord(() => service.client(null), false, 2);
});

test('No stream and no webhook tells a caller with VIEW what READ would be told', async () => {
  const receiver = await startReceiver();
  const sockets = [viewer, reader].map(({ token }) => socketClient(service.url, token));
  try {
    const query = 'subscription { events(subjects: [ENTITY, ENTITY_LIST]) { targetUrn } }';
    const [own, others] = sockets.map((socket) => follow(socket, query));
    await subscribe(town.admin, viewer.client, receiver.url, { ordering: 'NONE' });
    const page = await town.page();
    const told = await town.page();
    await town.grant('API_CLIENT', viewer.client, 'ENTITY', told.urn, 'READ');
    // Until both are heard: a subscription begins a moment after it was asked for.
    const change = async (): Promise<void> => {
      for (const { urn } of [page, told])
        await town.admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: crypto.randomUUID() } });
    };
    const heard = async (): Promise<boolean> => {
      await change();
      await logEnd(service.services);
      return (
        (own?.data.length ?? 0) > 0 && receiver.received.length > 0 && JSON.stringify(others?.data).includes(page.urn)
      );
    };
    await expect.poll(heard, { timeout: 60_000, interval: 100 }).toBe(true);
    expect(new Set(own?.data.map(({ events }) => events.targetUrn as string))).toEqual(new Set([told.urn]));
    expect(new Set(receiver.received.map(({ json }) => json.targetUrn as string))).toEqual(new Set([told.urn]));
  } finally {
    for (const socket of sockets) await socket.dispose();
    await receiver.close();
  }
}, 120_000);
