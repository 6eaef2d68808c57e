// What a caller may not read is answered as what does not exist: by every route that reads, whatever the request asks for,
// with the same status, headers and body, and after as many statements. Resource reference 1.8, 7.2.
import { beforeAll, describe, expect, test } from 'vitest';
import { isTried, triedOf } from '../support/matrix.ts';
import { openapi } from '../support/openapi.ts';
import { shownBy, statementsOf } from '../support/sameAnswer.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { sharedDivided, outsiderNames, readKinds, type Divided } from './outsiders.ts';

let service: SharedService;
let world: Divided;

beforeAll(async () => {
  service = await sharedService();
  world = await sharedDivided();
}, 120_000);

/** Ways to ask for one and the same address: method, query and headers. */
type Way = readonly [method: string, query: string, headers: Readonly<Record<string, string>>];
const ways: readonly [Way, ...Way[]] = [
  ['HEAD', '', {}],
  ['OPTIONS', '', {}],
  ['GET', '?fields=urn', {}],
  ['GET', '?expand=owner', {}],
  ['GET', '?count=true&limit=1&sort=-createdTimestamp', {}],
  ['GET', '?unknown=1', {}],
  ['GET', '?asOf=2030-01-01T00:00:00Z', {}],
  ['GET', '?version=LATEST', {}],
  ['GET', '?w=10', {}],
  ['GET', '', { 'if-none-match': '*' }],
  ['GET', '', { 'if-none-match': '"1", "1-live"' }],
  ['GET', '', { 'if-match': '"1"' }],
  ['GET', '', { 'if-modified-since': 'Sun, 22 Nov 2020 20:14:20 GMT' }],
  ['GET', '', { 'if-modified-since': 'Sun, 22 Nov 2099 20:14:20 GMT' }],
  ['GET', '', { prefer: 'handling=strict' }],
  ['GET', '', { accept: 'application/problem+json' }],
  ['GET', '', { accept: 'application/x-ndjson' }],
  ['GET', '', { range: 'bytes=0-1' }],
];

/** Which kind the urn in a path is of, where the path does not say so. */
const kindIn: Readonly<Record<string, string>> = {
  '/v/v1/entityview/{urn}': 'Entity',
  '/v/v1/image/{urn}': 'ImageItemFile',
  '/v/v1/asset/{urn}': 'Asset',
  '/n/v1/identitynotificationinbox/{identity}': 'Identity',
  '/n/v1/searchitem/{urn}': 'Entity',
  '/n/v1/clientcontext/{urn}': 'ApiClient',
};

/** Parameters that name a resource, and its kind. */
const namingParameters: readonly (readonly [path: string, kind: string])[] = [
  ['/n/v1/accessaudit?identity={urn}', 'Identity'],
  ['/n/v1/accessaudit?apiClient={urn}', 'ApiClient'],
  ['/n/v1/accessaudit?target={urn}', 'Task'],
  ['/n/v1/deletedresources?owner={urn}', 'Company'],
  ['/v/v1/entityview/page?owner={urn}', 'Company'],
  ...readKinds.map(({ name }) => ['/n/v1/permissionholders?objectUrn={urn}', name] as const),
  ...readKinds.map(({ name }) => ['/n/v1/identitynotificationinbox?identity={urn}', name] as const),
];

const routes: readonly (readonly [path: string, kind: string])[] = Object.entries(openapi.paths)
  // A preview is named by the secret of its link, and by nothing else.
  .filter(([path, operations]) => operations['get'] && path.includes('{') && !path.includes('{token}'))
  .map(([path]) => {
    const [, , , first] = path.split('/');
    const kind = readKinds.find((one) => one.path === first || one.historyPath === first)?.name ?? kindIn[path];
    if (!kind) throw new Error(`Nobody says what is named in ${path}`);
    return [path, kind] as const;
  });

describe.each(outsiderNames.map((name, at) => ({ name, at })))('To a caller $name', ({ name, at }) => {
  test('what it may not read is as if it did not exist', async () => {
    const { client, unreadable } = world.outsiders[at] ?? { unreadable: new Map<string, string>() };
    const all = [...routes, ...namingParameters];
    // What was decided about the caller may be read anew.
    await client?.rest('GET', '/n/v1/companies?limit=1');
    let asked = 0;
    for (const [turn, [path, kind]] of all.entries()) {
      const urn = unreadable.get(kind);
      if (urn === undefined || !client || !isTried(at, turn, 3)) continue;
      // Every way comes to every caller and in turn to every address.
      const chosen = ways[(turn + at * 5) % ways.length] ?? ways[0];
      for (const [method, query, headers] of [['GET', '', {}] as const, chosen]) {
        const extra = path.includes('?') ? query.replace('?', '&') : query;
        const ask = (one: string) =>
          statementsOf(service, async () =>
            shownBy(await client.rest(method, path.replace(/\{\w+\}/, one) + extra, { headers }), one),
          );
        const [absent, hidden] = [await ask(crypto.randomUUID()), await ask(urn)];
        asked += 1;
        const what = [method, path, extra, headers];
        expect([...what, hidden.result]).toEqual([...what, absent.result]);
        expect([...what, hidden.statements.length]).toEqual([...what, absent.statements.length]);
      }
    }
    expect([name, asked > triedOf(150, 3)]).toEqual([name, true]);
  });

  test('an address for one kind does not tell the urns of others', async () => {
    const { client, unreadable } = world.outsiders[at] ?? { unreadable: new Map<string, string>() };
    const hidden = [...unreadable.values()];
    for (const [turn, [path]] of routes.entries()) {
      if (!isTried(at, turn, 2)) continue;
      const urn = hidden[turn % hidden.length] ?? '';
      const ask = async (one: string): Promise<string> =>
        client ? shownBy(await client.rest('GET', path.replace(/\{\w+\}/, one)), one) : '';
      expect([path, await ask(urn)]).toEqual([path, await ask(crypto.randomUUID())]);
    }
  });
});
