// What callers send beside documents of the graph and ordinary bodies, as large and as odd as it is let in: headers, paths, filters and
// searches, JSON of every shape, forms, uploads, bulks, and the frames of sockets.
import type { Chance } from '../crash/chance.ts';
import { urnFor, type World } from '../fuzz/values.ts';
import type { Sent } from './measure.ts';

/** Makes a request to one of these surfaces. */
export function makeSurfaceRequest(world: World): Sent {
  const { chance } = world;
  const name = chance.of(surfaceNames) ?? 'json';
  return { ...surfaces[name](world), surface: name };
}

type Surface =
  'header' | 'path' | 'filter' | 'search' | 'cursor' | 'json' | 'form' | 'upload' | 'bulk' | 'persisted' | 'socket';

/** What a head may hold, less what others of its lines take; and a body. */
const [mostHead, mostBody, mostUpload] = [15_500, 2 * 1024 * 1024, 20 * 1024 * 1024];

const surfaces: Readonly<Record<Surface, (world: World) => Sent>> = {
  header(world) {
    const { chance } = world;
    const [header, part] = chance.of(headers) ?? ['accept', '*/*,'];
    const path = chance.of(['/graphql', '/n/v1/entities', '/', `/n/v1/entity/${urnFor(world, 'entity')}`]) ?? '/';
    const value = filled(part, mostHead);
    return { method: chance.of(['GET', 'PATCH', 'POST', 'OPTIONS']) ?? 'GET', path, headers: { [header]: value } };
  },
  path({ chance }) {
    const part = chance.of(['%2f', '%61', '%F0%9F%98%80', '%ff', '%', '/', '/..', ';a=b', '//', '/a']) ?? '/';
    const begin = chance.of(['/', '/v/v1/entityview/en/', '/n/v1/entity/', '/graphql/', '/i/v1/', '/docs/']) ?? '/';
    return { method: 'GET', path: begin + filled(part, mostHead) };
  },
  filter(world) {
    const { chance } = world;
    const field = chance.of(['name', 'title', 'urn', 'owner.urn', 'createdTimestamp', 'a.b.c']) ?? 'name';
    const operator = chance.of(['eq', 'in', 'contains', 'startsWith', 'like', 'ne']) ?? 'eq';
    const value = chance.of(['a,', '%25', '%5f', '%5C', `${urnFor(world, 'entity')},`, '%E6%97%A5']) ?? 'a';
    const one = `filter[${field}][${operator}]=${filled(value, chance.of([20, 400, mostHead]) ?? 20)}&`;
    const list = chance.of(['entities', 'tasks', 'companies', 'messagethreads', 'textitems']) ?? 'entities';
    if (chance.is(0.5)) return { method: 'GET', path: `/n/v1/${list}?${filled(one, mostHead)}` };
    const text = filled(chance.of(['%', '_', '\\\\', 'a', '日', '%a_']) ?? '%', chance.of([100, 4_000, 60_000]) ?? 100);
    const condition = `{ ${field === 'title' ? 'title' : 'name'}: { contains: "${text.slice(0, 50_000)}" } }`;
    const nested = chance.is(0.5)
      ? condition
      : `{ or: [${Array.from({ length: 1 + chance.below(100) }, () => '{ name: { startsWith: "a%" } }').join(' ')}] }`;
    return graph(
      `{ ${field === 'title' ? 'tasks' : 'entities'}(first: 200, where: ${nested}) { totalCount nodes { urn } } }`,
    );
  },
  search({ chance }) {
    const word = chance.of(['a ', '-a ', '"a" ', 'a* ', '" ', 'or ', '日', 'the* ', ':*&| ', '\\']) ?? 'a ';
    const query = filled(word, chance.of([60, 511, 512, 4_000]) ?? 512).slice(0, 4_000);
    if (chance.is(0.5))
      return graph(`{ search(query: ${JSON.stringify(query)}, first: 200) { totalCount nodes { urn } } }`);
    return { method: 'GET', path: `/n/v1/search?query=${encodeURIComponent(query).slice(0, mostHead)}&limit=200` };
  },
  cursor({ chance }) {
    const cursor = filled(
      chance.of(['A', 'eyJ', '_-', '%00', '=', 'W10', 'WzFd']) ?? 'A',
      chance.of([40, 2_000, 14_000]) ?? 40,
    );
    if (chance.is(0.5)) return graph(`{ entities(first: 200, after: ${JSON.stringify(cursor)}) { nodes { urn } } }`);
    return { method: 'GET', path: `/n/v1/entities?after=${cursor}&cursor=${cursor.slice(0, 500)}` };
  },
  json(world) {
    const { chance } = world;
    const body = json(chance);
    const kind = chance.of(['textitem', 'entity', 'jsonitem', 'task', 'project']) ?? 'entity';
    const method = chance.of(['POST', 'PATCH']) ?? 'POST';
    if (chance.is(0.3)) return { method: 'POST', path: '/graphql', body };
    return { method, path: `/n/v1/${kind}${method === 'POST' ? '' : `/${urnFor(world, kind)}`}`, body };
  },
  form({ chance }) {
    const part =
      chance.of(['a=b&', '&', '=', '%61', 'a=%F0%9F%98%80&', 'scope=a+', 'grant_type=password&', 'a[b][c]=d&']) ?? '&';
    const begin = chance.of([
      '',
      'grant_type=client_credentials&client_id=a&client_secret=',
      'token=',
      'grant_type=refresh_token&refresh_token=',
    ]);
    const path = chance.of(['token', 'revoke', 'introspect', 'authorize']) ?? 'token';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return {
      method: 'POST',
      path: `/oauth2/${path}`,
      headers,
      body: (begin ?? '') + filled(part, sizeOf(chance, mostBody)),
    };
  },
  upload(world) {
    const { chance } = world;
    const boundary = 'b'.repeat(chance.of([1, 20, 70]) ?? 20);
    const image = Buffer.from(chance.of(images) ?? '', 'base64');
    const file = (bytes: Buffer): Buffer =>
      Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
        ),
        bytes,
        Buffer.from('\r\n'),
      ]);
    const fields = filled(
      chance.of([
        `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n`,
        `--${boundary}\r\nContent-Disposition: form-data; name="${'a'.repeat(2_000)}"\r\n\r\n${'b'.repeat(2_000)}\r\n`,
        `--${boundary}\r\n\r\n`,
        '\r\n-',
        `\r\n--${boundary.slice(1)}`,
      ]) ?? '',
      sizeOf(chance, mostUpload),
    );
    const parts = chance.of([
      [file(image), Buffer.from(fields)],
      [Buffer.from(fields), file(image)],
      [file(Buffer.concat([image, Buffer.from(fields)]))],
    ]);
    const body = Buffer.concat([...(parts ?? []), Buffer.from(`--${boundary}--\r\n`)]).subarray(0, mostUpload);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const urn = chance.is(0.5) ? '' : `/${urnFor(world, 'imageitem')}`;
    return { method: 'POST', path: `/n/v1/imageitemfile${urn}`, headers, body };
  },
  bulk(world) {
    const { chance } = world;
    const value = filled('x', chance.of([1, 1_000, 20_000, 65_535]) ?? 1);
    const operation = chance.of([
      {
        method: 'POST',
        path: '/n/v1/textitem',
        body: { entity: urnFor(world, 'entity'), name: 'b', sortOrder: 0, value },
      },
      { method: 'PATCH', path: `/n/v1/textitem/${urnFor(world, 'textitem')}`, body: { value } },
      { method: 'PATCH', path: `/n/v1/entity/${urnFor(world, 'entity')}`, body: { name: 'b' } },
      { method: 'DELETE', path: `/n/v1/textitem/${urnFor(world, 'textitem')}` },
      { method: 'POST', path: '/n/v1/project', body: { owner: urnFor(world, 'company'), name: value.slice(0, 200) } },
      { method: 'GET', path: '/n/v1/entities' },
      {},
    ]);
    const one = JSON.stringify(operation);
    const operations = filled(
      `${one},`,
      Math.min(mostBody - one.length - 100, (chance.of([1, 20, 99, 100, 20_000]) ?? 100) * one.length),
    );
    const mode = chance.of(['ATOMIC', 'INDEPENDENT']) ?? 'ATOMIC';
    return { method: 'POST', path: '/n/v1/bulk', body: `{"mode":"${mode}","operations":[${operations}${one}]}` };
  },
  persisted({ chance }) {
    const query = `{ ${filled(chance.of(['a ', '...F ', '{', 'a:b ', '#', '"""', '@a ', '$a ', '[']) ?? 'a ', sizeOf(chance, 70_000))} }`;
    const sha256Hash = filled('a', chance.of([64, 1_000_000]) ?? 64);
    const extensions = chance.is(0.5) ? { persistedQuery: { version: 1, sha256Hash } } : {};
    return { method: 'POST', path: '/graphql', body: JSON.stringify({ query, extensions }) };
  },
  socket({ chance }) {
    const init = JSON.stringify({ type: 'connection_init', ...(chance.is(0.5) ? {} : { payload: { a: 'PAYLOAD' } }) });
    const payload = json(chance);
    const subscribe = (at: number, query: string): string =>
      JSON.stringify({ id: String(at), type: 'subscribe', payload: { query } });
    const long = filled(chance.of(['a ', '{', '...F ', '#']) ?? 'a ', sizeOf(chance, 60_000));
    const frames = chance.of([
      [init.replace('"PAYLOAD"', payload)],
      [init, `{"type":"ping","payload":{"a":${payload}}}`],
      [init, ...Array.from({ length: 2_000 }, () => '{"type":"ping"}')],
      [init, ...Array.from({ length: 300 }, (_, at) => subscribe(at, 'subscription { events { subject event } }'))],
      [init, ...Array.from({ length: 300 }, (_, at) => subscribe(at, `subscription { unknown${String(at)} }`))],
      [init, ...Array.from({ length: 30 }, (_, at) => subscribe(at, `subscription { ${long} }`))],
      [
        init,
        ...Array.from({ length: 300 }, (_, at) =>
          subscribe(at, `{ entities(first: 200) { nodes { texts { value } } } a${String(at)}: __typename }`),
        ),
      ],
      [init, ...Array.from({ length: 5_000 }, (_, at) => `{"id":"${String(at)}","type":"complete"}`)],
      [init, payload],
    ]);
    return { method: 'GET', path: '/graphql', frames: frames ?? [init] };
  },
};

// The members above.
const surfaceNames = Object.keys(surfaces) as Surface[];

const headers: readonly (readonly [string, string])[] = [
  ['accept', 'a/b;q=0.1,'],
  ['accept', '*/*,'],
  ['accept', ','],
  ['accept-language', 'en,'],
  ['accept-language', 'de-DE;q=0.5,'],
  ['accept-language', '-'],
  ['accept-encoding', 'br;q=0.1,'],
  ['if-match', '"a",'],
  ['if-match', 'W/"a-br",'],
  ['if-none-match', '"a", '],
  ['if-none-match', '"'],
  ['idempotency-key', 'a'],
  ['prefer', 'return=minimal;a="b",'],
  ['prefer', '";'],
  ['variant', 'a=b,'],
  ['variant', '('],
  ['cookie', 'a=b; '],
  ['cookie', 'session=a; '],
  ['range', 'bytes=0-1,'],
  ['origin', 'http://a'],
  ['x-forwarded-for', '1.2.3.4,'],
  ['forwarded', 'for=1.2.3.4;'],
  ['authorization', 'Bearer '],
  ['authorization', 'a'],
  ['read-position', '1-'],
  ['last-event-id', 'a'],
  ['content-type', 'application/json;a=b;'],
];

/** A single point, as PNG and as GIF. */
const images = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  '',
];

const graph = (query: string): Sent => ({ method: 'POST', path: '/graphql', body: JSON.stringify({ query }) });

function filled(part: string, length: number): string {
  return part.repeat(Math.max(1, Math.floor(length / Buffer.byteLength(part))));
}

// Mostly all that is let in, and a little more.
const sizeOf = (chance: Chance, most: number): number =>
  chance.of([most - 1_000, most - 1_000, Math.floor(most / 4), Math.floor(most / 100), most + 1]) ?? most;

function json(chance: Chance): string {
  const length = sizeOf(chance, mostBody - 1_000);
  const number =
    chance.of([
      '1',
      '1e5',
      '1e-400',
      '9007199254740993',
      '0.12345678901234567',
      '1'.repeat(300),
      `0.${'1'.repeat(2_000)}`,
    ]) ?? '1';
  const list = (one: string): string =>
    `[${`${one},`.repeat(Math.min(199_000, Math.floor(length / (one.length + 1))))}1]`;
  const members = (one: string): string =>
    `{${Array.from({ length: Math.min(19_900, Math.floor(length / (one.length + 9))) }, (_, at) => `"${at.toString(36)}":${one}`).join()}}`;
  return (
    chance.of([
      list(number),
      list('{}'),
      list('"a"'),
      list('[[[[[]]]]]'),
      list(`{"a":${number}}`),
      members(number),
      `[${number},"${'\\u0041'.repeat(Math.floor(length / 6))}"]`,
      `[${number},"${'é'.repeat(Math.floor(length / 2))}"]`,
      `${'['.repeat(99)}${number}${']'.repeat(99)}`,
      '['.repeat(length),
      `{"name":"${'a'.repeat(length)}","status":${number}}`,
      `{"query":"${'{a'.repeat(Math.floor(length / 2))}"}`,
      `{"query":"query($v:JSON){__typename}","variables":{"v":${list(number)}}}`,
    ]) ?? '[]'
  );
}
