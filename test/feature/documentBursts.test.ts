// Documents that were never seen are parsed and checked one in a turn of the event loop, so that others are answered beside many
// of them: the first burst of a new client, or of somebody who sends what is dear to check. Resource reference 1.10.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  // Its caller is known from here on.
  await tenant.data('{ __typename }');
});
afterAll(() => service.close());

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
