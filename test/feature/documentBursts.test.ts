// Documents that were never seen are parsed and checked one in a turn of the event loop, so that others are answered beside many
// of them: the first burst of a new client, or of somebody who sends what is dear to check. So are plans made. Resource reference 1.10.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { documentTurns } from '../../src/domain/loopTurns.ts';
import { ask, events, messages } from '../support/sse.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  // Its caller is known from here on.
  await tenant.data('{ __typename }');
});

const many = 100;

/** The turns of the event loop, which is the service's too, from the first answer to the last. */
async function turnsOf(sockets: readonly Socket[], request: (at: number) => string): Promise<number> {
  let turn = 0;
  let isOver = false;
  const answeredIn: number[] = [];
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  const answered = Promise.all(
    sockets.map(async (socket) => {
      const [data] = (await once(socket, 'data')) as [Buffer];
      answeredIn.push(turn);
      expect(data.toString()).toContain('"message":"Cannot query field');
    }),
  );
  for (const [at, socket] of sockets.entries()) socket.write(request(at));
  setImmediate(count);
  await answered;
  isOver = true;
  return (answeredIn.at(-1) ?? 0) - (answeredIn[0] ?? 0) + 1;
}

function requestOf(query: string): string {
  const body = JSON.stringify({ query });
  const head = [
    'POST /graphql HTTP/1.1',
    'Host: localhost',
    'Accept: application/json',
    `Authorization: Bearer ${tenant.token}`,
    'Content-Type: application/json',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

test('Documents that come all at once have a turn each', async () => {
  const { hostname, port } = new URL(service.url);
  const sockets = Array.from({ length: many }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const turns = await turnsOf(sockets, (at) => requestOf(`{ unknown${String(at)} }`));
  for (const socket of sockets) socket.destroy();
  // The first and the last answer may be read some turns after they were written.
  expect(turns).toBeGreaterThan(0.8 * many);
});

describe('A turn of its own has', () => {
  // Whoever comes first of a turn takes it at once: what is counted is how many turns were asked for.
  const taken = async (work: () => Promise<unknown>): Promise<number> => {
    const take = vi.spyOn(documentTurns, 'take');
    try {
      await work();
      return take.mock.calls.length;
    } finally {
      take.mockRestore();
    }
  };
  const caller = (): Parameters<typeof ask>[0] => ({ url: service.url, token: tenant.token });

  test('the plan of an operation, once', async () => {
    const query =
      'query A { companies(first: 2) { nodes { name } } } query B { companies(first: 3) { nodes { urn } } } query C { __typename }';
    const run = async (operationName: string): Promise<void> => {
      const answer = await ask(caller(), 'POST', { path: '/graphql', body: { query, operationName } });
      expect(await answer.json()).toMatchObject({ data: {} });
    };
    expect(await taken(() => run('A')), 'the document and the plan').toBe(2);
    expect(await taken(() => run('B')), 'the plan').toBe(1);
    expect(await taken(() => run('A')), 'what is known').toBe(0);
    expect(await taken(() => run('B')), 'what is known').toBe(0);
  });

  test('each combination of what is skipped and included that is not kept, beside 16 that are', async () => {
    const switches = [0, 1, 2, 3, 4].map((at) => `$s${String(at)}: Boolean!`).join(', ');
    const fields = [0, 1, 2, 3, 4].map((at) => `f${String(at)}: name @include(if: $s${String(at)})`).join(' ');
    const query = `query (${switches}) { companies(first: 2) { nodes { urn ${fields} } } }`;
    const run = async (combination: number): Promise<void> => {
      const variables = Object.fromEntries(
        [0, 1, 2, 3, 4].map((at) => [`s${String(at)}`, ((combination >> at) & 1) === 1]),
      );
      const answer = await ask(caller(), 'POST', { path: '/graphql', body: { query, variables } });
      const { data } = (await answer.json()) as { data: { companies: { nodes: object[] } } };
      expect(Object.keys(data.companies.nodes[0] ?? {})).toEqual([
        'urn',
        ...[0, 1, 2, 3, 4].filter((at) => ((combination >> at) & 1) === 1).map((at) => `f${String(at)}`),
      ]);
    };
    expect(await taken(() => run(0)), 'the document and the plan').toBe(2);
    for (let combination = 1; combination < 16; combination += 1) {
      expect(await taken(() => run(combination)), 'the plan').toBe(1);
      expect(await taken(() => run(combination)), 'what is known').toBe(0);
    }
    for (let times = 0; times < 3; times += 1) expect(await taken(() => run(31)), 'the plan each time').toBe(1);
    expect(await taken(() => run(7)), 'what is known').toBe(0);
  });

  test('the document of a subscription over an event stream of its own', async () => {
    const body = { query: 'subscription { unheard }' };
    const heard = async (): Promise<void> => {
      const answer = messages(await ask(caller(), 'POST', { path: '/graphql', headers: events, body }));
      expect((await answer.next()).value).toMatchObject({ data: { errors: [{ extensions: {} }] } });
      await answer.return();
    };
    expect(await taken(heard)).toBe(1);
  });

  test('the document of a subscription over a stream for many', async () => {
    const stream = await (await ask(caller(), 'PUT')).text();
    const body = { query: 'subscription { unheard }', extensions: { operationId: '1' } };
    const refused = async (): Promise<void> => {
      const answer = await ask(caller(), 'POST', { stream, body });
      expect(await answer.text()).toContain('Cannot query field');
    };
    expect(await taken(refused)).toBe(1);
  });
});
