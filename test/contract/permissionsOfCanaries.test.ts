// No answer holds a word of what its caller may not read: into every text of one resource of every kind goes a word of its own,
// twice where there is a history, and every door is asked that shows, finds, orders, filters, counts or reports texts, and every
// write that is refused. What a cursor holds is looked at, too, and the headers of answers. Nor do such words come into the
// metrics or the log. Resource reference 1.7, 1.8, 7.2, 8, 9.7.
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filtersOf, isSortable } from '../../src/contract/listQuery.ts';
import type { Client, RestAnswer } from '../support/client.ts';
import { logEnd } from '../support/eventLog.ts';
import { isTried, triedOf } from '../support/matrix.ts';
import { startService, type TestService } from '../support/service.ts';
import {
  amongOf,
  divide,
  outsiderNames,
  readKinds,
  textsOf,
  writeWords,
  type Divided,
  type Outsider,
} from './outsiders.ts';

let service: TestService;
let world: Divided;
/** The words in the resources of the tenant, by the name of their kind. */
const words = new Map<string, string[]>();
const log: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  service = await startService({ METRICS_PORT: '0' }, { logger });
  world = await divide(service);
  // Where there is a history, one word is in it.
  for (const kind of readKinds) {
    const write = (): Promise<string[]> => writeWords(world.town.admin, kind, world.urns.get(kind.name) ?? '');
    words.set(kind.name, [...(await write()), ...(await write())]);
  }
  await logEnd(service.services);
}, 120_000);
afterAll(() => service.close());

const hiddenFrom = ({ unreadable }: Outsider): string[] =>
  [...unreadable.keys()].flatMap((kind) => words.get(kind) ?? []);

/** A text with what its cursors hold. */
const opened = (text: string): string =>
  text.replace(
    /"([\w-]{8,})\.[\w-]{16}"/g,
    (all, body: string) => `${all} ${Buffer.from(body, 'base64url').toString()}`,
  );

/** An answer with its headers, and with what its cursors hold. */
const wholeOf = ({ headers, text }: RestAnswer): string => opened(`${JSON.stringify([...headers])} ${text}`);

/** Writes that are refused, each for as many reasons as it can be: of what may be read, of what may not, and beside it. */
async function* refusals(
  { client, readable, unreadable }: Outsider,
  row: number,
): AsyncGenerator<readonly [string, string, unknown]> {
  const send = async (method: string, path: string, body: unknown, match: string | null = null) => {
    const headers: Record<string, string> = match === null ? {} : { 'if-match': match };
    const answer = await client.rest(method, `/n/v1/${path}`, { body, headers });
    return [`${method} ${path} ${JSON.stringify(body)}`, wholeOf(answer), answer.body?.code] as const;
  };
  for (const [column, kind] of readKinds.entries()) {
    if (!isTried(row, column, 2)) continue;
    const hidden = unreadable.get(kind.name);
    const links = Object.fromEntries(
      kind.fields.flatMap(({ name, target, isList, isReadOnly }): [string, unknown][] => {
        const urn = target && !isReadOnly && unreadable.get(target.name);
        return urn ? [[name, isList ? [urn, urn] : urn]] : [];
      }),
    );
    const wrong = Object.fromEntries(textsOf(kind).map(({ name }) => [name, 1]));
    if (kind.operations.has('CREATE')) {
      yield send('POST', kind.path, { ...links, ...(hidden && { urn: hidden }) });
      yield send('POST', kind.path, { ...wrong, ...links });
    }
    for (const urn of [hidden, readable.get(kind.name)]) {
      if (urn === undefined || !kind.operations.has('UPDATE')) continue;
      yield send('PATCH', `${kind.path}/${urn}`, links, '"999"');
      yield send('PATCH', `${kind.path}/${urn}`, { ...links, ...wrong });
      const change = `mutation ($urn: ID!) { made: update${kind.name}(urn: $urn, expectedVersion: 999, input: {}) { userErrors { code path message related } } }`;
      yield [change, await asked(client, change, { urn }), null];
    }
    if (hidden && kind.operations.has('DELETE')) yield send('DELETE', `${kind.path}/${hidden}`, undefined);
  }
}

/** Everything that a caller may ask, and what it is called. */
async function* answers(
  { client, readable, unreadable }: Outsider,
  row: number,
): AsyncGenerator<readonly [string, string]> {
  const get = async (path: string): Promise<readonly [string, string]> => {
    return [path, wholeOf(await client.rest('GET', path))];
  };
  for (const [column, kind] of readKinds.filter(({ operations }) => operations.has('LIST')).entries()) {
    if (!isTried(row, column, 4)) continue;
    const expanded = kind.fields
      .filter((field) => field.typeClass === 'LINK' && !field.isWriteOnly)
      .map(({ name }) => name);
    yield get(`/n/v1/${kind.plural}?limit=200&expand=${expanded.slice(0, 20).join(',')}`);
    for (const [name, field] of filtersOf(kind)) {
      if (field.typeName === 'String') yield get(`/n/v1/${kind.plural}?filter[${name}][containsFold]=CANARY`);
      if (field.typeName === 'String' && isSortable(field)) yield get(`/n/v1/${kind.plural}?limit=1&sort=${name}`);
    }
    const urn = readable.get(kind.name);
    for (const field of urn ? kind.fields.filter((one) => one.isList && one.typeClass === 'LINK') : [])
      yield get(`/n/v1/${kind.path}/${String(urn)}/${field.name.toLowerCase()}?limit=200`);
    if (urn) yield get(`/n/v1/${kind.path}/${urn}?expand=${expanded.slice(0, 20).join(',')}`);
    if (urn && kind.historyPath) yield get(`/n/v1/${kind.historyPath}/${urn}`);
    const hidden = unreadable.get(kind.name);
    if (hidden) yield get(`/n/v1/${kind.path}/${hidden}`);
    if (hidden && kind.historyPath) yield get(`/n/v1/${kind.historyPath}/${hidden}`);
  }
  for (const path of [
    'accessaudit',
    'permissionaudit',
    'deletedresources',
    'identitynotificationinbox?all=true',
    'clientcontext',
  ])
    yield get(`/n/v1/${path}`);
  for (const urn of unreadable.values()) yield get(`/v/v1/entityview/${urn}`);
  yield ['events', await asked(client, '{ events(first: 200) { nodes { targetUrn changedFields target { urn } } } }')];
}

const asked = async (client: Client, query: string, variables: Record<string, unknown> = {}): Promise<string> =>
  JSON.stringify(await client.graph(query, variables));

describe.each(outsiderNames.map((name, at) => ({ name, at })))('A caller $name', ({ at }) => {
  test('is shown no word of what it may not read', async () => {
    const who = world.outsiders[at];
    if (!who) throw new Error('No such caller');
    const hidden = hiddenFrom(who);
    expect(hidden.length).toBeGreaterThan(20);
    let count = 0;
    for await (const [what, text] of answers(who, at)) {
      expect([what, hidden.filter((word) => text.includes(word))]).toEqual([what, []]);
      count += 1;
    }
    expect(count).toBeGreaterThan(triedOf(150, 4));
  });

  test('finds nothing by such a word', async () => {
    const who = world.outsiders[at];
    if (!who) throw new Error('No such caller');
    const query = 'query ($text: String!) { search(query: $text) { totalCount nodes { name } } }';
    for (const word of hiddenFrom(who).filter((_, place) => isTried(at, place, 5))) {
      const { search } = await who.client.data(query, { text: word });
      expect([word, search]).toEqual([word, { totalCount: 0, nodes: [] }]);
    }
  });
});

test('Whoever is refused is told no word of what it may not read, for whatever reason', async () => {
  const client = await world.town.person('Writer', ['READ', 'CREATE', 'UPDATE']);
  const [unreadable, readable] = [await amongOf(client, world.urns, 404), await amongOf(client, world.urns, 200)];
  const codes = new Set<unknown>();
  const all = [
    ...world.outsiders,
    { token: client.token, name: 'with CREATE and UPDATE', client, unreadable, readable },
  ];
  for (const [row, who] of all.entries()) {
    const hidden = hiddenFrom(who);
    expect([who.name, hidden.length > 5]).toEqual([who.name, true]);
    for await (const [what, text, code] of refusals(who, row)) {
      codes.add(code);
      expect([who.name, what, hidden.filter((word) => text.includes(word))]).toEqual([who.name, what, []]);
    }
  }
  for (const code of ['ALREADY_EXISTS', 'FORBIDDEN', 'NOT_FOUND', 'PRECONDITION_FAILED', 'VALIDATION_FAILED'])
    expect(codes).toContain(code);
});

test('Administrators find the words; the metrics and the log hold none', async () => {
  const all = [...words.values()].flat();
  const { admin } = world.town;
  const read = await Promise.all(
    readKinds
      .filter(({ operations }) => operations.has('LIST'))
      .map(async ({ plural }) => (await admin.rest('GET', `/n/v1/${plural}?limit=200`)).text),
  );
  expect(all.filter((word) => read.some((text) => text.includes(word))).length).toBeGreaterThan(30);
  const metrics = await (await fetch(service.metricsUrl ?? '')).text();
  expect(metrics).toContain('commonplace_');
  expect(all.filter((word) => metrics.includes(word))).toEqual([]);
  expect(log.length).toBeGreaterThan(500);
  expect(all.filter((word) => log.some((line) => line.includes(word)))).toEqual([]);
});
