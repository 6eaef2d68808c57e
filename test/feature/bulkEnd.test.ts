// What an ATOMIC bulk checks at its end, on both faces: values change places, and what refers to each other goes and comes at once.
import { beforeAll, describe, expect, test } from 'vitest';
import { bulksOf, statuses, type Operation } from '../support/bulk.ts';
import { logEnd } from '../support/eventLog.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
});

const { send, entity } = bulksOf(() => admin);

/** What a refusal says of one place. */
interface Refusal {
  readonly code: string;
  readonly path: string;
  readonly message?: string;
}

/** What became of an operation. */
interface Outcome {
  readonly status: number;
  readonly errors: readonly Refusal[];
}

/** Sends operations over one of the faces; answers the status and the errors of each. */
const faces: [string, (operations: readonly Operation[]) => Promise<Outcome[]>][] = [
  [
    'REST',
    async (operations) =>
      (await send('ATOMIC', operations)).body.results.map(
        ({ status, error }: { status: number; error?: { errors: Refusal[] } }) => ({
          status,
          errors: error?.errors ?? [],
        }),
      ),
  ],
  [
    'the graph',
    async (operations) => {
      const document = `mutation ($operations: [BulkOperation!]!) { bulk(mode: ATOMIC, operations: $operations) {
        results { status userErrors { code path } } userErrors { code } } }`;
      const { bulk } = await admin.data(document, { operations });
      return bulk.results.map(({ status, userErrors }: { status: number; userErrors: Refusal[] }) => ({
        status,
        errors: userErrors,
      }));
    },
  ],
];

const statusOf = (results: readonly Outcome[]): number[] => results.map(({ status }) => status);

async function made(path: string, body: Operation): Promise<string> {
  const answer = await admin.rest('POST', `/n/v1/${path}`, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.urn as string;
}

const patch = (path: string, urn: string, body: Operation): Operation => ({
  method: 'PATCH',
  path: `/n/v1/${path}/${urn}`,
  body,
});
const remove = (path: string, urn: string): Operation => ({ method: 'DELETE', path: `/n/v1/${path}/${urn}` });
const newPage = (more: Operation = {}): Promise<string> =>
  made('entity', { ...entity(crypto.randomUUID(), 'Page'), ...more });
const aPath = (): string => `/at/${crypto.randomUUID()}`;
const refer = (from: string, to: string): Promise<string> =>
  made('referenceitem', { entity: from, name: 'next', sortOrder: 0, entityReference: to });
const fieldOf = async (path: string, urn: string, name: string): Promise<unknown> =>
  (await admin.rest('GET', `/n/v1/${path}/${urn}`)).body[name];

/** Pages, each of which refers to the next, the last one to the first. */
async function ring(size: number): Promise<string[]> {
  const pages: string[] = [];
  for (let at = 0; at < size; at += 1) pages.push(await newPage());
  for (const [at, page] of pages.entries()) await refer(page, pages[(at + 1) % size] ?? '');
  return pages;
}

describe.each(faces)('Over %s', (_, bulk) => {
  test('two pages change their paths, and each is found at its new one', async () => {
    const [one, two] = [aPath(), aPath()];
    const pages = [await newPage({ path: one, status: 'PUBLISH' }), await newPage({ path: two, status: 'PUBLISH' })];
    const swap = [patch('entity', pages[0] ?? '', { path: two }), patch('entity', pages[1] ?? '', { path: one })];
    expect(statusOf(await bulk(swap))).toEqual([200, 200]);
    for (const [at, path] of [two, one].entries()) {
      const view = await admin.rest('GET', `/v/v1/entityview${path}`);
      expect([view.status, view.body.urn]).toEqual([200, pages[at]]);
    }
  });

  test.each(['textitem', 'longitem', 'referenceitem'])('two values of %s change places', async (path) => {
    const page = await newPage();
    const value =
      path === 'referenceitem' ? { entityReference: await newPage() } : { value: path === 'longitem' ? 1 : 'x' };
    const item = (sortOrder: number): Promise<string> =>
      made(path, { entity: page, name: 'step', sortOrder, ...value });
    const [first, second] = [await item(1), await item(2)];
    const results = await bulk([patch(path, first, { sortOrder: 2 }), patch(path, second, { sortOrder: 1 })]);
    expect(statusOf(results)).toEqual([200, 200]);
    expect([await fieldOf(path, first, 'sortOrder'), await fieldOf(path, second, 'sortOrder')]).toEqual([2, 1]);
  });

  test('names go round in a circle, and are given on by what is deleted or renamed later', async () => {
    const role = (name: string): Promise<string> => made('role', { owner: admin.company, name });
    const names = ['a', 'b', 'c'].map((name) => name + crypto.randomUUID());
    const roles = await Promise.all(names.map(role));
    const round = roles.map((urn, at) => patch('role', urn, { name: names[(at + 1) % 3] }));
    expect(statusOf(await bulk(round))).toEqual([200, 200, 200]);
    expect(await Promise.all(roles.map((urn) => fieldOf('role', urn, 'name')))).toEqual([names[1], names[2], names[0]]);
    const successor = { method: 'POST', path: '/n/v1/role', body: { owner: admin.company, name: names[1] } };
    expect(statusOf(await bulk([successor, remove('role', roles[0] ?? '')]))).toEqual([201, 204]);
  });

  test('two that still have the same value at the end are refused: the last one to take it is named, and nothing is changed', async () => {
    const [one, two, three] = [aPath(), aPath(), aPath()];
    const pages = [await newPage({ path: one }), await newPage({ path: two }), await newPage({ path: three })];
    const [first = '', second = '', third = ''] = pages;
    const before = await logEnd(service.services);
    const results = await bulk([
      patch('entity', first, { path: two }),
      patch('entity', third, { path: two }),
      patch('entity', second, { path: one }),
      patch('entity', second, { name: 'Other' }),
    ]);
    expect(statusOf(results)).toEqual([424, 409, 424, 424]);
    const [{ code, path }] = results[1]?.errors as [Refusal];
    expect(code).toBe('ALREADY_EXISTS');
    expect(path).toMatch(/^\/operations\/1\/body\//);
    expect(await Promise.all(pages.map((urn) => fieldOf('entity', urn, 'path')))).toEqual([one, two, three]);
    expect(await logEnd(service.services)).toBe(before);
    const taken = await bulk([patch('entity', first, { path: three })]);
    expect(statusOf(taken)).toEqual([409]);
  });

  test('a value within a page that is made is compared with those of operations after it', async () => {
    const urn = crypto.randomUUID();
    const text = { name: 'title', sortOrder: 0, value: 'One' };
    const page = { method: 'POST', path: '/n/v1/entity', body: { ...entity(urn, 'Page'), texts: [text] } };
    const same = { method: 'POST', path: '/n/v1/textitem', body: { ...text, entity: urn } };
    expect(statusOf(await bulk([page, same]))).toEqual([424, 409]);
    expect((await admin.rest('GET', `/n/v1/entity/${urn}`)).status).toBe(404);
  });

  test.each([2, 3])('a ring of %i pages is deleted at once', async (size) => {
    const pages = await ring(size);
    expect((await admin.rest('DELETE', `/n/v1/entity/${pages[0] ?? ''}`)).status).toBe(409);
    expect(statusOf(await bulk(pages.map((urn) => remove('entity', urn))))).toEqual(pages.map(() => 204));
    for (const urn of pages) expect((await admin.rest('GET', `/n/v1/entity/${urn}`)).status).toBe(404);
  });

  test('a page is deleted before what refers to it is deleted or refers to another one', async () => {
    const [old, next, by] = [await newPage(), await newPage(), await newPage()];
    const reference = await refer(by, old);
    const moved = await bulk([remove('entity', old), patch('referenceitem', reference, { entityReference: next })]);
    expect(statusOf(moved)).toEqual([204, 200]);
    const gone = await bulk([remove('entity', next), remove('referenceitem', reference)]);
    expect(statusOf(gone)).toEqual([204, 204]);
  });

  test('what is still referred to at the end is refused: its deletion is named with what needs it, and nothing is changed', async () => {
    const pages = await ring(3);
    const [first = '', second = '', third = ''] = pages;
    const before = await logEnd(service.services);
    const results = await bulk([remove('entity', first), remove('entity', second)]);
    expect(statusOf(results)).toEqual([409, 424]);
    expect(results[0]?.errors).toMatchObject([{ code: 'IN_USE', path: '/operations/0' }]);
    for (const urn of [first, second, third]) expect((await admin.rest('GET', `/n/v1/entity/${urn}`)).status).toBe(200);
    expect(await logEnd(service.services)).toBe(before);
  });

  test('of neighbors that are deleted the one that is referred to is named', async () => {
    const pages = [await newPage(), await newPage(), await newPage()];
    await refer(await newPage(), pages[1] ?? '');
    const results = await bulk(pages.map((urn) => remove('entity', urn)));
    expect(statusOf(results)).toEqual([424, 409, 424]);
    expect(results[1]?.errors).toMatchObject([{ code: 'IN_USE', path: '/operations/1' }]);
  });

  test('pages that refer to each other are made at once; one that refers to nothing is refused', async () => {
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    const page = (urn: string, to: string): Operation => ({
      method: 'POST',
      path: '/n/v1/entity',
      body: { ...entity(urn, 'Page'), references: [{ name: 'next', sortOrder: 0, entityReference: to }] },
    });
    const results = await bulk([page(one, two), page(two, crypto.randomUUID())]);
    expect(statusOf(results)).toEqual([424, 422]);
    expect(results[1]?.errors).toMatchObject([
      { code: 'INVALID_REFERENCE', path: '/operations/1/body/references/0/entityReference' },
    ]);
    expect((await admin.rest('GET', `/n/v1/entity/${one}`)).status).toBe(404);
    expect(statusOf(await bulk([page(one, two), page(two, one)]))).toEqual([201, 201]);
    expect((await admin.rest('GET', `/n/v1/entity/${one}`)).body.references[0].entityReference.urn).toBe(two);
  });
});

test('A ring of a hundred pages is deleted by one bulk.', async () => {
  const pages = Array.from({ length: 100 }, () => crypto.randomUUID());
  const create = (mode: 'ATOMIC', from: number): Promise<number[]> =>
    send(
      mode,
      pages.slice(from, from + 100).map((urn, at) => ({
        method: 'POST',
        path: '/n/v1/entity',
        body: {
          ...entity(urn, 'Page'),
          references: [{ name: 'next', sortOrder: 0, entityReference: pages[(from + at + 1) % 100] }],
        },
      })),
    ).then(statuses);
  expect(new Set(await create('ATOMIC', 0))).toEqual(new Set([201]));
  const answer = await send(
    'ATOMIC',
    pages.map((urn) => remove('entity', urn)),
  );
  expect(new Set(statuses(answer))).toEqual(new Set([204]));
});

test('Without ATOMIC each operation is checked by itself.', async () => {
  const [one, two] = [aPath(), aPath()];
  const [first, second] = [await newPage({ path: one }), await newPage({ path: two })];
  const swap = await send('INDEPENDENT', [
    patch('entity', first, { path: two }),
    patch('entity', second, { path: one }),
  ]);
  expect(statuses(swap)).toEqual([409, 409]);
  const pages = await ring(2);
  expect(
    statuses(
      await send(
        'INDEPENDENT',
        pages.map((urn) => remove('entity', urn)),
      ),
    ),
  ).toEqual([409, 409]);
});

test('Who may not read what a write refers to is told of it at the end as if it were not there.', async () => {
  const other = await service.tenant();
  const hidden = (
    await other.rest('POST', '/n/v1/entity', { body: { ...entity(crypto.randomUUID(), 'x'), owner: other.company } })
  ).body.urn as string;
  const page = await newPage();
  const reference = (to: string): Operation => ({
    method: 'POST',
    path: '/n/v1/referenceitem',
    body: { entity: page, name: 'next', sortOrder: 0, entityReference: to },
  });
  const [foreign, absent] = [
    await send('ATOMIC', [reference(hidden)]),
    await send('ATOMIC', [reference(crypto.randomUUID())]),
  ];
  const shown = ({ body }: typeof foreign): unknown => {
    const [{ status, error }] = body.results;
    return { status, errors: (error.errors as Refusal[]).map(({ code, path, message }) => ({ code, path, message })) };
  };
  expect(shown(foreign)).toEqual(shown(absent));
  expect(shown(foreign)).toMatchObject({ status: 422, errors: [{ code: 'INVALID_REFERENCE' }] });
});
